// What is marked as touched last: what the others did since one's own last choice, as far back as the marks still say something.
// No page in it, tested by Node.

/** @typedef {import("./wire.d.ts").GameEvent} GameEvent */

/** More than so many things touched last say nothing. */
export const MOST = 14;

/**
 * The values named by the latest events that together mark no more than MOST pieces; by the very last one in any case.
 * @param {GameEvent[]} events @param {(events: GameEvent[]) => Set<string>} valuesOf what events name
 * @param {string[][]} pieces the values of every piece on the board
 * @returns {Set<string>}
 */
export function lastTouched(events, valuesOf, pieces) {
  /** @type {Set<string>} */
  let touched = new Set();
  for (const event of events.toReversed()) {
    const wider = new Set([...touched, ...valuesOf([event])]);
    const marked = pieces.filter((values) => values.some((value) => wider.has(value))).length;
    if (touched.size && marked > MOST) break;
    touched = wider;
  }
  return touched;
}

/**
 * Of these events those of the others, if there are any: what one did oneself one knows.
 * @param {GameEvent[]} events @param {(event: GameEvent) => string | null} actorOf @param {string | null} seat
 */
export function ofOthers(events, actorOf, seat) {
  const others = events.filter((event) => (actorOf(event) ?? seat) !== seat);
  return others.length ? others : events;
}

/** The ids that are mentioned, at any depth. Numbers are amounts, not ids. @param {any} told @returns {Set<string>} */
export function idsIn(told) {
  const found = new Set();
  const walk = (/** @type {any} */ value) => {
    if (typeof value === "string") found.add(value);
    else if (value !== null && typeof value === "object") Object.values(value).forEach(walk);
  };
  walk(told);
  return found;
}
