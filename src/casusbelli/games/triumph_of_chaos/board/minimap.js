// The whole map in a corner: who holds what, what is asked for, and the part that is seen. A touch goes there.

import { build, html, mark } from "/static/markup.js";

const NUDGE = 60;
const SHOWN = ["red", "white", "cp"];

export class MiniMap {
  constructor(root, ctx, map) {
    this.root = root;
    this.ctx = ctx;
    this.map = map;
    const [w, h] = ctx.geometry.size;
    root.dataset.tip = ctx.t("ui.map.mini");
    this.svg = build(html`<svg viewBox="0 0 ${w} ${h}" aria-hidden="true"><use href="#toc-land" class="land"/>${SHOWN.map((side) => html`<path class="${side}" d=""/>`)}<g class="dots"></g><rect class="seen" rx="12"/></svg>`);
    root.append(this.svg);
    root.addEventListener("pointerdown", (event) => this.drag(event));
    root.addEventListener("pointermove", (event) => event.buttons && this.drag(event));
    root.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      map.panzoom.panBy(-step[0] * NUDGE, -step[1] * NUDGE);
    });
  }

  drag(event) {
    const box = this.svg.getBoundingClientRect();
    const [w, h] = this.ctx.geometry.size;
    const scale = Math.min(box.width / w, box.height / h);
    const [left, top] = [(box.width - w * scale) / 2, (box.height - h * scale) / 2];
    const point = [(event.clientX - box.left - left) / scale, (event.clientY - box.top - top) / scale];
    event.preventDefault();
    event.stopPropagation();
    this.map.show(point, Math.max(this.map.scale, 0.9));
  }

  update() {
    mark(this.root, "aria-label", this.ctx.t("ui.map.mini"));
    for (const side of SHOWN) mark(this.svg.querySelector(`.${side}`), "d", this.map.landOf(side));
    this.lit();
    this.follow();
  }

  /** Dots where something may be chosen. */
  lit() {
    const { geometry } = this.ctx;
    const dots = [...this.map.places].filter(([, place]) => place.classList.contains("legal")).map(([id]) => geometry.spaces[id]);
    this.svg.querySelector(".dots").innerHTML = dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="24"/>`).join("");
  }

  follow() {
    const [x, y, w, h] = this.map.seen;
    const seen = this.svg.querySelector(".seen");
    for (const [name, value] of Object.entries({ x, y, width: w, height: h })) seen.setAttribute(name, value.toFixed(0));
  }
}
