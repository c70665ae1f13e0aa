// The ticker: on tablet and phone the newest line of the log, always on screen; touched, it opens the log.

import { button, differs, el, icon } from "./dom.js";

const LINES = 2;

export class Ticker {
  constructor(shell) {
    this.shell = shell;
    this.lines = el("span", { class: "lines" });
    this.node = button("ticker", () => shell.tabs.showPanel(shell.tabs.panel === "log" ? null : "log"), icon("list"), this.lines);
  }

  /** The newest lines that are not one's own; one's own where nothing else has happened. */
  newest() {
    const { shell } = this;
    const told = shell.frame.log.filter((event) => shell.eventText(event)).slice(-12);
    const others = told.filter((event) => !shell.log.isOwn(shell.actorOf(event)));
    return (others.length ? others : told).slice(-LINES).map((event) => shell.eventText(event));
  }

  draw() {
    const { shell } = this;
    this.node.setAttribute("aria-label", shell.t("shell.ticker.label"));
    this.node.setAttribute("aria-expanded", String(shell.tabs.panel === "log"));
    const lines = this.newest();
    if (differs(this.lines, lines)) this.lines.replaceChildren(...lines.map((text) => el("span", {}, text)));
  }
}
