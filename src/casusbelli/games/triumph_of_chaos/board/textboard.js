// The position as tables: where the game stands, stacks on the map, victory cities, boxes, battle.

import { SIDES } from "./context.js";
import { pieceWords } from "./stacks.js";

const DASH = "–";
const BOXES = ["reserve", "eliminated", "waiting", "recalled", "permanent"];

export function textTables(ctx, reading) {
  return [standing(ctx), battle(ctx), stacks(ctx, reading), cities(ctx), boxes(ctx, reading), markers(ctx)].filter((table) => table?.rows.length);
}

const head = ({ t }, ...names) => names.map((name) => t(`ui.text.${name}`));

function standing(ctx) {
  const { view, name, t } = ctx;
  const steps = (side) => Object.entries(view.pools[side]).map(([pool, n]) => t("ui.reserves.pool", { pool, n })).join(", ") || DASH;
  const rows = SIDES.map((side) => [name(side), view.vp[side], view.vc[side], view.counts[side].hand, view.counts[side].deck, steps(side), view.last_action[side] ? t(`ui.track.short.${view.last_action[side]}`) : DASH]);
  return { title: t("ui.text.standing", { turn: view.turn, round: view.round, rounds: view.rounds }), head: head(ctx, "side", "vp", "cities", "hand", "deck", "steps", "last"), rows };
}

function battle(ctx) {
  const { view, name, t } = ctx;
  if (!view.battle) return null;
  const { target, side, attackers, defenders, forecast } = view.battle;
  const outcomes = forecast ? Object.entries(forecast.outcomes).map(([key, n]) => `${t(`ui.result.${key}`)} ${Math.round((100 * n) / 36)} %`).join(", ") : DASH;
  const names = (units) => units.map((unit) => name(unit)).join(", ") || DASH;
  return { title: t("ui.battle.title", { space: target }), head: head(ctx, "side", "attackers", "defenders", "odds"), rows: [[name(side), names(attackers), names(defenders), outcomes]] };
}

/** Every space with somebody or something in it. */
function stacks(ctx, reading) {
  const { printed, name, t } = ctx;
  const rows = Object.entries(printed.spaces)
    .filter(([id]) => reading.at(id).units.length || reading.at(id).leaders.length || reading.markers(id).length || reading.isGreen(id))
    .map(([id, row]) => {
      const { units, leaders } = reading.at(id);
      const pieces = [...units, ...leaders].map((piece) => pieceWords(piece, reading, ctx)).join("; ");
      const signs = [...reading.markers(id).map((kind) => t(`ui.marker.${kind}`)), reading.isGreen(id) && name("third"), units.some((unit) => reading.cut.has(unit)) && t("ui.map.cut")];
      const near = reading.neighbours(id).map((other) => name(other)).join(", ");
      return [name(id), name(row.region), name(reading.control(id)), pieces || DASH, signs.filter(Boolean).join(", ") || DASH, near];
    });
  return { title: t("ui.text.stacks"), head: head(ctx, "space", "region", "control", "pieces", "signs", "near"), rows };
}

function cities(ctx) {
  const { view, name, t, printed } = ctx;
  const rows = Object.entries(view.cities).map(([city, side]) => [name(city), name(printed.spaces[city].region), name(side)]);
  return { title: t("ui.victory.cities"), head: head(ctx, "space", "region", "control"), rows };
}

function boxes(ctx, reading) {
  const { view, name, t } = ctx;
  const rows = BOXES.flatMap((box) => {
    const { units, leaders } = reading.at(box);
    return SIDES.map((side) => {
      const pieces = [...units.filter((unit) => view.units[unit][2] === side), ...leaders.filter((leader) => view.leaders[leader][1] === side)];
      return [name(side), t(`ui.box.${box}`), pieces.map((piece) => pieceWords(piece, reading, ctx)).join("; ")];
    }).filter(([, , pieces]) => pieces);
  });
  return { title: t("ui.reserves.title"), head: head(ctx, "side", "box", "pieces"), rows };
}

function markers(ctx) {
  const { view, name, t } = ctx;
  const rows = [
    [t("ui.marker.no_act"), view.markers.no_act],
    [name("third"), view.markers.greens],
    ...SIDES.map((side) => [`${t("ui.marker.partisans")} (${name(side)})`, view.markers.partisans[side]]),
    [t("ui.marker.train"), view.markers.train ? [view.markers.train] : []],
    [t("ui.text.fortified"), Object.keys(view.markers.fortified)],
    [t("ui.text.flags"), view.flags],
  ];
  return { title: t("ui.text.markers"), head: head(ctx, "marker", "where"), rows: rows.filter(([, where]) => where.length).map(([marker, where]) => [marker, where.map((id) => name(id)).join(", ")]) };
}
