// Marks that lie over the pieces, alike for HTML and SVG: corner brackets on what was touched last, a tick on what is picked, a lamp and
// dots on what is advised, a sign on what would cost something, a bar on what was refused. At most one of them a piece.

import { el } from "./dom.js";

/** In the order in which they give way. */
const KINDS = ["refused", "warned", "advised", "picked", "last"];
/** More than so many things touched last say nothing. */
const MOST = 14;
/** How long positions are followed after something that may move them, in milliseconds. */
const FOLLOW = 700;

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

  /** Which elements carry what now. */
  show(nodes) {
    const kindOf = (node) => KINDS.find((kind) => node.classList.contains(kind));
    const marked = nodes.map((node) => [node, kindOf(node)]).filter(([, kind]) => kind);
    const last = marked.filter(([, kind]) => kind === "last");
    const kept = last.length > MOST ? marked.filter(([, kind]) => kind !== "last") : marked;
    const same = kept.length === this.shown.length && kept.every(([node, kind], i) => this.shown[i].node === node && this.shown[i].kind === kind);
    if (!same) {
      this.shown = kept.map(([node, kind]) => ({ node, kind, badge: el("div", { class: `over over-${kind}` }) }));
      this.layer.replaceChildren(...this.shown.map(({ badge }) => badge));
    }
    this.follow();
  }

  /** Follows the pieces for a while: they may be dragged, zoomed, scrolled or in motion. */
  follow() {
    const running = this.until > performance.now();
    this.until = performance.now() + FOLLOW;
    if (!running) this.step();
  }

  step() {
    for (const { node, badge } of this.shown) lay(badge, node);
    if (this.shown.length && performance.now() < this.until) requestAnimationFrame(() => this.step());
    else this.until = 0;
  }
}

/** Puts a badge over what is to be seen of its piece. */
function lay(badge, node) {
  const box = node.isConnected && node.getClientRects().length ? node.getBoundingClientRect() : null;
  const seen = box && inSight(node, box);
  badge.hidden = !seen;
  if (!seen) return;
  badge.style.width = `${box.width}px`;
  badge.style.height = `${box.height}px`;
  badge.style.transform = `translate(${box.left}px, ${box.top}px)`;
}

/** Whether its middle lies within everything that cuts it. */
function inSight(node, box) {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (let parent = node.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (parent instanceof SVGElement && !(parent instanceof SVGSVGElement)) continue;
    const { overflowX, overflowY } = getComputedStyle(parent);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const frame = parent.getBoundingClientRect();
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return false;
  }
  return true;
}
