// Honest odds, one component for all games: the sum in two columns headed by the reader, the bar worded for him, and what was taken
// for granted. Never one without the others: a chance without its assumptions is not drawn.
//
// odds(shell, {
//   sides: ["you", "Allies"],                               the heads of the columns, the reader's first
//   rows: [{label, values: [5, "1–4, of 2 face down"]}],    every modifier a row with its reason
//   sum: [5, "3–6"],
//   outcomes: [{words: "you win", chance: 0.48, tone: "good" | "even" | "bad"}],   chance: a number, or [least, most]
//   assumes: "2 hidden cards drawn evenly from what you have not seen.",
//   better: "With one Offensive Support more: 30 %.",       optional: one figure that helps
// }) → an element

import { el } from "./dom.js";
import { percentage } from "./percentage.js";

/** A chance in words: a figure, "certain", or a range where it hangs on somebody's open answer. */
export function chance(shell, share) {
  if (Array.isArray(share)) {
    const [least, most] = share.map((each) => Math.round(each * 100));
    return least === most ? chance(shell, share[0]) : `${least}–${most} %`;
  }
  return share >= 1 ? shell.t("shell.odds.certain") : percentage(share);
}

/** @param {any} shell @param {{sides?: any, rows?: any[], sum?: any, outcomes?: any[], assumes?: string, better?: string}} told */
export function odds(shell, { sides, rows = [], sum, outcomes = [], assumes, better }) {
  if (outcomes.length && !assumes) throw new Error("odds without what they assume");
  const cells = (values, tag = "td") => values.map((value) => el(tag, {}, String(value).replace(/^-(?=\d)/, "−")));
  const row = ({ label, values }) => el("tr", {}, el("th", { scope: "row" }, label), cells(values));
  const head = sides ? el("thead", {}, el("tr", {}, el("td"), sides.map((side) => el("th", { scope: "col" }, side)))) : null;
  const foot = sum ? el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, shell.t("shell.odds.sum")), cells(sum))) : null;
  const table = rows.length ? el("table", { class: "data odds-sum" }, head, el("tbody", {}, rows.map(row)), foot) : null;
  const middle = (share) => (Array.isArray(share) ? (share[0] + share[1]) / 2 : share);
  const possible = outcomes.filter((outcome) => middle(outcome.chance) > 0);
  const part = ({ words, chance: share, tone = "even" }) => {
    const node = el("span", { class: `part ${tone}` }, `${words}${middle(share) >= 1 ? ":" : ""} ${chance(shell, share)}`);
    node.style.flexGrow = String(Math.max(0.02, middle(share)));
    return node;
  };
  return el(
    "div",
    { class: "odds-view" },
    table,
    possible.length ? el("div", { class: "bar" }, possible.map(part)) : null,
    assumes ? el("p", { class: "assumes" }, el("b", {}, shell.t("shell.odds.assumes")), " ", assumes, better ? ` ${better}` : "") : null,
  );
}
