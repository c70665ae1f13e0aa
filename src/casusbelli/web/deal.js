// The page before the deal: it adds this browser's own chance for each of its seats and goes to the table when the deal is made.

import { newValue, nextWord, remember, remembered } from "./chance.js";

const AGAIN = 2000;

const page = document.querySelector("#deal");
const { match, seat } = page.dataset;
const mine = JSON.parse(page.dataset.mine);
const words = JSON.parse(page.dataset.words);
const values = new Map();

function valueOf(own, seal) {
  if (!values.has(own)) {
    const kept = remembered(match, own);
    const value = kept?.seal === seal ? kept.value : newValue();
    values.set(own, value);
    remember(match, own, { value, seal });
  }
  return values.get(own);
}

function listen(own) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = own ? `?seat=${encodeURIComponent(own)}&beats=0` : "?beats=0";
  const socket = new WebSocket(`${scheme}://${location.host}/m/${match}/socket${query}`);
  socket.onmessage = ({ data }) => hear(JSON.parse(data), own, socket);
  socket.onclose = ({ code }) => code < 4400 && setTimeout(() => listen(own), AGAIN);
}

function hear(message, own, socket) {
  if (message.t === "frame" || (message.t === "deal" && message.closed)) location.reload();
  if (message.t === "refused" && message.reason === "storage") socket.close(); // what was said is said again on a new line
  if (message.t === "players") showPlayers(message.players);
  if (message.t !== "deal") return;
  showPlayers(message.players);
  show(message);
  if (!own) return;
  const value = valueOf(own, message.commitment);
  const word = nextWord(message, own, value);
  if (word?.t === "show") remember(match, own, { value, seal: message.commitment, pledges: message.pledges });
  if (word && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: newValue(), ...word })); // a page that is loaded anew says it then
}

/** Somebody has sat down: the page is made by the server, who knows the words. */
function showPlayers(players) {
  const open = Object.entries(players).filter(([, { kind }]) => kind === "open").map(([each]) => each).join(" ");
  if (page.dataset.open !== undefined && page.dataset.open !== open) location.reload();
  page.dataset.open = open;
}

function show({ players, pledges, shown, showing }) {
  const state = page.querySelector("[data-state]");
  const open = Object.values(players).some(({ kind }) => kind === "open");
  const text = open ? words.seats : words.chance;
  if (state && state.textContent !== text) state.textContent = text;
  for (const chip of page.querySelectorAll("[data-chip]")) {
    const held = chip.closest("[data-seat]").dataset.seat;
    const added = showing ? shown.includes(held) : held in pledges;
    chip.hidden = players[held]?.kind !== "human";
    chip.textContent = added ? words.added : words.waiting;
  }
}

/* an address that can be read out, or marked and copied where there is no clipboard */
for (const link of page.querySelectorAll("[data-invite]")) link.textContent = new URL(link.getAttribute("href"), location.href).href;
for (const button of page.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
    button.textContent = words.copied;
  });
}
if (page.querySelector("[data-state]")) for (const own of mine.length ? mine : [seat]) listen(own);
