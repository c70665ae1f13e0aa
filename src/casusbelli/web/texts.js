// Words at the edge: fills the templates that words/texts.py fills, alike. tests/texts_vectors.json holds both to it.
//
//   {n}                                              the value as it is, a number with a true minus; a list is joined with commas
//   {province, name}                                 the display name of an id, or of every id of a list
//   {province, the}                                  the same with its article, if it has one in a sentence (The: at the start)
//   {province, after, contra}                        the same after a preposition: contra Polonia, contra el Ruhr; de: del Ruhr
//   {province, ad}                                   Italian: the same after "a", or "ad" before a vowel (Ad: at the start)
//   {sides, joined, and}                             the display names of a list; before the last one stands "and"
//   {count, plural, one {a card} other {# cards}}    by the language's plural form; # is the number
//   {result, select, victory {wins} other {loses}}   by the value
//   {bonus, signed}                                  a number with its sign: +2, −1, 0
//   {sums, each, {{who, name} {n, signed}}}          a list of records: the part once for each, filled with its fields

import { named } from "./named.js";

/** Stands before and after a figure, where a sentence is asked for in pieces: a sign of no language. */
const SEAM = "\uE000";

/**
 * @typedef {Record<string, string>} Words by dotted keys
 * @typedef {Record<string, any>} Params what stands in the gaps: ids, numbers, lists of them, records
 * @typedef {(written: string) => string} Figure what becomes of a number of the parameters, as it is written
 * @typedef {{words: Words, template: string, params: Params, figure: Figure}} Job
 * @typedef {[text: string, at: number]} Told what was filled in, and where the template goes on
 * @typedef {import("./wire.d.ts").Choice} Choice
 */

export class TextError extends Error {}

/** A name that ends with a stop ("EE. UU.") at the end of a sentence: one stop is enough. */
const TWO_STOPS = /(?<!\.)\.\.(?!\.)/g;

/** Fills a template. @param {Words} words @param {string} template @param {Params} [params] @param {Figure} [figure] */
export function fill(words, template, params = {}, figure = (written) => written) {
  const [text, end] = fillPart({ words, template, params, figure }, 0, null);
  if (end !== template.length) throw unbalanced(template);
  return text.includes("..") ? text.replace(TWO_STOPS, ".") : text;
}

/** Fills from `at` to the end or to the brace that closes this part. @param {Job} job @param {number} at @param {string | null} number @returns {Told} */
function fillPart(job, at, number) {
  const { template } = job;
  let out = "";
  while (at < template.length && template[at] !== "}") {
    if (template[at] === "{") {
      let piece;
      [piece, at] = placeholder(job, at + 1);
      out += piece;
    } else {
      out += template[at] === "#" && number !== null ? number : template[at];
      at += 1;
    }
  }
  return [out, at];
}

/** @param {Job} job @param {number} at @returns {Told} */
function placeholder(job, at) {
  const { template, params } = job;
  const end = stop(template, at);
  if (end === template.length) throw unbalanced(template);
  const value = params[template.slice(at, end).trim()] ?? "";
  if (template[end] === "}") return [shown(value, job.figure), end + 1];
  const kindEnd = stop(template, end + 1);
  const kind = template.slice(end + 1, kindEnd).trim();
  if (kind === "name") return [names(job.words, value), kindEnd + 1];
  if (kind === "the" || kind === "The") return [begun(kind, withArticle(job.words, value)), kindEnd + 1];
  if (kind === "ad" || kind === "Ad") return [after(job.words, value, kind[0], afterA), kindEnd + 1];
  if ((kind === "joined" || kind === "after") && template[kindEnd] === ",") {
    const close = template.indexOf("}", kindEnd);
    if (close < 0) throw unbalanced(template);
    const word = template.slice(kindEnd + 1, close).trim();
    return [(kind === "joined" ? joined : after)(job.words, value, word), close + 1];
  }
  if (kind === "signed") return [typeof value === "number" ? job.figure(signed(value)) : signed(value), kindEnd + 1];
  if (kind === "each" && template[kindEnd] === ",") return each(job, kindEnd + 1, value);
  if ((kind !== "plural" && kind !== "select") || kindEnd >= template.length || template[kindEnd] === "}") {
    throw new TextError(`unknown placeholder "${kind}" in "${template}"`);
  }
  return branches(job, kindEnd + 1, kind, value);
}

/** @param {string} template @param {number} at */
function stop(template, at) {
  while (at < template.length && template[at] !== "," && template[at] !== "}") at += 1;
  return at;
}

/** The part in braces once for every record of a list; a record's fields lie over the parameters. @param {Job} job @param {number} at @param {any} value @returns {Told} */
function each(job, at, value) {
  const { template, params } = job;
  const brace = template.indexOf("{", at);
  if (brace < 0 || template.slice(at, brace).trim()) throw new TextError(`a part in braces is missing in "${template}"`);
  const end = closing(template, brace + 1);
  const rows = Array.isArray(value) ? value : [];
  const told = rows.map((row) => fillPart({ ...job, template: template.slice(0, end + 1), params: { ...params, ...row } }, brace + 1, null)[0]);
  let after = end + 1;
  while (after < template.length && /\s/.test(template[after])) after += 1;
  if (template[after] !== "}") throw unbalanced(template);
  return [told.join(", "), after + 1];
}

/** The brace that closes what was opened before `at`. @param {string} template @param {number} at */
function closing(template, at) {
  let depth = 1;
  for (let end = at; end < template.length; end += 1) {
    if (template[end] === "{") depth += 1;
    else if (template[end] === "}") depth -= 1;
    if (depth === 0) return end;
  }
  throw unbalanced(template);
}

/** @param {Job} job @param {number} at @param {string} kind @param {any} value @returns {Told} */
function branches(job, at, kind, value) {
  const { template } = job;
  const number = kind === "plural" ? shown(value, job.figure) : null;
  /** @type {Map<string, string>} */
  const chosen = new Map();
  while (at < template.length && template[at] !== "}") {
    const brace = template.indexOf("{", at);
    if (brace < 0) throw new TextError(`a branch is missing in "${template}"`);
    const label = template.slice(at, brace).trim();
    let text;
    [text, at] = fillPart(job, brace + 1, number);
    chosen.set(label, text);
    at += 1;
    while (at < template.length && /\s/.test(template[at])) at += 1;
  }
  const wanted = kind === "plural" ? [`=${plain(value)}`, plural(value), "other"] : [plain(value), "other"];
  const text = wanted.map((label) => chosen.get(label)).find((told) => told !== undefined);
  if (text === undefined) throw new TextError(`no branch for "${plain(value)}" in "${template}"`);
  return [text, at + 1];
}

/** @param {string} template */
function unbalanced(template) {
  return new TextError(`unbalanced braces in "${template}"`);
}

/** English, Italian and Spanish agree on small whole numbers. @param {any} value */
function plural(value) {
  return value === 1 || value === true ? "one" : "other";
}

/** The sign is told with the number. @param {any} value */
function signed(value) {
  const text = plain(value);
  return text === "" || text === "0" || text.startsWith("-") ? text.replace(/^-/, "−") : `+${text}`;
}

/** As it is read: a number below zero has a true minus, not a hyphen. @param {any} value @param {Figure} figure @returns {string} */
function shown(value, figure) {
  if (Array.isArray(value)) return value.map((each) => shown(each, figure)).join(", ");
  return typeof value === "number" ? figure(plain(value).replace("-", "−")) : plain(value);
}

/** @param {any} value @returns {string} */
function plain(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.map(plain).join(", ") : String(value);
}

/** @param {Words} words @param {any} value @returns {string} */
function names(words, value) {
  if (Array.isArray(value)) return value.map((each) => names(words, each)).join(", ");
  return words[`name.${plain(value)}`] ?? plain(value);
}

/** @param {Words} words @param {any} value @returns {string} */
function withArticle(words, value) {
  if (Array.isArray(value)) return value.map((each) => withArticle(words, each)).join(", ");
  return words[`name.${plain(value)}.the`] ?? names(words, value);
}

/** A name after a preposition, grown together with its article where the language does that; of a list the first name.
 * @param {Words} words @param {any} value @param {string} preposition @param {(preposition: string, name: string) => string} put @returns {string} */
function after(words, value, preposition, put = (before, name) => `${before} ${name}`) {
  if (Array.isArray(value)) return value.map((each, i) => (i ? withArticle(words, each) : after(words, each, preposition, put))).join(", ");
  const grown = words[`name.${plain(value)}.${preposition.toLowerCase()}`];
  return grown === undefined ? put(preposition, withArticle(words, value)) : begun(preposition, grown);
}

/** With a capital where the kind has one. @param {string} kind @param {string} text */
function begun(kind, text) {
  return /^[A-Z]/.test(kind) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Italian "a" and a name, "ad" before a vowel; what begins like Iaroslavl does not begin with one. @param {string} a @param {string} name */
function afterA(a, name) {
  return `${a}${/^[aeiouàèéìòóù]/i.test(name) && !/^[iu][aeiouàèéìòóù]/i.test(name) ? "d" : ""} ${name}`;
}

/** Names with commas, the last two with a word. Italian "e" is "ed" before an e, Spanish "y" is "e" before an i. @param {Words} words @param {any} value @param {string} last */
function joined(words, value, last) {
  const things = [value].flat().map((each) => names(words, each));
  const end = things.at(-1);
  if (things.length < 2 || end === undefined) return things.join("");
  const word = last === "e" && /^[eèé]/i.test(end) ? "ed" : last === "y" && /^h?i(?![aeo])/i.test(end) ? "e" : last;
  return `${things.slice(0, -1).join(", ")} ${word} ${end}`;
}

/** The words of one language: a game's catalogue laid over the shell's. */
export class Texts {
  /** @param {Words} words @param {Record<string, string[]>} [verbs] */
  constructor(words, verbs = {}) {
    this.words = words;
    this.verbs = verbs;
  }

  /** @param {string} key */
  has(key) {
    return Object.hasOwn(this.words, key);
  }

  /** The sentence of a key, filled in. A missing key shows itself rather than failing. @param {string} key @param {Params} [params] @param {any} [otherwise] */
  say(key, params = {}, otherwise = key) {
    return this.has(key) ? fill(this.words, this.words[key], params) : otherwise;
  }

  /** The same in pieces: every second one is a figure, a number of the parameters as it is written. @param {string} key @param {Params} [params] */
  pieces(key, params = {}) {
    return this.has(key) ? fill(this.words, this.words[key], params, (written) => SEAM + written + SEAM).split(SEAM) : [key];
  }

  /** @param {string | number} id */
  name(id) {
    return this.words[`name.${id}`] ?? this.words[`seat.${id}`] ?? String(id);
  }

  /** A choice's ids under the names its verb gives them. @param {Choice} choice */
  choiceParams(choice) {
    const names = this.verbs[choice[0]] ?? [];
    return Object.fromEntries(names.slice(0, choice.length - 1).map((name, i) => [name, choice[i + 1]]));
  }

  /** A choice in words: choice.<decision>.<verb>, or choice.<verb> where decisions share it. @param {string} decision @param {Choice} choice */
  choice(decision, choice) {
    const key = this.choiceKey(decision, choice[0]);
    return key ? this.say(key, this.choiceParams(choice)) : choice.join(" ");
  }

  /** A verb alone: its own text, or its choice text with dots in the gaps. @param {string} decision @param {string} verb */
  verb(decision, verb) {
    if (this.has(`verb.${verb}`)) return this.say(`verb.${verb}`);
    const key = this.choiceKey(decision, verb);
    const gaps = Object.fromEntries((this.verbs[verb] ?? []).map((name) => [name, "…"]));
    return key ? this.say(key, gaps) : verb;
  }

  /** @param {string} decision @param {string | number} verb */
  choiceKey(decision, verb) {
    return [`choice.${decision}.${verb}`, `choice.${verb}`].find((key) => this.has(key));
  }

  /** The number of the nearest rule that has a summary: "5.22" may be told under "5.2" or "5". @param {string | null} [number] */
  ruleFor(number) {
    const parts = String(number ?? "").split(".");
    for (let n = parts.length; n > 0; n -= 1) {
      const candidate = parts.slice(0, n).join(".");
      if (candidate && this.has(`rule.${candidate}.title`)) return candidate;
    }
    return null;
  }
}

/** Fetches the words of a game in a language, with the shell's beneath them. @param {string} game @param {string} language @param {Record<string, string[]>} [verbs] */
export async function loadTexts(game, language, verbs) {
  /** @param {string} which @returns {Promise<Words>} */
  const read = async (which) => {
    const answer = await fetch(named(`/texts/${which}/${language}.json`));
    if (!answer.ok) throw new TextError(`no texts of ${which} in ${language}: ${answer.status}`);
    return answer.json();
  };
  const [shell, own] = await Promise.all([read("shell"), read(game)]);
  return new Texts({ ...shell, ...own }, verbs);
}
