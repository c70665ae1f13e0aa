// Asking the server for a page of the past: whoever asks too often is told when to ask again, and does.

const TRIES = 4;
const LONGEST = 10; // seconds

/**
 * The answer, or null where there is none.
 * @param {string} address
 * @param {{fetch: typeof fetch, later: (done: () => void, ms: number) => unknown}} [world]
 * @returns {Promise<Response | null>}
 */
export async function ask(address, { fetch, later } = { fetch: globalThis.fetch, later: setTimeout }) {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.status !== 429 || tries === TRIES) return answer?.ok ? answer : null;
    const seconds = Math.min(Number(answer.headers.get("Retry-After")) || 1, LONGEST);
    await new Promise((done) => later(() => done(undefined), seconds * 1000));
  }
}
