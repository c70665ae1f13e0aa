// What the drawings ask of the present frame: printed facts, short names, and which pieces stand for something now.

import { Present } from "/static/present.js";
import { total } from "./cards.js";
import { readPile, sightings, SPACES } from "./reading.js";

export class Context extends Present {
  constructor(shell, atlas) {
    super(shell);
    this.atlas = atlas;
    this.scaleRoom = 0; // the board says how much there is
  }

  take(frame, picked) {
    super.take(frame, picked);
    this.duties = new Set(this.view.must_resolve);
    this.blocked = new Set(this.view.blocked);
    this.sightings = sightings(this.view);
  }

  // -- printed on the map ---------------------------------------------------------------------------------------------

  printed(province) {
    return this.atlas.printed[province];
  }

  isProvince(id) {
    return id in this.atlas.printed;
  }

  number(province) {
    return this.atlas.printed[province]?.number ?? "";
  }

  /** Resources of the Allied spaces outside the map. */
  get offMap() {
    return { usa_canada: this.atlas.off_map.usa_canada[this.view.year] ?? 0, urals: this.atlas.off_map.urals };
  }

  /** The province of a Victory card, or of a Province card. */
  victoryProvince(id) {
    return id.replace(/^victory_/, "");
  }

  /** What cards are worth in an attack on a target. */
  worth(target, cards) {
    return total(cards, this.printed(target).kind, "attack");
  }

  // -- names ----------------------------------------------------------------------------------------------------------

  /** A name that fits an operation card. */
  shortName(province) {
    const key = `ui.short.${province}`;
    const short = this.shell.t(key);
    return short === key ? this.shell.name(province) : short;
  }

  pileName(pile) {
    const { kind, place, side } = readPile(pile);
    return kind === "vic" ? this.shell.t("ui.pile.vic") : this.shell.t(`ui.pile.${kind}`, { place, side });
  }

  // -- the question ---------------------------------------------------------------------------------------------------

  get creating() {
    return this.frame.ask?.options.some(([verb]) => verb === "create_operation") ?? false;
  }

  /** The own operation that is picked, with its target. */
  plan() {
    const own = this.view.side && this.view.sides[this.view.side].ops;
    const space = own && this.picked.find((value) => SPACES.includes(value) && own[value]?.target);
    return space ? { space, target: own[space].target, side: this.view.side } : null;
  }

  /** Piles are pieces of their own while intelligence is in question; otherwise they belong to their province. */
  lookable({ id, side }) {
    const { ask } = this.frame;
    if (!ask || (side && side === this.view.side)) return false;
    if (ask.decision === "intel_step") return true;
    return this.picked.includes("intel_action") && ask.options.some(([verb, pile]) => verb === "intel_action" && pile === id);
  }

  /** How many cards defend in a battle. */
  defenders(battle) {
    const { defence } = this.view.provinces[battle.province];
    return defence[battle.defender] + defence.neutral;
  }
}
