// Action cards and political cards as they are drawn everywhere: faces, backs, and the words on them.

import { iconAddress } from "/static/dom.js";
import { breakable, html, raw } from "/static/markup.js";
import { drawing } from "./vignettes.js";

export const BOXES = ["red", "white", "other"];
export const USES = ["ops", "sr", "rp", "event"];

export const isPolitical = (id) => id.startsWith("pc_");
export const sideOf = (card) => card.slice(0, card.indexOf("_"));

/** A way to write points: 2 White, 1 Red. */
export const points = (n) => `${Math.abs(n)}${n > 0 ? "W" : "R"}`;
export const tone = (n) => (n > 0 ? "w" : "r");

/** What a card gives when it is played one way; the event shows whether the card leaves the game. */
export function worthOf(printed, use) {
  if (use === "event") return printed.timing === "political" ? "–" : printed.removed ? "✻" : "●";
  return printed.timing === "political" ? "–" : printed[use === "rp" ? "rs" : use];
}

/** The inside of an action card. closed: uses that cannot be had now; value: what it counted in a political box. */
/** @param {any} ctx @param {string} id @param {{closed?: string[], value?: number}} [how] */
export function actionFace(ctx, id, { closed = [], value } = {}) {
  const printed = ctx.printed.action_cards[id];
  const year = printed.year || "";
  const second = printed.timing === "event" ? year : ctx.t(`ui.card.timing.${printed.timing}`);
  const uses = USES.map(
    (use) =>
      html`<span class="use${closed.includes(use) ? " shut" : ""}"><small>${ctx.t(`ui.card.use.${use}`)}</small>${worthOf(printed, use)}</span>`,
  );
  return html`<span class="v">${value ?? valueOf(printed)}</span><span class="yr">${printed.number}<br>${second}</span>
    <span class="t">${title(ctx.name(id))}</span>
    <span class="vg"><svg viewBox="0 0 60 40" aria-hidden="true"><path d="${drawing(printed.picture)}"/></svg></span>
    ${printed.timing === "political" ? "" : html`<span class="uses" aria-hidden="true">${uses}</span>`}`;
}

/** The second of two cards keeps its number on the line of its last word; a word too long for a card is broken where one breathes. */
const title = (name) => name.replace(/ - (\d)$/, "\u00a0$1").replace(/\p{L}{7,}/gu, breakable).replace(/['’](?=\p{L}{5})/gu, "$&\u200b");

/** Bluff counts one, Influence is rolled for. */
export const valueOf = (printed) => (printed.picture === "influence" ? "?" : printed.value);

/** An action card in words, for those who do not see it. */
export function actionWords(ctx, id) {
  const printed = ctx.printed.action_cards[id];
  if (printed.timing === "political") return ctx.t("ui.card.staked", { card: id, value: valueOf(printed) });
  return ctx.t("ui.card.label", { card: id, ops: printed.ops, sr: printed.sr, rp: printed.rs });
}

export const cardText = (ctx, id) => ctx.t(`name.${id}.text`);

/** The back of a deck: the same for all its cards. */
export function back(side, label = "") {
  const glyph = iconAddress({ red: "diamond", white: "chevron" }[side] ?? "hexagon", "glyphs");
  const name = label ? html`role="img" aria-label="${label}"` : raw('aria-hidden="true"');
  return html`<span class="toc-back ${side}" ${name}><svg viewBox="0 0 20 20" aria-hidden="true"><use href="${glyph}"/></svg></span>`;
}

/** The influence a political card gives, one chip for each faction; factions out of play get none. */
function chips(ctx, id) {
  const { ip } = ctx.printed.political_cards[id];
  return Object.entries(ip).map(([faction, n]) => {
    const gone = ctx.view.factions[faction].fate !== "in_play";
    return html`<span class="ip ${tone(n)}${gone ? " gone" : ""}" data-tip="${ctx.name(faction)}">${ctx.printed.factions[faction].code} ${points(n)}</span>`;
  });
}

/** The inside of a political card. */
export function politicalFace(ctx, id) {
  const { number, special, bonus } = ctx.printed.political_cards[id];
  const words = special ? html`<span class="sp">${cardText(ctx, id)}</span>` : html`<span class="chips">${chips(ctx, id)}</span>`;
  return html`<span class="no">${number}</span><span class="t">${title(ctx.name(id))}</span>${words}
    ${bonus && html`<span class="bn ${bonus[0]}">${ctx.t("ui.card.bonus", { side: bonus[0], steps: bonus[1], pool: bonus[2] })}</span>`}`;
}

export const politicalWords = (ctx, id) => `${ctx.name(id)}. ${cardText(ctx, id)}`;

/** Any card at full size, for the dialog. */
export function large(ctx, id) {
  if (isPolitical(id)) {
    const { box } = ctx.printed.political_cards[id];
    return html`<article class="toc-large pol ${box}"><span class="pc ${box}">${politicalFace(ctx, id)}</span><div><p class="words">${cardText(ctx, id)}</p>
      <p class="fine">${ctx.t("ui.card.of_box", { box })}</p></div></article>`;
  }
  const printed = ctx.printed.action_cards[id];
  const rows = USES.map(
    (use) => html`<tr><th scope="row">${ctx.t(`ui.card.long.${use}`)}</th><td>${worthOf(printed, use)}</td></tr>`,
  );
  const fate = printed.timing === "political" ? "" : ctx.t(printed.removed ? "ui.card.removed" : "ui.card.returns");
  return html`<article class="toc-large ${printed.side}"><span class="card ${printed.side}">${actionFace(ctx, id)}</span>
    <div><p class="words">${cardText(ctx, id)}</p>
    ${printed.timing === "political" ? "" : html`<table>${rows}</table>`}<p class="fine">${fate}</p></div></article>`;
}
