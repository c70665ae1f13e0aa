// Several seats at one device: a curtain falls between them, and the line is opened anew for who sits down.

import { openCurtain } from "./dialogs.js";
import { button, el, icon } from "./dom.js";
import { check } from "./menu.js";
import { stored } from "./settings.js";

export class Device {
  constructor(shell) {
    this.shell = shell;
    this.covered = false;
  }

  /** Another seat of this device is asked: pass it on. */
  offer() {
    const { live, page, replaying, sending } = this.shell;
    if (replaying || live.ask || live.over || sending) return;
    const next = live.waiting.map(({ seat }) => seat).find((seat) => page.mine.includes(seat));
    if (next && next !== this.shell.seat) this.handOver(next);
  }

  async handOver(seat) {
    if (this.covered) return;
    if (stored("curtain", true)) {
      this.covered = true;
      const takes = await this.cover(seat);
      this.covered = false;
      if (!takes) {
        this.shell.choosing.undo();
        return;
      }
    }
    this.shell.sit(seat);
  }

  /** Promises true when the next player is there, false when the last one takes his choice back. */
  cover(seat) {
    const { shell } = this;
    const side = shell.plays(seat);
    const name = { seat: shell.name(side) };
    const go = button("button primary", null, shell.t("shell.curtain.go", name));
    shell.paint(go, side);
    const buttons = [{ node: go, value: true }];
    if (shell.live.undo) buttons.push({ node: button("button", null, icon("undo"), shell.t("shell.curtain.undo")), value: false });
    return openCurtain({
      token: el("faction-token", { faction: shell.faction(side) }),
      title: shell.t("shell.curtain.title", name),
      note: shell.t("shell.curtain.note"),
      buttons,
      extra: check(shell, "curtain", true, "shell.menu.curtain", () => undefined),
    });
  }
}
