// A moment of the analysis on the board itself: rings with letters round what each option names, and what lay hidden then at its place,
// with a folded corner. Both follow the pieces when one pans, scrolls or turns a tab.

// @ts-check

import { el } from "./dom.js";
import { isDrawn, Spotlight, visibleBox } from "./spotlight.js";
import { isFree, reveal } from "./targets.js";

const LETTERS = "ABCDEFGH";
/** Under how many names a board may know a piece, the surest first. */
const NAMES = [(value) => `[data-pick~="${value}"]`, (value) => `[data-pile="${value}"]`, (value) => `[data-card="${value}"]`, (value) => `[data-place="${value}"]`, (value) => `[data-piece="${value}"]`, (value) => `[data-inspect="${value}"]`, (value) => `[data-inspect$=":${value}"]`];
/** How far a note may give way to others, in halves of its height: down, up, ever further. */
const AWAY = [0, 1, -1, 2, -2, 3, -3, 4, -4];
/** Names on a note that lies on the board; the panel beside it has all of them. */
const MOST = 3;

/** @typedef {Array<string | number>} Choice */

/** @param {number} n @returns {string} */
export const letterOf = (n) => LETTERS[n] ?? "?";

/** What of an option can be shown on a board: the ids it names; where it names none, its verb. @param {Choice} choice @param {string[]} players who says nothing of a place @returns {string[]} */
export function shownOf([verb, ...ids], players = []) {
  const things = ids.filter((id) => typeof id === "string").map(String);
  const named = things.some((id) => !players.includes(id)) ? things.filter((id) => !players.includes(id)) : things;
  return named.length ? [...new Set(named)] : [String(verb)];
}

/**
 * Every value once, with the letters of the options that name it; what all of them name says nothing and is left out, unless it is all there is.
 * @param {{choice: Choice, marshals: number}[]} options @param {string[]} [players]
 * @returns {{value: string, letters: string, advised: boolean, choice: Choice}[]}
 */
export function ringsOf(options, players = []) {
  /** @type {Map<string, {value: string, letters: string, advised: boolean, choice: Choice}>} */
  const found = new Map();
  options.forEach(({ choice, marshals }, n) => {
    for (const value of shownOf(choice, players)) {
      const ring = found.get(value) ?? { value, letters: "", advised: false, choice };
      found.set(value, { ...ring, letters: ring.letters + letterOf(n), advised: ring.advised || marshals > 0 });
    }
  });
  const telling = [...found.values()].filter(({ letters }) => letters.length < options.length);
  return telling.length ? telling : [...found.values()];
}

/** What stands for a value on the board; of several the one that can be seen. @param {Element} host @param {string} value @returns {Element | null} */
export function pieceOf(host, value) {
  const name = CSS.escape(value);
  for (const selector of NAMES) {
    const drawn = [...host.querySelectorAll(selector(name))].filter(isDrawn);
    if (drawn.length) return drawn.find(visibleBox) ?? drawn[0];
  }
  return null;
}

/** The names on a note: those alike as one, the first few, and how many more things there are. @param {string[]} names @returns {string} */
export function fewOf(names) {
  const alike = [...new Set(names)].map((name) => ({ name, count: names.filter((each) => each === name).length }));
  const rest = alike.slice(MOST).reduce((sum, { count }) => sum + count, 0);
  const told = alike.slice(0, MOST).map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
  return rest ? `${told} +${rest}` : told;
}

/**
 * The height at which a note finds room: at its place, or as near to it as no other note lies.
 * @param {{left: number, top: number, width: number, height: number}} wanted @param {{left: number, top: number, width: number, height: number}[]} taken
 */
export function roomFor({ left, top, width, height }, taken) {
  const isFreeAt = (y) => !taken.some((other) => left < other.left + other.width && other.left < left + width && y < other.top + other.height && other.top < y + height);
  return AWAY.map((steps) => top + (steps * height) / 2).find(isFreeAt) ?? top;
}

export class OnBoard {
  /** @param {any} shell */
  constructor(shell) {
    this.shell = shell;
    this.spotlight = new Spotlight();
    this.layer = el("div", { class: "hidden-layer", "aria-hidden": "true" });
    this.ribbon = el("div", { class: "hidden-ribbon", role: "group", tabindex: "0", hidden: true });
    /** @type {{at: string, note: HTMLElement}[]} */
    this.notes = [];
    document.body.append(this.spotlight.node, this.layer);
    shell.main.insertBefore(this.ribbon, shell.replay.node);
    this.follow = this.follow.bind(this);
  }

  /** The options of a turning point, or none. @param {{choice: Choice, marshals: number}[]} options */
  weigh(options) {
    const { host } = this.shell;
    const targets = ringsOf(options, this.shell.page.seats).map(({ value, letters, advised }) => ({ find: () => pieceOf(host, value), label: letters, now: advised }));
    this.spotlight.show(targets, { shade: "none", open: [] });
  }

  /** Whether the board shows anything of these options, on this tab or another. @param {{choice: Choice, marshals: number}[]} options */
  shows(options) {
    return ringsOf(options, this.shell.page.seats).some(({ value }) => NAMES.some((selector) => this.shell.host.querySelector(selector(CSS.escape(value)))));
  }

  /** Turns to the part of the board where these options lie. @param {{choice: Choice, marshals: number}[]} options */
  async turnTo(options) {
    const { shell } = this;
    const value = ringsOf(options, shell.page.seats).map((ring) => ring.value).find((one) => shell.host.querySelector(`[data-pick~="${CSS.escape(one)}"]`));
    if (value !== undefined) await reveal(shell, `pick:${value}`);
    else if (shell.layout !== "wide") shell.tabs.showPart(shell.tabs.part);
  }

  /**
   * What lay hidden: on the board where it has a place there, else in a row below it.
   * @param {{key: string, ids: string[], seat?: string, params?: object, at?: string}[] | null} things null: nothing is to be uncovered
   */
  uncover(things) {
    const { shell } = this;
    const name = (id) => shell.name(id);
    const placed = (things ?? []).filter(({ at }) => at);
    this.notes = placed.map(({ at, ids }) => ({ at: String(at), note: el("div", { class: "hidden-then" }, fewOf(ids.map(name))) }));
    this.layer.replaceChildren(...this.notes.map(({ note }) => note));
    const loose = (things ?? []).filter((thing) => !placed.includes(thing) || !this.seen(pieceOf(shell.host, String(thing.at))));
    const line = ({ key, ids, seat = "", params = {} }) =>
      el("p", {}, el("b", {}, [seat ? name(shell.plays(seat)) : "", shell.t(`hidden.${key}`, params)].filter(Boolean).join(": ")), " ", ids.map((id) => el("span", { class: "hidden-then" }, name(id))));
    this.ribbon.replaceChildren(...loose.map(line));
    this.ribbon.hidden = !loose.length;
    this.ribbon.setAttribute("aria-label", shell.t("analysis.hidden_then"));
    if (this.notes.length && !this.following) {
      this.following = true;
      requestAnimationFrame(this.follow);
    }
  }

  /** Whether a piece is in sight with nothing over it. @param {Element | null} piece */
  seen(piece) {
    return piece !== null && isFree(piece);
  }

  follow() {
    if (!this.notes.length) {
      this.following = false;
      return;
    }
    /** @type {{left: number, top: number, width: number, height: number}[]} */
    const taken = [];
    if (!document.hidden) for (const { at, note } of this.notes) this.lay(note, pieceOf(this.shell.host, at), taken);
    requestAnimationFrame(this.follow);
  }

  /** Puts a note over the foot of its piece, clear of those before it. @param {HTMLElement} note @param {Element | null} piece @param {{left: number, top: number, width: number, height: number}[]} taken */
  lay(note, piece, taken) {
    const box = piece && this.seen(piece) && !document.querySelector("dialog[open]") ? visibleBox(piece) : null;
    note.hidden = !box;
    if (!box) return;
    const [width, height] = [note.offsetWidth, note.offsetHeight];
    const middle = (box.left + box.right) / 2 - width / 2;
    const left = Math.max(2, Math.min(middle, innerWidth - width - 2));
    const top = roomFor({ left, top: box.bottom - height / 2, width, height }, taken);
    taken.push({ left, top, width, height });
    note.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
