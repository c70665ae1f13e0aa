// What the inspector says of the parts of the board that are no piece: names on the map, boxes, table, piles, camps, steps of the political phase.

import { BOXES } from "./card_faces.js";
import { stackWords } from "./stacks.js";

const STEP_RULES = { allocation: "8.1", boxes: "8.2", influence: "8.5" };

/** {title, kind, lines, rule} of a part, or null: the shell tells what it knows itself. */
export function explain(ctx, reading, kind, id) {
  return EXPLAINED[kind]?.(ctx, id, reading) ?? null;
}

const EXPLAINED = {
  space: (ctx, id, reading) => ({ title: ctx.name(id), kind: ctx.name(ctx.printed.spaces[id].region), lines: [stackWords(id, reading, ctx)], rule: "11" }),
  region: (ctx, region) => ({ title: ctx.name(region), lines: cities(ctx, region), rule: "6.1", may: "", whyNot: null }),
  box: (ctx, box) => ({ title: ctx.t("ui.politics.box", { box }), lines: [deck(ctx, box), ...score(ctx, box)], rule: "8.2", may: "", whyNot: null }),
  boxes: (ctx) => ({ title: ctx.t("ui.politics.title"), lines: BOXES.map((box) => deck(ctx, box)), rule: "8.1", may: "", whyNot: null }),
  step: (ctx, step) => ({ title: ctx.t(`ui.politics.step.${step}`), lines: [ctx.t(`ui.explain.${step}`)], rule: STEP_RULES[step], may: "", whyNot: null }),
  foresight: (ctx) => ({ title: ctx.t("ui.politics.as_known"), lines: [ctx.t("ui.explain.foresight")], rule: "8.5", may: "", whyNot: null }),
  decks: (ctx) => ({ title: ctx.t("ui.politics.cards_left"), lines: [ctx.t("ui.explain.decks")], rule: "8.2", may: "", whyNot: null }),
  table: (ctx) => ({ title: ctx.t("ui.faction.title"), lines: [ctx.t("ui.faction.price"), ctx.t("ui.explain.table")], rule: "8.5", may: "", whyNot: null }),
  piles: (ctx, side) => ({ title: ctx.t("ui.hand.piles_of", { side }), faction: side, lines: piles(ctx, side), may: "", whyNot: null }),
  camp: (ctx, camp) => ({ title: ctx.t(`ui.camp.${camp}`), kind: ctx.t("ui.reserves.title"), lines: [ctx.t("ui.explain.camp")], may: "", whyNot: null }),
};

const deck = (ctx, box) => ctx.t("ui.politics.deck", { box, n: ctx.view.politics.available[box].length });

/** The victory cities of a region and who is credited with them. */
function cities({ t, view, printed }, region) {
  return Object.entries(view.cities)
    .filter(([city]) => printed.spaces[city]?.region === region)
    .slice(0, 5)
    .map(([city, side]) => t("ui.victory.pip", { city, side }));
}

/** Values lie open once the box is. */
function score(ctx, box) {
  const { politics } = ctx.view;
  const n = BOXES.indexOf(box);
  return n < politics.opened ? [["white", "red"].map((side) => `${ctx.name(side)} ${politics.values[side][n]}`).join(" : ")] : [];
}

function piles({ t, view }, side) {
  return [
    t("ui.hand.held", { side, n: view.counts[side].hand }),
    t("ui.hand.deck", { side, n: view.counts[side].deck }),
    t("ui.hand.discards", { side, n: view.piles[side].discards.length }),
  ];
}
