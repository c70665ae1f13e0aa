// How the events of Triumph of Chaos look: see docs/table.md. The plain scene tells the event and lights what it names; times
// are those of the storyboard.

import { staging } from "/static/scenes.js";
import { battle, during, fire, odds } from "./battle_scene.js";
import { gold } from "./gold_scene.js";
import { boxRevealed, cardsShown, heartOf, influenceRoll, influenceSum, markerMoves, rowOf, turns, withdrawal } from "./politics_scene.js";
import { goodFor, OTHER, sounds } from "./tone.js";

const at = (hold, more) => (ctx, { space }) => ({ spot: space ?? [], hold, ...more });
const title = (kind, more) => (ctx, params) => ({ tableau: { title: ctx.t(`event.${kind}`, params), seat: params.side }, ...more });

/** The same, and what follows from it in a line. */
const titled = (kind, more) => (ctx, params) => ({ tableau: { title: ctx.t(`event.${kind}`, params), seat: params.side, lines: [ctx.t(`ui.scene.after.${kind}`, params)] }, ...more });

/** Whom a throw pleases: who hoped for it where it came true, else the enemy. */
const hoped = (key) => (params) => (params[key] ? params.side : OTHER[params.side]);
const nobody = () => undefined;

/** A die thrown somewhere, and whether that is good for the reader. */
const throws = (kind, pleases = hoped("success"), hold = 1700) => (ctx, params, frame) => {
  const good = goodFor(frame, pleases(params));
  return {
    tableau: { title: params.space ? ctx.name(params.space) : undefined, dice: [{ value: params.roll, good }], verdict: { text: ctx.t(`event.${kind}`, params), good } },
    spot: params.space ?? [],
    hold,
  };
};

/** The same scene, and it sounds as good or bad as it is for the side it tells of. */
const heard = (plain, good) => (ctx, params, frame) => ({ ...(typeof plain === "function" ? plain(ctx, params) : plain), sound: sounds(goodFor(frame, params.side, good)) });

/** A card that is played, large, with its words. */
const card = (kind, more) => (ctx, params) => ({
  card: { kind: ctx.t(`event.${kind}`, params), title: ctx.name(params.card), text: ctx.t(`name.${params.card}.text`, {}, ""), seat: params.side },
  hold: 2400,
  sound: "card",
  ...more,
});

/** The action of a round: the card and what it is used for; its event shows the card by itself. */
function action(ctx, params) {
  const heading = { title: ctx.t("event.action", params), seat: params.side };
  const printed = ctx.printed?.action_cards[params.what];
  if (!printed || params.action === "event") return { tableau: heading, hold: 1400 };
  const worth = { ops: printed.ops, sr: printed.sr, rp: printed.rs }[params.action];
  return { tableau: { ...heading, lines: [`${ctx.t(`ui.card.long.${params.action}`)}: ${worth}`] }, hold: 1800, sound: "card" };
}

const SCENES = {
  sides: title("sides", { wait: true }),
  turn: title("turn", { hold: 1600 }),
  political_phase: title("political_phase", { hold: 1400 }),
  logistics: title("logistics", { hold: 1400 }),
  action,
  political_cards: cardsShown,
  box_revealed: boxRevealed,
  influence_roll: influenceRoll,
  card_chosen: { hold: 1400, sound: "card" },
  box_replaced: { hold: 1600 },
  time_is_up: { hold: 1600 },
  influence: (ctx, { faction }) => ({ spot: rowOf(faction), hold: 700 }),
  influence_sum: influenceSum,
  influence_lost: { hold: 1200 },
  marker: markerMoves,
  marker_blocked: (ctx, { faction }) => ({ spot: rowOf(faction), hold: 900 }),
  diplomacy: (ctx, { faction }) => ({ spot: rowOf(faction), hold: 1400 }),
  vetoed: heard((ctx, { faction }) => ({ spot: rowOf(faction), hold: 1500 }), true),
  no_veto: { hold: 900 },
  control_gained: turns("control_gained"),
  control_lost: turns("control_lost", { good: false }),
  conquered: turns("conquered"),
  subjugated: turns("subjugated"),
  war_declared: turns("war_declared", { grave: true }),
  polish_war: turns("polish_war", { good: false, grave: true }),
  polish_peace: turns("polish_peace"),
  treason: turns("treason"),
  deployment: (ctx, { faction }) => ({ spot: heartOf(ctx, faction) ?? rowOf(faction), hold: 1200 }),
  deployed: at(350, { sound: "piece" }),
  deployed_lost: { hold: 900 },
  placed: at(500, { sound: "piece" }),
  joins_deployment: { hold: 700 },
  landing: at(1400),
  leader_arrives: at(1100),
  activated: at(500),
  activation_cancelled: at(900),
  no_act_placed: at(500),
  no_act_removed: at(500),
  moved: (ctx, { path }) => ({ spot: path?.at(-1) ?? [], hold: 1200, sound: "piece" }),
  redeployed: at(1100, { sound: "piece" }),
  exploited: at(1100, { sound: "piece" }),
  advanced: at(1000, { sound: "piece" }),
  retreated: at(1000, { sound: "piece" }),
  evacuated: at(1000),
  evacuation_failed: { hold: 1000 },
  leader_repositioned: at(900),
  leader_waits: { hold: 900 },
  leader_recalled: { hold: 1100 },
  way_barred: at(1400),
  partisans: throws("partisans"),
  propaganda: throws("propaganda"),
  switch_side: throws("switch_side"),
  mutiny: throws("mutiny", ({ turned }) => (turned ? "red" : "white")),
  garrison_revolt: throws("garrison_revolt"),
  garrison_returns: at(1300),
  typhoid: throws("typhoid", hoped("struck")),
  insurrection_roll: throws("insurrection_roll"),
  insurrection: at(1300),
  green_roll: throws("green_roll"),
  makhno_roll: throws("makhno_roll", nobody),
  petliura: throws("petliura", hoped("joins")),
  peasants: throws("peasants", ({ side, result }) => (result === "yes" ? side : OTHER[side])),
  miracle: throws("miracle"),
  battle,
  odds,
  initiative: during("initiative", card("initiative")),
  leader_test: during("leader_test", throws("leader_test", hoped("success"), 1300)),
  reinforced: during("reinforced", { hold: 1100 }),
  corps_steps_in: during("corps_steps_in", at(1100)),
  fire,
  step_lost: during("step_lost", heard({ hold: 900 }, false)),
  steps_lost: { hold: 900 },
  leader_lost: heard(title("leader_lost", { hold: 1800, wait: true }), false),
  leader_escapes: during("leader_escapes", { hold: 1200 }),
  retreat_cancelled: during("retreat_cancelled", at(1200)),
  withdrawn: at(1200),
  taken: at(800, { sound: "piece" }),
  green_army: at(1200),
  green: at(1000),
  green_removed: at(900),
  treachery: at(1600, { wait: true }),
  event_played: card("event_played", { wait: true }),
  special_card: card("special_card"),
  optional_card: card("optional_card"),
  card_lost: { hold: 1200 },
  card_recovered: { hold: 1200 },
  option_chosen: { hold: 1400 },
  flag: { hold: 1400 },
  flag_cancelled: { hold: 1400 },
  fortified: { hold: 1300 },
  forfeited: at(1200),
  no_substitution: { hold: 1200 },
  rdr_lifted: { hold: 1200 },
  white_bonus: { hold: 1200 },
  czechs_apart: { hold: 1400 },
  conditions_recorded: { hold: 1200 },
  replaced: at(500, { sound: "piece" }),
  restored: { hold: 500 },
  flipped_up: { hold: 500 },
  attrition: heard({ hold: 900 }, false),
  mud: throws("mud", nobody, 2000),
  to_moscow: throws("to_moscow", ({ result }) => (result === "free" ? "white" : "red"), 2000),
  polish_response: throws("polish_response", ({ result }) => (result === "none" ? "red" : "white"), 2000),
  intervention_forces: throws("intervention_forces", ({ some }) => (some ? "white" : "red"), 2000),
  west_ukraine_fate: throws("west_ukraine_fate", ({ result }) => ({ white_control: "white", red_control: "red" })[result], 2000),
  tsar_rescue: throws("tsar_rescue", hoped("success"), 2000),
  end_roll: throws("end_roll", nobody, 2400),
  end_cards: title("end_cards", { wait: true }),
  in_fighting: heard(titled("in_fighting", { hold: 2400 }), false),
  in_fighting_change: { hold: 1200 },
  in_fighting_two: { hold: 1400 },
  penalty: heard(title("penalty", { hold: 1800 }), false),
  violation: titled("violation", { wait: true, sound: "bell" }),
  vp: title("vp", { hold: 1600 }),
  vc_count: title("vc_count", { hold: 1800 }),
  hand_seen: { hold: 1200 },
  deck_peeked: { hold: 1200 },
  tsar: titled("tsar", { wait: true, sound: "bell" }),
  gold_seized: gold("gold_seized"),
  gold_lost: gold("gold_lost"),
  gold_deposited: heard(titled("gold_deposited", { wait: true }), true),
  year_added: title("year_added", { hold: 1800 }),
  withdrawal,
  game_over: title("game_over", { wait: true, sound: "bell" }),
};

export const { scene, STAGED, QUIET } = staging({
  scenes: SCENES,
  quiet: ["drawn", "reshuffled", "political_reshuffle", "steps_recorded", "bonus_declared", "markers_frozen", "factions_locked"],
  always: (ctx, { params }) => ({ over: ".field", seat: params.side, tab: params.space ? "map" : params.faction ? "factions" : undefined }),
});

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["battle", "odds", "initiative", "fire", "leader_test", "reinforced", "corps_steps_in", "step_lost", "steps_lost", "retreated", "retreat_cancelled", "advanced", "exploited", "leader_lost", "leader_escapes", "withdrawn", "taken"],
  score: ["fire", "leader_test", "influence_roll", "mud", "partisans", "propaganda", "switch_side", "mutiny", "garrison_revolt", "typhoid", "insurrection_roll", "green_roll", "makhno_roll", "petliura", "peasants", "miracle", "to_moscow", "polish_response", "intervention_forces", "west_ukraine_fate", "tsar_rescue", "end_roll", "vp", "vc_count", "penalty", "game_over"],
  politics: ["political_cards", "box_revealed", "box_replaced", "bonus_declared", "vetoed", "influence", "influence_sum", "influence_roll", "influence_lost", "marker", "marker_blocked", "control_gained", "control_lost", "subjugated", "flag", "flag_cancelled", "diplomacy", "treason", "war_declared", "polish_peace", "withdrawal", "switch_side", "propaganda", "czechs_apart", "garrison_returns"],
};

/** Chapters of the replay beside the headings. */
export const LANDMARKS = ["battle"];
