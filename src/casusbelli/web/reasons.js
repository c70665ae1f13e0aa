// A bot's reasons in words: why a choice, and how what would have come next compares with it.

// @ts-check

/**
 * @typedef {import("./wire.d.ts").Reason} Reason
 * @typedef {import("./wire.d.ts").Alternative} Alternative
 */

/** A reason in the game's words, or the shell's; nothing where it has none. `over` is a choice. @param {any} shell @param {string} decision @param {Reason} reason @returns {string} */
function reasonText(shell, decision, { key, params = {} }) {
  const told = params.over ? { ...params, over: shell.texts.choice(decision, params.over) } : params;
  return shell.t(`reason.${key}`, told, shell.t(`shell.reason.${key}`, told, ""));
}

/** @param {any} shell @param {string} decision @param {Reason[]} why @param {number} most @returns {string[]} */
export const reasonTexts = (shell, decision, why, most) => why.map((reason) => reasonText(shell, decision, reason)).filter(Boolean).slice(0, most);

/**
 * What speaks for another choice alone, then how it stands back: by what was weighed, or by what does not hold for it.
 * @param {any} shell @param {string} decision @param {Reason[]} why what was said for the first @param {Alternative} other @returns {string[]}
 */
export function comparison(shell, decision, why, { choice, has, lacks, gap }) {
  const own = reasonTexts(shell, decision, has, 1);
  const told = why.some(({ params }) => params?.over && String(params.over) === String(choice)); // the first's own reason has compared the two
  if (told) return own;
  if (gap) return [...own, reasonText(shell, decision, gap)];
  const alien = lacks.filter(({ key }) => !has.some((reason) => reason.key === key)); // of the others the same kind speaks for both: elsewhere, or by more
  if (alien.length && alien.length === why.length) return [...own, shell.t("shell.advice.lacks")];
  if (alien.length) return [...own, shell.t("shell.advice.lacks_one", { reason: reasonText(shell, decision, alien[0]) })];
  if (lacks.length) return [...own, shell.t("shell.advice.less")];
  return own.length || why.every(({ key }) => SILENT.has(key)) ? own : [shell.t("shell.advice.same")];
}

/** What a bot says that has nothing to say. */
const SILENT = new Set(["only", "weighed"]);
