// Every shape the board is drawn with, once, as SVG definitions. Ids begin with "fow-".

import {raw} from "./dom.js";

const star = Array.from({length: 10}, (_, i) => {
  const r = i % 2 ? 4.62 : 11, a = i * Math.PI / 5;
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
  pattern("snow", 22, 20, '<g fill="#fff"><circle cx="4" cy="4" r="1.9" opacity=".85"/><circle cx="14" cy="8" r="1.3" opacity=".7"/><circle cx="8" cy="15" r="1.6" opacity=".8"/><circle cx="19" cy="17" r="1" opacity=".7"/></g>'),
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
  symbol("g-neutral", "0 0 24 24", '<path d="M12 2l8.700 5v10L12 22l-8.700-5V7z"/>'),
  symbol("k-army", "0 0 48 30", '<path d="M5 20h37q4 0 2.500 4t-6 4H10q-5 0-6.500-4T5 20z"/><path d="M10 15h28l5 5H5zM15 7h14q3 0 3.500 3l.8 5H13l.6-5q.3-3 1.400-3z"/><path d="M31 9.200h15v2.400H31z"/><g class="fow-rollers"><circle cx="11" cy="24" r="2.300"/><circle cx="19" cy="24" r="2.300"/><circle cx="27" cy="24" r="2.300"/><circle cx="35" cy="24" r="2.300"/></g>'),
  symbol("k-fleet", "0 0 48 30", '<path d="M1 19h46q-1.500 5-5 8H8Q3 25 1 19z"/><path d="M10 16h26v3H10zM16 12h14v4H16zM20 7h7v5h-7zM22.700 1h1.600v6h-1.600zM29 9h4v3h-4zM3 15h8v1.700H3zM36 15h10v1.700H36zM18 4h11v1.200H18z"/>'),
  symbol("k-air", "0 0 48 30", '<path d="M22.700 1h2.600q1.200 3 1.200 8.500l19 5.500v3.500l-19-2.200-.7 7.200 6 3v2.500L24 27.500 16.200 29v-2.500l6-3-.7-7.200-19 2.200V15l19-5.500Q21.500 4 22.700 1z"/>'),
  symbol("k-fort", "0 0 48 30", '<path d="M4 28V11h6v4h5v-4h6v4h6v-4h6v4h5v-4h6v17H29v-5q0-4.500-5-4.500T19 23v5z"/>'),
  symbol("k-decoy", "0 0 48 30", '<g fill="none" stroke="currentColor" stroke-width="1.800" stroke-dasharray="3.200 2.200"><path d="M5 20h37q4 0 2.500 4t-6 4H10q-5 0-6.500-4T5 20zM10 15h28l5 5H5zM15 7h14q3 0 3.500 3l.8 5H13l.6-5q.3-3 1.400-3zM32 10.500h14"/></g>'),
  symbol("resources", "0 0 16 16", '<path d="M4.500 4h7L15 13H1z"/>'),
  symbol("vp", "0 0 16 16", '<path fill-rule="evenodd" d="M8 .4a5.600 5.600 0 0 1 3.600 9.900l1.400 5.300-3-1.200-2 1.500-2-1.500-3 1.200 1.400-5.300A5.600 5.600 0 0 1 8 .4zm0 2.800a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600z"/>'),
  symbol("flake", "0 0 16 16", stroke("M8 1v14M2 4.500l12 7M14 4.500l-12 7M6 2.200L8 4l2-1.800M6 13.800L8 12l2 1.800", 1.5)),
  symbol("sun", "0 0 16 16", `<circle cx="8" cy="8" r="3.200"/>${stroke("M8 .8v2.600M8 12.600v2.600M.8 8h2.600M12.600 8h2.600M3 3l1.700 1.700M11.300 11.300L13 13M13 3l-1.700 1.700M4.700 11.300L3 13", 1.5)}`),
  symbol("crate", "0 0 16 16", '<path d="M1 2.500h14v11H1z" fill="#c79a55" stroke="#4d2f19" stroke-width="1.400"/><path d="M1 5.500h14M1 10.500h14M4 5.500l8 5" stroke="#4d2f19" stroke-width="1.200" fill="none"/>'),
  symbol("eye", "0 0 20 20", `${stroke("M1.500 10Q10 1.500 18.500 10 10 18.500 1.500 10z")}<circle cx="10" cy="10" r="2.800"/>`),
  symbol("lock", "0 0 20 20", `<path d="M4 9h12v8H4z"/>${stroke("M6.500 9V6.500a3.500 3.500 0 017 0V9", 1.9)}`),
  symbol("plus", "0 0 20 20", '<path d="M8.500 2h3v6.500H18v3h-6.500V18h-3v-6.500H2v-3h6.500z"/>'),
  symbol("cut-off", "0 0 20 20", `${stroke("M3 6.500h5M12 13.500h5M3 6.500v7h5M17 13.500v-7h-5", 1.8)}${stroke("M12.500 2L7.500 18", 2.2)}`),
  symbol("mire", "0 0 20 20", stroke("M2 6.500q4-4 8 0t8 0M2 11q4-4 8 0t8 0M2 15.500q4-4 8 0t8 0", 1.9)),
  symbol("factory", "0 0 20 20", '<path d="M2 18V9l5 3V9l5 3V9l2 1.200V3h3v15z"/>'),
  symbol("layers", "0 0 20 20", stroke("M10 3l8 4-8 4-8-4zM2.500 11L10 14.700 17.500 11M2.500 14.500l7.500 3.700 7.500-3.700", 1.6)),
  symbol("arrow", "0 0 20 20", '<path d="M2 7.500h8V2.500l8.500 7.500-8.500 7.500v-5H2z"/>'),
];

export const definitions = raw(
  `<svg class="fow-defs" width="0" height="0" aria-hidden="true"><defs>${PATTERNS.join("")}${GRADIENTS}${SYMBOLS.join("")}</defs></svg>`,
);

/** A symbol inside an SVG drawing. */
export const use = (id, x, y, width, height = width, extra = "") =>
  raw(`<use href="#fow-${id}" x="${+x.toFixed(1)}" y="${+y.toFixed(1)}" width="${width}" height="${height}" ${extra}/>`);

/** A symbol as an icon in running text. */
export const icon = (id, box = 20, name = "") =>
  raw(`<svg class="ico ${name}" viewBox="0 0 ${box} ${box}" aria-hidden="true"><use href="#fow-${id}" width="${box}" height="${box}"/></svg>`);

/** The square token of a side. */
export const token = (side, name = "") => raw(
  `<span class="tok ${side} ${name}" aria-hidden="true"><svg viewBox="0 0 34 34"><rect class="fill" x=".9" y=".9" width="32.2" height="32.2" rx="5"/>` +
  `<rect x=".9" y=".9" width="32.2" height="32.2" rx="5" fill="url(#fow-${side})" stroke="#fff" stroke-width="1.8"/>` +
  `<use class="glyph" href="#fow-g-${side}" x="8" y="8" width="18" height="18"/></svg></span>`,
);
