// What follows the pointer, the focus and the picks: the card of a province, of a hand card, arrows, the red thread.

import { paint } from "./dom.js";
import { battleChoice, forecastCard, launchLabel } from "./forecast.js";
import { bigCard, provinceCard } from "./hover.js";
import { readPile } from "./reading.js";
import { Thread } from "./thread.js";

const APPEAR = 220; // milliseconds before the card of a province opens
const LINGER = 900; // and before a hand card shows its strengths

/** The place on the map an element stands for, or null. */
function placeAt(target) {
  const part = target.closest?.("[data-area], [data-block]");
  return part?.dataset.area ?? part?.dataset.block ?? null;
}

export class Pointing {
  /** at: the elements of the board by name. */
  constructor(at, shell, cards, map, felt) {
    Object.assign(this, { at, shell, cards, map, felt });
    this.thread = new Thread(at.thread, at.sheet);
    this.hovered = null;
  }

  listen(on) {
    const { sheet, hand, host } = this.at;
    for (const type of ["pointerover", "focusin"]) on(sheet, type, (event) => this.over(event));
    on(sheet, "pointerleave", () => this.hover(null));
    on(sheet, "focusout", (event) => {
      if (!sheet.contains(event.relatedTarget)) this.hover(null);
    });
    on(host, "click", (event) => {
      if (event.pointerType === "touch") this.hover(placeAt(event.target));
    });
    for (const type of ["pointerover", "pointerleave", "pointerdown", "focusin", "focusout"]) {
      on(hand, type, (event) => this.overHand(event));
    }
  }

  /** All that depends on what is picked. */
  draw(context, panels) {
    this.context = context;
    this.panels = panels;
    this.markTargets();
    this.drawThread();
    return this.drawArrows();
  }

  // -- rings, arrows, thread ------------------------------------------------------------------------------------------

  /** A hand card may defend here or be planned against there: mere targets stay in the background until a plan is asked for. */
  markTargets() {
    const { decision, picked } = this.context;
    const targets = new Set();
    const others = new Set();
    if (decision === "choose_action" && picked.length && !picked.includes("create_operation")) {
      for (const [verb, ...values] of this.shell.candidates()) {
        for (const value of values) (verb === "create_operation" ? targets : others).add(value);
      }
    }
    const aim = this.context.plan()?.target;
    for (const [province, ring] of this.map.rings) {
      ring.classList.toggle("target", targets.has(province) && !others.has(province));
      ring.classList.toggle("aim", province === aim);
    }
  }

  async drawArrows() {
    const { context } = this;
    const { frame, view } = context;
    const arrow = (from, to, bright) => ({ from, to, side: view.side, label: launchLabel(from, to, context), bright });
    if (context.decision === "choose_launch_province") {
      const target = frame.ask.about.province;
      this.map.showArrows(frame.ask.options.map(([, from]) => arrow(from, target, true)));
      return;
    }
    const plan = context.plan();
    const preview = plan && (await this.foresee(plan.target));
    if (context.plan()?.space !== plan?.space) return;
    const legal = frame.ask?.options.some(([verb, space]) => verb === "launch_operation" && space === plan?.space);
    this.map.showArrows(plan && preview?.origin ? [arrow(preview.origin, plan.target, legal)] : []);
    if (!this.hovered) await this.showTip(this.pinned);
  }

  /** From a plan's card to its target. While the map moves there is none: it would lag behind. */
  drawThread(moving = false) {
    const plan = this.context?.plan();
    const card = plan && this.at.wheels.querySelector(`[data-pick="${plan.space}"]`);
    const hidden = this.felt.open || this.shell.layout !== "wide" || moving;
    if (!card || hidden) this.thread.draw(null, null);
    else this.thread.draw(card, this.map.spot(plan.target));
  }

  // -- what the engine foresees ---------------------------------------------------------------------------------------

  /** The province whose card stays open without the pointer: the target of what is being decided. */
  get pinned() {
    const { frame, decision } = this.context;
    return this.context.plan()?.target ?? (decision === "add_to_attack" ? frame.ask.about.province : null);
  }

  /** The battle that could be fought in a province now, as far as can be known; asked once. */
  async foresee(province) {
    const choice = battleChoice(province, this.context);
    if (!choice) return null;
    const key = `${this.context.frame.seq} ${choice.join(" ")}`;
    if (!this.foreseen?.has(key)) this.foreseen = new Map([[key, await this.shell.preview(choice)]]);
    return this.foreseen.get(key) ?? null;
  }

  // -- the card of a province -----------------------------------------------------------------------------------------

  over(event) {
    const place = placeAt(event.target);
    if (event.pointerType !== "touch") this.hover(place);
    const pile = event.target.closest?.("[data-pile]")?.dataset.pile ?? null;
    for (const row of this.panels?.seen.querySelectorAll("[data-seen]") ?? []) {
      const here = !pile && place !== null && readPile(row.dataset.seen).place === place;
      row.classList.toggle("hot", here || row.dataset.seen === pile);
    }
  }

  hover(place) {
    const province = place && this.context?.isProvince(place) ? place : null;
    if (province === this.hovered) return;
    clearTimeout(this.waiting);
    this.map.areas.get(this.hovered)?.classList.remove("hover");
    this.map.areas.get(province)?.classList.add("hover");
    this.hovered = province;
    this.waiting = setTimeout(() => this.context && this.showTip(this.hovered ?? this.pinned), province ? APPEAR : 0);
  }

  async showTip(province) {
    const { tip } = this.at;
    this.tipped = province;
    if (!province || this.felt.open) {
      tip.hidden = true;
      return;
    }
    const forecast = forecastCard(await this.foresee(province), this.shell);
    if (this.tipped !== province) return;
    tip.hidden = false;
    paint(tip, provinceCard(province, this.shell, this.cards, this.context, forecast));
    this.place(tip, this.map.spot(province));
  }

  /** Beside the block where there is room, else below or above it, out of the way of the middle of the map. */
  place(tip, [x, y]) {
    const [w, h] = [this.at.sheet.clientWidth, this.at.sheet.clientHeight];
    const { width, height } = tip.getBoundingClientRect();
    const level = Math.max(6, Math.min(h - height - 6, y - height / 3));
    const aside = x > w * 0.55 ? w - width - 8 : Math.max(6, x - width / 3);
    let spot = [Math.max(6, x - 84 - width), level];
    if (x + 90 + width < w) spot = [x + 84, level];
    else if (y + 54 + height < h) spot = [aside, y + 48];
    else if (y - 50 - height > 0) spot = [aside, y - 44 - height];
    [tip.style.left, tip.style.top] = spot.map((pixels) => `${pixels}px`);
  }

  // -- a hand card ----------------------------------------------------------------------------------------------------

  /** A card that is pointed at for a while, or focused by key, is shown with its strengths. */
  overHand(event) {
    const { cardTip: tip } = this.at;
    clearTimeout(this.lingering);
    tip.hidden = true;
    const begins = event.type === "pointerover" ? event.pointerType !== "touch" : event.type === "focusin";
    const card = begins && event.target.closest?.(".card[data-card]");
    if (!card || (event.type === "focusin" && !card.matches(":focus-visible"))) return;
    this.lingering = setTimeout(() => {
      if (!card.isConnected) return;
      paint(tip, bigCard(card.dataset.card, this.context.view.side, this.shell, this.cards));
      tip.hidden = false;
      const box = card.getBoundingClientRect();
      tip.style.left = `${Math.max(8, box.left)}px`;
      tip.style.top = `${box.top - tip.offsetHeight - 16}px`;
    }, LINGER);
  }
}
