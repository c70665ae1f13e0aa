// Churchill: an issue is "in debate" as long as somebody may still answer, and no longer.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { Book } = await import("../../src/casusbelli/games/churchill/board/book.js");

function debates(frame) {
  const book = new Book({}, {});
  book.take({ view: {}, ...frame }, []);
  return book.debates;
}

test("the question says whether it goes on, whoever is asked", () => {
  assert.ok(debates({ ask: { decision: "debate_response", options: [] } }));
  assert.ok(debates({ ask: null, waiting: [{ seat: "us", decision: "debate_response" }] }));
  assert.ok(!debates({ ask: { decision: "meeting_action", options: [] } }));
  assert.ok(!debates({ ask: null, waiting: [{ seat: "us", decision: "meeting_action" }] }));
  assert.ok(debates({ ask: null }), "while it is shown on the stage");
});
