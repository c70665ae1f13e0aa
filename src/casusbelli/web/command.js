// The command line: a few letters find an option, Enter plays it.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { search } from "./fuzzy.js";

const MOST = 8;

/** A combobox over the options that fit what is picked. */
class CommandLine {
  constructor(shell) {
    this.shell = shell;
    this.options = shell.candidates();
    const title = shell.t("shell.command.title");
    this.list = el("ul", { class: "command-list", role: "listbox", id: "command-list", "aria-label": title });
    this.input = el("input", {
      type: "text",
      role: "combobox",
      autocomplete: "off",
      autofocus: true,
      placeholder: shell.t("shell.command.placeholder"),
      "aria-label": title,
      "aria-expanded": "true",
      "aria-controls": "command-list",
      "aria-autocomplete": "list",
      oninput: () => this.find(),
      onkeydown: (event) => this.typed(event),
    });
    this.hint = el("p", { class: "hint" });
    this.find();
  }

  find() {
    this.found = search(this.input.value, this.options, (option) => this.shell.choiceText(option), MOST);
    this.at = 0;
    this.draw();
  }

  draw() {
    const item = (option, i) => {
      const attributes = { id: `command-${i}`, role: "option", "aria-selected": String(i === this.at) };
      return el("li", { ...attributes, onclick: () => this.finish(option) }, this.shell.choiceText(option));
    };
    this.list.replaceChildren(...this.found.map(item));
    this.input.setAttribute("aria-activedescendant", this.found.length ? `command-${this.at}` : "");
    this.hint.textContent = this.shell.t(this.found.length ? "shell.command.hint" : "shell.textboard.none");
  }

  typed(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!this.found.length || (!by && event.key !== "Enter")) return;
    event.preventDefault();
    if (by) {
      this.at = (this.at + by + this.found.length) % this.found.length;
      this.draw();
    } else {
      this.finish(this.found[this.at]);
    }
  }

  /** Closes first: a question about the choice is a dialog of its own. */
  finish(option) {
    const dialog = this.input.closest("dialog");
    dialog.addEventListener("close", () => this.shell.choose(option), { once: true });
    dialog.close();
  }
}

export function openCommandLine(shell) {
  const { input, list, hint } = new CommandLine(shell);
  return openDialog({ title: shell.t("shell.command.title"), body: [input, list, hint], close: shell.t("shell.close") });
}
