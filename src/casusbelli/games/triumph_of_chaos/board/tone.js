// Good and bad as the reader sees it: one side's luck is the other's loss. Who only watches takes no side, nor does what concerns neither.

import { luck } from "/static/tone.js";

export { sounds } from "/static/tone.js";

export const OTHER = { white: "red", red: "white" };

/** @param {any} frame @param {string | undefined} side @param {boolean} [good] */
export const goodFor = (frame, side, good = true) => (side && side in OTHER ? luck(frame?.view.side in OTHER && frame.view.side, side, good) : undefined);
