// Churchill on stage: a tie says who was level and why it went to the winner.

import assert from "node:assert/strict";
import { register } from "node:module";
import { test } from "node:test";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { SPEECHES } = await import("../../src/casusbelli/games/churchill/board/speeches.js");

const t = (key, params = {}) => `${key} ${Object.values(params).join(" ")}`.trim();
const book = { t, name: (id) => id, issuesAt: () => [] };
const won = (power, issues, log = []) => SPEECHES.conference_won(book, { power, issues }, { log }).tableau.note;
const committed = { kind: "leader_committed", params: { power: "uk", card: "churchill" } };

test("a conference that nobody else has won as many issues of needs no words", () => {
  assert.equal(won("us", { uk: 1, ussr: 2, us: 3 }), undefined);
});

test("a tie without a leader goes to the United States, or it decides one of others", () => {
  assert.equal(won("us", { uk: 1, ussr: 2, us: 2 }), "ui.stage.tie ussr,us true");
  assert.equal(won("uk", { uk: 2, ussr: 2, us: 1 }), "ui.stage.tie uk,ussr false");
});

test("a tie that a leader decides names him; one committed to the agenda before does not count", () => {
  assert.equal(won("uk", { uk: 2, ussr: 2, us: 1 }, [{ kind: "issue_won", params: {} }, committed]), "ui.stage.tie_broken uk,ussr churchill");
  assert.equal(won("us", { uk: 2, ussr: 0, us: 2 }, [committed, { kind: "issue_won", params: {} }]), "ui.stage.tie uk,us true");
});

test("so does the agenda", () => {
  const shown = Object.entries({ uk: 5, ussr: 3, us: 5 }).map(([power, value]) => ({ kind: "agenda_revealed", params: { power, card: power, value } }));
  assert.equal(SPEECHES.agenda_won(book, { power: "us" }, { log: [{ kind: "conference_opened", params: {} }, ...shown] }).tableau.note, "ui.stage.tie uk,us true");
});
