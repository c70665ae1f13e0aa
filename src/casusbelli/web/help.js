// Help at the question: a decision that is met for the first times explains itself beside the table, later behind "?".

import { openDialog } from "./dialogs.js";
import { button, differs, el, icon, label } from "./dom.js";
import { store, stored } from "./settings.js";
import { lessonOf } from "./terms.js";

/** How often a decision explains itself, by how much the reader wants explained. */
const TIMES = { on: 3, brief: 1, off: 0 };

export class QuestionHelp {
  constructor(shell) {
    this.shell = shell;
    this.node = el("details", { class: "help-note", hidden: true, ontoggle: () => shell.panels.fold() });
    this.button = button("advice help-button", () => this.open(), icon("help"));
    this.decision = null;
    this.closed = null;
    this.gaveWay = false;
    /** The reader opened it himself: it stays as long as this decision does. */
    this.kept = false;
  }

  get wish() {
    const wish = stored("explain", "on");
    return wish in TIMES ? wish : "on";
  }

  has(decision) {
    return Boolean(decision) && this.shell.texts.has(`help.${decision}.text`);
  }

  /** Counts a decision when it is newly asked, and shows or hides its help. */
  draw() {
    const { shell } = this;
    const { frame } = shell;
    const decision = shell.replaying || frame.coach ? null : (frame.ask?.decision ?? null);
    if (decision !== this.decision) {
      this.decision = decision;
      this.closed = null;
      this.kept = false;
      if (this.has(decision)) this.meet(decision);
    }
    const shown = this.has(decision) && this.closed !== decision && this.times(decision) <= TIMES[this.wish];
    this.button.hidden = !this.has(decision);
    label(this.button, shell.t("book.help.button"));
    const beside = shell.layout === "wide" && !frame.sandbox; // its panel needs the column
    this.button.classList.toggle("fresh", shown && !beside); // no room for more on a small screen
    this.node.hidden = !shown || !beside;
    if (this.node.hidden) return;
    if (!this.node.isConnected) shell.side.prepend(this.node);
    if (differs(this.node, decision, shell.language, this.wish)) this.fill(decision);
    requestAnimationFrame(() => this.makeRoom());
  }

  /** Answers, players, panels and log come first: where the column is too short for all of it the explanation waits
   * behind its title, and comes out again when the answers it gave way to are gone. */
  makeRoom() {
    const cut = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2;
    const { side, tray } = this.shell;
    if (this.gaveWay && !tray.isOpen) {
      this.gaveWay = false;
      this.node.open = true;
    }
    if (this.node.open && (!this.kept || tray.isOpen) && (cut(side) || cut(this.node) || (tray.isOpen && cut(tray.rows)))) {
      this.node.open = false;
      this.gaveWay = tray.isOpen;
    }
  }

  met() {
    return stored(`met.${this.shell.page.game}`, {});
  }

  times(decision) {
    return this.met()[decision] ?? 0;
  }

  meet(decision) {
    const met = this.met();
    store(`met.${this.shell.page.game}`, { ...met, [decision]: (met[decision] ?? 0) + 1 });
  }

  fill(decision) {
    const { shell } = this;
    const leave = button("leave", () => this.close(), icon("cross"));
    label(leave, shell.t("book.help.close"));
    const title = el("summary", { onclick: () => (this.kept = !this.node.open) }, el("span", { class: "first-time" }, shell.t("book.help.first")), el("b", {}, shell.t(`help.${decision}.title`)));
    this.node.replaceChildren(title, ...this.body(decision, this.wish === "brief"), leave);
    this.node.open = true;
  }

  /** The explanation and the chips of its rules. */
  body(decision, brief = false) {
    const { shell } = this;
    const text = shell.t(`help.${decision}.text`);
    const told = brief ? text.split(/(?<=[.!?])\s/)[0] : text;
    const rules = shell.t(`help.${decision}.rules`, {}, "").split(/[\s,]+/).filter(Boolean);
    const lesson = lessonOf(decision);
    const link = lesson && el("a", { href: lesson.address, target: "_blank" }, shell.t("book.help.lesson", { title: lesson.title }));
    return [el("p", {}, ...shell.book.marked(told)), el("div", { class: "chips" }, rules.map((number) => shell.ruleChip(number)), link)];
  }

  close() {
    this.closed = this.decision;
    this.draw();
  }

  /** Behind the question mark: the whole explanation, at any time. */
  open() {
    const { shell, decision } = this;
    if (!this.has(decision)) return false;
    openDialog({ title: shell.t(`help.${decision}.title`), body: this.body(decision), close: shell.t("shell.close") });
    return true;
  }
}

/** The switch: explain new things. */
export function explainSelect(shell) {
  const option = (wish) => el("option", { value: wish, selected: wish === shell.questionHelp.wish }, shell.t(`book.explain.${wish}`));
  const node = el("select", { onchange: () => (store("explain", node.value), shell.draw()) }, Object.keys(TIMES).map(option));
  return node;
}
