// What is seen of a scene: the tableau over the board, pieces that glide, cards that fly, a ring round what it is about.

import { centre, el } from "./dom.js";
import { calm } from "./markup.js";
import { finish, tableau, unfold } from "./tableau.js";

const GLIDE = 620;
/** A piece that walks its boxes takes so long for each, if that is longer. */
const STRIDE = 140;
const FLIGHT = 800;
const RING = 1300;
const ROUND = 90; // pixels up to which what is ringed is ringed by a circle, whatever its shape
/** Pixels below which a piece has not moved. */
const NEAR = 4;
/** More pieces than this do not glide: the board was laid out anew. */
const CROWD = 40;
/** Pixels a finger travels in a swipe. */
const SWIPE = 60;

const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/**
 * From where a piece has come, in pixels of now. What moved it along is not its own doing: a drawing that was turned to another place
 * (`frame`: its scale and origin on the screen), or the whole board under a question with more lines (`dx`, `dy`). What has come out of another
 * drawing has moved by itself.
 * @typedef {{x: number, y: number, drawing?: Element | null, frame: {a: number, d: number, e: number, f: number} | null}} Place
 * @param {Place} was @param {Place} is @param {number} dx @param {number} dy
 */
export function way(was, is, dx, dy) {
  if (!was.frame || !is.frame || was.drawing !== is.drawing) return [was.x + dx - is.x, was.y + dy - is.y];
  const own = ({ x, y, frame }) => [(x - frame.e) / frame.a, (y - frame.f) / frame.d];
  const [[x, y], [u, v]] = [own(was), own(is)];
  return [(x - u) * is.frame.a, (y - v) * is.frame.d];
}

/** Whether a piece lies open before the reader: not under a felt, not on another tab, not out of sight. */
function isSeen(piece, box) {
  if (!box.width || !box.height) return false;
  const top = document.elementFromPoint(.../** @type {[number, number]} */ (middle(box)));
  return Boolean(top) && (piece.contains(top) || piece.closest("svg")?.contains(top) === true);
}

export class Scenery {
  /** @param swiped told of "left" and "down" on the sheet of a phone */
  constructor(shell, swiped) {
    this.shell = shell;
    this.node = el("div", { class: "tableau", "aria-hidden": "true", hidden: true });
    this.timers = [];
    this.passing = new Set();
    this.open = null;
    this.key = null;
    this.node.addEventListener("pointerdown", (event) => (this.down = event));
    this.node.addEventListener("pointerup", ({ clientX, clientY }) => {
      if (!this.down) return;
      const [x, y] = [clientX - this.down.clientX, clientY - this.down.clientY];
      this.down = null;
      if (x < -SWIPE && Math.abs(x) > Math.abs(y)) swiped("left");
      else if (y > SWIPE && y > Math.abs(x)) swiped("down");
    });
  }

  /** Draws the board by `draw` and all that the scene adds; the milliseconds after which its outcome may be told. */
  set(scene, draw) {
    this.stop();
    this.glide(draw, [scene.flight].flat().filter(Boolean), scene.walk);
    const told = data(scene);
    if (!this.node.isConnected) this.shell.main.append(this.node);
    this.node.hidden = !told;
    this.open = null;
    if (told) {
      this.open = tableau(told, this.shell);
      this.node.replaceChildren(this.open.node);
      this.lay(scene.over);
      this.timers = unfold(this.open);
      const goes = scene.key !== undefined && scene.key === this.key;
      if (!goes && !calm()) this.node.animate({ translate: ["0 -14px", "0 0"] }, 220); // not its opacity: on a busy machine an animation may wait
    } else this.node.replaceChildren();
    this.key = scene.key ?? null;
    const spots = [scene.spot].flat().filter(Boolean).slice(0, CROWD);
    for (const value of spots) this.shell.board.bring?.(value); // all of them first: bringing one may put another out of sight
    const first = this.shell.layout === "wide" ? null : spots.map((value) => this.find(value)).find(Boolean);
    if (first) centre(first);
    for (const value of spots) this.ring(value);
    return this.open?.unfolds ?? 0;
  }

  /** Nothing is in the air any more. */
  stop() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    if (this.open) finish(this.open);
    for (const node of this.passing) node.remove();
    this.passing.clear();
  }

  clear() {
    this.stop();
    this.node.hidden = true;
    this.node.replaceChildren();
    this.open = this.key = null;
  }

  /** Over the part of the board that has no share in it; else at the top. On a phone the style sheet lays it at the foot. */
  lay(over) {
    const part = over && this.shell.host.querySelector(over);
    const box = part?.getBoundingClientRect();
    const outer = this.shell.main.getBoundingClientRect();
    const fits = box?.width > 240;
    this.node.classList.toggle("placed", fits);
    this.node.style.left = fits ? `${box.x + box.width / 2 - outer.x}px` : "";
    this.node.style.maxWidth = fits ? `${Math.max(box.width - 12, 300)}px` : "";
    const lowest = outer.height - this.node.offsetHeight - 10; // a tall one begins higher: its end must be seen
    this.node.style.top = fits ? `${Math.max(10, Math.min(box.y - outer.y + Math.max(10, box.height * 0.1), lowest))}px` : "";
  }

  find(value) {
    const name = CSS.escape(value);
    const found = this.shell.host.querySelectorAll(`[data-pick~="${name}"], [data-piece~="${name}"], [data-pile="${name}"]`);
    return [...found].find((node) => node.getClientRects().length) ?? null;
  }

  /** A ring closes round what the event is about. */
  ring(value) {
    const piece = this.find(value);
    if (!piece) return;
    if (!isSeen(piece, piece.getBoundingClientRect())) return;
    const node = el("div", { class: "spotlight", "aria-hidden": "true" });
    this.pass(node, RING);
    this.follow(node, piece);
    if (!calm()) node.animate([{ scale: 2.4, opacity: 0 }, { scale: 1, opacity: 1, offset: 0.3 }, { scale: 1, opacity: 1, offset: 0.85 }, { scale: 1, opacity: 0 }], RING);
  }

  /** The ring stays round its piece while that glides. */
  follow(node, piece) {
    const box = (piece.closest("[data-ring]") ?? piece).getBoundingClientRect(); // a piece may be the head of something larger
    const long = Math.max(box.width, box.height);
    const oblong = long > ROUND && long > 1.4 * Math.min(box.width, box.height); // a circle would lie over half the table
    const [width, height] = oblong ? [box.width + 18, box.height + 18] : [long + 26, long + 26];
    const [x, y] = middle(box);
    node.classList.toggle("oblong", oblong);
    if (box.width) Object.assign(node.style, { left: `${x - width / 2}px`, top: `${y - height / 2}px`, width: `${width}px`, height: `${height}px` });
    if (node.isConnected && !calm()) requestAnimationFrame(() => this.follow(node, piece));
  }

  /** Something that is on the page for a moment; it leaves by the clock. */
  pass(node, lasts) {
    document.body.append(node);
    this.passing.add(node);
    setTimeout(() => {
      node.remove();
      this.passing.delete(node);
    }, lasts);
  }

  // -- motion ------------------------------------------------------------------------------------------------------------

  /**
   * Pieces that stand elsewhere after the drawing glide there, one that walks by the boxes on its way; a flight brings a card from one place to another.
   * @param {() => void} draw @param {any[]} [flights] @param {{piece: string, along: string[]}} [walk]
   */
  glide(draw, flights = [], walk) {
    if (calm()) return draw();
    const { host } = this.shell;
    const before = this.places();
    const stood = host.getBoundingClientRect();
    const from = flights.map((flight) => host.querySelector(flight.from)?.getBoundingClientRect());
    draw();
    const stands = host.getBoundingClientRect();
    const moved = [];
    for (const [name, place] of this.places()) {
      const was = before.get(name);
      if (!was || !place || !was.width || !place.width) continue;
      const [left, up] = way(was, place, stands.x - stood.x, stands.y - stood.y);
      if (Math.hypot(left, up) > NEAR) moved.push([place.piece, left, up]);
    }
    const steps = walk ? strides(walk.along.map((box) => host.querySelector(box)?.getBoundingClientRect())) : [];
    if (moved.length <= CROWD) for (const [piece, left, up] of moved) slide(piece, [[left, up], ...(piece.dataset.piece === walk?.piece ? steps : []), [0, 0]]);
    flights.forEach((flight, i) => this.fly(flight, from[i], host.querySelector(flight.to)?.getBoundingClientRect()));
    return undefined;
  }

  /** Where each piece stands; one that stands in two places is none (null). */
  places() {
    const found = new Map();
    const frames = new Map();
    for (const piece of this.shell.host.querySelectorAll("[data-pick], [data-piece]")) {
      const name = `${piece.dataset.kind ?? ""} ${piece.dataset.piece ?? piece.dataset.pick}`;
      const box = piece.getBoundingClientRect();
      const [x, y] = middle(box);
      const drawing = piece instanceof SVGGraphicsElement ? piece.ownerSVGElement : null;
      if (drawing && !frames.has(drawing)) frames.set(drawing, drawing.getScreenCTM());
      found.set(name, found.has(name) ? null : { piece, x, y, width: box.width, drawing, frame: frames.get(drawing) ?? null });
    }
    return found;
  }

  fly({ kind = "", node = null }, from, to) {
    if (!from?.width || !to?.width) return;
    const card = el("div", { class: `flying ${kind}`, "aria-hidden": "true" }, node);
    const at = (box) => `${middle(box)[0]}px ${middle(box)[1]}px`;
    this.pass(card, FLIGHT);
    const path = [{ translate: at(from), scale: 0.7 }, { translate: at(to), scale: 1, offset: 0.85 }, { translate: at(to), scale: 0.6, opacity: 0 }];
    card.animate(path, { duration: FLIGHT, easing: "cubic-bezier(.4, 0, .2, 1)" });
  }
}

/** What a scene shows over the board: its tableau, with its dice and its card. */
function data({ tableau: told, dice, card }) {
  if (told instanceof Node) return told;
  if (!told && !dice?.length && !card) return null;
  return { dice, card, ...told };
}

/**
 * Where a piece rests on its way through these boxes, the last of which it stands in; nothing where one of them is not to be seen.
 * @param {(DOMRect | undefined)[]} boxes @returns {number[][]}
 */
export function strides(boxes) {
  if (!boxes.length || boxes.some((box) => !box?.width)) return [];
  const [x, y] = middle(boxes.at(-1));
  return boxes.slice(0, -1).map((box) => [middle(box)[0] - x, middle(box)[1] - y]);
}

/** @param {any} piece @param {number[][]} path */
function slide(piece, path) {
  const scale = piece instanceof SVGGraphicsElement ? (piece.getScreenCTM()?.a ?? 1) : 1;
  const frames = path.map(([x, y]) => ({ translate: `${x / scale}px ${y / scale}px`, easing: "cubic-bezier(.4, 0, .2, 1)" })); // it rests a moment at each
  piece.animate(frames, { duration: Math.max(GLIDE, STRIDE * (path.length - 1)) });
}
