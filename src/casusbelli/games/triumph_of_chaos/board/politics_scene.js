// The political phase on stage: a box opened, the die of an Influence card, all influence summed, factions that change hands.

import { build, html } from "/static/markup.js";
import { cardText, points } from "./card_faces.js";
import { hexagon } from "./factions.js";
import { goodFor, sounds } from "./tone.js";

/** One political box: what was staked, what it counted, who chooses. */
export function boxRevealed(ctx, params, frame) {
  const rows = [
    [ctx.t("ui.scene.staked"), ctx.name(params.white_card), ctx.name(params.red_card)],
    [ctx.t("ui.scene.value"), params.white, params.red],
  ];
  const text = ctx.t("ui.politics.result", { winner: params.winner, choose: params.choose, draw: params.draw });
  return {
    tableau: {
      title: ctx.t("ui.politics.box", { box: params.box }),
      sheet: { head: ["", ctx.name("white"), ctx.name("red")], rows },
      verdict: { text, good: goodFor(frame, params.winner) },
    },
    hold: 2600,
    wait: true,
    sound: "card",
  };
}

/** The cards that were chosen and drawn, and what each brings: as the board writes it, or its own words. */
export function cardsShown(ctx, { cards }, frame) {
  const inPlay = (faction) => (frame?.view.factions?.[faction]?.fate ?? "in_play") === "in_play";
  const brings = (id) => {
    const { ip = {}, special } = ctx.printed?.political_cards[id] ?? {};
    return special ? cardText(ctx, id) : Object.entries(ip).filter(([faction]) => inPlay(faction)).map(([faction, n]) => `${ctx.printed.factions[faction].code} ${points(n)}`).join(" · ");
  };
  return { tableau: { title: ctx.t("ui.scene.cards"), sheet: { rows: cards.map((id) => [ctx.name(id), brings(id)]) } }, caption: ctx.t("ui.scene.cards"), hold: 3200, wait: true, sound: "card", tab: "factions" };
}

/** A number that depends on the die: it is told when the die lies. */
const thrown = (value) => ({ text: String(value), until: "?" });

/** The die of an Influence card, every modifier by its name. */
export function influenceRoll(ctx, params) {
  const lines = [{ label: ctx.t("ui.scene.die"), value: thrown(params.roll) }, ...params.modifiers.map(({ id, n }) => ({ label: ctx.name(id), value: n }))];
  return {
    tableau: {
      title: `${ctx.name(params.side)}: ${ctx.t("ui.scene.influence")}`,
      seat: params.side,
      sum: { lines, total: { label: ctx.t("ui.scene.total"), value: thrown(params.total) } },
      dice: [{ value: params.roll }],
      verdict: { text: `${ctx.t("ui.scene.value")}: ${params.value}` },
    },
    hold: 1800,
  };
}

/** A faction's marker where it stands, if there is a table to draw it from. */
const marker = (ctx, faction, position) => (ctx.printed ? build(html`<span class="toc-hop">${hexagon(ctx.printed.factions[faction].code, position)}</span>`) : "");

/** The sum of all influence: whose, how much of it from earlier, and where the marker stood. */
export function influenceSum(ctx, { sums, carried }, frame, previous) {
  if (!sums.length) return { hold: 1200 };
  const said = (n, side) => (ctx.shell.compact ? `${n}${side === "red" ? "R" : "W"}` : `${n} ${ctx.name(side)}`); // on a phone as the board writes it
  const earlier = new Map(carried.map(({ faction, n, side }) => [faction, said(n, side)]));
  const table = (previous ?? frame)?.view.factions ?? {};
  const columns = {
    faction: ({ faction }) => ctx.name(faction),
    sum: ({ n, side }) => ({ text: said(n, side), seat: side }),
    ...(earlier.size && { earlier: ({ faction }) => earlier.get(faction) ?? "–" }),
    ...(!ctx.shell.compact && { marker: ({ faction }) => marker(ctx, faction, table[faction]?.fcm ?? 0) }), // a phone has room for all rows without it
  };
  const rows = sums.map((sum) => Object.values(columns).map((cell) => cell(sum)));
  const head = Object.keys(columns).map((key) => ctx.t(`ui.scene.${key}`));
  return { tableau: { title: ctx.t("ui.scene.influence_sum"), sheet: { head, rows }, note: ctx.t("ui.faction.price") }, caption: ctx.t("ui.scene.influence_sum"), hold: 3200, wait: true, tab: "factions" };
}

/** The row of a faction: a city of the map may have its name. */
export const rowOf = (faction) => `faction_${faction}`;

/** A marker walks a box; all markers of one sum go on in one tableau. */
export function markerMoves(ctx, { faction, position, side }, frame, previous) {
  const before = previous?.view.factions[faction]?.fcm;
  const place = (n) => ctx.t("ui.faction.place", { n });
  return {
    tableau: { title: ctx.name(faction), seat: side, changes: [{ label: marker(ctx, faction, position), before: before === undefined ? "" : place(before), after: place(position) }] },
    key: `marker-${faction}`,
    spot: rowOf(faction),
    hold: 1100,
    sound: "piece",
    tab: "factions",
  };
}

/** Where on the map a faction's land is looked for: a city of it, or any of its spaces. */
export function heartOf(ctx, faction) {
  const { factions = {}, spaces = {} } = ctx.printed ?? {};
  const land = Object.keys(spaces).filter((space) => spaces[space].region === factions[faction]?.region);
  return land.find((space) => spaces[space].city) ?? land[0];
}

/** A faction changes hands: nobody misses it. For its side this is good or not; a bell rings for what is grave. */
export const turns = (kind, { good = true, grave = false } = {}) => (ctx, params, frame) => ({
  tableau: {
    title: ctx.t(`event.${kind}`, params),
    seat: params.side,
    lines: consequences(ctx, kind, params, frame),
    node: params.faction && ctx.printed ? marker(ctx, params.faction, frame?.view.factions[params.faction]?.fcm ?? 0) : undefined,
  },
  spot: params.faction ? [rowOf(params.faction), heartOf(ctx, params.faction)].filter(Boolean) : [],
  hold: 1800,
  wait: true,
  sound: grave && goodFor(frame, params.side, good) !== false ? "bell" : sounds(goodFor(frame, params.side, good)),
});

/** A power may go home: the die, what it needed, and what its going or staying means. */
export function withdrawal(ctx, params) {
  const { faction, side, roll, modifier, number, leaves } = params;
  const after = leaves ? (faction === "central_powers" ? "cp_gone" : "gone") : "stays";
  const lines = [ctx.t(`ui.scene.withdrawal.${after}`, { faction })];
  const sum = modifier ? { lines: [{ label: ctx.t("ui.scene.die"), value: thrown(roll) }, { label: ctx.t("ui.scene.modifiers"), value: modifier }], total: { label: ctx.t("ui.scene.total"), value: thrown(roll + modifier) } } : undefined;
  const dice = roll ? [{ value: roll, target: `≤ ${number}` }] : undefined;
  return {
    tableau: { title: ctx.name(faction), seat: side === "none" ? undefined : side, sum, dice, verdict: { text: ctx.t(`ui.scene.withdrawal.${leaves ? "goes" : "remains"}`, { faction }) }, lines },
    spot: rowOf(faction),
    hold: 2000,
    wait: leaves,
    sound: leaves ? "bell" : "die",
  };
}

/** What follows from it, in words. */
function consequences(ctx, kind, { faction, side }, frame) {
  const said = [ctx.t(`ui.scene.after.${kind}`, { faction, side })];
  const cities = Object.keys(frame?.view.cities ?? {}).filter((city) => ctx.printed?.spaces[city]?.region === ctx.printed?.factions[faction]?.region);
  if (faction && cities.length) said.push(ctx.t("ui.scene.cities", { cities }));
  return said;
}
