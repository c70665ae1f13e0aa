// Good and bad as the reader sees it. The three are allies and rivals: what strikes one of them is good news for the others, what the Axis
// loses is good news for all, and how another's Front fares is neither. Who only watches takes no side.

import { luck as lucky } from "/static/tone.js";
import { POWERS } from "./book.js";

export { sounds } from "/static/tone.js";

const plays = ({ seat }) => POWERS.includes(seat);

/** Luck at the table and over it: a rival's is one's own loss. One power's, or that of several who share it. @param {any} frame @param {string | string[]} powers @param {boolean} good */
export const luck = (frame, powers, good) => lucky(plays(frame) && frame.seat, powers, good);

/** What concerns one power alone. @param {any} frame @param {string | undefined} power @param {boolean} good */
export const own = (frame, power, good) => (plays(frame) && frame.seat === power ? good : undefined);

/** Whom Trinity pays. */
export const WEST = ["uk", "us"];

/** What the Axis loses or keeps. @param {any} frame @param {boolean} good */
export const common = (frame, good) => (plays(frame) ? good : undefined);
