// The floor: the cards of the present turn, their values built up step by step, and an answer that is being considered.

import { html } from "/static/markup.js";
import { percentage } from "/static/percentage.js";
import { printedValue } from "./cards.js";
import { chanceOf } from "./chances.js";
import { token } from "./symbols.js";

const signed = (n, first) => (first ? `${n}` : n < 0 ? `−${-n}` : `+${n}`);

export function floor(book, considered) {
  const played = book.view.floor.map((play) => side(book, play, false));
  if (considered) played.push(side(book, considered, true));
  return played.length === 1 ? [played[0], answers(book)] : played;
}

/** Who may answer what was said. */
function answers(book) {
  const { view } = book;
  const next = book.frame.waiting[0];
  const open = view.phase === "meeting" && view.floor.length && next && next.seat !== view.turn;
  return open ? html`<p class="said answers">${book.t("ui.floor.answer", { power: book.brief(next.seat) })}</p>` : "";
}

function side(book, play, considered) {
  const { power, card, mode, value, steps, origin, place } = play;
  const items = steps.map(([kind, amount], i) => {
    const trait = kind === "trait" ? book.t(`ui.trait.${power}`) : book.t(`ui.step.${kind}`);
    const words = `${signed(amount, i === 0)} ${trait}`;
    return html`<li class="${amount < 0 ? "neg" : ""}" data-tip="${words}"><b>${signed(amount, i === 0)}</b>${considered ? ` ${trait}` : html`<span class="visually-hidden"> ${trait}</span>`}</li>`;
  });
  const way = origin && place ? `${book.place(origin)} → ${book.place(place)}` : "";
  return html`<section class="said ${power} ${considered ? "considered" : ""}" aria-label="${book.name(card)}">
    <h3>${token(power, 17)} <span>${book.t(`ui.floor.${mode}`, { power: book.brief(power) })}${considered ? html` <em>${book.t("ui.floor.preview")}</em>` : ""}</span></h3>
    <p class="who"><b class="pv">${printedValue(book, card)}</b> ${book.surname(card)}${play.discard ? html` <em>(${book.surname(play.discard)})</em>` : ""}</p>
    ${considered || items.length > 1 ? html`<ul class="steps">${items}</ul>` : ""}<p class="sum"><b>${value}</b> ${way}</p>${risks(book, play)}</section>`;
}

function risks(book, play) {
  const found = ["health", "paranoia", "purge"].filter((kind) => play[kind]);
  return found.map((kind) => html`<p class="risk">${book.t(`ui.risk.${kind}`, { chance: percentage(play[kind]) })}</p>`);
}

/** What a choice on the map would change: points of the sheet, or the odds of a Front. */
export function change(book, foreseen) {
  if (foreseen?.points) {
    const points = Object.entries(foreseen.points).map(([power, n]) => html`<li>${token(power, 17)} <b>${n ? signed(n, false) : "±0"}</b></li>`);
    return html`<section class="said change"><h3>${book.t("ui.floor.points")}</h3><ul class="steps">${points}</ul></section>`;
  }
  if (foreseen?.after) {
    return html`<section class="said change"><h3>${book.t("ui.floor.odds", { front: foreseen.front })}</h3><p class="sum"><b>${chanceOf(book, foreseen.before)} → ${chanceOf(book, foreseen.after)}</b></p></section>`;
  }
  if (foreseen?.bomb) return html`<section class="said change"><h3>${book.t("ui.bomb.title")}</h3><p class="sum"><b>${foreseen.bomb.map(percentage).join(" → ")}</b></p></section>`;
  return "";
}
