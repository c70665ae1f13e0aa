// Patterns, gradients and small signs that the drawings share.

import { html, raw } from "/static/markup.js";

const SIGNS = {
  move: '<path d="M3 10h12M10.500 5.500L15.500 10l-5 4.500"/>',
  combat: '<path d="M4 4l11 11M15 4L4 15M3.500 12l4 4M15.500 12l-4 4"/>',
  star: '<path d="M10 2.500l2.300 4.900 5.300.7-3.900 3.600 1 5.300L10 14.400 5.300 17l1-5.300L2.400 8.100l5.300-.7z" fill="currentColor" stroke="none"/>',
  supply: '<path d="M2 13h16M4 13v-5h5v5M9 13V6h7v7"/><circle cx="6" cy="15.500" r="1.700"/><circle cx="13.500" cy="15.500" r="1.700"/>',
  rail: '<path d="M7 2v16M13 2v16M4 5h12M4 10h12M4 15h12"/>',
  anchor: '<path d="M10 5v12M4 11a6 6 0 0 0 12 0M7 8h6"/><circle cx="10" cy="3.600" r="1.700"/>',
  layers: '<path d="M10 3l8 4-8 4-8-4zM2 11l8 4 8-4"/>',
  fit: '<path d="M3 8V3h5M17 8V3h-5M3 12v5h5M17 12v5h-5"/>',
  spring: '<path d="M10 17V8M10 11c-4 0-5-2-5-5 4 0 5 2 5 5M10 9c0-3 1-5 5-5 0 4-2 5-5 5"/>',
  summer: '<circle cx="10" cy="10" r="3.500"/><path d="M10 2v2.500M10 15.500V18M2 10h2.500M15.500 10H18M4.500 4.500l1.700 1.700M13.800 13.800l1.700 1.700M15.500 4.500l-1.700 1.700M6.200 13.800l-1.700 1.700"/>',
  autumn: '<path d="M4 16C3 8 8 4 16 4c0 8-4 13-12 12zM4 16l7-7"/>',
  winter: '<path d="M10 2v16M3 6l14 8M17 6L3 14M7.500 3.500L10 6l2.500-2.500M7.500 16.500L10 14l2.500 2.500"/>',
};

export const sign = (name, size = 16) => raw(`<svg class="sign" width="${size}" height="${size}" viewBox="0 0 20 20" aria-hidden="true">${SIGNS[name]}</svg>`);

export const definitions = html`<svg class="toc-defs" width="0" height="0" aria-hidden="true"><defs>
  <radialGradient id="toc-sea" cx="45%" cy="45%" r="75%"><stop offset="0" class="sea-0"/><stop offset="1" class="sea-1"/></radialGradient>
  <pattern id="toc-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="bar" width="1.500" height="7"/></pattern>
  <pattern id="toc-cp" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="bar" width="1.300" height="8"/></pattern>
  <pattern id="toc-red" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2.400" height="6" fill="#fff" opacity=".13"/></pattern>
  <pattern id="toc-dots" width="7" height="7" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1" fill="#2b2620" opacity=".28"/></pattern>
  <pattern id="toc-grain" width="140" height="140" patternUnits="userSpaceOnUse"><path d="${grain()}" stroke="#5b4a2a" opacity=".2"/></pattern>
</defs></svg>`;

/** Specks of the paper: the same ones every time. */
function grain() {
  let seed = 7;
  const next = (most) => {
    seed = (seed * 16807) % 2147483647;
    return ((seed / 2147483647) * most).toFixed(1);
  };
  return Array.from({ length: 70 }, () => `M${next(140)} ${next(140)}h${next(2)}`).join("");
}
