// Advice: what a marshal would choose. For those who play against bots and themselves alone; the server sees to that.

import { button, icon, label } from "./dom.js";

export class Advice {
  constructor(shell) {
    this.shell = shell;
    this.asking = false;
    this.node = button("advice", () => this.ask(), icon("bulb"));
  }

  get offered() {
    const { shell } = this;
    const { mine } = shell.page;
    return shell.canAct && Object.entries(shell.frame.players).every(([seat, { kind }]) => kind === "bot" || mine.includes(seat));
  }

  draw() {
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
    const choice = await shell.connection.advice();
    this.asking = false;
    this.draw();
    if (!shell.canAct || shell.question(shell.frame) !== question) return true; // too late
    if (!choice) shell.say(shell.t("shell.advice.none"));
    else {
      shell.say(shell.t("shell.advice.told", { choice: shell.choiceText(choice) }), { rule: shell.frame.ask.rule });
      shell.marks.pulse(new Set(choice.map(String)));
    }
    return true;
  }
}
