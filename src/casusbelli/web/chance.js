// One's own part of a deal, and whether a deal was made as it should be. What is hashed are lines of text: see docs/protocol.md.

import { sha256 } from "./sha256.js";

/**
 * @typedef {{value: string, seal: string, pledges?: Record<string, string>}} Mine what this browser has added for a seat
 * @typedef {{seat: string, value: string, commitment?: string, house?: boolean}} Share
 */

/** @param {string[]} lines */
const hash = (...lines) => sha256(lines.map((line) => `${line}\n`).join(""));

/** @param {string} seal @param {string} seat @param {string} value */
const pledgeOf = (seal, seat, value) => hash("casus-belli chance", seal, seat, value);

/** 256 random bits as text. */
export function newValue() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} match @param {string} seat */
const place = (match, seat) => `chance ${match} ${seat}`;

/** What this browser has added for a seat; kept, so that a page that is loaded again knows it. @param {string} match @param {string} seat @returns {Mine | null} */
export function remembered(match, seat) {
  try {
    return JSON.parse(localStorage.getItem(place(match, seat)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @param {string} seat @param {Mine} mine */
export function remember(match, seat, mine) {
  try {
    localStorage.setItem(place(match, seat), JSON.stringify(mine));
  } catch {
    // a browser that keeps nothing adds its chance as long as the page is open
  }
}

/**
 * What is to be said about a deal for a seat: a pledge, the value, or nothing.
 * @param {{commitment: string, pledges: Record<string, string>, shown: string[], showing: boolean}} deal @param {string} seat @param {string} value
 */
export function nextWord(deal, seat, value) {
  const pledge = pledgeOf(deal.commitment, seat, value);
  const pledged = deal.pledges[seat];
  if (!deal.showing) return pledged === pledge ? null : { t: "pledge", commitment: pledge };
  return pledged === pledge && !deal.shown.includes(seat) ? { t: "show", value } : null;
}

/**
 * What is not as it should be in the deal of a journal, as keys; `mine` is what this browser remembers of its seats.
 * @param {{deal: {server: string, shares: Share[]}, commitment: string, seed: string}} journal @param {Record<string, Mine | null>} mine
 */
export function faultsOf({ deal, commitment, seed }, mine = {}) {
  /** @type {string[]} */
  const faults = [];
  if (sha256Bytes("casus-belli commitment ", deal.server) !== commitment) faults.push("server");
  for (const { seat, value, commitment: pledge, house } of deal.shares) {
    const true_ = house ? value === hash("casus-belli own value", deal.server, seat) : pledge === pledgeOf(commitment, seat, value);
    if (!true_) faults.push("value");
    const own = mine[seat];
    if (own && (own.value !== value || own.seal !== commitment)) faults.push("own");
    for (const [other, seen] of Object.entries(own?.pledges ?? {})) {
      const said = deal.shares.find((share) => share.seat === other);
      if (said && said.commitment !== seen) faults.push("seen");
    }
  }
  if (hash("casus-belli deal", deal.server, ...deal.shares.map(({ seat, value }) => `${seat} ${value}`)) !== seed) faults.push("seed");
  return [...new Set(faults)];
}

/** The hash of a text followed by bytes given in hexadecimal. @param {string} text @param {string} hex */
function sha256Bytes(text, hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return sha256(text, bytes);
}
