// Warnings before dear or lossy steps, fed by data: an option's preview may carry `warnings: [{grade, key, params, rule}]`.
//
//   note   a line in the tray's row or the inspector        warn   a badge on the piece and a line in the prompt
//   ask    the button turns into "Really …" for a few seconds: a second press plays it
//
// A finger points at nothing before it touches: what `warn` would have told a pointer is asked of it.
//
// The words are `warning.<key>`. Each can be switched off after its third showing.

import { sameChoice } from "./picker.js";
import { store, stored } from "./settings.js";

/** How long "Really …" stands, in milliseconds. */
const ARMED = 4000;
/** Of at most so many options a question's warnings are asked for in advance. */
const FEW = 8;
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
    /** @type {boolean | undefined} */
    this.hasWords = undefined;
    /** The options whose warnings stood in words before a finger came down; null: what is pressed is not pressed by a finger. */
    this.read = null;
    document.addEventListener("pointerdown", ({ pointerType }) => this.press(pointerType === "touch"), true);
    document.addEventListener("keydown", () => this.press(false), true);
  }

  press(touched) {
    const { shell } = this;
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
    this.armed = null;
    /** @type {boolean | undefined} */
    this.hasWords = undefined;
  }

  /** What is known of an option already; undefined: not asked yet. */
  knownOf(choice) {
    return this.known.get(keyOf(choice));
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

  /** Asks for the warnings of the few options that are left, so that their pieces can be marked. */
  async look() {
    const { shell } = this;
    if (!shell.canAct || !this.any) return;
    this.renew();
    const left = shell.candidates();
    if (left.length > FEW || left.every((option) => this.known.has(keyOf(option)))) return;
    await Promise.all(left.map((option) => this.of(option)));
    if (shell.canAct) shell.draw();
  }

  /** Something is pointed at, or nothing any more: where it leaves one option, that one's warnings are told before the press. */
  async point(fits) {
    if (!this.shell.frame) return;
    const told = this.lines();
    this.fits = this.shell.canAct ? fits : null;
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

  /** What the prompt says: the warnings of the one option that is left, of the one that is armed or of the one that is pointed at. */
  lines() {
    this.renew();
    const near = this.armed ?? this.pointed();
    const left = near ? [near] : this.shell.candidates();
    const known = left.length === 1 ? (this.knownOf(left[0]) ?? []) : [];
    return known.filter(({ grade }) => grade !== "note" || !this.hangs).map((warning) => this.text(warning));
  }

  isArmed(choice) {
    return this.armed !== null && Boolean(choice) && sameChoice(this.armed, choice);
  }

  /** Whether a choice may be sent: without a warning that asks, or pressed a second time. */
  async allows(choice) {
    if (!this.any) return true;
    const untold = this.read !== null && !this.read.has(keyOf(choice));
    const asking = (await this.of(choice)).filter(({ grade }) => grade === "ask" || (untold && grade === "warn"));
    if (!asking.length || this.isArmed(choice)) {
      this.disarm();
      return true;
    }
    for (const { key } of asking) store(`warned.${key}`, stored(`warned.${key}`, 0) + 1);
    this.arm(choice);
    const { shell } = this;
    shell.announce([...asking.map((warning) => this.text(warning)), shell.t("shell.warn.really", { choice: shell.choiceText(choice) })].join(" "));
    return false;
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

  /** The keys of the present warnings that may be switched off now. */
  tired() {
    const left = this.armed ? [this.armed] : [];
    return left.flatMap((choice) => this.known.get(keyOf(choice)) ?? []).map(({ key }) => key).filter((key) => stored(`warned.${key}`, 0) >= OFTEN);
  }

  mute(keys) {
    for (const key of keys) store(`mute.${key}`, true);
    for (const [choice, its] of this.known) this.known.set(choice, its.filter(({ key }) => !keys.includes(key)));
    this.disarm();
  }
}
