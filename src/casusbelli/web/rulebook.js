// The rulebook at the table: a rule's entry behind its chip, and a drawer with chapters, player aid, cards and glossary. The
// server renders all of it; where one was and what one searched for is kept while the page lives.

import { booksCards } from "./cardfilter.js";
import { searchBox } from "./booksearch.js";
import { openDialog } from "./dialogs.js";
import { button, el, icon, label, paragraphs } from "./dom.js";
import "./rulefigure.js";
import { dotCards, marked, useGlossary } from "./terms.js";

const PARTS = [
  ["", "book.drawer.rules"],
  ["/aid", "book.drawer.aid"],
  ["/cards", "book.drawer.cards"],
  ["/glossary", "book.drawer.glossary"],
];

export class Rulebook {
  constructor(shell) {
    this.shell = shell;
    this.place = "";
    this.scroll = 0;
    this.query = "";
  }

  /** Whether the rulebook of this game is written. */
  get written() {
    return Boolean(this.shell.page.book);
  }

  get root() {
    return `/rules/${this.shell.page.game}`;
  }

  /** Learns the words of a language: terms are explained in it from now on. */
  async speak(language) {
    if (this.written) await useGlossary(this.shell.page.game, language);
  }

  /** A sentence with its terms dotted. */
  marked(text, seen) {
    return this.written ? marked(text, seen) : [text];
  }

  /** The inside of one of the rulebook's pages. */
  async part(address) {
    const url = new URL(address, location.href);
    url.searchParams.set("part", "1");
    url.searchParams.set("lang", this.shell.language);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`no ${address}: ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return document.adoptNode(page.querySelector(".book-part"));
  }

  // -- one rule --------------------------------------------------------------------------------------------------------

  /** The quick answer behind a chip; "Read the rule" opens the entry in the same dialog. */
  openRule(number) {
    const { shell } = this;
    const found = shell.texts.ruleFor(number);
    const title = found ? `${found} · ${shell.t(`rule.${found}.title`)}` : shell.t("shell.rules.number", { number });
    const box = el("div", { class: "rule-answer" });
    const read = button("button primary", () => this.readInto(box, number), icon("book"), shell.t("book.read"));
    box.append(...(found ? paragraphs(shell.t(`rule.${found}.text`)).map((p) => this.dotted(p)) : []), el("p", {}, read));
    const done = openDialog({ title, body: [box], close: shell.t("shell.close"), kind: "wide" });
    if (!found) this.readInto(box, number);
    return done;
  }

  dotted(paragraph) {
    paragraph.replaceChildren(...this.marked(paragraph.textContent));
    return paragraph;
  }

  async readInto(box, number) {
    const part = await this.part(`${this.root}/rule/${encodeURIComponent(number)}`);
    const heading = part.querySelector("h2");
    const dialog = box.closest("dialog");
    if (!dialog) return;
    dialog.querySelector("#dialog-title").textContent = heading.textContent.trim();
    heading.remove();
    part.addEventListener("click", (event) => {
      const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      if (link.dataset.rule) this.readInto(box, link.dataset.rule);
      else if (link.getAttribute("href").startsWith(this.root)) {
        dialog.close();
        this.open(link.getAttribute("href"));
      } else open(link.href, "_blank");
    });
    box.replaceChildren(part);
    dialog.scrollTop = 0;
    dialog.querySelector("#dialog-title").focus();
  }

  // -- the drawer ------------------------------------------------------------------------------------------------------

  /** The drawer, at the entry of the present question, or where the reader left it. */
  openAtQuestion() {
    const rule = this.shell.frame?.ask?.rule;
    return this.open(rule ? `${this.root}/rule/${rule}` : this.place || this.root);
  }

  openAid() {
    return this.open(`${this.root}/aid`);
  }

  open(address) {
    if (!this.written) return false;
    const { shell } = this;
    const tab = (/** @type {string[]} */ [place, key]) => button("", () => this.go(`${this.root}${place}`), shell.t(key));
    this.tabs = PARTS.map(tab);
    this.body = el("div", { class: "drawer-body", tabindex: "0", role: "region", "aria-label": shell.t("book.drawer.title") });
    const hint = shell.t("shell.rules.search");
    const input = el("input", { type: "search", autocomplete: "off", placeholder: hint, "aria-label": hint });
    const found = el("div", { class: "found", hidden: true });
    const box = el("div", { class: "book-search" }, input, found);
    const leave = button("button quiet small", () => this.dialog.close(), icon("cross"));
    label(leave, shell.t("shell.close"));
    const tabs = el("div", { class: "tabs-row", role: "group", "aria-label": shell.t("book.drawer.title") }, this.tabs);
    this.dialog = el(
      "dialog",
      { class: "drawer", "aria-label": shell.t("book.drawer.title") },
      el("div", { class: "drawer-head" }, tabs, box, leave),
      this.body,
    );
    input.value = this.query;
    input.addEventListener("input", () => (this.query = input.value));
    searchBox(input, found, {
      game: shell.page.game,
      language: () => shell.language,
      go: ({ row, kind }, event) => {
        event.preventDefault();
        const place = { rule: `/${row.chapter}#${row.n}`, term: `/glossary#term-${row.id}`, card: `/cards#card-${row.id}` }[kind];
        this.go(`${this.root}${place}`);
      },
    });
    this.dialog.addEventListener("click", (event) => this.clicked(event));
    this.dialog.addEventListener("close", () => {
      this.scroll = this.body.scrollTop;
      this.dialog.remove();
      this.dialog = null;
    });
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.go(address, address === this.place ? this.scroll : 0);
    return true;
  }

  /** Shows a page of the book in the drawer. */
  async go(address, scroll = 0) {
    const [path, anchor] = address.split("#");
    const dialog = this.dialog;
    const { match } = this.shell.page;
    const seat = this.shell.seat ? `&seat=${encodeURIComponent(this.shell.seat)}` : "";
    const asked = match && path.endsWith("/cards") ? `${path}?match=${match}${seat}` : path;
    const part = await this.part(asked);
    if (this.dialog !== dialog || !dialog) return;
    this.place = address;
    this.body.replaceChildren(part);
    const toc = /** @type {HTMLDetailsElement | null} */ (part.querySelector(".toc details"));
    if (toc) toc.open = false;
    booksCards(part);
    dotCards(part);
    this.markPresent(part);
    const known = PARTS.findLastIndex(([place]) => path.endsWith(`${this.root}${place}`));
    this.tabs.forEach((tab, i) => tab.setAttribute("aria-pressed", String(i === Math.max(0, known))));
    const goal = anchor && part.querySelector(`#${CSS.escape(anchor)}`);
    this.body.scrollTop = scroll;
    if (goal) goal.scrollIntoView({ block: "start" });
    this.body.focus({ preventScroll: true });
  }

  /** In the aid: the present step of the sequence, and the chart of the present question first. */
  markPresent(part) {
    const { frame } = this.shell;
    const decision = frame.ask?.decision ?? frame.waiting[0]?.decision;
    if (!decision) return;
    for (const at of part.querySelectorAll(`[data-at~="${CSS.escape(decision)}"]`)) {
      if (at.matches(".card-box")) at.classList.add("first");
      else {
        const step = at.closest("li, tr") ?? at.parentElement;
        step.classList.add("now");
        step.setAttribute("aria-current", "step");
      }
    }
  }

  clicked(event) {
    if (event.target === this.dialog) {
      this.dialog.close();
      return;
    }
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href]"));
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const address = link.getAttribute("href");
    if (address.startsWith("#")) {
      event.preventDefault();
      this.body.querySelector(`#${CSS.escape(address.slice(1))}`)?.scrollIntoView({ block: "start" });
    } else if (address.startsWith(this.root)) {
      event.preventDefault();
      this.go(address);
    }
  }
}
