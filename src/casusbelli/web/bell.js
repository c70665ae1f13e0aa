// The bell: how many notices wait, in the header and before the title; a notice of the browser while a page is open, if the reader
// has allowed it by a button; and the service worker that shows the page without a line.
//
//   <a data-bell data-words="…">       the bell; its words are told anew with the number
//   <… data-notifying hidden>          the button that asks the browser, where the browser can show notices at all

import { fill } from "./texts.js";

const EVERY = 20_000;
const KEY = "casus.news";

/** @typedef {{id: string, text: string, url: string, at: number, match: string|null, seen: boolean}} Notice */
/** @typedef {{unseen: number, list: Notice[], now: number}} News */

const bell = document.querySelector("[data-bell]");
const able = "Notification" in globalThis;
const plain = document.title;

/** The browser's own permission, or "none" where it has no such thing. */
function permission() {
  return able ? Notification.permission : "none";
}

/** Shows a notice of the browser; one of a match takes the place of the one before. */
async function show(text, url, tag) {
  const options = { body: "", tag, icon: "/static/icons/icon-192.png", data: url, lang: document.documentElement.lang };
  const worker = await navigator.serviceWorker?.getRegistration?.();
  if (worker) {
    await worker.showNotification(text, options);
    return;
  }
  const shown = new Notification(text, options);
  shown.onclick = () => {
    globalThis.focus();
    location.assign(url);
  };
}

/** How many wait: on the bell, before the title, on the picture of the page. */
function tellCount(unseen) {
  if (bell) {
    bell.querySelector(".count").textContent = unseen ? String(Math.min(99, unseen)) : "";
    bell.setAttribute("aria-label", fill({}, bell.dataset.words, { n: unseen }));
  }
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = unseen ? `(${Math.min(99, unseen)}) ${title || plain}` : title || plain;
  const icon = document.querySelector("link[rel=icon]");
  icon?.setAttribute("href", unseen ? "/static/icons/favicon-dot.svg" : "/static/icons/favicon.svg");
}

/** Since when this browser knows the news: one tab tells them for all. */
function since(now) {
  try {
    const known = Number(localStorage.getItem(KEY)) || now;
    localStorage.setItem(KEY, String(now));
    return known;
  } catch {
    return now;
  }
}

let after = 0;

async function look() {
  try {
    const answer = await fetch(`/notices/news?after=${after}`, { headers: { Accept: "application/json" } });
    if (answer.ok) {
      /** @type {News} */
      const news = await answer.json();
      const known = since(news.now);
      tellCount(news.unseen);
      if (permission() === "granted") {
        for (const one of news.list.filter(({ at }) => at > known).slice(0, 3)) await show(one.text, one.url, one.match ?? one.id);
      }
      after = news.now;
    }
  } catch {
    // no line: the next time
  }
  setTimeout(look, EVERY);
}

/** The button that asks the browser. It is pressed by the reader; nothing is asked by itself. */
function offer(node) {
  const button = node.querySelector("button");
  const told = node.querySelector("[role=status]");
  const draw = () => {
    const state = permission();
    node.hidden = state === "none";
    told.textContent = { granted: node.dataset.allowed, denied: node.dataset.denied }[state] ?? "";
    button.hidden = state === "denied";
    if (state === "granted" && button.dataset.try) button.textContent = button.dataset.try;
    else if (state === "granted") button.hidden = true;
  };
  button.addEventListener("click", async () => {
    if (permission() === "granted") await show(node.dataset.tried, "/notices", "try");
    else await Notification.requestPermission();
    draw();
  });
  draw();
}

for (const node of document.querySelectorAll("[data-notifying]")) offer(node);
if (bell) look();
if (globalThis.isSecureContext) navigator.serviceWorker?.register?.("/sw.js").catch(() => undefined);
