// What every panel of the table is given: the printed components, the present frame, words, and ways to act on them.
//
// A panel is a module with mount(root, ctx), which returns
//   { update(frame, previous)   draw; previous is null after a jump: then without motion
//     picks(picked)             optional: redraw what depends on the values picked so far (ctx.picked)
//     answers(frame, picked)    optional: {text, buttons} for the prompt instead of the shell's own, or undefined
//     tables(frame)             optional: tables for the text board
//     destroy() }               optional
//
//   factions.js mount → .factions    politics.js mount → .politics (laid over the map while it is not hidden),
//   cards.js mount → .hand           politics.js mountBoxes → .boxes
//
// Elements that stand for a value of a choice carry data-pick (docs/protocol.md): the shell lights and plays them.

import { el } from "/static/dom.js";
import { Present } from "/static/present.js";

export const SIDES = ["white", "red"];
export const OPPONENT = { white: "red", red: "white" };

export class Context extends Present {
  /** printed: Game.printed(); geometry: map.json. */
  constructor(shell, printed, geometry) {
    super(shell);
    this.printed = printed;
    this.geometry = geometry;
    this.el = el;
    /** How high the board is, where it lies beside its panels. */
    this.height = Infinity;
    this.foreseenAt = null;
    this.foreseen = new Map();
    this.t = (key, params, otherwise) => shell.t(key, params, otherwise);
    this.name = (id) => shell.name(id);
    /** A name that fits the map. */
    this.shortName = (id) => shell.t(`ui.short.${id}`, {}, shell.name(id));
    /** showCard(id): opens a card at full size. The panel of cards puts its own way of doing so here. */
    this.showCard = () => {};
    /** highlight(spaces): rings spaces of the map, [] ends it. The map puts its own way of doing so here. */
    this.highlight = () => {};
    /** The card of the hand that a finger has touched once: touched again it is staked. */
    this.touched = "";
    /** showSpace(id): brings a space of the map into sight. */
    this.showSpace = () => {};
  }

  take(frame, picked) {
    super.take(frame, picked);
    const kinds = this.kindsOffered();
    this.spaces = kinds.get("space") ?? new Set();
    this.others = new Set([...kinds].flatMap(([kind, values]) => (kind === "space" ? [] : [...values])));
    this.asksPieces = !kinds.has("space") && (kinds.has("unit") || kinds.has("leader"));
  }

  /** The values on offer by the name their verb gives them: space, unit, leader, card … */
  kindsOffered() {
    const kinds = new Map();
    const { verbs } = this.shell.page;
    for (const [verb, ...values] of this.options) {
      values.forEach((value, i) => {
        const kind = verbs[verb]?.[i] ?? "";
        if (!kinds.has(kind)) kinds.set(kind, new Set());
        kinds.get(kind).add(value);
      });
    }
    return kinds;
  }

  /** Whether a touch on a space means the space: Astrakhan is also a faction, on which war may be declared. */
  meansSpace(id) {
    return this.spaces.has(id) || !this.others.has(id);
  }

  // -- the reader -------------------------------------------------------------------------------------------------------

  get seat() {
    return this.frame.seat;
  }

  /** The side of the reader: white, red, or none for somebody who looks on. */
  get side() {
    return this.view.side;
  }

  /** The side drawn as one's own: White's for somebody who looks on. */
  get near() {
    return this.side === "red" ? "red" : "white";
  }

  // -- the question -----------------------------------------------------------------------------------------------------

  get about() {
    return this.frame.ask?.about ?? {};
  }

  /** The options that fit what is picked. */
  get candidates() {
    return this.frame.ask ? this.shell.candidates() : [];
  }

  /** Whether some option, among those that fit, has this value. */
  offers(value) {
    return this.options.some((option) => option.includes(value));
  }

  /** Plays a whole option, or shows why it may not be played. */
  choose(option) {
    return this.shell.choose(option);
  }

  /** A promise of the refusal {key, rule, params} of an option, null if it is legal. */
  why(option) {
    return this.shell.why(option);
  }

  /** A promise of what can be foreseen of an option, asked once as long as the question stands. */
  async preview(option) {
    if (this.shell.replaying || !this.frame.ask) return null;
    if (this.foreseenAt !== this.frame) [this.foreseenAt, this.foreseen] = [this.frame, new Map()];
    const key = JSON.stringify(option);
    if (!this.foreseen.has(key)) this.foreseen.set(key, this.shell.preview(option));
    return this.foreseen.get(key);
  }
}
