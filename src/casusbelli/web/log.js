// The log: one line an event with its actor, in groups (turn, action), with filters; and the chat beside it. It follows what
// happens unless the reader has scrolled up; then it says how much is new.

import { battlesIn, readersWord } from "./battles.js";
import { behind, cardsNamed } from "./behind.js";
import { choiceOf, groups } from "./chapters.js";
import { Chat } from "./chat.js";
import { button, differs, el, glyph, icon, label } from "./dom.js";
import { FACTIONS } from "./factions.js";
import { store, stored } from "./settings.js";

/** Pixels from the end within which one is at the end. */
const NEAR = 40;
/** Milliseconds after the reader's hand within which a scroll is the reader's. */
const HAND = 600;
/** An action with more consequences than this is folded … */
const MANY = 3;
/** … unless it is one of the last. */
const OPEN = 2;

/** The filters of every game's log; a game may name more, with words of its own (`ui.filter.<name>`). */
const FILTERS = ["all", "mine", "battles", "score"];

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight < NEAR;

/** Whether a group that is drawn is still what it was. */
const isKept = (group, next, same) => next && group.from + group.count <= same && group.from === next.from && group.count === next.count && !group.battle === !next.battle;

export class Log {
  constructor(shell) {
    this.shell = shell;
    this.chat = new Chat(shell, () => shell.frame && this.label());
    this.list = el("div", { class: "log-list" });
    this.lines = el("div", { class: "log", role: "log", "aria-live": "off", tabindex: "0" }, this.list);
    this.badge = button("badge", () => this.follow());
    this.divider = el("div", { class: "divider" });
    this.logTab = button("", () => this.turn(false));
    this.chatTab = button("", () => this.turn(true));
    this.since = button("since", () => shell.since.play());
    this.again = button("again", () => shell.stage.again(), "↻");
    this.filter = el("select", { class: "log-filter", onchange: () => this.choose(this.filter.value) });
    this.hidden = el("p", { class: "log-hidden" });
    this.node = el(
      "section",
      { class: "panel log-panel", "data-panel": "log", tabindex: "-1" },
      el("div", { class: "subtabs" }, this.logTab, this.chatTab, this.filter, this.again, this.since, this.badge),
      this.lines,
      this.hidden,
      this.chat.lines,
      this.chat.form,
      this.chat.mutes,
    );
    this.follows = true;
    this.fresh = 0;
    this.touchedAt = -Infinity;
    this.forget();
    this.language = null;
    this.listen();
  }

  forget() {
    this.events = [];
    this.acts = [];
    this.nodes = [];
    /** @type {(import("./chapters.js").Group & {node: HTMLElement})[]} */
    this.groups = [];
    this.unfolded = new Set();
    /** @type {Map<number, boolean>} battles that the reader has folded or unfolded, by their first event: whether they are folded */
    this.turned = new Map();
    this.explained = new Set();
    this.list.replaceChildren();
  }

  listen() {
    const hand = () => (this.touchedAt = performance.now());
    for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) this.lines.addEventListener(type, hand, { passive: true });
    this.lines.addEventListener("scroll", () => this.scrolled(), { passive: true });
    // Whatever changes its size (new lines, folding, the tray, the window) leaves a follower at the end, and a line that is being read in sight.
    const keep = new ResizeObserver(() => (this.follows ? this.toEnd() : this.list.querySelector(".shown")?.scrollIntoView({ block: "nearest" })));
    keep.observe(this.list);
    keep.observe(this.lines);
    const lineOf = ({ target }) => target.closest?.("[data-event]");
    const point = (event) => {
      const line = lineOf(event);
      if (!this.shell.stage.active) this.shell.highlight(line ? this.events[Number(line.dataset.event)] : null);
    };
    this.lines.addEventListener("pointerover", point);
    this.lines.addEventListener("pointerleave", () => !this.shell.stage.active && this.shell.frame && this.shell.highlight(null));
    this.lines.addEventListener("focusin", point);
    this.lines.addEventListener("click", (event) => {
      const line = lineOf(event);
      if (line && !event.target.closest("button, a, rule-chip, glossary-term")) this.lead(line, event.shiftKey);
    });
    this.lines.addEventListener("mousedown", (event) => event.shiftKey && lineOf(event) && event.preventDefault()); // it selects no text
    this.lines.addEventListener("keydown", (event) => this.typed(event));
  }

  // -- following ---------------------------------------------------------------------------------------------------------

  scrolled() {
    if (isAtEnd(this.lines)) this.atEnd();
    else if (performance.now() - this.touchedAt < HAND) this.follows = false;
    else if (this.follows) this.toEnd();
  }

  atEnd() {
    this.follows = true;
    this.fresh = 0;
    this.badge.hidden = true;
  }

  toEnd() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  follow() {
    this.atEnd();
    this.toEnd();
  }

  // -- drawing -----------------------------------------------------------------------------------------------------------

  draw() {
    this.label();
    const { log, acts = [] } = this.shell.frame;
    const changed = log !== this.events;
    if (changed) this.drawEvents(log, acts);
    if (changed || differs(this.list, this.shell.house.lines.length, this.shell.language)) this.drawHouse(log, acts);
    const news = this.shell.since.news();
    if (changed || differs(this.divider, news)) this.drawDivider(news);
    this.since.hidden = !news.count || this.shell.stage.active; // while it is being shown there is nothing to be shown again
    if (this.follows) this.toEnd();
    this.badge.hidden = this.follows || !this.fresh;
    this.badge.textContent = this.shell.t("shell.log.new", { count: this.fresh });
  }

  label() {
    const { shell, chat } = this;
    if (this.language !== shell.language) {
      this.language = shell.language;
      this.forget();
      chat.draw();
      this.filter.setAttribute("aria-label", shell.t("shell.log.filter.title"));
      this.again.dataset.tip = shell.t("shell.stage.again");
      this.again.setAttribute("aria-label", shell.t("shell.stage.again"));
    }
    if (differs(this.filter, shell.language, this.names)) {
      const word = (/** @type {string} */ name) => shell.t(FILTERS.includes(name) ? `shell.log.filter.${name}` : `ui.filter.${name}`);
      this.filter.replaceChildren(...this.names.map((name) => el("option", { value: name }, word(name))));
    }
    this.filter.value = this.shows;
    this.again.hidden = !shell.stage.performed.length || shell.stage.active || shell.replaying;
    this.node.setAttribute("aria-label", shell.t("shell.log.title"));
    this.lines.setAttribute("aria-label", shell.t("shell.log.title"));
    this.logTab.textContent = shell.t("shell.log.title");
    this.chatTab.textContent = shell.t(chat.unread ? "shell.chat.unread" : "shell.chat.title", { count: chat.unread });
    this.logTab.setAttribute("aria-pressed", String(!chat.open));
    this.chatTab.setAttribute("aria-pressed", String(chat.open));
    chat.label();
  }

  /** Adds what is new and takes away what is no longer there: whole groups, from the first that differs. */
  drawEvents(events, acts) {
    const { shell } = this;
    let same = 0;
    while (same < this.events.length && same < events.length && this.events[same] === events[same]) same += 1;
    const added = events.length - same;
    const now = groups(events, acts, (event) => this.isHeading(event), battlesIn(shell, events));
    const first = this.groups.findIndex((group, i) => !isKept(group, now[i], same));
    const kept = first < 0 ? this.groups.length : first;
    for (const group of this.groups.splice(kept)) group.node.remove();
    this.nodes.length = this.groups.at(-1) ? this.groups.at(-1).from + this.groups.at(-1).count : 0;
    this.events = events;
    for (const group of now.slice(kept)) {
      const node = this.group(group);
      this.groups.push({ ...group, node });
      this.list.append(node);
    }
    this.foldOld();
    this.sift();
    if (!this.follows) this.fresh += added;
    for (const node of this.list.querySelectorAll(".newest")) node.classList.remove("newest");
    this.nodes.findLast(Boolean)?.classList.add("newest");
  }

  /** The house's lines stand between the choices; they are told to everybody alike. */
  drawHouse(log, acts) {
    for (const node of this.list.querySelectorAll(".house-line")) node.remove();
    for (const line of this.shell.house.lines) {
      const at = acts[line.choices] ?? log.length;
      const after = this.groups.find(({ from }) => from >= at);
      const node = el("p", { class: "house-line", "data-house-line": String(line.n) }, this.shell.house.lineText(line));
      if (after) after.node.before(node);
      else this.list.append(node);
    }
  }

  /** @param {import("./chapters.js").Group} group */
  group({ from, count, heading, battle }) {
    const told = battle?.tell();
    const word = count === 1 ? readersWord(this.shell, told?.ends) : null;
    const lines = Array.from({ length: count }, (_, i) => this.line(this.events[from + i], from + i, word));
    this.nodes.push(...lines);
    const [first, ...rest] = lines.filter(Boolean);
    if (battle && rest.length) return this.battle(from, told, [first, ...rest]);
    if (heading || !rest.length) return first ?? el("div", { hidden: true });
    const more = button("more", () => this.unfold(from), `+ ${rest.length}`);
    more.hidden = true;
    return el("div", { class: "act", "data-from": String(from) }, first, more, el("div", { class: "rest" }, rest));
  }

  /** A battle: its headline, and under it the lines it spread over. @param {number} from @param {import("./battles.js").Headline} told @param {HTMLElement[]} lines */
  battle(from, { title, result, ends }, lines) {
    const { shell } = this;
    const fold = button("fold", () => this.turnBattle(from), icon("next"));
    const words = el("div", {}, this.you(this.events[from]), this.before(readersWord(shell, ends)), shell.book.marked(title, this.explained), result ? el("span", { class: "result" }, " ", result) : null);
    const head = this.entry(this.events[from], from, words);
    return el("div", { class: "act battle", "data-from": String(from) }, el("div", { class: "battle-head" }, head, fold), el("div", { class: "rest" }, lines));
  }

  you(event) {
    return this.isOwn(this.shell.actorOf(event)) ? [el("b", { class: "you" }, this.shell.t("shell.log.you")), " "] : null;
  }

  /** How it ended for the reader, before the sentence. @param {{text: string, good: boolean} | null} word */
  before(word) {
    return word ? [el("b", { class: `end ${word.good ? "good" : "bad"}` }, word.text), " "] : null;
  }

  line(event, index, word = null) {
    const { shell } = this;
    const text = shell.eventText(event);
    if (!text) return null;
    const rule = shell.ruleChip(event.rule);
    const leads = this.leads(index);
    if (this.isHeading(event)) return el(shell.headings.has(event.kind) && !shell.phases.has(event.kind) ? "h3" : "h4", leads, text, rule, this.recalls(event, index));
    return this.entry(event, index, el("div", {}, this.you(event), this.before(word), this.words(event), rule));
  }

  /** Words in the colours of who did it. */
  entry(event, index, words) {
    const { shell } = this;
    const actor = shell.actorOf(event);
    const mark = el("span", { class: "mark" }, glyph(FACTIONS[actor ? shell.faction(actor) : "neutral"].glyph));
    const node = el("div", { class: `entry ${this.isOwn(actor) ? "own" : ""}`, ...this.leads(index), tabindex: "-1" }, mark, words);
    if (actor) node.dataset.faction = shell.faction(actor);
    return node;
  }

  /** What makes an element lead to the moment of an event; a private table has no past to look back at. */
  leads(index) {
    return { "data-event": String(index), "data-inspect": this.shell.page.study ? null : `line:${index}` };
  }

  /** What stands alone in the log: a heading, or the end of a chapter that has a summary. */
  isHeading({ kind }) {
    const { headings, summaries } = this.shell;
    return headings.has(kind) || summaries.has(kind);
  }

  /** The way to the summary that was shown at this event. */
  recalls(event, index) {
    const { shell } = this;
    return shell.chapters.has(event) ? button("recall", () => shell.chapters.open(index), shell.t("shell.log.summary")) : null;
  }

  /** The sentence of an event: its figures bold, the terms of the rulebook dotted. */
  words(event) {
    const piece = (/** @type {string} */ text, /** @type {number} */ i) => (i % 2 ? el("b", {}, text) : this.shell.book.marked(text, this.explained));
    return this.shell.eventPieces(event).flatMap(piece);
  }

  /** Whether the reader did it himself. In a sandbox he does everything. @param {string | null} actor */
  isOwn(actor) {
    const { seat, page } = this.shell;
    return Boolean(seat) && actor !== null && page.study !== "sandbox" && this.shell.seatOf(actor) === seat;
  }

  /** The last actions lie open, older ones show what was done and how much came of it; of the battles only the present one lies open. */
  foldOld() {
    const acts = this.groups.filter(({ heading }) => !heading);
    acts.forEach(({ from, node }, i) => {
      if (node.matches(".battle")) this.foldBattle(node, this.turned.get(from) ?? node !== this.groups.at(-1).node);
      const more = node.querySelector(".more");
      if (!more) return;
      const rest = node.querySelector(".rest");
      const folded = i < acts.length - OPEN && rest.childElementCount > MANY && !this.unfolded.has(from) && this.shows === "all";
      rest.hidden = folded;
      more.hidden = !folded;
      more.setAttribute("aria-expanded", String(!folded));
    });
  }

  unfold(from) {
    this.unfolded.add(from);
    this.foldOld();
  }

  foldBattle(node, folded) {
    const { shell } = this;
    const fold = node.querySelector(".fold");
    node.querySelector(".rest").hidden = folded;
    fold.setAttribute("aria-expanded", String(!folded));
    label(fold, shell.t(folded ? "shell.log.unfold" : "shell.log.fold"));
  }

  /** The reader's own hand on the lines of a battle: so they stay. */
  turnBattle(from, folded = !this.groups.find((group) => group.from === from).node.querySelector(".rest").hidden) {
    this.turned.set(from, folded);
    this.foldOld();
  }

  drawDivider({ from, count }) {
    const { shell } = this;
    this.since.textContent = `▶ ${shell.t("shell.since.count", { count })}`;
    this.since.dataset.tip = shell.t("shell.since.again");
    this.divider.textContent = shell.t("shell.since.divider");
    const first = count ? this.nodes.slice(from).find(Boolean) : null;
    const goal = first && (first.closest(".act") ?? first);
    if (goal) goal.before(this.divider);
    else this.divider.remove();
  }

  // -- filters -----------------------------------------------------------------------------------------------------------

  get names() {
    return [...new Set([...FILTERS, ...Object.keys(this.shell.filters ?? {})])];
  }

  get shows() {
    const name = stored("log.filter", "all");
    return this.names.includes(name) ? name : "all";
  }

  choose(name) {
    store("log.filter", name);
    this.foldOld();
    this.sift();
    this.follow();
  }

  /** Hides what the filter leaves out; never the newest line, and it says how many there are. */
  sift() {
    const { shows } = this;
    const newest = this.nodes.findLastIndex(Boolean);
    let hidden = 0;
    this.nodes.forEach((node, i) => {
      if (!node || node.matches("h3, h4")) return;
      const out = shows !== "all" && i !== newest && !this.fits(this.events[i], shows);
      node.hidden = out;
      if (out) hidden += 1;
    });
    for (const battle of this.list.querySelectorAll(".battle")) battle.hidden = [...battle.querySelectorAll(".rest > *")].every((line) => line.hidden);
    this.hidden.hidden = !hidden;
    this.hidden.textContent = this.shell.t("shell.log.hidden", { count: hidden });
  }

  fits(event, filter) {
    const { shell } = this;
    if (filter === "mine") return shell.concerns(event, shell.viewpoint);
    return shell.filters[filter]?.has(event.kind) ?? false;
  }

  // -- pointing, turning, keys -------------------------------------------------------------------------------------------

  /** Lights the line of one event, for the stage. */
  point(index) {
    for (const node of this.list.querySelectorAll(".shown")) node.classList.remove("shown");
    const node = this.nodes[index];
    node?.classList.add("shown");
    const battle = node?.closest(".battle");
    if (battle) this.foldBattle(battle, false); // until the log goes on
    if (node && !this.follows) node.scrollIntoView({ block: "nearest" });
  }

  turn(toChat) {
    this.node.classList.toggle("chatting", toChat);
    this.chat.show(toChat);
    this.label();
    if (!toChat) this.follow();
  }

  hear(line) {
    this.chat.hear(line);
  }

  typed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const held = document.activeElement?.closest("[data-event]");
    if (step) {
      const seen = [...this.list.querySelectorAll("[data-event]")].filter((node) => node.getClientRects().length);
      const at = held ? seen.indexOf(held) + step : step < 0 ? seen.length - 1 : 0;
      const goal = seen[Math.max(0, Math.min(seen.length - 1, at))];
      if (!goal) return;
      goal.setAttribute("tabindex", "-1");
      goal.focus();
      event.preventDefault();
    } else if (event.key === "Enter" && held && event.target === held) {
      this.lead(held, event.shiftKey);
      event.preventDefault();
    }
  }

  /** To the moment of a line; `on`: and from there to the present. */
  lead({ dataset }, on) {
    const { replay } = this.shell;
    const k = Number(dataset.event);
    return on ? replay.playFrom(k) : replay.moment(k);
  }

  /** What a line says of itself; a finger that holds it gets a button for what the Shift key does. @param {number} k */
  inspect(k) {
    const { shell } = this;
    const event = this.events[k];
    if (!event) return null;
    const act = { about: shell.eventText(event), label: shell.t("shell.log.play_on"), press: () => shell.replay.playFrom(k) };
    return { title: shell.t("shell.log.leads"), small: true, act, lines: behind(shell, event, this.cause(k)), card: cardsNamed(shell, event) };
  }

  /** What was done, of which a line is a consequence: the first that was told with the same choice. @param {number} k */
  cause(k) {
    const { acts = [] } = this.shell.frame;
    const first = this.events.findIndex((event, at) => at >= (acts[choiceOf(acts, k) - 1] ?? 0) && this.shell.eventText(event));
    return first < k && !this.isHeading(this.events[first]) ? this.events[first] : null;
  }
}
