// How the events of Triumph of Chaos look: see docs/table.md. The plain scene tells the event and lights what it names; times
// are those of the storyboard.

import { staging } from "/static/scenes.js";

const at = (hold, more) => (shell, { space }) => ({ spot: space ?? [], hold, ...more });
const title = (kind, more) => (shell, params) => ({ tableau: { title: shell.t(`event.${kind}`, params), seat: params.side }, ...more });

/** A die thrown somewhere, and whether it did what was hoped for. */
const throws = (kind, good = "success", hold = 1700) => (shell, params) => ({
  tableau: { title: params.space ? shell.name(params.space) : undefined, dice: [{ value: params.roll, good: params[good] }], verdict: { text: shell.t(`event.${kind}`, params) } },
  spot: params.space ?? [],
  hold,
});

/** A faction changes hands. */
const turns = (kind, sound) => (shell, params) => ({ tableau: { title: shell.t(`event.${kind}`, params), seat: params.side }, spot: params.faction, hold: 1800, wait: true, sound });

const card = (kind, more) => (shell, params) => ({ card: { title: shell.name(params.card), text: shell.t(`event.${kind}`, params), seat: params.side }, hold: 2400, sound: "card", ...more });

const signed = (n) => (n > 0 ? `+${n}` : `${n}`.replace("-", "−"));

/** Whether something is good news for the reader; somebody who looks on has none. */
const goodFor = (frame, side) => (["white", "red"].includes(frame?.view.side) ? frame.view.side === side : undefined);

/* -- one battle is one tableau: both stacks, tables, shifts and modifiers, dice, losses, verdict --------------------------- */

/** The battle that is being told, as far as it has come; a reader who jumps into the middle of one sees what is told from there. */
let fight = { fires: [] };

function battleTableau(shell, more = {}) {
  const { battle, odds, fires } = fight;
  const side = battle?.side ?? odds?.side ?? fires[0]?.side;
  const foe = battle?.foe ?? odds?.foe ?? fires[1]?.side;
  const names = (units) => (units?.length ? units.map((unit) => shell.name(unit)).join(", ") : shell.name("third"));
  const listed = (found = []) => found.map(({ id, n }) => `${shell.name(id)} ${signed(n)}`).join(", ") || "–";
  const shot = (who) => fires.find((fire) => fire.side === who);
  const rows = [];
  const row = (key, mine, theirs) => rows.push([shell.t(`ui.scene.${key}`), mine, theirs]);
  if (battle) row("units", names(battle.attackers), names(battle.greens ? [] : battle.defenders));
  if (odds) {
    row("table", shell.t("ui.battle.column", { table: odds.attacker_table, factors: odds.attacker_factors }), shell.t("ui.battle.column", { table: odds.defender_table, factors: odds.defender_factors }));
    row("shifts", listed(odds.shifts), "–");
    row("modifiers", listed(odds.attacker_modifiers), listed(odds.defender_modifiers));
  }
  if (fires.length) {
    row("column", shot(side)?.column ?? "", shot(foe)?.column ?? "");
    row("losses", shot(side)?.losses ?? "", shot(foe)?.losses ?? "");
  }
  const title = battle ? shell.t(battle.counter ? "ui.battle.counter" : "ui.battle.title", { space: battle.space }) : shell.t("ui.battle.label");
  const head = ["", ...[side, foe].map((who) => (who ? shell.name(who) : ""))];
  return { title, seat: side, sheet: { head, rows }, ...more };
}

const staged = (shell, more, scene) => ({ tableau: battleTableau(shell, more), key: "battle", spot: fight.battle?.space ?? [], ...scene });

function battle(shell, params) {
  fight = { battle: params, fires: [] };
  return staged(shell, {}, { hold: 2000, sound: "bell" });
}

function odds(shell, params) {
  fight = { battle: fight.battle?.side === params.side ? fight.battle : undefined, odds: params, fires: [] };
  return staged(shell, {}, { hold: 2600 });
}

/** Both dice lie side by side; the second throw brings the verdict. */
function fire(shell, params, frame) {
  const before = fight.fires.filter(({ side }) => side !== params.side).slice(-1);
  fight = { ...fight, fires: [...before, params] };
  const dice = fight.fires.map(({ side, die, modifier }) => ({ value: die, label: `${shell.name(side)}${modifier ? ` ${signed(modifier)}` : ""}`, still: side !== params.side }));
  return staged(shell, { dice, verdict: verdictOf(shell, frame) }, { hold: 2200, wait: fight.fires.length > 1 });
}

function verdictOf(shell, frame) {
  const attacker = fight.battle?.side ?? fight.odds?.side;
  const hit = fight.fires.find(({ side }) => side === attacker);
  const hurt = fight.fires.find(({ side }) => side !== attacker);
  if (!hit || !hurt) return undefined;
  const lead = hit.losses - hurt.losses;
  const told = shell.t("ui.battle.fired", { inflicted: hit.losses, suffered: hurt.losses });
  const result = shell.t(`ui.result.${lead > 1 ? "retreat_2" : lead === 1 ? "retreat_1" : "hold"}`);
  const winner = lead > 0 ? attacker : hurt.side;
  return { text: hurt.side === "third" ? told : `${told}. ${shell.name(hurt.side)}: ${result}.`, good: goodFor(frame, winner) };
}

/* -- one political box: what was staked, what it counted, who chooses ----------------------------------------------------- */

function boxRevealed(shell, params, frame) {
  const rows = [
    [shell.t("ui.scene.staked"), shell.name(params.white_card), shell.name(params.red_card)],
    [shell.t("ui.scene.value"), params.white, params.red],
  ];
  const text = shell.t("ui.politics.result", { winner: params.winner, choose: params.choose, draw: params.draw });
  return {
    tableau: {
      title: shell.t("ui.politics.box", { box: params.box }),
      sheet: { head: ["", shell.name("white"), shell.name("red")], rows },
      verdict: { text, good: params.winner === "none" ? undefined : goodFor(frame, params.winner) },
    },
    hold: 2600,
    wait: true,
    sound: "card",
  };
}

/** The die of an Influence card, every modifier by its name. */
function influenceRoll(shell, params) {
  const lines = [{ label: shell.t("ui.scene.die"), value: params.roll }, ...params.modifiers.map(({ id, n }) => ({ label: shell.name(id), value: n }))];
  return {
    tableau: {
      title: `${shell.name(params.side)}: ${shell.t("ui.scene.influence")}`,
      seat: params.side,
      sum: { lines, total: { label: shell.t("ui.scene.total"), value: params.total } },
      dice: [{ value: params.roll }],
      verdict: { text: `${shell.t("ui.scene.value")}: ${params.value}` },
    },
    hold: 1800,
  };
}

const SCENES = {
  sides: title("sides", { wait: true }),
  turn: title("turn", { hold: 1600 }),
  political_phase: title("political_phase", { hold: 1400 }),
  logistics: title("logistics", { hold: 1400 }),
  action: title("action", { hold: 1400 }),
  political_cards: { hold: 1600 },
  box_revealed: boxRevealed,
  influence_roll: influenceRoll,
  card_chosen: { hold: 1400, sound: "card" },
  box_replaced: { hold: 1600 },
  time_is_up: { hold: 1600 },
  influence: { hold: 700 },
  influence_sum: { hold: 1200 },
  influence_lost: { hold: 1200 },
  marker: (shell, { faction }) => ({ spot: faction, hold: 700, sound: "piece" }),
  marker_blocked: (shell, { faction }) => ({ spot: faction, hold: 900 }),
  diplomacy: (shell, { faction }) => ({ spot: faction, hold: 1400 }),
  vetoed: (shell, { faction }) => ({ spot: faction, hold: 1500, sound: "bad" }),
  no_veto: { hold: 900 },
  control_gained: turns("control_gained", "good"),
  control_lost: turns("control_lost", "bad"),
  conquered: turns("conquered", "good"),
  subjugated: turns("subjugated", "good"),
  war_declared: turns("war_declared", "bell"),
  polish_war: turns("polish_war", "bell"),
  polish_peace: turns("polish_peace", "good"),
  treason: turns("treason", "bad"),
  deployment: { hold: 1200 },
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
  moved: (shell, { path }) => ({ spot: path?.at(-1) ?? [], hold: 1200, sound: "piece" }),
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
  mutiny: throws("mutiny", "turned"),
  garrison_revolt: throws("garrison_revolt"),
  garrison_returns: at(1300),
  typhoid: throws("typhoid", "struck"),
  insurrection_roll: throws("insurrection_roll"),
  insurrection: at(1300),
  green_roll: throws("green_roll"),
  makhno_roll: throws("makhno_roll"),
  petliura: throws("petliura", "joins"),
  peasants: throws("peasants", ""),
  miracle: throws("miracle"),
  battle,
  odds,
  initiative: card("initiative"),
  leader_test: throws("leader_test", "success", 1300),
  reinforced: { hold: 1100 },
  corps_steps_in: at(1100),
  fire,
  step_lost: { hold: 900, sound: "bad" },
  steps_lost: { hold: 900 },
  leader_lost: { hold: 1600, wait: true, sound: "bad" },
  leader_escapes: { hold: 1200 },
  retreat_cancelled: at(1200),
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
  attrition: { hold: 900, sound: "bad" },
  mud: throws("mud", "", 2000),
  to_moscow: throws("to_moscow", "", 2000),
  polish_response: throws("polish_response", "", 2000),
  intervention_forces: throws("intervention_forces", "some", 2000),
  west_ukraine_fate: throws("west_ukraine_fate", "", 2000),
  tsar_rescue: throws("tsar_rescue", "success", 2000),
  end_roll: throws("end_roll", "ends", 2400),
  end_cards: title("end_cards", { wait: true }),
  in_fighting: { hold: 1400 },
  in_fighting_change: { hold: 1200 },
  in_fighting_two: { hold: 1400 },
  penalty: { hold: 1300, sound: "bad" },
  violation: { hold: 1400 },
  vp: { hold: 1200 },
  vc_count: title("vc_count", { hold: 1800 }),
  hand_seen: { hold: 1200 },
  deck_peeked: { hold: 1200 },
  tsar: title("tsar", { wait: true, sound: "bell" }),
  gold_deposited: title("gold_deposited", { wait: true, sound: "good" }),
  year_added: title("year_added", { hold: 1800 }),
  withdrawal: title("withdrawal", { wait: true, sound: "bell" }),
  game_over: title("game_over", { wait: true, sound: "bell" }),
};

export const { scene, STAGED, QUIET } = staging({
  scenes: SCENES,
  quiet: ["drawn", "reshuffled", "political_reshuffle", "steps_recorded", "bonus_declared", "markers_frozen", "factions_locked"],
  always: (shell, { params }) => ({ seat: params.side, tab: params.space ? "map" : params.faction ? "factions" : undefined }),
});

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["battle", "odds", "initiative", "fire", "leader_test", "reinforced", "corps_steps_in", "step_lost", "steps_lost", "retreated", "retreat_cancelled", "advanced", "exploited", "leader_lost", "leader_escapes", "withdrawn", "taken"],
  score: ["fire", "leader_test", "influence_roll", "mud", "partisans", "propaganda", "switch_side", "mutiny", "garrison_revolt", "typhoid", "insurrection_roll", "green_roll", "makhno_roll", "petliura", "peasants", "miracle", "to_moscow", "polish_response", "intervention_forces", "west_ukraine_fate", "tsar_rescue", "end_roll", "vp", "vc_count", "penalty", "game_over"],
};
