// A battle in the log: from its first event to the last of what it led to, and how it ended. No event tells its end: the losses do,
// with the verdict that the tableau has, too.

import { spans } from "/static/battles.js";
import { verdictOf } from "./battle_scene.js";

/** What follows upon the fire; before that everything belongs to the battle. */
const AFTER = ["step_lost", "steps_lost", "corps_steps_in", "green_removed", "leader_lost", "leader_escapes", "leader_repositioned", "retreat_cancelled", "miracle", "retreated", "polish_response", "advanced", "taken", "exploited", "garrison_returns", "gold_seized", "gold_lost", "initiative", "event_played", "leader_test"];

const fired = (span) => span.filter(({ kind }) => kind === "fire");

/** Both have fired, or nobody was left to answer. */
const isFought = (span) => fired(span).length > 1 || remains(span).defenders === 0;

const goesOn = ({ kind }, span) => kind === "fire" || !fired(span).length || AFTER.includes(kind);

/** How many are left of both, by what was told. */
function remains(span) {
  const [{ params }] = span;
  const armies = { attackers: new Set(params.attackers), defenders: new Set(params.defenders) };
  const of = (side) => (side === params.side ? armies.attackers : armies.defenders);
  for (const { kind, params: told } of span) {
    if (kind === "reinforced" || kind === "corps_steps_in") of(told.side).add(told.unit);
    if (kind === "step_lost" && told.eliminated) for (const army of Object.values(armies)) army.delete(told.unit);
  }
  const green = params.greens && !span.some(({ kind }) => kind === "green_removed");
  return { attackers: armies.attackers.size, defenders: params.greens ? Number(green) : armies.defenders.size };
}

/** What the losses leave, and what was paid to stay; "" where the losses alone decide. */
function outcome(span) {
  const { attackers, defenders } = remains(span);
  const stays = span.some(({ kind, params }) => kind === "retreat_cancelled" || (kind === "miracle" && params.success));
  if (!defenders) return "destroyed";
  return stays || !attackers ? "hold" : "";
}

function tell(ctx, span) {
  const [{ params }] = span;
  const { side, foe } = params;
  const title = ctx.t("ui.battle.line", params);
  if (!isFought(span)) return { title };
  const [hit, hurt] = [side, foe].map((who) => fired(span).find((fire) => fire.params.side === who)?.params.losses ?? 0);
  const verdict = verdictOf(ctx, { side, foe, hit, hurt, outcome: outcome(span) });
  const ends = verdict.outcome === "hold" ? { [side]: "failed", [foe]: "held" } : { [side]: "won", [foe]: "lost" };
  return { title, result: verdict.text.replace(/\.?$/, "."), ends };
}

/** The battles of a log, for the log: see web/battles.js. */
export const battles = (ctx, log) => spans(log, ({ kind }) => kind === "battle", goesOn).map(({ from, events }) => ({ from, count: events.length, tell: () => tell(ctx, events) }));
