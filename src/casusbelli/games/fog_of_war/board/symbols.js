// Every shape the board is drawn with, once, as SVG definitions. Ids begin with "fow-".

import { raw } from "./dom.js";

const star = Array.from({ length: 10 }, (_, i) => {
  const r = i % 2 ? 4.62 : 11;
  const a = (i * Math.PI) / 5;
  return `${(12 + r * Math.sin(a)).toFixed(2)},${(12 - r * Math.cos(a)).toFixed(2)}`;
}).join(" ");

const pattern = (id, w, h, body, turn = "") =>
  `<pattern id="fow-${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse"${turn && ` patternTransform="rotate(${turn})"`}>${body}</pattern>`;

const symbol = (id, box, body) => `<symbol id="fow-${id}" viewBox="${box}">${body}</symbol>`;

const stroke = (d, width = 1.75) => `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}"/>`;

const PATTERNS = [
  // on pieces
  pattern("allied", 8, 6, '<rect width="8" height="2.2" fill="#fff" opacity=".17"/>'),
  pattern("axis", 4, 4, ""),
  pattern("neutral", 9, 9, '<circle cx="3" cy="3" r="1.2" fill="#2b2620" opacity=".28"/>'),
  // on the map
  pattern("land-allied", 12, 13, '<rect class="fow-bar" width="12" height="3.2"/>'),
  pattern("land-neutral", 14, 14, '<circle class="fow-dot" cx="4" cy="4" r="1.3"/>'),
  pattern(
    "snow",
    22,
    20,
    '<g fill="#fff"><circle cx="4" cy="4" r="1.9" opacity=".85"/><circle cx="14" cy="8" r="1.3" opacity=".7"/><circle cx="8" cy="15" r="1.6" opacity=".8"/><circle cx="19" cy="17" r="1" opacity=".7"/></g>',
  ),
  pattern("mud", 18, 12, '<path class="fow-wave" d="M0 4q4.5-4 9 0t9 0M0 10q4.5-4 9 0t9 0"/>'),
  pattern("cut", 10, 10, '<rect width="3.4" height="10" fill="#ca2c21" opacity=".3"/>', "45"),
  pattern("hatch", 6, 6, '<rect width="2" height="6" fill="#7b2a1f" opacity=".24"/>', "45"),
];

const GRADIENTS = `
<radialGradient id="fow-sea" cx=".5" cy=".5" r=".62"><stop offset="0" class="fow-sea0"/><stop offset="1" class="fow-sea1"/></radialGradient>
<linearGradient id="fow-paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fffdf5"/><stop offset="1" stop-color="#efe4c8"/></linearGradient>
<radialGradient id="fow-wheel" cx=".42" cy=".34" r=".8"><stop offset="0" stop-color="#fbf5e4"/><stop offset=".75" stop-color="#eadfc3"/><stop offset="1" stop-color="#d3c3a0"/></radialGradient>
<radialGradient id="fow-brass" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#f4dfa3"/><stop offset=".6" stop-color="#b98d3e"/><stop offset="1" stop-color="#7b5820"/></radialGradient>
<filter id="fow-shadow" x="-30%" y="-30%" width="160%" height="180%"><feDropShadow dx="0" dy="4" stdDeviation="4" flood-color="#1a130a" flood-opacity=".5"/></filter>`;

const SYMBOLS = [
  symbol("g-allied", "0 0 24 24", `<polygon points="${star}"/>`),
  symbol("g-axis", "0 0 24 24", '<path d="M9 2h6v7h7v6h-7v7H9v-7H2V9h7z"/>'),
  symbol("g-neutral", "0 0 24 24", '<path d="M12 2l8.7 5v10L12 22l-8.7-5V7z"/>'),
  symbol(
    "k-army",
    "0 0 48 30",
    '<path d="M5 20h37q4 0 2.5 4t-6 4H10q-5 0-6.5-4T5 20z"/><path d="M10 15h28l5 5H5zM15 7h14q3 0 3.5 3l.8 5H13l.6-5q.3-3 1.4-3z"/><path d="M31 9.2h15v2.4H31z"/><g class="fow-rollers"><circle cx="11" cy="24" r="2.3"/><circle cx="19" cy="24" r="2.3"/><circle cx="27" cy="24" r="2.3"/><circle cx="35" cy="24" r="2.3"/></g>',
  ),
  symbol(
    "k-fleet",
    "0 0 48 30",
    '<path d="M1 19h46q-1.5 5-5 8H8Q3 25 1 19z"/><path d="M10 16h26v3H10zM16 12h14v4H16zM20 7h7v5h-7zM22.7 1h1.6v6h-1.6zM29 9h4v3h-4zM3 15h8v1.7H3zM36 15h10v1.7H36zM18 4h11v1.2H18z"/>',
  ),
  symbol(
    "k-air",
    "0 0 48 30",
    '<path d="M22.7 1h2.6q1.2 3 1.2 8.5l19 5.5v3.5l-19-2.2-.7 7.2 6 3v2.5L24 27.5 16.2 29v-2.5l6-3-.7-7.2-19 2.2V15l19-5.5Q21.5 4 22.7 1z"/>',
  ),
  symbol("k-fort", "0 0 48 30", '<path d="M4 28V11h6v4h5v-4h6v4h6v-4h6v4h5v-4h6v17H29v-5q0-4.5-5-4.5T19 23v5z"/>'),
  symbol(
    "k-decoy",
    "0 0 48 30",
    '<g fill="none" stroke="currentColor" stroke-width="1.8" stroke-dasharray="3.2 2.2"><path d="M5 20h37q4 0 2.5 4t-6 4H10q-5 0-6.5-4T5 20zM10 15h28l5 5H5zM15 7h14q3 0 3.5 3l.8 5H13l.6-5q.3-3 1.4-3zM32 10.5h14"/></g>',
  ),
  symbol("resources", "0 0 16 16", '<path d="M4.5 4h7L15 13H1z"/>'),
  symbol(
    "vp",
    "0 0 16 16",
    '<path fill-rule="evenodd" d="M8 .4a5.6 5.6 0 0 1 3.6 9.9l1.4 5.3-3-1.2-2 1.5-2-1.5-3 1.2 1.4-5.3A5.6 5.6 0 0 1 8 .4zm0 2.8a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z"/>',
  ),
  symbol("flake", "0 0 16 16", stroke("M8 1v14M2 4.5l12 7M14 4.5l-12 7M6 2.2L8 4l2-1.8M6 13.8L8 12l2 1.8", 1.5)),
  symbol(
    "sun",
    "0 0 16 16",
    `<circle cx="8" cy="8" r="3.2"/>${stroke("M8 .8v2.6M8 12.6v2.6M.8 8h2.6M12.6 8h2.6M3 3l1.7 1.7M11.3 11.3L13 13M13 3l-1.7 1.7M4.7 11.3L3 13", 1.5)}`,
  ),
  symbol(
    "crate",
    "0 0 16 16",
    '<path d="M1 2.5h14v11H1z" fill="#c79a55" stroke="#4d2f19" stroke-width="1.4"/><path d="M1 5.5h14M1 10.5h14M4 5.5l8 5" stroke="#4d2f19" stroke-width="1.2" fill="none"/>',
  ),
  symbol("eye", "0 0 20 20", `${stroke("M1.5 10Q10 1.5 18.5 10 10 18.5 1.5 10z")}<circle cx="10" cy="10" r="2.8"/>`),
  symbol("lock", "0 0 20 20", `<path d="M4 9h12v8H4z"/>${stroke("M6.5 9V6.5a3.5 3.5 0 017 0V9", 1.9)}`),
  symbol("plus", "0 0 20 20", '<path d="M8.5 2h3v6.5H18v3h-6.5V18h-3v-6.5H2v-3h6.5z"/>'),
  symbol("cut-off", "0 0 20 20", `${stroke("M3 6.5h5M12 13.5h5M3 6.5v7h5M17 13.5v-7h-5", 1.8)}${stroke("M12.5 2L7.5 18", 2.2)}`),
  symbol("mire", "0 0 20 20", stroke("M2 6.5q4-4 8 0t8 0M2 11q4-4 8 0t8 0M2 15.5q4-4 8 0t8 0", 1.9)),
  symbol("factory", "0 0 20 20", '<path d="M2 18V9l5 3V9l5 3V9l2 1.2V3h3v15z"/>'),
  symbol("layers", "0 0 20 20", stroke("M10 3l8 4-8 4-8-4zM2.5 11L10 14.7 17.5 11M2.5 14.5l7.5 3.7 7.5-3.7", 1.6)),
  symbol("arrow", "0 0 20 20", '<path d="M2 7.5h8V2.5l8.5 7.5-8.5 7.5v-5H2z"/>'),
];

export const definitions = raw(
  `<svg class="fow-defs" width="0" height="0" aria-hidden="true"><defs>${PATTERNS.join("")}${GRADIENTS}${SYMBOLS.join("")}</defs></svg>`,
);

/** A symbol inside an SVG drawing. */
export const use = (id, x, y, width, height = width, extra = "") =>
  raw(`<use href="#fow-${id}" x="${+x.toFixed(1)}" y="${+y.toFixed(1)}" width="${width}" height="${height}" ${extra}/>`);

/** A symbol as an icon in running text. */
export const icon = (id, box = 20, name = "") =>
  raw(
    `<svg class="ico ${name}" viewBox="0 0 ${box} ${box}" aria-hidden="true"><use href="#fow-${id}" width="${box}" height="${box}"/></svg>`,
  );

/** The square token of a side. */
export const token = (side, name = "") =>
  raw(
    `<span class="tok ${side} ${name}" aria-hidden="true"><svg viewBox="0 0 34 34"><rect class="fill" x=".9" y=".9" width="32.2" height="32.2" rx="5"/>` +
      `<rect x=".9" y=".9" width="32.2" height="32.2" rx="5" fill="url(#fow-${side})" stroke="#fff" stroke-width="1.8"/>` +
      `<use class="glyph" href="#fow-g-${side}" x="8" y="8" width="18" height="18"/></svg></span>`,
  );
