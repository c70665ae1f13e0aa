// A map that is larger than its window: an arrow at each edge beyond which something is lit, with how many; a press brings them in. What a
// board lays over its map (data-covers, and what it names as lids) hides a place as an edge does.

import { areaOf, common, MARGIN, WAYS, wayTo, roomBeside } from "./beyond.js";
import { el } from "./dom.js";
import { fullest } from "./panzoom.js";

const STRIDE = 0.6; // of the window, the longest step, unless the next place lies further away
/** Where an arrow stands on its edge: in the middle, or as near to it as it hides nothing. */
const STANDS = [0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86];

const boxOf = (node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return { left, top, right, bottom };
};
/** A map that is panned and zoomed, for its edges. @param {import("./panzoom.js").PanZoom} panzoom */
export function mapOf(panzoom) {
  return {
    move: (/** @type {number} */ dx, /** @type {number} */ dy) => panzoom.panBy(dx, dy, true),
    slack: () => panzoom.slack,
    busy: () => panzoom.busy,
    told: (/** @type {() => void} */ tell) => {
      panzoom.looked = tell;
    },
  };
}

/** A map in frames that scroll, for its edges. @param {HTMLElement} map */
export function scrolled(map) {
  const scrollers = () => {
    const all = [];
    for (let node = map.parentElement; node && node !== document.body; node = node.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(node).overflow)) all.push(node);
    }
    return all;
  };
  return {
    move: (/** @type {number} */ dx, /** @type {number} */ dy) => {
      let [left, top] = [-dx, -dy];
      for (const each of scrollers()) {
        const { scrollLeft, scrollTop } = each;
        each.scrollBy({ left, top, behavior: "instant" });
        [left, top] = [left - each.scrollLeft + scrollLeft, top - each.scrollTop + scrollTop];
      }
    },
    slack: () => {
      const slack = { left: 0, right: 0, up: 0, down: 0 };
      for (const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } of scrollers()) {
        slack.left += scrollLeft;
        slack.right += scrollWidth - clientWidth - scrollLeft;
        slack.up += scrollTop;
        slack.down += scrollHeight - clientHeight - scrollTop;
      }
      return slack;
    },
  };
}

export class Edges {
  /**
   * frame: the window of the map; move(dx, dy): moves the map by pixels, at once; slack(): how far it can go by each edge;
   * busy(): whether the reader is dragging it; told(tell): takes what is to be told when it was moved; lids: selector of what else lies over it.
   * @param {HTMLElement} host @param {HTMLElement} frame @param {any} shell
   * @param {{move: (dx: number, dy: number) => void, slack: () => any, busy?: () => boolean, told?: (tell: () => void) => void, lids?: string}} how
   */
  constructor(host, frame, shell, { move, slack, busy = () => false, told = () => {}, lids = "" }) {
    this.host = host;
    this.frame = frame;
    this.shell = shell;
    this.move = move;
    this.slack = slack;
    this.busy = busy;
    this.lids = ["[data-covers]:not(.folded)", ...(lids ? [lids] : [])].join(", ");
    this.ending = new AbortController();
    this.layer = el("div", { class: "edges" });
    this.arrows = Object.fromEntries(
      Object.entries(WAYS).map(([way, [sign]]) => {
        const arrow = el("button", { type: "button", class: `edge ${way}`, "data-edge": way, hidden: true }, sign, el("b"));
        arrow.addEventListener("click", (event) => this.press(way, event.detail === 0));
        return [way, arrow];
      }),
    );
    this.layer.append(...Object.values(this.arrows));
    host.append(this.layer);
    const { signal } = this.ending;
    const soon = () => this.soon();
    told(soon);
    document.body.addEventListener("marked", soon, { signal });
    host.addEventListener("scroll", soon, { signal, capture: true, passive: true });
    frame.addEventListener("focusin", (event) => event.target !== frame && requestAnimationFrame(() => this.follow(event.target)), { signal });
    addEventListener("pointerup", soon, { signal });
    this.sizes = new ResizeObserver(soon);
    for (const each of [host, frame]) this.sizes.observe(each);
  }

  destroy() {
    this.ending.abort();
    this.sizes.disconnect();
    this.layer.remove();
  }

  /** Before the next picture, when everything is drawn. */
  soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.ending.signal.aborted) return;
      this.bringAnswers();
      this.draw();
    });
  }

  get lit() {
    return /** @type {HTMLElement[]} */ ([...this.frame.querySelectorAll("[data-pick].legal")]).filter((node) => node.getClientRects().length);
  }

  /** The window, as far as nothing cuts it or lies over a whole side of it; and what lies over the rest. */
  look() {
    let room = common(boxOf(this.frame), { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let node = this.frame.parentElement; node && node !== document.body; node = node.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(node);
      const box = boxOf(node);
      if (overflowX !== "visible") room = { ...room, left: Math.max(room.left, box.left), right: Math.min(room.right, box.right) };
      if (overflowY !== "visible") room = { ...room, top: Math.max(room.top, box.top), bottom: Math.min(room.bottom, box.bottom) };
    }
    const lids = [...this.host.querySelectorAll(this.lids)].filter((lid) => !lid.contains(this.frame) && lid.checkVisibility({ visibilityProperty: true })).map(boxOf);
    const left = roomBeside(room, lids);
    return { room: left, lids: lids.filter((lid) => areaOf(common(left, lid))) };
  }

  /** Which lit places an arrow brings in, and how far the map has to go for each. */
  beyond() {
    const { room, lids } = this.look();
    const told = Object.fromEntries(Object.keys(WAYS).map((way) => [way, /** @type {number[]} */ ([])]));
    if (!areaOf(room) || !this.frame.checkVisibility({ visibilityProperty: true })) return { room: null, lids, told };
    const slack = this.slack();
    for (const node of this.lit) {
      const to = wayTo(boxOf(node), room, lids, slack);
      if (to) told[to.way].push(to.far);
    }
    return { room, lids, told };
  }

  draw() {
    const { room, lids, told } = this.beyond();
    const origin = boxOf(this.host);
    if (room) {
      const { scrollLeft, scrollTop } = this.host;
      this.layer.style.transform = `translate(${room.left - origin.left + scrollLeft}px, ${room.top - origin.top + scrollTop}px)`;
      this.layer.style.width = `${room.right - room.left}px`;
      this.layer.style.height = `${room.bottom - room.top}px`;
    }
    const shown = [];
    for (const [way, arrow] of Object.entries(this.arrows)) {
      const count = told[way].length;
      arrow.hidden = !count;
      if (!count) continue;
      /** @type {Element} */ (arrow.lastElementChild).textContent = String(count);
      arrow.dataset.tip = this.shell.t("shell.edges.beyond", { count });
      arrow.setAttribute("aria-label", arrow.dataset.tip);
      shown.push([way, arrow]);
    }
    this.layer.hidden = !room || !shown.length; // as large as the window was, it would make a smaller page wider
    if (this.layer.hidden) return;
    const others = [...this.lit.map(boxOf), ...lids];
    for (const [way, arrow] of shown) this.stand(way, arrow, room, others);
  }

  /** An arrow stands where it hides neither what is lit nor what lies over the map. */
  stand(way, arrow, room, others) {
    const [width, height] = [arrow.offsetWidth, arrow.offsetHeight];
    const along = way === "left" || way === "right";
    const long = along ? room.bottom - room.top - height : room.right - room.left - width;
    const at = (share) => {
      const free = Math.max(0, long * share);
      const left = along ? (way === "left" ? room.left : room.right - width) : room.left + free;
      const top = along ? room.top + free : way === "up" ? room.top : room.bottom - height;
      return { left, top, right: left + width, bottom: top + height };
    };
    const hides = (share) => others.reduce((sum, each) => sum + areaOf(common(at(share), each)), 0);
    const best = STANDS.reduce((least, share) => (hides(share) < hides(least) ? share : least), STANDS[0]);
    const { left, top } = at(best);
    arrow.style.translate = `${Math.round(left - room.left)}px ${Math.round(top - room.top)}px`;
  }

  /** As far as the furthest of them, but no further than one can follow; the nearest comes in whatever way it is. */
  press(way, byKeys) {
    const { room, told } = this.beyond();
    if (!room || !told[way].length) return;
    const [, x, y] = WAYS[way];
    const side = x ? room.right - room.left : room.bottom - room.top;
    const far = Math.min(Math.max(...told[way]), Math.max(side * STRIDE, Math.min(...told[way])));
    this.move(x * far, y * far);
    this.draw();
    if (!byKeys || !this.arrows[way].hidden) return;
    const { room: now, lids } = this.look();
    this.lit.find((node) => !wayTo(boxOf(node), now, lids, OPEN))?.focus({ preventScroll: true });
  }

  /** What the keyboard reaches must not stay beyond the edge. */
  follow(node) {
    if (!node.isConnected || !node.matches("[data-pick]:focus-visible")) return;
    const { room, lids } = this.look();
    const slack = this.slack();
    for (let steps = 0; steps < 2; steps += 1) {
      const to = areaOf(room) ? wayTo(boxOf(node), room, lids, slack) : null;
      if (!to) return;
      const [, x, y] = WAYS[to.way];
      this.move(x * to.far, y * to.far);
    }
  }

  /** A question all of whose places lie beyond: as many of them as the window holds come in, unless the reader is moving the map. */
  bringAnswers() {
    const { frame } = this.shell;
    const question = frame?.ask && !frame.staged ? `${frame.seq} ${frame.seat} ${frame.ask.decision}` : null;
    if (!question || question === this.asked || this.busy()) return;
    const boxes = this.lit.map(boxOf);
    const { room, lids } = this.look();
    if (!boxes.length || !areaOf(room)) return;
    this.asked = question;
    if (boxes.some((box) => !wayTo(box, room, lids, OPEN))) return;
    const { x, y } = fullest(boxes, room.right - room.left - 2 * MARGIN, room.bottom - room.top - 2 * MARGIN);
    this.move(room.left + MARGIN - x, room.top + MARGIN - y);
  }
}

/** As if the map could go any way. */
const OPEN = { left: Infinity, right: Infinity, up: Infinity, down: Infinity };
