// How the deal of a match was made, and whether that is true: from the menu.

import { faultsOf, remembered } from "./chance.js";
import { openDialog } from "./dialogs.js";
import { button, el } from "./dom.js";

/** The house's line that tells of the deal; null where the server alone has drawn it. */
export function dealLine(shell) {
  return shell.house.lines.find(({ kind }) => kind === "dealt" || kind === "dealt_late") ?? null;
}

export function openFairness(shell) {
  const { data } = dealLine(shell);
  const fresh = shell.house.lines.filter(({ kind }) => kind === "taken_back_afresh").length;
  const over = Boolean(shell.live.over);
  const found = el("p", { role: "status" });
  const body = [
    el("p", {}, shell.t("house.deal.all")),
    data.late ? el("p", {}, shell.t("house.deal.late", { late: shell.house.names(data.late) })) : null,
    fresh ? el("p", {}, shell.t("house.deal.fresh", { count: fresh })) : null,
    el("p", { class: "hint" }, shell.t("house.deal.seal"), " ", el("code", { class: "seal" }, data.commitment)),
    over ? button("button small", () => check(shell, found), shell.t("house.deal.check")) : el("p", {}, shell.t("house.deal.later")),
    found,
    el("p", { class: "hint" }, shell.t("house.deal.yourself"), " ", el("code", {}, "casus replay journal.json --verify")),
  ];
  return openDialog({ title: shell.t("house.deal.title"), body: body.filter(Boolean), kind: "house-sheet", close: shell.t("shell.close") });
}

/** The journal as it is, against what this browser remembers of before the deal. */
async function check(shell, found) {
  const answer = await fetch(shell.journalAddress());
  if (!answer.ok) return;
  const mine = Object.fromEntries(shell.page.mine.map((seat) => [seat, remembered(shell.page.match, seat)]));
  const faults = faultsOf(await answer.json(), mine);
  const own = Object.values(mine).some(Boolean) ? "yes" : "no";
  const what = faults.map((fault) => shell.t(`house.deal.fault.${fault}`)).join("; ");
  found.textContent = faults.length ? shell.t("house.deal.false", { what }) : shell.t("house.deal.true", { own });
}
