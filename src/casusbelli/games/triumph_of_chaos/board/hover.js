// The card of a space: region, ground, who holds it and stands there, supply, what lies on it.

import { html } from "/static/markup.js";

export function spaceCard(id, ctx, reading) {
  const { t, name, printed, view } = ctx;
  const row = printed.spaces[id];
  const { units, leaders } = reading.at(id);
  const control = reading.control(id);
  const shift = printed.terrain[row.terrain];
  const facts = [
    t(`ui.terrain.${row.terrain}`) + (shift ? ` ${`${shift}`.replace("-", "−")}` : ""),
    row.city && t("ui.map.city"),
    row.port && t("ui.map.port"),
    row.source && t("ui.map.source", { side: row.source }),
    view.markers.fortified[id] && t("ui.map.fortified", { shift: view.markers.fortified[id] }),
    ...reading.markers(id).map((kind) => t(`ui.marker.${kind}`)),
    reading.isGreen(id) && name("third"),
  ].filter(Boolean);
  return html`<header><b>${name(id)}</b> <span class="held ${control}">${control === "none" ? t("ui.map.nobody") : name(control)}</span></header>
    <p class="facts">${t("ui.map.region", { region: row.region })} · ${facts.join(" · ")}</p>
    ${(units.length > 0 || leaders.length > 0) && html`<ul>${units.map((unit) => unitLine(unit, ctx, reading))}${leaders.map((leader) => leaderLine(leader, ctx))}</ul>`}
    ${supply(id, units, ctx, reading)}`;
}

function unitLine(unit, { t, name, printed }, reading) {
  const row = printed.units[unit];
  const marks = [reading.view.units[unit][1] ? "" : t("ui.unit.is_reduced"), ...row.marks.map((mark) => t(`ui.unit.mark.${mark}`))].filter(Boolean);
  return html`<li><b>${reading.values(unit).join("-")}</b> ${name(unit)}${marks.length > 0 && html` <em>${marks.join(", ")}</em>`}</li>`;
}

function leaderLine(leader, { name, printed }) {
  const { rating, abilities } = printed.leaders[leader];
  return html`<li><b>${rating}</b> ${name(leader)}${abilities.length > 0 && html` <em>${abilities.map((ability) => name(ability)).join(", ")}</em>`}</li>`;
}

function supply(id, units, { t, view }, reading) {
  const cut = units.filter((unit) => reading.cut.has(unit));
  if (cut.length) return html`<p class="cut">${t("ui.map.cut")}</p>`;
  const line = view.supply.lines[id];
  return line && html`<p class="line">${t("ui.map.line", { source: line.at(-1), steps: line.length - 1 })}</p>`;
}
