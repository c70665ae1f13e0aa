// The German laboratory: the research track, the cards in service, the eight cards on offer.

import { html, raw } from "/static/markup.js";
import { blueprint, effects, effectWords, icon, token } from "./symbols.js";
import { usePick } from "./tracks.js";

const GROUPS = ["a", "b"];

function step(row, reading, shell) {
  const { view } = reading;
  const here = row.step === view.research;
  const effect = [...row.rise, ...row.fall.map((each) => ({ ...each, who: "self" }))];
  const print = row.points || (effect.length ? effects(effect.map(({ kind, n }) => ({ kind, n })), shell) : html`<q class="sq"></q>`);
  const label = shell.t("ui.lab.step", { step: row.step, points: row.points, effect: effectWords(effect, shell), here: String(here) });
  return html`<li class="${row.points ? "pts" : ""}${here ? " here" : ""}" data-inspect="step:${row.step}" aria-label="${label}"><span>${print}</span>${here ? html`<u data-piece="research_marker">${token("research", "german", "german", 30)}</u>` : ""}</li>`;
}

export const cardText = (card, reading, shell) => reading.atlas.cards[card].text[shell.language] ?? reading.atlas.cards[card].text.en;

function offered(card, reading, shell) {
  const { group, value, bonus } = reading.atlas.cards[card];
  const far = value > reading.view.research_points && reading.decision !== "setup_research";
  const label = `${shell.name(card)}. ${shell.t("ui.lab.value", { value })}. ${cardText(card, reading, shell)} ${effectWords(bonus, shell)}`;
  return html`<button type="button" class="card g${group}${far ? " far" : ""}" data-pick="${card}" data-kind="card" data-card="${card}" data-inspect="card:${card}" aria-label="${label}">
    <span class="val">${value}</span>${blueprint(card, 40, 25)}<b>${shell.name(card)}</b><span class="ct">${cardText(card, reading, shell)}</span><span class="bl">${effects(bonus, shell)}</span></button>`;
}

function owned(card, reading, shell) {
  const { group } = reading.atlas.cards[card];
  const label = `${shell.name(card)}: ${cardText(card, reading, shell)}`;
  return html`<button type="button" class="mini g${group}" data-pick="${card}" data-kind="card" data-card="${card}" data-inspect="card:${card}" aria-label="${label}">${blueprint(card, 28, 18)}</button>`;
}

export function laboratory(reading, shell) {
  const { view, atlas } = reading;
  const { owned: own, face_up: offer, bag } = view.cards;
  const raid = reading.play("air_raid");
  const research = reading.play("research");
  return html`<header><h3>${icon("research", 16)}${shell.t("ui.lab.short")}</h3>
    <div class="steps" role="group" aria-label="${shell.t("ui.lab.track", { step: view.research, points: view.research_points })}"${research ? usePick(reading, "research") : raw("")}><ol>${atlas.research.map((row) => step(row, reading, shell))}</ol></div>
    <button type="button" class="raid" data-inspect="raid"${raid ? usePick(reading, "air_raid") : raw(' data-use="air_raid"')}>${icon("plane", 14)}${shell.t("ui.lab.raid")}</button>
    <span class="ownd" role="group" data-pile="owned_cards" aria-label="${shell.t("ui.lab.owned", { count: own.length })}">${own.map((card) => owned(card, reading, shell))}</span>
    <button type="button" class="plainbutton" data-open="lab" data-tip="${shell.t("ui.lab.read")}">${icon("eye", 15)}<span>${shell.t("ui.lab.read")}</span></button></header>
    <div class="cards">${GROUPS.map((group) => html`<span class="bag g${group}" role="img" data-inspect="bag:${group}" data-pile="bag_${group}" aria-label="${shell.t("ui.lab.bag", { group, count: bag[group] })}"><b>${bag[group]}</b><small>${group.toUpperCase()}</small></span>
      <div class="row">${offer[group].map((card) => offered(card, reading, shell))}</div>`)}</div>`;
}

/** A card enlarged, with its whole text. */
function bigCard(card, reading, shell) {
  const { group, value, bonus } = reading.atlas.cards[card];
  return html`<article class="bc g${group}"><div class="pic">${blueprint(card, 150, 92)}</div><span class="val">${value}</span><h4>${shell.name(card)}</h4><p>${cardText(card, reading, shell)}</p><p class="gets">${effects(bonus, shell)}<span>${effectWords(bonus, shell)}</span></p></article>`;
}

/** Everything in the laboratory, to be read at leisure. */
export function library(reading, shell) {
  const { owned: own, face_up: offer } = reading.view.cards;
  const shelf = (title, cards) => html`<h3>${title}</h3><div class="bcs">${cards.map((card) => bigCard(card, reading, shell))}</div>`;
  return html`<div class="ww library">${own.length ? shelf(shell.t("ui.lab.owned", { count: own.length }), own) : ""}${GROUPS.map((group) => shelf(shell.name(group), offer[group]))}</div>`;
}
