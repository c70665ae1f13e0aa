// Lines on the map: arrows of movement and attack, supply lines, ways that could be gone.

const STEM = 9;
const HEAD = 15;

/** An arrow between two map points; kind: go, maybe, last, retreat. k: pixels of pieces for a map unit. */
export function arrow([x0, y0], [x1, y1], kind, k = 1, [near, far] = [24, 27]) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const room = Math.max(0, length - 14 * k);
  const [r0, r1] = near * k + far * k > room ? [room * 0.35, room * 0.35] : [near * k, far * k];
  const [sx, sy, tx, ty] = [x0 + ux * r0, y0 + uy * r0, x1 - ux * r1, y1 - uy * r1];
  const [hx, hy] = [tx - ux * HEAD * k, ty - uy * HEAD * k];
  const w = STEM * k;
  const at = (x, y, s) => `${(x - uy * s).toFixed(1)} ${(y + ux * s).toFixed(1)}`;
  const d = `M${at(sx, sy, w * 0.28)}L${at(hx, hy, w * 0.62)}L${at(hx, hy, w * 1.3)}L${tx.toFixed(1)} ${ty.toFixed(1)}L${at(hx, hy, -w * 1.3)}L${at(hx, hy, -w * 0.62)}L${at(sx, sy, -w * 0.28)}z`;
  return `<path class="arr ${kind}" d="${d}"/>`;
}

const through = (points) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;

/** The supply line of a stack, from the unit to its source. */
export const supplyLine = (points) => `<g class="sup"><path class="a" d="${through(points)}"/><path class="b" d="${through(points)}"/></g>`;

/** A way that was gone or could be gone. */
export const way = (points, kind, k) => `<path class="way ${kind}" d="${through(points.slice(0, -1))}"/>${points.length > 1 ? arrow(points.at(-2), points.at(-1), kind, k, [4, 24]) : ""}`;
