// Text into elements: an escaping template, and painting that touches only what changed.

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Markup that has been escaped already. */
class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

function text(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(text).join("");
  return String(value).replace(/[&<>"]/g, (c) => ENTITIES[c]);
}

/** html`<b>${name}</b>`: values are escaped, nested templates and lists of them are not escaped twice. */
export function html(strings, ...values) {
  return new Markup(strings.reduce((out, part, i) => out + text(values[i - 1]) + part));
}

export const raw = (value) => new Markup(value);

const painted = new WeakMap();

/** Give an element its content, if it differs from what was painted last. Focus stays on the piece it was on. */
export function paint(element, content) {
  const markup = text(content);
  if (painted.get(element) === markup) return false;
  const focus = element.contains(document.activeElement) ? document.activeElement.dataset.pick : undefined;
  element.innerHTML = markup;
  painted.set(element, markup);
  if (focus !== undefined) element.querySelector(`[data-pick="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  return true;
}

/** Set an attribute only when it changes, so that nothing is repainted for nothing. */
export function mark(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function build(markup) {
  const template = document.createElement("template");
  template.innerHTML = text(markup);
  return template.content.firstElementChild;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where a long word may be broken: before the consonants that open a syllable, which "sh" or "br" do together. */
const SYLLABLE = /(?<=\w{2})(?!(?<=[sckptz])h)(?!(?<=[bcdfgkpt])[rl])(?=(?:[sckptz]h|[bcdfgkpt][rl]|[^aeiouy\W])[aeiouy]\w)/gi;
export const breakable = (words) => words.replace(SYLLABLE, "\u00ad");
