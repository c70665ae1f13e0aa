// How each declared part looks. The map lies at the top; all else stands in boxes below it.

import { html } from "/static/markup.js";

/** What lies at a path such as "stock.axis" of the view. */
export function found(view, path) {
  return path.split(".").reduce((at, step) => at?.[step], view);
}

/** A map: places as plates, ways between them as lines. */
export function areas(book, part) {
  const spots = spread(part.places);
  const lines = part.links.map(([a, b]) => html`<line x1="${spots[a].x}%" y1="${spots[a].y}%" x2="${spots[b].x}%" y2="${spots[b].y}%"></line>`);
  const plates = Object.entries(part.value).map(([id, row]) => place(book, part, id, row, spots[id]));
  return html`<div class="pl-map" role="group" aria-label="${book.title(part.name || part.at)}" data-inspect="part:${part.name || part.at}"><div class="pl-field"><svg aria-hidden="true">${lines}</svg>${plates}</div></div>`;
}

/** Positions in any unit, as per cent of the map. */
function spread(places) {
  const points = Object.values(places);
  const scale = (k) => {
    const low = Math.min(...points.map((point) => point[k]));
    const wide = Math.max(...points.map((point) => point[k])) - low;
    return (point) => (wide === 0 ? 50 : (100 * (point[k] - low)) / wide);
  };
  const [x, y] = [scale(0), scale(1)];
  return Object.fromEntries(Object.entries(places).map(([id, point]) => [id, { x: x(point), y: y(point) }]));
}

function place(book, part, id, row, { x, y }) {
  const owner = part.owner ? row[part.owner] : null;
  const counts = part.counts.map((field) => ({ field, number: row[field] })).filter(({ number }) => number !== null);
  const said = [book.name(id), owner ? book.name(owner) : null, ...counts.map(({ field, number }) => `${book.title(field)}: ${number}`)];
  return html`<div class="pl-place" data-x="${x}" data-y="${y}" data-pick="${id}" data-inspect="plain:${id}" data-faction="${book.faction(owner)}" aria-label="${said.filter(Boolean).join(", ")}"><b>${book.name(id)}</b><span class="owner">${owner ? book.name(owner) : ""}</span><span class="counts">${counts.map(({ field, number }) => html`<span>${book.title(field)} <i>${number}</i></span>`)}</span></div>`;
}

function box(book, part, content) {
  const name = part.name || part.at;
  return html`<section class="pl-part ${part.part}" data-inspect="part:${name}"><h3>${book.title(name)}</h3><div class="pl-row">${content}</div></section>`;
}

const none = (book) => html`<span class="none">${book.t("shell.plain.none")}</span>`;
const listed = (book, items) => (items.length === 0 ? none(book) : items);

function hand(book, part) {
  const cards = part.value.map((id) => {
    const text = book.has(`text.${id}`) ? book.t(`text.${id}`) : "";
    return html`<div class="pl-card" data-pick="${id}" data-inspect="plain:${id}"><b>${book.name(id)}</b>${text && html`<p>${text}</p>`}</div>`;
  });
  return box(book, part, listed(book, cards));
}

const size = (value) => (Array.isArray(value) ? value.length : value);

function pile(book, part) {
  const piles = typeof part.value === "object" && !Array.isArray(part.value) ? Object.entries(part.value) : [["", part.value]];
  return box(book, part, piles.map(([id, value]) => html`<div class="pl-pile" data-faction="${book.faction(id)}">${id && html`<b>${book.name(id)}</b>`}<span>${size(value)}</span></div>`));
}

function track(book, part) {
  const steps = part.high - part.low + 1;
  const rows = Object.entries(part.value).map(([seat, points]) => {
    const cells = Array.from({ length: steps }, (_, k) => html`<i class="${k + part.low <= points ? "passed" : ""}${k + part.low === points ? " here" : ""}">${k + part.low === points ? points : ""}</i>`);
    return html`<div class="pl-lane" data-faction="${book.faction(seat)}" role="img" aria-label="${book.name(seat)}: ${points} / ${part.high}"><b>${book.name(seat)}</b><span class="cells">${cells}</span></div>`;
  });
  return box(book, part, rows);
}

function tokens(book, part) {
  const things = Array.isArray(part.value) ? part.value.map((id) => [id, null]) : Object.entries(part.value);
  return box(book, part, listed(book, things.map(([id, n]) => token(book, id, n, part.pickable))));
}

function token(book, id, n, pickable = true) {
  return html`<div class="pl-token" ${pickable ? html`data-pick="${id}"` : ""} data-inspect="plain:${id}"><b>${book.name(id)}</b>${n === null ? "" : html`<i>${n}</i>`}</div>`;
}

const fact = (book, part) => box(book, part, html`<span class="fact">${said(book, part.value)}</span>`);

export const PARTS = { hand, pile, track, tokens, fact };

// -- what nobody declared ----------------------------------------------------------------------------------------------

/** A value in words: an id by its name, yes and no, a number as it is. */
export function said(book, value) {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return book.t(value ? "shell.plain.yes" : "shell.plain.no");
  return typeof value === "string" ? book.name(value) : String(value);
}

/** The fields of the view that no part draws. */
export function undeclared(book, view) {
  if (view === null || typeof view !== "object" || Array.isArray(view)) return [["view", view]];
  const drawn = new Set(book.layout.map((part) => part.at.split(".")[0]));
  return Object.entries(view).filter(([field]) => !drawn.has(field));
}

/** The rest of the view as a list, so that a game can be played before anything is declared. */
export function rest(book, view) {
  const fields = undeclared(book, view);
  if (fields.length === 0) return "";
  const { offered } = book;
  return html`<section class="pl-part pl-rest" data-inspect="part:rest"><h3>${book.t("shell.plain.rest")}</h3><dl>${fields.map(([field, value]) => html`<dt>${book.title(field)}</dt><dd>${told(book, value, offered)}</dd>`)}</dl></section>`;
}

function told(book, value, offered) {
  if (Array.isArray(value)) return listed(book, value.map((each) => html`<span class="pl-item">${told(book, each, offered)}</span>`));
  if (value !== null && typeof value === "object") {
    return html`<ul>${Object.entries(value).map(([id, each]) => html`<li>${named(book, id, offered)} ${told(book, each, offered)}</li>`)}</ul>`;
  }
  return typeof value === "string" ? named(book, value, offered) : said(book, value);
}

/** What can be answered with can be picked; all else is text. */
function named(book, id, offered) {
  return offered.has(id) ? token(book, id, null) : html`<span>${said(book, id)}</span>`;
}
