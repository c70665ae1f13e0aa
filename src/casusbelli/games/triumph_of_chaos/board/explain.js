// What the inspector says of every part of the board: spaces, pieces, cards, factions, boxes, piles, camps, steps of the political phase.

import { factionOf } from "/static/factions.js";
import { actionWords, BOXES, cardText, isPolitical, sideOf, valueOf } from "./card_faces.js";
import { cityWords } from "./cities.js";
import { SIDES } from "./context.js";
import { pieceWords } from "./stacks.js";

const MOST = 5; // lines the inspector shows
const STACK = 6; // pieces of a space that are named
const STEP_RULES = { allocation: "8.1", boxes: "8.2", influence: "8.5" };

/** {title, kind, lines, rule} of a part, or null: the shell tells what it knows itself. */
export function explain(ctx, reading, kind, id) {
  const told = EXPLAINED[kind]?.(ctx, id, reading) ?? null;
  return told?.faction ? { ...told, faction: factionOf(told.faction, []) } : told; // sides go by the colours of the shell
}

const EXPLAINED = {
  space,
  piece,
  card,
  faction: (ctx, id) => {
    const [first, ...rest] = ctx.factionWords(id);
    return { title: ctx.name(id), kind: first, lines: rest.slice(0, MOST), rule: "8.5", may: undefined };
  },
  map: (ctx) => ({ title: ctx.t("ui.map.label"), lines: [ctx.t("ui.explain.map"), ctx.t("ui.explain.lines"), ctx.t("ui.explain.counter")], rule: "11", may: "", whyNot: null }),
  hand: (ctx) => ({ title: ctx.t("ui.hand.label"), lines: [ctx.t("ui.explain.hand")], rule: "10.1", may: "", whyNot: null }),
  battle: (ctx) => ({ title: ctx.t("ui.battle.label"), lines: [ctx.t("ui.explain.battle")], rule: "12.6", may: "", whyNot: null }),
  victory: (ctx) => ({ title: ctx.t("ui.victory.title"), lines: [ctx.t("ui.explain.victory"), ctx.t("ui.victory.ruler", ctx.view.vp)], rule: "6.1", may: "", whyNot: null }),
  pools: (ctx, side) => ({ title: ctx.t("ui.reserves.steps"), faction: side, lines: [ctx.t("ui.explain.pools")], rule: "14.1", may: "", whyNot: null }),
  city: (ctx, id) => ({ title: ctx.name(id), kind: [ctx.t("ui.map.city"), ctx.name(ctx.printed.spaces[id].region)].join(", "), faction: SIDES.find((side) => side === ctx.view.cities[id]), lines: cityWords(ctx, id), rule: "6.1", may: "", whyNot: null }),
  region: (ctx, region) => ({ title: ctx.name(region), lines: cities(ctx, region), rule: "6.1", may: "", whyNot: null }),
  box: (ctx, box) => ({ title: ctx.t("ui.politics.box", { box }), lines: [deck(ctx, box), ...score(ctx, box)], rule: "8.2", may: "", whyNot: null }),
  boxes: (ctx) => ({ title: ctx.t("ui.politics.title"), lines: BOXES.map((box) => deck(ctx, box)), rule: "8.1", may: "", whyNot: null }),
  step: (ctx, step) => ({ title: ctx.t(`ui.politics.step.${step}`), lines: [ctx.t(`ui.explain.${step}`)], rule: STEP_RULES[step], may: "", whyNot: null }),
  foresight: (ctx) => ({ title: ctx.t("ui.politics.as_known"), lines: [ctx.t("ui.explain.foresight")], rule: "8.5", may: "", whyNot: null }),
  decks: (ctx) => ({ title: ctx.t("ui.politics.cards_left"), lines: [ctx.t("ui.explain.decks")], rule: "8.2", may: "", whyNot: null }),
  table: (ctx) => ({ title: ctx.t("ui.faction.title"), lines: [ctx.t("ui.faction.price"), ctx.t("ui.explain.table")], rule: "8.5", may: "", whyNot: null }),
  piles: (ctx, side) => ({ title: ctx.t("ui.hand.piles_of", { side }), faction: side, lines: piles(ctx, side), may: "", whyNot: null }),
  camp: (ctx, camp) => ({ title: ctx.t(`ui.camp.${camp}`), kind: ctx.t("ui.reserves.title"), lines: [ctx.t("ui.explain.camp")], may: "", whyNot: null }),
};

/** A space: whose it is, its ground, who stands there, whether supply reaches them. */
function space(ctx, id, reading) {
  const { t, name, printed, view } = ctx;
  const row = printed.spaces[id];
  const { units, leaders } = reading.at(id);
  const control = reading.control(id);
  const shift = printed.terrain[row.terrain];
  const facts = [
    t(`ui.terrain.${row.terrain}`) + (shift ? ` ${`${shift}`.replace("-", "−")}` : ""),
    row.city && t("ui.map.city"),
    row.port && t("ui.map.port"),
    row.source && t("ui.map.source", { side: row.source }),
    view.markers.fortified[id] && t("ui.map.fortified", { shift: view.markers.fortified[id] }),
    ...reading.markers(id).map((kind) => t(`ui.marker.${kind}`)),
    reading.isGreen(id) && name("third"),
  ].filter(Boolean);
  const pieces = [...units, ...leaders];
  const standing = pieces.slice(0, STACK).map((unit) => pieceWords(unit, reading, ctx)).join("; ");
  const lines = [facts.join(" · ")];
  if (pieces.length) lines.push(pieces.length > STACK ? `${standing}; +${pieces.length - STACK}` : standing);
  if (units.length) lines.push(supply(ctx, id, units, reading));
  if (row.city) lines.push(...cityWords(ctx, id).slice(0, MOST - lines.filter(Boolean).length));
  const whose = control === "none" ? t("ui.map.nobody") : name(control);
  return { title: name(id), kind: `${name(row.region)}, ${whose}`, faction: ["red", "white"].includes(control) ? control : undefined, lines: lines.filter(Boolean), rule: "11" };
}

function supply({ t, view }, id, units, reading) {
  if (units.some((unit) => reading.cut.has(unit))) return t("ui.map.cut_line");
  const line = view.supply.lines[id];
  return line && t("ui.map.line", { source: line.at(-1), steps: line.length - 1 });
}

/** A unit or leader: its three numbers by name, its marks or abilities, its camp, where it is. */
function piece(ctx, id, reading) {
  const { t, name, printed, view } = ctx;
  const place = reading.placeOf(id);
  const where = reading.isSpace(place) ? name(place) : t(`ui.box.${place}`, {}, "");
  if (reading.isLeader(id)) {
    const { rating, abilities } = printed.leaders[id];
    return { title: name(id), kind: [t("ui.explain.leader"), where].filter(Boolean).join(", "), lines: [[t("ui.explain.rating"), rating], abilities.map((ability) => name(ability)).join(", ")].filter((line) => line.length), rule: "16" };
  }
  const row = printed.units[id];
  const [combat, loss, move] = reading.values(id);
  const marks = [view.units[id]?.[1] === false && t("ui.unit.is_reduced"), ...row.marks.map((mark) => t(`ui.unit.mark.${mark}`))].filter(Boolean);
  const lines = [
    [t("ui.explain.combat"), combat],
    [t("ui.explain.loss"), loss],
    [t("ui.explain.move"), move],
    marks.join(", "),
    reading.cut.has(id) && t("ui.map.cut_line"),
  ].filter(Boolean);
  const kinds = [t(row.army ? "ui.explain.army" : "ui.explain.corps"), t(`ui.camp.${row.camp}`), where];
  return { title: name(id), kind: kinds.filter(Boolean).join(", "), lines, rule: "12" };
}

/** An action card or a political card. */
function card(ctx, id) {
  if (!(id in ctx.printed.action_cards || id in ctx.printed.political_cards)) return null;
  const { t, name, printed } = ctx;
  const text = cardText(ctx, id);
  if (isPolitical(id)) {
    const { box, number } = printed.political_cards[id];
    const kind = t("ui.card.of_box", { box });
    return { title: name(id), kind, lines: [text], rule: "8.2", card: { title: name(id), number, kind, text: [text] } };
  }
  const row = printed.action_cards[id];
  const political = row.timing === "political";
  const fate = political ? "" : t(row.removed ? "ui.card.removed" : "ui.card.returns");
  const kind = t(`ui.card.timing.${row.timing}`, {}, "");
  const uses = actionWords(ctx, id).replace(`${name(id)}: `, "");
  return { title: name(id), kind, faction: sideOf(id), lines: [text, uses, fate].filter(Boolean), rule: political ? "8.1" : "10.1", card: { title: name(id), number: valueOf(row), kind: uses, text: [text, fate].filter(Boolean), faction: sideOf(id) } };
}

const deck = (ctx, box) => ctx.t("ui.politics.deck", { box, n: ctx.view.politics.available[box].length });

/** The victory cities of a region and who is credited with them. */
function cities({ t, view, printed }, region) {
  return Object.entries(view.cities)
    .filter(([city]) => printed.spaces[city]?.region === region)
    .slice(0, 5)
    .map(([city, side]) => t("ui.victory.pip", { city, side }));
}

/** Values lie open once the box is. */
function score(ctx, box) {
  const { politics } = ctx.view;
  const n = BOXES.indexOf(box);
  return n < politics.opened ? [["white", "red"].map((side) => `${ctx.name(side)} ${politics.values[side][n]}`).join(" : ")] : [];
}

function piles({ t, view }, side) {
  return [
    t("ui.hand.held", { side, n: view.counts[side].hand }),
    t("ui.hand.deck", { side, n: view.counts[side].deck }),
    t("ui.hand.discards", { side, n: view.piles[side].discards.length }),
  ];
}
