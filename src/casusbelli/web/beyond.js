// Where a place lies that the window of a map does not show, and which way the map has to go for it: boxes and numbers, no page in it.

/** The sign of each edge, and which way the map goes when it is pressed. */
/** @type {Record<string, [string, number, number]>} */
export const WAYS = { right: ["›", -1, 0], left: ["‹", 1, 0], down: ["⌄", 0, -1], up: ["⌃", 0, 1] };
export const MARGIN = 8; // pixels that stay free beside what is brought in
const HIDES = 0.25; // the share of a place that may lie under a lid before it counts as hidden
const SPANS = 0.85; // the share of a side that a lid takes before it is the edge itself

export const common = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
export const areaOf = ({ left, top, right, bottom }) => Math.max(0, right - left) * Math.max(0, bottom - top);

/** What of a window is left beside the lids that take a whole side of it. */
export function roomBeside(room, lids) {
  return lids.reduce((left, lid) => {
    const over = common(left, lid);
    if (!areaOf(over)) return left;
    const [width, height] = [left.right - left.left, left.bottom - left.top];
    if (over.right - over.left > SPANS * width && over.bottom - over.top < SPANS * height) {
      return over.top - left.top < left.bottom - over.bottom ? { ...left, top: over.bottom } : { ...left, bottom: over.top };
    }
    if (over.bottom - over.top > SPANS * height && over.right - over.left < SPANS * width) {
      return over.left - left.left < left.right - over.right ? { ...left, left: over.right } : { ...left, right: over.left };
    }
    return left;
  }, room);
}

/**
 * How far the map has to go until this box is in sight, by the edge whose arrow does it: null where it is, or where the map goes no further.
 * slack: how far the map can still go when the arrow of an edge is pressed.
 */
export function wayTo(box, room, lids, slack) {
  const beyond = { right: box.right - room.right, left: room.left - box.left, down: box.bottom - room.bottom, up: room.top - box.top };
  const out = Object.keys(WAYS).filter((way) => beyond[way] > 1);
  const open = (way) => slack[way] > 1;
  if (out.length) {
    const way = out.find(open);
    return way ? { way, far: beyond[way] + MARGIN } : null;
  }
  const lid = lids.find((each) => areaOf(common(box, each)) > HIDES * areaOf(box));
  if (!lid) return null;
  const clear = { right: box.right - lid.left, left: lid.right - box.left, down: box.bottom - lid.top, up: lid.bottom - box.top };
  const isFar = { right: box.left - clear.right < room.left, left: box.right + clear.left > room.right, down: box.top - clear.down < room.top, up: box.bottom + clear.up > room.bottom };
  const fits = (way) => slack[way] > clear[way] && !isFar[way];
  const ways = Object.keys(WAYS).filter(fits).sort((one, other) => clear[one] - clear[other]);
  return ways.length ? { way: ways[0], far: clear[ways[0]] + MARGIN } : null;
}
