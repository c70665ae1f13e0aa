// One die for all games: it rolls, comes to rest by the clock, and stays readable.

import { el } from "./dom.js";
import { calm } from "./markup.js";

/** Milliseconds from the throw to the rest. */
export const ROLLING = 640;
const FLICKER = 70;

const SVG = "http://www.w3.org/2000/svg";
const PIPS = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi" };
const AT = Object.fromEntries([..."abcdefghi"].map((name, i) => [name, [12 + 12 * (i % 3), 12 + 12 * Math.floor(i / 3)]]));

function shape(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** The upper face: pips on a die of six, a figure on any other. */
function face(faces, value) {
  if (faces === 6 && PIPS[value]) return [...PIPS[value]].map((pip) => shape("circle", { cx: AT[pip][0], cy: AT[pip][1], r: 4.2, class: "pip" }));
  return [shape("text", { x: 24, y: 31, "text-anchor": "middle", class: "figure" }, String(value))];
}

const BODY = {
  6: () => shape("rect", { x: 2, y: 2, width: 44, height: 44, rx: 9, class: "body" }),
  10: () => shape("path", { d: "M24 1 47 19 39 46H9L1 19z", class: "body" }),
};

/**
 * @param {{faces?: number, value: number, label?: string, target?: string, good?: boolean}} told `target` is the number to be
 *   reached, as it is said ("≤ 4"); `good` says whether it was.
 * @returns {HTMLElement} `node.roll()` throws it and promises its rest.
 */
export function die({ faces = 6, value, label = "", target = "", good }) {
  const svg = shape("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" });
  const show = (n) => svg.replaceChildren((BODY[faces] ?? BODY[6])(), ...face(faces, n));
  const sign = good === undefined ? "" : good ? "✓" : "✕";
  const node = el(
    "figure",
    { class: `die ${good === undefined ? "" : good ? "hit" : "missed"}`, role: "img", "aria-label": [label, value, target].filter((part) => part !== "").join(" ") },
    svg,
    label || target || sign ? el("figcaption", {}, label ? el("span", {}, label) : null, target ? el("b", {}, target) : null, sign ? el("i", {}, sign) : null) : null,
  );
  show(value);
  node.roll = () => {
    if (calm()) return Promise.resolve();
    node.classList.add("rolling");
    const flicker = setInterval(() => show(1 + Math.floor(Math.random() * faces)), FLICKER);
    // By the clock, not by the animation: on a busy machine that may come late, and the outcome must be readable in time.
    return new Promise((rest) => {
      setTimeout(() => {
        clearInterval(flicker);
        show(value);
        node.classList.remove("rolling");
        rest();
      }, ROLLING);
    });
  };
  return node;
}
