// A chance as a figure. In words, with what it assumes, it stands in odds.js.

/** A chance as a figure: a whole percentage; 0 and 100 only of what is impossible or certain. @param {number} share */
export function percentage(share) {
  if (share > 0 && share < 0.01) return "<\u00a01\u00a0%";
  return share > 0.99 && share < 1 ? ">\u00a099\u00a0%" : `${Math.round(share * 100)}\u00a0%`;
}
