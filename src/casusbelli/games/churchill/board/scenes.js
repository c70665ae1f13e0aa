// How the events of Churchill look: see docs/table.md. What happens in the war is laid over the round table, what happens at
// the table over the maps: the place itself stays in sight.

import { staging } from "/static/scenes.js";
import { POWERS } from "./book.js";
import { CAMPAIGN } from "./campaign.js";
import { SPEECHES } from "./speeches.js";

const QUIET_KINDS = ["dealt", "placing_order", "reserve_assigned", "production_committed"];

/** Whose doing it is: of a marker that is taken away, who takes it. */
const doer = (book, { by, power, front }) => (POWERS.includes(by) ? by : power || book.printed.fronts[front]?.power);

const always = (book, { kind, params }) => ({ ...(kind in CAMPAIGN ? { over: ".tablebox", tab: "war" } : { over: ".maps", tab: "table" }), seat: doer(book, params) });

export const { scene, STAGED, QUIET } = staging({ scenes: { ...SPEECHES, ...CAMPAIGN }, quiet: QUIET_KINDS, always });

/** A Front is its power's: what it tries, reaches or fails to reach is told as that power's doing. */
export const marcher = (book, { kind, params }) => (/^front_|^breakthrough$/.test(kind) ? book.printed.fronts[params.front]?.power : undefined);

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["front_rolled", "front_stopped", "front_entered", "breakthrough", "reserves_deployed", "armies_sent", "army_by_lot", "army_by_die", "sortie_rolled", "fleet_fate", "collapse", "surrendered", "naval_lost", "offensive_lost"],
  score: ["chief_rolled", "health_rolled", "purge_rolled", "leader_rolled", "paranoia_rolled", "front_rolled", "army_by_die", "sortie_rolled", "fleet_fate", "abomb_rolled", "convoy", "pol_mil_rolled", "partisan_strife", "alliance_rolled", "negotiated", "conference_won", "conference_closed", "game_over"],
};

/** Chapters of the replay beside the headings. */
export const LANDMARKS = ["surrendered"];
