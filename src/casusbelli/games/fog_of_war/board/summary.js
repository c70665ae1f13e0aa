// The card that closes a year: what changed hands, points, production, what came back and what was lost.

import { sinceLast } from "/static/scenes.js";

export const summaries = ["year_began"];

const SIDES = ["axis", "allied"];

/** For a year that has begun: the one before it. Null for the first. */
export function yearSummary(event, { log, view }, shell) {
  const { t, name } = shell;
  const until = log.indexOf(event) < 0 ? log : log.slice(0, log.indexOf(event));
  const year = sinceLast(until, "year_began");
  const scored = year.find(({ kind }) => kind === "scored");
  if (!scored) return null;
  const of = (kind, side) => year.filter((each) => each.kind === kind && each.params.side === side).map(({ params }) => params);
  const lines = [];
  for (const side of SIDES) {
    const taken = [...new Set(of("control_changed", side).map(({ province }) => name(province)))];
    lines.push([t("ui.year.gained", { side }), taken.join(", ") || t("ui.year.none")]);
  }
  const bought = of("bought", "axis").filter(({ purchase }) => purchase === "buy_vp").length;
  const { points, total } = scored.params;
  const sum = t("ui.year.sum", { before: total - points, points, bought, total: total + bought, threshold: view.vp_threshold });
  lines.push([t("ui.year.points"), sum]);
  for (const side of SIDES) {
    const [produced] = of("production_began", side);
    if (produced) lines.push([t("ui.year.pp", { side }), `${produced.points}`]);
    const wares = new Map();
    for (const { purchase } of of("bought", side)) wares.set(purchase, (wares.get(purchase) ?? 0) + 1);
    if (wares.size) lines.push([t("ui.year.bought", { side }), [...wares].map(([purchase, count]) => t("ui.year.ware", { purchase, count })).join("; ")]);
    const [dealt] = of("win_pile_dealt", side);
    if (dealt) lines.push([t("ui.year.back", { side }), t("ui.year.dealt", dealt)]);
  }
  return { title: t("ui.year.title", { year: scored.params.year }), lines, note: t("ui.year.note") };
}
