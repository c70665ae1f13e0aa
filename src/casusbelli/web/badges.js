// Marks that lie over the pieces, alike for HTML and SVG: corner brackets on what was touched last, a tick on what is picked, a lamp and
// dots on what is advised, a sign on what would cost something, a bar on what was refused, a pennant with a word on what is fought or argued
// about (`data-contested` of the board: the word). At most one of them a piece.

import { el } from "./dom.js";
import { MOST } from "./touched.js";

/** In the order in which they give way. */
const KINDS = ["refused", "warned", "advised", "picked", "contested", "last"];
/** What may lie over the pieces: the shell's sheets, and what a board says of its own. */
const COVERS = ".tray.sheet, .side, [data-covers]:not(.folded)";
/** How long positions are followed after something that may move them, in milliseconds. */
const FOLLOW = 700;

/** Which badge a piece carries. @param {{classList: {contains(name: string): boolean}, dataset: DOMStringMap}} node */
export function kindOf({ classList, dataset }) {
  return KINDS.find((kind) => (kind === "contested" ? dataset.contested : classList.contains(kind)));
}

export class Badges {
  constructor(root) {
    this.layer = el("div", { class: "marks-layer", "aria-hidden": "true" });
    root.append(this.layer);
    this.shown = [];
    this.until = 0;
    for (const type of ["wheel", "pointermove", "scroll", "resize", "keydown", "click", "transitionend", "animationend"]) {
      addEventListener(type, () => this.shown.length && this.follow(), { capture: true, passive: true });
    }
  }

  /** Which of these elements carry what now. Only the marked ones are asked whether they are on screen: a layout for each is dear. */
  show(nodes) {
    const marked = nodes.map((node) => [node, kindOf(node)]).filter(([node, kind]) => kind && node.getClientRects().length);
    const last = marked.filter(([, kind]) => kind === "last");
    const kept = last.length > MOST ? marked.filter(([, kind]) => kind !== "last") : marked;
    const same = kept.length === this.shown.length && kept.every(([node, kind], i) => this.shown[i].node === node && this.shown[i].kind === kind && this.shown[i].word === node.dataset.contested);
    if (!same) {
      this.shown = kept.map(([node, kind]) => ({ node, kind, word: node.dataset.contested, badge: badge(kind, node) }));
      this.layer.replaceChildren(...this.shown.map(({ badge }) => badge));
    }
    this.follow();
  }

  /** Follows the pieces for a while: they may be dragged, zoomed, scrolled or in motion. */
  follow() {
    const running = this.until > 0;
    this.until = performance.now() + FOLLOW;
    if (!running) this.step();
  }

  step() {
    const covers = this.shown.length ? [...document.querySelectorAll(COVERS)].filter((each) => each.getClientRects().length) : [];
    for (const { node, badge } of this.shown) lay(badge, node, covers);
    if (this.shown.length && (performance.now() < this.until || this.inMotion())) requestAnimationFrame(() => this.step());
    else this.until = 0;
  }

  /** Whether one of the pieces is still on its way, which may take longer. What pulses without end goes nowhere. */
  inMotion() {
    const moved = document.getAnimations().filter(({ playState, effect }) => playState === "running" && Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    const targets = moved.map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target);
    return this.shown.some(({ node }) => targets.some((target) => target?.contains(node)));
  }
}

function badge(kind, node) {
  return el("div", { class: `over over-${kind}` }, kind === "contested" ? el("b", {}, node.dataset.contested) : null);
}

/** Puts a badge over what is to be seen of its piece. */
function lay(badge, node, covers) {
  const box = node.isConnected && node.getClientRects().length ? node.getBoundingClientRect() : null;
  const cut = box && cutOf(node, box, covers);
  badge.hidden = !cut;
  if (!cut) return;
  badge.classList.toggle("leftward", box.left + box.width / 2 > innerWidth / 2); // what hangs on it flies towards the middle
  badge.style.width = `${box.width}px`;
  badge.style.height = `${box.height}px`;
  badge.style.transform = `translate(${box.left}px, ${box.top}px)`;
  badge.style.clipPath = cut.some((each) => each > 0) ? `inset(${cut.map((each) => (each > 0 ? `${each}px` : "-1rem")).join(" ")})` : "";
}

/** How much of a piece is out of sight at top, right, bottom and left; null where its middle is: cut off by its frame, or under a sheet. */
function cutOf(node, box, covers) {
  const frames = [];
  for (let parent = node.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (parent instanceof SVGElement && !(parent instanceof SVGSVGElement)) continue;
    const { overflowX, overflowY } = getComputedStyle(parent);
    if (overflowX !== "visible" || overflowY !== "visible") frames.push(parent.getBoundingClientRect());
  }
  const cut = [0, 0, 0, 0];
  for (const { left, right, top, bottom } of frames) {
    const outside = [top - box.top, box.right - right, box.bottom - bottom, left - box.left];
    for (const [i, each] of outside.entries()) cut[i] = Math.max(cut[i], each);
  }
  for (const cover of covers) {
    const { left, right, top, bottom } = cover.getBoundingClientRect();
    const under = [bottom - box.top, box.right - left, box.bottom - top, right - box.left];
    if (cover.contains(node) || under.some((each) => each <= 0)) continue;
    const least = under.indexOf(Math.min(...under)); // from this side the cover lies over it
    cut[least] = Math.max(cut[least], under[least]);
  }
  const [top, right, bottom, left] = cut;
  const middle = Math.max(top, bottom) <= box.height / 2 && Math.max(left, right) <= box.width / 2;
  return middle ? cut : null;
}
