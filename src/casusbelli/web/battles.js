// A battle is one line of the log that unfolds: who fought where, and how it ended from the reader's side.

/**
 * A span of the log, as the board's `battles(log)` finds them. `tell` gives the headline: the title is true while it is being fought,
 * the result when it is over; `ends` is how it ended for who took part, seats or factions, and empty while that is open.
 *
 * @typedef {"won" | "held" | "stuck" | "failed" | "lost"} Tone
 * @typedef {{title: string, result?: string, ends?: Record<string, Tone>}} Headline
 * @typedef {{from: number, count: number, tell: () => Headline}} Battle
 */

/** @type {Tone[]} the best first: who leads two that fought for the same has what the better of them has */
const TONES = ["won", "held", "stuck", "failed", "lost"];

/** Among the tones those that are good news. */
const GOOD = ["won", "held"];

/** @param {any} shell @param {GameEvent[]} log @returns {Battle[]} @typedef {import("./wire.d.ts").GameEvent} GameEvent */
export const battlesIn = (shell, log) => shell.board?.battles?.(log) ?? [];

/**
 * The word that stands before the sentence; null for who took no part.
 * @param {any} shell @param {Record<string, Tone>} [ends] @returns {{text: string, good: boolean} | null}
 */
export function readersWord(shell, ends = {}) {
  const seat = shell.viewpoint;
  const own = Object.keys(ends).filter((actor) => seat && shell.seatOf(actor) === seat).map((actor) => ends[actor]);
  const tone = TONES.find((each) => own.includes(each));
  return tone ? { text: shell.t(`shell.log.end.${tone}`), good: GOOD.includes(tone) } : null;
}

/**
 * Spans of a log that begin with an event of some kinds and go on as long as `goesOn` says; what begins anew ends the one before.
 *
 * @param {GameEvent[]} log @param {(event: GameEvent, span: GameEvent[]) => boolean} begins @param {(event: GameEvent, span: GameEvent[]) => boolean} goesOn
 * @returns {{from: number, events: GameEvent[], over: boolean}[]} over: something has happened since
 */
export function spans(log, begins, goesOn) {
  /** @type {{from: number, events: GameEvent[], over: boolean}[]} */
  const found = [];
  /** @type {{from: number, events: GameEvent[], over: boolean} | null} */
  let open = null;
  log.forEach((event, k) => {
    const fresh = begins(event, open?.events ?? []);
    if (open && !fresh && goesOn(event, open.events)) open.events.push(event);
    else {
      if (open) open.over = true;
      open = fresh ? { from: k, events: [event], over: false } : null;
      if (open) found.push(open);
    }
  });
  return found;
}
