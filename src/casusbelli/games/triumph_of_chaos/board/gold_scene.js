// The gold train on stage: whoever comes to it has it. No event tells so; the step that did it does.

import { goodFor } from "./battle_scene.js";

/** A scene that tells, too, when the gold train has passed to somebody else or to nobody where it stands. */
export const goldChanges = (plain) => (ctx, params, frame, previous) => {
  const told = plain(ctx, params, frame, previous);
  const [now, before] = [frame, previous].map((each) => each?.view?.markers);
  if (!now?.train || before?.train !== now.train || before.train_side === now.train_side) return told;
  const [side, space] = [now.train_side, now.train];
  const held = ["white", "red"].includes(side);
  const tableau = {
    title: held ? ctx.t("ui.scene.gold.seized", { side, space }) : ctx.t("ui.scene.gold.lost", { side: before.train_side, space }),
    seat: held ? side : undefined,
    lines: [ctx.t(`ui.scene.gold.${held ? "pays" : "idle"}`)],
  };
  return { ...told, tableau, spot: space, hold: 1800, wait: true, sound: goodFor(frame, side) ? "good" : "bad" };
};
