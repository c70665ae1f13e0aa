// The boxes beside the map: reserve by camp, steps on record, eliminated units and those lost for good, of both sides.

import { html, paint, raw } from "/static/markup.js";
import { OPPONENT } from "./context.js";
import { counterPicture, leaderPicture, sizeOf } from "./counters.js";
import { pieceWords } from "./stacks.js";

const CAMPS = ["red", "red_finnish", "southern", "siberian", "baltic_finnish", "baf", "faction", "none"];
const BOXES = ["reserve", "eliminated", "waiting", "recalled", "permanent"];
const ALWAYS = ["reserve"];
const LOW = 640; // pixels of a board in which the forces stay folded until they are opened or asked for

export function mount(root, ctx, reading) {
  return {
    update() {
      const sides = [ctx.near, OPPONENT[ctx.near]];
      root.setAttribute("aria-label", ctx.t("ui.reserves.title"));
      paint(root, sides.map((side, n) => sideBoxes(side, ctx.height < LOW || n > 0, ctx, reading)));
    },
  };
}

function sideBoxes(side, folded, ctx, reading) {
  const { t, view } = ctx;
  const boxes = BOXES.map((box) => /** @type {[string, any[]]} */ ([box, piecesIn(box, side, view, reading)])).filter(([box, pieces]) => pieces.length || ALWAYS.includes(box));
  const asked = boxes.some(([, pieces]) => pieces.some((piece) => ctx.offers(piece)));
  const [[, reserve], ...others] = boxes;
  return html`<details class="forces of-${side}" ${!folded || asked ? html`open` : ""}><summary><b>${t("ui.reserves.side", { side })}</b><span>${t("ui.reserves.count", { count: reserve.length })}</span></summary>
    ${camps(reserve, ctx, reading)}${pools(view.pools[side], ctx)}
    ${others.map(([box, pieces]) => heap(box, pieces, ctx, reading))}</details>`;
}

function piecesIn(box, side, view, reading) {
  const { units, leaders } = reading.at(box);
  return [...units.filter((unit) => view.units[unit][2] === side), ...leaders.filter((leader) => view.leaders[leader][1] === side)];
}

function camps(pieces, ctx, reading) {
  const { t } = ctx;
  if (!pieces.length) return html`<p class="none" data-tip="${t("ui.reserves.none")}">${t("ui.reserves.none")}</p>`;
  const campOf = (piece) => (reading.printed.units[piece] ?? reading.printed.leaders[piece]).camp;
  return CAMPS.map((camp) => [camp, pieces.filter((piece) => campOf(piece) === camp)])
    .filter(([, those]) => those.length)
    .map(([camp, those]) => html`<div class="camp"><span data-inspect="camp:${camp}">${t(`ui.camp.${camp}`)}</span><div class="row">${those.map((piece) => pieceButton(piece, ctx, reading))}</div></div>`);
}

function heap(box, pieces, ctx, reading) {
  const asked = pieces.some((piece) => ctx.offers(piece));
  return html`<details class="heap" ${asked ? html`open` : ""}><summary>${ctx.t(`ui.box.${box}`)} <b>${pieces.length}</b></summary>
    <div class="row">${pieces.map((piece) => pieceButton(piece, ctx, reading))}</div></details>`;
}

function pools(steps, { t }) {
  const known = Object.entries(steps);
  return known.length > 0 && html`<p class="pools" data-inspect="pools:all"><span>${t("ui.reserves.steps")}</span>${known.map(([pool, n]) => html`<span class="pool">${t("ui.reserves.pool", { pool, n })}</span>`)}</p>`;
}

/** A piece in a list, as large as it is drawn, so that its letters can be read: it stands for itself, or for the space it is in. */
export function pieceButton(piece, ctx, reading, space = null, height = 0) {
  const { printed, view } = reading;
  const words = pieceWords(piece, reading, ctx);
  const picture = reading.isLeader(piece) ? leaderPicture(piece, printed.leaders[piece], height || 35) : counterPicture(printed.units[piece], view.units[piece] ?? ["", true, "none"], height || sizeOf(printed.units[piece])[1] + 5);
  return html`<span class="piece" role="img" data-pick="${space ?? piece}" data-inspect="piece:${piece}" data-kind="${space ? "space" : reading.isLeader(piece) ? "leader" : "unit"}" aria-label="${words}">${raw(picture)}</span>`;
}
