// Names of places, set where they meet nothing: below, beside or above, by rank; what finds no room is left out until one looks closer.

const CITY = { size: 14.6, wide: 0.56 };
const TOWN = { size: 12.2, wide: 0.51 };
const SIDES = [
  ["middle", 0, 1, 0],
  ["start", 1, 0, 3],
  ["end", -1, 0, 4],
  ["middle", 0, -1, 5],
  ["start", 0.8, 0.7, 6],
  ["end", -0.8, 0.7, 7],
  ["start", 0.8, -0.8, 8],
  ["end", -0.8, -0.8, 9],
];
const CROWDED = 26; // square pixels of overlap a town's name may have; a city's is always written
const BIN = 64;
/** Where else the name of a region may stand, in its own widths and heights; and how much of it may meet something. */
const NEAR = [[0, 0], [0, -1.6], [0, 1.6], [0.35, 0], [-0.35, 0], [0.35, -1.6], [-0.35, -1.6], [0.35, 1.6], [-0.35, 1.6], [0, -3.2], [0, 3.2], [0.6, -3.2], [-0.6, 3.2], [0.7, 0], [-0.7, 0]];
const SLIGHT = 0.01;
const AIR = 6; // pixels beside the name of a region: widths of names are reckoned, not measured

class Taken {
  constructor() {
    this.bins = new Map();
  }

  each(box, act) {
    for (let i = Math.floor(box[0] / BIN); i <= Math.floor(box[2] / BIN); i += 1) {
      for (let j = Math.floor(box[1] / BIN); j <= Math.floor(box[3] / BIN); j += 1) act(`${i} ${j}`);
    }
  }

  add(box) {
    this.each(box, (key) => {
      if (!this.bins.has(key)) this.bins.set(key, []);
      this.bins.get(key).push(box);
    });
  }

  overlap(box) {
    const seen = new Set();
    let area = 0;
    this.each(box, (key) => {
      for (const other of this.bins.get(key) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        area += Math.max(0, Math.min(box[2], other[2]) - Math.max(box[0], other[0])) * Math.max(0, Math.min(box[3], other[3]) - Math.max(box[1], other[1]));
      }
    });
    return area;
  }
}

/**
 * places: [{id, name, city, at: [x, y] in pixels, box: [left, up, right, down] of what is drawn there}], in order of rank.
 * Gives {names: [{id, x, y, anchor, star} in pixels relative to the place], taken: the room that is taken}.
 */
export function setNames(places, small) {
  const taken = new Taken();
  for (const { at, box } of places) taken.add([at[0] + box[0], at[1] + box[1], at[0] + box[2], at[1] + box[3]]);
  const names = places.flatMap((place) => {
    if (small && !place.city) return [];
    const { size, wide } = place.city ? CITY : TOWN;
    const width = place.name.length * size * wide + (place.city ? 15 : 2);
    const spots = SIDES.map(([anchor, across, along, cost]) => spot(place, anchor, across, along, cost, width, size, taken));
    const best = spots.reduce((one, other) => (other.cost < one.cost ? other : one));
    if (!place.city && best.cost > CROWDED) return [];
    taken.add(best.box);
    const [left, top, right] = best.box;
    const start = anchorAt(best.anchor, left, right);
    return [{ id: place.id, name: place.name, city: place.city, left: left - place.at[0], x: start - place.at[0], y: top + size * 0.86 - place.at[1], anchor: best.anchor }];
  });
  return { names, taken };
}

/** Room for the name of a region near its place, in units of the map; null: there is none. */
export function findRoom(taken, { x, y }, width, height, zoom) {
  let best = null;
  for (const [dx, dy] of NEAR) {
    const [at, line] = [x + dx * width, y + dy * height];
    const box = [at - width / 2, line - height * 0.8, at + width / 2, line + height * 0.1].map((side, i) => side * zoom + [-AIR, 0, AIR, 0][i]);
    const over = taken.overlap(box);
    if (!best || over < best.over) best = { x: at, y: line, over, box };
    if (!over) break;
  }
  if (best.over > SLIGHT * width * height * zoom * zoom) return null;
  taken.add(best.box);
  return { x: best.x, y: best.y };
}

const anchorAt = (anchor, left, right) => ({ start: left, end: right, middle: (left + right) / 2 })[anchor];

function spot({ at: [x, y], box: [l, u, r, d] }, anchor, across, along, cost, width, size, taken) {
  const height = size + 1;
  const px = x + (across > 0 ? r * across + 3 : across < 0 ? -l * across - 3 : (l + r) / 2);
  const left = px - { start: 0, end: width, middle: width / 2 }[anchor];
  const top = along === 0 ? y + (u + d) / 2 - height / 2 : along > 0 ? y + d * (across ? 0.35 : 1) + 1 : y + u * (across ? 0.9 : 1) - height - 1;
  const box = [left, top, left + width, top + height];
  return { anchor, box, cost: taken.overlap(box) + cost };
}
