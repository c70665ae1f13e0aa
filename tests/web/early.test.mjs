// The line that is made before the rest of the page is there.

import assert from "node:assert/strict";
import { test } from "node:test";

const made = [];
class Line {
  constructor(url) {
    this.url = url;
    made.push(this);
  }
}

globalThis.location = /** @type {any} */ (new URL("https://play.example.org/m/k3?lang=it"));
globalThis.WebSocket = /** @type {any} */ (Line);
/** The module anew: it looks at the page when it is read. */
const fresh = (name) => import(new URL(`../../src/casusbelli/web/early.js?${name}`, import.meta.url).href);
const place = (dataset) => ({ querySelector: () => ({ content: "/m/k3", dataset }) });

test("the page's line is made at once, and taken over once with all that it has said", async () => {
  globalThis.document = /** @type {any} */ (place({ seat: "allied", study: "", lang: "it" }));
  const { lineAddress, socketFor } = await fresh("seat");
  assert.equal(made.length, 1);
  const url = new URL(made[0].url);
  assert.equal(`${url.protocol}//${url.host}${url.pathname}`, "wss://play.example.org/m/k3/socket");
  assert.equal(url.searchParams.get("seat"), "allied");
  assert.equal(url.searchParams.has("lang"), false);
  assert.equal(lineAddress({ address: "/m/k3", seat: "allied", study: null, language: "it" }), made[0].url);

  made[0].onmessage({ data: "first" });
  const heard = [];
  const socket = socketFor(made[0].url);
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = ({ code }) => heard.push(code);
  assert.deepEqual(heard, [], "not before whoever takes it can listen");
  await null;
  socket.onmessage({ data: "second" });
  assert.deepEqual(heard, ["first", "second"]);

  const again = socketFor(made[0].url);
  assert.notEqual(again, socket);
  assert.equal(made.length, 2);
});

test("a line that broke before anybody took it tells so", async () => {
  made.length = 0;
  globalThis.document = /** @type {any} */ (place({ seat: "", study: "lesson", lang: "es" }));
  const { socketFor } = await fresh("lesson");
  assert.equal(made[0].url, "wss://play.example.org/m/k3/socket?lang=es");
  made[0].onclose({ code: 4403 });
  const codes = [];
  socketFor(made[0].url).onclose = ({ code }) => codes.push(code);
  await null;
  assert.deepEqual(codes, [4403]);
});

test("another address has a line of its own, and a page without a line makes none", async () => {
  made.length = 0;
  globalThis.document = /** @type {any} */ ({ querySelector: () => null });
  const { socketFor } = await fresh("none");
  assert.equal(made.length, 0);
  assert.equal(socketFor("wss://play.example.org/m/k4/socket"), made[0]);
});
