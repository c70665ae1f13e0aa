// What the drawings ask: printed facts, short names, seats round the table, the present question.

import { Present } from "/static/present.js";

export const POWERS = ["uk", "ussr", "us"];
export const CHAIR = 7;
export const FLAGS = ["pass", "purge", "paranoia"];

const CHOOSING = ["agenda_first_issue", "agenda_pick_issue"];
const PRODUCTION = ["alloc_free", "alloc_bonus", "alloc_card", "alloc_directed", "directed_order", "place_directed_offensive"];

export class Book extends Present {
  constructor(shell, printed) {
    super(shell);
    this.printed = printed;
    this.words = new Map();
  }

  t(key, params, otherwise) {
    return this.shell.t(key, params, otherwise);
  }

  name(id) {
    return this.shell.name(id);
  }

  /** A name that fits a map or a slip. */
  short(id) {
    return this.shell.t(`ui.short.${id}`, {}, this.name(id));
  }

  /** Two to four letters, for the small table of a phone. */
  code(id) {
    return this.shell.t(`ui.code.${id}`, {}, this.short(id));
  }

  /** A number of armies that is a mean: "2.7", "2,7". */
  mean(armies) {
    return armies.toLocaleString(this.shell.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  }

  surname(card) {
    const words = this.name(card).split(" ");
    return words.at(-1) === "Jr." ? words.at(-2) : words.at(-1);
  }

  monogram(card) {
    const words = this.name(card)
      .split(/[\s-]+/)
      .filter((word) => !/^(Sir|Lord|Jr\.)$/.test(word));
    return words.length > 1 ? words[0][0] + words.at(-1)[0] : words[0].slice(0, 2);
  }

  /** "US 4", "centre", "USSR chair". */
  place([power, space]) {
    if (!power) return this.t("ui.place.centre");
    return space >= CHAIR ? this.t("ui.place.chair", { power: this.brief(power) }) : `${this.brief(power)} ${space}`;
  }

  /** Points on the sheet now; at the end what is left of them. */
  points(power) {
    const { final, score } = this.view;
    return final?.adjusted[power] ?? score?.totals[power] ?? "–";
  }

  /** Whose cards, sheet and limit count. */
  get edition() {
    return this.view.options?.first_edition ? "first" : "second";
  }

  brief(power) {
    return this.t(`ui.power.${power}`);
  }

  /** Own chair at the bottom, the left neighbour upper left: {power: angle}. */
  get angles() {
    const own = this.frame.seat ?? "uk";
    const left = this.printed.powers[own].left;
    return { [own]: 90, [left]: 210, [this.printed.powers[left].left]: 330 };
  }

  get own() {
    return this.frame.seat ?? "uk";
  }

  /** The map on which a piece lies: "europe", "pacific", or undefined. */
  regionOf(id) {
    const { fronts, theaters, countries } = this.printed;
    if (id === "abomb") return "pacific";
    const at = fronts[id] ?? theaters[id] ?? countries[id] ?? Object.values(fronts).find(({ path }) => path.includes(id));
    return at?.region;
  }

  /** Whether the issue on the floor is still argued about: not when the next one is to be advanced. */
  get debates() {
    const { ask, waiting = [] } = this.frame;
    return (ask ?? waiting[0])?.decision !== "meeting_action";
  }

  /** The folder lies open before the one who chooses from it; the others watch the table. */
  get folderOpen() {
    return CHOOSING.includes(this.decision);
  }

  get producing() {
    return PRODUCTION.includes(this.decision);
  }

  issuesAt(where, power) {
    return Object.entries(this.view.issues)
      .filter(([, at]) => at[0] === where && (!power || at[1] === power))
      .map(([issue]) => issue);
  }

  /** The one option that a card, with what is picked already, would lead to; undefined where it is not settled. */
  optionWith(value) {
    const wanted = [...this.picked.filter((each) => each !== value), value];
    const fits = this.options.filter((option) => wanted.every((each) => option.map(String).includes(each)));
    const plain = fits.filter(([verb]) => !verb.endsWith("_leader") || wanted.includes(verb));
    const pool = plain.length ? plain : fits;
    if (new Set(pool.map(([verb]) => verb)).size !== 1) return undefined;
    const issues = new Set(pool.map((option) => option[this.issueIndex(option)]));
    return issues.size === 1 ? pool.reduce((a, b) => (this.worth(b) > this.worth(a) ? b : a)) : undefined;
  }

  issueIndex([verb]) {
    return { advance_staff: 2, advance_leader: 2, chief_issue: 1 }[verb] ?? -1;
  }

  worth(option) {
    return option.findLast((part) => typeof part === "number") ?? 0;
  }
}
