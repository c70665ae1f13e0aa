// Warnings before dear or lossy steps, fed by data: an option's preview may carry `warnings: [{grade, key, params, rule}]`.
//
//   note   a line in the tray's row and in the inspector    warn   a badge on the piece and a line in the prompt, too
//   ask    the button turns into "Really …" for a few seconds: a second press plays it
//
// A finger points at nothing before it touches: what `warn` would have told a pointer is asked of it. Rows of a long tray have no
// lines of their own (each would have to be asked for): the prompt tells all of the row that is pointed at.
//
// The words are `warning.<key>`. Each, whatever its grade, can be switched off where it stands after its third showing; the menu brings
// them back.

import { button } from "./dom.js";
import { sameChoice } from "./picker.js";
import { store, stored } from "./settings.js";

/** How long "Really …" stands, in milliseconds. */
const ARMED = 4000;
/** Of at most so many options a question's warnings are asked for in advance. */
const FEW = 8;
/** Of at most so many ways to use one piece it is asked what they have in common. */
const WAYS = 3;
/** How long what was pointed at stays told where it can be switched off: the way to the button. */
const LINGER = 2000;
/** After so many showings a warning can be switched off. */
const OFTEN = 3;

const keyOf = (choice) => JSON.stringify(choice);

export class Warnings {
  constructor(shell) {
    this.shell = shell;
    this.known = new Map();
    this.question = null;
    this.armed = null;
    /** @type {((option: any[]) => boolean) | null} which options what is pointed at stands for */
    this.fits = null;
    /** Whether it is a row of the tray, and not a piece, that is pointed at. */
    this.inTray = false;
    /** The keys that have been counted as shown for the present question. */
    this.counted = new Set();
    /** @type {boolean | undefined} */
    this.hasWords = undefined;
    /** The options whose warnings stood in words before a finger came down; null: what is pressed is not pressed by a finger. */
    this.read = null;
    /** Whether the reader's last sign of life was a key: he is a long way from a button that a pointer is upon at once. */
    this.byKeys = false;
    /** Whether what a finger came down on is a row of the tray. */
    this.onRow = false;
    document.addEventListener("pointerdown", ({ pointerType, target }) => this.press(pointerType === "touch", target), true);
    document.addEventListener("keydown", () => (this.press(false), (this.byKeys = true)), true);
    document.addEventListener("pointermove", () => (this.byKeys = false), { passive: true, capture: true });
  }

  press(touched, target = null) {
    const { shell } = this;
    this.byKeys = false;
    this.onRow = touched && Boolean(target?.closest?.(".tray"));
    const left = touched && shell.frame ? shell.candidates() : [];
    const shown = left.length === 1 ? left.map(keyOf) : shell.tray?.isOpen ? this.known.keys() : []; // the last one's stand in the prompt
    this.read = touched ? new Set(shown) : null;
  }

  /** Whether the game warns of anything at all. */
  get any() {
    this.hasWords ??= Object.keys(this.shell.texts.words).some((key) => key.startsWith("warning."));
    return this.hasWords;
  }

  /** A new question: what was known of the last one's options is void. */
  renew() {
    const { shell } = this;
    const question = shell.question(shell.frame);
    if (question === this.question) return;
    this.question = question;
    this.known.clear();
    this.counted.clear();
    this.armed = null;
    /** @type {boolean | undefined} */
    this.hasWords = undefined;
  }

  /** What is known of an option already; undefined: not asked yet. */
  knownOf(choice) {
    return this.known.get(keyOf(choice));
  }

  /** Whether so few options are left that each one's warnings are asked for, and stand in its row of the tray. */
  get inRows() {
    return this.shell.candidates().length <= FEW;
  }

  /** The warnings of an option that the reader has not switched off. */
  async of(choice) {
    this.renew();
    if (!this.any) return [];
    const key = keyOf(choice);
    if (!this.known.has(key)) {
      const { question } = this;
      const preview = await this.shell.preview(choice);
      if (question !== this.question) return [];
      this.known.set(key, (preview?.warnings ?? []).filter((warning) => !stored(`mute.${warning.key}`, false)));
    }
    return this.known.get(key);
  }

  /** What all ways to use a piece have in common: what it costs before it is known how it will be used. */
  async common(options) {
    if (!options.length || options.length > WAYS) return [];
    await Promise.all(options.map((option) => this.of(option)));
    return this.knownCommon(options);
  }

  /** The same, as far as it has been asked for. */
  knownCommon(options) {
    const known = options.map((option) => this.knownOf(option) ?? []);
    const texts = known.map((its) => new Set(its.map((warning) => this.text(warning))));
    return (known[0] ?? []).filter((warning) => texts.every((said) => said.has(this.text(warning))));
  }

  /** Asks for the warnings of the few options that are left, so that their pieces can be marked. */
  async look() {
    const { shell } = this;
    if (!shell.canAct || !this.any) return;
    this.renew();
    const left = shell.candidates();
    if (!this.inRows || left.every((option) => this.known.has(keyOf(option)))) return;
    await Promise.all(left.map((option) => this.of(option)));
    if (shell.canAct) shell.draw();
  }

  /**
   * Something is pointed at, or nothing any more: where it leaves one option, that one's warnings are told before the press. What can be
   * switched off stays for the way to the button: for a while, and for who plays by keys until he points at something else.
   */
  async point(fits, inTray = false) {
    clearTimeout(this.leaving);
    if (fits || !this.hangs || !this.tired().length) return this.pointNow(fits, inTray);
    if (!this.byKeys) this.leaving = setTimeout(() => this.pointNow(null, false), LINGER);
    return undefined;
  }

  /** The pointer has reached what was told: it stays. */
  stay() {
    clearTimeout(this.leaving);
  }

  async pointNow(fits, inTray) {
    if (!this.shell.frame) return;
    const told = this.lines();
    this.fits = this.shell.canAct ? fits : null;
    this.inTray = inTray;
    const choice = this.pointed();
    if (choice) await this.of(choice);
    if (this.fits === fits && String(told) !== String(this.lines())) this.shell.prompt.draw();
  }

  /** Whether the warnings told are those of what is merely pointed at: they hang under the prompt, so that nothing shifts. */
  get hangs() {
    return !this.armed && this.pointed() !== null;
  }

  pointed() {
    const left = this.fits ? this.shell.candidates().filter(this.fits) : [];
    return left.length === 1 ? left[0] : null;
  }

  /** The values of pieces that can only be used in a way that is warned of. */
  values() {
    if (!this.known.size) return new Set();
    const left = this.shell.candidates();
    const grave = (option) => (this.known.get(keyOf(option)) ?? []).some(({ grade }) => grade !== "note");
    const safe = new Set(left.filter((option) => !grave(option)).flatMap((option) => option.map(String)));
    return new Set(left.filter(grave).flatMap((option) => option.slice(1).map(String)).filter((value) => !safe.has(value)));
  }

  text({ key, params }) {
    return this.shell.t(`warning.${key}`, params ?? {});
  }

  /** What the prompt tells: the warnings of the one option that is left, of the one that is armed or of the one that is pointed at. */
  standing() {
    this.renew();
    const near = this.armed ?? this.pointed();
    const left = near ? [near] : this.shell.candidates();
    const known = left.length === 1 ? (this.knownOf(left[0]) ?? []) : [];
    const notes = !this.hangs || (this.inTray && !this.inRows); // elsewhere the piece's inspector or the row itself has them
    return known.filter(({ grade }) => grade !== "note" || notes);
  }

  lines() {
    return this.standing().map((warning) => this.text(warning));
  }

  isArmed(choice) {
    return this.armed !== null && Boolean(choice) && sameChoice(this.armed, choice);
  }

  /** Whether a choice may be sent: without a warning that asks, or pressed a second time. */
  async allows(choice) {
    if (!this.any) return true;
    const untold = this.read !== null && !this.read.has(keyOf(choice));
    const asks = ({ grade }) => grade === "ask" || (untold && (grade === "warn" || this.isUnread(grade)));
    const asking = (await this.of(choice)).filter(asks);
    if (!asking.length || this.isArmed(choice)) {
      this.disarm();
      return true;
    }
    this.arm(choice);
    const { shell } = this;
    shell.announce([...asking.map((warning) => this.text(warning)), shell.t("shell.warn.really", { choice: shell.choiceText(choice) })].join(" "));
    return false;
  }

  /** Whether a note stands nowhere for a finger: a row of a long tray has neither words of its own nor an inspector. @param {string} grade */
  isUnread(grade) {
    return grade === "note" && this.onRow && !this.inRows;
  }

  arm(choice) {
    clearTimeout(this.timer);
    this.armed = choice;
    const byKeys = document.activeElement?.matches(":focus-visible"); // who plays by keys, or listens, needs longer to press again
    this.timer = setTimeout(() => this.disarm(), byKeys ? 4 * ARMED : ARMED);
    this.shell.draw();
  }

  disarm() {
    clearTimeout(this.timer);
    if (!this.armed) return;
    this.armed = null;
    this.shell.draw();
  }

  /** These stand before the reader in words; however often they are drawn again, that is one showing for a question. */
  shown(warnings) {
    this.renew();
    for (const { key } of warnings) {
      if (this.counted.has(key)) continue;
      this.counted.add(key);
      store(`warned.${key}`, stored(`warned.${key}`, 0) + 1);
    }
  }

  /** The keys among them that may be switched off now. */
  tired(warnings = this.standing()) {
    return [...new Set(warnings.map(({ key }) => key))].filter((key) => stored(`warned.${key}`, 0) >= OFTEN);
  }

  /** The button that switches off what the reader has seen often enough; null where there is nothing like that. */
  off(warnings = this.standing()) {
    const keys = this.tired(warnings);
    if (!keys.length) return null;
    const node = button("button small quiet off", () => this.mute(keys), this.shell.t("shell.warn.off"));
    for (const type of ["pointerenter", "focus"]) node.addEventListener(type, () => this.stay());
    node.addEventListener("pointerleave", () => node !== document.activeElement && this.point(null));
    node.addEventListener("blur", () => this.point(null));
    return node;
  }

  mute(keys) {
    const held = document.activeElement?.matches?.("button.off");
    for (const key of keys) store(`mute.${key}`, true);
    for (const [choice, its] of this.known) this.known.set(choice, its.filter(({ key }) => !keys.includes(key)));
    this.disarm();
    this.shell.draw();
    if (held) this.shell.prompt.sentence.focus({ preventScroll: true }); // the button has gone
  }

  /** The keys of this game's warnings that the reader has switched off. @returns {string[]} */
  muted() {
    const keys = Object.keys(this.shell.texts.words).filter((key) => key.startsWith("warning.")).map((key) => key.slice("warning.".length));
    return keys.filter((key) => stored(`mute.${key}`, false));
  }

  /** Brings them back, as if they had never been shown; what is asked now is warned of at once. */
  async bringBack() {
    for (const key of this.muted()) {
      store(`mute.${key}`, false);
      store(`warned.${key}`, 0);
    }
    this.question = null;
    this.renew();
    this.shell.draw();
    await this.look();
  }
}
