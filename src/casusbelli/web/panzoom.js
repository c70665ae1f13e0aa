// Looking about on a map: wheel, drag, two fingers, + - 0 and the arrow keys. While a gesture lasts the finished picture is
// moved and scaled; when it ends the map is drawn sharp again. The frame needs `touch-action: none`, or a browser pans by itself.

const SETTLE = 140;

/** The corner of the window of this size that holds most of the boxes whole; among equals the one nearest to their middle. */
export function fullest(boxes, width, height) {
  const middle = [boxes.reduce((sum, { left }) => sum + left, 0) / boxes.length, boxes.reduce((sum, { top }) => sum + top, 0) / boxes.length];
  let best = { count: -1, far: Infinity, x: 0, y: 0 };
  for (const { left: x } of boxes) {
    const column = boxes.filter(({ left, right }) => left >= x && right <= x + width);
    for (const { top: y } of column) {
      const inside = column.filter(({ top, bottom }) => top >= y && bottom <= y + height);
      const far = Math.hypot(x + width / 2 - middle[0], y + height / 2 - middle[1]);
      if (inside.length > best.count || (inside.length === best.count && far < best.far)) {
        const spare = [width - Math.max(...inside.map(({ right }) => right)) + x, height - Math.max(...inside.map(({ bottom }) => bottom)) + y];
        best = { count: inside.length, far, x: x - spare[0] / 2, y: y - spare[1] / 2 }; // what is seen lies in the middle
      }
    }
  }
  return best;
}

export class PanZoom {
  /**
   * frame: the element that cuts the picture; layers: what moves; size: [width, height] of the map in map units;
   * home(): the rectangle of the map to show at zoom 1, the part of the frame to show it in, and the least scale;
   * settle(view): draw sharp for {scale, x, y} (a map point p lies at p * scale + (x, y) in the frame);
   * moving(isMoving): told when a gesture begins and ends; closest: the greatest zoom.
   * @param {HTMLElement} frame @param {any[]} layers
   * @param {{size: number[], home: () => any, settle: (view: any) => void, moving?: (isMoving: boolean) => void, closest?: number}} how
   */
  constructor(frame, layers, { size, home, settle, moving, closest = 5 }) {
    this.frame = frame;
    this.layers = layers;
    this.size = size;
    this.home = home;
    this.settle = settle;
    this.moving = moving;
    this.closest = closest;
    this.pointers = new Map();
    /** @type {(() => void) | undefined} told when the map shows another part */
    this.looked = undefined;
    this.view = { scale: 1, x: 0, y: 0 };
    /** @type {{centre?: number[], zoom?: number, kept?: boolean} | null} where the reader looked before the stage took the map along */
    this.lent = null;
    this.sharp = { ...this.view };
    this.dragged = false;
    const listen = (target, type, act, options) => target.addEventListener(type, act, { signal: this.ending.signal, ...options });
    this.ending = new AbortController();
    listen(frame, "wheel", (event) => this.wheel(event), { passive: false });
    listen(frame, "pointerdown", (event) => this.down(event));
    listen(window, "pointermove", (event) => this.move(event));
    listen(window, "pointerup", (event) => this.up(event));
    listen(window, "pointercancel", (event) => this.up(event));
    // A drag that ends on a piece is not a click on it.
    listen(
      frame,
      "click",
      (event) => {
        if (this.dragged) {
          event.stopPropagation();
          event.preventDefault();
        }
        this.dragged = false;
      },
      { capture: true },
    );
  }

  destroy() {
    this.ending.abort();
    clearTimeout(this.timer);
  }

  get zoom() {
    return this.atHome ? this.view.scale / this.atHome.scale : 1; // a frame that is hidden has no size yet
  }

  /** Whether the reader, or the stage, has looked elsewhere: nearer, or aside. */
  get away() {
    if (!this.atHome) return false;
    const { scale, x, y } = this.rest;
    return Math.abs(this.view.scale / scale - 1) > 0.01 || Math.hypot(this.view.x - x, this.view.y - y) > 1;
  }

  /** The view that shows the whole playing area. */
  fitted() {
    const {
      rect: [x, y, w, h],
      into: [left, top, width, height],
      least,
    } = this.home();
    const scale = Math.max(least, Math.min(width / w, height / h));
    return { scale, x: left + (width - w * scale) / 2 - x * scale, y: top + (height - h * scale) / 2 - y * scale };
  }

  /** The frame has a new size. At home one stays at home; elsewhere the middle of the picture stays. */
  resize(width, height) {
    const middle = this.away ? this.centre : null;
    const zoom = middle ? this.zoom : 1;
    this.width = width;
    this.height = height;
    this.atHome = this.fitted();
    this.rest = this.held(this.atHome);
    if (middle) this.show(middle, zoom, true);
    else this.go(this.atHome, true);
  }

  fit(now = false) {
    this.go(this.atHome, now);
  }

  /** Bring a map point into the middle of the frame, or to another spot in it. */
  /** @param {number[]} point @param {number} [zoom] @param {boolean} [now] @param {number[]} [spot] */
  show([x, y], zoom = this.zoom, now = false, [left, top] = [this.width / 2, this.height / 2]) {
    const scale = this.atHome.scale * zoom;
    this.go({ scale, x: left - x * scale, y: top - y * scale }, now);
  }

  /**
   * The stage takes the map along to what it shows: from its first beat on the look that the reader had is kept, and with the present
   * the map goes back to it, unless the reader has moved the map meanwhile.
   */
  attend(staged) {
    if (staged) this.lent ??= this.away ? { centre: this.centre, zoom: this.zoom } : {};
    else if (this.lent) {
      const { centre, zoom, kept } = this.lent;
      this.lent = null;
      if (centre) this.show(centre, zoom, true);
      else if (!kept && this.away) this.fit(true);
    }
  }

  /** The reader himself moves the map: so it stays, whatever the stage does. */
  keep() {
    if (this.lent) this.lent = { kept: true };
  }

  /** @param {number} factor @param {number[]} [at] */
  zoomBy(factor, at = [this.width / 2, this.height / 2]) {
    const least = Math.min(0.8, this.covering() / this.atHome.scale);
    const scale = Math.max(least, Math.min(this.closest, this.zoom * factor)) * this.atHome.scale;
    const grown = scale / this.view.scale;
    this.go({ scale, x: at[0] - (at[0] - this.view.x) * grown, y: at[1] - (at[1] - this.view.y) * grown });
  }

  panBy(dx, dy, now = false) {
    this.go({ scale: this.view.scale, x: this.view.x + dx, y: this.view.y + dy }, now);
  }

  /** How far the map can still go when the arrow of an edge is pressed. */
  get slack() {
    const { scale, x, y } = this.view;
    return { left: -x, right: x + this.size[0] * scale - this.width, up: -y, down: y + this.size[1] * scale - this.height };
  }

  get busy() {
    return this.pointers.size > 0;
  }

  covering() {
    return Math.max(this.width / this.size[0], this.height / this.size[1]);
  }

  /** A view without anything beyond the edges of the map. */
  held({ scale: wanted, x, y }) {
    const scale = Math.max(wanted, this.covering());
    return {
      scale,
      x: Math.min(0, Math.max(this.width - this.size[0] * scale, x)),
      y: Math.min(0, Math.max(this.height - this.size[1] * scale, y)),
    };
  }

  go(view, now = false) {
    const { width: w, height: h } = this;
    this.view = this.held(view);
    const { scale } = this.view;
    this.centre = [(w / 2 - this.view.x) / scale, (h / 2 - this.view.y) / scale];
    clearTimeout(this.timer);
    if (now) this.finish();
    else {
      this.moving?.(true);
      const grown = scale / this.sharp.scale;
      const transform = `translate(${this.view.x - this.sharp.x * grown}px, ${this.view.y - this.sharp.y * grown}px) scale(${grown})`;
      for (const layer of this.layers) layer.style.transform = transform;
      if (!this.pointers.size) this.timer = setTimeout(() => this.finish(), SETTLE);
    }
  }

  finish() {
    this.sharp = { ...this.view };
    for (const layer of this.layers) layer.style.transform = "";
    this.settle(this.view);
    this.moving?.(false);
    this.looked?.();
  }

  at(event) {
    const box = this.frame.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event) {
    event.preventDefault();
    this.keep();
    const lines = event.deltaMode === 1 ? 18 : 1;
    this.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.012 : 0.0018)), this.at(event));
  }

  down(event) {
    if (event.button > 0 || event.target.closest("button, input")) return;
    this.pointers.set(event.pointerId, this.at(event));
    this.dragged = false;
    this.start = this.at(event);
  }

  move(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = [...this.pointers.values()];
    const point = this.at(event);
    if (before.length === 1 && !this.dragged && Math.hypot(point[0] - this.start[0], point[1] - this.start[1]) < 6) return;
    this.dragged = true;
    this.keep();
    this.pointers.set(event.pointerId, point);
    const after = [...this.pointers.values()];
    const middle = (points) => [0, 1].map((i) => points.reduce((sum, p) => sum + p[i], 0) / points.length);
    const [a, b] = [middle(before), middle(after)];
    this.panBy(b[0] - a[0], b[1] - a[1]);
    if (after.length === 2) {
      const spread = (/** @type {number[][]} */ [p, q]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
      this.zoomBy(spread(after) / Math.max(1, spread(before)), b);
    }
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.dragged && !this.pointers.size) this.timer = setTimeout(() => this.finish(), 30);
  }

  /** A key of the map; false when it is none. */
  key(key) {
    const step = 90;
    const keys = {
      "+": () => this.zoomBy(1.3),
      "=": () => this.zoomBy(1.3),
      "-": () => this.zoomBy(1 / 1.3),
      0: () => this.fit(),
      ArrowLeft: () => this.panBy(step, 0),
      ArrowRight: () => this.panBy(-step, 0),
      ArrowUp: () => this.panBy(0, step),
      ArrowDown: () => this.panBy(0, -step),
    };
    if (key in keys) this.keep();
    keys[key]?.();
    return key in keys;
  }
}
