// Finding an option by a few letters of its words: "move 3 sam" finds "Move army 3 to Samara".

/** Small letters without accents. @param {string} text */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** How well the text answers the query: 0 not at all; the more, the better. Every word of the query must be found. @param {string} query @param {string} text */
export function score(query, text) {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  const words = plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  let total = 1;
  for (const part of wanted) {
    const best = Math.max(0, ...words.map((word) => wordScore(part, word)));
    if (!best) return 0;
    total += best;
  }
  return total;
}

/** @param {string} part @param {string} word */
function wordScore(part, word) {
  if (word === part) return 8;
  if (word.startsWith(part)) return 5;
  if (word.includes(part)) return 3;
  return part.length > 2 && isSubsequence(part, word) ? 1 : 0;
}

/** @param {string} part @param {string} word */
function isSubsequence(part, word) {
  let at = 0;
  for (const letter of word) if (letter === part[at]) at += 1;
  return at === part.length;
}

/**
 * The items that answer the query, best first, the given order among equals.
 * @template T @param {string} query @param {T[]} items @param {(item: T) => string} textOf @returns {T[]}
 */
export function search(query, items, textOf, most = Infinity) {
  return items
    .map((item) => ({ item, score: score(query, textOf(item)) }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((found) => found.item);
}
