// The tray: all answers that are left, where the bar has no room for them. It takes the place of the board's panels in the right
// column (tablet and phone: a sheet at the foot), never the board's nor the log's.
//
// A board may write rows better: `row(option, parts)` → {label, small} (either may be left out). `small`, what follows from the choice, is a text
// or a function that promises one: it is asked when its row comes into sight.

import { button, differs, el, icon, label } from "./dom.js";
import { search } from "./fuzzy.js";
import { arrange, MANY_ROWS } from "./rows.js";
import { layout } from "./tabs.js";

const NUMBERED = 9;
/** Under a finger the filter is not focused by itself: the keys of the screen would lie over the rows. */
const FINGER = matchMedia("(pointer: coarse)");

export class Tray {
  constructor(shell) {
    this.shell = shell;
    this.title = el("h2", { id: "tray-title" });
    this.close = button("button quiet small", () => this.show(false), icon("cross"));
    this.filter = el("input", { type: "search", autocomplete: "off", oninput: () => this.drawRows(), onkeydown: (event) => this.typed(event) });
    this.rows = el("div", { class: "rows", onkeydown: (event) => this.moved(event) });
    this.foot = el("p", { class: "count", role: "status" });
    this.off = el("div", { class: "off" });
    /** What is to be asked for when its line comes into sight. */
    this.promised = new Map();
    this.sight = new IntersectionObserver((seen) => seen.forEach(({ isIntersecting, target }) => isIntersecting && this.tell(target)), { root: this.rows });
    this.node = el(
      "section",
      { class: "panel tray", "data-panel": "tray", role: "group", "aria-labelledby": "tray-title", hidden: true },
      el("div", { class: "tray-head" }, this.title, this.close),
      this.filter,
      this.rows,
      this.foot,
      this.off,
    );
    for (const [type, on] of Object.entries({ pointerover: true, focusin: true, pointerleave: false, focusout: false })) {
      this.node.addEventListener(type, ({ target }) => this.aim(on ? target.closest("[data-choice]") : null));
    }
    /** What the reader decided for the present question: open, shut, or nothing yet. */
    this.wish = null;
    this.question = null;
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /** Opens or shuts it because the reader says so. */
  show(open, focus = false) {
    this.wish = open;
    this.shell.prompt.draw();
    this.shell.coach?.draw(); // what it points at may lie in the tray, or under it
    if (focus && open) (this.filter.hidden || FINGER.matches ? this.rows.querySelector("button") : this.filter)?.focus();
    if (!open && document.activeElement === document.body) this.shell.prompt.sentence.focus();
  }

  toggle() {
    if (!this.shell.canAct) return false;
    this.show(!this.isOpen, true);
    return true;
  }

  /** Draws the answers that are left. `needed`: the bar and the board do not offer them all. */
  draw(options, needed) {
    const { shell } = this;
    const question = JSON.stringify([shell.question(shell.frame), shell.picked]);
    if (question !== this.question) {
      this.question = question;
      this.wish = null;
      this.filter.value = "";
    }
    const open = options.length > 0 && (this.wish ?? needed);
    this.place();
    this.node.hidden = !open;
    shell.side.classList.toggle("choosing", open && layout() === "wide");
    if (!open) return;
    requestAnimationFrame(() => shell.questionHelp.makeRoom());
    const { armed } = shell.choosing.warnings;
    if (!differs(this.node, options, armed, this.told(), shell.language, shell.letters, shell.sending)) return;
    this.options = options;
    label(this.close, shell.t("shell.close"));
    this.filter.hidden = options.length <= MANY_ROWS;
    this.filter.placeholder = shell.t("shell.tray.filter");
    this.filter.setAttribute("aria-label", shell.t("shell.tray.filter"));
    this.drawRows();
    if (armed) requestAnimationFrame(() => this.rows.querySelector(".really")?.scrollIntoView({ block: "nearest" })); // the warning has taken room
  }

  /** The warnings that stand in the rows. */
  told() {
    return this.shell.candidates().flatMap((option) => this.inRow(option));
  }

  /** The warnings that stand in one row: where there are few; where a finger has been told of them, in a long list, too. */
  inRow(option) {
    const { warnings } = this.shell.choosing;
    return warnings.inRows || FINGER.matches ? (warnings.knownOf(option) ?? []) : [];
  }

  /** In the right column before the board's panels, or at the foot. */
  place() {
    const { shell } = this;
    const wide = layout() === "wide";
    if (wide && this.node.parentNode !== shell.side) shell.players.node.after(this.node);
    if (!wide && this.node.parentNode !== shell.main) shell.main.append(this.node);
    this.node.classList.toggle("sheet", !wide);
  }

  drawRows() {
    const { shell, options } = this;
    const query = this.filter.value.trim();
    const found = query ? search(query, options, (option) => shell.choiceText(option)) : options;
    const { said, groups } = arrange(found, shell.page.verbs);
    const common = said.filter(([, value]) => !shell.picked.includes(value));
    const words = (pairs) => pairs.map((pair) => this.word(pair)).filter((word) => !word.startsWith("…"));
    this.title.textContent = (!query && words(common).join(" · ")) || shell.t("shell.tray.title");
    this.numbered = shell.prompt.answers().length ? NUMBERED : 0; // numbers press the bar's answers first
    this.sight.disconnect();
    this.promised.clear();
    this.rows.replaceChildren(...groups.map((group) => this.group(group, groups.length > 1 ? words(group.said) : [])));
    const told = this.told();
    shell.choosing.warnings.shown(told);
    this.off.replaceChildren(...[shell.choosing.warnings.off(told)].filter(Boolean));
    const shown = found.length === options.length ? "shell.tray.all" : "shell.tray.some";
    this.foot.textContent = found.length ? shell.t(shown, { count: found.length, total: options.length }) : shell.t("shell.textboard.none");
  }

  group({ rows }, words) {
    const head = words.length ? el("h3", {}, words.join(" · "), el("span", { class: "size" }, String(rows.length))) : null;
    return el("section", { class: "group" }, head, rows.map((row) => this.row(row)));
  }

  /** A place's value in words. Numbers are told with the name of what they count, where the catalogue has one. */
  word([place, value]) {
    const { shell } = this;
    if (place === "verb") return shell.texts.verb(shell.frame.ask.decision, value);
    const key = `part.${place}`;
    return shell.texts.has(key) ? shell.t(key, { value, name: value }) : shell.describe(value);
  }

  row({ parts, choices }) {
    const { shell } = this;
    const plain = choices.find(({ value }) => value === null) ?? choices[0]; // of two that differ in a switch the one without it
    const own = shell.board.row?.(plain.option, parts) ?? {};
    const isNumber = ([, value]) => /^-?\d+$/.test(value);
    const main = parts.filter((part) => !isNumber(part));
    const numbers = parts.filter(isNumber);
    const text = own.label ?? (main.length ? main : numbers).map((part) => this.word(part)).join(" · ");
    const small = typeof own.small === "function" ? this.later(own.small) : (own.small ?? (main.length ? numbers.map((part) => this.word(part)).join(" · ") : ""));
    const name = text || shell.choiceText(choices[0].option);
    const notes = this.inRow(choices[0].option).map((warning) => shell.choosing.warnings.text(warning)).join(" ");
    const words = [el("span", { class: "what" }, name), small instanceof Node ? small : small ? el("small", {}, small) : null, notes ? el("small", { class: "note" }, notes) : null];
    if (choices.length === 1) return this.choice(choices[0].option, name, words);
    const several = choices.map(({ option, value }) => this.choice(option, name, [value === null ? shell.t("shell.tray.choose") : shell.describe(value)]));
    return el("div", { class: "row pair" }, el("div", { class: "words" }, words), several);
  }

  /** A line of small print that is still to come; it keeps its room. */
  later(promise) {
    const line = el("small", { class: "follows" }, "\u00a0");
    this.promised.set(line, promise);
    this.sight.observe(line);
    return line;
  }

  async tell(line) {
    this.sight.unobserve(line);
    const text = await this.promised.get(line)?.();
    if (!line.isConnected) return;
    const row = line.closest(".row");
    if (!text) return line.remove();
    line.textContent = text;
    for (const button of row.matches("button") ? [row] : row.querySelectorAll("button")) button.setAttribute("aria-description", text);
  }

  choice(option, name, words) {
    const { shell } = this;
    this.numbered += 1;
    const key = this.numbered <= NUMBERED && shell.letters ? el("kbd", { "aria-hidden": "true" }, String(this.numbered)) : null;
    const whole = shell.choiceText(option);
    const node = button(shell.choosing.isGrave(option[0]) ? "row danger" : "row", () => shell.choose(option), ...words, key);
    node.dataset.choice = option.join(" ");
    if (shell.choosing.warnings.isArmed(option)) node.prepend(el("b", { class: "really" }, shell.t("shell.warn.really", { choice: "" })));
    if (whole !== name) node.setAttribute("aria-label", `${node.querySelector(".what")?.textContent ?? name}: ${whole}`);
    return node;
  }

  // -- pointing and keys -----------------------------------------------------------------------------------------------

  /** Pointing at a row shows its pieces on the board, and what it would cost in the prompt. */
  aim(node) {
    const words = node?.dataset.choice;
    this.shell.marks.aim(new Set(words?.split(" ").slice(1) ?? []));
    void this.shell.choosing.warnings.point(node ? (option) => option.join(" ") === words : null, true);
  }

  /** Pointing at a piece shows its rows. */
  answer(values) {
    for (const node of this.rows.querySelectorAll("[data-choice]")) {
      node.classList.toggle("aimed", node.dataset.choice.split(" ").slice(1).some((value) => values.has(value)));
    }
  }

  buttons() {
    return [...this.rows.querySelectorAll("button")];
  }

  press(n) {
    const node = this.isOpen ? this.buttons()[n - 1] : undefined;
    node?.click();
    return Boolean(node);
  }

  moved(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      const all = this.buttons();
      const at = all.indexOf(document.activeElement) + by;
      event.preventDefault();
      (at < 0 && !this.filter.hidden ? this.filter : all[(at + all.length) % all.length]).focus();
    } else if (!this.filter.hidden && event.key.length === 1 && /\p{L}/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.filter.focus(); // typing filters
    }
  }

  typed(event) {
    const first = this.buttons()[0];
    if (!first || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    if (event.key === "Enter") first.click();
    else first.focus();
  }
}
