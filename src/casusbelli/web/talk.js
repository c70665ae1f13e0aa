// Phrase cards: what is said by a card is told to every reader in the reader's own language. Promises are pinned under the seat
// that made them; they bind nobody, and their maker may strike them out.

import { openDialog } from "./dialogs.js";
import { button, el, icon } from "./dom.js";

const KINDS = ["offer", "promise", "ask", "answer", "warn", "greet"];
const PINNED = 3;

export class Talk {
  constructor(shell) {
    this.shell = shell;
    this.cards = JSON.parse(shell.main.dataset.phrases ?? "{}");
    this.button = button("button small", () => this.open(), icon("list"));
  }

  label() {
    const { shell } = this;
    this.button.hidden = !shell.seat || shell.page.study !== null || !Object.keys(this.cards).length;
    this.button.replaceChildren(icon("list"), shell.t("house.talk.cards"));
  }

  lines() {
    return this.shell.log.chat.said;
  }

  /** A card in the reader's words. */
  words({ id, slots = {} }) {
    const { shell } = this;
    const card = this.cards[id];
    const params = {};
    for (const [name, { kind }] of Object.entries(card?.slots ?? {})) params[name] = this.value(kind, slots[name]);
    return shell.t(`phrase.${id}`, params, shell.t(`house.phrase.${id}`, params, ""));
  }

  value(kind, value) {
    const { shell } = this;
    if (kind === "promise") {
      const line = this.lines().get(value);
      return line?.card ? this.words(line.card) : "…";
    }
    if (typeof value === "number") return String(value);
    return value === undefined ? "…" : shell.name(kind === "seat" ? shell.plays(value) : value);
  }

  /** The promises of a seat that stand, and those it took back: the latest of them. */
  promises(seat) {
    const lines = [...this.lines().values()].filter((line) => line.card && line.seat === seat);
    const gone = new Set(lines.filter(({ card }) => card.id === "withdraw").map(({ card }) => card.slots.promise));
    const made = lines.filter(({ card }) => this.cards[card.id]?.kind === "promise").slice(-PINNED);
    return made.map((line) => ({ n: line.n, words: this.words(line.card), gone: gone.has(line.n), verdict: this.verdict(line.n) }));
  }

  /** What another seat last said of a promise: kept, broken, or nothing. */
  verdict(n) {
    const said = [...this.lines().values()].filter(({ card }) => (card?.id === "kept" || card?.id === "broken") && card.slots.promise === n);
    return said.at(-1)?.card.id ?? "";
  }

  pinned(seat) {
    const promises = this.promises(seat);
    if (!promises.length) return null;
    const { shell } = this;
    const words = ({ words: text, gone }) => (gone ? el("s", {}, text, el("span", { class: "visually-hidden" }, ` (${shell.t("house.talk.withdrawn")})`)) : text);
    const verdict = ({ verdict: said }) => (said ? el("em", { class: "verdict" }, ` ${shell.t(`house.talk.${said}`)}`) : null);
    const mark = (promise) => icon({ kept: "check", broken: "cross" }[promise.verdict] ?? "pin");
    return el("ul", { class: "pinned", "aria-label": shell.t("house.talk.promises") }, promises.map((promise) => el("li", {}, mark(promise), el("span", {}, words(promise), verdict(promise)))));
  }

  // -- choosing a card -------------------------------------------------------------------------------------------------------

  async open() {
    const { shell } = this;
    const forms = KINDS.flatMap((kind) => this.group(kind));
    const note = el("p", { class: "hint" }, shell.t("house.talk.note"));
    await openDialog({ title: shell.t("house.talk.title"), body: [note, ...forms], kind: "phrases", close: shell.t("shell.close") });
  }

  group(kind) {
    const cards = Object.entries(this.cards).filter(([id, card]) => card.kind === kind && this.sayable(id, card));
    if (!cards.length) return [];
    return [el("h3", {}, this.shell.t(`house.talk.kind.${kind}`)), ...cards.map(([id, card]) => this.form(id, card))];
  }

  /** Of whom there is no promise nobody can be reminded. */
  sayable(id, { slots }) {
    return Object.values(slots).every(({ kind }) => kind !== "promise" || this.choices(id, kind).length);
  }

  choices(id, kind, values = []) {
    if (kind !== "promise") return values;
    const mine = (line) => (id === "withdraw" ? line.seat === this.shell.seat : line.seat !== this.shell.seat);
    const gone = new Set([...this.lines().values()].filter(({ card }) => card?.id === "withdraw").map(({ card }) => card.slots.promise));
    return [...this.lines().values()].filter((line) => this.cards[line.card?.id]?.kind === "promise" && mine(line) && !gone.has(line.n)).map(({ n }) => n);
  }

  /** One card: its words with a list in every gap, and the button that says it. */
  form(id, { slots }) {
    const { shell } = this;
    const marks = Object.fromEntries(Object.keys(slots).map((name) => [name, `\u0001${name}\u0001`]));
    const pattern = shell.t(`phrase.${id}`, marks, shell.t(`house.phrase.${id}`, marks, ""));
    const lists = {};
    const parts = pattern.split("\u0001").map((part, i) => {
      if (i % 2 === 0) return part;
      const { kind, values } = slots[part];
      const option = (value) => el("option", { value: String(value) }, this.value(kind, value));
      lists[part] = el("select", { "aria-label": shell.t(`house.talk.slot.${kind}`, {}, kind) }, this.choices(id, kind, values).map(option));
      return lists[part];
    });
    const say = el("button", { type: "submit", class: "button small" }, shell.t("house.talk.say"));
    const send = (event) => {
      event.preventDefault();
      const filled = Object.entries(lists).map(([name, list]) => [name, this.typed(id, slots[name], list.value)]);
      shell.house.errand({ t: "say", card: id, slots: Object.fromEntries(filled) });
      event.target.closest("dialog").close();
    };
    return el("form", { class: "phrase", "data-phrase": id, onsubmit: send }, el("span", {}, parts), say);
  }

  typed(id, { kind, values }, text) {
    return this.choices(id, kind, values).find((value) => String(value) === text);
  }
}
