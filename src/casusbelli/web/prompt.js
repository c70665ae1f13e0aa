// The prompt bar: who must do what, and the answers as buttons.

import { Advice } from "./advice.js";
import { Countdown } from "./countdown.js";
import { differs, el, icon } from "./dom.js";
import { resultSentence } from "./ending.js";
import { buttons as nextButtons, FEW } from "./picker.js";

export class Prompt {
  constructor(shell) {
    this.shell = shell;
    this.token = el("faction-token");
    this.sentence = el("p", { class: "sentence", role: "status", "aria-live": "off", tabindex: "-1" });
    this.crumbs = el("div", { class: "crumbs" });
    this.rule = el("rule-chip");
    this.advice = new Advice(shell);
    this.countdown = new Countdown();
    this.buttons = el("div", { class: "buttons", role: "group" });
    const ask = el("div", { class: "ask" }, this.sentence, this.crumbs);
    const aids = el("div", { class: "aids" }, this.countdown.node, this.advice.node, this.rule);
    this.node = el("section", { class: "prompt" }, this.token, ask, aids, this.buttons);
  }

  /** Draws only what differs, so that a frame which changes nothing here keeps the focus and does not flicker. */
  draw() {
    const { shell } = this;
    const told = this.tell();
    const { seat, sending } = told;
    this.node.setAttribute("aria-label", shell.t("shell.prompt.label"));
    this.buttons.setAttribute("aria-label", shell.t("shell.prompt.answers"));
    this.node.classList.toggle("mine", told.mine);
    this.node.classList.toggle("sending", sending);
    shell.paint(this.node, seat);
    this.token.hidden = !seat;
    if (seat) this.token.setAttribute("faction", shell.faction(seat));
    if (this.sentence.textContent !== told.text) this.change(told.text);
    const chips = told.crumbs.map((text) => el("span", { class: "chip" }, text));
    if (differs(this.crumbs, told.crumbs)) this.crumbs.replaceChildren(...chips);
    shell.setRule(this.rule, told.rule);
    this.advice.draw();
    this.countdown.show(shell.replaying ? {} : shell.frame, shell.t("shell.prompt.time"));
    const seen = told.buttons.map(({ press, ...rest }) => rest);
    if (!differs(this.buttons, seen, shell.seat, shell.frame.seq, shell.picked, shell.letters)) return;
    const held = this.buttons.contains(document.activeElement);
    this.buttons.replaceChildren(...told.buttons.map((button, i) => this.button(button, i)));
    requestAnimationFrame(() => this.fit());
    if (held) (this.buttons.querySelector("button:not([aria-disabled])") ?? this.sentence).focus();
  }

  /** The bar keeps its height, so that the board does not jump: where the answers need more room they are set smaller. */
  fit() {
    this.node.classList.remove("dense");
    const { scrollHeight, clientHeight } = this.node;
    this.node.classList.toggle("dense", scrollHeight > clientHeight);
  }

  change(text) {
    this.sentence.textContent = text;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // Not its opacity: on a busy machine an animation may wait, and the question must be readable at once.
    this.sentence.animate({ backgroundColor: ["#ffc23d66", "#ffc23d00"] }, 240);
  }

  button({ label, press, danger, primary, disabled, quiet, symbol, key }, i) {
    const hint = key ?? (quiet || i > 8 ? null : String(i + 1));
    return el(
      "button",
      {
        type: "button",
        class: `button ${primary ? "primary" : ""} ${danger ? "danger" : ""}`,
        "aria-disabled": disabled ? "true" : null,
        "aria-keyshortcuts": this.shell.letters ? hint : null,
        onclick: () => !disabled && press(),
      },
      symbol ? icon(symbol) : null,
      el("span", {}, label),
      hint && this.shell.letters && !disabled ? el("kbd", { "aria-hidden": "true" }, hint) : null,
    );
  }

  /** What the bar says now. */
  tell() {
    const { shell } = this;
    const { frame } = shell;
    const still = { crumbs: [], buttons: [], rule: "", seat: frame.seat, mine: false, sending: false };
    if (frame.over && !shell.replaying) return { ...still, ...this.tellOver(frame.over) };
    if (shell.replaying) return { ...still, seat: shell.viewpoint, text: shell.t("shell.replay.prompt", { n: frame.choices }) };
    if (!frame.ask) return { ...still, ...this.tellWaiting(frame) };
    return { ...still, mine: true, sending: shell.sending, ...this.tellAsk(frame) };
  }

  tellOver(over) {
    const { shell } = this;
    const go = (address) => () => location.assign(address);
    return {
      seat: over.winners.length === 1 ? over.winners[0] : null,
      text: resultSentence(shell, over),
      buttons: [
        { label: shell.t("shell.over.details"), press: () => shell.showResult(), primary: true },
        { label: shell.t("shell.menu.journal"), press: go(shell.journalAddress()), symbol: "download", quiet: true },
        { label: shell.t("shell.menu.home"), press: go("/"), symbol: "home", quiet: true },
      ],
    };
  }

  tellWaiting(frame) {
    const { shell } = this;
    const buttons = frame.undo ? [this.undo()] : [];
    const [first, ...more] = frame.waiting;
    if (!first) return { text: shell.t("shell.waiting.nobody"), buttons };
    const key = `waiting.${first.decision}`;
    const several = { seats: frame.waiting.map(({ seat }) => shell.name(seat)), count: frame.waiting.length };
    const text = more.length || !shell.texts.has(key) ? shell.t("shell.waiting.for", several) : shell.t(key, { seat: first.seat });
    return { seat: more.length ? null : first.seat, text, buttons };
  }

  tellAsk(frame) {
    const { shell } = this;
    const { ask } = frame;
    const own = shell.board.picks?.(frame, shell.picked);
    const text = own?.text || shell.t(`decision.${ask.decision}`, { seat: frame.seat, ...ask.about });
    const buttons = own?.buttons ? own.buttons.map((button) => this.ownButton(button)) : this.answers(ask);
    if (shell.picked.length) buttons.push(this.back());
    if (frame.undo) buttons.push(this.undo());
    return { text, rule: ask.rule, buttons, crumbs: shell.picked.map((value) => shell.describe(value)) };
  }

  ownButton({ label, choice, pick, danger, primary, disabled }) {
    const press = () => (choice ? this.shell.choose(choice) : this.shell.pick(pick));
    return { label, danger: danger ?? (choice && this.shell.choosing.isGrave(choice[0])), primary, disabled, press };
  }

  answers(ask) {
    const { shell } = this;
    const found = nextButtons(ask.options, shell.picked);
    const primary = found.length === 1;
    return found.map(({ option, verb, value, count }) => {
      const danger = shell.choosing.isGrave(option?.[0] ?? verb);
      if (option) return { label: shell.choiceText(option), press: () => shell.choose(option), danger, primary };
      if (verb) return { label: shell.texts.verb(ask.decision, verb), press: () => shell.pick(verb), danger };
      if (value) return { label: shell.describe(value), press: () => shell.pick(value) };
      return { label: shell.t("shell.prompt.list", { count }), press: () => shell.openTextBoard(), symbol: "list", primary };
    });
  }

  back() {
    return { label: this.shell.t("shell.prompt.back"), press: () => this.shell.unpick(), symbol: "back", key: "Esc", quiet: true };
  }

  undo() {
    return { label: this.shell.t("shell.undo"), press: () => this.shell.choosing.undo(), symbol: "undo", key: "U", quiet: true };
  }

  /** Presses the n-th answer. */
  press(n) {
    const button = this.buttons.children[n - 1];
    if (!button || n > FEW + 1) return false;
    button.click();
    return true;
  }
}
