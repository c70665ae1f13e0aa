// The tracks above the map: the year and its season, Axis victory points, industry.

import { html, raw } from "./dom.js";
import { token } from "./symbols.js";

const YEARS = [1940, 1941, 1942, 1943, 1944];
const INDUSTRY = [6, 8, 10, 12, 14, 16, 18, 20];

/** room: pixels for the ruler; unit: how much larger than at first its figures are, as all letters of the page. */
export function tracks(view, shell, { room, unit }) {
  return html`<div class="tk"><span class="tl" data-inspect="year:${view.year}">${shell.t("ui.track.year")}</span><ol class="years">${YEARS.map((year) => yearCell(view, shell, year))}</ol></div>
    <div class="tk grow" data-inspect="vp:axis"><span class="tl">${shell.t("ui.track.vp")}</span>${points(view, shell, room, unit)}</div>
    <div class="tk" data-inspect="industry:track"><span class="tl">${shell.t("ui.track.industry")}</span><ol class="ind">${INDUSTRY.map((step) => industryCell(view, shell, step))}</ol></div>`;
}

function yearCell(view, shell, year) {
  const now = year === view.year;
  return html`<li data-inspect="year:${year}" class="${now ? "now" : year < view.year ? "past" : ""}"${raw(now ? ' aria-current="step"' : "")}><b>${year}</b>${now && html`<i>${shell.t(`ui.season.${view.season}`)}</i>`}</li>`;
}

function industryCell(view, shell, step) {
  const here = ["axis", "allied"].filter((side) => view.sides[side].industry === step);
  const label = here.map((side) => shell.t("ui.track.industry_of", { side, step })).join(", ");
  return html`<li${label && html` aria-label="${label}"`}><span>${step}</span>${here.length > 0 && html`<span class="m${here.length > 1 ? " two" : ""}">${here.map((side) => token(side, "s"))}</span>`}</li>`;
}

/** A ruler from 0 to the threshold with the marker, and what the year's end would add. */
function points(view, shell, room, unit) {
  const { vp, vp_threshold: goal, vp_at_year_end: more } = view;
  const width = Math.round(room / unit);
  const left = 14;
  const step = (width - 2 * left) / Math.max(goal, vp);
  const at = (n) => +(left + n * step).toFixed(1);
  const ticks = [];
  const numbers = [];
  for (let n = 0; n <= goal; n++) ticks.push(`M${at(n)} 24v${n % 10 === 0 ? -9 : n % 5 === 0 ? -6 : -3.5}`);
  for (let n = 0; n <= goal; n += 10) if (goal - n >= 5 || n === goal) numbers.push(n);
  if (!numbers.includes(goal)) numbers.push(goal);
  const reached = at(Math.min(goal, vp));
  const then = at(Math.min(goal, vp + more));
  return html`<svg class="vp" viewBox="0 0 ${width} 40" width="${room}" height="${Math.round(40 * unit)}" role="img" aria-label="${shell.t("ui.track.vp_of", { vp, goal, more })}">
    <rect x="${left}" y="20" width="${reached - left}" height="4" class="got"/>
      <rect x="${reached}" y="20" width="${(then - reached).toFixed(1)}" height="4" class="may" fill="url(#fow-hatch)"/>
    ${raw(`<path class="ticks" d="${ticks.join("")}"/>`)}${numbers.map((n) => html`<text x="${at(n)}" y="37" class="vt">${n}</text>`)}
    <path d="M${at(goal)} 4v20" class="goal"/>
    ${more > 0 && then - reached > 26 && html`<text x="${then}" y="13" class="vg">+${more}</text>`}
    <path d="M${(reached - 14).toFixed(1)} 1h28v12l-14 8-14-8z" class="marker"/>
      <text x="${reached}" y="12.6" class="vm">${vp}</text></svg>`;
}
