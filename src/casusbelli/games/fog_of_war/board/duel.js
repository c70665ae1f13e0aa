// The intelligence duel: what is looked at, the ladder of bids, what each side has left. And what a look showed.

import { html } from "./dom.js";
import { OPPONENT, pileNow, readPile, seatedSide } from "./reading.js";
import { icon } from "./symbols.js";
import { tokens } from "./table.js";

const ANSWER = { block_intel: "block", raise_intel: "raise" };

export function duelTable(frame, shell, cards, context) {
  const { view } = frame;
  const mine = seatedSide(view);
  return html`<div class="du" data-part="duel" data-inspect="duel:duel">${target(view, shell, cards, context)}${ladder(frame, shell)}
    <section class="purse">${purse(view, mine, shell)}${purse(view, OPPONENT[mine], shell)}${ifBlocked(view, shell)}</section></div>`;
}

/** The pile in question, and how much of it a look would show. */
function target(view, shell, cards, context) {
  const { t } = shell;
  const { pile } = view.duel;
  const { kind, place } = readPile(pile);
  const { count, side } = pileNow(view, pile);
  const seen = Math.max(1, Math.floor(count / 2));
  const size = kind === "op" ? t("ui.duel.operation", { count, age: view.sides[side].ops[place].age }) : t("ui.cards", { count });
  const fan = count === 1 ? [2] : count === 2 ? [1, 3] : [1, 2, 3];
  return html`<section class="tgt" data-inspect="pile:${pile}"><div class="bigheap" aria-hidden="true">${fan.map((n) => cards.hidden(side || "axis", `d${n}`))}</div>
    <h2>${context.pileName(pile)}</h2><p>${size}</p>
    <p class="see">${icon("eye")}<span>${t("ui.duel.shows", { seen, count })}</span></p></section>`;
}

/** Bids so far and the two that may follow, the highest on top. Bids rise by one, in turn. */
function rungs({ base, looker, bids, available }) {
  const highest = Math.max(base, ...Object.values(bids));
  const bidder = (n) => ((n - base) % 2 === 0 ? looker : OPPONENT[looker]);
  const found = [];
  for (let n = base; n <= highest; n += 1) found.push({ n, who: bidder(n), state: n === highest ? "now" : "done" });
  for (const [n, state] of [
    [highest + 1, "next"],
    [highest + 2, "then"],
  ]) {
    const can = available[bidder(n)] >= n;
    found.push({ n, who: bidder(n), state: can ? state : "cant" });
    if (!can) break;
  }
  return found.reverse();
}

function ladder(frame, shell) {
  const { t } = shell;
  const { view } = frame;
  const { duel } = view;
  const answer = ANSWER[frame.ask?.decision];
  const act = (n, who) => (who !== duel.looker ? "blocks" : n === duel.base ? "looks" : "raises");
  const words = ({ n, who, state }) =>
    state === "cant"
      ? t("ui.duel.cannot", { side: who, n, has: duel.available[who] })
      : t(`ui.duel.${act(n, who)}`, { side: who === view.side ? "you" : who, n });
  const rung = (each) => {
    const { n, who, state } = each;
    const ghost = state === "next" || state === "then" ? "big ghost" : "big";
    const inner = html`<span class="sn">${n}</span><span class="st">${state !== "cant" && tokens(who, n, ghost)}</span><span class="sc">${words(each)}</span>`;
    return state === "next" && answer
      ? html`<li><button type="button" class="rung ${who} next" data-pick="${answer}">${inner}</button></li>`
      : html`<li><div class="rung ${who} ${state}">${inner}</div></li>`;
  };
  const decline = html`<button type="button" class="button let" data-pick="decline">${t(`ui.duel.let_${answer === "block" ? "look" : "block"}`)}</button>`;
  return html`<section class="ladder"><h2>${t("ui.duel.bids")}</h2><ol>${rungs(duel).map(rung)}</ol>${answer && decline}
    <p class="fine">${t("ui.duel.note")}</p></section>`;
}

function purse(view, side, shell) {
  const { t } = shell;
  const { ready, used } = view.sides[side].intel;
  const bid = view.duel.bids[side] ?? 0;
  return html`<h2>${side === view.side ? t("ui.you") : shell.name(side)}</h2>
    <div class="pt">${tokens(side, ready, "big")}${tokens("used", used, "big")}</div>
    <p>${t("ui.duel.purse", { ready, used, bid, left: ready - bid })}</p>`;
}

function ifBlocked({ duel, side }, { t }) {
  const looker = duel.looker === side ? "you" : duel.looker;
  return html`<div class="ever"><h2>${t("ui.duel.if_blocked")}</h2><p>${t("ui.duel.blocked", { looker })}</p></div>`;
}

/** The cards a look has just shown. */
export function lookReport(entry, shell, cards, context) {
  const { t } = shell;
  const owner = readPile(entry.pile).side || "axis";
  const victory = entry.pile === "vic:board";
  const face = (card) => {
    if (!victory && !context.isProvince(card)) return cards.face(card, owner);
    const province = context.victoryProvince(card);
    return html`<div class="card pcard"><span class="pnum">${context.number(province)}</span><b>${shell.name(province)}</b>
      <small>${t(victory ? "ui.victory.card" : "ui.province_card")}</small></div>`;
  };
  return html`<div class="look" data-inspect="look:look"><h2>${icon("eye")}${context.pileName(entry.pile)}</h2>
    <div class="cardrow fresh">${entry.seen.map((card) => html`<div class="lay">${face(card)}</div>`)}</div>
    <p>${t("ui.look.seen", { count: entry.seen.length, total: entry.size })}</p>
    <button type="button" class="button primary" data-close>${t("ui.continue")}</button></div>`;
}
