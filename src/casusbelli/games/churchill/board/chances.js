// Chances in figures and colours. A bare figure stands only where what explains it is a touch away, with what it assumes.

import { percentage } from "/static/percentage.js";

/** How good a chance is, for its colour; the number is always beside it. */
export const grade = (chance) => (chance < 0.15 ? "poor" : chance < 0.5 ? "fair" : "good");

/** Of a bar, how much is full. */
export const share = (chance) => Math.round(100 * chance);

/** The chance of a Front in a word: what bars it, or the figure; a dash where it has nothing to do. */
export function chanceOf(book, odds) {
  if (!odds) return "–";
  return odds.obstacle ? book.t(`ui.barred.${odds.obstacle}`) : percentage(odds.advance);
}
