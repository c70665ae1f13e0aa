// Being at the table: while the page is visible and its reader does something, the server is told, so that it sends no letters.

const EVERY = 30_000;
const LATELY = 120_000;

/**
 * Tells `connection` that somebody is here.
 * @param {{errand(body: object): Promise<unknown>}} connection
 * @param {{now?: () => number, every?: (call: () => void, ms: number) => unknown, page?: Document}} [world]
 */
export function tellPresence(connection, world = {}) {
  const { now = () => Date.now(), every = setInterval, page = document } = world;
  let used = now();
  let told = 0;
  const tell = () => {
    if (page.hidden || now() - used > LATELY || now() - told < EVERY) return;
    told = now();
    connection.errand({ t: "here" });
  };
  const touch = () => {
    used = now();
    tell();
  };
  for (const kind of ["pointerdown", "keydown", "wheel", "touchstart", "focusin"]) page.addEventListener(kind, touch, { passive: true });
  page.addEventListener("visibilitychange", tell);
  every(tell, EVERY);
  return tell;
}
