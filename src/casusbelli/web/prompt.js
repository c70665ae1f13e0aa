// The prompt bar: who must do what, and the answers. The bar holds what fits in it on one line; what does not fit goes into the
// tray; the ways out (pass, done, back, undo) never leave the bar. Measured with the real font, not counted.

import { Advice } from "./advice.js";
import { Countdown } from "./countdown.js";
import { differs, el, icon } from "./dom.js";
import { resultSentence } from "./ending.js";
import { Mentor } from "./mentor.js";
import { byVerb, sameChoice } from "./picker.js";
import { arrange, isExit, MANY_ROWS } from "./rows.js";
import { layout } from "./tabs.js";

/** More answers than this are never buttons, however short. */
const MOST = 9;
/** What a reader of screens calls the keys that a button shows as signs. */
const SPOKEN = { "␣": "Space", "→": "ArrowRight", "←": "ArrowLeft", Esc: "Escape" };

export class Prompt {
  constructor(shell) {
    this.shell = shell;
    this.token = el("faction-token");
    this.sentence = el("p", { class: "sentence", role: "status", "aria-live": "off", tabindex: "-1" });
    this.crumbs = el("div", { class: "crumbs" });
    this.rule = el("rule-chip");
    this.advice = new Advice(shell);
    this.mentor = new Mentor(shell);
    this.countdown = new Countdown();
    this.buttons = el("div", { class: "buttons answers", role: "group" });
    this.exits = el("div", { class: "buttons exits", role: "group" });
    this.slot = el("div", { class: "slot" });
    this.caution = el("p", { class: "caution", role: "status" });
    this.ask = el("div", { class: "ask" }, this.sentence, this.crumbs, this.caution);
    this.aids = el("div", { class: "aids" }, this.countdown.node, this.mentor.node, this.advice.node, shell.questionHelp.button);
    this.node = el("section", { class: "prompt" }, this.token, this.ask, this.buttons, this.slot, this.aids, this.rule, this.exits);
    /** What another part shows in the bar for a while: see `present`. */
    this.presented = null;
    new ResizeObserver(() => this.shell.frame && this.draw()).observe(this.node);
  }

  /**
   * Lets another part of the shell (the stage, a lesson) use the bar: {text, controls: [nodes], answers: false}. All may be left
   * out: `text` stands in the sentence's place, `controls` beside the aids; `answers: false` holds the answers back, the ways out too.
   * `present(null)` gives the bar back.
   */
  present(shown) {
    this.presented = shown;
    this.slot.replaceChildren(...(shown?.controls ?? []));
    if (this.shell.frame) this.draw();
  }

  /** Draws only what differs, so that a frame which changes nothing here keeps the focus and does not flicker. */
  draw() {
    const { shell } = this;
    const told = this.tell();
    const { seat, sending } = told;
    this.node.setAttribute("aria-label", shell.t("shell.prompt.label"));
    this.buttons.setAttribute("aria-label", shell.t("shell.prompt.answers"));
    this.exits.setAttribute("aria-label", shell.t("shell.prompt.exits"));
    this.node.classList.toggle("mine", told.mine);
    this.node.classList.toggle("sending", sending);
    shell.paint(this.node, seat);
    this.token.hidden = !seat;
    if (seat) this.token.setAttribute("faction", shell.faction(seat));
    if (this.sentence.textContent !== told.text) this.change(told.text);
    const chips = told.crumbs.map((text) => el("span", { class: "chip" }, text));
    if (differs(this.crumbs, told.crumbs)) this.crumbs.replaceChildren(...chips);
    this.drawCaution(told.mine);
    shell.setRule(this.rule, told.rule);
    this.advice.draw();
    this.mentor.draw();
    this.countdown.show(shell.replaying ? {} : shell.stage.active ? shell.live : shell.frame, shell.t("shell.prompt.time"));
    this.set(this.exits, told.exits);
    this.exits.classList.toggle("many", told.exits.length > 2);
    this.fit(told);
    this.markAdvised();
  }

  /** The button that is what a marshal would choose, or begins it. */
  markAdvised() {
    const advised = this.advice.choice?.map(String);
    for (const node of this.node.querySelectorAll(".buttons button")) {
      const { choice, take } = node.dataset;
      node.classList.toggle("advised", advised !== undefined && (choice === advised.join(" ") || advised.includes(take)));
    }
  }

  /** What the step that is left would cost. */
  drawCaution(mine) {
    const { warnings } = this.shell.choosing;
    const standing = mine ? warnings.standing() : [];
    const lines = standing.map((warning) => warnings.text(warning));
    warnings.shown(standing);
    this.caution.classList.toggle("hanging", warnings.hangs || layout() === "wide"); // the bar is two lines high and holds the question
    if (!differs(this.caution, lines, warnings.tired(standing), this.shell.language)) return;
    const off = warnings.off(standing);
    this.caution.replaceChildren(...(lines.length ? [icon("warning"), lines.join(" ")] : []), ...(off ? [off] : []));
  }

  /** The first way of writing the answers that has room; what it leaves out, and the board does not show, is in the tray. */
  fit({ plans, options, seat, text, exits }) {
    const { shell } = this;
    const seen = plans.map(({ buttons }) => buttons.map(({ press, ...rest }) => rest));
    const room = [shell.choosing.warnings.armed, this.node.clientWidth, document.documentElement.dataset.text, this.slot.childElementCount];
    if (differs(this.node, seen, room, text, exits.map(({ label }) => label), seat, shell.seat, shell.frame.seq, shell.picked, shell.letters, shell.language)) {
      const held = this.buttons.contains(document.activeElement);
      const phone = layout() === "phone";
      this.node.classList.remove("wordy");
      const row = phone ? ["loose", "tight", "close"] : [];
      const first = (ways) => plans.find((plan) => ways.some((way) => this.hasRoom(plan, way)));
      this.plan = (options.length ? null : first(row)) ?? first([...row, ""]) ?? plans.at(-1); // of the stage's buttons some may be left out
      this.set(this.buttons, this.plan.buttons);
      this.node.classList.toggle("wordy", layout() === "wide" ? this.ask.scrollHeight > this.node.clientHeight - 2 : phone && this.lines() > 2);
      if (held) (this.node.querySelector(".buttons button:not([aria-disabled])") ?? this.sentence).focus();
    }
    shell.tray.draw(options, shell.canAct && shell.drawn && shell.textBoard.node.hidden && this.hides(this.plan, options));
    const all = this.buttons.querySelector("[data-tray]");
    all?.setAttribute("aria-expanded", String(shell.tray.isOpen));
  }

  /** How many lines the sentence takes. */
  lines() {
    return Math.round(this.ask.offsetHeight / parseFloat(getComputedStyle(this.sentence).lineHeight));
  }

  /**
   * Whether the sentence has two lines beside these answers; on small screens answers have a line of their own. On a phone that line
   * is shared with aids and ways out where all of them fit when their words may break (`loose`, `tight`, `close`).
   */
  hasRoom({ buttons }, way = "") {
    const tight = way !== "";
    this.node.classList.toggle("tight", tight);
    this.node.classList.toggle("loose", way === "loose");
    this.node.classList.toggle("close", way === "close");
    if (buttons.length > MOST) return false;
    this.set(this.buttons, buttons);
    this.node.classList.add("measuring");
    const width = (node) => (node.getClientRects().length ? node.getBoundingClientRect().width : 0);
    const { paddingLeft, paddingRight, columnGap } = getComputedStyle(this.node);
    const inner = this.node.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const answers = [...this.buttons.children, ...(tight ? this.exits.querySelectorAll(".button:not(.brief)") : [])];
    const tall = answers.some((node) => node.querySelector("span").getBoundingClientRect().height > 2.6 * rem);
    let fits;
    if (layout() === "wide") {
      const others = [this.token, this.buttons, this.slot, this.aids, this.rule, this.exits].map(width).filter(Boolean);
      const left = inner - others.reduce((sum, each) => sum + each + parseFloat(columnGap), 0);
      fits = left >= Math.min(width(this.ask) + 2, Math.max(13 * rem, width(this.ask) * 0.56));
    } else {
      const row = tight ? [this.aids, this.buttons, this.slot, this.exits] : [this.buttons];
      fits = row.map(width).filter(Boolean).reduce((sum, each, i) => sum + each + (i ? parseFloat(columnGap) : 0), 0) <= inner;
    }
    this.node.classList.remove("measuring");
    return fits && !tall;
  }

  /**
   * Whether the tray must open by itself: options are neither offered by a button nor begin with a piece that is lit on the board.
   * Of a long list that is mostly there, the button that opens it is enough.
   */
  hides({ buttons }, options) {
    const lit = this.shell.litValues();
    const offered = (option) =>
      buttons.some(({ choice, pick }) => (choice ? sameChoice(choice, option) : pick !== undefined && option.map(String).includes(String(pick))));
    const hidden = options.filter((option) => !offered(option) && !option.slice(1).some((value) => lit.has(String(value))));
    return hidden.length > (options.length > MANY_ROWS ? options.length / 3 : 0);
  }

  change(text) {
    this.sentence.replaceChildren(...this.shell.book.marked(text));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // Not its opacity: on a busy machine an animation may wait, and the question must be readable at once.
    this.sentence.animate({ backgroundColor: ["#8c7f6355", "#8c7f6300"] }, 240);
  }

  /** Fills a group of buttons, if it differs. */
  set(group, buttons) {
    const { shell } = this;
    const seen = buttons.map(({ press, ...rest }) => rest);
    const { armed } = shell.choosing.warnings;
    if (!differs(group, seen, armed, shell.seat, shell.frame.seq, shell.picked, shell.letters)) return;
    const held = group.contains(document.activeElement) ? document.activeElement.textContent : null;
    group.replaceChildren(...buttons.map((button, i) => this.button(button, group === this.buttons ? i : null)));
    if (held === null) return;
    const all = [...group.querySelectorAll("button:not([aria-disabled])")];
    const same = all.find((node) => node.textContent === held);
    (same ?? (group === this.buttons ? all[0] : null) ?? this.sentence).focus(); // never from one way out to another
  }

  button({ label, name, press, choice, pick, danger, primary, disabled, faded, symbol, key, brief, tray }, i) {
    const armed = this.shell.choosing.warnings.isArmed(choice);
    if (armed) label = this.shell.t("shell.warn.really", { choice: label });
    const hint = key ?? (i === null || i >= MOST ? null : String(i + 1));
    return el(
      "button",
      {
        type: "button",
        class: `button ${primary ? "primary" : ""} ${danger ? "danger" : ""} ${brief ? "brief" : ""} ${faded ? "faded" : ""}`,
        "aria-label": name && name !== label ? `${label}: ${name}` : null,
        "aria-disabled": disabled ? "true" : null,
        "aria-keyshortcuts": this.shell.letters && hint ? (SPOKEN[hint] ?? hint) : null,
        "data-choice": choice ? choice.join(" ") : null,
        "data-take": pick ?? null,
        "data-confirm": armed ? "yes" : null, // the coach rings what is asked once more
        "data-tray": tray,
        onclick: () => (disabled ? choice && this.shell.choosing.tellWhy([choice]) : press()),
      },
      symbol ? icon(symbol) : null,
      el("span", {}, label),
      hint && this.shell.letters && !disabled ? el("kbd", { "aria-hidden": "true" }, hint) : null,
    );
  }

  // -- what the bar says -----------------------------------------------------------------------------------------------

  tell() {
    const { shell } = this;
    const { frame } = shell;
    const still = { crumbs: [], plans: [{ buttons: [] }], options: [], exits: [], rule: "", seat: frame.seat && shell.plays(frame.seat), mine: false, sending: false };
    const told = { ...still, ...this.tellNow(frame) };
    const { presented } = this;
    if (presented?.text) told.text = presented.text;
    return presented?.answers === false ? { ...told, plans: still.plans, options: [], exits: [] } : told;
  }

  tellNow(frame) {
    const { shell } = this;
    if (shell.stage.active) return shell.stage.tell();
    if (frame.over && !shell.replaying) return this.tellOver(frame.over);
    if (shell.replaying) return this.tellThen(frame);
    if (!frame.ask) return this.tellWaiting(frame);
    return { mine: true, sending: shell.sending, seat: shell.acts(frame.seat, frame.ask.decision), ...this.tellAsk(frame) };
  }

  /** Looking back. On small screens the way back to now is up here: the log lies over the strip under the board. */
  tellThen(frame) {
    const { shell } = this;
    const text = shell.analysis?.sentence() ?? shell.t("shell.replay.prompt", { n: frame.choices });
    const back = { label: shell.t("shell.replay.now"), press: () => shell.replay.stop(), symbol: "back" };
    return { seat: shell.viewpoint && shell.plays(shell.viewpoint), text, exits: shell.replay.isLeftAbove ? [back] : [] };
  }

  tellOver(over) {
    const { shell } = this;
    const go = (address) => () => location.assign(address);
    return {
      seat: over.winners.length === 1 ? shell.plays(over.winners[0]) : null,
      text: resultSentence(shell, over),
      plans: [{ buttons: [{ label: shell.t("shell.over.details"), press: () => shell.showResult(), primary: true }] }],
      exits: [
        { label: shell.t("shell.menu.journal"), press: go(shell.journalAddress()), symbol: "download", brief: true },
        { label: shell.t("shell.menu.home"), press: go("/"), symbol: "home", brief: true },
      ],
    };
  }

  tellWaiting(frame) {
    const { shell } = this;
    const exits = this.undo(frame);
    const [first, ...more] = frame.waiting;
    if (!first) return { text: shell.t("shell.waiting.nobody"), exits };
    const key = `waiting.${first.decision}`;
    const several = { seats: frame.waiting.map(({ seat }) => shell.name(shell.plays(seat))), count: frame.waiting.length };
    const seat = shell.acts(first.seat, first.decision);
    if (!more.length && frame.players[first.seat]?.deep) return { seat, text: shell.t("shell.waiting.thinks", { seat: shell.name(seat) }), exits };
    const text = more.length || !shell.texts.has(key) ? shell.t("shell.waiting.for", several) : shell.t(key, { seat });
    return { seat: more.length ? null : seat, text, exits };
  }

  /** What the reader is asked, in words; nothing where he is not. */
  question(frame = this.shell.frame, own = frame?.ask && this.shell.board.picks?.(frame, this.shell.picked)) {
    const { shell } = this;
    if (!frame?.ask) return "";
    return own?.text || shell.t(`decision.${frame.ask.decision}`, { seat: shell.plays(frame.seat), ...frame.ask.about });
  }

  tellAsk(frame) {
    const { shell } = this;
    const { ask } = frame;
    const own = shell.board.picks?.(frame, shell.picked);
    const text = this.question(frame, own);
    const isOut = (option) => isExit(option, shell.exits);
    const left = shell.candidates();
    const options = left.filter((option) => !isOut(option));
    const given = (own?.buttons ?? []).map((button) => this.ownButton(button));
    const out = given.filter(({ choice }) => choice && isOut(choice));
    const ways = left.filter((option) => isOut(option) && !out.some(({ choice }) => sameChoice(choice, option)));
    const exits = [...out, ...ways.map((option) => this.whole(option))].map((exit, i) => (i === 0 ? { ...exit, key: "E" } : exit));
    if (exits.length === 1 && !options.length && !exits[0].disabled) exits[0].primary = true;
    if (shell.picked.length) exits.push(this.back());
    exits.push(...this.undo(frame));
    const plans = this.plans(options, own, given.filter((button) => !out.includes(button)));
    return { text, rule: ask.rule, options, plans, exits, crumbs: shell.picked.map((value) => shell.describe(value)) };
  }

  /** Ways of writing the answers, best first; the last one always has room. */
  plans(options, own, given) {
    const { shell } = this;
    if (!options.length) return [{ buttons: given }];
    const all = this.all(options.length);
    const whole = options.map((option) => given.find(({ choice }) => choice && sameChoice(choice, option)) ?? this.whole(option, options.length === 1));
    const plans = [];
    const offers = (button) => (option) => (button.choice ? sameChoice(button.choice, option) : option.map(String).includes(String(button.pick)));
    if (given.length) {
      const complete = options.every((option) => given.some((button) => offers(button)(option)));
      if (!complete) plans.push({ buttons: [...given, all] });
      if (complete || !this.hides({ buttons: given }, options)) plans.push({ buttons: given }); // the others are lit on the board
    }
    if (whole.length <= MOST) {
      plans.push({ buttons: whole });
      if (!whole.some(({ danger }) => danger)) plans.push({ buttons: this.brief(whole) }); // what cannot be taken lightly says what it does
    }
    const verbs = byVerb(options);
    if (!own?.buttons && verbs.size > 1) {
      const decision = shell.frame.ask.decision;
      const verb = (name) => ({ label: shell.texts.verb(decision, name), pick: name, press: () => shell.pick(name), danger: shell.choosing.isGrave(name) });
      plans.push({ buttons: [...[...verbs].map(([name, its]) => (its.length === 1 ? this.whole(its[0]) : verb(name))), all] });
    }
    return [...plans, { buttons: [all] }];
  }

  whole(option, primary = false) {
    const { shell } = this;
    return { label: shell.choiceText(option), choice: option, press: () => shell.choose(option), danger: shell.choosing.isGrave(option[0]), primary };
  }

  /** The same in few words: each says only what tells it from the others. */
  brief(whole) {
    const { shell } = this;
    const words = new Map();
    for (const { said, rows } of arrange(whole.map(({ choice }) => choice), shell.page.verbs).groups) {
      for (const { parts, choices } of rows) {
        const name = [...said, ...parts].map((part) => shell.tray.word(part));
        for (const { option, value } of choices) words.set(option, [...name, ...(value === null ? [] : [shell.describe(value)])].join(" · "));
      }
    }
    const verb = ([name]) => shell.texts.verb(shell.frame.ask.decision, name);
    return whole.map((button) => ({ ...button, label: words.get(button.choice) || verb(button.choice), name: button.label }));
  }

  all(count) {
    const { shell } = this;
    return { label: shell.t("shell.prompt.all", { count }), press: () => shell.tray.toggle(), symbol: "list", key: "B", tray: "toggle" };
  }

  ownButton({ label, choice, pick, then = [], danger, primary, disabled }) {
    const press = () => (choice ? this.shell.choose(choice) : [pick, ...then].every((value) => this.shell.pick(value)));
    return { label, choice, pick, danger: danger ?? (choice && this.shell.choosing.isGrave(choice[0])), primary, disabled, press };
  }

  back() {
    return { label: this.shell.t("shell.prompt.back"), press: () => this.shell.unpick(), symbol: "back", key: "Esc", brief: true };
  }

  /** Undo, or why not; nothing where one has nothing to take back. */
  undo({ undo, undo_why: why }) {
    const press = () => this.shell.choosing.undo();
    if (!undo && !why) return [];
    return [{ label: this.shell.t("shell.undo"), press, symbol: "undo", key: "U", brief: true, faded: !undo }];
  }

  /** Presses the n-th answer: of the bar, or of the tray where the bar has none but the tray's own button. */
  press(n) {
    const answers = this.answers();
    if (!answers.length) return this.shell.tray.press(n);
    answers[n - 1]?.click();
    return Boolean(answers[n - 1]);
  }

  /** The answers in the bar. */
  answers() {
    return [...this.buttons.children].filter((node) => !node.dataset.tray);
  }

  /** Presses the first way out. */
  leave() {
    const node = this.exits.querySelector("[data-choice]");
    node?.click();
    return Boolean(node);
  }
}
