// A turn that comes, a match that ends. The last screen has the same four parts in every game: who won, the score sheet line by line,
// why it ended so, and the course; below them what was hidden, the dice, and what is worth remembering. Its facts come from the server
// (`/m/{match}/ending`), so its numbers are those of sheet, log and journal.

import { chancesOf, courseOf, leadOf, toTheEnd, turnsOf } from "./course.js";
import { openDialog } from "./dialogs.js";
import { button, el, icon } from "./dom.js";
import { breakable } from "./markup.js";
import { stored } from "./settings.js";
import { closeSummary } from "./summary.js";

/** Milliseconds after which somebody who waits for the last screen is told that it comes: a long match is counted again. */
const WAIT = 500;

let audio = null;

/** One soft tone, for those who want it. */
export function chime() {
  if (!stored("sound", false)) return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.value = 528;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.5);
}

/** "Allies win", "Axis wins": the catalogue says which names are many (`number.<seat> = "plural"`). */
function whoWon(shell, seats) {
  const winners = seats.map((seat) => shell.plays(seat));
  const many = winners.length === 1 && shell.t(`number.${winners[0]}`, {}, "") === "plural";
  const key = many ? "shell.over.won_many" : "shell.over.won";
  return shell.t(key, { count: winners.length, names: winners.map((side) => shell.name(side)) });
}

/** How it ended: by the rules, or by the house. */
function howEnded(shell, { winners, ending, by, seat }) {
  if (by) return shell.t(`house.over.${by}`, { seat: seat ? shell.name(shell.plays(seat)) : "" });
  return shell.t(`ending.${ending}`, { winners: winners.map((each) => shell.plays(each)) }, "");
}

export function resultSentence(shell, over) {
  return [whoWon(shell, over.winners), howEnded(shell, over)].filter(Boolean).join(" ");
}

const number = (points) => (points === undefined || points === null ? "" : String(Math.round(points * 100) / 100).replace("-", "−"));
const signed = (points) => (points > 0 ? `+${number(points)}` : number(points));

export async function openResult(shell, over) {
  const patience = setTimeout(() => shell.say(shell.t("shell.over.wait")), WAIT);
  const told = over.by ? null : await fetch(`/m/${shell.page.match}/ending`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null); // the rules have added nothing up where the house has closed the match
  clearTimeout(patience);
  if (!shell.live?.over || document.querySelector("dialog.result[open]")) return undefined;
  closeSummary();
  const screen = new LastScreen(shell, over, told ?? { ending: { sheet: [], because: [], endings: [], hidden: [], awards: [] }, chapters: [], turning: [], dice: [] });
  return openDialog({ title: shell.t("shell.over.title"), kind: "result", body: screen.parts(), close: shell.t("shell.close") });
}

class LastScreen {
  constructor(shell, over, told) {
    this.shell = shell;
    this.over = over;
    this.told = told;
    this.seats = shell.page.seats;
  }

  parts() {
    const side = [this.because(), this.endings(), this.course(), this.turnings(), this.chances()].filter(Boolean);
    const main = el("div", { class: "stack" }, this.sheet(), this.hidden(), this.awards(), this.dice());
    const body = el("div", { class: "last-screen" }, main, side.length ? el("div", { class: "stack aside" }, side) : null);
    return [this.head(), body, this.foot()];
  }

  /** "X wins, 55 to 47 to 32", how, and what the reader played. */
  head() {
    const { shell, over } = this;
    const tokens = over.winners.map((seat) => shell.plays(seat)).map((side) => el("faction-token", { faction: shell.faction(side), label: shell.name(side) }));
    const who = whoWon(shell, over.winners).replace(/\.$/, "");
    const won = Object.keys(over.scores).length > 1 ? `${who}${this.scores()}.` : `${who}.`;
    const mine = shell.seat ? el("p", { class: "hint" }, shell.t("shell.over.played", { seat: shell.name(shell.plays(shell.seat)) })) : null;
    const how = howEnded(shell, over);
    return el("header", { class: "winner" }, tokens, el("div", {}, el("p", { class: "won" }, won), how ? el("p", {}, how) : null, mine));
  }

  /** "55 to 47 to 32"; by name where the winner has not the most, so that nobody gives him another's points. */
  scores() {
    const { shell, over } = this;
    const won = (seat) => Number(over.winners.includes(seat));
    const order = Object.keys(over.scores).sort((one, other) => over.scores[other] - over.scores[one] || won(other) - won(one));
    if (over.winners.includes(order[0])) return `, ${order.map((seat) => number(over.scores[seat])).join(shell.t("shell.over.to"))}`;
    return `: ${order.map((seat) => `${shell.name(shell.plays(seat))} ${number(over.scores[seat])}`).join(", ")}`;
  }

  /** Line by line; no number that is not a sum of those above it. */
  sheet() {
    const { shell } = this;
    const lines = this.told.ending.sheet.length ? this.told.ending.sheet : [{ key: "final", kind: "final", points: this.over.scores }];
    const seats = this.seats.filter((seat) => lines.some(({ points }) => seat in points));
    if (!seats.length) return null;
    const head = (seat) => el("th", { scope: "col" }, el("faction-token", { faction: shell.faction(shell.plays(seat)), size: "small" }), el("span", {}, breakable(shell.name(shell.plays(seat)))));
    const row = ({ key, kind, points, rule, params }) => {
      const say = kind === "adjustment" ? signed : number;
      const words = shell.t(`sheet.${key}`, params ?? {}, shell.t(`shell.sheet.${key}`, {}, key));
      const cells = seats.map((seat) => el("td", {}, say(points[seat])));
      return el("tr", { class: kind }, el("th", { scope: "row" }, words, " ", shell.ruleChip(rule)), cells);
    };
    const table = el("table", { class: "data sheet-of-points" }, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, shell.t("shell.sheet.title")), seats.map(head))), el("tbody", {}, lines.map(row)));
    return el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": shell.t("shell.sheet.title") }, table);
  }

  because() {
    const { shell } = this;
    const reasons = this.told.ending.because;
    if (!reasons.length) return null;
    const line = ({ key, params, rule }) => el("li", {}, shell.t(`because.${key}`, params), " ", shell.ruleChip(rule));
    return el("section", {}, el("h3", {}, shell.t("shell.over.because")), el("ol", {}, reasons.map(line)));
  }

  /** All the ways in which it could have ended: what happened is told as such, so that nobody takes the others for it. */
  endings() {
    const { shell } = this;
    const { endings } = this.told.ending;
    if (!endings.length) return null;
    const line = ({ ending, happened, because }) => {
      const tag = el("span", { class: "tag" }, shell.t(happened ? "shell.over.happened" : "shell.over.not"));
      return el("li", { class: happened ? "happened" : "" }, tag, el("b", {}, shell.t(`ending.${ending}`, { winners: [] })), because ? [" ", shell.t(`because.${because.key}`, because.params)] : null);
    };
    return el("section", {}, el("h3", {}, shell.t("shell.over.endings")), el("ul", { class: "endings" }, endings.map(line)));
  }

  /** The points after each chapter and at the end. */
  whole() {
    return toTheEnd(this.told.chapters, this.over.scores, this.shell.t("shell.over.end"));
  }

  course() {
    const { shell } = this;
    const title = shell.t("shell.over.course");
    const drawing = courseOf(shell, this.whole(), title);
    return drawing ? el("section", {}, el("h3", {}, title), drawing) : null;
  }

  /** How likely each seat was to win, by what it could know then: for after the end only. */
  chances() {
    const { shell } = this;
    const title = shell.t("shell.over.chances");
    const drawing = chancesOf(shell, this.told.outlooks ?? [], this.told.chapters, title);
    return drawing ? el("section", {}, el("h3", {}, title), drawing, el("p", { class: "hint" }, shell.t("shell.over.chances_note"))) : null;
  }

  hidden() {
    const { shell } = this;
    const { hidden } = this.told.ending;
    if (!hidden.length) return null;
    const line = ({ key, ids, seat, params }) =>
      el("div", {}, el("dt", {}, [seat ? shell.name(shell.plays(seat)) : "", shell.t(`hidden.${key}`, params)].filter(Boolean).join(": ")), el("dd", {}, ids.map((id) => shell.name(id)).join(", ") || "–"));
    return el("section", {}, el("h3", {}, shell.t("shell.over.hidden")), el("dl", { class: "hidden-things" }, hidden.map(line)));
  }

  /** Dice against what could be expected of them: a table for each size of die. */
  dice() {
    const { shell } = this;
    const sizes = [...new Set(this.told.dice.map(({ faces }) => faces.length))];
    if (!sizes.length) return null;
    const tables = sizes.flatMap((sides) => this.diceOf(sides, this.told.dice.filter(({ faces }) => faces.length === sides)));
    return el("section", {}, el("h3", {}, shell.t("shell.over.dice")), tables);
  }

  diceOf(sides, rolls) {
    const { shell } = this;
    const sum = (faces) => faces.reduce((all, times) => all + times, 0);
    const tenth = (value) => value.toLocaleString(shell.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const line = ({ seat, faces }) => {
      const mean = faces.reduce((all, times, i) => all + times * (i + 1), 0) / Math.max(1, sum(faces));
      const who = seat ? shell.name(shell.plays(seat)) : shell.t("shell.over.all");
      return el("tr", {}, el("th", { scope: "row" }, who), faces.map((times) => el("td", {}, String(times))), el("td", {}, tenth(mean)));
    };
    const shown = Array.from({ length: sides }, (_, i) => String(i + 1));
    const head = el("tr", {}, [shell.t("shell.over.die", { sides }), ...shown, "∅"].map((text) => el("th", { scope: "col" }, text)));
    const note = shell.t("shell.over.expected", { each: tenth(sum(rolls[0].faces) / sides), mean: tenth((sides + 1) / 2) });
    return [el("table", { class: "data dice-table" }, el("thead", {}, head), el("tbody", {}, rolls.map(line))), el("p", { class: "hint" }, note)];
  }

  /** Where the lead changed most, in the order of the match; a press replays it. */
  turnings() {
    const { shell, told } = this;
    const course = this.whole();
    const turns = turnsOf(told.turning ?? [], told.chapters, course);
    if (!turns.length) return null;
    const line = (n) => {
      const [was, now] = [course[n - 1], course[n]].map(({ points }) => leadOf(points));
      const lead = ({ seat, by }) => (by ? `${shell.name(shell.plays(seat))} ${signed(by)}` : shell.t("shell.over.level"));
      const chapter = n < told.chapters.length ? this.chapter(course[n]) : course[n].id;
      const words = shell.t("shell.over.turning", { chapter, was: lead(was), now: lead(now) });
      return el("li", {}, button("button small quiet", this.leave(() => shell.replay.go(told.chapters[n - 1].at)), words));
    };
    return el("section", {}, el("h3", {}, shell.t("shell.over.turnings")), el("ul", { class: "lead-changes" }, turns.map(line)));
  }

  awards() {
    const { shell } = this;
    const line = ({ key, seat, params }) => el("li", {}, shell.t(`award.${key}`, { seat: seat && shell.plays(seat), ...params }));
    const { awards } = this.told.ending;
    return awards.length ? el("section", {}, el("h3", {}, shell.t("shell.over.awards")), el("ul", {}, awards.map(line))) : null;
  }

  /** A button of the screen: it closes, and what it stands for begins. */
  leave(then) {
    return (event) => {
      event.target.closest("dialog").close();
      then();
    };
  }

  foot() {
    const { shell } = this;
    const again = el("form", { method: "post", action: `/m/${shell.page.match}/again` }, el("button", { class: "button primary" }, icon("swap"), shell.t("shell.over.again")));
    return el(
      "footer",
      { class: "last-foot" },
      el("a", { class: "button", href: `/m/${shell.page.match}/analysis` }, icon("eye"), shell.t("analysis.open")),
      el("a", { class: "button", href: shell.journalAddress() }, icon("download"), shell.t("shell.menu.journal")),
      button("button", this.leave(() => undefined), icon("map"), shell.t("shell.over.board")),
      button("button", this.leave(() => shell.replay.go(0)), icon("clock"), shell.t("shell.over.replay")),
      shell.page.mine.length ? again : null,
    );
  }

  chapter({ id }) {
    return this.shell.t("chapter.title", { id }, id);
  }
}
