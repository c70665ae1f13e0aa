// Summaries during the match: a conference, a year, a part or a turn is over. A board names the event kinds in `export const summaries`
// and gives the card with `summary(event, frame, again)` → {title, lines: [text | [label, value, …]], note}; `again`: the reader asks for it,
// whatever the stage has shown. It closes with Enter, and the log keeps it: the line of the event has a button that shows it once more.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";

/** One that was left open gives way to what comes after it. */
export const closeSummary = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.summary[open]"))?.close();

export class Summaries {
  constructor(shell) {
    this.shell = shell;
    this.seen = null;
  }

  /** The present is shown: tell the newest chapter that has ended since, unless the reader has just come or looks back. */
  tell(log) {
    const { shell } = this;
    const from = this.seen;
    this.seen = log.length;
    if (from === null || from > log.length || shell.live.over || !shell.board.summary) return undefined;
    const event = log.slice(from).findLast(({ kind }) => shell.summaries.has(kind));
    const card = event && shell.board.summary(event, shell.live);
    return card ? this.show(card) : undefined;
  }

  /** Whether there is a card for this event of the log; a private table has no past to make it from. */
  has(event) {
    const { shell } = this;
    return shell.summaries.has(event.kind) && !shell.page.study && Boolean(shell.board.summary?.(event, shell.frame, true));
  }

  /** The card of an earlier event once more, made from the position of its moment. @param {number} k */
  async open(k) {
    const { shell } = this;
    const past = await shell.replay.past(k);
    if (!past) return shell.say(shell.t("shell.replay.closed"));
    const card = shell.board.summary(past.log[k], past, true);
    return card ? this.show(card) : undefined;
  }

  show({ title, lines = [], note }) {
    const { shell } = this;
    const row = (line) => {
      const cells = [line].flat().map(String);
      const last = Math.max(0, cells.findLastIndex(Boolean)); // what is followed by nothing has the room to the edge
      return el("tr", {}, cells.slice(0, last + 1).map((cell, i) => el(i ? "td" : "th", { ...(i ? {} : { scope: "row" }), ...(i === last && i < cells.length - 1 ? { colspan: cells.length - i } : {}) }, cell)));
    };
    closeSummary();
    return openDialog({
      title,
      kind: "summary",
      body: [el("table", { class: "data" }, el("tbody", {}, lines.map(row))), note ? el("p", { class: "hint" }, note) : null].filter(Boolean),
      buttons: [{ label: shell.t("shell.summary.go"), value: true, primary: true }],
      close: shell.t("shell.close"),
    });
  }
}
