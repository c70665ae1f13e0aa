// What happens at the table, as it is staged: agenda, advance and debate with their values built up, dice at a chair, who leaves.

import { lastOf } from "/static/scenes.js";
import { CHAIR, POWERS } from "./book.js";
import { cardText } from "./cards.js";
import { luck, own, sounds } from "./tone.js";

const plate = (power) => `.plates [data-pick~="${power}"]`;
const slip = (issue) => `[data-pick~="${issue}"]`;
const t = (book, key, params) => book.t(`ui.stage.${key}`, params);

/** How a value came about: what is printed, and all that is added or taken away. */
function built(book, { power, steps, value }) {
  const label = (kind) => (kind === "trait" ? book.t(`ui.trait.${power}`) : book.t(`ui.step.${kind}`));
  return { lines: steps.map(([kind, amount]) => ({ label: label(kind), value: amount })), total: { label: t(book, "value"), value } };
}

const way = (book, { origin, place }) => `${book.place(origin)} → ${book.place(place)}`;

/** One line for what was said before: "US Marshall 4: centre → US 4". */
const said = (book, params) => ({ text: `${book.surname(params.card)} ${params.value}: ${way(book, params)}`, seat: params.power });

/** An advance, or the answer to it: the card, its value, and where the issue goes. */
function speech(book, kind, params, frame) {
  const { power, issue, card, discard, place, steps } = params;
  const why = steps.some(([step]) => step === "bonus") ? cardText(book, card) : "";
  const first = kind === "debated" ? lastOf(frame.log, "advanced") : null;
  const reaches = place[1] >= CHAIR ? t(book, "at_the_chair") : undefined;
  return {
    tableau: {
      title: t(book, kind, { card, issue }),
      seat: power,
      sum: built(book, params),
      verdict: { text: way(book, params) },
      lines: first ? [said(book, first.params)] : undefined,
      note: [why, discard ? t(book, "gave_up", { card: discard }) : "", reaches].filter(Boolean).join(" ") || undefined,
    },
    key: `speech ${issue}`,
    spot: issue,
    flight: { from: plate(power), to: slip(issue), kind: power },
    hold: 2300,
    wait: first?.params.power === frame.seat && frame.seat !== null, // what was said against one's own words stays until it is read
    sound: "card",
  };
}

/** The one who is asked and says nothing: what was said stands. */
function declined(book, { power, issue }, frame) {
  const spoken = lastOf(frame.log, ["advanced", "debated"], (params) => params.issue === issue);
  if (!spoken) return { spot: power, hold: 900 };
  const told = { title: t(book, spoken.kind, spoken.params), seat: spoken.params.power, lines: [said(book, spoken.params)] };
  return { tableau: { ...told, verdict: { text: book.t("event.declined", { power }) } }, key: `speech ${issue}`, spot: power, hold: 1100 };
}

/** Who was level at the top, and why it went to the winner: a leader decides, or else the United States. @param {Record<string, number>} counts */
function tie(book, { log }, counts, winner) {
  const tied = POWERS.filter((power) => counts[power] === Math.max(...Object.values(counts)));
  if (tied.length < 2) return undefined;
  const last = lastOf(log, ["leader_committed", "agenda_revealed", "issue_won", "issue_kept"]);
  if (last?.kind === "leader_committed") return t(book, "tie_broken", { tied, card: last.params.card });
  return t(book, "tie", { tied, ours: String(winner === "us") });
}

/** The agenda cards that lie open so far, and who leads. */
function agenda(book, frame, verdict, winner) {
  const shown = frame.log.slice(frame.log.findLastIndex(({ kind }) => kind === "conference_opened")).filter(({ kind }) => kind === "agenda_revealed");
  const rows = shown.map(({ params }) => [{ text: book.name(params.power), seat: params.power }, book.name(params.card), params.value]);
  const note = winner && tie(book, frame, Object.fromEntries(shown.map(({ params }) => [params.power, params.value])), winner);
  return { tableau: { title: t(book, "agenda"), sheet: { rows }, verdict, note }, key: "agenda" };
}

/** Dice thrown for somebody at the table, with what is added and what would strike him. */
function ordeal(book, kind, params, frame) {
  const { card, power, dice, roll, modifiers = 0, on, hit } = params;
  const faces = dice ?? [roll];
  const good = luck(frame, power, !hit);
  const target = `${modifiers ? `${modifiers > 0 ? "+" : "−"} ${Math.abs(modifiers)} · ` : ""}${t(book, "strikes_on", { faces: on.join(", ") })}`;
  return {
    tableau: {
      title: t(book, kind, { card }),
      seat: power,
      dice: faces.map((value, i) => (i < faces.length - 1 ? { value } : { value, target, good })),
      verdict: { text: t(book, hit ? `${kind}_hit` : `${kind}_missed`, { card }), good },
    },
    key: `ordeal ${card}`,
    spot: power,
    hold: hit ? 2600 : 1800,
    wait: hit && kind === "purge_rolled",
  };
}

/** Somebody leaves the table: nobody misses it. */
function farewell(book, kind, params, frame) {
  const { power, successor, why } = params;
  const grave = Boolean(successor) || why === "purge";
  const next = successor ? { title: book.name(successor), kind: t(book, "takes_office"), text: cardText(book, successor), seat: power } : undefined;
  return {
    tableau: { title: `${successor ? "✝ " : ""}${book.t(`event.${kind}`, params)}`, seat: power, grave, card: next, note: t(book, kind, params) },
    spot: power,
    wait: true,
    hold: 3000,
    sound: own(frame, power, false) === false ? "bad" : "bell",
  };
}

/** Who won what at the conference. */
function sheetOfIssues(book, { power, issues }, frame) {
  const rows = POWERS.map((each) => {
    const won = book.issuesAt("chair", each);
    return [{ text: book.name(each), seat: each }, issues?.[each] ?? won.length, won.map((issue) => book.name(issue)).join(" · ") || "–"];
  });
  return { title: book.t("event.conference_won", { power }), seat: power, sheet: { head: ["", t(book, "issues"), ""], rows }, note: issues && tie(book, frame, issues, power) };
}

export const SPEECHES = {
  conference_opened: (book, { card, number }) => ({
    tableau: {
      title: book.name(card),
      note: t(book, "conference", { number }),
      sheet: { rows: (book.printed.bands[card] ?? []).map((band) => [{ text: book.name(`${card}.${band}.title`), seat: POWERS.includes(band) ? band : undefined }, book.name(`${card}.${band}.text`)]) },
    },
    hold: 3200,
    wait: true,
    sound: "card",
  }),
  leader_restricted: (book, { power }) => ({ spot: power, hold: 1300 }),
  health_modified: (book, { power }) => ({ spot: power, hold: 1200 }),
  agenda_revealed: (book, { power }, frame) => ({ ...agenda(book, frame), spot: power, hold: 1100, sound: "card" }),
  agenda_won: (book, { power }, frame) => ({ ...agenda(book, frame, { text: book.t("event.agenda_won", { power }) }, power), seat: power, spot: power, hold: 1800 }),
  leader_committed: (book, { power, card, tied }) => ({ card: { title: book.name(card), kind: book.t("event.leader_committed", { power, card, tied }), seat: power }, spot: power, hold: 1700, sound: "card" }),
  tie_declined: (book, { power }) => ({ spot: power, hold: 900 }),
  issue_tabled: (book, { issue, power }) => ({ spot: issue, flight: { from: power ? plate(power) : ".paper", to: slip(issue), kind: power || "card" }, hold: 700, sound: "card" }),
  advanced: (book, params, frame) => speech(book, "advanced", params, frame),
  debated: (book, params, frame) => speech(book, "debated", params, frame),
  declined,
  passed: (book, { power }) => ({ spot: power, hold: 900 }),
  card_discarded: (book, { power }) => ({ spot: power, flight: { from: plate(power), to: ".paper", kind: power }, hold: 900, sound: "card" }),
  chief_rolled: (book, { card, power, roll }) => ({ tableau: { title: t(book, "chief_rolled", { card }), seat: power, dice: [{ value: roll }], verdict: { text: t(book, "counts", { value: roll }) } }, spot: power, hold: 1700 }),
  health_rolled: (book, params, frame) => ordeal(book, "health_rolled", params, frame),
  purge_rolled: (book, params, frame) => ordeal(book, "purge_rolled", params, frame),
  leader_rolled: (book, params, frame) => ordeal(book, "leader_rolled", params, frame),
  paranoia_rolled: (book, params, frame) => ordeal(book, "paranoia_rolled", params, frame),
  purge_pending: (book, { power }, frame) => ({ spot: power, hold: 1500, sound: sounds(own(frame, power, false)) }),
  card_removed: (book, params, frame) => farewell(book, "card_removed", params, frame),
  leader_ill: (book, params, frame) => farewell(book, "leader_ill", params, frame),
  leader_died: (book, params, frame) => farewell(book, "leader_died", params, frame),
  gained: (book, { power }, frame) => ({ spot: power, hold: 1200, sound: sounds(own(frame, power, true)) }),
  issue_won: (book, { issue, power }) => ({ spot: power, flight: { from: slip(issue), to: plate(power), kind: power }, hold: 1100, sound: "piece" }),
  issue_kept: (book, { issue, power }) => ({ spot: power, flight: { from: slip(issue), to: plate(power), kind: power }, hold: 700, sound: "piece" }),
  conference_won: (book, params, frame) => ({ tableau: sheetOfIssues(book, params, frame), wait: true, hold: 2800 }),
};
