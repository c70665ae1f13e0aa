// Since you were away: what happened since one's last choice, played again position by position; what one has seen since, on this
// device or another, is left out, unless the page was loaded again. Where that begins is kept on the server with the seat, not in
// one browser.

import { beatFrames } from "./beats.js";
import { recapFrom } from "./chapters.js";
import { button, differs, el } from "./dom.js";
import { ask } from "./patience.js";

/** Whoever loads the page again gets all of the others' turn again. */
function loadedAgain() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return visit?.type === "reload";
}

const UNNOTICED = 200; // milliseconds of waiting that need no words
const FEW = 5; // lines that concern the reader and are told at once
const ROOMY = "(min-height: 800px) and (min-width: 350px)"; // smaller windows need the room for the board: the reader unfolds the lines

/** Once the page has drawn what is there: what comes of it may wait. */
const whenIdle = (then) => (globalThis.requestIdleCallback ? requestIdleCallback(then, { timeout: 2000 }) : setTimeout(then, 500));

export class Since {
  constructor(shell) {
    this.shell = shell;
    this.before = loadedAgain() ? {} : JSON.parse(shell.main.dataset.seen ?? "{}"); // by seat, when the page was made
    this.told = el("summary");
    this.lines = el("div", { class: "lines" });
    this.account = el("details", { class: "told" }, this.told, this.lines);
    this.coming = null; // what is being fetched to be played at once
    this.fetched = null; // and what was fetched before anybody asked
    this.all = button("button small primary", () => this.play());
    this.turns = button("button small", () => this.play("headings"));
    this.close = button("button small quiet", () => this.stop());
    this.node = el("div", { class: "strip recap", role: "group", hidden: true }, this.account, this.all, this.turns, this.close);
    matchMedia(ROOMY).addEventListener("change", ({ matches }) => !matches && (this.account.open = false)); // a window that was made smaller
  }

  /** Where the news begin and how many there are that can be told. */
  news() {
    const { shell } = this;
    const { live } = shell;
    const log = live?.log ?? [];
    const heading = (event) => (shell.headings.has(event.kind) ? (shell.seatOf(shell.actorOf(event)) ?? "") : null);
    const turnOf = (event) => (shell.board?.turnOf ? shell.board.turnOf(event) : heading(event));
    const own = shell.seat && live && !shell.replaying ? recapFrom(log, live.own ?? null, turnOf, shell.seat) : log.length;
    const from = Math.max(own, Math.min(this.before[shell.seat] ?? 0, log.length));
    return { from, count: log.slice(from).filter((event) => shell.eventText(event)).length };
  }

  /** On coming back: offer the news, unless they are all one's own. `known` is how many events the page had before. */
  greet(known = null) {
    const { shell } = this;
    const { from, count } = this.news();
    const start = Math.max(from, known ?? 0);
    const { live } = shell;
    const others = live.log.slice(start).some((event) => shell.eventText(event) && shell.seatOf(shell.actorOf(event)) !== shell.seat);
    this.node.hidden = !shell.seat || !count || !others || live.over !== null;
    this.account.open = matchMedia(ROOMY).matches && this.concerning().length > 0;
    this.draw();
    if (!this.node.hidden) whenIdle(() => !this.node.hidden && !this.coming && this.fetch());
  }

  /** What the others have done since, in the order in which it happened. */
  ofOthers() {
    const { shell } = this;
    return shell.live.log.slice(this.news().from).filter((event) => shell.eventText(event) && !shell.log.isOwn(shell.actorOf(event)));
  }

  /** The newest of it that concerned the reader. */
  concerning() {
    return this.ofOthers().filter((event) => this.shell.concerns(event, this.shell.seat)).slice(-FEW);
  }

  /** How many events the reader has seen; null while news are on offer, or a stage is telling them. */
  seen() {
    const { shell } = this;
    return this.node.hidden && shell.settled && shell.settled === shell.live && !shell.stage.active ? shell.live.log.length : null;
  }

  /** All of it, or stopping at headings alone. */
  async play(stops = "scenes") {
    const { shell } = this;
    if (this.coming) return;
    shell.tabs.close();
    const coming = (this.coming = this.fetch());
    this.tellComing();
    const frame = await coming;
    if (this.coming !== coming) return; // the reader has gone on
    this.stop();
    if (!frame) shell.say(shell.t("shell.replay.closed"));
    if (!frame || shell.replaying || shell.stage.active) return;
    const beats = beatFrames({ ...frame, log: frame.events.list, players: shell.live.players });
    if (beats.length) shell.stage.perform(beats, { previous: null, stops, asked: true, final: () => shell.live, done: () => shell.settle() });
  }

  /** A sign at once that something comes: in the strip, or, where the log was asked and it takes its time, in passing words. */
  tellComing() {
    const { shell, coming, node } = this;
    const words = shell.t("shell.since.coming");
    this.draw();
    if (!node.hidden) shell.announce(words);
    else setTimeout(() => this.coming === coming && shell.say(words, { kind: "since" }), UNNOTICED);
  }

  /** What happened since, from the server: it plays the match again for it. Fetched once as long as nothing more happens. */
  fetch() {
    const { page, seat, live } = this.shell;
    const through = seat ? `?seat=${encodeURIComponent(seat)}` : "";
    const address = `/m/${page.match}/since/${this.news().from}${through}`;
    const key = `${address} ${live.choices}`;
    if (this.fetched?.key !== key) {
      const frame = ask(address).then((answer) => answer?.json() ?? null);
      this.fetched = { key, frame };
      void frame.then((got) => got ?? (this.fetched = null)); // the next press tries again
    }
    return this.fetched.frame;
  }

  stop() {
    const held = this.node.contains(document.activeElement);
    this.coming = this.fetched = null;
    this.node.hidden = true;
    if (held) this.shell.prompt.sentence.focus();
  }

  draw() {
    if (this.node.hidden) return;
    const { shell } = this;
    this.node.setAttribute("aria-label", shell.t("shell.since.divider"));
    const busy = this.coming !== null;
    this.node.setAttribute("aria-busy", String(busy));
    this.told.textContent = busy ? shell.t("shell.since.coming") : shell.t("shell.since.offer", { count: this.news().count });
    if (differs(this.lines, shell.live.log.length, this.news(), shell.language)) this.drawLines();
    for (const each of [this.all, this.turns]) each.ariaDisabled = busy ? "true" : null;
    this.all.textContent = shell.t("shell.since.play");
    this.turns.textContent = shell.t("shell.since.turns");
    this.close.textContent = shell.t("shell.since.skip");
  }
  /** What concerned the reader; the rest is folded, unless there is nothing else. */
  drawLines() {
    const { shell } = this;
    const list = (events) => el("ul", {}, events.map((event) => el("li", {}, shell.eventText(event))));
    const mine = this.concerning();
    const rest = this.ofOthers().filter((event) => !mine.includes(event));
    const more = rest.length && mine.length ? el("details", {}, el("summary", {}, shell.t("shell.since.rest", { count: rest.length })), list(rest)) : rest.length ? list(rest) : null;
    this.lines.replaceChildren(...[mine.length ? list(mine) : null, more].filter((each) => each !== null));
  }
}
