// How the events of Churchill look: see docs/table.md. What happens in the war is laid over the round table, what happens at
// the table over the maps: the place itself stays in sight.

import { lastOf, sinceLast, staging } from "/static/scenes.js";
import { POWERS } from "./book.js";

const QUIET_KINDS = ["dealt", "placing_order", "reserve_assigned", "production_committed", "gained", "technology", "issue_removed", "purge_pending"];

const WAR = /^(front|army|armies|sortie|fleet|naval|offensive|token|support|network|alignment|marker|forfeited|reserves|breakthrough|collapse|abomb|espionage|global|surrendered|command|convoy|pol_mil|partisan|conference_closed)/;

const BASE = 2;
const EACH = 2;
const CERTAIN = 10;

/** Strength line by line, the die against it, the consequence. */
function trial(book, front, { strength, roll, success, space }, { entered, note } = {}) {
  const { support, armies } = book.view.fronts[front];
  const t = (key, params) => book.t(`ui.stage.${key}`, params);
  return {
    title: book.name(front),
    seat: book.printed.fronts[front].power,
    sum: {
      lines: [
        { label: t("base"), value: BASE },
        { label: t("support", { count: support }), value: EACH * support },
        { label: t("armies", { count: armies }), value: -EACH * armies },
      ],
      total: { label: t("strength"), value: strength },
    },
    dice: roll === undefined ? [] : [{ faces: 10, value: roll, target: strength >= CERTAIN ? t("certain") : `≤ ${strength}`, good: success }],
    verdict: { text: success ? `→ ${book.name(entered ?? space)}` : t("stays"), good: success },
    note,
  };
}

/** Lies still: the same tableau goes on after the roll, with what came of it. */
function goesOn(book, front, frame, more) {
  const rolled = lastOf(frame.log, "front_rolled", (params) => params.front === front);
  if (!rolled) return { spot: front };
  const { sum, ...told } = trial(book, front, rolled.params, more);
  return { tableau: { ...told, dice: told.dice.map((each) => ({ ...each, still: true })) }, key: front, spot: front };
}

const power = (book, front) => book.printed.fronts[front].power;

/** Who won what at the conference. */
function conferenceSheet(book, winner) {
  const rows = POWERS.map((each) => {
    const won = book.issuesAt("chair", each);
    return [{ text: book.name(each), seat: each }, won.length, won.map((issue) => book.short(issue)).join(" · ") || "–"];
  });
  return { title: book.t("event.conference_won", { power: winner }), seat: winner, sheet: { rows } };
}

/** What the seven Fronts did, and what it was worth. */
function communique(book, log, { number, points }) {
  const told = sinceLast(log.slice(0, -1), "conference_closed");
  const entered = told.filter(({ kind }) => kind === "front_entered");
  const rows = told
    .filter(({ kind }) => kind === "front_rolled" || kind === "front_stopped")
    .map(({ kind, params }) => {
      const last = entered.filter((event) => event.params.front === params.front).at(-1)?.params.space;
      const what = kind === "front_stopped" ? book.t(`ui.barred.${params.why}`, {}, book.t("ui.stage.weak")) : last ? `→ ${book.name(last)}` : book.t("ui.stage.stays");
      return [{ text: book.name(params.front), seat: power(book, params.front) }, params.strength, params.roll ?? "–", { text: what, good: Boolean(last) }];
    });
  const opened = lastOf(told, "conference_opened")?.params.points;
  const changes = points && opened ? POWERS.map((each) => ({ label: { text: book.name(each), seat: each }, before: opened[each], after: points[each] })) : undefined;
  const head = ["", book.t("ui.stage.strength"), book.t("ui.stage.die"), ""];
  return { title: book.t("event.conference_closed", { number }), sheet: rows.length ? { head, rows } : undefined, changes };
}

const die = (value, more) => ({ value, ...more });
const telling = (kind) => (book, params) => ({ tableau: { title: book.t(`event.${kind}`, params), seat: params.power }, wait: true });

const SCENES = {
  conference_opened: (book, { card, number }) => ({
    card: { title: book.name(card), kind: book.t("ui.stage.conference", { number }), lines: (book.printed.bands[card] ?? []).map((band) => book.name(`${card}.${band}.title`)) },
    hold: 2600,
    wait: true,
    sound: "card",
  }),
  leader_restricted: { hold: 1300 },
  convoy: (book, { roll, arrived }) => ({ dice: roll ? [die(roll, { good: arrived })] : [], spot: "arctic", hold: 1600 }),
  health_modified: { hold: 1200 },
  pol_mil_rolled: (book, { dice, country }) => ({ tableau: { title: book.name("pol_mil"), dice: dice.map((value) => die(value)), verdict: { text: book.name(country) } }, spot: country, hold: 1600 }),
  partisan_strife: (book, { roll }) => ({ dice: [die(roll)], hold: 1600 }),
  marker_wasted: (book, { country }) => ({ spot: country, hold: 1000 }),
  agenda_revealed: (book, { power: who, card, value }) => ({ card: { title: book.name(card), kind: book.t("ui.plate.agenda", { value }), seat: who }, key: "agenda", spot: who, hold: 1200 }),
  agenda_won: (book, { power: who }) => ({ spot: who, hold: 1400 }),
  leader_committed: (book, { power: who, card }) => ({ card: { title: book.name(card), seat: who }, spot: who, hold: 1500 }),
  tie_declined: { hold: 900 },
  issue_tabled: (book, { issue }) => ({ spot: issue, flight: { from: ".folderbox", to: `[data-pick~="${issue}"]`, kind: "slip" }, hold: 350 }),
  advanced: (book, { power: who, issue, card }) => ({ card: { title: book.name(card), kind: book.t("ui.stage.advances"), text: book.name(issue), seat: who }, spot: issue, hold: 1700, sound: "card" }),
  debated: (book, { power: who, issue, card }) => ({ card: { title: book.name(card), kind: book.t("ui.stage.debates"), text: book.name(issue), seat: who }, spot: issue, hold: 1700, sound: "card" }),
  declined: (book, { power: who }) => ({ spot: who, hold: 900 }),
  passed: (book, { power: who }) => ({ spot: who, hold: 900 }),
  card_discarded: (book, { power: who }) => ({ spot: who, hold: 900 }),
  chief_rolled: (book, { card, power: who, roll }) => ({ tableau: { title: book.name(card), seat: who, dice: [die(roll)] }, hold: 1700 }),
  health_rolled: (book, { card, power: who, roll, hit }) => ({ tableau: { title: book.name(card), seat: who, dice: [die(roll, { good: !hit })] }, hold: hit ? 2400 : 1700 }),
  purge_rolled: (book, { card, power: who, roll, hit }) => ({ tableau: { title: book.name(card), seat: who, dice: [die(roll, { good: !hit })] }, hold: hit ? 2400 : 1700, wait: hit }),
  leader_rolled: (book, { card, power: who, roll, hit }) => ({ tableau: { title: book.name(card), seat: who, dice: [die(roll, { faces: 12, good: !hit })] }, hold: hit ? 2400 : 1700 }),
  paranoia_rolled: (book, { card, power: who, roll, hit }) => ({ tableau: { title: book.name(card), seat: who, dice: [die(roll, { faces: 12, good: !hit })] }, hold: hit ? 2400 : 1700 }),
  card_removed: (book, params) => ({ card: { title: book.name(params.card), text: book.t("event.card_removed", params), seat: params.power }, wait: true, sound: "bad" }),
  leader_ill: (book, params) => ({ card: { title: book.name(params.card), text: book.t("event.leader_ill", params), seat: params.power }, wait: true, sound: "bad" }),
  leader_died: (book, params) => ({ card: { title: book.name(params.card), text: book.t("event.leader_died", params), seat: params.power }, wait: true, sound: "bad" }),
  support_lost: (book, { theater }) => ({ spot: theater, hold: 900 }),
  issue_won: (book, { issue, power: who }) => ({ spot: [issue, who], hold: 900, sound: "piece" }),
  issue_kept: (book, { issue, power: who }) => ({ spot: [issue, who], hold: 600, sound: "piece" }),
  conference_won: (book, { power: who }) => ({ tableau: conferenceSheet(book, who), wait: true, hold: 2800 }),
  offensive_directed: (book, { front }) => ({ spot: front, hold: 1300 }),
  production_counted: { hold: 700 },
  command_given: { hold: 1300 },
  offensive_placed: (book, { front, power: who }) => ({ spot: front, flight: { from: `[data-pick~="${who}"]`, to: `[data-pick~="${front}"]`, kind: who }, hold: 800, sound: "piece" }),
  naval_placed: (book, { theater, power: who }) => ({ spot: theater, flight: { from: `[data-pick~="${who}"]`, to: `[data-pick~="${theater}"]`, kind: who }, hold: 800, sound: "piece" }),
  naval_lost: (book, { theater }) => ({ spot: theater, hold: 1000 }),
  offensive_lost: (book, { front }) => ({ spot: front, hold: 1000 }),
  token_wasted: (book, { theater }) => ({ spot: theater, hold: 900 }),
  marker_lost: { hold: 1000 },
  pol_mil_activated: { hold: 1300 },
  abomb_funded: { spot: "abomb", hold: 1300 },
  abomb_rolled: (book, { roll, modifiers, success, power: who }) => ({
    tableau: { title: book.name("abomb"), seat: who, dice: [die(roll, { label: `+ ${modifiers}`, good: success })] },
    spot: "abomb",
    hold: 1900,
    sound: "die",
  }),
  espionage: { spot: "abomb", hold: 1600 },
  global_moved: (book, { marker }) => ({ spot: marker, hold: 1300 }),
  global_settled: { hold: 1200 },
  handed_over: { hold: 1200 },
  network_placed: (book, { country, power: who }) => ({ spot: country, flight: { from: `[data-pick~="${who}"]`, to: `[data-pick~="${country}"]`, kind: who }, hold: 1000, sound: "piece" }),
  network_removed: (book, { country }) => ({ spot: country, hold: 1000 }),
  alignment_placed: (book, { country }) => ({ spot: country, hold: 1300, sound: "good" }),
  alignment_removed: (book, { country }) => ({ spot: country, hold: 1300, sound: "bad" }),
  forfeited: { hold: 1000 },
  reserves_deployed: (book, { armies }) => ({
    tableau: { title: book.t("event.reserves_deployed", { armies }), sheet: { rows: Object.entries(armies).map(([front, n]) => [{ text: book.name(front), seat: power(book, front) }, "■ ".repeat(n), n]) } },
    hold: 2600,
    spot: Object.keys(armies),
  }),
  armies_sent: (book, { front }) => ({ spot: front, hold: 1000, sound: "piece" }),
  army_by_lot: (book, { front }) => ({ tableau: { title: book.name(front), seat: power(book, front), verdict: { text: `■ → ${book.name(front)}` } }, spot: front, hold: 1200, key: "army" }),
  army_by_die: (book, { front, roll }) => ({ tableau: { title: book.name(front), dice: [die(roll)], verdict: { text: `■ → ${book.name(front)}` } }, spot: front, hold: 1200, key: "army" }),
  sortie_rolled: (book, { roll, front }) => ({ tableau: { title: book.t("ui.stage.sortie"), dice: [die(roll)], verdict: { text: front ? book.name(front) : "–" } }, spot: front || [], hold: 1700 }),
  fleet_fate: (book, { roll, front, sunk }) => ({ tableau: { title: book.t("ui.stage.fleet"), dice: [die(roll, { good: sunk })], verdict: { text: book.t(sunk ? "ui.stage.sunk" : "ui.stage.home"), good: sunk } }, spot: front, hold: 1700 }),
  front_stopped: (book, { front, why, ...params }) => ({
    tableau: { ...trial(book, front, { ...params, success: false }), verdict: { text: book.t(`ui.obstacle.${why}`, {}, book.t("ui.stage.weak")), good: false } },
    key: front,
    spot: front,
    hold: 1500,
  }),
  front_rolled: (book, params) => ({ tableau: trial(book, params.front, params), key: params.front, spot: params.front, hold: 1900 }),
  front_entered: (book, { front, space }, frame) => ({ ...goesOn(book, front, frame, { entered: space }), hold: 1400, sound: "good" }),
  breakthrough: (book, params, frame) => ({ ...goesOn(book, params.front, frame, { note: book.t("event.breakthrough", params) }), hold: 1800, sound: "good" }),
  collapse: (book, params) => ({ tableau: { title: book.t("event.collapse", params) }, wait: true, sound: "bell" }),
  surrendered: telling("surrendered"),
  conference_closed: (book, params, frame) => ({ tableau: communique(book, frame.log, params), wait: true, hold: 3200 }),
  alliance_rolled: (book, params) => ({ tableau: { title: book.t("event.alliance_rolled", params), dice: [die(params.roll)] }, wait: true }),
  negotiated: (book, params) => ({ tableau: { title: book.name(params.power), seat: params.power, dice: [die(params.roll)], verdict: { text: book.t("event.negotiated", params) } }, wait: true }),
  secret_agenda: telling("secret_agenda"),
  game_over: (book, params) => ({ tableau: { title: book.t("event.game_over", params), seat: params.power }, wait: true, sound: "bell" }),
};

const always = (book, { kind, params }) => ({ ...(WAR.test(kind) ? { over: ".tablebox", tab: "war" } : { over: ".maps", tab: "table" }), seat: params.power ?? (params.front && power(book, params.front)) });

export const { scene, STAGED, QUIET } = staging({ scenes: SCENES, quiet: QUIET_KINDS, always });

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["front_rolled", "front_stopped", "front_entered", "breakthrough", "reserves_deployed", "armies_sent", "army_by_lot", "army_by_die", "sortie_rolled", "fleet_fate", "collapse", "surrendered", "naval_lost", "offensive_lost"],
  score: ["chief_rolled", "health_rolled", "purge_rolled", "leader_rolled", "paranoia_rolled", "front_rolled", "army_by_die", "sortie_rolled", "fleet_fate", "abomb_rolled", "convoy", "pol_mil_rolled", "partisan_strife", "alliance_rolled", "negotiated", "conference_won", "conference_closed", "game_over"],
};
