// Making elements without markup in strings: nothing that a player wrote is ever read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** el("button", {class: "primary", onclick: press, hidden: false}, "Words", child, …) */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Where an icon is found in this edition, so that a browser that was here before has it. */
export const iconAddress = (name, file = "icons") => `/static/${EDITION}icons/${file}.svg#${name}`;

/** One of our icons, drawn in the colour of the text. Always beside a text or inside something named. */
export function icon(name, file = "icons") {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("viewBox", "0 0 20 20");
  use.setAttribute("href", iconAddress(name, file));
  svg.append(use);
  return svg;
}

export const glyph = (name) => icon(name, "glyphs");

/** button("button small", press, icon("undo"), "Undo") */
export function button(kind, press, ...children) {
  return el("button", { type: "button", class: kind, onclick: press }, ...children);
}

/** A name for what shows only a picture. */
export function label(node, text) {
  node.setAttribute("aria-label", text);
  node.dataset.tip = text;
}

/** Whether the reader is writing: then a letter is a letter. */
export function isTyping(node) {
  const written = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";
  return node instanceof Element && node.closest(written) !== null;
}

/** Whether what an element shows differs from what it showed; then it remembers this. Saves drawing the same again. */
export function differs(node, ...shown) {
  const key = JSON.stringify(shown);
  if (drawn.get(node) === key) return false;
  drawn.set(node, key);
  return true;
}

const drawn = new WeakMap();

/** Text as paragraphs: blank lines part them. */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => el("p", {}, part.trim()));
}

/** Leaves the page by a form that is sent to an address. */
export function post(address, fields = {}) {
  const hidden = Object.entries(fields).map(([name, value]) => el("input", { type: "hidden", name, value: String(value) }));
  const form = el("form", { method: "post", action: address, hidden: true }, hidden);
  document.body.append(form);
  form.submit();
}

/** Puts text on the clipboard; on pages without a secure address the old way still works. */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
  return undefined;
}

/** Scrolls what scrolls by right until this lies in its middle. Unlike scrollIntoView it moves neither the page nor frames that cut what they hold. */
export function centre(node) {
  const scrolls = (way) => way === "auto" || way === "scroll";
  for (let n = node.parentElement; n && n !== document.body; n = n.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(n);
    const [inner, outer] = [node.getBoundingClientRect(), n.getBoundingClientRect()];
    if (scrolls(overflowX)) n.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    if (scrolls(overflowY)) n.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }
}

/** The edition of the files that this module belongs to, as it stands in addresses (`table/edition.py`). */
const EDITION = new URL(import.meta.url).pathname.match(/^\/static\/(~\w+\/)/)?.[1] ?? "";

/** Where a file of a game's board is. */
export const boardFile = (game, name) => `/boards/${game}/${EDITION}${name}`;

/** Style sheets of one folder are fetched as one (`table/edition.py`). @param {string[]} names */
export const together = (names) => (names.length && !names.some((name) => name.includes("/")) ? [names.join(",")] : names);
