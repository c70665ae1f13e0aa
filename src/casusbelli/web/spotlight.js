// The spotlight: a veil over the page with holes for what the coach points at, rings in the colour of advice round them, numbered discs.
//
// One SVG lies over everything and takes no clicks. Its geometry is set by attributes alone: the page forbids inline styles.

const SVG = "http://www.w3.org/2000/svg";
const ROOM = 5; // between a target and its ring
const ROUND = 10;
const DISC = 13;
const LOOK_AGAIN = 15; // frames after which targets are looked for again: something may have come to lie over one

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/** Whether any of an element is drawn. */
export const isDrawn = (node) => node.isConnected && node.getClientRects().length > 0 && !node.closest("[hidden]");

/** The part of an element that can be seen: inside the window and inside all that scrolls or cuts round it; null: nothing. */
export function visibleBox(node) {
  let { left, top, right, bottom } = node.getBoundingClientRect();
  [left, top, right, bottom] = [Math.max(left, 0), Math.max(top, 0), Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  for (let round = node.parentElement; round && round !== document.body; round = round.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(round);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const box = round.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
}

export class Spotlight {
  constructor() {
    this.targets = [];
    this.open = [];
    this.shown = "";
    this.beat = 0;
    this.holes = shape("mask", { id: "spotlight-holes" });
    this.rings = shape("g");
    this.veil = shape("rect", { class: "shade", width: "100%", height: "100%", mask: "url(#spotlight-holes)" });
    this.node = shape("svg", { class: "limelight", "aria-hidden": "true" }, shape("defs", {}, this.holes), this.veil, this.rings);
    this.follow = this.follow.bind(this);
  }

  /**
   * What is lit from now on.
   * @param {{find: () => Element | null, label?: string, now?: boolean}[]} targets  boards redraw their pieces: each is found anew
   * @param {{shade: "dark" | "light" | "none", open: Element[]}} how  open: what the veil leaves free without a ring
   */
  show(targets, { shade, open }) {
    this.targets = targets;
    this.open = open;
    this.node.setAttribute("class", `limelight ${shade}`);
    this.shown = "";
    this.draw();
    if (!this.following && (targets.length || shade !== "none")) {
      this.following = true;
      requestAnimationFrame(this.follow);
    }
  }

  /** Targets move when one pans, scrolls or turns a tab: their places are read once a frame, drawn only when they differ. */
  follow() {
    if (!this.node.isConnected || (!this.targets.length && this.node.classList.contains("none"))) {
      this.following = false;
      return;
    }
    if (!document.hidden) this.draw();
    requestAnimationFrame(this.follow);
  }

  draw() {
    const dialog = document.querySelector("dialog[open]") !== null;
    const sure = [...document.querySelectorAll("[data-confirm=yes]")].find((node) => !node.closest("dialog") && isDrawn(node));
    this.beat = (this.beat + 1) % LOOK_AGAIN;
    for (const target of this.targets) if (!target.node || this.beat === 0 || !isDrawn(target.node)) target.node = target.find();
    const targets = sure ? [{ node: sure, now: true, label: "" }] : this.targets; // a board's own question comes first
    const lit = dialog ? [] : targets.filter(({ node }) => node && isDrawn(node)).map((target) => [target, visibleBox(target.node)]).filter(([, box]) => box);
    const free = dialog ? [] : this.open.filter(isDrawn).map((node) => node.getBoundingClientRect());
    const round = ({ left, top, right, bottom }, room) => ({
      x: Math.round(Math.max(left - room, 2)),
      y: Math.round(Math.max(top - room, 2)),
      width: Math.round(Math.min(right + room, innerWidth - 2) - Math.max(left - room, 2)),
      height: Math.round(Math.min(bottom + room, innerHeight - 2) - Math.max(top - room, 2)),
    });
    const boxes = lit.map(([target, box]) => ({ ...target, box: round(box, ROOM) }));
    const places = free.map((box) => round(box, 0));
    const key = JSON.stringify([dialog, innerWidth, innerHeight, boxes.map(({ box, label, now }) => [box, label, now]), places]);
    if (key === this.shown) return;
    this.shown = key;
    this.node.toggleAttribute("hidden", dialog);
    const hole = (box) => shape("rect", { ...box, rx: ROUND, fill: "#000" });
    this.holes.replaceChildren(shape("rect", { width: "100%", height: "100%", fill: "#fff" }), ...places.map(hole), ...boxes.map(({ box }) => hole(box)));
    this.rings.replaceChildren(...boxes.flatMap((target) => this.ring(target)));
  }

  ring({ box, label, now }) {
    const ring = shape("g", { class: now ? "target now" : "target" });
    ring.append(shape("rect", { class: "ring-ink", ...box, rx: ROUND }), shape("rect", { class: "ring", ...box, rx: ROUND }));
    if (!label) return [ring];
    const x = Math.min(Math.max(box.x, DISC + 2), innerWidth - DISC - 2);
    const y = Math.min(Math.max(box.y, DISC + 2), innerHeight - DISC - 2);
    const text = shape("text", { x, y });
    text.textContent = label;
    ring.append(shape("g", { class: "disc" }, shape("circle", { cx: x, cy: y, r: DISC }), text));
    return [ring];
  }

  /** Draws the eye once to what is to be done now. */
  pulse() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const ring of this.rings.querySelectorAll(".now")) ring.animate({ opacity: [1, 0.1, 1] }, { duration: 500, iterations: 3 });
  }
}
