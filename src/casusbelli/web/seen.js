// How far the reader has seen the match: told to the server now and then, so that another device begins its recap there.

const EVERY = 5000;

/**
 * @param {{errand(body: object): Promise<unknown>}} connection
 * @param {() => number|null} seen how many events have been seen; null: the reader has not looked at the present yet
 * @param {{every?: (call: () => void, ms: number) => unknown, page?: Document}} [world]
 */
export function tellSeen(connection, seen, world = {}) {
  const { every = setInterval, page = document } = world;
  let told = -1;
  const tell = () => {
    const now = seen();
    if (now === null || now === told) return;
    told = now;
    connection.errand({ t: "seen", told });
  };
  every(() => {
    if (!page.hidden) tell();
  }, EVERY);
  page.addEventListener("visibilitychange", () => {
    if (page.hidden) tell();
  });
  return tell;
}
