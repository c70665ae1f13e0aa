// The plates beside the chairs, the conference card, the folder of issues.

import { html } from "/static/markup.js";
import { FLAGS } from "./book.js";
import { backs, printedValue } from "./cards.js";
import { token } from "./symbols.js";
import { slipMarkup } from "./table.js";

/** Leader, hand, flags and the issues won: one plate a power, placed by its seat. */
function plate(book, power) {
  const state = book.view.powers[power];
  const { leader } = state;
  const lamp = leader.active ? (leader.cannot_advance ? "half" : "lit") : "out";
  const said = lamp === "lit" ? "active" : lamp === "half" ? "debates" : "spent";
  const won = book.issuesAt("chair", power);
  const flags = FLAGS.filter((flag) => state[flag]).map((flag) => html`<i class="${flag}">${book.t(`ui.flag.${flag}`)}</i>`);
  const agenda = state.agenda && html`<i class="agenda${book.view.agenda_winner === power ? " wins" : ""}">${book.t("ui.plate.agenda", { value: state.agenda.value })}</i>`;
  const seat = { 90: "own", 210: "left", 330: "right" }[book.angles[power]];
  const turn = book.view.turn === power ? " onturn" : "";
  return html`<section class="seatplate ${power} ${seat}${turn}" data-ring data-inspect="power:${power}">
    <div class="head" data-pick="${power}" data-kind="power" data-inspect="power:${power}" aria-label="${book.t("ui.plate.label", { power, leader: leader.id, state: book.t(`ui.leader.${said}`), cards: state.hand })}">
      ${token(power, 26)}<b>${book.surname(leader.id)}</b><span class="lamp ${lamp}" data-tip="${book.t(`ui.leader.${said}`)}"></span>
      <span class="cards">${backs(power, state.hand)} ${book.t("ui.cards", { count: state.hand })}</span></div>
    ${openHand(book, power)}
    ${flags.length || agenda ? html`<p class="flags">${agenda}${flags}</p>` : ""}
    ${won.length ? html`<p class="won">${won.map((issue) => slipMarkup(book, issue, { icon: true }))}</p>` : ""}</section>`;
}

/** The staff cards of a bot whose hand lies open (11.3). */
function openHand(book, power) {
  const hand = book.view.open_hands[power];
  if (!hand?.length || power === book.own) return "";
  return html`<ul class="openhand" aria-label="${book.t("ui.plate.open_hand", { power })}">${hand.map((card) => html`<li data-card="${card}" data-inspect="card:${card}"><b>${printedValue(book, card)}</b> ${book.surname(card)}</li>`)}</ul>`;
}

export const plates = (book) => Object.keys(book.angles).map((power) => plate(book, power));

/** "9 Yalta - ARGONAUT C" in its three parts. */
export function conferenceName(book) {
  const found = /^(\d+) (.+) - (.+?)(?: [ABC])?$/.exec(book.name(book.view.card));
  return found ? { number: found[1], town: found[2], code: found[3] } : { number: book.view.conference, town: "", code: "" };
}

export function conferenceCard(book) {
  const { card } = book.view;
  if (!card) return "";
  const { number, town, code } = conferenceName(book);
  const bands = book.printed.bands[card];
  const items = bands.map((band) => html`<li class="${band}">${book.name(`${card}.${band}.title`)}</li>`);
  return html`<button type="button" class="doc" data-conference data-inspect="conference:card" aria-label="${book.t("ui.conference.open", { card })}"><b>${number} · ${town}</b> <small>${code}</small><ul>${items}</ul></button>`;
}

/** All words of the conference card, for its dialog. */
export function conferenceWords(book) {
  const { card } = book.view;
  return html`<dl class="conference">${book.printed.bands[card].map((band) => html`<dt class="${band}">${book.name(`${card}.${band}.title`)} <small>${book.t(`ui.band.${band}`)}</small></dt><dd>${book.name(`${card}.${band}.text`)}</dd>`)}</dl>`;
}

/** The issues that may still be put on the table, and those that lie there: the folder covers them. */
export function folder(book) {
  if (!book.folderOpen) return "";
  const pool = book.issuesAt("pool");
  const table = [...book.issuesAt("centre"), ...book.issuesAt("track")];
  const there = table.length ? html`<p class="there" data-inspect="table:table">${book.t("ui.folder.there")} ${table.map((issue) => slipMarkup(book, issue, { pick: false }))}</p>` : "";
  return html`<section class="folder" data-covers aria-label="${book.t("ui.folder.title")}"><h3>${book.t("ui.folder.title")} <small>${book.t("ui.folder.count", { count: pool.length })}</small></h3><div>${pool.map((issue) => slipMarkup(book, issue))}</div>${there}</section>`;
}
