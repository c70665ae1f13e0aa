// An opened stack: its counters side by side over the space, each to be touched by itself; and what is left to choose there.

import { html, paint } from "/static/markup.js";
import { pieceButton } from "./reserves.js";

const GRACE = 160; // milliseconds the pointer may be outside

export class Fan {
  constructor(root, ctx, reading, map) {
    this.root = root;
    this.ctx = ctx;
    this.reading = reading;
    this.map = map;
    this.space = null;
    this.pinned = false;
    this.offers = [];
    root.addEventListener("click", ({ target }) => {
      const offer = target.closest("[data-offer]");
      if (offer) ctx.choose(this.offers[Number(offer.dataset.offer)]);
    });
    root.addEventListener("pointerleave", () => this.leave());
    root.addEventListener("pointerenter", () => clearTimeout(this.leaving));
  }

  /** Whether there is more than one thing to see in a space. */
  isStack(space) {
    const { units, leaders } = this.reading.at(space);
    return units.length + leaders.length > 1;
  }

  open(space, pinned = false) {
    clearTimeout(this.leaving);
    if (space === this.space && (this.pinned || !pinned)) return;
    this.space = space;
    this.pinned = pinned;
    this.draw();
    this.ctx.shell.refresh();
  }

  /** The few options that are left for a space, as buttons over it. */
  offer(space, options) {
    this.offers = options;
    this.space = space;
    this.pinned = true;
    this.draw();
  }

  close() {
    clearTimeout(this.leaving);
    this.offers = [];
    if (!this.space) return;
    this.space = null;
    this.pinned = false;
    this.root.hidden = true;
    paint(this.root, "");
  }

  leave() {
    clearTimeout(this.leaving);
    if (this.space && !this.pinned) this.leaving = setTimeout(() => this.close(), GRACE);
  }

  /** After a new frame: still open if the stack is. One that was opened to choose from goes when nothing is left to choose there. */
  update() {
    this.offers = [];
    if (this.space && this.isStack(this.space) && (!this.pinned || this.isAsked(this.space))) this.draw();
    else this.close();
  }

  isAsked(space) {
    const { units, leaders } = this.reading.at(space);
    return Boolean(this.ctx.frame.ask) && (this.ctx.spaces.has(space) || [...units, ...leaders].some((piece) => this.ctx.offers(piece)));
  }

  draw() {
    const { space, ctx, reading, root } = this;
    const { units, leaders } = reading.at(space);
    const whole = ctx.spaces.has(space) && [...units, ...leaders].some((piece) => ctx.offers(piece));
    // Where the question is about spaces, a counter stands for the space it is in.
    const face = (piece) => (ctx.offers(piece) || !ctx.spaces.has(space) ? pieceButton(piece, ctx, reading, null, 44) : pieceButton(piece, ctx, reading, space, 44));
    root.hidden = false;
    root.dataset.inspect = `space:${space}`;
    root.setAttribute("aria-label", ctx.t("ui.fan.label", { space }));
    paint(root, html`<span class="title" data-inspect="space:${space}">${ctx.name(space)}</span><div class="row">${[...units, ...leaders].map(face)}</div>
      ${this.offers.length > 0 && html`<div class="offers">${this.offers.map((option, n) => html`<button type="button" class="whole" data-offer="${n}">${ctx.shell.choiceText(option)}</button>`)}</div>`}
      ${whole && !this.offers.length && html`<button type="button" class="whole" data-pick="${space}" data-kind="space">${ctx.t("ui.fan.whole")}</button>`}`);
    this.place();
  }

  /** Over the stack, else under it: the pointer stays on the space, which speaks first. */
  place() {
    const [x] = this.map.spot(this.space);
    const stack = this.map.places.get(this.space).getBoundingClientRect();
    const upper = stack.top - this.root.parentElement.getBoundingClientRect().top;
    const { offsetWidth: w, offsetHeight: h } = this.root;
    const left = Math.max(4, Math.min(this.map.width - w - 4, x - w / 2));
    const above = upper - h - 2;
    const top = Math.min(this.map.height - h - 4, above < 4 ? upper + stack.height + 2 : above);
    this.root.style.left = `${left}px`;
    this.root.style.top = `${top}px`;
  }

  /** The keyboard goes in. */
  enter() {
    (this.root.querySelector(".legal") ?? this.root.querySelector("[data-pick]"))?.focus();
  }
}
