// Questions that need a counter of their own over the map: the shop of the year's end, the choice of victory cards, the bid.

import { html } from "./dom.js";
import { icon, token } from "./symbols.js";

const counted = (list) => [...list.reduce((found, card) => found.set(card, (found.get(card) ?? 0) + 1), new Map())];

/** Production: what one point buys, and the Loss pile as a shelf. */
export function shop(frame, shell, cards) {
  const { t } = shell;
  const { view } = frame;
  const side = view.side;
  const { points, industry, resources } = view.sides[side];
  const ware = (verb, sign, note) =>
    html`<button type="button" class="ware" data-pick="${verb}"><span class="sign">${sign}</span><b>${t(`ui.shop.${verb}`)}</b><span>${note}</span></button>`;
  const shelf = counted(view.own.loss).map(
    ([card, count]) =>
      html`<span class="several" data-inspect="card:${card}">${cards.face(card, side, { tag: "button", attributes: `type="button" data-pick="${card}" data-kind="card"` })}${count > 1 && html`<b class="times">× ${count}</b>`}</span>`,
  );
  return html`<div class="shop" data-inspect="shop:shop"><header><h2>${t("ui.shop.title")}</h2><p class="pp"><b>${points}</b> ${t("ui.shop.left", { count: points })}</p><p class="why">${t("ui.shop.from", { industry, resources })}</p></header>
    <div class="wares">${ware("raise_industry", icon("factory"), t("ui.shop.industry_note", { from: industry, to: Math.min(20, industry + 2) }))}
    ${ware("buy_intel", icon("eye"), t("ui.shop.intel_note", { count: view.intel_box }))}
    ${side === "axis" ? ware("buy_vp", icon("vp", 16), t("ui.shop.vp_note", { count: view.vp_left })) : ""}</div>
    <h3>${t("ui.shop.shelf")} <small>${t("ui.shop.shelf_note")}</small></h3><div class="cardrow">${shelf.length ? shelf : html`<p class="hint" data-inspect="shop:shop">${t("ui.shop.bare")}</p>`}</div></div>`;
}

/** Three victory cards are drawn, two are kept. */
export function victoryChoice(frame, shell, context) {
  const { t } = shell;
  const face = (id) => {
    const province = context.victoryProvince(id);
    return html`<button type="button" class="card pcard big" data-pick="${id}" data-inspect="victory:drawn:${id}"><span class="pnum">${context.number(province)}</span><b>${shell.name(province)}</b><small>${t("ui.victory.hold")}</small></button>`;
  };
  return html`<div class="keep" data-inspect="choice:victory"><h2 class="choose">${t("ui.victory.choose")}</h2><p class="choose">${t("ui.victory.choose_note")}</p><div class="cardrow">${frame.view.victory.drawn.map(face)}</div></div>`;
}

/** A secret bid for a side: the side, then the points. */
export function bidding(shell) {
  const { t } = shell;
  const points = Array.from({ length: 31 }, (_, n) => html`<button type="button" class="bidn" data-pick="${n}">${n}</button>`);
  return html`<div class="keep" data-inspect="bid:bid"><h2>${t("ui.bid.title")}</h2><p>${t("ui.bid.note")}</p><div class="cardrow">${["axis", "allied"].map((side) => html`<button type="button" class="bidside" data-pick="${side}">${token(side, "l")}<b>${shell.name(side)}</b></button>`)}</div><div class="bids">${points}</div></div>`;
}
