// Writes a GIF beside the page, so that the page goes on.

// @ts-check

import { gifOf } from "./gif.js";

addEventListener("message", ({ data: { pictures, times } }) => postMessage(gifOf(pictures, times)));
