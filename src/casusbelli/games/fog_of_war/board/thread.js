// A red thread from the picked operation to its target: the one moment when wheel and map are read together.

import { html, paint, raw } from "./dom.js";

const pin = (x, y) =>
  `<circle cx="${x + 1.5}" cy="${y + 2.5}" r="5" fill="#000" opacity=".35"/>
    <circle cx="${x}" cy="${y}" r="5.2" fill="#ca2c21" stroke="#7b150e"/>
    <circle cx="${x - 1.6}" cy="${y - 1.8}" r="1.6" fill="#fff" opacity=".8"/>`;

/** Strong at the ends, faint in between, so that it hides nothing. */
const fade = (id, colour, strength, x1, x2) =>
  `<linearGradient id="fow-${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="0" x2="${x2}" y2="0">${[
    [0, 1],
    [0.22, 0.4],
    [0.82, 0.35],
    [1, 1],
  ]
    .map(([at, part]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${strength * part}"/>`)
    .join("")}</linearGradient>`;

export class Thread {
  constructor(svg, sheet) {
    this.svg = svg;
    this.sheet = sheet;
  }

  draw(card, goal) {
    if (!card || !goal) {
      paint(this.svg, "");
      return;
    }
    const sheet = this.sheet.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    const round = (n) => +n.toFixed(1);
    const x1 = round(box.left - sheet.left + box.width * 0.4);
    const y1 = round(box.top - sheet.top + 3);
    const x2 = round(goal[0] - 44);
    const y2 = round(goal[1] - 10);
    const sag = 30 + Math.abs(x2 - x1) * 0.05;
    const mid = (x1 + x2) / 2;
    const d = `M${x1} ${y1}C${round(x1 + (mid - x1) * 0.6)} ${round(y1 + sag)} ${round(mid)} ${round(Math.max(y1, y2) * 0.5 + Math.min(y1, y2) * 0.5 + sag)} ${x2} ${y2}`;
    paint(
      this.svg,
      html`${raw(`<defs>${fade("thread", "#b3231a", 1, x1, x2)}${fade("threads", "#000", 0.3, x1, x2)}</defs>
        <path d="${d}" transform="translate(1 3)" fill="none" stroke="url(#fow-threads)" stroke-width="2.4"/>
        <path d="${d}" fill="none" stroke="url(#fow-thread)" stroke-width="2"/>${pin(x1, y1)}${pin(x2, y2)}`)}`,
    );
  }
}
