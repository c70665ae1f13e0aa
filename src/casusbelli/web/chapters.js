// Where events stand in a match: which choice each came with, and the headings among them. No page in it, tested by Node.

/** @typedef {import("./wire.d.ts").GameEvent} GameEvent */

/**
 * With which choice event k came (0: before the first).
 * @param {number[]} acts for every choice, how many events had been told before it @param {number} k
 */
export function choiceOf(acts, k) {
  let [low, high] = [0, acts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (acts[middle] <= k) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The events in groups: what came with one choice belongs together, and so does a battle, however many choices it took; a heading
 * stands alone.
 *
 * @param {GameEvent[]} log @param {number[]} acts @param {(event: GameEvent) => boolean} isHeading @param {Battle[]} [battles]
 * @returns {Group[]} in order, without gaps
 *
 * @typedef {import("./battles.js").Battle} Battle
 * @typedef {{from: number, count: number, heading: boolean, battle?: Battle}} Group
 */
export function groups(log, acts, isHeading, battles = []) {
  const begun = new Map(battles.map((battle) => [battle.from, battle]));
  /** @type {Battle | undefined} */
  let battle;
  /** @type {(Group & {choice: number})[]} */
  const found = [];
  log.forEach((event, k) => {
    const heading = isHeading(event);
    battle = begun.get(k) ?? (battle && k < battle.from + battle.count && !heading ? battle : undefined);
    const last = found.at(-1);
    const goesOn = last && !last.heading && !heading && last.battle === battle && (battle || choiceOf(acts, k) === last.choice);
    if (goesOn) last.count += 1;
    else found.push({ from: k, count: 1, heading, choice: choiceOf(acts, k), ...(battle && { battle }) });
  });
  return found.map(({ choice, ...group }) => group);
}

/**
 * The headings of a match: {k: number of the event, n: after how many choices}.
 * @param {GameEvent[]} log @param {number[]} acts @param {(event: GameEvent) => boolean} isHeading
 */
export function chapters(log, acts, isHeading) {
  return log.flatMap((event, k) => (isHeading(event) ? [{ k, n: choiceOf(acts, k) }] : []));
}

/**
 * Where a recap begins: at one's own last choice, or where somebody else's turn began before it, if one's last choice was but
 * an answer in it.
 *
 * @param {GameEvent[]} log @param {number|null} own how many events one had been told when one last chose
 * @param {(event: GameEvent) => string|null} turnOf whose turn an event begins, "" where turns are over, null for all others
 * @param {string} seat
 */
export function recapFrom(log, own, turnOf, seat) {
  if (own === null) return log.length;
  for (let k = Math.min(own, log.length) - 1; k >= 0; k -= 1) {
    const whose = turnOf(log[k]);
    if (whose !== null) return whose === seat || whose === "" ? own : k;
  }
  return own;
}
