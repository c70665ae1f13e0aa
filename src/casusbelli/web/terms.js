// Glossary terms, wherever words are shown: <glossary-term term="supply">, the one card that explains them, and marked(text),
// which dots the terms in a sentence. Rulebook pages, prompt, log and coach use this module.

import { button, el } from "./dom.js";
import { named } from "./named.js";

/** @typedef {{id: string, term: string, forms: string[], rule: string, html: string}} Term */
/** @typedef {{terms: Map<string, Term>, forms: Map<string, string>, pattern: RegExp | null, game: string, words: Record<string, string>, taught: Record<string, any>}} Glossary */

const LINGER = 220; // milliseconds that a card stays after the pointer has left, so that it can be reached

/** @type {Glossary | null} */
let glossary = null;
const loaded = new Map();

/** Fetches a file of a rulebook once. */
export function fetchBook(game, name) {
  const address = `/rulebooks/${game}/${name}`;
  if (!loaded.has(address)) {
    const read = async () => {
      const answer = await fetch(named(address));
      if (!answer.ok) throw new Error(`no ${address}: ${answer.status}`);
      return answer.json();
    };
    loaded.set(address, read());
  }
  return loaded.get(address);
}

/** From now on terms are explained from this game's glossary in this language. */
export async function useGlossary(game, language) {
  const told = await fetchBook(game, `terms.${language}.json`);
  const terms = new Map(told.terms.map((term) => [term.id, term]));
  const forms = new Map(told.terms.flatMap(({ id, term, forms: more }) => [term, ...more].map((form) => [form.toLowerCase(), id])));
  glossary = { terms, forms, pattern: patternOf([...forms.keys()]), game, words: told.words, taught: told.taught };
  return glossary;
}

/** The lesson that teaches a decision, {title, address, minutes}, or null. */
export const lessonOf = (decision) => glossary?.taught[decision] ?? null;

/** Whole words, the longest form first. */
function patternOf(forms) {
  if (!forms.length) return null;
  const escaped = forms.sort((a, b) => b.length - a.length).map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

/**
 * A text as nodes in which every term is dotted the first time it occurs. `seen` remembers terms over several texts.
 * @param {string} text
 * @param {Set<string>} seen
 * @returns {(string | Node)[]}
 */
export function marked(text, seen = new Set()) {
  if (!glossary?.pattern) return [text];
  const out = [];
  let at = 0;
  for (const found of text.matchAll(glossary.pattern)) {
    const id = glossary.forms.get(found[0].toLowerCase());
    if (!id || seen.has(id)) continue;
    seen.add(id);
    out.push(text.slice(at, found.index), el("glossary-term", { term: id, tabindex: "0", role: "button" }, found[0]));
    at = found.index + found[0].length;
  }
  out.push(text.slice(at));
  return out.filter((part) => part !== "");
}

/** Dots the terms in the texts of the card browser. */
export function dotCards(root) {
  for (const piece of root.querySelectorAll(".piece")) {
    const seen = new Set();
    for (const text of piece.querySelectorAll("[data-words]")) text.replaceChildren(...marked(text.textContent, seen));
  }
}

/** The card. There is one; a term inside it opens in it, with a way back. */
class TermCard {
  constructor() {
    this.trail = [];
    this.node = el("div", { class: "tip-card", popover: "manual", role: "group", tabindex: "-1" });
    this.node.addEventListener("pointerenter", () => clearTimeout(this.going));
    this.node.addEventListener("pointerleave", () => this.leave());
    this.node.addEventListener("focusout", (event) => this.left(event));
    this.node.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.key(event), true);
    document.addEventListener("pointerdown", (event) => this.elsewhere(event));
  }

  get open() {
    return this.node.isConnected && this.node.matches(":popover-open");
  }

  show(anchor, id) {
    if (!glossary?.terms.has(id)) return;
    clearTimeout(this.going);
    this.anchor = anchor;
    this.trail = [id];
    (anchor.closest("dialog") ?? document.body).append(this.node);
    this.draw();
    if (!this.open) this.node.showPopover();
    this.place();
  }

  draw() {
    const term = glossary.terms.get(this.trail.at(-1));
    const text = el("div");
    text.innerHTML = term.html; // rendered by the server from the rulebook's own files
    const back = this.trail.length > 1 ? button("back", () => this.back(), "‹") : null;
    back?.setAttribute("aria-label", glossary.words.back);
    const rule = term.rule ? el("a", { class: "rule", "data-rule": term.rule, href: `/rules/${glossary.game}/rule/${term.rule}` }, term.rule) : null;
    this.node.setAttribute("aria-label", term.term);
    this.node.replaceChildren(el("header", {}, back, el("h4", {}, term.term), rule), text);
  }

  back() {
    this.trail.pop();
    this.draw();
    this.place();
    this.node.focus();
  }

  /** Under the word, or over it where there is no room. */
  place() {
    const word = this.anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.node;
    const left = Math.max(10, Math.min(word.left - 12, innerWidth - width - 10));
    const below = word.bottom + 8 + height < innerHeight;
    this.node.style.left = `${left}px`;
    this.node.style.top = `${below ? word.bottom + 8 : Math.max(10, word.top - height - 8)}px`;
  }

  clicked(event) {
    const inner = event.target.closest("glossary-term, a.term");
    if (!inner) return;
    event.preventDefault();
    const id = inner.closest("glossary-term")?.getAttribute("term");
    if (!glossary.terms.has(id)) return;
    this.trail.push(id);
    this.draw();
    this.place();
    this.node.focus();
  }

  leave() {
    clearTimeout(this.going);
    if (!this.held) this.going = setTimeout(() => this.hide(), LINGER);
  }

  left({ relatedTarget }) {
    if (!this.node.contains(relatedTarget) && relatedTarget !== this.anchor) this.leave();
  }

  elsewhere({ target }) {
    if (this.open && !this.node.contains(target) && !this.anchor.contains(target)) this.hide();
  }

  key(event) {
    if (event.key !== "Escape" || !this.open) return;
    event.preventDefault();
    event.stopPropagation();
    const inside = this.node.contains(document.activeElement);
    this.hide();
    if (inside) this.anchor.focus?.();
  }

  hide() {
    this.held = false;
    if (this.open) this.node.hidePopover();
    this.node.remove();
  }
}

let card = null;
const theCard = () => (card ??= new TermCard());

/** A word that explains itself: under the pointer, when focused, or when tapped. */
class GlossaryTerm extends HTMLElement {
  connectedCallback() {
    if (this.listens) return;
    this.listens = true;
    const id = () => this.getAttribute("term");
    const inCard = () => this.closest(".tip-card");
    this.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && !inCard() && theCard().show(this, id()));
    this.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && !inCard() && theCard().leave());
    this.addEventListener("focusin", () => !inCard() && theCard().show(this, id()));
    this.addEventListener("focusout", (event) => !inCard() && theCard().left(event));
    this.addEventListener("click", (event) => {
      if (inCard()) return;
      event.preventDefault();
      theCard().show(this, id());
      theCard().held = true;
    });
    this.addEventListener("keydown", (event) => {
      if (inCard() || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      theCard().show(this, id());
      theCard().held = true;
      theCard().node.focus();
    });
  }
}

customElements.define("glossary-term", GlossaryTerm);
