// The legend: the marks of every game, and the signs of this one that are on screen now. Pointing at one shows all its like.
//
// A board's `legend()` → [{selector, sign, words}]: `selector` finds the sign's elements, `sign` shows it (text or element).

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";

const MARKS = ["legal", "picked", "last", "advised", "warned", "refused", "contested", "focus", "asked"];

export function openLegend(shell) {
  const seen = (node) => node.getClientRects().length > 0;
  const signs = (shell.board.legend?.() ?? []).map((entry) => ({ ...entry, nodes: [...document.querySelectorAll(entry.selector)].filter(seen) }));
  const light = (nodes, on) => nodes.forEach((node) => node.classList.toggle("aimed", on));
  const row = ({ sign, words, nodes }) =>
    el(
      "tr",
      { tabindex: "0", onpointerenter: () => light(nodes, true), onpointerleave: () => light(nodes, false), onfocus: () => light(nodes, true), onblur: () => light(nodes, false) },
      el("td", { class: "sign" }, sign),
      el("td", {}, words),
      el("td", { class: "times" }, `× ${nodes.length}`),
    );
  const mark = (name) => el("tr", {}, el("td", { class: "sign" }, el("span", { class: `sample sample-${name}` }, name === "contested" ? el("b", {}, "⚑") : null)), el("td", { colspan: "2" }, shell.t(`shell.marks.${name}`)));
  const shown = signs.filter(({ nodes }) => nodes.length);
  const table = (title, rows) => el("section", {}, el("h3", {}, title), el("table", { class: "data legend" }, el("tbody", {}, rows)));
  const body = [shown.length ? table(shell.t("shell.legend.signs"), shown.map(row)) : null, table(shell.t("shell.legend.marks"), MARKS.map(mark))].filter(Boolean);
  return openDialog({ title: shell.t("shell.legend.title"), body, close: shell.t("shell.close"), kind: "legend-view" });
}
