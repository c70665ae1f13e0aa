// How the tray writes a question: what all its options share is said once, the first thing that differs makes the groups,
// and a row shows only what differs. Pure functions, no page in here.
//
// An option is a verb and a few ids; `verbs` gives the ids their names, so that the card of one verb stands in the same
// place as the card of another.

/** Ways out: they stand in the bar, never in a list. A board may name more of them (`export const exits`). */
const EXIT = /^(pass|done|stop|halt|stay|decline|none|skip|forfeit|give_up|keep_silent|let_go)$|^(end|no)_/;

/** How many values a place may take to make groups, and how many rows a group may have before it is divided again. */
const MOST_GROUPS = 12;
export const MANY_ROWS = 12;

/** Whether an option is a way out: pass, done, stop, decline, forfeit. It has no ids. */
export function isExit(option, exits = []) {
  return option.length === 1 && (exits.includes(option[0]) || EXIT.test(option[0]));
}

/** The ids of an option under the names of their places; the verb is a place, too. */
function placesOf(option, verbs) {
  const names = verbs[option[0]] ?? [];
  const places = new Map([["verb", String(option[0])]]);
  option.slice(1).forEach((value, i) => places.set(names[i] ?? `part ${i + 1}`, String(value)));
  return places;
}

/** All places that occur, in the order of the options. */
function placeNames(items) {
  return [...new Set(items.flatMap(({ places }) => [...places.keys()]))];
}

/** The values a place takes; an option without it counts as null. */
function valuesAt(items, place) {
  return new Set(items.map(({ places }) => places.get(place) ?? null));
}

/**
 * {said: [[place, value]], groups: [{said: [[place, value]], rows: [{parts: [[place, value]], choices: [{option, value}]}]}]}
 *
 * `said`: where all agree. A row has one choice, or two that differ in one switch alone (`value`: how; null: without it).
 */
export function arrange(options, verbs) {
  const items = options.map((option) => ({ option, places: placesOf(option, verbs) }));
  const names = placeNames(items);
  const agreed = items.length > 1 ? names.filter((place) => isAgreed(items, place)) : [];
  const said = agreed.map((place) => [place, items[0].places.get(place)]);
  const open = names.filter((place) => !agreed.includes(place));
  const flip = open.find((place) => isSwitch(items, place, open));
  const rest = open.filter((place) => place !== flip);
  return { said, groups: divide(merge(items, flip, rest), rest, [], 0) };
}

function isAgreed(items, place) {
  const values = valuesAt(items, place);
  return values.size === 1 && !values.has(null);
}

/** Two values at the end of a choice, or one that may be left out, and for some of what remains both are on offer. */
function isSwitch(items, place, open) {
  const isLast = items.every(({ places }) => !places.has(place) || [...places.keys()].at(-1) === place);
  if (!isLast || place === "verb" || valuesAt(items, place).size !== 2) return false;
  const counts = [...byKey(items, open.filter((each) => each !== place)).values()].map((its) => its.length);
  return counts.length > 1 && Math.max(...counts) === 2;
}

/** Items by their values at these places. */
function byKey(items, names) {
  const found = new Map();
  for (const item of items) {
    const key = JSON.stringify(names.map((place) => item.places.get(place) ?? null));
    found.set(key, [...(found.get(key) ?? []), item]);
  }
  return found;
}

/** What becomes a row: one option, or two that differ in the switch alone. */
function merge(items, flip, rest) {
  const together = flip === undefined ? items.map((item) => [item]) : [...byKey(items, rest).values()];
  return together.map((its) => ({
    places: its[0].places,
    choices: its.map(({ option, places }) => ({ option, value: its.length > 1 ? (places.get(flip) ?? null) : null })),
    flip: its.length > 1 ? null : flip,
  }));
}

/** Groups by the first open place that makes some; a group that is still long is divided once more. */
function divide(units, open, said, depth) {
  const place = units.length > 3 ? open.find((each) => makesGroups(units, each)) : undefined;
  if (place === undefined) return [{ said, rows: rowsOf(units, open) }];
  const rest = open.filter((each) => each !== place);
  return [...valuesAt(units, place)].flatMap((value) => {
    const its = units.filter(({ places }) => (places.get(place) ?? null) === value);
    const told = value === null ? said : [...said, [place, value]];
    return its.length > MANY_ROWS && depth === 0 ? divide(its, rest, told, 1) : [{ said: told, rows: rowsOf(its, rest) }];
  });
}

function makesGroups(units, place) {
  const { size } = valuesAt(units, place);
  return size > 1 && size <= MOST_GROUPS && size < units.length;
}

/** A row says only what differs within its group; one that stands alone for a switch says that, too. */
function rowsOf(units, open) {
  const differing = open.filter((place) => units.length === 1 || valuesAt(units, place).size > 1);
  const told = ({ places, flip }) => [...differing, ...(flip ? [flip] : [])].filter((place) => places.has(place));
  return units.map((unit) => ({ parts: told(unit).map((place) => [place, unit.places.get(place)]), choices: unit.choices }));
}
