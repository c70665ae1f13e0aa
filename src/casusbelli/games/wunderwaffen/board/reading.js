// What the drawings ask of the present frame: who is who, which plays are on offer, what is printed.

import { Present } from "/static/present.js";

export const FACTIONS = ["russian", "american", "british", "german"];
export const ALLIES = FACTIONS.slice(0, 3);
export const GERMAN = "german";
export const COLOUR = { russian: "#ca2c21", american: "#1c469c", british: "#127d60", german: "#2e2c2a" };
export const EDGE = { russian: "#7c1812", american: "#0e2860", british: "#0a4a39", german: "#0f0e0d" };
export const CODE = { russian: "SU", american: "US", british: "UK", german: "DE", any_ally: "?" };
const HEAPS = ["pool", "discard", "removed"];
const PLAY = 4; // a play names use, token, faction and piece before its target

const total = (heap) => Object.values(heap).reduce((sum, n) => sum + n, 0);
export const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

export class Reading extends Present {
  constructor(shell, atlas) {
    super(shell);
    this.atlas = atlas;
  }

  take(frame, picked) {
    super.take(frame, picked);
    this.mine = FACTIONS.filter((faction) => frame.seat !== null && this.view.seats[faction] === frame.seat);
  }

  /** The faction whose tokens lie in the tray: the one that is asked, else one's own that plays, else one's first. */
  get faction() {
    const { view, mine, frame, decision } = this;
    if (decision === "intercept_air_raid") return GERMAN;
    const asked = ["choose_play", "pick_ready", "select_part2"].includes(decision) ? frame.ask.about?.faction : undefined;
    return asked ?? (mine.includes(view.active) || !mine.length ? view.active : mine[0]);
  }

  get playing() {
    return this.decision === "choose_play";
  }

  // -- plays ----------------------------------------------------------------------------------------------------------

  /** The plays of one side of a token. */
  playsOf(slot, faction) {
    return this.playing ? this.options.filter((option) => option[1] === slot && option[2] === faction) : [];
  }

  /** The side that is picked: {slot, faction}, or null. */
  get side() {
    if (!this.playing || this.picked.length < 2) return null;
    const [slot, faction] = this.picked;
    return this.playsOf(slot, faction).length ? { slot, faction } : null;
  }

  /** The plays of the picked side that fit everything else that is picked. */
  get plays() {
    const { side } = this;
    if (!side) return [];
    const more = this.picked.slice(2);
    return this.playsOf(side.slot, side.faction).filter((option) => more.every((value) => option.includes(value)));
  }

  /** The play of the picked side with this use and target, or undefined. */
  play(use, target) {
    return this.plays.find((option) => option[0] === use && (target === undefined || option[PLAY] === target));
  }

  /** The one choice that touching this place would complete, or null. */
  choiceAt(place) {
    const { side, options, decision } = this;
    const fits = side ? this.plays : decision === "choose_play" ? [] : options;
    const found = fits.filter((option) => option.length > 1 && option.at(-1) === place);
    return found.length === 1 ? found[0] : null;
  }

  /**
   * What a side of a token stands for: its token; the faction it acts for, once the token is picked and not this side of it; nothing
   * where it cannot be played, or not to the place that was picked first.
   */
  standsFor(slot, faction) {
    const plays = this.playsOf(slot, faction);
    const [first, side] = this.picked;
    if (!plays.length) return "";
    if (first === slot) return side === faction ? slot : faction;
    if (this.picked.length !== 1) return slot;
    const isPlace = this.options.some((option) => option[PLAY] === first) && !this.options.some((option) => option[1] === first);
    return plays.some((option) => !isPlace || option[PLAY] === first) ? slot : "";
  }

  /** Whom a back may act for. */
  servedBy(slot) {
    const active = this.view.active;
    const served = this.playing ? this.options.filter((option) => option[1] === slot && option[2] !== active) : [];
    return FACTIONS.filter((faction) => served.some((option) => option[2] === faction));
  }

  // -- the position ---------------------------------------------------------------------------------------------------

  heap(faction, name) {
    return total(this.view[name][faction]);
  }

  heaps(faction) {
    return HEAPS.map((name) => [name, this.view[name][faction]]);
  }

  /** How many of Berlin's neighbours Allies own. */
  get gatesTaken() {
    return this.atlas.berlin.adjacent.filter((territory) => this.view.map[territory].owner !== GERMAN).length;
  }

  // -- names ----------------------------------------------------------------------------------------------------------

  /** "British Tank", with whose token it is where that differs. */
  tokenName({ owner, faction, piece }) {
    const { t } = this.shell;
    return t(owner && owner !== faction ? "ui.token.lent" : "ui.token.own", { owner, faction, piece });
  }
}
