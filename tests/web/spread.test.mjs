// Blocks of the map of The Fog of War that would lie on each other are moved apart.

import assert from "node:assert/strict";
import { test } from "node:test";
import { spread } from "../../src/casusbelli/games/fog_of_war/board/spread.js";

const block = (x, y) => ({ x, y, left: -30, top: -20, right: 30, bottom: 20 });

const overlaps = (boxes, moves) => {
  const at = boxes.map(({ x, y }, i) => [x + moves[i][0], y + moves[i][1]]);
  return at.flatMap(([ax, ay], i) => at.slice(i + 1).filter(([bx, by]) => Math.abs(ax - bx) < 60 && Math.abs(ay - by) < 40)).length;
};

test("blocks with room stay where they are", () => {
  assert.deepEqual(spread([block(0, 0), block(100, 0), block(0, 100)]), [[0, 0], [0, 0], [0, 0]]);
});

test("a crowd is moved apart and stays inside its frame", () => {
  const crowd = Array.from({ length: 9 }, (_, n) => block(150 + 12 * (n % 3), 110 + 9 * Math.floor(n / 3)));
  const frame = [0, 0, 420, 320];
  const moves = spread(crowd, 2, frame);
  assert.equal(overlaps(crowd, moves), 0);
  crowd.forEach(({ x, y }, i) => {
    assert.ok(x + moves[i][0] >= 30 && x + moves[i][0] <= 390);
    assert.ok(y + moves[i][1] >= 20 && y + moves[i][1] <= 300);
  });
});

test("two blocks on one spot part, by the same way every time", () => {
  const pair = [block(10, 10), block(10, 10)];
  assert.equal(overlaps(pair, spread(pair)), 0);
  assert.deepEqual(spread(pair), spread(pair));
});
