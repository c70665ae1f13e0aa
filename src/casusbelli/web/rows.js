// How the tray writes a question: what all its options share is said once, the first thing that differs makes the groups,
// and a row shows only what differs. Pure functions, no page in here.
//
// An option is a verb and a few ids; `verbs` gives the ids their names, so that the card of one verb stands in the same
// place as the card of another.

/**
 * @typedef {import("./wire.d.ts").Option} Option
 * @typedef {Record<string, string[]>} Verbs
 * @typedef {[place: string, value: string]} Said
 * @typedef {{option: Option, places: Map<string, string>}} Item
 * @typedef {{places: Map<string, string>, choices: {option: Option, value: string | null}[], flip: string | null | undefined}} Unit
 * @typedef {{said: Said[], rows: {parts: Said[], choices: Unit["choices"]}[]}} Group
 */

/** Ways out: they stand in the bar, never in a list. A board may name more of them (`export const exits`). */
const EXIT = /^(pass|done|stop|halt|stay|decline|none|skip|forfeit|give_up|keep_silent|let_go)$|^(end|no)_/;

/** How many values a place may take to make groups, and how many rows a group may have before it is divided again. */
const MOST_GROUPS = 12;
export const MANY_ROWS = 12;

/** Whether an option is a way out: pass, done, stop, decline, forfeit. It has no ids. @param {Option} option @param {string[]} exits */
export function isExit(option, exits = []) {
  const verb = String(option[0]);
  return option.length === 1 && (exits.includes(verb) || EXIT.test(verb));
}

/** The ids of an option under the names of their places; the verb is a place, too. @param {Option} option @param {Verbs} verbs */
function placesOf(option, verbs) {
  const names = verbs[String(option[0])] ?? [];
  const places = new Map([["verb", String(option[0])]]);
  option.slice(1).forEach((value, i) => places.set(names[i] ?? `part ${i + 1}`, String(value)));
  return places;
}

/** All places that occur, in the order of the options. @param {Item[]} items */
function placeNames(items) {
  return [...new Set(items.flatMap(({ places }) => [...places.keys()]))];
}

/** The values a place takes; an option without it counts as null. @param {{places: Map<string, string>}[]} items @param {string} place */
function valuesAt(items, place) {
  return new Set(items.map(({ places }) => places.get(place) ?? null));
}

/**
 * {said: [[place, value]], groups: [{said: [[place, value]], rows: [{parts: [[place, value]], choices: [{option, value}]}]}]}
 *
 * `said`: where all agree. A row has one choice, or two that differ in one switch alone (`value`: how; null: without it).
 *
 * @param {Option[]} options @param {Verbs} verbs @returns {{said: Said[], groups: Group[]}}
 */
export function arrange(options, verbs) {
  const items = options.map((option) => ({ option, places: placesOf(option, verbs) }));
  const names = placeNames(items);
  const agreed = items.length > 1 ? names.filter((place) => isAgreed(items, place)) : [];
  const said = told(items[0], agreed);
  const open = names.filter((place) => !agreed.includes(place));
  const flip = open.find((place) => isSwitch(items, place, open));
  const rest = open.filter((place) => place !== flip);
  return { said, groups: divide(merge(items, flip, rest), rest, [], 0) };
}

/** What an option says at these places. @param {{places: Map<string, string>} | undefined} item @param {string[]} names @returns {Said[]} */
function told(item, names) {
  return names.flatMap((place) => {
    const value = item?.places.get(place);
    return value === undefined ? [] : [/** @type {Said} */ ([place, value])];
  });
}

/** @param {Item[]} items @param {string} place */
function isAgreed(items, place) {
  const values = valuesAt(items, place);
  return values.size === 1 && !values.has(null);
}

/** Two values at the end of a choice, or one that may be left out, and for some of what remains both are on offer. @param {Item[]} items @param {string} place @param {string[]} open */
function isSwitch(items, place, open) {
  const isLast = items.every(({ places }) => !places.has(place) || [...places.keys()].at(-1) === place);
  if (!isLast || place === "verb" || valuesAt(items, place).size !== 2) return false;
  const counts = [...byKey(items, open.filter((each) => each !== place)).values()].map((its) => its.length);
  return counts.length > 1 && Math.max(...counts) === 2;
}

/** Items by their values at these places. @param {Item[]} items @param {string[]} names */
function byKey(items, names) {
  /** @type {Map<string, Item[]>} */
  const found = new Map();
  for (const item of items) {
    const key = JSON.stringify(names.map((place) => item.places.get(place) ?? null));
    found.set(key, [...(found.get(key) ?? []), item]);
  }
  return found;
}

/** What becomes a row: one option, or two that differ in the switch alone. @param {Item[]} items @param {string | undefined} flip @param {string[]} rest @returns {Unit[]} */
function merge(items, flip, rest) {
  const together = flip === undefined ? items.map((item) => [item]) : [...byKey(items, rest).values()];
  return together.map((its) => ({
    places: its[0].places,
    choices: its.map(({ option, places }) => ({ option, value: its.length > 1 && flip !== undefined ? (places.get(flip) ?? null) : null })),
    flip: its.length > 1 ? null : flip,
  }));
}

/** Groups by the first open place that makes some; a group that is still long is divided once more. @param {Unit[]} units @param {string[]} open @param {Said[]} said @param {number} depth @returns {Group[]} */
function divide(units, open, said, depth) {
  const place = units.length > 3 ? open.find((each) => makesGroups(units, each)) : undefined;
  if (place === undefined) return [{ said, rows: rowsOf(units, open) }];
  const rest = open.filter((each) => each !== place);
  return [...valuesAt(units, place)].flatMap((value) => {
    const its = units.filter(({ places }) => (places.get(place) ?? null) === value);
    const heading = [...said, ...told(its[0], [place])];
    return its.length > MANY_ROWS && depth === 0 ? divide(its, rest, heading, 1) : [{ said: heading, rows: rowsOf(its, rest) }];
  });
}

/** @param {Unit[]} units @param {string} place */
function makesGroups(units, place) {
  const { size } = valuesAt(units, place);
  return size > 1 && size <= MOST_GROUPS && size < units.length;
}

/** A row says only what differs within its group; one that stands alone for a switch says that, too. @param {Unit[]} units @param {string[]} open */
function rowsOf(units, open) {
  const differing = open.filter((place) => units.length === 1 || valuesAt(units, place).size > 1);
  return units.map((unit) => ({ parts: told(unit, [...differing, ...(unit.flip ? [unit.flip] : [])]), choices: unit.choices }));
}
