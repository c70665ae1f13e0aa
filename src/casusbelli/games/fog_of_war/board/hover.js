// The card of a province under the pointer or the focus: what lies there, what is printed, and the sum of a battle there.

import { faces, worth } from "./cards.js";
import { html } from "./dom.js";
import { note, sighted } from "./panels.js";
import { pilesOf } from "./reading.js";
import { icon, token } from "./symbols.js";

export function provinceCard(province, shell, cards, context, forecast) {
  const { view } = context;
  const { t } = shell;
  const here = view.provinces[province];
  const printed = context.printed(province);
  const { piles, attack } = pilesOf(view, province);
  const heap = (pile, title) => {
    const entry = context.sightings.get(pile.id)?.[0];
    const open = pile.cards !== null;
    const row = open
      ? cards.chips(pile.cards, pile.side)
      : entry
        ? sighted(entry, pile.count, pile.side, view, cards, context)
        : cards.chips([], pile.side, Math.min(pile.count, 6));
    const words = open ? title : entry ? html`${title}<br>${note(entry, pile.count, shell)}` : title;
    return html`<div class="trow"><span class="tcs">${row}</span><span>${words}</span></div>`;
  };
  const lines = piles.map((pile) => heap(pile, t("ui.map.pile", { side: pile.side, count: pile.count })));
  if (!piles.length) lines.push(html`<p class="bareline">${t("ui.map.undefended")}</p>`);
  if (attack) lines.push(heap(attack, t("ui.map.quagmire", { side: attack.side, count: attack.count })));
  const facts = [
    printed.supply_source === here.control && html`<li>${icon("crate", 16)}${t("ui.tip.source")}</li>`,
    printed.resources > 0 && html`<li>${icon("resources", 16)}${t("ui.tip.resources", { count: printed.resources })}</li>`,
    printed.vp > 0 && html`<li>${icon("vp", 16)}${t("ui.tip.vp", { count: printed.vp })}</li>`,
    html`<li>${icon(printed.winter === "sun" ? "sun" : "flake", 16)}${t(`ui.winter.${printed.winter}`)}</li>`,
    here.supplied === false && html`<li class="bad">${icon("cut-off")}${t("ui.map.cut_off")}</li>`,
  ];
  return html`<p class="tiphead"><span class="tn${printed.minor_neutral ? " red" : ""}">${printed.number}</span>${shell.name(province)}<span class="tc">${here.control === "neutral" ? "" : token(here.control, "s")}${shell.name(here.control)}</span></p>
    ${lines}<ul class="facts">${facts}</ul>${forecast ?? html`<p class="near">${t("ui.tip.near", { places: printed.near })}</p>`}`;
}

/** A card enlarged: what it is worth in every kind of battle. */
export function bigCard(card, side, shell, cards) {
  const { t } = shell;
  const { kind } = faces(card);
  const value = (battle, role) => worth(card, battle, role) || "–";
  const row = (battle) =>
    html`<tr><th scope="row">${t(`ui.fights.${battle}`)}</th><td>${value(battle, "attack")}</td><td>${value(battle, "defence")}</td></tr>`;
  return html`<p class="tiphead">${shell.name(card)}</p><div class="bigrow">${cards.face(card, side)}
    <table class="worth"><tr><td></td><th scope="col">${t("ui.battle.attack")}</th><th scope="col">${t("ui.battle.defence")}</th></tr>${row("land")}${row("sea")}</table></div><p>${t(`ui.about.${kind}`)}</p>`;
}
