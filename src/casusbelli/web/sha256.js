// SHA-256 of a text, and of bytes after it. The browser's own is on secure pages only; a table on the home network is not one.

/** @type {number[]} */
const ROUND = [];
/** @type {number[]} */
const START = [];

/** The first bits of the fractional parts of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function prepare() {
  /** @param {number} root */
  const bits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  for (let n = 2; ROUND.length < 64; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) prime &&= n % d !== 0;
    if (!prime) continue;
    if (START.length < 8) START.push(bits(Math.sqrt(n)));
    ROUND.push(bits(Math.cbrt(n)));
  }
}

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes */
function padded(bytes) {
  const data = new Uint8Array(((bytes.length + 8) >> 6 << 6) + 64);
  data.set(bytes);
  data[bytes.length] = 0x80;
  new DataView(data.buffer).setUint32(data.length - 4, bytes.length * 8);
  return new DataView(data.buffer);
}

/** In hexadecimal. @param {string} text @param {Uint8Array} bytes */
export function sha256(text, bytes = new Uint8Array()) {
  if (!ROUND.length) prepare();
  const data = padded(Uint8Array.from([...new TextEncoder().encode(text), ...bytes]));
  const state = START.slice();
  const w = new Int32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) {
    for (let t = 0; t < 16; t += 1) w[t] = data.getInt32(at + 4 * t);
    for (let t = 16; t < 64; t += 1) {
      const s0 = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t += 1) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[t] + w[t]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, n) => { state[n] = (state[n] + x) | 0; });
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
