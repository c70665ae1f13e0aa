// Everything that is drawn more than once: patterns and signs of the powers, icons of the issues, wood and felt.

import { raw } from "/static/markup.js";

export const COLOUR = { uk: "#127d60", us: "#1c469c", ussr: "#ca2c21", germany: "#2e2c2a", japan: "#c8ad5a" };
export const CODE = { uk: "UK", us: "US", ussr: "SU", germany: "DE", japan: "JP" };
const INK = { japan: "#2b2620" };

function starPoints(cx, cy, r) {
  return Array.from({ length: 10 }, (_, i) => {
    const a = -Math.PI / 2 + (i * Math.PI) / 5;
    const q = i % 2 ? r * 0.42 : r;
    return `${(cx + q * Math.cos(a)).toFixed(1)},${(cy + q * Math.sin(a)).toFixed(1)}`;
  }).join(" ");
}

/** The sign of a power, as markup of an SVG. */
export function sign(power, cx, cy, r, fill = INK[power] ?? "#fff") {
  const f = (n) => n.toFixed(1);
  if (power === "uk") return `<circle cx="${cx}" cy="${cy}" r="${f(r * 0.68)}" fill="none" stroke="${fill}" stroke-width="${f(r * 0.44)}"/>`;
  if (power === "us") return `<polygon points="${starPoints(cx, cy, r * 1.15)}" fill="${fill}"/>`;
  if (power === "ussr")
    return `<path d="M${cx} ${f(cy - r)}l${f(r * 0.8)} ${f(r)} ${f(-r * 0.8)} ${f(r)} ${f(-r * 0.8)} ${f(-r)}z" fill="${fill}"/>`;
  if (power === "germany") {
    const [b, c] = [r * 0.48, r * 0.76].map(f);
    return `<path d="M${f(cx - r * 0.24)} ${f(cy - r)}h${b}v${c}h${c}v${b}h-${c}v${c}h-${b}v-${c}h-${c}v-${b}h${c}z" fill="${fill}"/>`;
  }
  return `<circle cx="${cx}" cy="${cy}" r="${f(r * 0.8)}" fill="${fill}"/>`;
}

const ICONS = {
  production: '<path d="M3 21V11l6 4v-4l6 4V4h5v17z"/>',
  directed_offensive: '<path d="M3 21C4 12 9 8 15 8" class="ln w3"/><path d="M13 2l9 6-9 6z"/>',
  leadership: `<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z" class="ln"/><polygon points="${starPoints(12, 12.4, 7)}"/>`,
  pol_mil: '<path d="M9 2l7 4v8l-7 4-7-4V6z" class="ln"/><path d="M18 12l4.500 2.500v5L18 22l-4.500-2.500v-5z"/>',
  strategic_materials: '<path d="M1 21l2-7h7l2 7zM12 21l2-7h7l2 7zM6.500 12l2-7h7l2 7z"/>',
  abomb:
    '<g class="ln"><ellipse cx="12" cy="12" rx="11" ry="4.300"/><ellipse cx="12" cy="12" rx="11" ry="4.300" transform="rotate(60 12 12)"/><ellipse cx="12" cy="12" rx="11" ry="4.300" transform="rotate(120 12 12)"/></g><circle cx="12" cy="12" r="2.500"/>',
  global: '<g class="ln"><circle cx="12" cy="12" r="10"/><ellipse cx="12" cy="12" rx="4.500" ry="10"/><path d="M2.500 9h19M2.500 15h19"/></g>',
  second_front: '<path d="M20 2v20" class="ln w3"/><path d="M2 6.500h7V3l7 5-7 5V9.500H2zM2 16h7v-3l7 4.500-7 4.500v-3H2z"/>',
  war: '<path d="M12 1l2.200 3v10h-4.400V4z"/><path d="M5 15.500h14M12 15v6.500" class="ln w3"/><circle cx="12" cy="21.500" r="2"/>',
  anchor: '<g class="ln w25"><circle cx="12" cy="5" r="2.600"/><path d="M12 8v14M7 11h10M3 14c1 5 5 8 9 8s8-3 9-8"/></g>',
  plane: '<path d="M11 2h2l.8 6L23 12v2.500l-9-1.800-.5 5.300 3 2.500V22L12 21l-4.500 1v-1.500l3-2.500-.5-5.300-9 1.800V12l9.200-4z"/>',
  flag: '<path d="M4 2v20" class="ln w25"/><path d="M5 3h15l-4 5 4 5H5z"/>',
  up: '<path d="M12 2l9 10h-5v9H8v-9H3z"/>',
  cube: '<path d="M12 2l9 5v10l-9 5-9-5V7z"/>',
  ship: '<path d="M2 14h20l-4 7H6zM8 7h8v6H8zM11 2h2v5h-2z"/>',
  lock: '<path d="M5 11h14v10H5z"/><path d="M8 11V7a4 4 0 0 1 8 0v4" class="ln w25"/>',
};

const ICON_OF_ISSUE = { ussr_declares_war: "war", second_front: "second_front" };

const TAB = {
  leadership: "#8a6a22",
  pol_mil: "#5f4673",
  strategic_materials: "#46606c",
  abomb: "#2b2620",
  global: "#1f6480",
};

/** Icon and colour of an issue's tab: the owner's pattern where one power owns it. */
export function issueTab(id, { category, power }) {
  const name = ICON_OF_ISSUE[id] ?? category;
  const owned = power && !(id in ICON_OF_ISSUE);
  return { name: name in ICONS ? name : "war", fill: owned ? `url(#ch-${power})` : (TAB[category] ?? "#7a2a22"), owner: owned ? power : "" };
}

const MARKS = {
  uk: '<circle cx="2" cy="2" r="1.100" fill="#1d977680"/><circle cx="6" cy="6" r="1.100" fill="#1d977680"/>',
  us: '<rect width="8" height="2" fill="#3a66c080"/><rect y="4" width="8" height="2" fill="#3a66c080"/>',
  ussr: '<path d="M-2 6L6-2M2 10L10 2" stroke="#e2574c90" stroke-width="2.200"/>',
  japan: '<rect width="2" height="8" fill="#dcc67e"/><rect x="4" width="2" height="8" fill="#dcc67e"/>',
  germany: "",
};

const PATTERNS = Object.entries(MARKS).map(
  ([power, marks]) =>
    `<pattern id="ch-${power}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="${COLOUR[power]}"/>${marks}</pattern>`,
);

const PAINT = `<radialGradient id="ch-wood" cx="50%" cy="38%" r="72%"><stop offset="0" stop-color="#a97a4f"/><stop offset=".45" stop-color="#8a5f3c"/><stop offset="1" stop-color="#553319"/></radialGradient>
<radialGradient id="ch-lamp" cx="50%" cy="34%" r="60%"><stop offset="0" stop-color="#ffe9b8" stop-opacity=".38"/><stop offset=".6" stop-color="#ffe0a0" stop-opacity=".08"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></radialGradient>
<radialGradient id="ch-room" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="#4a3a2c"/><stop offset="1" stop-color="#1d1611"/></radialGradient>
<linearGradient id="ch-rim" x2="0" y2="1"><stop offset="0" stop-color="#7a4e2b"/><stop offset="1" stop-color="#2f1c0f"/></linearGradient>
<linearGradient id="ch-brass" x2="0" y2="1"><stop offset="0" stop-color="#f0d898"/><stop offset=".5" stop-color="#c79f4e"/><stop offset="1" stop-color="#9a7430"/></linearGradient>
<radialGradient id="ch-felt" cx="50%" cy="40%" r="70%"><stop offset="0" stop-color="#3f6b57"/><stop offset="1" stop-color="#25453a"/></radialGradient>
<linearGradient id="ch-paper" x2="0" y2="1"><stop offset="0" stop-color="#fffdf4"/><stop offset="1" stop-color="#efe3c6"/></linearGradient>
<radialGradient id="ch-sea" cx="50%" cy="45%" r="75%"><stop offset="0" class="sea-mid"/><stop offset="1" class="sea-rim"/></radialGradient>
<filter id="ch-grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".006 .11" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .16  0 0 0 0 .08  0 0 0 0 .03  0 0 0 -2.2 1.35"/></filter>`;

/** Lines are drawn by attributes: rules of a style sheet do not reach into what <use> copies. */
const lines = (body) =>
  body.replace(/class="ln(?: w(\d+))?"/g, (_, width) => `fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="${{ 25: 2.5, 3: 3.2 }[width] ?? 2}"`);

const SYMBOLS = Object.entries(ICONS).map(([id, body]) => `<symbol id="ch-i-${id}" viewBox="0 0 24 24" fill="currentColor">${lines(body)}</symbol>`);

export const definitions = raw(
  `<svg class="ch-defs" width="0" height="0" aria-hidden="true"><defs>${PATTERNS.join("")}${PAINT}${SYMBOLS.join("")}</defs></svg>`,
);

/** An icon inside an SVG drawing. */
export const use = (id, x, y, size, colour = "#fff") =>
  `<use href="#ch-i-${id}" x="${+x.toFixed(1)}" y="${+y.toFixed(1)}" width="${size}" height="${size}" color="${colour}"/>`;

/** An icon in running text. */
export const icon = (id, size = 18) =>
  raw(`<svg class="ico" width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true"><use href="#ch-i-${id}" width="24" height="24"/></svg>`);

/** The square token of a power in running text. */
export const token = (power, size = 20) =>
  raw(
    `<svg class="tok" width="${size}" height="${size}" viewBox="0 0 20 20" aria-hidden="true"><rect x=".5" y=".5" width="19" height="19" rx="4" fill="${COLOUR[power]}"/>` +
      `<rect x=".5" y=".5" width="19" height="19" rx="4" fill="url(#ch-${power})" stroke="#fff"/>${sign(power, 10, 10, 5.6)}</svg>`,
  );

const CUBE = { germany: ["#55524e", "#2e2c2a", "#171615"], japan: ["#e2cc86", "#c8ad5a", "#97803a"] };

/** An Axis army on a map. */
export function cube(axis, x, y, s = 11) {
  const [top, front, side] = CUBE[axis];
  const h = +(s * 0.3).toFixed(1);
  return (
    `<path d="M${x} ${y + h}l${h}-${h}h${s}l-${h} ${h}z" fill="${top}"/><path d="M${x + s} ${y + h}l${h}-${h}v${s}l-${h} ${h}z" fill="${side}"/>` +
    `<rect x="${x}" y="${y + h}" width="${s}" height="${s}" fill="${front}" stroke="#b8ab8c" stroke-width=".6"/>${sign(axis, x + s / 2, y + h + s / 2, s * 0.3)}`
  );
}

/** A hexagon: an alignment, a network, or an open place. */
export function hexagon(cx, cy, r, fill, stroke = "#fff", width = 1.4) {
  const points = Array.from({ length: 6 }, (_, i) => {
    const a = ((60 * i - 30) * Math.PI) / 180;
    return `${(cx + r * Math.cos(a)).toFixed(1)},${(cy + r * Math.sin(a)).toFixed(1)}`;
  });
  return `<polygon points="${points.join(" ")}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`;
}
