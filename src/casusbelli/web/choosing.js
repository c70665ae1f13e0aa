// From a touch to a played choice: confirm it, send it, take it back, play it again, say why not.

import { openDialog } from "./dialogs.js";
import { attempts, Picker, sameChoice } from "./picker.js";
import { Warnings } from "./warnings.js";

/** How long a refused piece is marked, in milliseconds. */
const REFUSED = 2000;

export class Choosing {
  constructor(shell) {
    this.shell = shell;
    this.picker = new Picker({ changed: () => shell.draw(), choose: (choice) => this.choose(choice) });
    this.warnings = new Warnings(shell);
    this.refusedValues = new Set();
    this.sentAt = null;
    this.forget();
  }

  /** Another seat: what was played and taken back is not his. */
  forget() {
    this.played = [];
    this.undone = [];
    this.step = null;
    this.again = null;
  }

  /** Sends a choice, after a question where the game wants one. */
  async choose(choice) {
    const { shell } = this;
    if (!shell.canAct) return false;
    const { seq } = shell.frame;
    const option = shell.frame.ask.options.find((each) => sameChoice(each, choice));
    if (!option) {
      this.tellWhy([choice]);
      return false;
    }
    const grave = this.isGrave(option[0]); // asked once: a confirmation tells the warnings too
    if (grave && !(await this.confirm(option))) {
      shell.unpick();
      return false;
    }
    if (!shell.canAct || shell.frame.seq !== seq || !(grave || (await this.warnings.allows(option)))) return false;
    if (!shell.canAct || shell.frame.seq !== seq) return false;
    const { decision } = shell.frame.ask;
    this.submit({ t: "act", choice: option }, { decision, choice: option, question: shell.question(shell.frame) });
    return true;
  }

  submit(message, step) {
    if (!this.shell.connection.submit(message)) return;
    this.step = step;
    this.sentAt = this.shell.live.seq;
    this.shell.draw();
  }

  /** Whether this frame is the first that shows what was sent. */
  arrived(frame) {
    if (this.sentAt === null || frame.seq !== this.sentAt + 1) return false;
    this.sentAt = null;
    return true;
  }

  isGrave(verb) {
    return this.shell.texts.has(`choice.confirm.${verb}`);
  }

  async confirm(choice) {
    const { shell } = this;
    const label = shell.choiceText(choice);
    const warnings = (await this.warnings.of(choice)).map((warning) => this.warnings.text(warning));
    const answer = await openDialog({
      title: label,
      body: [shell.t(`choice.confirm.${choice[0]}`, shell.texts.choiceParams(choice)), ...warnings].join("\n\n"),
      buttons: [
        { label: shell.t("shell.confirm.no"), value: false, confirm: "no" },
        { label, value: true, danger: true, confirm: "yes", choice },
      ],
      close: shell.t("shell.close"),
    });
    return answer === true;
  }

  acknowledged(message) {
    if (message.t !== "act" && message.t !== "undo") return this.shell.draw();
    this.shell.prompt.mentor.forget();
    if (message.t === "undo") {
      const step = this.played.pop();
      if (step) this.undone.push(step);
    } else {
      const again = this.undone.at(-1);
      if (again && sameChoice(again.choice, message.choice)) this.undone.pop();
      else this.undone = [];
      if (this.step) this.played.push(this.step);
    }
    this.shell.draw();
  }

  /**
   * Where several choose in secret, somebody else's answer makes ours stale without touching what we were asked: once the
   * frame of that answer is here and the question is the same, the choice is sent again.
   */
  overtaken(answer, message) {
    if (answer.reason !== "stale" || message?.t !== "act") return false;
    this.again = { seq: answer.seq, ...this.step };
    this.sendAgain();
    return true;
  }

  sendAgain() {
    const { again, shell } = this;
    if (!again || shell.live.seq < again.seq) return;
    this.again = null;
    if (shell.canAct && shell.question(shell.frame) === again.question) this.submit({ t: "act", choice: again.choice }, again);
    else this.refused({ reason: "stale" }, {});
  }

  refused(answer, message) {
    const { shell } = this;
    if (this.overtaken(answer, message)) return;
    if (answer.reason === "nudged") {
      this.sentAt = null;
      this.picker.ask(shell.frame.ask?.options ?? []);
      shell.draw();
      return;
    }
    if (message) {
      this.sentAt = null;
      this.picker.ask(shell.frame.ask?.options ?? []);
    }
    const { refusal } = answer;
    const reason = () => shell.t(`shell.refused.${answer.reason}`, {}, shell.t("shell.refused.other"));
    shell.say(refusal ? this.refusalText(refusal) : reason(), { rule: refusal?.rule, plain: false });
    shell.draw();
  }

  undo() {
    const { shell } = this;
    if (!shell.live || shell.replaying || shell.sending) return false;
    if (!shell.live.undo) return this.tellNoUndo(shell.live.undo_why);
    this.submit({ t: "undo" }, null);
    return true;
  }

  /** Why nothing can be taken back: a key that is pressed is answered. */
  tellNoUndo(why) {
    const { shell } = this;
    if (!shell.seat) return false;
    shell.say(shell.t(`shell.no_undo.${why ?? "nothing"}`), { plain: false });
    return true;
  }

  /** The choice that would be played again, or undefined. */
  get redoable() {
    const step = this.undone.at(-1);
    const ask = this.shell.canAct ? this.shell.frame.ask : null;
    const fits = step && ask?.decision === step.decision && ask.options.some((each) => sameChoice(each, step.choice));
    return fits ? step.choice : undefined;
  }

  redo() {
    const choice = this.redoable;
    if (choice) this.choose(choice);
    return Boolean(choice);
  }

  /** Somebody touched what cannot be chosen. */
  explain(value, kind) {
    const { shell } = this;
    if (!shell.canAct) return;
    this.markRefused(value);
    this.tellWhy(this.attempts(value, kind), kind);
  }

  /** The choices that a touch on it was probably meant for: what the board says, else what the options show. */
  attempts(value, kind, most = 4) {
    const { shell } = this;
    const own = shell.board.attempts?.(String(value)) ?? [];
    return own.length ? own.slice(0, most) : attempts(shell.frame.ask.options, this.picker.picked, value, kind, shell.page.verbs, most);
  }

  markRefused(value) {
    const { shell } = this;
    clearTimeout(this.refusal);
    this.refusedValues = new Set([String(value)]);
    shell.applyMarks();
    this.refusal = setTimeout(() => {
      this.refusedValues = new Set();
      shell.applyMarks();
    }, REFUSED);
  }

  async tellWhy(choices, kind = "") {
    const { shell } = this;
    const answers = await Promise.all(choices.map((choice) => shell.why(choice)));
    const refusal = answers.find(Boolean);
    if (refusal) shell.say(this.refusalText(refusal), { rule: refusal.rule, plain: false });
    else shell.say(this.notNow(kind), { rule: shell.frame?.ask?.rule });
  }

  /** What no rule forbids is simply not asked for: when a thing of this kind is used, where the game says so, and what is asked for now. */
  notNow(kind = "") {
    const { shell } = this;
    return `${shell.t(`when.${kind}`, {}, shell.t("shell.refused.not_now"))} ${shell.prompt.question()}`.trim();
  }

  refusalText({ key, params }) {
    return this.shell.t(`refusal.${key}`, params);
  }
}
