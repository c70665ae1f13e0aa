// Staff and leader cards: in the hand, on the floor.

import { breakable, html, raw } from "/static/markup.js";

/** Printed value of a card; a chief of staff rolls a die for his. */
export const printedValue = (book, card) => (book.printed.cards[card].chief ? "⚅" : book.printed.cards[card].value);

export function cardText(book, card) {
  const first = book.edition === "first" ? book.t(`name.${card}.text_first_edition`, {}, "") : "";
  return first || book.name(`${card}.text`);
}

/** Letters of a card's text that the hand shows; what is longer is cut after a whole sentence, and the inspector has all of it. */
const ROOM = 150;
const LONG = 62;

function shownText(text) {
  if (text.length <= ROOM) return [text, false];
  const sentences = text.match(/[^.]+(?:\.(?!\s)[^.]*)*\.?\s*/g);
  let shown = sentences[0];
  for (const sentence of sentences.slice(1)) {
    if ((shown + sentence).length > ROOM) break;
    shown += sentence;
  }
  return [shown.trim(), shown.length < text.length];
}

const traits = (text) => {
  const [shown, more] = shownText(text);
  return html`<span class="tr">${breakable(shown)}${more ? html` <i class="more" aria-hidden="true">i</i>` : ""}</span>`;
};
const width = (text) => (shownText(text)[0].length > LONG ? " long" : "");

/** A card of the hand: printed value left, the seal tells what it is worth now, the foot where the issue would end. */
export function handCard(book, card, foreseen) {
  const { power } = book.printed.cards[card];
  const option = book.optionWith(card);
  const worth = option && /_staff$/.test(option[0]) ? book.worth(option) : 0;
  const to = foreseen ? `→ ${book.place(foreseen.place)}` : "";
  const words = [book.name(card), book.t("ui.card.value", { value: printedValue(book, card) }), worth ? book.t("ui.card.now", { value: worth }) : "", to, cardText(book, card)];
  return html`<div class="card ${power}${width(cardText(book, card))}" data-pick="${card}" data-kind="card" data-card="${card}" data-inspect="card:${card}" aria-label="${words.filter(Boolean).join(", ")}">
    <span class="band"></span><span class="val">${printedValue(book, card)}</span><span class="oval">${book.monogram(card)}</span>
    ${worth ? html`<span class="seal">${worth}</span>` : ""}<span class="cn">${breakable(book.surname(card))}</span>${traits(cardText(book, card))}
    ${to && html`<span class="to">${to}</span>`}</div>`;
}

/** The leader lies beside the hand: he is played by his verb. */
export function leaderCard(book, power) {
  const { id, active, cannot_advance } = book.view.powers[power].leader;
  const state = active ? (cannot_advance ? "debates" : "active") : "spent";
  const value = book.printed.cards[id].value;
  const words = `${book.name(id)}, ${book.t("ui.card.value", { value })}, ${book.t(`ui.leader.${state}`)}, ${cardText(book, id)}`;
  return html`<div class="card leader long ${power} ${state}" data-pick="advance_leader debate_leader commit" data-part="leader" data-card="${id}" data-inspect="card:${id}" aria-label="${words}">
    <span class="band"></span><span class="val">${value}</span><span class="oval">${book.monogram(id)}</span>
    <span class="cn">${breakable(book.surname(id))}</span>${traits(cardText(book, id))}<span class="to ${state}">${book.t(`ui.leader.${state}`)}</span></div>`;
}

/** Face-down cards with their number. */
export function backs(power, count) {
  const shown = Array.from({ length: Math.min(count, 7) }, () => raw('<i class="back"></i>'));
  return html`<span class="backs ${power}" aria-hidden="true">${shown}</span>`;
}
