// The map of a finished match as a picture, and the course of the war as a moving one: made in the browser of what it draws, and sent nowhere.

// @ts-check

import { el } from "./dom.js";

const WIDE = 720; // pixels
const CAPTION = 40;
const FRAMES = 60;
const STANDS = 350; // milliseconds a frame stands, the last one longer
const LAST = 3000;
const LARGE = 0.25; // a drawing that covers so much of the map's frame is a layer of it
const REGIONS = '[data-part~="map"], [data-part~="war"]';
/** What style sheets may say of a drawing, with what holds where nothing is said; written into the copy, which no style sheet reaches. */
const USUAL = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-opacity": "1",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  color: "rgb(0, 0, 0)",
  display: "inline",
  visibility: "visible",
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "font-style": "normal",
  "letter-spacing": "normal",
  "text-anchor": "start",
  "dominant-baseline": "auto",
  "paint-order": "normal",
  "clip-path": "none",
  mask: "none",
  "stop-color": "rgb(0, 0, 0)",
  "stop-opacity": "1",
};
const STYLES = Object.keys(USUAL);
const KEPT = "defs, symbol, clipPath, marker, pattern";
const NAMED = /url\(["']?[^"')]*#([\w:.-]+)["']?\)/g;

/** The moments of a film: the ends of chapters and others evenly between, not more than it can hold, first and last always. @param {number} first @param {number} last @param {number[]} chapters @returns {number[]} */
export function momentsOf(first, last, chapters, most = FRAMES) {
  const wanted = new Set([first, last, ...chapters.filter((at) => at >= first && at <= last).slice(0, most - 2)]);
  const step = (last - first) / Math.max(1, most - wanted.size);
  for (let at = first; at < last && step > 0 && wanted.size < most; at += step) wanted.add(Math.round(at));
  return [...wanted].sort((one, other) => one - other);
}

/** The element that holds the map, where it is drawn. @param {Element} host @returns {Element | null} */
function regionOf(host) {
  const drawn = [...host.querySelectorAll(REGIONS)].filter((node) => node.getClientRects().length);
  return drawn.find((node) => layersOf(node).length) ?? (layersOf(host).length ? host : null);
}

/** The drawings that make up the map, the lowest first. @param {Element} region @returns {SVGSVGElement[]} */
function layersOf(region) {
  const frame = region.getBoundingClientRect();
  const inside = /** @type {any[]} */ ([...region.querySelectorAll("svg")]);
  const own = region instanceof SVGSVGElement ? [region] : inside.filter((svg) => !svg.parentElement?.closest("svg"));
  return own.filter((svg) => {
    const { width, height } = svg.getBoundingClientRect();
    return svg.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && width * height >= LARGE * frame.width * frame.height;
  });
}

/** What the drawings of a map cover of its frame. @param {Element} region */
function extentOf(region) {
  const frame = region.getBoundingClientRect();
  const boxes = layersOf(region).map((svg) => svg.getBoundingClientRect());
  const [left, top] = [Math.max(frame.left, Math.min(...boxes.map((box) => box.left))), Math.max(frame.top, Math.min(...boxes.map((box) => box.top)))];
  const [right, bottom] = [Math.min(frame.right, Math.max(...boxes.map((box) => box.right))), Math.min(frame.bottom, Math.max(...boxes.map((box) => box.bottom)))];
  return { left, top, width: right - left, height: bottom - top };
}

/** A copy of a drawing that looks alike without the page: styles written into it, and all it refers to. @param {SVGSVGElement} svg @returns {SVGSVGElement} */
function apart(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  dressAll(svg, copy);
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  bringAlong(copy);
  return copy;
}

/** A drawing with everything in it. What is only referred to gets its looks from who refers to it, unless a style sheet names it. @param {Element} from @param {Element} to */
function dressAll(from, to) {
  const [theirs, ours] = [from, to].map((drawing) => [drawing, ...drawing.querySelectorAll("*")]); // once: a map has thousands
  theirs.forEach((node, n) => {
    if (!node.closest(KEPT) || node.hasAttribute("class") || node.localName === "stop") dress(node, ours[n]);
  });
}

/** Writes what the page says of an element into its twin: as attributes, for the page's policy allows no style of a text's own. @param {Element} from @param {Element} to */
function dress(from, to) {
  const style = getComputedStyle(from);
  to.removeAttribute("style");
  to.removeAttribute("class");
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value && (value !== USUAL[name] || to.hasAttribute(name))) to.setAttribute(name, value.replace(NAMED, "url(#$1)"));
  }
  const turned = style.getPropertyValue("transform");
  if (turned && turned !== "none" && !from.hasAttribute("transform")) to.setAttribute("transform", turned);
}

/** What the copy refers to and does not hold: shapes, gradients and patterns of the page. @param {SVGSVGElement} copy */
function bringAlong(copy) {
  const home = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  copy.prepend(home);
  const held = new Set([...copy.querySelectorAll("[id]")].map(({ id }) => id));
  const look = [copy];
  for (let node = look.pop(); node; node = look.pop()) {
    const text = node.outerHTML;
    const names = [...text.matchAll(NAMED)].map(([, name]) => name).concat([...text.matchAll(/href="#([\w:.-]+)"/g)].map(([, name]) => name));
    for (const name of new Set(names)) {
      const found = held.has(name) ? null : document.getElementById(name);
      held.add(name);
      if (!found) continue;
      const twin = /** @type {SVGSVGElement} */ (found.cloneNode(true));
      dressAll(found, twin);
      home.append(twin);
      look.push(twin);
    }
  }
}

/** @param {SVGSVGElement} svg @returns {Promise<HTMLImageElement>} */
async function drawn(svg) {
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  const picture = new Image();
  try {
    picture.src = address;
    await picture.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return picture;
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));

/** The colour on which a map lies. @param {Element} region @returns {string} */
function groundOf(region) {
  for (let node = /** @type {Element | null} */ (region); node; node = node.parentElement) {
    const { backgroundColor } = getComputedStyle(node);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return "#fff";
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export class Film {
  /** @param {any} shell @param {number[]} chapters the choices after which they ended */
  constructor(shell, chapters) {
    this.shell = shell;
    this.chapters = chapters;
    this.stopped = false;
    this.canvas = document.createElement("canvas");
  }

  /** Whether there is a map to be seen. */
  get possible() {
    return regionOf(this.shell.host) !== null;
  }

  /** The board as it is drawn now, on the canvas; null where another part of it hides the map. @param {string} words @returns {Promise<CanvasRenderingContext2D | null>} */
  async take(words) {
    const region = regionOf(this.shell.host);
    const pen = this.canvas.getContext("2d", { willReadFrequently: true });
    if (!region || !pen) return null;
    const frame = extentOf(region);
    const scale = WIDE / frame.width;
    if (!this.high) this.high = Math.round(frame.height * scale); // all frames of a film are alike
    if (this.canvas.width !== WIDE || this.canvas.height !== this.high + CAPTION) Object.assign(this.canvas, { width: WIDE, height: this.high + CAPTION });
    pen.fillStyle = groundOf(region);
    pen.fillRect(0, 0, WIDE, this.high + CAPTION);
    for (const svg of layersOf(region)) {
      const box = svg.getBoundingClientRect();
      pen.drawImage(await drawn(apart(svg)), (box.left - frame.left) * scale, (box.top - frame.top) * scale, box.width * scale, box.height * scale);
    }
    pen.fillStyle = "#2b2620";
    pen.fillRect(0, this.high, WIDE, CAPTION);
    pen.fillStyle = "#fff7df";
    pen.font = "600 18px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.fillText(words, 14, this.high + CAPTION / 2, WIDE - 28);
    return pen;
  }

  /** What stands below: the game, and where in it we are. @param {any} frame */
  words(frame) {
    const { shell } = this;
    const head = shell.board.headline?.(frame) ?? "";
    return [shell.t("game.title"), ...[head].flat()].filter(Boolean).join(" · ");
  }

  async picture() {
    const pen = await this.take(this.words(this.shell.frame));
    if (!pen) return false;
    const blob = await new Promise((done) => this.canvas.toBlob(done, "image/png"));
    save(blob, `${this.shell.page.game}-${this.shell.page.match}.png`);
    return true;
  }

  /** The whole war. @param {(done: number, total: number) => void} tell @returns {Promise<boolean>} */
  async film(tell) {
    const { shell } = this;
    const moments = momentsOf(0, shell.replay.total, this.chapters);
    /** @type {ImageData[]} */
    const pictures = [];
    const before = { n: shell.replay.n, viewpoint: shell.replay.viewpoint };
    shell.replay.viewpoint = "";
    try {
      for (const [n, at] of moments.entries()) {
        if (this.stopped) return false;
        tell(n, moments.length);
        const frame = await shell.replay.fetch(at);
        if (!frame) continue;
        const shown = shell.replay.asFrame(frame, null);
        shell.board.update(shown, null);
        shell.board.map?.panzoom?.fit(true); // the whole war, from one place: boards look where something happens
        await nextFrame();
        const pen = await this.take(this.words(shown));
        if (pen) pictures.push(pen.getImageData(0, 0, this.canvas.width, this.canvas.height));
      }
    } finally {
      shell.replay.viewpoint = before.viewpoint;
      shell.board.update(shell.frame, null);
      shell.draw();
    }
    if (pictures.length < 2) return false;
    tell(moments.length, moments.length);
    const times = pictures.map((_, n) => (n === pictures.length - 1 ? LAST : STANDS));
    const bytes = await written(pictures, times);
    save(new Blob([bytes], { type: "image/gif" }), `${shell.page.game}-${shell.page.match}.gif`);
    return true;
  }
}

/** @param {ImageData[]} pictures @param {number[]} times @returns {Promise<Uint8Array<ArrayBuffer>>} */
function written(pictures, times) {
  const worker = new Worker(new URL("./gifworker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", reject);
    const plain = pictures.map(({ width, height, data }) => ({ width, height, data }));
    worker.postMessage({ pictures: plain, times }, plain.map(({ data }) => data.buffer));
  }).finally(() => worker.terminate());
}
