// What the log tells of a political phase, and what a forecast comes to.

import { BOXES } from "./card_faces.js";

/** The latest political phase: revealed boxes by name, the cards that lay in them, vetoes, where markers went, who has acted since. */
export function latestPhase(log) {
  const from = log.findLastIndex(({ kind }) => kind === "political_phase");
  const phase = { boxes: {}, rolls: {}, cards: [], vetoed: new Set(), blocked: new Map(), moved: new Map(), acted: new Set(), special: "" };
  if (from < 0) return phase;
  for (const { kind, params } of log.slice(from + 1)) {
    if (kind === "action") phase.acted.add(params.side);
    if (phase.acted.size || kind === "logistics") continue;
    if (kind === "box_revealed") phase.boxes[params.box] = params;
    else if (kind === "political_cards") phase.cards = [...params.cards];
    else if (kind === "special_card") phase.special = params.card;
    else if (kind === "box_replaced") phase.cards.push(...params.cards);
    else if (kind === "influence_roll") phase.rolls[params.side] = params;
    else if (kind === "vetoed") phase.vetoed.add(params.faction);
    else if (kind === "marker_blocked") phase.blocked.set(params.faction, params.block);
    else if (kind === "marker") phase.moved.set(params.faction, params.position);
  }
  return phase;
}

/** A forecast sorted by what it comes to: markers that move, that are stopped, that lack points, points in vain. */
export function sorted(forecast) {
  const found = { moves: [], stopped: [], short: [], vain: [] };
  for (const [faction, one] of Object.entries(forecast)) {
    if (one.to !== one.from) found.moves.push([faction, one]);
    if (one.block) found.stopped.push([faction, one]);
    else if (one.to === one.from && one.missing) found.short.push([faction, one]);
    else if (one.to === one.from) found.vain.push([faction, one]);
  }
  return found;
}

/** The box that is in question now, or the next to be opened. */
export function currentBox(ctx) {
  const { politics, phase } = ctx.view;
  if (ctx.about.box) return ctx.about.box;
  if (phase === "allocation") return BOXES[Math.min(2, politics.placed.white.length)];
  return BOXES[Math.max(0, politics.opened - 1)];
}

/** Whether the question of the moment, anybody's, belongs to the political boxes. */
export function isPoliticking({ ask, waiting }) {
  const decision = ask?.decision ?? waiting[0]?.decision ?? "";
  return decision.startsWith("pol_");
}
