// Searching a rulebook: titles, words of the entries, terms, names of cards. Slips of the finger are forgiven. No page in it,
// tested by Node.

import { plain } from "./fuzzy.js";

/** @typedef {{n: string, title: string, chapter: string, text: string}} EntryRow */
/** @typedef {{id: string, term: string, forms: string[], rule: string, text: string}} TermRow */
/** @typedef {{id: string, name: string, group: string}} CardRow */
/** @typedef {{kind: string, row: any, excerpt: string[], score: number}} Found  kind: "rule", "term" or "card" */

const WORD = /[\p{L}\p{N}]+/gu;
const NUMBER = /^[a-z]?\d+(\.\d+)*$/i;
const TITLE = 3;

/**
 * How many letters differ between two words, a swap of neighbours counting once; stops counting above `most`.
 * @param {string} one @param {string} other @param {number} most
 */
export function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length];
}

/** How well a word of the book answers a word of the query: 0 not at all. @param {string} part @param {string} word */
function wordScore(part, word) {
  if (word === part) return 8;
  if (word.startsWith(part)) return 5;
  if (part.length > 2 && word.includes(part)) return 3;
  const slips = part.length > 6 ? 2 : part.length > 3 ? 1 : 0;
  if (!slips) return 0;
  const near = Math.min(distance(part, word, slips), distance(part, word.slice(0, part.length), slips));
  return near <= slips ? 2 / near : 0;
}

export class Finder {
  /** @param {{entries: EntryRow[], terms: TermRow[], cards: CardRow[]}} index */
  constructor(index) {
    this.items = [
      ...index.entries.map((row) => ({ kind: "rule", row, title: `${row.n} ${row.title}`, text: row.text })),
      ...index.terms.map((row) => ({ kind: "term", row, title: [row.term, ...row.forms].join(" "), text: row.text })),
      ...index.cards.map((row) => ({ kind: "card", row, title: row.name, text: row.group })),
    ];
    /** Every word of the book once, with the items it stands in and its weight there. @type {Map<string, Map<number, number>>} */
    this.words = new Map();
    this.items.forEach((item, at) => {
      this.learn(item.text, at, 1);
      this.learn(item.title, at, TITLE);
    });
  }

  /** @param {string} text @param {number} at @param {number} weight */
  learn(text, at, weight) {
    for (const [word] of plain(text).matchAll(WORD)) {
      const places = this.words.get(word) ?? new Map();
      this.words.set(word, places.set(at, weight));
    }
  }

  /**
   * What answers the query, best first.
   * @param {string} query
   * @returns {Found[]}
   */
  find(query, most = 24) {
    const wanted = query.trim();
    if (!wanted) return [];
    const exact = NUMBER.test(wanted) ? this.items.filter(({ kind, row }) => kind === "rule" && startsNumber(/** @type {EntryRow} */ (row).n, wanted)) : [];
    if (exact.length) return exact.slice(0, most).map((item) => ({ ...item, score: 99, excerpt: excerptOf(item.text, []) }));
    const parts = [...plain(wanted).matchAll(WORD)].map(([word]) => word);
    if (!parts.length) return [];
    const hits = parts.map((part) => this.hits(part));
    const found = [];
    for (const [at, first] of hits[0]) {
      const all = [first, ...hits.slice(1).flatMap((hit) => hit.get(at) ?? [])];
      if (all.length < hits.length) continue;
      const score = all.reduce((sum, hit) => sum + hit.score, 0);
      found.push({ ...this.items[at], score, excerpt: excerptOf(this.items[at].text, all.map((hit) => hit.word)) });
    }
    return found.sort((a, b) => b.score - a.score).slice(0, most);
  }

  /** The items that a word of the query finds: item → best score and the word it was found by. @param {string} part */
  hits(part) {
    /** @type {Map<number, {score: number, word: string}>} */
    const found = new Map();
    for (const [word, places] of this.words) {
      const base = wordScore(part, word);
      if (!base) continue;
      for (const [at, weight] of places) {
        const score = base * weight;
        if (score > (found.get(at)?.score ?? 0)) found.set(at, { score, word });
      }
    }
    return found;
  }
}

/** @param {string} number @param {string} wanted */
function startsNumber(number, wanted) {
  const [one, other] = [number.toLowerCase(), wanted.toLowerCase()];
  return one === other || one.startsWith(`${other}.`);
}

/** The words round the first hit: before, the hit, after. @param {string} text @param {string[]} words */
function excerptOf(text, words) {
  const reach = 60;
  for (const found of text.matchAll(WORD)) {
    if (!words.includes(plain(found[0]))) continue;
    const from = found.index;
    const to = from + found[0].length;
    const start = from > reach ? text.indexOf(" ", from - reach) + 1 : 0;
    const end = to + reach < text.length ? text.lastIndexOf(" ", to + reach) : text.length;
    return [(start ? "… " : "") + text.slice(start, from), found[0], text.slice(to, end) + (end < text.length ? " …" : "")];
  }
  const end = text.length > 2 * reach ? text.lastIndexOf(" ", 2 * reach) : text.length;
  return [text.slice(0, end) + (end < text.length ? " …" : ""), "", ""];
}
