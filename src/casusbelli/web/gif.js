// A GIF89a written by hand: one palette for all frames, only what has changed from frame to frame, LZW. No page in it: a worker runs it
// (gifworker.js), Node tests it.

// @ts-check

/** @typedef {{width: number, height: number, data: Uint8ClampedArray}} Picture */

const COLOURS = 64;
const SAMPLE = 40_000; // pixels looked at for the palette
const BITS = 12; // a code of LZW at most

/** The colours of some pixels, each with how often it comes; the last two bits of each part say nothing. @param {Picture[]} pictures */
function counted(pictures) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const whole = pictures.reduce((sum, { data }) => sum + data.length / 4, 0);
  const step = Math.max(1, Math.floor(whole / SAMPLE));
  for (const { data } of pictures) {
    for (let i = 0; i < data.length; i += 4 * step) {
      const colour = ((data[i] & 0xfc) << 16) | ((data[i + 1] & 0xfc) << 8) | (data[i + 2] & 0xfc);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return [...counts].map(([colour, n]) => ({ parts: [colour >> 16, (colour >> 8) & 255, colour & 255], n }));
}

/** At most so many colours that stand for all: boxes of colours are cut at the middle of their longest side. @param {Picture[]} pictures @returns {number[][]} */
export function paletteOf(pictures, most = COLOURS) {
  const span = (box) => {
    const sides = [0, 1, 2].map((part) => {
      const values = box.map(({ parts }) => parts[part]);
      return Math.max(...values) - Math.min(...values);
    });
    const longest = sides.indexOf(Math.max(...sides));
    return { longest, size: sides[longest] * Math.sqrt(box.reduce((sum, { n }) => sum + n, 0)) };
  };
  const boxes = [{ box: counted(pictures), ...span(counted(pictures)) }];
  while (boxes.length < most) {
    boxes.sort((one, other) => other.size - one.size);
    const { box, longest, size } = boxes[0];
    if (!size) break;
    box.sort((one, other) => one.parts[longest] - other.parts[longest]);
    const half = box.reduce((sum, { n }) => sum + n, 0) / 2;
    let [seen, at] = [0, 0];
    while (at < box.length - 1 && (seen += box[at].n) < half) at += 1;
    const cut = Math.min(box.length - 1, Math.max(1, at));
    boxes.splice(0, 1, ...[box.slice(0, cut), box.slice(cut)].map((part) => ({ box: part, ...span(part) })));
  }
  return boxes.map(({ box }) => {
    const whole = box.reduce((sum, { n }) => sum + n, 0) || 1;
    return [0, 1, 2].map((part) => Math.round(box.reduce((sum, { parts, n }) => sum + parts[part] * n, 0) / whole));
  });
}

/** Every pixel as the number of the nearest colour. @param {Picture} picture @param {number[][]} palette @param {Map<number, number>} [known] @returns {Uint8Array} */
export function indexed({ data }, palette, known = new Map()) {
  const pixels = new Uint8Array(data.length / 4);
  for (let i = 0; i < pixels.length; i += 1) {
    const [r, g, b] = [data[4 * i], data[4 * i + 1], data[4 * i + 2]];
    const colour = (r << 16) | (g << 8) | b;
    let nearest = known.get(colour);
    if (nearest === undefined) {
      let least = Infinity;
      nearest = 0;
      for (let n = 0; n < palette.length; n += 1) {
        const away = (palette[n][0] - r) ** 2 + (palette[n][1] - g) ** 2 + (palette[n][2] - b) ** 2;
        if (away < least) [least, nearest] = [away, n];
      }
      known.set(colour, nearest);
    }
    pixels[i] = nearest;
  }
  return pixels;
}

/** LZW as GIF has it. @param {Uint8Array} pixels @param {number} bits of a colour's number @returns {number[]} */
function packed(pixels, bits) {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  /** @type {number[]} */
  const bytes = [];
  let [hold, held, size, next] = [0, 0, bits + 1, end + 1];
  let table = new Map();
  const put = (code) => {
    hold |= code << held;
    held += size;
    while (held >= 8) {
      bytes.push(hold & 255);
      hold >>>= 8;
      held -= 8;
    }
  };
  put(clear);
  let before = pixels[0];
  for (let i = 1; i < pixels.length; i += 1) {
    const key = (before << 8) | pixels[i];
    const code = table.get(key);
    if (code !== undefined) {
      before = code;
      continue;
    }
    put(before);
    if (next < 1 << BITS) {
      table.set(key, next);
      if (next === 1 << size && size < BITS) size += 1;
      next += 1;
    } else {
      put(clear);
      table = new Map();
      [size, next] = [bits + 1, end + 1];
    }
    before = pixels[i];
  }
  put(before);
  put(end);
  if (held) bytes.push(hold & 255);
  return bytes;
}

/** The rectangle in which two frames differ; a single point where they do not. @param {Uint8Array} one @param {Uint8Array | null} other @param {number} width */
function changed(one, other, width) {
  const height = one.length / width;
  if (!other) return { left: 0, top: 0, wide: width, high: height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < one.length; i += 1) {
    if (one[i] === other[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0 ? { left: 0, top: 0, wide: 1, high: 1 } : { left, top, wide: right - left + 1, high: bottom - top + 1 };
}

/**
 * The whole file.
 * @param {Picture[]} pictures all of one size @param {number[]} times milliseconds each of them stands
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function gifOf(pictures, times) {
  const { width, height } = pictures[0];
  const palette = paletteOf(pictures);
  const bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
  const known = new Map();
  const word = (n) => [n & 255, (n >> 8) & 255];
  const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));
  const colours = Array.from({ length: 1 << bits }, (_, n) => palette[n] ?? [0, 0, 0]).flat();
  const parts = [[...ascii("GIF89a"), ...word(width), ...word(height), 0xf0 | (bits - 1), 0, 0, ...colours], [0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0]];
  /** @type {Uint8Array | null} */
  let before = null;
  pictures.forEach((picture, n) => {
    const pixels = indexed(picture, palette, known);
    const { left, top, wide, high } = changed(pixels, before, width);
    const window = new Uint8Array(wide * high);
    for (let y = 0; y < high; y += 1) window.set(pixels.subarray((top + y) * width + left, (top + y) * width + left + wide), y * wide);
    const code = packed(window, bits);
    parts.push([0x21, 0xf9, 4, 4, ...word(Math.round(times[n] / 10)), 0, 0, 0x2c, ...word(left), ...word(top), ...word(wide), ...word(high), 0, bits]);
    for (let i = 0; i < code.length; i += 255) parts.push([Math.min(255, code.length - i), ...code.slice(i, i + 255)]);
    parts.push([0]);
    before = pixels;
  });
  parts.push([0x3b]);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
