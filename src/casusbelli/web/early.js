// The line to the server, made before the rest of the page is there: the page runs this module by itself as soon as it comes, while
// some hundred others are on their way, and the first frame is here when they are. The shell then takes the line over.
//
//   <meta name="line" content="/m/k3…" data-seat="allied" data-study="" data-lang="it">

/** @typedef {{address: string, seat: string | null, study: string | null, language: string}} Place a table, and who looks on */

/** Where the socket of a table is. @param {Place} place */
export function lineAddress({ address, seat, study, language }) {
  const url = new URL(`${address}/socket`, location.href);
  if (study) url.searchParams.set("lang", language);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (seat) url.searchParams.set("seat", seat);
  if (seat && !study) url.searchParams.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  return url.href;
}

/** Sockets that were made early, until somebody takes them: each with what it has said meanwhile. @type {Map<string, {socket: WebSocket, heard: (() => void)[]}>} */
const waiting = new Map();

/** @param {string} url */
function make(url) {
  const socket = new WebSocket(url);
  /** @type {(() => void)[]} */
  const heard = [];
  socket.onmessage = (message) => heard.push(() => socket.onmessage?.(message));
  socket.onclose = (event) => heard.push(() => socket.onclose?.(event));
  waiting.set(url, { socket, heard });
}

/** A socket for that address: the one that was made early, once; else a new one. What it has said is said again to who has taken it. @param {string} url */
export function socketFor(url) {
  const early = waiting.get(url);
  waiting.delete(url);
  if (!early) return new WebSocket(url);
  queueMicrotask(() => early.heard.forEach((tell) => tell()));
  return early.socket;
}

/** @type {HTMLMetaElement | null} */
const named = globalThis.document?.querySelector('meta[name="line"]');
if (named) {
  const { seat, study, lang } = named.dataset;
  make(lineAddress({ address: named.content, seat: seat || null, study: study || null, language: lang ?? "" }));
}
