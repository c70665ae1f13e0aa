// How the events of WunderWaffen look: see docs/table.md. The plain scene tells the event and lights what it names; times are
// those of the storyboard.

import { staging } from "/static/scenes.js";

/** A token on its way to a place: it has left its slot and lands with the next position. */
const plays = (hold) => (shell, { target, active }) => ({ spot: target || [], seat: active, hold, sound: "piece" });
const title = (kind, more) => (shell, params) => ({ tableau: { title: shell.t(`event.${kind}`, params) }, ...more });

const SCENES = {
  part_ended: title("part_ended", { hold: 1600 }),
  part_began: title("part_began", { hold: 1600, wait: true }),
  turn_began: title("turn_began", { hold: 900 }),
  own_plays_lost: { hold: 1200 },
  picked: { hold: 600 },
  cards_turned: { hold: 1400, sound: "card" },
  card_taken: { hold: 1200, sound: "card" },
  card_bought: (shell, params) => ({ card: { title: shell.name(params.card), text: shell.t("event.card_bought", params), seat: params.faction }, hold: 1800, sound: "card" }),
  research_reset: { hold: 1200 },
  played_place: plays(1400),
  played_berlin: plays(1400),
  played_access: plays(1400),
  played_solution: plays(1400),
  played_reserve: plays(1100),
  played_strategy: plays(1200),
  played_morale: plays(1200),
  played_politics: plays(1200),
  played_research: plays(1200),
  played_conference: plays(1200),
  played_leader: plays(1200),
  played_card_action: plays(1200),
  played_air_raid: plays(1800),
  raid_let_pass: { hold: 1300 },
  intercepted: { hold: 1800, wait: true },
  discarded_rest: { hold: 900 },
  eliminated: (shell, { space }) => ({ spot: space, hold: 1000, sound: "bad" }),
  points: { hold: 900 },
  track_moved: { hold: 900, sound: "piece" },
  research_moved: { hold: 900, sound: "piece" },
  research_shielded: { hold: 1000 },
  strategy_advanced: { hold: 1200 },
  strategy_taxed: { hold: 1000 },
  territory_won: (shell, params) => ({ tableau: { title: shell.t("event.territory_won", params), seat: params.faction }, spot: params.territory, hold: 2200, wait: true, sound: "good" }),
  marker_left: (shell, { territory }) => ({ spot: territory, hold: 900 }),
  fortress_held: (shell, params) => ({ tableau: { title: shell.t("event.fortress_held", params) }, spot: params.territory, hold: 1800 }),
  fortress_fallen: (shell, params) => ({ tableau: { title: shell.t("event.fortress_fallen", params) }, spot: params.territory, hold: 1800 }),
  berlin_opened: title("berlin_opened", { wait: true, sound: "bell" }),
  removed: { hold: 900 },
  game_over: title("game_over", { wait: true, sound: "bell" }),
};

export const { scene, STAGED, QUIET } = staging({ scenes: SCENES, quiet: ["strategy_bonus"], always: (shell, { params }) => ({ seat: params.active ?? params.by ?? params.faction }) });

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["played_place", "played_berlin", "played_air_raid", "raid_let_pass", "intercepted", "eliminated", "territory_won", "marker_left", "fortress_held", "fortress_fallen", "berlin_opened"],
  score: ["points", "strategy_taxed", "track_moved", "research_moved", "game_over"],
};
