import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { fill, TextError, Texts } from "../../src/casusbelli/web/texts.js";

const vectors = JSON.parse(readFileSync(new URL("../texts_vectors.json", import.meta.url), "utf8"));

for (const { template, params, text } of vectors.fill) {
  test(`fills ${JSON.stringify(template)} with ${JSON.stringify(params)}`, () => {
    assert.equal(fill(vectors.words, template, params), text);
  });
}

for (const { template, params } of vectors.wrong) {
  test(`refuses ${JSON.stringify(template)}`, () => {
    assert.throws(() => fill(vectors.words, template, params), TextError);
  });
}

for (const { decision, choice, text } of vectors.choices) {
  test(`says the choice ${choice.join(" ")} of ${decision}`, () => {
    assert.equal(new Texts(vectors.words, vectors.verbs).choice(decision, choice), text);
  });
}

test("a verb alone has its own text, or dots in the gaps", () => {
  const texts = new Texts({ "choice.place": "Place {card, name} in {province, name}", "verb.launch": "Launch…" }, vectors.verbs);
  assert.equal(texts.verb("act", "place"), "Place … in …");
  assert.equal(texts.verb("act", "launch"), "Launch…");
  assert.equal(texts.verb("act", "pass"), "pass");
});

test("a rule without a summary is told by the one above it", () => {
  const texts = new Texts({ "rule.5.title": "Turns", "rule.5.2.title": "Actions" });
  assert.equal(texts.ruleFor("5.2.7"), "5.2");
  assert.equal(texts.ruleFor("5.31"), "5");
  assert.equal(texts.ruleFor("9"), null);
  assert.equal(texts.ruleFor(""), null);
});

test("a sentence in pieces: what was a number is a figure, in every form; a name with a number in it is none", () => {
  const words = { "name.front_2": "Front 2", "event.moved": "{front, name}: {before} → {after}, {bonus, signed}; {n, plural, one {# die} other {# dice}} ({dice})" };
  const params = { front: "front_2", before: 3, after: -1, bonus: 2, n: 2, dice: [4, 6] };
  const pieces = new Texts(words).pieces("event.moved", params);
  assert.deepEqual(pieces.filter((_, i) => i % 2), ["3", "−1", "+2", "2", "4", "6"]);
  assert.equal(pieces.join(""), new Texts(words).say("event.moved", params));
  assert.deepEqual(new Texts(words).pieces("event.unknown"), ["event.unknown"]);
});
