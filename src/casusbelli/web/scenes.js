// How a game says what its events look like: see docs/table.md. No page in it.

/**
 * @typedef {{
 *   tableau?: import("./tableau.js").Tableau | Node,  laid over the board; title, sum, dice, verdict, changes, sheet, lines, card
 *   key?: string,          a tableau with the key of the one before goes on instead of opening anew
 *   over?: string,         selector of the part of the board that may be covered
 *   spot?: string | string[],  what the event is about: a ring closes round it
 *   flight?: Flight | Flight[],  a card or token from one place to another
 *   dice?: object[],       dice thrown; in the tableau if there is one, else in one of their own
 *   card?: object | Node,  a played card, large
 *   hold?: number,         milliseconds at normal pace; else by the length of the text
 *   wait?: boolean,        stays until the reader goes on
 *   merge?: boolean,       drawn with the next beat, told in the log alone
 *   tab?: string,          the part of the board to be shown where only one fits
 *   seat?: string,         whose colours the caption has
 *   caption?: string,      said instead of the event's line, where it tells what merged beats before it were
 *   sound?: "card"|"piece"|"die"|"good"|"bad"|"bell",
 * }} Scene
 * @typedef {{from: string, to: string, kind?: string, node?: Node}} Flight  selectors inside the board
 */

/**
 * The staging of a game.
 *
 * `scenes` has for each kind a scene, or a function of (context, params, frame, previous) that gives one; `{}` is the plain
 * one: the caption, and a ring round what the event names. `quiet` lists the kinds that are drawn with the beat that follows
 * them.
 *
 * @param {{scenes: Object<string, Scene | Function>, quiet?: string[], always?: Function}} told `always(context, event)` gives
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

/** The last event of a kind before the end of a log (or of one of several kinds), or undefined. */
export function lastOf(log, kinds, fits = () => true) {
  const wanted = [kinds].flat();
  return log.findLast((event) => wanted.includes(event.kind) && fits(event.params));
}

/** The events of a log after the last one of a kind (all, where there is none). */
export function sinceLast(log, kind) {
  return log.slice(log.findLastIndex((event) => event.kind === kind) + 1);
}
