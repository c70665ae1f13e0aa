// The inspector: every drawn thing answers "what is this, what can I do with it, why not". Pointing opens it after a moment, the key I
// at what is focused, holding a finger on it; Escape closes it.
//
//   data-inspect="kind:id"   the board's `inspect(kind, id)` tells (kinds `seat`, `rule` and `line` are the shell's own)
//   data-pick="value"        without data-inspect: told from the catalogue's name, the options and the log
//   data-tip="words"         a few words for a button that shows only a picture
//
// inspect(kind, id, event) → {title, kind, lines, may, whyNot, rule, card, faction}, all but the title optional:
//   kind     kind and state of the thing in one line           lines   up to five: [label, value] or a text
//   may      what can be done with it now; undefined: told from the options; "" for nothing
//   whyNot   {text, rule}; undefined: the server is asked      card    see fullsize.js

import { button, el, icon, label } from "./dom.js";
import { openCard } from "./fullsize.js";

/** How long a pointer rests before the inspector opens; the next thing within a second is told at once. */
const REST = 250;
const SOON = 1000;
/** How long a finger holds. */
const HOLD = 400;
/** How many ways to use a thing are told. */
const WAYS = 3;

const THINGS = "[data-inspect], [data-tip], [data-pick]";

/** Of the window's height: what is taller is set broader. */
const TALL = 0.55;

export class Inspector {
  constructor(shell) {
    this.shell = shell;
    this.node = el("aside", { class: "inspector", role: "tooltip", id: "inspector", hidden: true });
    this.words = el("div", { class: "visually-hidden", id: "inspector-words" });
    this.thing = null;
    this.pinned = false;
    this.closedAt = -Infinity;
    /** What a board lays over its pieces may come after the words: then they make way. */
    this.covers = new MutationObserver(() => !this.pinned && this.lies() && this.place());
  }

  listen(root) {
    root.append(this.node, this.words);
    root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && !this.rests(event) && this.pointed(event.target));
    root.addEventListener("pointerdown", (event) => this.pressed(event), true);
    for (const type of ["pointerup", "pointercancel", "pointermove"]) root.addEventListener(type, (event) => this.released(event), true);
    root.addEventListener("click", (event) => this.clicked(event), true);
    root.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    root.addEventListener("focusin", ({ target }) => this.describe(target.closest?.(THINGS)));
    root.addEventListener("dblclick", ({ target }) => this.enlarge(target.closest?.("[data-inspect]")));
    root.addEventListener("scroll", () => !this.pinned && this.close(), true);
  }

  // -- opening ---------------------------------------------------------------------------------------------------------

  pointed(target) {
    if (this.node.contains(target)) return clearTimeout(this.timer);
    const thing = target.closest?.("glossary-term") ? null : (target.closest?.(THINGS) ?? null); // a term has a card of its own
    if (thing === this.thing && !this.node.hidden) return clearTimeout(this.timer);
    clearTimeout(this.timer);
    if (this.pinned) return undefined;
    if (!thing) this.timer = setTimeout(() => this.close(), REST);
    else if (!this.node.hidden || performance.now() - this.closedAt < SOON) this.open(thing);
    else this.timer = setTimeout(() => this.open(thing), REST);
    return undefined;
  }

  /** Whether the pointer has not moved since it pressed: a board that draws itself anew under it is not pointed at again. */
  rests({ clientX, clientY }) {
    const still = this.pressedAt?.[0] === clientX && this.pressedAt[1] === clientY;
    if (!still) this.pressedAt = null;
    return still;
  }

  pressed(event) {
    this.held = false;
    this.pressedAt = [event.clientX, event.clientY];
    if (event.pointerType !== "touch") {
      if (!this.node.contains(event.target)) this.hide();
      return;
    }
    const thing = event.target.closest?.(THINGS);
    if (!this.node.contains(event.target)) this.close();
    if (!thing) return;
    this.finger = [event.clientX, event.clientY];
    this.downAt = event.timeStamp;
    this.under = thing;
    clearTimeout(this.holding);
    this.holding = setTimeout(() => this.hold(), HOLD - (performance.now() - event.timeStamp)); // a busy page hears of the press late
  }

  /** The finger has held: what is told is the thing under it, also where the board has drawn it anew since. */
  hold() {
    this.holding = undefined;
    const thing = this.under.isConnected ? this.under : document.elementFromPoint(this.finger[0], this.finger[1])?.closest(THINGS);
    if (!thing) return;
    this.held = true;
    this.open(thing, true);
    this.pinned = !this.node.hidden;
  }

  released(event) {
    const moved = event.type === "pointermove" && this.finger && Math.hypot(event.clientX - this.finger[0], event.clientY - this.finger[1]) < 10;
    if (moved) return;
    const waits = this.holding !== undefined;
    clearTimeout(this.holding);
    this.holding = undefined;
    if (event.type === "pointerup" && waits && event.timeStamp - this.downAt >= HOLD) this.hold(); // long enough, but the page was busy
    if (event.type === "pointerup" && this.held && event.timeStamp - this.downAt < HOLD) {
      this.held = false; // a short touch that a busy page heard of too late
      this.close();
    }
  }

  /** A finger that held a thing does not choose it. */
  clicked(event) {
    if (!this.held || this.node.contains(event.target)) return;
    this.held = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The key I: opens at what is focused or pointed at; again: keeps it; again: closes. */
  key() {
    const focused = document.activeElement?.closest(THINGS);
    const thing = focused && focused !== document.body ? focused : this.thing;
    if (!thing) return false;
    if (this.node.hidden || this.thing !== thing) this.open(thing);
    else if (!this.pinned) this.keep();
    else this.close();
    return true;
  }

  /** It stays, and who plays by keys is at what can be pressed in it. */
  keep() {
    this.pin(true);
    this.node.querySelector("button:not(.pin)")?.focus({ preventScroll: true });
  }

  pin(on) {
    this.pinned = on;
    this.node.classList.toggle("pinned", on);
    this.node.querySelector(".pin")?.setAttribute("aria-pressed", String(on));
  }

  /** Out of the way, the thing is remembered for the key. */
  hide() {
    clearTimeout(this.timer);
    if (this.node.hidden) return false;
    if (this.node.contains(document.activeElement)) this.thing?.focus({ preventScroll: true });
    this.node.hidden = true;
    this.covers.disconnect();
    this.pin(false);
    this.closedAt = performance.now();
    return true;
  }

  close() {
    const was = this.hide();
    this.thing = null;
    return was;
  }

  // -- what is told ----------------------------------------------------------------------------------------------------

  /** All that is known of an element, or null. */
  tell(thing) {
    const { shell } = this;
    if (!thing || !shell.frame) return null;
    const { inspect, tip, pick } = thing.dataset;
    if (inspect) {
      const at = inspect.indexOf(":");
      const [kind, id] = at < 0 ? [inspect, ""] : [inspect.slice(0, at), inspect.slice(at + 1)];
      const told = this.own(kind, id) ?? shell.board.inspect?.(kind, id);
      if (told) return { ...told, value: pick?.split(/\s+/)[0] ?? id };
    }
    if (pick) return this.plain(thing, pick.split(/\s+/)[0]);
    return tip ? { title: tip, small: true } : null;
  }

  /** The shell's own kinds. */
  own(kind, id) {
    const { shell } = this;
    if (kind === "rule") return this.rule(id);
    if (kind === "line") return shell.log.inspect(Number(id));
    return kind === "seat" ? shell.players.inspect(id) : null;
  }

  rule(number) {
    const { shell } = this;
    const found = shell.texts.ruleFor(number);
    const title = found ? `${number} · ${shell.t(`rule.${found}.title`)}` : shell.t("shell.rules.number", { number });
    return { title, lines: [found ? shell.t(`rule.${found}.text`) : shell.t("shell.rules.none")], may: "", whyNot: null };
  }

  /** A thing of which the board says nothing more than its value. */
  plain(thing, value) {
    const title = this.shell.describe(value);
    const said = thing.dataset.tip ?? thing.getAttribute("aria-label");
    return { title, lines: said && said !== title ? [said] : [], value };
  }

  /** The options that a value is part of. */
  options(value) {
    const { shell } = this;
    return shell.canAct && value !== undefined ? shell.candidates().filter((option) => option.map(String).includes(value)) : [];
  }

  /** What can be done with a value now, from the options. */
  ways(value) {
    const { shell } = this;
    const its = this.options(value);
    if (!its.length) return "";
    if (its.length === 1) return shell.choiceText(its[0]);
    const verbs = [...new Set(its.map(([verb]) => shell.texts.verb(shell.frame.ask.decision, verb)))];
    const said = verbs.slice(0, WAYS).join(" · ");
    return shell.t("shell.inspector.ways", { ways: verbs.length > WAYS ? `${said} …` : said, count: its.length });
  }

  /** The newest line of the log that names it. */
  lastLine(value) {
    const { shell } = this;
    if (!value) return "";
    const names = (params) => Object.values(params).some((each) => each === value || (Array.isArray(each) && each.includes(value)));
    const event = shell.frame.log.findLast(({ params }) => names(params));
    return event ? shell.eventText(event) : "";
  }

  /** The whole as plain text, for a screen reader. */
  text(thing) {
    const told = this.tell(thing);
    if (!told) return "";
    const lines = (told.lines ?? []).map((line) => (Array.isArray(line) ? line.join(": ") : line));
    const { warnings } = this.shell.choosing;
    const costs = warnings.knownCommon(this.options(told.value)).map((warning) => warnings.text(warning));
    return [told.title, told.kind, ...lines, told.may ?? this.ways(told.value), ...costs].filter(Boolean).join(". ");
  }

  async describe(thing) {
    if (!thing || !this.shell.frame) return;
    this.words.textContent = this.text(thing);
    thing.setAttribute("aria-describedby", this.words.id);
    const told = this.tell(thing);
    const costs = await this.shell.choosing.warnings.common(this.options(told?.value));
    if (costs.length && document.activeElement === thing) this.words.textContent = this.text(thing);
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  open(thing, sheet = this.shell.compact) {
    const told = thing.isConnected ? this.tell(thing) : null;
    if (!told) return;
    this.thing = thing;
    this.sheet = sheet;
    this.node.className = `inspector ${sheet ? "sheet" : ""} ${told.small ? "small" : ""}`;
    delete this.node.dataset.faction;
    if (told.faction) this.node.dataset.faction = told.faction;
    this.node.replaceChildren(...this.draw(told));
    this.node.hidden = false;
    this.place();
    const board = document.querySelector(".board-host");
    if (board && !sheet) this.covers.observe(board, { subtree: true, childList: true, attributeFilter: ["class", "hidden"] });
    if (!told.small && told.whyNot === undefined && told.may === undefined && !this.ways(told.value)) this.askWhy(thing, told.value);
    else if (!told.small) this.tellCosts(thing, told.value);
  }

  draw(told) {
    const { shell } = this;
    const line = (each) => (Array.isArray(each) ? el("div", {}, el("dt", {}, each[0]), el("dd", {}, each[1])) : el("p", {}, each));
    const lines = told.lines?.length ? el("dl", {}, told.lines.map(line)) : null;
    const card = told.card ? button("button small", () => openCard(shell, told.card), icon("search"), shell.t("shell.inspector.card")) : null;
    if (told.small && this.sheet && told.act) {
      const act = button("button small", () => (this.close(), told.act.press()), icon("play"), told.act.label);
      return [el("p", {}, told.act.about), lines, act, card].filter(Boolean);
    }
    if (told.small) return [el("p", {}, told.title), lines, card].filter(Boolean);
    const may = told.may ?? this.ways(told.value);
    const pin = button("pin", () => this.pin(!this.pinned), icon("pin"));
    pin.setAttribute("aria-pressed", "false");
    label(pin, shell.t("shell.inspector.pin"));
    const last = this.lastLine(told.value);
    return [
      el(
        "header",
        {},
        told.faction ? el("faction-token", { faction: told.faction }) : null,
        el("div", {}, el("h3", {}, told.title), told.kind ? el("p", { class: "kind" }, told.kind) : null),
        told.rule ? shell.ruleChip(told.rule) : null,
        pin,
      ),
      lines,
      told.odds ?? null,
      may ? el("p", { class: "may" }, may) : null,
      told.whyNot ? whyNot(shell, told.whyNot) : null,
      last ? el("p", { class: "last-line" }, last) : null,
      card,
    ].filter(Boolean);
  }

  /** What using it would cost, however it is used. */
  async tellCosts(thing, value) {
    const { warnings } = this.shell.choosing;
    const costs = await warnings.common(this.options(value));
    if (!costs.length || this.thing !== thing || this.node.hidden) return;
    warnings.shown(costs);
    const lines = costs.map((warning) => el("p", { class: "cost" }, icon("warning"), warnings.text(warning), " ", warning.rule ? this.shell.ruleChip(warning.rule) : null));
    const off = warnings.off(costs);
    const node = el("div", { class: "costs" }, lines, off);
    off?.addEventListener("click", () => node.remove());
    this.node.querySelector(".costs")?.remove();
    const before = this.node.querySelector(":scope > .last-line, :scope > .last-line + button, :scope > button");
    this.node.insertBefore(node, before);
    this.place();
  }

  /** Why nothing can be done with it now: the server knows. */
  async askWhy(thing, value) {
    const { shell } = this;
    if (!shell.canAct || value === undefined || !thing.dataset.pick) return;
    const choices = shell.choosing.attempts(value, thing.dataset.kind, 2);
    const answers = await Promise.all(choices.map((choice) => shell.why(choice)));
    if (this.thing !== thing || this.node.hidden || !shell.canAct) return;
    const refusal = answers.find(Boolean);
    const text = refusal ? shell.choosing.refusalText(refusal) : shell.choosing.notNow(thing.dataset.kind);
    this.node.append(whyNot(shell, { text, rule: refusal?.rule ?? shell.frame.ask.rule }));
    this.place();
  }

  /** Not over the thing itself, nor over what can be chosen or what a board lays over its pieces (odds) if there is room elsewhere; inside the window. */
  place() {
    const { node, thing } = this;
    node.classList.remove("above", "broad");
    node.style.removeProperty("left");
    node.style.removeProperty("top");
    const target = thing.getBoundingClientRect();
    if (this.sheet) {
      node.classList.toggle("above", target.top + target.height / 2 > innerHeight * 0.55);
      return;
    }
    if (node.offsetHeight > innerHeight * TALL) node.classList.add("broad");
    const { width, height } = node.getBoundingClientRect();
    const shown = (/** @type {Element[]} */ nodes) => nodes.filter((each) => each !== thing && each.getClientRects().length).map((each) => each.getBoundingClientRect());
    const above = shown(this.boardCovers());
    const explains = [...above, ...shown([thing.closest(".log")].filter((each) => each !== null))]; // who points at a line of the log reads those beside it
    const answers = shown([...this.shell.marks.legal()]);
    const gap = 10;
    const inside = (at, size, most) => Math.max(6, Math.min(at, most - size - 6));
    const abreast = [target.left, ...above.flatMap(({ left, right }) => [left - width - gap, right + gap])].map((at) => inside(at, width, innerWidth));
    const places = [
      [target.right + gap, inside(target.top, height, innerHeight)],
      [target.left - width - gap, inside(target.top, height, innerHeight)],
      ...abreast.flatMap((at) => [target.bottom + gap, target.top - height - gap].map((y) => [at, y])),
    ].filter(([x, y]) => x >= 4 && y >= 4 && x + width <= innerWidth - 4 && y + height <= innerHeight - 4);
    const over = (/** @type {DOMRect[]} */ boxes, /** @type {number[]} */ [x, y]) => boxes.filter((box) => meet(box, new DOMRect(x, y, width, height))).length;
    places.sort((one, other) => over(explains, one) - over(explains, other) || over(answers, one) - over(answers, other)); // what explains weighs more than answers
    const best = places[0] ?? [inside(target.right + gap, width, innerWidth), inside(target.bottom + gap, height, innerHeight)];
    node.style.left = `${best[0]}px`;
    node.style.top = `${best[1]}px`;
  }

  /** What the board lays over its pieces, but for what is being explained. @returns {Element[]} */
  boardCovers() {
    return [...document.querySelectorAll(".board-host [data-covers]")].filter((each) => !each.contains(this.thing));
  }

  /** Whether the words lie over it. */
  lies() {
    const box = this.node.getBoundingClientRect();
    return this.boardCovers().some((each) => each.getClientRects().length && meet(each.getBoundingClientRect(), box));
  }

  /** A double click on a card that is not played by it. */
  enlarge(thing) {
    if (!thing || thing.matches(".legal, .picked")) return;
    const card = this.tell(thing)?.card;
    if (card) openCard(this.shell, card);
  }
}

/** @param {DOMRect} one @param {DOMRect} other */
const meet = (one, other) => one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

function whyNot(shell, { text, rule }) {
  return el("p", { class: "why-not" }, text, " ", shell.ruleChip(rule));
}
