// Behind a line of the log: what it follows from, dice, rule, and the cards it names.

import assert from "node:assert/strict";
import test from "node:test";

import { behind, cardsNamed } from "../../src/casusbelli/web/behind.js";

const shell = {
  t: (key) => key, eventText: ({ kind }) => `It has ${kind}.`, texts: { ruleFor: (number) => (number === "7.72" ? "7.7" : null) },
  board: { inspect: (kind, id) => (kind === "card" && id.startsWith("card_") ? { title: id, card: { title: id } } : null) },
};
const event = (params, rule = "") => ({ kind: "rolled", rule, params });

test("at most three lines: cause, dice, rule", () => {
  assert.deepEqual(behind(shell, event({ roll: 4, front: "west" }, "7.72"), event({}, "")), [["shell.log.follows", "It has rolled."], ["shell.log.die", "4"], ["shell.log.rule", "7.72 · rule.7.7.title"]]);
  assert.deepEqual(behind(shell, event({}), null), []);
  assert.deepEqual(behind(shell, event({}, "3.1"), null), [["shell.log.rule", "3.1"]]);
});

test("dice are told one by one, a sum of them or a die that was not needed is none", () => {
  assert.deepEqual(behind(shell, event({ dice: [6, 2], roll: 8 }), null), [["shell.log.dice", "6, 2"]]);
  assert.deepEqual(behind(shell, event({ roll: 0 }), null), []);
  assert.deepEqual(behind(shell, event({ side: "red", die: 3 }), null), [["shell.log.die", "3"]]);
});

test("all cards that an event names, at any depth, one leading to the next", () => {
  const first = cardsNamed(shell, event({ card: "card_1", rest: { discard: ["card_2", "paris"] } }));
  assert.deepEqual([first.title, first.before], ["card_1", null]);
  const second = first.after();
  assert.deepEqual([second.title, second.after, second.before().title], ["card_2", null, "card_1"]);
  assert.equal(cardsNamed(shell, event({ space: "paris", count: 3 })), undefined);
});
