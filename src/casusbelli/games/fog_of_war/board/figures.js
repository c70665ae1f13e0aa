// The figures of the rulebook, drawn with the board's own functions (see /static/rulefigure.js).
//
//   wheel   dial=2 side=axis alpha=scandinavia:army_1,army_2 bravo=?3      a plan of one's own, or three cards face down
//   cards   army_3 decoy side=allied                                       cards face up
//   stacks  axis:3 allied:2 neutral:1                                      piles face down
//   battle  attack=8 defence=4 side=axis                                   the scale of results
//   map     ruhr,scandinavia,paris axis=paris allied=… neutral=… quagmire=kiev:axis:2 defend=paris:allied:2 cut=levant
//           winter=1 arrow=ruhr:scandinavia:axis                           a part of the map; the rest as in 1940

import { BattleTable } from "./battle.js";
import { Cards, stack, stackWidth } from "./cards.js";
import { Context } from "./context.js";
import { build, html } from "./dom.js";
import { MapView } from "./map.js";
import { SPACES } from "./reading.js";
import { definitions } from "./symbols.js";
import { Wheel } from "./wheel.js";

export const styles = ["board.css", "map.css", "pieces.css", "counters.css", "figures.css"];

const listed = (text) => (text ? text.split(",") : []);

/** Every figure lies in a host that looks like the board. */
function open(host, name) {
  host.classList.add("fow", "fow-figure", name);
  if (!document.querySelector(".fow-defs")) document.body.append(build(definitions));
  return host;
}

/** The view of a table as it is set up, as far as the drawings read it. */
function startView(printed, side) {
  const province = ({ start_control: control }) => ({
    control,
    supplied: control === "neutral" ? null : true,
    defence: { axis: 0, allied: 0, neutral: 0 },
    own: [],
    neutral: null,
    quagmire: null,
  });
  return {
    side,
    year: 1940,
    season: "campaign",
    flags: { ussr_at_war: false },
    must_resolve: [],
    blocked: [],
    dossier: [],
    provinces: Object.fromEntries(Object.entries(printed).map(([id, row]) => [id, province(row)])),
    sides: { axis: { dial: 0, ops: {} }, allied: { dial: 0, ops: {} } },
  };
}

function contextOf(view, tools, atlas = tools.printed) {
  const context = new Context(tools, atlas);
  context.take({ view, ask: null }, []);
  return context;
}

export function wheel(host, given, tools) {
  const side = given.side ?? "axis";
  const view = startView(tools.printed.printed, side);
  const ops = Object.fromEntries(
    SPACES.filter((space) => given[space]).map((space) => {
      if (given[space].startsWith("?")) return [space, { count: Number(given[space].slice(1)) }];
      const [target, cards] = given[space].split(":");
      return [space, { target, cards: listed(cards), count: listed(cards).length + 1 }];
    }),
  );
  view.sides[side] = { dial: Number(given.dial ?? 0), ops };
  const drawn = new Wheel(open(host, "fow-wheel-figure"), tools, true);
  drawn.update(side, contextOf(view, tools), false);
}

export function cards(host, given, tools) {
  const faces = new Cards(tools);
  const drawn = given.plain.map((card) => build(faces.face(card, given.side ?? "axis")));
  open(host, "fow-cards-figure").append(...drawn);
}

export function stacks(host, given) {
  const drawn = given.plain.map((pile) => {
    const [side, count] = pile.split(":");
    const size = { w: 44, h: 58 };
    const wide = stackWidth(Number(count), size.w) + 8;
    return build(html`<svg viewBox="-4 -14 ${wide} 80" width="${wide}" height="80">${stack(side, Number(count), 0, 0, size)}</svg>`);
  });
  open(host, "fow-cards-figure").append(...drawn);
}

export function battle(host, given, tools) {
  const view = startView(tools.printed.printed, "axis");
  const context = contextOf(view, tools);
  context.scaleRoom = 560;
  const told = { attack: Number(given.attack), defence: Number(given.defence), attacker: given.side ?? "axis" };
  open(host, "fow-scale-figure").append(build(new BattleTable(tools, new Cards(tools), context).scale(told, null)));
}

/** The rectangle of the map round some blocks. */
function around(spots) {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - 110, Math.min(...ys) - 70];
  return [left, top, Math.max(...xs) + 110 - left, Math.max(...ys) + 70 - top];
}

let drawing = null;

export async function map(host, given, tools) {
  drawing ??= fetch(new URL("map.json", import.meta.url)).then((answer) => answer.json());
  const atlas = { ...(await drawing), ...tools.printed };
  atlas.play = around(listed(given.plain[0]).map((province) => atlas.blocks[province]));
  const view = startView(atlas.printed, "axis");
  arrange(view, given);
  const box = build(html`<div class="mapbox"></div>`);
  open(host, "fow-map-figure").classList.add("fow-board");
  host.append(box);
  const [width, height] = [box.clientWidth || 620, box.clientHeight || 340];
  const drawn = new MapView(box, tools, atlas, { part: () => ({ rect: atlas.play, into: [0, 0, width, height], least: 0 }), moved: () => undefined });
  drawn.update(contextOf(view, tools, atlas));
  drawn.resize([width, height]);
  drawn.showArrows(
    listed(given.arrow).map((text) => {
      const [from, to, side] = text.split(":");
      return { from, to, side, label: "" };
    }),
  );
  drawn.destroy(); // a figure is looked at, not moved about
}

/** What differs from the set-up. */
function arrange(view, given) {
  for (const side of ["axis", "allied", "neutral"]) {
    for (const province of listed(given[side])) Object.assign(view.provinces[province], { control: side, supplied: side === "neutral" ? null : true });
  }
  for (const text of listed(given.defend)) {
    const [province, side, count] = text.split(":");
    view.provinces[province].defence[side] = Number(count);
  }
  for (const text of listed(given.quagmire)) {
    const [province, attacker, count] = text.split(":");
    view.provinces[province].quagmire = { attacker, count: Number(count), own: null };
  }
  for (const province of listed(given.cut)) view.provinces[province].supplied = false;
  if (given.winter) view.season = "winter";
}
