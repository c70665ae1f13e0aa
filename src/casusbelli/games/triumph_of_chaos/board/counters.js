// Counters, leaders and markers as SVG. A counter's upper left corner is its origin; octagons and markers stand on their middle.

const LONG = [
  ["Slav British Legion", "SBL"], ["Royal Fusiliers", "RFus"], ["Royal Tank", "Tank"], ["Hampshire", "Hmp"], ["Archangel", "Arc"],
  ["Reserve", "Rs"], ["Air Force", "Air"], ["Don Cos", "Dn"], ["Sib Cos", "SC"], ["Cz Leg", "Cz"], ["Lat Rif", "LtR"], ["Ukraine", "Uk"],
  ["Peasant", "Ps"], ["Republic", "Rep"], ["Central", "C"], ["South", "S"], ["North", "N"], ["Belarus", "Bel"], ["Sich Rifle", "Sich"],
  ["Makh", "Mk"], ["Austrian", "Aus"], ["German", "Ger"], ["Haller Cav", "HalC"], ["Pol Legion", "PLeg"], ["Pol Priest", "Prst"],
  ["Pol Ukr", "PUk"], ["Pol Bal", "PBl"], ["Pol Gar", "PGr"], ["Cheka", "Chk"], ["US Sib", "US"], ["US PB", "UPB"], ["Cav", "Cv"],
]; // prettier-ignore
const ROOM = 5; // letters of a short name
const SURE = 4; // letters that surely fit the counter; more are drawn closer together

const MONOGRAM = { mamontov: "Mm", makhno_leader: "Mk", mannerheim: "Mn", miller: "Ml", denikin: "De", shkuro: "Sk", bonch_bruevich: "BB", von_der_goltz: "vG", mai_maevsky: "MM", s_kamenev: "Ka", tsar: "Ts" };

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A short name for the face of a counter. */
function shortName(abbr) {
  let name = abbr.replace(/^R c/, "c");
  if (name.length > ROOM + 1) for (const [long, short] of LONG) name = name.replace(long, short);
  return name;
}

const monogram = (id) => MONOGRAM[id] ?? id[0].toUpperCase() + id[1];

const ownerClass = (owner) => ({ red: "rd", white: "wh" })[owner] ?? "na";

export const sizeOf = (row) => (row.army ? [38, 34] : [34, 29]);

/**
 * A unit as cardboard; row: what is printed on it; state: [place, full?, side].
 * bare: lower in a stack, only the edge is seen; name: further classes.
 */
export function counter(row, [, full, side], x = 0, y = 0, { bare = false, name = "" } = {}) {
  const [w, h] = sizeOf(row);
  const cut = full ? 0 : 5;
  const body = `M5 0H${w - 5 - cut}${full ? "a5 5 0 0 1 5 5" : "l10 10"}V${h - 5}a5 5 0 0 1 -5 5H5a5 5 0 0 1 -5 -5V5a5 5 0 0 1 5 -5z`;
  const owner = ownerClass(row.owner);
  const marks = new Set(row.marks);
  const out = [`<g class="ct ${owner} of-${side} ${full ? "" : "reduced"} ${row.army ? "" : "corps"} ${name}" transform="translate(${x} ${y})">`];
  out.push(`<path class="sh" d="${body}"/><path class="bd" d="${body}"/>`);
  if (owner !== "wh") out.push(`<path class="pt" d="${body}"/>`);
  if (marks.has("elite")) out.push(`<path class="el" d="M5 1.200H${w - 5 - (full ? 0 : 6)}"/>`);
  if (!bare) {
    if (marks.has("cavalry")) out.push(`<path class="br" d="M3 ${h - 3}L${w - 3} ${full ? 3 : 10}"/>`);
    if (marks.has("tank") || marks.has("train")) out.push(`<rect class="br" x="5" y="${h / 2 - 6}" width="${w - 10}" height="12" rx="${marks.has("tank") ? 6 : 1}"/>`);
    if (marks.has("air")) out.push(`<path class="br" d="M${w / 2} 4v${h - 8}M5 ${h / 2}H${w - 5}"/>`);
    out.push(face(row, full, w, h));
  }
  return `${out.join("")}</g>`;
}

function face(row, full, w, h) {
  const name = shortName(row.abbr);
  const values = (full ? row.full : row.reduced).join("-");
  const tight = name.length > SURE ? ` textLength="${w - 6}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text class="nm" x="3.500" y="${row.army ? 14 : 12}"${tight}>${escaped(name)}</text><text class="vl" x="${w / 2}" y="${h - 5}">${values}</text>`;
}

const OCTAGON = { small: [11, 4.6], large: [15, 6.2] };

/** A leader; with large the rating too. */
export function octagon(id, row, x, y, size = "small", name = "") {
  const [r, k] = OCTAGON[size];
  const d = `M${-k} ${-r}H${k}L${r} ${-k}V${k}L${k} ${r}H${-k}L${-r} ${k}V${-k}z`;
  const texts = size === "small" ? `<text class="mo" y="4.400">${monogram(id)}</text>` : `<text class="mo" y="1">${monogram(id)}</text><text class="rt" y="11">${row.rating}</text>`;
  return `<g class="ld ${ownerClass(row.owner)} ${size} ${name}" transform="translate(${x} ${y})"><path class="sh" d="${d}"/><path class="bd" d="${d}"/>${texts}</g>`;
}

const STROKES = {
  combat: '<path d="M-5 -5L5 5M5 -5L-5 5M-6.200 3.400l2.800 2.800M6.200 3.400l-2.800 2.800"/>',
  move: '<path d="M-6 0H5M1 -4.500L5.600 0L1 4.500"/>',
  no_act: '<text y="4">NO</text><path class="bar" d="M-7 7L7 -7"/>',
  train: '<path d="M-6 3h12M-5 3v-6h6v6M1 3v-4h4v4M-3 5.500h.1M3 5.500h.1"/>',
  partisans: '<path d="M-5 5L4 -4M4 -4l1.500 1.500M-2 4l-3 -3"/>',
};

/** A round marker: move, combat, no_act, train, partisans. */
export function marker(kind, x, y, name = "") {
  return `<g class="mk ${kind} ${name}" transform="translate(${x} ${y})"><circle r="10"/>${STROKES[kind]}</g>`;
}

export function green(x, y) {
  return `<g class="mk greens" transform="translate(${x} ${y})"><path d="M-13 0L-6.500 -11H6.500L13 0L6.500 11H-6.500z"/><text y="4.400">GN</text></g>`;
}

/** A counter as a picture of its own, for lists. */
export function counterPicture(row, state, height = 34) {
  const [w, h] = sizeOf(row);
  return `<svg class="ctpic h${height}" height="${height}" viewBox="-2 -2 ${w + 5} ${h + 5}" aria-hidden="true">${counter(row, state)}</svg>`;
}

export function leaderPicture(id, row, height = 34) {
  return `<svg class="ctpic h${height}" height="${height}" viewBox="-17 -17 35 35" aria-hidden="true">${octagon(id, row, 0, 0, "large")}</svg>`;
}
