// What moves when a frame follows another: counters march to where they are now, and the dice of a battle fall beside it.

import { build, calm, html, raw } from "/static/markup.js";
import { counterPicture, leaderPicture } from "./counters.js";

const STEP = 320; // milliseconds from one space to the next
const LONGEST = 1400;
const DICE = 4200; // how long the dice lie on the map
const CROWD = 14; // more pieces than this do not march: something larger than a march has happened
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const signed = (n) => (n > 0 ? `+${n}` : `−${-n}`);

export class Motion {
  constructor(frame, ctx, reading, map) {
    this.ctx = ctx;
    this.reading = reading;
    this.map = map;
    const outer = build(html`<div class="motion" aria-hidden="true"><div></div></div>`);
    this.layer = outer.firstElementChild;
    frame.append(outer);
    map.panzoom.layers.push(outer);
  }

  /** The map lies elsewhere: so does what moves on it. At another scale it has arrived. */
  follow() {
    const { scale, x, y } = this.map.panzoom.view;
    if (scale !== this.scale) this.layer.replaceChildren();
    this.scale = scale;
    this.layer.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** A space in pixels of the whole map at this scale. */
  spot(space) {
    return this.ctx.geometry.spaces[space].map((n) => n * this.scale);
  }

  update(frame, previous) {
    if (!previous || !frame.events.list.length) return;
    this.follow();
    const { list } = frame.events;
    if (!calm()) this.march(previous.view, frame.view, list);
    if (!frame.staged) this.throwDice(list); // on stage they lie in the tableau of the battle
  }

  // -- marches ----------------------------------------------------------------------------------------------------------

  march(before, now, events) {
    const moved = ["units", "leaders"].flatMap((kind) =>
      Object.entries(now[kind]).flatMap(([id, [to]]) => {
        const from = before[kind][id]?.[0];
        return from !== to && this.reading.isSpace(from) && this.reading.isSpace(to) ? [{ id, from, to }] : [];
      }),
    );
    if (moved.length > CROWD) return;
    for (const { id, from, to } of moved) {
      const told = events.find(({ kind, params }) => kind === "moved" && params.pieces.includes(id))?.params.path ?? [];
      const path = told[0] === from && told.at(-1) === to ? told : [from, to];
      if (path.some((space) => this.map.isInSight(space))) this.send(id, path);
    }
  }

  /** One piece on its way; it is taken away where the map shows it already. */
  send(id, path) {
    const { printed, view } = this.ctx;
    const size = 36 * this.map.pieceScale;
    const picture = this.reading.isUnit(id) ? counterPicture(printed.units[id], view.units[id], size) : leaderPicture(id, printed.leaders[id], size * 0.8);
    const piece = build(html`<span class="marching">${raw(picture)}</span>`);
    this.layer.append(piece);
    const stops = path.map((space) => this.spot(space).map((n) => `${n.toFixed(1)}px`).join(", "));
    const frames = stops.map((at) => ({ transform: `translate(${at}) translate(-50%, -50%)` }));
    const duration = Math.min(LONGEST, STEP * (path.length - 1));
    piece.animate(frames, { duration, easing: "ease-in-out" }).finished.then(() => piece.remove(), () => piece.remove());
  }

  // -- dice -------------------------------------------------------------------------------------------------------------

  /** A battle that ran through without a question would else be seen in the log alone. */
  throwDice(events) {
    let space = this.ctx.view.battle?.target;
    const throws = new Map();
    for (const { kind, params } of events) {
      if (kind === "battle") space = params.space;
      if (kind === "fire" && space) throws.set(space, [...(throws.get(space) ?? []), params]);
    }
    for (const [at, fired] of throws) this.lay(at, fired.slice(-2));
  }

  lay(space, fired) {
    const one = ({ side, die, modifier, losses }) =>
      html`<span class="throw ${side}">${raw(face(die))}${modifier !== 0 && html`<small>${signed(modifier)}</small>`}<b>${losses}</b>${raw(BURST)}</span>`;
    const dice = build(html`<span class="dice" data-inspect="battle:dice">${fired.map(one)}</span>`);
    const [x, y] = this.spot(space);
    dice.style.left = `${x.toFixed(1)}px`;
    dice.style.top = `${(y - 30 * this.map.pieceScale).toFixed(1)}px`;
    this.layer.append(dice);
    if (!calm()) for (const svg of dice.querySelectorAll(".face")) svg.animate([{ transform: "translateY(-26px) rotate(-140deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 420, easing: "cubic-bezier(.3, 1.4, .5, 1)" });
    setTimeout(() => dice.remove(), DICE);
  }
}

const BURST = '<svg class="burst" viewBox="0 0 16 16"><path d="M8 1l1.600 4.200L14 3.500l-2.200 3.800L15.500 10l-4.400.4L10 15l-2.500-3.600L3.500 14l.6-4.500L.5 7.500l4.200-1z"/></svg>';

/** A die showing this number. */
function face(n) {
  const pips = PIPS[n].map((i) => `<circle cx="${6 + 6 * (i % 3)}" cy="${6 + 6 * Math.floor(i / 3)}" r="2"/>`);
  return `<svg class="face" viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="5"/>${pips.join("")}</svg>`;
}
