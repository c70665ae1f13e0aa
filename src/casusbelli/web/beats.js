// From a frame back to the positions through which it was reached: no page in it, tested by Node.

/**
 * The value changed; the old one is left alone. `table/delta.py` makes the changes, `tests/beats_vectors.json` holds both.
 * @param {any} value @param {import("./wire.d.ts").Change} change
 */
export function apply(value, { "+": put = {}, "-": gone = [], "~": inside = {} }) {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, part] of Object.entries(put)) copy[key] = part;
  for (const [key, change] of Object.entries(inside)) copy[key] = apply(copy[key], change);
  for (const key of gone) delete copy[key];
  return copy;
}

/**
 * The frame's beats as frames of their own, in the order in which they happened. Nothing is asked in them, and they end before
 * the present: the log of each ends with its event.
 * @param {import("./wire.d.ts").Frame} frame
 */
export function beatFrames(frame) {
  let { view } = frame;
  const found = [];
  for (const { at, back } of [...(frame.beats ?? [])].reverse()) {
    view = apply(view, back);
    const events = { from: at, list: [frame.log[at]] };
    found.push({ ...frame, view, at, events, log: frame.log.slice(0, at + 1), staged: true, beats: [], ask: null, undo: false, over: null, waiting: [] });
  }
  return found.reverse();
}
