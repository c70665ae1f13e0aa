// What stands behind a line of the log: what it follows from, its dice, its rule; and the cards it names, in their full size.

import { idsIn } from "./touched.js";

/** The parameters that hold dice, those of several dice first: their sum is no die. */
const DICE = ["dice", "roll", "die"];

/** @param {Record<string, any>} params @returns {number[]} */
function diceOf(params) {
  const name = DICE.find((each) => each in params);
  return (name ? [params[name]].flat() : []).filter((value) => typeof value === "number" && value > 0); // a die that was not needed is told as 0
}

/**
 * At most three lines.
 * @param {any} shell @param {import("./wire.d.ts").GameEvent} event @param {import("./wire.d.ts").GameEvent | null} cause
 * @returns {[string, string][]}
 */
export function behind(shell, event, cause) {
  const { rule, params } = event;
  const dice = diceOf(params);
  const title = rule && shell.texts.ruleFor(rule);
  /** @type {[string, string][]} */
  const lines = [];
  if (cause) lines.push([shell.t("shell.log.follows"), shell.eventText(cause)]);
  if (dice.length) lines.push([shell.t(dice.length > 1 ? "shell.log.dice" : "shell.log.die"), dice.join(", ")]);
  if (rule) lines.push([shell.t("shell.log.rule"), title ? `${rule} · ${shell.t(`rule.${title}.title`)}` : rule]);
  return lines;
}

/**
 * The first of the cards that an event names, with the way to the others; undefined where it names none.
 * @param {any} shell @param {import("./wire.d.ts").GameEvent} event
 */
export function cardsNamed(shell, event) {
  const found = [...idsIn(event.params)].map((id) => shell.board.inspect?.("card", id, event)?.card).filter(Boolean);
  const nth = (/** @type {number} */ n) => ({ ...found[n], before: n > 0 ? () => nth(n - 1) : null, after: n < found.length - 1 ? () => nth(n + 1) : null });
  return found.length ? nth(0) : undefined;
}
