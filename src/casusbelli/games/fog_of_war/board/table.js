// Below the map: the hand (or what stands in for it), own piles, Intel tokens, victory cards.

import { html, raw } from "./dom.js";
import { OPPONENT, seatedSide } from "./reading.js";
import { icon } from "./symbols.js";

const counted = (cards) => [...cards.reduce((found, card) => found.set(card, (found.get(card) ?? 0) + 1), new Map())];

const FROM_HAND = ["choose_action", "add_to_attack"];

/** The cards that a question is about: the hand; at set-up the whole Draw pile; at the year's end the cards of a province. */
export function tray(context, cards, shell) {
  const { view, picked, decision } = context;
  const { t } = shell;
  const side = view.side;
  if (!side)
    return {
      label: t("ui.hand.table"),
      cards: html`<p class="hint" data-inspect="hand:hand">${t("ui.hand.spectator", { allied: view.sides.allied.hand, axis: view.sides.axis.hand })}</p>`,
    };
  const pickable = (card) =>
    cards.face(card, side, { tag: "button", attributes: `type="button" data-pick="${card}" data-kind="card"` });
  const loose = (list) => list.map(pickable);
  if (decision === "initial_placement" && view.own.draw) {
    const faces = counted(view.own.draw).map(
      ([card, count]) => html`<span class="several" data-inspect="card:${card}">${pickable(card)}<b class="times">× ${count}</b></span>`,
    );
    return { label: t("ui.hand.draw"), cards: faces };
  }
  if (decision === "withdraw") {
    const province = picked.find((value) => view.provinces[value]?.own.length);
    return province
      ? { label: t("ui.hand.garrison", { province }), cards: loose(view.provinces[province].own) }
      : { label: t("ui.hand.label"), cards: html`<p class="hint" data-inspect="hand:hand">${t("ui.hand.withdraw")}</p>` };
  }
  if (decision === "interdict" && view.battle) {
    return { label: t("ui.hand.interdict"), cards: view.battle.seas.flatMap((sea) => loose(view.provinces[sea].own)) };
  }
  const hand = view.own.hand;
  const asked = !decision || FROM_HAND.includes(decision);
  return {
    label: t("ui.hand.label"),
    cards: hand.length
      ? asked
        ? loose(hand)
        : hand.map((card) => cards.face(card, side))
      : html`<p class="hint" data-inspect="hand:hand">${t("ui.hand.empty")}</p>`,
  };
}

export function piles(view, cards, shell) {
  const { t } = shell;
  const side = view.side;
  const own = view.own;
  if (!side) return "";
  const pile = (name, face, known) => {
    const count = view.sides[side][name];
    const inner = html`<span class="ps n${Math.min(count, 3)}">${count ? face : html`<span class="card mini none"></span>`}</span><b>${count}</b><span>${shell.name(name)}</span>`;
    return known && count
      ? html`<button type="button" class="pile" data-open="${name}" data-inspect="heap:${name}" aria-label="${t("ui.piles.open", { pile: name, count })}">${inner}</button>`
      : html`<span class="pile" role="img" data-inspect="heap:${name}" aria-label="${t("ui.piles.closed", { pile: name, count })}">${inner}</span>`;
  };
  const top = (list) => list.length && cards.face(list.at(-1), side, { tag: "span", name: "mini" });
  return html`<h2>${t("ui.piles.title")} <small>${t("ui.piles.public")}</small></h2>
    <div class="prow">${pile("draw", cards.hidden(side, "mini"), false)}${["discard", "win", "loss"].map((name) => pile(name, top(own[name]), true))}</div>`;
}

export function intel(view, shell) {
  const { t } = shell;
  const mine = seatedSide(view);
  const row = (side) => {
    const { ready, used } = view.sides[side].intel;
    return html`<div class="ir" data-inspect="intel:${side}" role="img" aria-label="${t("ui.intel.of", { side, ready, used })}"><span>${side === view.side ? t("ui.you") : shell.name(side)}</span><span class="its${ready + used > 6 ? " close" : ""}">${tokens(side, ready)}${tokens("used", used)}</span><b>${ready}</b></div>`;
  };
  const holder = view.advantage === view.side ? "you" : view.advantage;
  return html`<h2>${t("ui.intel.title")} <small>${t("ui.intel.box", { count: view.intel_box })}</small></h2>${row(mine)}${row(OPPONENT[mine])}
    <p class="adv" data-inspect="advantage:token"><span class="advt">+1</span>${t("ui.advantage", { holder })}</p>`;
}

/** n tokens of a side, or "used" ones turned over. */
export const tokens = (side, count, name = "") =>
  Array.from({ length: count }, () => html`<i class="it ${side} ${name}">${side === "used" ? "" : icon("eye")}</i>`);

export function victoryCards(view, shell, context) {
  const { t } = shell;
  const { kept, boxed, board, seen, possible } = view.victory;
  const face = (id) => html`<span class="vc up" data-inspect="victory:board:${id}">${context.shortName(context.victoryProvince(id))}</span>`;
  const backs = (count) => Array.from({ length: count }, () => html`<span class="vc"></span>`);
  const group = (where, label, cards, attributes = "") =>
    html`<div class="vgroup" data-inspect="victory:${where}"${raw(attributes)}><div class="vcs">${cards}</div><span>${label}</span></div>`;
  const look = context.lookable({ id: "vic:board" })
    ? ` role="button" data-pick="vic:board" data-kind="pile" data-pile="vic:board" aria-label="${t("ui.pile.vic")}"`
    : ' data-pile="vic:board"';
  const started = kept ? kept.length > 0 : view.phase !== "victory_cards" && view.phase !== "bidding";
  const note =
    !kept && started && seen.length > 0
      ? html`<p class="note" data-inspect="victory:kept">${t("ui.victory.possible", { cards: possible.map((id) => shell.name(context.victoryProvince(id))) })}</p>`
      : "";
  const mine =
    kept &&
    html`<ul class="vlist">${[...kept.map((id) => ["kept", id]), ...boxed.map((id) => ["boxed", id])].map(([where, id]) => html`<li data-inspect="victory:${where}:${id}"><span>${t(`ui.victory.${where}_one`)}</span><b class="pchip">${context.number(context.victoryProvince(id))} ${shell.name(context.victoryProvince(id))}</b></li>`)}</ul>`;
  return html`<h2>${t("ui.victory.title")}</h2><div class="vrow">
    ${mine ?? html`${group("kept", t("ui.victory.kept", { count: 2 }), backs(started ? 2 : 0))}${group("boxed", t("ui.victory.boxed", { count: 1 }), backs(started ? 1 : 0))}`}
    ${group("board", t("ui.victory.board", { count: board }), kept ? backs(board) : [...seen.map(face), ...backs(Math.max(0, board - seen.length))], look)}</div>${note}`;
}
