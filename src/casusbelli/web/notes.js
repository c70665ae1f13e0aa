// Private notes beside a match: kept after two seconds of rest, read by nobody else.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";

const REST = 2000;

/** @param {object} shell */
export async function openNotes(shell) {
  const address = `${shell.page.address}/notes?seat=${encodeURIComponent(shell.seat)}`;
  const found = await fetch(address).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (!found) return shell.say(shell.t("house.notes.failed"));
  const pad = new Pad(shell, address, found);
  await openDialog({ title: shell.t("house.notes.title"), body: [el("p", { class: "hint" }, shell.t("house.notes.note")), pad.text, pad.state], kind: "notes", close: shell.t("shell.close") });
  return pad.keep();
}

class Pad {
  constructor(shell, address, { text, version }) {
    this.shell = shell;
    this.address = address;
    this.kept = text;
    this.version = version;
    this.text = el("textarea", { rows: "12", maxlength: "16000", autofocus: true, "aria-label": shell.t("house.notes.title"), oninput: () => this.later() });
    this.text.value = text;
    this.state = el("p", { class: "hint", role: "status" });
  }

  later() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.keep(), REST);
  }

  async keep() {
    clearTimeout(this.resting);
    const text = this.text.value;
    if (text === this.kept) return;
    const body = JSON.stringify({ text, version: this.version });
    const answer = await fetch(this.address, { method: "PUT", body, headers: { "Content-Type": "application/json" } }).catch(() => null);
    if (answer?.status === 409) this.both(text, await answer.json());
    else if (answer?.ok) {
      this.version = (await answer.json()).version;
      this.kept = text;
      this.say("kept");
    } else this.say(answer?.status === 413 ? "long" : "failed");
  }

  /** Another page has written meanwhile: nothing of either is lost. */
  both(mine, theirs) {
    this.version = theirs.version;
    this.kept = theirs.text;
    this.text.value = `${mine}\n\n${theirs.text}`;
    this.say("both");
  }

  say(what) {
    this.state.textContent = this.shell.t(`house.notes.${what}`);
  }
}
