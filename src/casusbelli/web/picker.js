// Picking: a choice is made by touching the values it consists of, one after the other. Pure functions, no page in here.
//
// An option is a list: a verb and a few ids. Picking a value keeps the options that contain it, at whatever place; a
// value picked twice must be contained twice. When one option is left, the choice is made. Ids may be numbers; what is
// picked is always text.

const text = (value) => String(value);

/** What of the option remains when the picked values are taken out, or null when one of them is not in it. */
function rest(option, picked) {
  const left = option.map(text);
  for (const value of picked) {
    const at = left.indexOf(value);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The options that fit what is picked. */
export function candidates(options, picked) {
  return picked.length ? options.filter((option) => rest(option, picked) !== null) : options;
}

/** Every value that may be picked next. */
export function legalValues(options, picked) {
  const values = new Set();
  for (const option of options) for (const value of rest(option, picked) ?? []) values.add(value);
  return values;
}

/**
 * What touching a value means now:
 *   {act: "choose", choice}    one option is left
 *   {act: "pick", picked}      several are left (also when it takes the place of the value picked last, or gives one back)
 *   {act: "illegal"}           it leads nowhere
 */
export function press(options, picked, value) {
  value = text(value);
  if (legalValues(options, picked).has(value)) return settle(options, [...picked, value]);
  const at = picked.lastIndexOf(value);
  if (at >= 0) return { act: "pick", picked: picked.slice(0, at) };
  if (picked.length && takesThePlaceOf(options, picked.at(-1), value)) {
    const before = picked.slice(0, -1);
    if (legalValues(options, before).has(value)) return settle(options, [...before, value]);
  }
  return { act: "illegal" };
}

function settle(options, picked) {
  const left = candidates(options, picked);
  return left.length === 1 ? { act: "choose", choice: left[0], picked } : { act: "pick", picked };
}

/** Whether two values stand at the same place of some options of the same verb: another card of the same hand. */
function takesThePlaceOf(options, old, value) {
  const places = new Set();
  for (const option of options) option.forEach((part, i) => text(part) === old && places.add(`${i > 0 ? option[0] : ""} ${i}`));
  return options.some((option) => option.some((part, i) => text(part) === value && places.has(`${i > 0 ? option[0] : ""} ${i}`)));
}

/** The options under their verbs, in the order given. */
export function byVerb(options) {
  const verbs = new Map();
  for (const option of options) {
    const verb = text(option[0]);
    if (!verbs.has(verb)) verbs.set(verb, []);
    verbs.get(verb).push(option);
  }
  return verbs;
}

/**
 * The choices a touch on an illegal value was probably meant to complete, likeliest first: what `why` is asked about.
 * `kind` is the name of the place the value belongs to, where the board says so.
 */
export function attempts(options, picked, value, kind, verbs, most = 4) {
  value = text(value);
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

const like = (part, value) => (typeof part === "number" && /^-?\d+$/.test(value) ? Number(value) : value);

export const sameChoice = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What is picked in the present question. Tells `changed` after every step and `choose` when one option is left. */
export class Picker {
  constructor({ changed, choose }) {
    this.options = [];
    this.picked = [];
    this.changed = changed;
    this.choose = choose;
  }

  /** A new question: nothing is picked. */
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

  /** Touch a value; false when it leads nowhere. */
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
