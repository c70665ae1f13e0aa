// A conference in figures: who won which issues, what the Fronts did, and what it was worth line by line. The stage lays it over the
// table; who has skipped that reads it as a card.

import { build, html } from "/static/markup.js";
import { POWERS } from "./book.js";
import { token } from "./symbols.js";
import { own } from "./tone.js";

const powerOf = (book, front) => book.printed.fronts[front].power;

/** The events of one conference, told by the number it closes with. */
function chapterOf(log, number) {
  const from = log.findLastIndex(({ kind, params }) => kind === "conference_opened" && params.number === number);
  const to = log.findLastIndex(({ kind, params }) => kind === "conference_closed" && params.number === number);
  return log.slice(Math.max(0, from), to < 0 ? undefined : to + 1);
}

/** The issues each power took, by name. */
function issuesWon(chapter) {
  const won = chapter.filter(({ kind }) => kind === "issue_won" || kind === "issue_kept");
  return POWERS.map((power) => [power, won.filter(({ params }) => params.power === power).map(({ params }) => params.issue)]);
}

/** What each Front did: strength, die, and where it stands now. */
function frontsMoved(book, chapter) {
  const entered = chapter.filter(({ kind }) => kind === "front_entered");
  return chapter
    .filter(({ kind }) => kind === "front_rolled" || kind === "front_stopped")
    .map(({ kind, params: { front, strength, roll, why } }) => {
      const last = entered.findLast(({ params }) => params.front === front)?.params.space;
      const stays = kind === "front_stopped" ? book.t(`ui.barred.${why}`, {}, book.t("ui.stage.weak")) : book.t("ui.stage.stays");
      return { front, strength, roll: roll ?? "–", what: last ? `→ ${book.short(last)}` : stays, moved: Boolean(last) };
    });
}

/** The lines of the sheet that changed, and the totals: {label, cells: {power: [before, after]}}. */
/** @returns {{label: string, cells: Record<string, number[]>, total?: boolean}[]} */
function pointsMoved(book, chapter) {
  const opened = chapter.find(({ kind }) => kind === "conference_opened")?.params;
  const closed = chapter.find(({ kind }) => kind === "conference_closed")?.params;
  if (!opened?.sheet || !closed?.sheet) return [];
  const of = (sheet, line, power) => sheet[line]?.[power] ?? 0;
  const lines = [...new Set([...Object.keys(opened.sheet), ...Object.keys(closed.sheet)])];
  const rows = lines.map((line) => ({ label: book.name(line), cells: Object.fromEntries(POWERS.map((power) => [power, [of(opened.sheet, line, power), of(closed.sheet, line, power)]])) }));
  const moved = rows.filter(({ cells }) => POWERS.some((power) => cells[power][0] !== cells[power][1]));
  const total = { label: book.t("ui.score.total"), cells: Object.fromEntries(POWERS.map((power) => [power, [opened.points[power], closed.points[power]]])), total: true };
  return [...moved, total];
}

const minus = (n) => String(n).replace("-", "−");
const change = (/** @type {number[]} */ [before, after]) => (before === after ? `${after}` : `${before} → ${after}`);

export function report(book, log, number) {
  const chapter = chapterOf(log, number);
  const winner = chapter.find(({ kind }) => kind === "conference_won")?.params.power;
  return { winner, won: issuesWon(chapter), fronts: frontsMoved(book, chapter), points: pointsMoved(book, chapter) };
}

/** The report as a tableau of the stage. */
export function communique(book, log, { number }) {
  const { winner, won, fronts, points } = report(book, log, number);
  const t = (key, params) => book.t(`ui.report.${key}`, params);
  const issues = html`<table><tbody>${won.map(([power, list]) => html`<tr><th scope="row">${token(power, 17)} ${book.brief(power)}${power === winner ? " ★" : ""}</th><td><b>${list.length}</b> ${list.map((issue) => book.short(issue)).join(" · ")}</td></tr>`)}</tbody></table>`;
  const war = html`<table><thead><tr><th></th><th scope="col">${book.t("ui.stage.strength")}</th><th scope="col">${book.t("ui.stage.die")}</th><th></th></tr></thead><tbody>${fronts.map(({ front, strength, roll, what, moved }) => html`<tr class="${moved ? "" : "stood"}"><th scope="row">${token(powerOf(book, front), 17)} ${book.short(book.printed.fronts[front].theater)}</th><td>${minus(strength)}</td><td>${roll}</td><td class="${moved && own(book.frame, powerOf(book, front), true) ? "good" : ""}">${what}</td></tr>`)}</tbody></table>`;
  const score = html`<table class="points"><thead><tr><th scope="col">${t("points")}</th>${POWERS.map((power) => html`<th scope="col">${token(power, 17)}</th>`)}</tr></thead><tbody>${points.map(({ label, cells, total }) => html`<tr class="${total ? "total" : ""}"><th scope="row">${label}</th>${POWERS.map((power) => html`<td class="${cells[power][0] === cells[power][1] ? "same" : ""}">${change(cells[power])}</td>`)}</tr>`)}</tbody></table>`;
  const node = build(html`<div class="ch-report"><div>${issues}${points.length ? score : ""}</div>${fronts.length ? war : ""}</div>`);
  return { title: book.t("event.conference_closed", { number }), node };
}

/** The same as a card of the shell: rows of words. */
export function conferenceCardOf(book, log, { number }) {
  const { winner, won, fronts, points } = report(book, log, number);
  const t = (key, params) => book.t(`ui.report.${key}`, params);
  const names = POWERS.map((power) => book.brief(power));
  const lines = [
    ...won.map(([power, list]) => [`${book.name(power)}${power === winner ? " ★" : ""}`, list.map((issue) => book.short(issue)).join(", ") || "–", "", ""]),
    ...fronts.map(({ front, strength, roll, what }) => [book.name(front), t("front", { strength: minus(strength), roll }), what, ""]),
    ...(points.length ? [[t("points"), ...names]] : []),
    ...points.map(({ label, cells }) => [label, ...POWERS.map((power) => change(cells[power]))]),
  ];
  const next = log.find(({ kind, params }) => kind === "conference_opened" && params.number === number + 1)?.params.card;
  const note = [winner ? book.t("event.conference_won", { power: winner }) : "", next ? t("next", { card: next }) : ""].filter(Boolean).join(" ");
  return { title: book.t("event.conference_closed", { number }), lines, note };
}
