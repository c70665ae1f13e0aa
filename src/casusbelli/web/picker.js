// Picking: a choice is made by touching the values it consists of, one after the other. Pure functions, no page in here.
//
// An option is a list: a verb and a few ids. Picking a value keeps the options that contain it, at whatever place; a
// value picked twice must be contained twice. When one option is left, the choice is made. Ids may be numbers; what is
// picked is always text.

/**
 * @typedef {import("./wire.d.ts").Option} Option
 * @typedef {{act: "choose", choice: Option, picked: string[]} | {act: "pick", picked: string[]} | {act: "illegal"}} Step
 */

/** @param {string | number} value */
const text = (value) => String(value);

/** What of the option remains when the picked values are taken out, or null when one of them is not in it. @param {Option} option @param {string[]} picked */
function rest(option, picked) {
  const left = option.map(text);
  for (const value of picked) {
    const at = left.indexOf(value);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The options that fit what is picked. @param {Option[]} options @param {string[]} picked */
export function candidates(options, picked) {
  return picked.length ? options.filter((option) => rest(option, picked) !== null) : options;
}

/** Every value that may be picked next. @param {Option[]} options @param {string[]} picked */
export function legalValues(options, picked) {
  /** @type {Set<string>} */
  const values = new Set();
  for (const option of options) for (const value of rest(option, picked) ?? []) values.add(value);
  return values;
}

/**
 * What touching a value means now:
 *   {act: "choose", choice}    one option is left
 *   {act: "pick", picked}      several are left (also when it takes the place of the value picked last, or gives one back)
 *   {act: "illegal"}           it leads nowhere
 *
 * @param {Option[]} options @param {string[]} picked @param {string | number} touched @returns {Step}
 */
export function press(options, picked, touched) {
  const value = text(touched);
  if (legalValues(options, picked).has(value)) return settle(options, [...picked, value]);
  const at = picked.lastIndexOf(value);
  if (at >= 0) return { act: "pick", picked: picked.slice(0, at) };
  const last = picked.at(-1);
  if (last !== undefined && takesThePlaceOf(options, last, value)) {
    const before = picked.slice(0, -1);
    if (legalValues(options, before).has(value)) return settle(options, [...before, value]);
  }
  return { act: "illegal" };
}

/** @param {Option[]} options @param {string[]} picked @returns {Step} */
function settle(options, picked) {
  const left = candidates(options, picked);
  return left.length === 1 ? { act: "choose", choice: left[0], picked } : { act: "pick", picked };
}

/** Whether two values stand at the same place of some options of the same verb: another card of the same hand. @param {Option[]} options @param {string} old @param {string} value */
function takesThePlaceOf(options, old, value) {
  /** @type {Set<string>} */
  const places = new Set();
  for (const option of options) option.forEach((part, i) => text(part) === old && places.add(`${i > 0 ? option[0] : ""} ${i}`));
  return options.some((option) => option.some((part, i) => text(part) === value && places.has(`${i > 0 ? option[0] : ""} ${i}`)));
}

/** The options under their verbs, in the order given. @param {Option[]} options */
export function byVerb(options) {
  /** @type {Map<string, Option[]>} */
  const verbs = new Map();
  for (const option of options) {
    const verb = text(option[0]);
    verbs.set(verb, [...(verbs.get(verb) ?? []), option]);
  }
  return verbs;
}

/**
 * The choices a touch on an illegal value was probably meant to complete, likeliest first: what `why` is asked about.
 * `kind` is the name of the place the value belongs to, where the board says so.
 * @param {Option[]} options @param {string[]} picked @param {string | number} touched @param {string | null | undefined} kind
 * @param {Record<string, string[]>} verbs
 */
export function attempts(options, picked, touched, kind, verbs, most = 4) {
  const value = text(touched);
  /** @type {Map<string, Option>} */
  const found = new Map();
  for (const option of candidates(options, picked)) {
    const names = verbs[option[0]] ?? [];
    const last = option.length - 1;
    for (let i = last; i >= 1; i -= 1) {
      if (kind && names.length && names[i - 1] !== kind) continue;
      if (picked.includes(text(option[i]))) continue;
      const choice = option.map((part, j) => (j === i ? like(part, value) : part));
      found.set(JSON.stringify(choice), choice);
      if (found.size === most) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** @param {string | number} part @param {string} value */
const like = (part, value) => (typeof part === "number" && /^-?\d+$/.test(value) ? Number(value) : value);

/** @param {Option | null | undefined} one @param {Option | null | undefined} other */
export const sameChoice = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What is picked in the present question. Tells `changed` after every step and `choose` when one option is left. */
export class Picker {
  /** @param {{changed: () => void, choose: (choice: Option) => void}} told */
  constructor({ changed, choose }) {
    /** @type {Option[]} */
    this.options = [];
    /** @type {string[]} */
    this.picked = [];
    this.changed = changed;
    this.choose = choose;
  }

  /** A new question: nothing is picked. @param {Option[]} options */
  ask(options) {
    this.options = options;
    this.picked = [];
  }

  candidates() {
    return candidates(this.options, this.picked);
  }

  legal() {
    return legalValues(this.options, this.picked);
  }

  /** Touch a value; false when it leads nowhere. @param {string | number} value */
  pick(value) {
    const step = press(this.options, this.picked, value);
    if (step.act === "illegal") return false;
    this.picked = step.picked;
    this.changed();
    if (step.act === "choose") this.choose(step.choice);
    return true;
  }

  /** One step back; false when nothing was picked. */
  unpick() {
    if (!this.picked.length) return false;
    this.picked = this.picked.slice(0, -1);
    this.changed();
    return true;
  }
}
