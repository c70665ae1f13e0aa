// Cards: in the hand, as mini cards, in face-down stacks. A foreign back never differs from another of its deck.

import { html, raw } from "./dom.js";
import { use } from "./symbols.js";

const FILL = { allied: "#1c469c", axis: "#2e2c2a", neutral: "#a9b96b" };
const INK = "#2b2620";
const onSide = (side) => (side === "neutral" ? INK : "#fff");

/** "army_2" → kind army, strength 2. Neutral cards are armies of their own deck. */
export function faces(card) {
  const [kind, strength] = card.split("_");
  if (kind === "neutral") return { kind: "army", strength: +strength };
  return { kind, strength: strength ? +strength : kind === "air" ? 1 : 0 };
}

/** What is printed on a card for a battle on land or at sea: forts only defend, armies stay ashore, fleets afloat. */
export function worth(card, battle, role) {
  const { kind, strength } = faces(card);
  const fights =
    kind === "air" || (battle === "sea" ? kind === "fleet" : kind === "army" || (kind === "fort" && role === "defence"));
  return fights && !(card.startsWith("neutral") && role === "attack") ? strength : 0;
}

export const total = (cards, battle, role) => cards.reduce((sum, card) => sum + worth(card, battle, role), 0);

const WHERE = { army: "land", fort: "land", fleet: "sea", air: "both", decoy: "none" };
const SCENE = { army: "ground", fort: "ground", fleet: "water", air: "sky", decoy: "fog" };

export class Cards {
  constructor(shell) {
    this.shell = shell;
  }

  name(card) {
    return this.shell.name(card);
  }

  /** A card face up, 112 × 138: value, where it fights, picture, kind, what it does. */
  face(card, side, { tag = "div", name = "", attributes = "", stamp = "" } = {}) {
    const { t } = this.shell;
    const { kind, strength } = faces(card);
    const deck = card.startsWith("neutral") ? "neutral" : side;
    const trait = t(`ui.card.${deck === "neutral" ? "neutral" : kind}`);
    return html`${raw(`<${tag} class="card ${deck} ${name}" data-card="${card}" data-inspect="card:${card}" ${attributes} aria-label="`)}${this.name(card)}, ${trait}">
      <span class="band"></span><span class="val">${strength}</span><span class="lab">${t(`ui.fights.${WHERE[kind]}`)}</span>
      <span class="art ${SCENE[kind]}"><svg viewBox="0 0 48 30" aria-hidden="true">${use(`k-${kind}`, 0, 0, 48, 30)}</svg></span>
      <span class="nm">${this.shell.name(kind)}</span><span class="tr">${trait}</span>
      ${stamp && html`<span class="stamp">${stamp}</span>`}${raw(`</${tag}>`)}`;
  }

  /** A card face down. */
  hidden(side, name = "") {
    return html`<span class="card bk ${side} ${name}"><svg viewBox="0 0 112 138" preserveAspectRatio="none" aria-hidden="true">
      <rect width="112" height="138" rx="8" fill="${FILL[side]}"/><rect width="112" height="138" rx="8" fill="url(#fow-${side})"/>
      <rect x="6" y="6" width="100" height="126" rx="5" fill="none" stroke="#fff" stroke-width="2" opacity=".85"/>
      <circle cx="56" cy="69" r="27" fill="none" stroke="#fff" stroke-width="2" opacity=".6"/>
      <use href="#fow-g-${side}" x="36" y="49" width="40" height="40" fill="${onSide(side)}"/></svg></span>`;
  }

  /** A mini card, 18 × 23, in running text. */
  chip(card, side) {
    const label = card === null ? this.shell.t("ui.unknown_card") : this.name(card);
    const body = card === null ? back(side, 0, 0, 18, 23) : chip(card, card.startsWith("neutral") ? "neutral" : side);
    return html`<svg class="tiny" viewBox="0 0 18 23" role="img" aria-label="${label}">${body}</svg>`;
  }

  chips(cards, side, unknown = 0) {
    return [...cards.map((card) => this.chip(card, side)), ...Array.from({ length: unknown }, () => this.chip(null, side))];
  }

  /** A Province card in running text. */
  province(id) {
    return html`<span class="pchip">${this.shell.name(id)}</span>`;
  }
}

/** A mini card inside an SVG drawing: number = strength; box army, waves fleet, wings air, wall fort, dashes decoy. */
export function chip(card, side, x = 0, y = 0) {
  const { kind, strength } = faces(card);
  const ink = side === "neutral" ? "#4d5a1c" : FILL[side];
  const sign = {
    army: `<path d="M3.5 15h11v4.6h-11zM3.5 15l11 4.6M14.5 15l-11 4.6" fill="none" stroke="${ink}" stroke-width="1.1"/>`,
    fleet: `<path d="M2.5 16.5q3.2-2.6 6.5 0t6.5 0M2.5 19.5q3.2-2.6 6.5 0t6.5 0" fill="none" stroke="${ink}" stroke-width="1.2"/>`,
    air: `<path d="M9 14.2l1 2.1 5.5 1.3v1.3l-5.5-.3-1 1.4-1-1.4-5.5.3v-1.3L8 16.3z" fill="${ink}"/>`,
    fort: `<path d="M3.5 20v-5.2h2.4v1.8h2v-1.8h2.2v1.8h2v-1.8h2.4V20z" fill="${ink}"/>`,
    decoy: `<path d="M4.5 16L13.5 7M4.5 7l9 9" stroke="${ink}" stroke-width="1.6" stroke-dasharray="2 1.4"/>`,
  }[kind];
  const number = kind === "decoy" ? "" : `<text x="9" y="12.6" class="tinyv" fill="${ink}">${strength}</text>`;
  return raw(
    `<g transform="translate(${+x.toFixed(1)} ${+y.toFixed(1)})">
      <rect x=".6" y=".6" width="16.8" height="21.8" rx="2.6" fill="#fffaf0" stroke="${ink}" stroke-width="1.2"${kind === "decoy" ? ' stroke-dasharray="2.2 1.6"' : ""}/>${number}${sign}</g>`,
  );
}

/** A back inside an SVG drawing; own cards that may be looked at have a dog-ear. */
function back(side, x, y, w = 22, h = 29, { ear = false, glyph = true } = {}) {
  const sign = glyph
    ? use(`g-${side}`, x + w * 0.22, y + (h - w * 0.56) / 2, w * 0.56, w * 0.56, `fill="${onSide(side)}" opacity=".92"`)
    : "";
  const corner = ear
    ? `<path d="M${x + w - 8} ${y + h}l8-8v5.5q0 2.5-2.5 2.5z" fill="#fffdf5" stroke="${INK}" stroke-width=".5"/>`
    : "";
  const rect = `x="${x}" y="${y}" width="${w}" height="${h}" rx="3"`;
  return raw(
    `<rect ${rect} fill="${FILL[side]}"/><rect ${rect} fill="url(#fow-${side})"/>` +
      `<rect x="${x + 0.8}" y="${y + 0.8}" width="${w - 1.6}" height="${h - 1.6}" rx="2.4" fill="none" stroke="#fff" stroke-width="1.5"/>${sign}${corner}`,
  );
}

/** How far a stack of n cards reaches to the right of its first card. */
export const stackWidth = (count, w = 22) => w + 3.2 * (Math.min(count, 4) - 1);

/** A face-down stack with its count; a soft shadow of two plain shapes, since there are fifty of them. */
export function stack(side, count, x, y, { ear = false, w = 22, h = 29 } = {}) {
  const shown = Math.min(count, 4);
  const cards = [];
  const reach = stackWidth(count, w);
  const top = y - 2.4 * (shown - 1);
  cards.push(
    raw(
      `<rect x="${x - 0.6}" y="${top + 2.2}" width="${reach + 1.2}" height="${h + y - top + 0.6}" rx="4" fill="#1a130a" opacity=".16"/>` +
        `<rect x="${x}" y="${top + 1.4}" width="${reach}" height="${h + y - top}" rx="3.5" fill="#1a130a" opacity=".22"/>`,
    ),
  );
  for (let i = 0; i < shown; i++) {
    cards.push(
      back(side, +(x + i * 3.2).toFixed(1), +(y - i * 2.4).toFixed(1), w, h, {
        ear: ear && i === shown - 1,
        glyph: i === shown - 1,
      }),
    );
  }
  const bx = x + 1;
  const by = y + h - 3;
  cards.push(
    raw(
      `<circle cx="${bx}" cy="${by}" r="8.2" fill="#f6f0e1" stroke="${INK}" stroke-width="1.4"/>
        <text x="${bx}" y="${by + 4.3}" class="cnt">${count}</text>`,
    ),
  );
  return cards;
}
