// The intelligence duel: what is looked at, the ladder of bids, what each side has left. And what a look showed.

import {html} from "./dom.js";
import {OPPONENT, pileNow, readPile, seatedSide} from "./reading.js";
import {icon} from "./symbols.js";
import {tokens} from "./table.js";

export function duelTable(duel, frame, shell, cards, context) {
  const {t} = shell, {view} = frame, {count, side} = pileNow(view, duel.pile), blocker = OPPONENT[duel.looker];
  const highest = Math.max(duel.base, ...Object.values(duel.bids)), seen = Math.max(1, Math.floor(count / 2));
  const bidder = (n) => ((n - duel.base) % 2 === 0 ? duel.looker : blocker);
  const purse = (who) => duel.available[who];
  const steps = [];
  for (let n = duel.base; n <= highest; n++) steps.push({n, who: bidder(n), state: n === highest ? "now" : "done"});
  for (let n = highest + 1; n <= highest + 2; n++) {
    const who = bidder(n), can = purse(who) >= n;
    steps.push({n, who, state: can ? (n === highest + 1 ? "next" : "then") : "cant"});
    if (!can) break;
  }
  const mine = seatedSide(view), answer = frame.ask?.decision === "block_intel" ? "block" : frame.ask?.decision === "raise_intel" ? "raise" : "";
  const words = ({n, who, state}) => {
    if (state === "cant") return t("ui.duel.cannot", {side: who, n, has: purse(who)});
    return t(who === duel.looker ? (n === duel.base ? "ui.duel.looks" : "ui.duel.raises") : "ui.duel.blocks", {side: who === view.side ? "you" : who, n});
  };
  const step = (s) => {
    const inner = html`<span class="sn">${s.n}</span><span class="st">${s.state === "cant" ? "" : tokens(s.who, s.n, `big${s.state === "next" || s.state === "then" ? " ghost" : ""}`)}</span><span class="sc">${words(s)}</span>`;
    return s.state === "next" && answer ? html`<li><button type="button" class="rung ${s.who} next" data-pick="${answer}">${inner}</button></li>` : html`<li><div class="rung ${s.who} ${s.state}">${inner}</div></li>`;
  };
  const {kind, place} = readPile(duel.pile), operation = kind === "op" ? view.sides[side].ops[place] : null;
  const purseOf = (who) => {
    const {ready, used} = view.sides[who].intel, bid = duel.bids[who] ?? 0;
    return html`<h3>${who === view.side ? t("ui.you") : shell.name(who)}</h3><div class="pt">${tokens(who, ready, "big")}${tokens("used", used, "big")}</div><p>${t("ui.duel.purse", {ready, used, bid, left: ready - bid})}</p>`;
  };
  return html`<div class="du"><section class="tgt"><div class="bigheap" aria-hidden="true">${[1, 2, 3].slice(0, Math.min(3, count)).map((n) => cards.hidden(side || "axis", `d${count === 1 ? 2 : n}`))}</div>
      <h2>${context.pileName(duel.pile)}</h2><p>${operation ? t("ui.duel.operation", {count, age: operation.age}) : t("ui.cards", {count})}</p>
      <p class="see">${icon("eye")}<span>${t("ui.duel.shows", {seen, count})}</span></p></section>
    <section class="ladder"><h3>${t("ui.duel.bids")}</h3><ol>${steps.reverse().map(step)}</ol>
      ${answer ? html`<button type="button" class="button let" data-pick="decline">${t(answer === "block" ? "ui.duel.let_look" : "ui.duel.let_block")}</button>` : ""}<p class="fine">${t("ui.duel.note")}</p></section>
    <section class="purse">${purseOf(mine)}${purseOf(OPPONENT[mine])}<div class="ever"><h3>${t("ui.duel.if_blocked")}</h3><p>${t("ui.duel.blocked", {looker: duel.looker === view.side ? "you" : duel.looker})}</p></div></section></div>`;
}

/** The cards a look has just shown. */
export function lookReport(entry, frame, shell, cards, context) {
  const {t} = shell, {side} = readPile(entry.pile), owner = side || "axis";
  const face = (card) => (context.isProvince(card) || entry.pile === "vic:board" ? html`<div class="card pcard"><span class="pnum">${context.number(context.victoryProvince(card))}</span><b>${shell.name(context.victoryProvince(card))}</b><small>${t(entry.pile === "vic:board" ? "ui.victory.card" : "ui.province_card")}</small></div>` : cards.face(card, owner));
  return html`<div class="look"><h2>${icon("eye")}${context.pileName(entry.pile)}</h2><div class="cardrow fresh">${entry.seen.map((card) => html`<div class="lay">${face(card)}</div>`)}</div>
    <p>${t("ui.look.seen", {count: entry.seen.length, total: entry.size})}</p><button type="button" class="button primary" data-close>${t("ui.continue")}</button></div>`;
}
