// What happens in the war and over it, as it is staged: Production, networks and alignments, the Axis reserves, and every Front with
// its strength built up, its die and what comes of it.

import { lastOf, sinceLast } from "/static/scenes.js";
import { POWERS } from "./book.js";
import { communique } from "./report.js";
import { common, luck, own, sounds, WEST } from "./tone.js";

const EACH = 2;
const CERTAIN = 10;

const plate = (power) => `.plates [data-pick~="${power}"]`;
const at = (place) => `.war [data-pick~="${place}"]`;
const t = (book, key, params) => book.t(`ui.stage.${key}`, params);
const powerOf = (book, front) => book.printed.fronts[front]?.power;
const told = (book, kind) => (params) => book.t(`event.${kind}`, params);

// -- Production ----------------------------------------------------------------------------------------------------------------

/** The tokens of all three, as far as they are counted. */
function production(book, params, frame) {
  const counted = sinceLast(frame.log, "conference_won").filter(({ kind }) => kind === "production_counted");
  const rows = counted.map(({ params: { power, tokens } }) => [{ text: book.name(power), seat: power }, "● ".repeat(tokens), tokens]);
  return { tableau: { title: t(book, "production"), sheet: { rows } }, key: "production", hold: counted.length === POWERS.length ? 1800 : 450 };
}

/** A token flies from its power to the place it supports. */
function support(book, { power, front, theater, count, total }) {
  const place = front ?? theater;
  const flies = { from: power ? plate(power) : ".paper", to: at(place), kind: power || "card" };
  const label = { text: book.name(place), seat: power || undefined };
  return { tableau: { changes: [{ label, before: total - count, after: total }], note: t(book, front ? "offensive" : "naval") }, key: `support ${place}`, spot: place, flight: flies, hold: 900, sound: "piece" };
}

/** Dice of the bomb: die, money, what is needed. */
function bomb(book, params, frame) {
  const { roll, modifiers, needed, success, step, power } = params;
  const good = luck(frame, WEST, success);
  return {
    tableau: {
      title: t(book, "bomb"),
      seat: power,
      dice: [{ value: roll, label: modifiers ? `+ ${modifiers}` : "", target: `≥ ${needed}`, good }],
      verdict: { text: t(book, success ? "bomb_step" : "bomb_none", { step, last: book.printed.bomb.steps.length - 1 }), good },
    },
    spot: "abomb",
    hold: 2200,
    wait: success,
  };
}

// -- networks and alignments -----------------------------------------------------------------------------------------------------

const MARKERS = ["network_placed", "network_removed", "alignment_placed", "alignment_removed", "forfeited"];
const doer = ({ params: { by, power } }) => (POWERS.includes(by) ? by : power);

/** What one power has placed and removed in this step, as far as it has come. */
function markers(book, frame) {
  const last = frame.log.at(-1);
  const politics = last.kind.startsWith("alignment") || last.params.marker === "alignment" ? "alignments" : "networks";
  const from = frame.log.findLastIndex((event) => !MARKERS.includes(event.kind) || doer(event) !== doer(last));
  const rows = frame.log.slice(from + 1).map((event) => markerRow(book, event, frame.seat));
  return { tableau: { title: book.t(`ui.phase.${politics}`), seat: doer(last), sheet: { rows: rows.slice(-6) } }, key: `${politics} ${doer(last)}` };
}

function markerRow(book, { kind, params }, seat) {
  const { power, country, total } = params;
  const place = { text: book.name(country ?? ""), seat: power };
  const mine = kind.endsWith("removed") ? { good: power !== seat } : {};
  switch (kind) {
    case "network_placed":
      return [place, `${total - 1} → ${total}`];
    case "network_removed":
      return [place, { text: `${total + 1} → ${total}`, ...(power === seat ? mine : {}) }];
    case "alignment_placed":
      return [place, t(book, "aligned")];
    case "alignment_removed":
      return [place, { text: t(book, "unaligned"), ...(power === seat ? mine : {}) }];
    default:
      return [{ text: book.name(power), seat: power }, t(book, "forfeited", { count: params.count })];
  }
}

/** A marker of the reader that another takes away stays until it is read. */
function marker(book, params, frame, more) {
  const { country, power, by } = params;
  const robbed = power === frame.seat && POWERS.includes(by) && by !== power;
  return { ...markers(book, frame), spot: country, hold: robbed ? 2400 : 1200, ...more };
}

const flown = ({ power, country }) => ({ flight: { from: plate(power), to: at(country), kind: power } });

// -- the Axis reserves -----------------------------------------------------------------------------------------------------------

const ARMIES = { armies_sent: ({ count }) => count, army_by_lot: () => 1, army_by_die: () => 1 };

/** How many armies these events have brought before each Front. */
function gathered(sent) {
  const armies = {};
  for (const { kind, params } of sent) armies[params.front] = (armies[params.front] ?? 0) + ARMIES[kind](params);
  return armies;
}

/**
 * The armies before each Front so far, and the one that has just come. While its die is in the air the sheet does not know where.
 * @param {any} book @param {any} frame @param {{dice?: any[], verdict?: any}} [more]
 */
function deployment(book, frame, { dice, verdict } = {}) {
  const sent = sinceLast(frame.log, "conference_opened").filter(({ kind, params }) => kind in ARMIES && book.printed.fronts[params.front]);
  const armies = gathered(sent);
  const before = dice ? gathered(sent.filter((event) => event !== frame.log.at(-1))) : armies;
  const rows = Object.entries(armies).map(([front, count]) => {
    const had = before[front] ?? 0;
    const cell = (words, name) => (had === count ? words(count) : { ...name, text: words(count), until: had ? words(had) : "" });
    const name = { text: book.name(front), seat: powerOf(book, front) };
    return [had ? name : cell(() => name.text, name), cell((n) => "■ ".repeat(n)), cell(String)];
  });
  return { tableau: { title: t(book, "reserves"), dice, verdict, sheet: rows.length ? { rows } : undefined }, key: "reserves" };
}

const army = (book, kind, params, frame) => {
  const dice = params.roll === undefined ? undefined : [{ value: params.roll }];
  return { ...deployment(book, frame, { dice, verdict: { text: told(book, kind)(params) } }), spot: params.front, hold: 1300, sound: dice ? "die" : "piece" };
};

// -- the Fronts ------------------------------------------------------------------------------------------------------------------

/**
 * Strength line by line, the die against it, the consequence. All of it is in the event.
 * @param {any} book @param {any} params @param {any} frame @param {{verdict?: any, note?: string}} [more]
 */
function trial(book, params, frame, { verdict, note } = {}) {
  const { front, space, strength, base, support: supports, armies, naval, needed, roll, sides, success } = params;
  const good = own(frame, powerOf(book, front), Boolean(success));
  const ships = needed ? [t(book, "ships", { naval, needed })] : undefined;
  return {
    title: `${book.name(front)} → ${book.name(space)}`,
    seat: powerOf(book, front),
    sum: {
      lines: [
        { label: t(book, "base"), value: base },
        { label: t(book, "support", { count: supports }), value: EACH * supports },
        { label: t(book, "armies", { count: armies }), value: -EACH * armies },
      ],
      total: { label: t(book, "strength"), value: String(strength).replace("-", "−") },
    },
    dice: roll === undefined ? [] : [{ faces: sides, value: roll, target: strength >= CERTAIN ? t(book, "certain") : `≤ ${strength}`, good }],
    verdict: verdict ?? { text: success ? `→ ${book.name(space)}` : t(book, "stays"), good },
    lines: ships,
    note,
  };
}

/** The same tableau goes on after the roll, with what came of it: the die lies still, the sum stands. */
function goesOn(book, front, frame, more) {
  const rolled = lastOf(frame.log, "front_rolled", (params) => params.front === front);
  if (!rolled) return { spot: front };
  const { sum, ...rest } = trial(book, rolled.params, frame, more);
  const lines = [`${sum.total.label} ${sum.total.value}`, ...(rest.lines ?? [])];
  return { tableau: { ...rest, lines, dice: rest.dice.map((each) => ({ ...each, still: true })) }, key: front, spot: front };
}

/** Why a Front does not even try. One that nobody supported passes by; the report of the conference names it. */
function stopped(book, params, frame) {
  const { front, why, issue, naval, needed, support: supports } = params;
  const words = { naval: () => t(book, "lacks_ships", { naval, needed }), conditional: () => t(book, "needs_issue", { issue }), strength: () => t(book, "weak") };
  return { tableau: trial(book, params, frame, { verdict: { text: words[why](), good: own(frame, powerOf(book, front), false) } }), key: front, spot: front, hold: 1500, wait: supports > 0 };
}

/** A Front that has moved, with the words of it. */
function advanced(book, front, frame, text, more = {}) {
  const good = own(frame, powerOf(book, front), true);
  return { ...goesOn(book, front, frame, { verdict: { text, good }, ...more }), sound: sounds(good) };
}

const entered = (book, { front, space }, frame) => ({ ...advanced(book, front, frame, `→ ${book.name(space)}`), hold: 1600, wait: true });

const brokeThrough = (book, params, frame) => ({ ...advanced(book, params.front, frame, told(book, "breakthrough")(params), { note: t(book, "second_space") }), hold: 1800 });

/** An Axis power gives up: who stands in its land, and what is left of the war. */
function surrendered(book, { nation }) {
  const { fronts, surrendered: beaten } = book.view;
  const inside = Object.entries(fronts).filter(([, { space }]) => space === nation).map(([front]) => ({ text: book.name(front), seat: powerOf(book, front) }));
  return {
    tableau: { title: told(book, "surrendered")({ nation }), grave: true, lines: inside.length ? inside : [t(book, "emperor")], note: t(book, "beaten", { count: Object.keys(beaten).length }) },
    spot: [nation, ...Object.keys(fronts).filter((front) => fronts[front].space === nation)],
    wait: true,
    sound: "bell",
  };
}

function collapsed(book, params) {
  const { front, space, unit, left } = params;
  return {
    tableau: { title: told(book, "collapse")(params), grave: true, lines: [{ text: t(book, "reached", { front, space }), seat: powerOf(book, front) }], changes: [{ label: book.name(unit), before: left + 1, after: left }] },
    spot: front,
    wait: true,
    sound: "bell",
  };
}

// -- the end ---------------------------------------------------------------------------------------------------------------------

/** 4.43: what each pays or gains, all three in one tableau. */
function negotiated(book, params, frame) {
  const lines = sinceLast(frame.log, "conference_closed").filter(({ kind }) => kind === "negotiated");
  const changes = lines.map(({ params: { power, before, after } }) => ({ label: { text: book.name(power), seat: power }, before, after }));
  const dice = params.roll ? [{ value: params.roll, label: book.name(params.power) }] : [];
  return { tableau: { title: book.name("negotiated_peace"), dice, changes, note: t(book, "first_pays") }, key: "negotiated", hold: 1600, wait: lines.length === POWERS.length };
}

const agendas = (book, { tokens, points }) => ({
  tableau: { title: told(book, "secret_agenda")({}), sheet: { rows: POWERS.map((power) => [{ text: book.name(power), seat: power }, (tokens[power] ?? []).map((id) => book.name(id)).join(" · ") || "–", `+${points[power]}`]) } },
  wait: true,
});

const over = (book, params) => ({
  tableau: { title: told(book, "game_over")(params), seat: params.power, changes: POWERS.map((power) => ({ label: { text: book.name(power), seat: power }, before: params.totals[power], after: params.adjusted[power] })) },
  wait: true,
  sound: "bell",
});

export const CAMPAIGN = {
  convoy: (book, params, frame) => {
    const good = own(frame, params.power, params.arrived);
    return { tableau: { title: t(book, "convoy"), dice: params.roll ? [{ value: params.roll, good }] : [], verdict: { text: told(book, "convoy")(params), good } }, spot: "arctic", hold: 1800 };
  },
  pol_mil_rolled: (book, { dice, country }) => ({ tableau: { title: book.name("pol_mil"), dice: dice.map((value) => ({ value })), verdict: { text: `→ ${book.name(country)}` } }, spot: country, hold: 1600, key: "pol_mil" }),
  partisan_strife: (book, { roll, spaces }) => ({ tableau: { title: t(book, "strife"), dice: [{ value: roll }], verdict: { text: t(book, "strife_spaces", { count: spaces }) } }, hold: 1700, key: "pol_mil" }),
  marker_wasted: (book, { country }) => ({ spot: country, hold: 1100 }),
  support_lost: (book, { theater, power }, frame) => ({ spot: theater, hold: 1000, sound: sounds(own(frame, power, false)) }),
  offensive_directed: (book, { front, power }) => ({ spot: front, flight: { from: plate(power), to: at(front), kind: power }, hold: 1500, sound: "piece" }),
  production_counted: production,
  command_given: { hold: 1400 },
  offensive_placed: support,
  naval_placed: support,
  naval_lost: (book, { theater, count, total }, frame) => ({ tableau: { changes: [{ label: book.name(theater), before: total + count, after: total }], note: t(book, "naval") }, spot: theater, hold: 1200, sound: sounds(own(frame, powerOf(book, book.printed.theaters[theater].front), false)) }),
  offensive_lost: (book, { front, count, total }, frame) => ({ tableau: { changes: [{ label: book.name(front), before: total + count, after: total }], note: t(book, "offensive") }, spot: front, hold: 1200, sound: sounds(own(frame, powerOf(book, front), false)) }),
  token_wasted: (book, { theater, power }, frame) => ({ spot: theater, hold: 1000, sound: sounds(own(frame, power, false)) }),
  marker_lost: { hold: 1100 },
  pol_mil_activated: (book, { power, issue }) => ({ spot: [issue, power], hold: 1400 }),
  abomb_funded: { spot: "abomb", hold: 1300 },
  abomb_rolled: bomb,
  espionage: (book, { power }, frame) => ({ spot: "abomb", hold: 1700, sound: sounds(luck(frame, power, true)) }),
  global_moved: (book, { marker: moved }) => ({ spot: moved, hold: 1500 }),
  global_settled: { hold: 1200 },
  handed_over: { hold: 1200 },
  network_placed: (book, params, frame) => marker(book, params, frame, { ...flown(params), sound: "piece" }),
  network_removed: (book, params, frame) => marker(book, params, frame, { sound: sounds(own(frame, params.power, false)) }),
  alignment_placed: (book, params, frame) => marker(book, params, frame, { ...flown(params), hold: 1500, sound: sounds(own(frame, params.power, true)) }),
  alignment_removed: (book, params, frame) => marker(book, params, frame, { sound: sounds(own(frame, params.power, false)), hold: 2000, wait: params.power === frame.seat && params.by !== params.power }),
  forfeited: (book, params, frame) => ({ ...markers(book, frame), hold: 1100 }),
  armies_sent: (book, params, frame) => army(book, "armies_sent", params, frame),
  army_by_lot: (book, params, frame) => army(book, "army_by_lot", params, frame),
  army_by_die: (book, params, frame) => army(book, "army_by_die", params, frame),
  reserves_deployed: (book, params, frame) => ({ ...deployment(book, frame, { verdict: { text: told(book, "reserves_deployed")(params) } }), hold: 2600, wait: true, spot: Object.keys(params.armies) }),
  sortie_rolled: (book, { roll, front }) => ({ tableau: { title: t(book, "sortie"), dice: [{ value: roll, target: "1, 2" }], verdict: { text: front ? `→ ${book.name(front)}` : t(book, "in_port") } }, key: "fleet", spot: front || [], hold: 1800 }),
  fleet_fate: (book, { roll, front, sunk }, frame) => ({ tableau: { title: t(book, "fleet"), dice: [{ value: roll, target: "≤ 4", good: common(frame, sunk) }], verdict: { text: t(book, sunk ? "sunk" : "home"), good: common(frame, sunk) } }, key: "fleet", spot: front, hold: 1800 }),
  front_stopped: stopped,
  front_rolled: (book, params, frame) => ({ tableau: trial(book, params, frame), key: params.front, spot: params.front, hold: 1900, wait: !params.success }),
  front_entered: entered,
  breakthrough: brokeThrough,
  collapse: collapsed,
  issue_removed: { hold: 1300 },
  technology: (book, { power }, frame) => ({ spot: power, hold: 1300, sound: sounds(own(frame, power, true)) }),
  surrendered,
  conference_closed: (book, params, frame) => ({ tableau: communique(book, frame.log, params), over: undefined, wait: true, hold: 3200 }),
  alliance_rolled: (book, params) => ({ tableau: { title: told(book, "alliance_rolled")(params), seat: params.power, dice: [{ value: params.roll }] }, wait: true }),
  negotiated,
  secret_agenda: agendas,
  game_over: over,
};
