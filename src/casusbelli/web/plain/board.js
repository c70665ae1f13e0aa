// The board of a game that has none of its own: drawn from the view, the options and a few declarations (plainboard.py).

import { build, html, paint } from "/static/markup.js";
import { Present } from "/static/present.js";
import { dice } from "./chance.js";
import { areas, found, PARTS, rest } from "./parts.js";
import { tables } from "./textboard.js";

export const styles = ["board.css"];

const SKELETON = html`<div class="pl-board"><div class="pl-maps"></div><div class="pl-parts"></div></div>`;

/** What the drawings ask: the present, the declared layout, and names and colours. */
class Book extends Present {
  constructor(shell, layout) {
    super(shell);
    this.layout = layout;
  }

  t(key, params) {
    return this.shell.t(key, params);
  }

  has(key) {
    return this.shell.texts.has(key);
  }

  name(id) {
    return this.shell.name(id);
  }

  /** What a part, or a field of the view, is called. */
  title(name) {
    return this.has(`ui.${name}`) ? this.t(`ui.${name}`) : name.replaceAll("_", " ");
  }

  faction(seat) {
    return this.shell.page.seats.includes(seat) ? this.shell.faction(seat) : "neutral";
  }

  /** Every value that an option names: what is drawn for it can be picked. */
  get offered() {
    return new Set(this.options.flatMap((option) => option.slice(1)).map(String));
  }
}

export default class Board {
  constructor(host, shell) {
    this.host = host;
    this.shell = shell;
    host.classList.add("plain");
    host.replaceChildren(build(SKELETON));
    this.maps = host.querySelector(".pl-maps");
    this.parts = host.querySelector(".pl-parts");
    this.gone = false;
    this.ready = this.open();
  }

  /** What is printed is fetched once. */
  async open() {
    const answer = await fetch(new URL("printed.json", import.meta.url));
    const printed = await answer.json();
    if (this.gone) return;
    this.book = new Book(this.shell, printed.layout ?? []);
  }

  destroy() {
    this.gone = true;
    this.host.classList.remove("plain");
    this.host.replaceChildren();
  }

  update(frame) {
    this.frame = frame;
    const { book } = this;
    if (!book) return;
    book.take(frame, this.shell.picked);
    const told = book.layout.map((part) => ({ ...part, value: found(frame.view, part.at) })).filter((part) => part.value !== undefined && part.value !== null);
    const maps = told.filter((part) => part.part === "areas");
    if (paint(this.maps, maps.map((part) => areas(book, part)))) this.place();
    this.maps.hidden = maps.length === 0;
    const others = told.filter((part) => part.part !== "areas").map((part) => PARTS[part.part](book, part));
    paint(this.parts, [...others, rest(book, frame.view)]);
  }

  /** Positions are set by script: a page of ours allows no styles in its markup. */
  place() {
    for (const node of this.maps.querySelectorAll("[data-x]")) {
      node.style.left = `${node.dataset.x}%`;
      node.style.top = `${node.dataset.y}%`;
    }
  }

  scene(event) {
    return { ...dice(this.book, event) };
  }

  inspect(kind, id) {
    const { book } = this;
    if (!book) return null;
    const title = kind === "part" ? book.title(id) : book.name(id);
    return { title, lines: book.has(`text.${id}`) ? [book.t(`text.${id}`)] : [] };
  }

  tables(frame) {
    return this.book ? tables(this.book, frame) : [];
  }
}
