// The gold train on stage: whoever comes to it has it, and what that is worth.

import { goodFor, sounds } from "./tone.js";

/** The scene of the train in other hands, or in nobody's. */
export const gold = (kind) => (ctx, params, frame) => {
  const { side, space } = params;
  const seized = kind === "gold_seized";
  const tableau = { title: ctx.t(`event.${kind}`, params), seat: seized ? side : undefined, lines: [ctx.t(`ui.scene.after.${kind}`)] };
  return { tableau, spot: space, hold: 1800, wait: true, sound: sounds(goodFor(frame, side, seized)) };
};
