// What every drawn thing of the board is: the words of the inspector, and the signs of the legend.

import { faces, worth } from "./cards.js";
import { note } from "./panels.js";
import { ageOf, OPPONENT, pileNow, pilesOf, readPile, seatedSide } from "./reading.js";
import { brokenAt } from "./supply_line.js";

const FACTION = { axis: "axis", allied: "allies" };
const YEARS = [1940, 1941, 1942, 1943, 1944];
const CARD = /^(air|army|fleet|fort|decoy|neutral)(_\d)?$/;

const rule = (context, number) => context.shell.t(`rule.${number}.text`);
const ruled = (number, title) => (context) => ({ title: context.shell.t(title), lines: [rule(context, number)], rule: number });

const TELL = {
  province,
  offmap: (context, place) => {
    const { t, name } = context.shell;
    const open = place === "usa_canada" || context.view.flags.ussr_at_war;
    const facts = open ? [t("ui.tip.source"), t("ui.tip.resources", { count: context.offMap[place] })] : [t("ui.map.closed")];
    return { title: name(place), kind: name("allied"), lines: [...facts, rule(context, place === "urals" ? "9.2" : "9.4")], rule: place === "urals" ? "9.2" : "9.4", faction: "allies" };
  },
  pile,
  card,
  plan,
  segment: (context, age) => {
    const { t } = context.shell;
    return { title: t(`ui.wheel.age${age}`), kind: t("ui.inspect.age", { age }), lines: [t(`ui.inspect.segment${age}`)], rule: age === "0" ? "5.1" : "5.4" };
  },
  space: (context, id) => {
    const { t, name } = context.shell;
    const [side, space] = id.split(":");
    const age = ageOf(context.view.sides[side].dial, space);
    return { title: name(space), kind: `${name(side)} · ${t(`ui.wheel.age${age}`)}`, lines: [t("ui.inspect.empty_space"), t(`ui.inspect.segment${age}`)], rule: "5.1", faction: FACTION[side] };
  },
  wheel: (context, side) => {
    const { t, name } = context.shell;
    const ops = Object.keys(context.view.sides[side].ops).length;
    return { title: t("ui.wheel.label", { side }), kind: t("ui.inspect.operations", { count: ops }), lines: [rule(context, "3.1.1")], rule: "3.1.1", faction: FACTION[side], value: name(side) };
  },
  exit: ruled("3.1.1", "ui.inspect.exit"),
  year: (context, year) => {
    const { t } = context.shell;
    const { view } = context;
    const when = Number(year) < view.year ? "past" : Number(year) > view.year ? "coming" : "now";
    const lines = when === "now" && view.season === "winter" ? [rule(context, "6.8")] : [rule(context, Number(year) === YEARS.at(-1) ? "12" : "3")];
    return { title: year, kind: when === "now" ? `${t(`ui.season.${view.season}`)} · ${t("ui.headline.turn", { turn: view.turn_no, side: view.active })}` : t(`ui.inspect.year_${when}`), lines, rule: Number(year) === YEARS.at(-1) ? "12" : "3" };
  },
  vp: (context) => {
    const { t } = context.shell;
    const { vp, vp_threshold: goal, vp_at_year_end: more } = context.view;
    return { title: t("ui.inspect.vp"), kind: t("ui.inspect.vp_now", { vp, goal }), lines: [t("ui.inspect.vp_more", { more, total: vp + more }), rule(context, "12")], rule: "12", faction: "axis" };
  },
  industry: (context) => {
    const { t, name } = context.shell;
    const line = (side) => [name(side), t("ui.inspect.production", context.view.sides[side])];
    return { title: t("ui.track.industry"), lines: [line("axis"), line("allied"), rule(context, "10.1")], rule: "10.1" };
  },
  heap: (context, name) => {
    const { t } = context.shell;
    const side = seatedSide(context.view);
    const lines = [t("ui.inspect.both", { own: context.view.sides[side][name], other: context.view.sides[OPPONENT[side]][name] }), t(`ui.inspect.${name}`)];
    return { title: context.shell.name(name), kind: t("ui.piles.title"), lines, rule: name === "draw" ? "3.1.4" : "1.6" };
  },
  intel: (context, side) => {
    const { t, name } = context.shell;
    const { ready, used } = context.view.sides[side].intel;
    return { title: t("ui.intel.title"), kind: name(side), lines: [t("ui.inspect.tokens", { ready, used }), t("ui.inspect.look_price"), rule(context, "11.2")], rule: "11.2", faction: FACTION[side] };
  },
  advantage: (context) => ({ title: context.shell.name("advantage"), kind: context.shell.name(context.view.advantage), lines: [rule(context, "5.5.3")], rule: "5.5.3", faction: FACTION[context.view.advantage] }),
  victory: (context, where) => {
    const { t, name } = context.shell;
    const [place, id] = where.split(":");
    const target = id && context.victoryProvince(id);
    const held = target && context.view.provinces[target].control === "axis";
    const title = target ? `${context.number(target)} ${name(target)}` : t("ui.victory.title");
    const lines = [t(`ui.inspect.victory_${place}`), ...(target ? [t(held ? "ui.inspect.held" : "ui.inspect.not_held")] : []), rule(context, "12")];
    return { title, kind: t("ui.victory.card"), lines, rule: "12", faction: "axis" };
  },
  hand: (context) => ({ title: context.shell.t("ui.hand.label"), lines: [rule(context, "3.1.4")], rule: "3.1.4" }),
  map: (context) => ({ title: context.shell.t("ui.map.label"), lines: [context.shell.t("ui.inspect.map")], rule: "7.1" }),
  balance: ({ shell }) => ({ title: shell.t("ui.balance.title"), lines: [`${shell.name("axis")} – ${shell.name("allied")}`] }),
  seen: ({ shell }) => ({ title: shell.t("ui.seen.title"), lines: [shell.t("ui.seen.none")] }),
  battle: ruled("5.5.2", "ui.inspect.battle"),
  scale: ruled("6.3", "ui.inspect.scale"),
  duel: ruled("11.2", "ui.duel.title"),
  choice: ruled("12", "ui.victory.choose"),
  shop: ruled("10.1", "ui.shop.title"),
  bid: ruled("A6", "ui.bid.title"),
  look: ruled("11.3", "ui.look.title"),
};

/** kind and id of [data-inspect] → what the inspector shows; null for what the shell knows itself. */
export function inspect(context, kind, id, event) {
  return context?.view && TELL[kind] ? TELL[kind](context, id, event) : null;
}

function province(context, id) {
  const { view, shell } = context;
  const { t, name } = shell;
  const here = view.provinces[id];
  const printed = context.printed(id);
  const { piles, attack } = pilesOf(view, id);
  const sums = piles.map((each) => `${t("ui.map.pile", { side: each.side, count: each.count })}${each.cards ? ` (${cardNames(context, each.cards)})` : seen(context, each.id)}`);
  if (attack) sums.push(`${t("ui.map.quagmire", { side: attack.side, count: attack.count })}${attack.cards ? ` (${cardNames(context, attack.cards)})` : seen(context, attack.id)}`);
  const worths = [
    printed.supply_source === here.control && t("ui.tip.source"),
    printed.resources > 0 && t("ui.tip.resources", { count: printed.resources }),
    printed.vp > 0 && t("ui.tip.vp", { count: printed.vp }),
    t(`ui.winter.${printed.winter}`),
    here.supplied === false && cutOff(context, id),
  ].filter(Boolean);
  const lines = [
    sums.length ? sums.join("; ") : t("ui.map.undefended"),
    worths.join(" · "),
    ...(context.duties.has(id) ? [t("ui.map.duty")] : []),
    ...(printed.minor_neutral ? [t("ui.inspect.minor")] : []),
    t("ui.tip.near", { places: printed.near }),
  ];
  const told = { title: `${printed.number} ${name(id)}`, kind: here.control === "neutral" ? name("neutral") : t("ui.map.held", { side: here.control }), lines, rule: here.supplied === false ? "7.3" : "4", faction: FACTION[here.control] };
  const odds = context.forecastOf?.(id);
  return odds ? { ...told, odds } : told;
}

/** Out of supply, and what breaks the line. */
function cutOff({ view, atlas, shell }, id) {
  const { places, all } = brokenAt(view, atlas.printed, id);
  return places.length ? shell.t("ui.inspect.cut_at", { places, all }) : shell.t("ui.map.cut_off");
}

const cardNames = (context, cards) => cards.map((card) => context.shell.name(card)).join(", ");

/** What was seen of a pile, in brackets. */
function seen(context, pile) {
  const entry = context.sightings.get(pile)?.[0];
  return entry ? ` (${sighting(context, entry, pileNow(context.view, pile).count)})` : "";
}

function sighting(context, entry, count) {
  const names = entry.seen.map((card) => context.shell.name(entry.pile === "vic:board" ? context.victoryProvince(card) : card)).join(", ");
  return `${names}: ${note(entry, count, context.shell)}`;
}

function pile(context, id) {
  const { view, shell } = context;
  const { t } = shell;
  const { kind, place, side } = readPile(id);
  const { count } = pileNow(view, id);
  const own = kind === "op" ? null : [...pilesOf(view, place).piles, pilesOf(view, place).attack].find((each) => each?.id === id)?.cards;
  const entries = context.sightings.get(id) ?? [];
  const lines = own ? [cardNames(context, own)] : entries.slice(0, 3).map((entry) => sighting(context, entry, count));
  if (!own && !entries.length) lines.push(t("ui.inspect.unseen"));
  const { low, high } = entries[0] ?? {};
  if (low !== undefined && low !== null) lines.push([t("ui.seen.bounds"), low === high ? `${low}` : `${low}–${high}`]);
  if (context.blocked.has(id)) lines.push(t("ui.inspect.blocked"));
  if (kind === "op") lines.push(t(`ui.inspect.segment${view.sides[side].ops[place].age}`));
  return { title: context.pileName(id), kind: t("ui.inspect.face_down", { count }), lines, rule: own ? "4" : "11.3", faction: FACTION[side] };
}

/** A card of the reader's own; of one that a line of the log names only what is printed on the cards of both. */
function card(context, id, event) {
  if (!CARD.test(id)) return null;
  const { t, name } = context.shell;
  const { kind, strength } = faces(id);
  const side = event ? "" : seatedSide(context.view);
  const value = (battle, role) => worth(id, battle, role) || "–";
  const line = (battle) => [t(`ui.inspect.${battle}`), t("ui.inspect.worth", { attack: value(battle, "attack"), defence: value(battle, "defence") })];
  const text = t(id.startsWith("neutral") ? "ui.inspect.neutral" : `ui.about.${kind}`);
  return {
    title: name(id),
    kind: t(`ui.card.${id.startsWith("neutral") ? "neutral" : kind}`),
    lines: [line("land"), line("sea"), text],
    rule: "5.5.4",
    faction: id.startsWith("neutral") ? undefined : FACTION[side],
    card: { title: name(id), number: kind === "decoy" ? 0 : strength, kind: side && name(side), text, rule: "5.5.4", faction: FACTION[side] },
  };
}

/** An own operation: what it is for, what it is worth by its own cards, and when it may be launched. */
function plan(context, space) {
  const { view, shell } = context;
  const { t, name } = shell;
  const { target, cards, age } = view.sides[view.side].ops[space];
  const lines = [
    [t("ui.text.cards"), cardNames(context, cards)],
    [t("ui.inspect.own_strength"), context.worth(target, cards)],
    t(`ui.inspect.segment${age}`),
    t(age >= 2 ? "ui.inspect.expires" : "ui.inspect.ready_in", { turns: age >= 2 ? 6 - age : 2 - age }),
  ];
  const told = { title: `${name(space)}: ${name(target)}`, kind: t("ui.inspect.age", { age }), lines, rule: "5.5", faction: FACTION[view.side] };
  const odds = context.forecastOf?.(target);
  return odds ? { ...told, odds } : told;
}

/** The signs of the board, for the legend: only what is on screen is listed. */
export function legend(context) {
  const { t } = context.shell;
  const sign = (id, box = "0 0 16 16") => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    node.setAttribute("viewBox", box);
    node.setAttribute("width", "20");
    node.setAttribute("height", "20");
    node.setAttribute("fill", "currentColor");
    node.innerHTML = `<use href="#fow-${id}" width="16" height="16"/>`;
    return node;
  };
  return [
    { selector: '.pieces use[href="#fow-crate"]', sign: sign("crate"), words: t("ui.tip.source") },
    { selector: '.pieces use[href="#fow-resources"]', sign: sign("resources"), words: t("ui.legend.resources") },
    { selector: '.pieces use[href="#fow-vp"]', sign: sign("vp"), words: t("ui.legend.vp") },
    { selector: '.pieces use[href="#fow-flake"]', sign: sign("flake"), words: t("ui.legend.snow") },
    { selector: '.pieces use[href="#fow-sun"]', sign: sign("sun"), words: t("ui.legend.sun") },
    { selector: '.pieces use[href="#fow-cut-off"]', sign: sign("cut-off"), words: t("ui.map.cut_off") },
    { selector: '.pieces use[href="#fow-mire"]', sign: sign("mire"), words: t("ui.legend.mire") },
    { selector: '.fow-board use[href="#fow-eye"]', sign: sign("eye"), words: t("ui.legend.eye") },
    { selector: '.fow-board use[href="#fow-lock"]', sign: sign("lock"), words: t("ui.legend.lock") },
    { selector: ".pieces .num.red", sign: "12", words: t("ui.inspect.minor") },
    { selector: ".pieces .bare", sign: "▯", words: t("ui.map.undefended") },
    { selector: ".pieces .ties path", sign: "•–", words: t("ui.legend.tie") },
    { selector: ".wheel .seg", sign: "D +1", words: t("ui.inspect.segment2") },
    { selector: ".wheel .way-out", sign: "✕", words: t("ui.inspect.exit") },
  ];
}
