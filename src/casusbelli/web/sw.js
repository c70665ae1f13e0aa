// The service worker: without a line it shows one page that says so, and it brings the reader to what a notice is about. Nothing
// of a match is kept here.

const SHELF = "casus-offline-1";
const OFFLINE = "/offline";
const KEPT = [OFFLINE, "/static/tokens.css", "/static/base.css", "/static/icons/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(SHELF)
      .then((shelf) => shelf.addAll(KEPT))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** A page that cannot be fetched becomes the page that says so; its looks come from the shelf. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const pathname = new URL(request.url).pathname.replace(/^\/static\/~\w+\//, "/static/"); // of any edition
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  } else if (request.method === "GET" && KEPT.includes(pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
  }
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data || "/", self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((client) => client.url.startsWith(url.split("?")[0]));
      return there ? there.focus() : self.clients.openWindow(url);
    }),
  );
});
