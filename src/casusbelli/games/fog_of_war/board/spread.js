// Blocks of neighbouring provinces must not lie on each other: those that would are moved apart, as little as possible.

const TURNS = 320; // rounds of pushing at most; a roomy map is calm after a few
const HOME = 0.05; // how strongly a block is drawn back to its own place in the first round, less and less then
const QUIET = 100; // the last rounds only push
const WAYS = [1, 1.7, 2.5, 4]; // how much rather a block goes aside than up or down: frames are wider than high

/**
 * boxes: [{x, y, left, top, right, bottom}], the place of a block in pixels and how far it reaches from there; gap: pixels between
 * two blocks; bounds: [left, top, right, bottom] that no block may leave, or null.
 * @returns {[number, number][]} how far each block is moved
 */
export function spread(boxes, gap = 2, bounds = null) {
  let best = null;
  for (const aside of WAYS) {
    const tried = push(boxes, gap, bounds, aside);
    if (!best || tried.over < best.over) best = tried;
    if (!best.over) break;
  }
  return best.moves;
}

/** One way of moving them: the moves, and by how many pixels blocks still lie on each other. */
function push(boxes, gap, bounds, aside) {
  const count = boxes.length;
  const xs = Float64Array.from(boxes, ({ x, left, right }) => x + (left + right) / 2);
  const ys = Float64Array.from(boxes, ({ y, top, bottom }) => y + (top + bottom) / 2);
  const wide = Float64Array.from(boxes, ({ left, right }) => (right - left + gap) / 2);
  const high = Float64Array.from(boxes, ({ top, bottom }) => (bottom - top + gap) / 2);
  const [homeX, homeY] = [xs.slice(), ys.slice()];
  let over = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    over = 0;
    for (let i = 0; i < count; i += 1) {
      for (let j = i + 1; j < count; j += 1) {
        const dx = xs[j] - xs[i];
        const dy = ys[j] - ys[i];
        const overX = wide[i] + wide[j] - Math.abs(dx);
        const overY = high[i] + high[j] - Math.abs(dy);
        if (overX <= 0.05 || overY <= 0.05) continue;
        over += Math.min(overX, overY);
        if (overX < overY * aside) {
          const step = (dx < 0 ? -overX : overX) / 2;
          xs[i] -= step;
          xs[j] += step;
        } else {
          const step = (dy < 0 ? -overY : overY) / 2;
          ys[i] -= step;
          ys[j] += step;
        }
      }
    }
    const pull = Math.max(0, HOME * (1 - turn / (TURNS - QUIET)));
    if (!over && (!turn || !pull)) break;
    for (let i = 0; i < count; i += 1) {
      xs[i] += (homeX[i] - xs[i]) * pull;
      ys[i] += (homeY[i] - ys[i]) * pull;
      if (bounds) {
        xs[i] = Math.max(bounds[0] + wide[i], Math.min(bounds[2] - wide[i], xs[i]));
        ys[i] = Math.max(bounds[1] + high[i], Math.min(bounds[3] - high[i], ys[i]));
      }
    }
  }
  return { over: over < 1 ? 0 : over, moves: boxes.map((_, i) => [xs[i] - homeX[i], ys[i] - homeY[i]]) };
}
