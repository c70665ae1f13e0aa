// The mentor: a quiet mark after a choice of one's own where a clearly better one was there. On request it says which, and why, and
// offers to take the choice back. For those who play against bots alone; the server sees to that.

import { openDialog } from "./dialogs.js";
import { button, icon, label } from "./dom.js";
import { reasonTexts } from "./reasons.js";
import { store, stored } from "./settings.js";

/**
 * @typedef {object} Mark what the server says of a choice
 * @property {number} choices how many choices stood before it
 * @property {string} decision what was asked
 * @property {Array<string|number>} chosen
 * @property {Array<string|number>} better
 * @property {number} gain of the chance to win
 * @property {Array<{key: string, params?: object}>} why
 */

export class Mentor {
  constructor(shell) {
    this.shell = shell;
    /** @type {Mark | null} */
    this.mark = null;
    this.node = button("mentor", () => this.open(), icon("eye"));
    this.node.hidden = true;
  }

  /** Whether the switch is there: everybody else is a bot. */
  get possible() {
    const { page, live, seat } = this.shell;
    return Boolean(seat) && !page.study && page.aids && Object.entries(live?.players ?? {}).every(([other, { kind }]) => other === seat || kind === "bot");
  }

  get wanted() {
    return stored("mentor", false);
  }

  /** Tells the server whether to look on: after connecting, and when the switch is turned. */
  greet() {
    if (this.possible && this.wanted) this.shell.connection.tell({ t: "mentor", on: true });
  }

  turn(on) {
    store("mentor", on);
    if (!on) this.forget();
    this.shell.connection.tell({ t: "mentor", on });
  }

  /** @param {{t: string, on?: boolean} & Mark} message */
  hear(message) {
    if (message.t === "mentor") {
      if (this.wanted && !message.on) this.shell.say(this.shell.t("shell.mentor.cannot"));
      return;
    }
    this.mark = message;
    this.draw();
    this.shell.announce(this.shell.t("shell.mentor.mark"));
  }

  /** One has chosen anew, or taken it back. */
  forget() {
    this.mark = null;
    this.draw();
  }

  draw() {
    this.node.hidden = this.mark === null || this.shell.replaying;
    label(this.node, this.shell.t("shell.mentor.mark"));
  }

  /** What was better, and why. */
  async open() {
    const { shell, mark } = this;
    if (!mark) return false;
    const words = (choice) => shell.texts.choice(mark.decision, choice);
    const body = [
      shell.t("shell.mentor.chosen", { choice: words(mark.chosen) }),
      shell.t("shell.mentor.better", { choice: words(mark.better) }),
      reasonTexts(shell, mark.decision, mark.why, 3).join(" "),
      shell.t("shell.mentor.gain", { count: Math.max(1, Math.round(100 * mark.gain)) }),
    ];
    const answer = await openDialog({
      title: shell.t("shell.mentor.title"),
      body: body.filter(Boolean).join("\n\n"),
      buttons: [
        { label: shell.t("shell.mentor.take_back"), value: "back", choice: ["take_back"] },
        { label: shell.t("shell.close"), value: null, primary: true },
      ],
      close: shell.t("shell.close"),
    });
    if (answer === "back") await this.takeBack(mark);
    return true;
  }

  /** Bots agree to everything; only what was rolled or revealed since cannot be unknown again. */
  async takeBack(mark) {
    const { shell } = this;
    const { seq } = shell.live;
    const answer = await shell.connection.errand({ t: "propose", kind: "take_back", data: { to: mark.choices }, seq });
    if (answer?.t === "ack") this.forget();
    else shell.say(shell.t(answer?.reason === "moved_on" ? "house.refused.moved_on" : "shell.mentor.stands"));
  }
}
