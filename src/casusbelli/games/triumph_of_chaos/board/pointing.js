// What follows pointer, finger and focus on the map: opened stacks, supply lines, ways and arrows.

import { legalValues } from "/static/picker.js";
import { arrow, supplyLine, way } from "./arrows.js";

const OPEN = 90; // milliseconds until a stack opens under the pointer
const MOVING = ["move_unit", "move_leader", "move_all"];
const FEW = 4; // options that are offered on the map itself
const EAGER = 10; // so many movers are foreseen before anybody points at them

const spaceAt = (target) => target.closest?.("[data-space]")?.dataset.space ?? target.closest?.("[data-cell]")?.dataset.cell ?? null;

export class Pointing {
  /** at: {field, mapbox, battle}; the rest are the parts of the board that follow. */
  constructor(at, ctx, reading, { map, fan, battle }) {
    this.at = at;
    this.ctx = ctx;
    this.reading = reading;
    this.map = map;
    this.fan = fan;
    this.battle = battle;
    this.hovered = null;
    this.reaches = new Map();
    this.march = null;
    this.plan = [];
  }

  listen(on) {
    const { mapbox, field } = this.at;
    on(mapbox, "pointerover", (event) => event.pointerType !== "touch" && this.over(event));
    on(mapbox, "pointerleave", () => this.hover(null));
    on(mapbox, "focusin", (event) => event.target.matches(":focus-visible") && this.focus(event.target));
    on(mapbox, "focusout", (event) => !mapbox.contains(event.relatedTarget) && this.hover(null));
    on(field, "click", (event) => this.clicked(event), { capture: true });
    on(field, "keydown", (event) => this.typed(event), { capture: true });
  }

  // -- pointer and keyboard ---------------------------------------------------------------------------------------------

  over({ target }) {
    if (target.closest(".fan")) {
      this.foresee(target.closest("[data-pick]")?.dataset.pick);
      return;
    }
    if (target.closest(".pieces, .base")) this.hover(spaceAt(target));
  }

  focus(target) {
    const space = spaceAt(target);
    if (!space) return;
    if (!this.map.isInSight(space)) this.ctx.showSpace(space);
    this.hover(space);
  }

  hover(space) {
    if (space === this.hovered) return;
    clearTimeout(this.opening);
    this.map.cells.get(this.hovered)?.classList.remove("hover");
    this.map.cells.get(space)?.classList.add("hover");
    this.hovered = space;
    this.drawLines();
    if (!space) {
      this.fan.leave();
      this.drawTarget(null);
      return;
    }
    if (this.fan.space !== space) this.fan.leave();
    if (this.fan.isStack(space)) this.opening = setTimeout(() => !this.fan.pinned && this.fan.open(space), OPEN);
    this.drawTarget(space);
    this.foresee(this.only(space));
  }

  /** The legal values a place stands for. */
  legalAt(space) {
    const { units, leaders } = this.reading.at(space);
    if (!this.ctx.frame.ask) return [];
    const legal = legalValues(this.ctx.options, this.ctx.picked);
    return [...(this.ctx.meansSpace(space) ? [space] : []), ...units, ...leaders].filter((value) => legal.has(value));
  }

  /** What a touch on something that is not lit was meant to be, where the options do not show it: the server is asked why not. */
  attempts(value) {
    const { ctx, reading } = this;
    const space = reading.isSpace(value) ? value : reading.placeOf(value);
    if (!reading.isSpace(space)) return [];
    if (ctx.decision === "choose_action") return [["activate", space, "move"]];
    const verbs = { move_stack: ["move_unit", "move_leader", "move_all"], sr_move: ctx.about.piece === "none" && ["redeploy", "redeploy_leader", "sr_to"] }[ctx.decision];
    if (!verbs) return [];
    const [unit, leader, none] = verbs;
    const { units, leaders } = reading.at(space);
    const { view } = ctx;
    const mine = [...units, ...leaders].filter((id) => (view.units[id]?.[2] ?? view.leaders[id][1]) === view.active);
    const piece = mine.includes(value) ? value : (mine[0] ?? units[0]);
    return [piece === undefined ? [none, space] : [reading.isLeader(piece) ? leader : unit, piece]];
  }

  only(space) {
    const legal = this.legalAt(space);
    return legal.length === 1 ? legal[0] : null;
  }

  /** A stack of which several may be meant opens; a space within reach is marched to. */
  clicked(event) {
    const place = event.target.closest(".place");
    const space = place?.dataset.space ?? null;
    if (!event.target.closest(".fan, .battle, button")) if (this.fan.space !== space) this.fan.close();
    if (!place) return;
    if (this.legalAt(space).length > 1) {
      event.stopPropagation();
      event.preventDefault();
      this.fan.open(space, true);
    } else if (!this.legalAt(space).length && this.goTo(space)) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.pointerType === "touch" && !this.legalAt(space).length) {
      this.ctx.shell.inspector.open(place); // a finger has no hovering; why it cannot be chosen stands there, and need not be said twice
      event.stopPropagation();
    }
  }

  typed(event) {
    const place = event.target.closest?.(".place");
    if (event.key === "Escape" && this.fan.space && this.at.field.contains(event.target)) {
      const { space } = this.fan;
      this.fan.close();
      this.map.places.get(space)?.focus();
      event.stopPropagation();
    } else if (place && (event.key === "Enter" || event.key === " ") && this.legalAt(place.dataset.space).length > 1) {
      event.preventDefault();
      event.stopPropagation();
      this.fan.open(place.dataset.space, true);
      this.fan.enter();
    }
  }

  // -- a new frame, or other picks --------------------------------------------------------------------------------------

  update(frame, previous) {
    this.fan.update();
    this.last = previous ? lastWays(frame.events.list) : [];
    this.followMarch();
    this.foreseeAll();
    this.drawLines();
    this.drawTarget(this.hovered);
    this.goOn();
  }

  /** Other values are picked: an opened stack shows them; where little is left to choose for a space, it is offered there. */
  picked() {
    const { ctx, reading } = this;
    const space = ctx.picked.find((value) => ctx.spaces.has(value) && reading.isSpace(value));
    const left = space ? ctx.candidates : [];
    if (left.length > 1 && left.length <= FEW) this.fan.offer(space, left);
    else this.fan.update();
  }

  /** Arrows of what is going on: the attack with those who may join it, a step, or what the last moves were. */
  drawTarget(space) {
    const { ctx, map, reading } = this;
    const k = map.pieceScale / map.scale;
    const at = (id) => ctx.geometry.spaces[id];
    const from = (units) => [...new Set(units.map((unit) => reading.placeOf(unit)))].filter((id) => reading.isSpace(id));
    const { battle } = ctx.view;
    const drawn = [];
    const join = (units, target, kind) => from(units).forEach((id) => id !== target && drawn.push(arrow(at(id), at(target), kind, k)));
    if (battle) {
      if (ctx.decision === "attack_unit") join(ctx.options.filter(([verb]) => verb === "attacker").map(([, unit]) => unit), battle.target, "maybe");
      join(battle.attackers, battle.target, `go ${battle.side}`);
    } else if (space && ctx.options.some(([verb, id]) => verb === "attack" && id === space)) {
      ctx.preview(["attack", space]).then((forecast) => {
        if (!forecast || this.hovered !== space) return;
        map.pieces.querySelector(".arrows").innerHTML = from(forecast.attackers).map((id) => arrow(at(id), at(space), `go ${ctx.view.active}`, k)).join("");
      });
    } else if (this.march && space && this.march.reach[space] && ctx.decision.startsWith("move_")) {
      drawn.push(way(this.wayTo(space).map(at), "go", k));
    } else for (const path of this.last ?? []) if (path.every((id) => reading.isSpace(id))) drawn.push(way(path.map(at), "last", k));
    map.pieces.querySelector(".arrows").innerHTML = drawn.join("");
    this.battle.show(space, ctx.frame.staged);
    this.battle.root.classList.toggle("aside", Boolean(space) && !battle && map.spot(space)[0] > map.width / 2);
  }

  /** The supply line of the stack that is looked at. */
  drawLines() {
    const { map, ctx } = this;
    const line = this.hovered && ctx.view.supply.lines[this.hovered];
    map.pieces.querySelector(".lines").innerHTML = line ? supplyLine(line.map((id) => ctx.geometry.spaces[id])) : "";
  }

  // -- marches ----------------------------------------------------------------------------------------------------------

  option(value) {
    return value && this.ctx.decision === "move_stack" ? this.ctx.options.find(([verb, piece, train]) => MOVING.includes(verb) && piece === value && !train) : undefined;
  }

  foreseeAll() {
    if (this.ctx.decision !== "move_stack") return;
    for (const option of this.ctx.options.filter(([verb, , train]) => MOVING.includes(verb) && !train).slice(0, EAGER)) this.remember(option);
  }

  async remember(option) {
    const foreseen = await this.ctx.preview(option);
    if (foreseen) this.reaches.set(option[1], foreseen);
    return foreseen;
  }

  /** How far a mover would get, while it is pointed at. */
  async foresee(value) {
    const option = this.option(value);
    if (!option) {
      if (this.ctx.decision === "move_stack") this.showMarch(null);
      return;
    }
    const foreseen = await this.remember(option);
    if (this.ctx.decision === "move_stack") this.showMarch(foreseen);
  }

  showMarch(march) {
    this.march = march;
    for (const [id, cell] of this.map.cells) cell.classList.toggle("reach", Boolean(march && id in march.reach));
  }

  /** On the march: what was foreseen of the mover still holds. */
  followMarch() {
    const { decision, about } = this.ctx;
    if (decision !== "move_step") {
      this.showMarch(null);
      if (decision !== "move_stack") this.reaches.clear();
      this.plan = [];
      return;
    }
    const [first] = [...about.units, ...about.leaders];
    const here = this.reading.placeOf(first);
    const known = about.units.length + about.leaders.length > 1 ? [...this.reaches].find(([id, { from }]) => this.reading.isSpace(id) && (from === here || this.march?.from === from))?.[1] : this.reaches.get(first);
    this.showMarch(known ?? null);
  }

  wayTo(space) {
    const path = [space];
    while (this.march.reach[path[0]]) path.unshift(this.march.reach[path[0]][1]);
    return path;
  }

  /** A touch on a space further away goes there step by step, as long as nothing comes between. */
  goTo(space) {
    if (this.ctx.decision !== "move_step" || !this.march?.reach[space]) return false;
    const here = this.reading.placeOf([...this.ctx.about.units, ...this.ctx.about.leaders][0]);
    const path = this.wayTo(space);
    this.plan = path.slice(path.indexOf(here) + 1);
    this.goOn();
    return this.plan.length > 0 || path.includes(here);
  }

  goOn() {
    const [next, ...rest] = this.plan;
    if (!next) return;
    const option = this.ctx.options.find(([verb, space]) => verb === "step" && space === next);
    this.plan = option ? rest : [];
    if (option) queueMicrotask(() => this.ctx.choose(option));
  }
}

/** The ways of the last events: marches, retreats, redeployments. */
function lastWays(events) {
  return events.flatMap(({ kind, params }) => (kind === "moved" ? [params.path] : []));
}
