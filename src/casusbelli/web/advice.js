// Advice: what a marshal would choose. For those who play against bots and themselves alone; the server sees to that.

import { button, el, icon, label } from "./dom.js";
import { comparison, reasonTexts } from "./reasons.js";

/** With a stop, if it has none. @param {string} sentence */
const ended = (sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

export class Advice {
  constructor(shell) {
    this.shell = shell;
    this.asking = false;
    /** What was advised, and for which question. */
    this.told = null;
    this.node = button("advice", () => this.ask(), icon("bulb"));
  }

  get offered() {
    const { shell } = this;
    const { mine } = shell.page;
    return shell.canAct && Object.entries(shell.frame.players).every(([seat, { kind }]) => kind === "bot" || mine.includes(seat));
  }

  /** The question has gone, and its advice with it. */
  forget() {
    this.told = null;
    this.shell.toasts.drop("advised");
  }

  /** What was advised, as long as the question stands. */
  get choice() {
    const stands = this.told && this.shell.frame && this.told.question === this.shell.question(this.shell.frame);
    return stands ? this.told.choice : null;
  }

  /** Its values, its verb where that is a piece, and where on the board they lie if the board knows better: a pile in its province. */
  values() {
    const [kind, ...values] = this.choice ?? [];
    const names = this.shell.page.verbs[kind] ?? [];
    const params = Object.fromEntries(values.map((value, i) => [names[i] ?? i, value]));
    return new Set(kind ? [kind, ...values.map(String), ...this.shell.valuesOf([{ kind, params }])] : []);
  }

  /** What a marshal would choose, and why: one or two sentences. */
  words({ choice, why }) {
    const { shell } = this;
    return [ended(shell.t("shell.advice.told", { choice: shell.choiceText(choice) })), ...reasonTexts(shell, shell.frame.ask?.decision, why, 2)].join(" ");
  }

  /** What would have come next, under a fold: how it compares. Nothing where there was no other. */
  next({ why, others }) {
    const [other] = others;
    if (!other) return null;
    const { shell } = this;
    const told = comparison(shell, shell.frame.ask?.decision, why, other);
    const named = ended(shell.t("shell.advice.next", { choice: shell.choiceText(other.choice) }));
    return told.length ? el("details", { class: "next-best" }, el("summary", {}, named), el("p", {}, told.join(" "))) : el("p", { class: "next-best" }, named);
  }

  draw() {
    if (this.told && this.told.question !== this.shell.question(this.shell.frame)) this.forget();
    label(this.node, this.shell.t("shell.advice.title"));
    this.node.hidden = !this.offered;
    this.node.setAttribute("aria-busy", String(this.asking));
  }

  /** Says what is advised and points at the pieces it names. */
  async ask() {
    const { shell } = this;
    if (!this.offered || this.asking) return false;
    const question = shell.question(shell.frame);
    this.asking = true;
    this.draw();
    const answer = await shell.connection.advice();
    this.asking = false;
    this.draw();
    if (!shell.canAct || shell.question(shell.frame) !== question) return true; // too late
    if (!answer?.choice) {
      shell.say(shell.t("shell.advice.none"));
      return true;
    }
    this.told = { question, ...answer };
    const warned = (await shell.choosing.warnings.of(answer.choice)).map((warning) => shell.choosing.warnings.text(warning));
    shell.draw();
    shell.say([this.words(answer), ...warned].join(" "), { rule: shell.frame.ask?.rule, kind: "advised", more: this.next(answer) });
    shell.marks.pulse(this.values());
    shell.panels.fold();
    shell.questionHelp.makeRoom();
    return true;
  }
}
