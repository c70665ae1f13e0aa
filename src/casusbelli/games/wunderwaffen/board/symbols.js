// Signs, tokens and discs as markup. A front is coloured; a back is white, drawn for whom it acts, its corner tells the owner.

import { html, raw } from "/static/markup.js";
import { BLUEPRINTS, GLYPHS, SIGNS } from "./drawings.js";
import { COLOUR, EDGE } from "./reading.js";

const PAPER = "#fffdf6";
const TWICE = '<path d="M19.4 6.6l3.6 3.6m0-3.6l-3.6 3.6M25 7c.2-2.6 4.4-2.4 4.4.2 0 2-4.2 2.6-4.4 5h4.6" fill="none" stroke="currentColor" stroke-width="1.5"/>'; // drawn, not written: it is small
const PATTERNS = {
  british: ["5", "5", "", '<circle cx="1.3" cy="1.3" r=".8"/><circle cx="3.8" cy="3.8" r=".8"/>'],
  american: ["5", "4", "", '<rect width="5" height="1.3"/>'],
  russian: ["5", "5", 'patternTransform="rotate(45)"', '<rect width="1.6" height="5"/>'],
  german: ["4", "4", "", '<path d="M0 0h4" opacity="0"/>'],
};
const GROUNDS = {
  british: ["9", "9", "", '<circle cx="2.2" cy="2.2" r="1.25"/><circle cx="6.7" cy="6.7" r="1.25"/>'],
  american: ["8", "7", "", '<rect width="8" height="1.5"/>'],
  russian: ["8", "8", 'patternTransform="rotate(45)"', '<rect width="1.7" height="8"/>'],
};

const pattern = (id, /** @type {any[]} */ [w, h, turn, shape], paint) =>
  `<pattern id="ww-${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" ${turn}><g ${paint}>${shape}</g></pattern>`;
const symbols = (kind, table, box, paint) =>
  Object.entries(table).map(([id, shape]) => `<symbol id="ww-${kind}-${id}" viewBox="0 0 ${box}"><g ${paint}>${shape}</g></symbol>`);

const DEFINITIONS = [
  ...symbols("i", SIGNS, "24 24", 'fill="currentColor"'),
  ...symbols("g", GLYPHS, "24 24", 'fill="currentColor"'),
  ...symbols("b", BLUEPRINTS, "64 40", 'fill="none" stroke="currentColor" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"'),
  ...Object.entries(PATTERNS).map(([id, row]) => pattern(`p-${id}`, row, 'fill="#fff" opacity=".22"')),
  ...Object.entries(GROUNDS).map(([id, row]) => pattern(`a-${id}`, row, `fill="${COLOUR[id]}"`)),
  '<clipPath id="ww-clip"><rect x="1.5" y="1.2" width="31" height="30.4" rx="5"/></clipPath>',
  '<radialGradient id="ww-prize" cx=".5" cy=".5" r=".62"><stop offset="0" stop-color="#fff2c4"/><stop offset=".7" stop-color="#f0cf7a"/><stop offset="1" stop-color="#d9a944"/></radialGradient>',
];

export const definitions = raw(`<svg class="ww-defs" width="0" height="0" aria-hidden="true"><defs>${DEFINITIONS.join("")}</defs></svg>`);

/** A sign as an icon in running text. */
export const icon = (id, size = 16, name = "") =>
  raw(`<svg class="ic ${name}" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"><use href="#ww-i-${id}"/></svg>`);

export const glyph = (faction, size = 14, name = "") =>
  raw(`<svg class="ic ${name}" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"><use href="#ww-g-${faction}"/></svg>`);

/** A sign inside the drawing of the map. */
export const sign = (id, x, y, size, name = "") =>
  raw(`<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 24 24" class="${name}"><use href="#ww-i-${id}"/></svg>`);

export const blueprint = (card, width, height) =>
  raw(`<svg class="bp" width="${width}" height="${height}" viewBox="0 0 64 40" aria-hidden="true"><use href="#ww-b-${card}"/></svg>`);

const SIGN_OF = { politics_berlin: "gate" };

/** A token on a square of 34. owner: whose token it is; acts: for whom the side that is up acts. */
function face(piece, acts, owner) {
  const front = owner === acts;
  const twice = piece.endsWith("_x2");
  const ally = acts in COLOUR ? `g-${acts}` : "i-any";
  const ground = front
    ? `<rect x="1.5" y="3" width="31" height="30.4" rx="5" fill="${EDGE[acts]}"/><rect x="1.5" y="1.2" width="31" height="30.4" rx="5" fill="${COLOUR[acts]}"/>` +
      `<rect x="1.5" y="1.2" width="31" height="30.4" rx="5" fill="url(#ww-p-${acts})"/><rect x="2.4" y="2.1" width="29.2" height="28.6" rx="4.2" fill="none" stroke="${PAPER}" stroke-width="1.7"/>`
    : `<rect x="1.5" y="3" width="31" height="30.4" rx="5" fill="#a99c7f"/><rect x="1.5" y="1.2" width="31" height="30.4" rx="5" fill="${PAPER}"/>` +
      `<g clip-path="url(#ww-clip)"><path d="M32.5 15.5V31.6H16.4z" fill="${COLOUR[owner]}"/><path d="M32.5 15.5V31.6H16.4z" fill="url(#ww-p-${owner})"/></g>` +
      `<svg x="24.2" y="22.9" width="7" height="7" viewBox="0 0 24 24" color="${PAPER}"><use href="#ww-g-${owner}"/></svg>` +
      '<rect x="1.9" y="1.6" width="30.2" height="29.6" rx="4.6" fill="none" stroke="#8d8166" stroke-width=".9"/>';
  const ink = front ? PAPER : (COLOUR[acts] ?? "#2b2620");
  const under = front ? `under-${acts}` : "under-paper"; // what shows through the holes of a sign
  if (piece === "symbol")
    return `${ground}<svg x="8" y="6.8" width="18" height="18" viewBox="0 0 24 24" color="${ink}"><use href="#ww-${ally}"/></svg>`;
  const [x, y] = twice ? [5.5, 11] : front ? [9, 9.8] : [6.5, 8.4];
  const shape = SIGN_OF[piece] ?? piece.replace("_x2", "");
  return (
    `${ground}<g color="${ink}"><svg x="${x}" y="${y}" width="19" height="19" viewBox="0 0 24 24" class="${under}"><use href="#ww-i-${shape}"/></svg>` +
    `<svg x="4.6" y="4.2" width="7.4" height="7.4" viewBox="0 0 24 24"><use href="#ww-${ally}"/></svg>` +
    `${twice ? TWICE : ""}</g>`
  );
}

/** A token in running text. */
export const token = (piece, acts, owner = acts, size = 34) =>
  raw(`<svg class="tok" width="${size}" height="${size}" viewBox="0 0 34 34" aria-hidden="true">${face(piece, acts, owner)}</svg>`);

/** A token of the view, as it lies, in running text. */
export const lying = ({ owner, faction, piece }, size) => token(piece, faction, owner, size);

/** A token of the view inside the drawing of the map. */
export const tokenAt = (x, y, { owner, faction, piece }, size = 33) =>
  raw(
    `<g class="tok" transform="translate(${+x.toFixed(1)} ${+y.toFixed(1)}) scale(${(size / 34).toFixed(3)})"><ellipse cx="17" cy="32.6" rx="15" ry="3" fill="#1c1407" opacity=".3"/>${face(piece, faction, owner)}</g>`,
  );

const round = (faction) =>
  `<circle cx="12" cy="13.2" r="10.6" fill="#000" opacity=".28"/><circle cx="12" cy="11.6" r="10.4" fill="${COLOUR[faction]}"/><circle cx="12" cy="11.6" r="10.4" fill="url(#ww-p-${faction})"/>` +
  `<circle cx="12" cy="11.6" r="9.6" fill="none" stroke="${PAPER}" stroke-width="1.8"/><svg x="6.6" y="6.2" width="10.8" height="10.8" viewBox="0 0 24 24" color="${PAPER}"><use href="#ww-g-${faction}"/></svg>`;

/** The round marker of a faction. */
export const disc = (faction, size = 18) =>
  raw(`<svg class="disc" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${round(faction)}</svg>`);

export const discAt = (x, y, faction, size) =>
  raw(`<g transform="translate(${+(x - size / 2).toFixed(1)} ${+(y - size / 2).toFixed(1)}) scale(${(size / 24).toFixed(3)})">${round(faction)}</g>`);

const SIGN_OF_EFFECT = { research_swing: "research" };
export const effectSign = (kind) => SIGN_OF_EFFECT[kind] ?? kind;

/** Effects of a card, a strategy half or a step as small signs: 3 VP, +1 Morale, −1 Morale of an Ally. */
export function effects(list, shell) {
  return list.map(({ kind, n = 1, who = "self" }) => {
    if (kind === "vp") return html`<b class="vp" data-tip="${shell.t("ui.vp", { n })}">${n}</b>`;
    const whose = { german: glyph("german", 11), other_ally: icon("any", 12), chosen_ally: icon("any", 12), each_ally: "3×" }[who] ?? "";
    const said = shell.t("ui.effect", { kind, n: n > 0 ? `+${n}` : `−${-n}`, who });
    return html`<span class="ef" data-tip="${said}">${whose}${n > 0 ? "+" : "−"}${Math.abs(n)}${icon(effectSign(kind), 13)}</span>`;
  });
}

/** The same in words, for those who do not see the signs. */
export const effectWords = (list, shell) =>
  list
    .map(({ kind, n = 1, who = "self" }) =>
      kind === "vp" ? shell.t("ui.vp", { n }) : shell.t("ui.effect", { kind, n: n > 0 ? `+${n}` : `−${-n}`, who }),
    )
    .join(", ");
