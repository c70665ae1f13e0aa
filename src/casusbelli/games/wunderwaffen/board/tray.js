// The tray: the ready tokens with both sides where one may see them, the Reserve, pool and discard.

import { html } from "/static/markup.js";
import { FACTIONS, GERMAN } from "./reading.js";
import { glyph, icon, token } from "./symbols.js";

const ABREAST = 6; // tokens whose names have room side by side in the smallest tray beside the laboratory

/** One side of a token as a button. The board picks slot and faction together when it is touched. */
function half({ slot, faction, piece, owner, kind, size = 50 }, reading, shell) {
  const pick = reading.standsFor(slot, faction);
  const chosen = reading.side?.slot === slot && reading.side.faction === faction;
  const label = shell.t(kind === "back" ? "ui.tray.flip" : "ui.tray.front", { piece, faction });
  return html`<button type="button" class="half ${kind}${chosen ? " chosen" : ""}" data-slot="${slot}" data-faction="${faction}" data-only="${faction}"${pick ? html` data-pick="${pick}"` : ""} data-inspect="token:${slot}" aria-label="${label}">
    ${token(piece, faction, owner, size)}<b>${shell.t(`ui.piece.${piece}`)}</b><small>${kind === "back" ? html`${glyph(faction, 11)}${shell.t("ui.tray.for", { faction })}` : shell.t("ui.tray.own")}</small></button>`;
}

/** A back that serves an Ally of choice: one small button for each. */
function anyAlly(slot, piece, owner, reading, shell) {
  const served = reading.servedBy(slot).map((faction) => {
    const chosen = reading.side?.slot === slot && reading.side.faction === faction;
    return html`<button type="button" class="who${chosen ? " chosen" : ""}" data-slot="${slot}" data-faction="${faction}" data-only="${faction}" data-pick="${reading.standsFor(slot, faction)}" data-inspect="token:${slot}" aria-label="${shell.t("ui.tray.flip", { piece, faction })}">${glyph(faction, 13, `t-${faction}`)}</button>`;
  });
  return html`<div class="half back any" role="group" data-inspect="token:${slot}" aria-label="${shell.t("ui.tray.flip", { piece, faction: "any_ally" })}">${token(piece, "any_ally", owner, 50)}<b>${shell.t(`ui.piece.${piece}`)}</b><span class="whos">${served}</span></div>`;
}

function pair(ready, i, reading, shell) {
  const slot = `ready_${i + 1}`;
  const owner = reading.faction;
  const bare = reading.view.ready[owner].every((each) => !each); // before the first choice of tokens nothing was played yet
  if (!ready) return html`<div class="pair spent" data-inspect="token:${slot}"><span>${shell.t(bare ? "ui.tray.bare" : "ui.tray.spent")}</span></div>`;
  const [serves, piece] = ready.back ?? [];
  const intercepts = reading.decision === "intercept_air_raid";
  const front = intercepts
    ? html`<button type="button" class="half front" data-pick="${ready.front}" data-inspect="token:${slot}" aria-label="${shell.name(ready.front)}">${token(ready.front, owner, owner, 50)}<b>${shell.t(`ui.piece.${ready.front}`)}</b></button>`
    : half({ slot, faction: owner, piece: ready.front, owner, kind: "front" }, reading, shell);
  const back = !ready.back
    ? html`<span class="unseen" role="img" data-inspect="token:${slot}" aria-label="${shell.t("ui.tray.unseen")}">${icon("flip", 20)}</span>`
    : serves === "any_ally"
      ? anyAlly(slot, piece, owner, reading, shell)
      : half({ slot, faction: serves, piece, owner, kind: "back" }, reading, shell);
  return html`<div data-piece="slot_${slot}" class="pair${reading.side?.slot === slot ? " sel" : ""}">${front}${back}</div>`;
}

/** Fronts of a heap with their counts, to choose from. */
function choice(heap, owner, shell) {
  return Object.entries(heap).map(
    ([front, count]) =>
      html`<button type="button" class="front-of" data-pick="${front}" data-kind="front" data-inspect="front:${front}" aria-label="${shell.t("ui.tray.count", { piece: front, count })}">${token(front, owner, owner, 46)}<b>${shell.t(`ui.piece.${front}`)}</b><i>× ${count}</i></button>`,
  );
}

/** More of them than a small tray can show side by side lie in two rows. */
const fronts = (tokens) => html`<div class="fronts${tokens.length > ABREAST ? " two-rows" : ""}${tokens.length > 8 ? " five" : ""}">${tokens}</div>`;

function reserve(faction, reading, shell) {
  if (faction === GERMAN) return "";
  const places = reading.atlas.reserve.map((place) => {
    const stored = reading.view.reserve[faction][place];
    if (!stored) {
      const open = reading.play("reserve", place);
      return html`<div class="rs" role="group" data-inspect="reserve:${place}"${open ? html` data-pick="${place}" data-use="reserve"` : ""} aria-label="${shell.name(place)}"><i></i><small>${shell.t(`ui.tray.${place}`)}</small></div>`;
    }
    const side = { slot: place, faction, piece: stored.front, owner: faction, kind: "front", size: 44 };
    return html`<div class="rs full">${half(side, reading, shell)}</div>`;
  });
  return html`<div class="res" data-inspect="reserve"><h4>${shell.t("ui.tray.reserve")}</h4><div>${places}</div></div>`;
}

function piles(faction, reading, shell) {
  const pile = (name) => html`<span><b>${reading.heap(faction, name)}</b><small>${shell.t(`ui.tray.${name}`)}</small></span>`;
  return html`<button type="button" class="piles" data-open="heaps" data-inspect="heaps:${faction}" aria-label="${shell.t("ui.tray.heaps")}">${pile("pool")}${pile("discard")}</button>`;
}

function heading(reading, shell) {
  const { view, faction, decision, mine } = reading;
  const { own_left: own, other_left: other } = view.turn;
  const title = shell.t(mine.includes(faction) ? "ui.tray.yours" : "ui.tray.theirs", { faction });
  const quota = view.active === faction && decision === "choose_play";
  return html`<header><h3>${glyph(faction, 15)}${title}</h3>
    ${quota ? html`<span class="quota" data-inspect="rule:4.1"><i class="q f ${faction}"></i>${shell.t("ui.tray.own_left", { count: own })}</span><span class="quota" data-inspect="rule:6"><i class="q k ${faction}"></i>${shell.t("ui.tray.other_left", { count: other })}</span>` : ""}
    ${view.ready[faction].some((ready) => ready?.back) && mine.includes(faction) ? html`<span class="secret" data-inspect="rule:4.5">${icon("eye", 14)}${shell.t("ui.tray.secret")}</span>` : ""}</header>`;
}

export function tray(reading, shell) {
  const { faction, decision, view } = reading;
  const choosing = { pick_ready: "pool", select_part2: "discard" }[decision];
  const pairs = choosing
    ? fronts(choice(view[choosing][faction], faction, shell))
    : view.ready[faction].map((ready, i) => pair(ready, i, reading, shell));
  const taken = decision === "pick_ready" ? html`<div class="taken">${view.ready[faction].map((ready) => (ready ? html`<span data-inspect="front:${ready.front}">${token(ready.front, faction, faction, 30)}</span>` : html`<i></i>`))}</div>` : "";
  return html`${heading(reading, shell)}<div class="trow" data-scrolls>${taken}${pairs}${choosing ? "" : reserve(faction, reading, shell)}${piles(faction, reading, shell)}</div>`;
}

/** All heaps of all factions, by their fronts. */
export function heaps(reading, shell) {
  const row = (faction) =>
    reading.heaps(faction).map(
      ([name, heap]) =>
        html`<tr><th scope="row">${name === "pool" ? html`${glyph(faction, 14, `t-${faction}`)} ${shell.name(faction)}` : ""}</th><td>${shell.t(`ui.tray.${name}`)}</td><td>${Object.entries(heap).map(([front, count]) => html`<span class="hp">${token(front, faction, faction, 26)} ${count}</span>`)}${Object.keys(heap).length ? "" : "–"}</td></tr>`,
    );
  return html`<table class="ww heaps">${FACTIONS.map(row)}</table>`;
}
