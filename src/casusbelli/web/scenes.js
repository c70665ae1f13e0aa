// How a game says what its events look like: see docs/table.md. No page in it.

/** @typedef {{from: string, to: string, kind?: string, node?: Node}} Flight  selectors inside the board */

/**
 * @typedef {object} Scene
 * @property {import("./tableau.js").Tableau | Node} [tableau] laid over the board; title, sum, dice, verdict, changes, sheet, lines, card
 * @property {string} [key] a tableau with the key of the one before goes on instead of opening anew
 * @property {string} [over] selector of the part of the board that may be covered
 * @property {string | string[]} [spot] what the event is about: a ring closes round it
 * @property {Flight | Flight[]} [flight] a card or token from one place to another
 * @property {{piece: string, along: string[]}} [walk] a piece that goes there box by box: selectors of the boxes, its own the last
 * @property {object[]} [dice] dice thrown; in the tableau if there is one, else in one of their own
 * @property {object | Node} [card] a played card, large
 * @property {number} [hold] milliseconds at normal pace; else by the length of the text
 * @property {boolean} [wait] stays until the reader goes on
 * @property {boolean} [merge] drawn with the next beat, told in the log alone
 * @property {string} [tab] the part of the board to be shown where only one fits
 * @property {string} [seat] whose colours the caption has
 * @property {string} [caption] said instead of the event's line, where it tells what merged beats before it were
 * @property {"card"|"piece"|"die"|"good"|"bad"|"bell"} [sound]
 */

/**
 * The staging of a game.
 *
 * `scenes` has for each kind a scene, or a function of (context, params, frame, previous) that gives one; `{}` is the plain
 * one: the caption, and a ring round what the event names. `quiet` lists the kinds that are drawn with the beat that follows
 * them.
 *
 * @param {{scenes: Record<string, any>, quiet?: string[], always?: (context: any, event: any) => any}} told `always(context, event)` gives
 *   what every scene of the game has unless it says otherwise.
 */
export function staging({ scenes, quiet = [], always = () => ({}) }) {
  const merged = new Set(quiet);
  return {
    STAGED: Object.keys(scenes),
    QUIET: quiet,
    scene(context, event, frame, previous) {
      if (merged.has(event.kind)) return { merge: true };
      const told = scenes[event.kind];
      if (told === undefined) return null;
      return { ...always(context, event), ...(typeof told === "function" ? told(context, event.params, frame, previous) : told) };
    },
  };
}

/**
 * The last event of a kind before the end of a log (or of one of several kinds), or undefined.
 * @param {import("./types.d.ts").GameEvent[]} log @param {string | string[]} kinds @param {(params: any) => boolean} [fits]
 */
export function lastOf(log, kinds, fits = () => true) {
  const wanted = [kinds].flat();
  return log.findLast((event) => wanted.includes(event.kind) && fits(event.params));
}

/** The events of a log after the last one of a kind (all, where there is none). */
export function sinceLast(log, kind) {
  return log.slice(log.findLastIndex((event) => event.kind === kind) + 1);
}
