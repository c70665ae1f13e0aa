// One battle is one tableau: both stacks as counters, tables, shifts and modifiers by name, dice, losses, verdict.

import { build, html, raw } from "/static/markup.js";
import { counterPicture, leaderPicture, sizeOf } from "./counters.js";
import { goodFor, OTHER } from "./tone.js";

const COUNTER = 5; // pixels a picture is higher than its counter
const LEADER = 35;

const signed = (n) => (n > 0 ? `+${n}` : `${n}`.replace("-", "−"));

/** The battle that is being told, as far as it has come; a reader who jumps into the middle of one sees what is told from there. */
let fight = { fires: [], lines: [] };

/** The same with what the view knows: who comes to the middle of a battle reads the rest there, and so does who joins in later. */
function goesOn(frame) {
  const now = frame?.view.battle;
  if (!now) return fight;
  const isTold = fight.battle?.space === now.target && fight.battle.side === now.side;
  const told = isTold ? fight : { fires: [], lines: [] };
  const all = (before = [], present = []) => [...new Set([...before, ...present])];
  const [attackers, defenders] = [all(told.battle?.attackers, now.attackers), all(told.battle?.defenders, now.defenders)];
  const foe = told.battle?.foe ?? now.defenders?.map((unit) => frame.view.units[unit]?.[2]).find(Boolean) ?? OTHER[now.side];
  return { ...told, battle: { space: now.target, side: now.side, counter: now.counter, greens: !defenders.length, foe, attackers, defenders } };
}

/** Pieces as they are drawn on the map, with their names; those that are gone are crossed out. Without a drawing: names. */
function pieces(ctx, frame, ids) {
  const { printed } = ctx;
  if (!printed) return ids.map((id) => ctx.name(id)).join(", ");
  const view = frame?.view;
  const one = (id) => {
    const leader = printed.leaders[id];
    const state = view?.units[id] ?? ["", true, "none"];
    const gone = !leader && view && !(state[0] in printed.spaces) && state[0] !== "reserve";
    const picture = leader ? leaderPicture(id, leader, LEADER) : counterPicture(printed.units[id], state, sizeOf(printed.units[id])[1] + COUNTER);
    return html`<figure data-inspect="piece:${id}" class="${gone ? "gone" : ""}">${raw(picture)}<figcaption>${ctx.name(id)}</figcaption></figure>`;
  };
  return build(html`<span class="toc toc-pieces">${ids.map(one)}</span>`);
}

function tableau(ctx, frame, more = {}) {
  const { battle, odds, fires, lines } = fight;
  const side = battle?.side ?? odds?.side ?? fires[0]?.side;
  const foe = battle?.foe ?? odds?.foe ?? fires[1]?.side;
  const troops = (units) => (units?.length ? pieces(ctx, frame, units) : ctx.name("third"));
  const listed = (found = []) => found.map(({ id, n }) => `${ctx.name(id)} ${signed(n)}`).join(", ") || "–";
  const shot = (who) => fires.find((fire) => fire.side === who);
  const thrown = more.dice?.find(({ still }) => !still)?.side;
  const lost = (who) => (shot(who) && who === thrown ? { text: String(shot(who).losses), until: "?" } : (shot(who)?.losses ?? ""));
  const rows = [];
  const none = (cell) => cell === "–" || cell === "";
  const row = (key, mine, theirs) => (none(mine) && none(theirs) ? 0 : rows.push([ctx.t(`ui.scene.${key}`), mine, theirs])); // what is not there takes no room
  if (battle) row("units", troops(battle.attackers), troops(battle.greens ? [] : battle.defenders));
  if (odds) {
    row("table", ctx.t("ui.battle.column", { table: odds.attacker_table, factors: odds.attacker_factors }), ctx.t("ui.battle.column", { table: odds.defender_table, factors: odds.defender_factors }));
    row("shifts", listed(odds.shifts), "–");
    row("modifiers", listed(odds.attacker_modifiers), listed(odds.defender_modifiers));
  }
  if (fires.length) {
    row("column", shot(side)?.column ?? "", shot(foe)?.column ?? "");
    row("losses", lost(side), lost(foe));
  }
  const title = battle ? ctx.t(battle.counter ? "ui.battle.counter" : "ui.battle.title", { space: battle.space }) : ctx.t("ui.battle.label");
  const head = ["", ...[side, foe].map((who) => (who ? ctx.name(who) : ""))];
  return { title, seat: side, sheet: { head, rows }, ...(lines.length && { lines }), ...more };
}

const staged = (ctx, frame, more, scene) => ({ tableau: tableau(ctx, frame, more), key: "battle", over: ".ringside", spot: fight.battle?.space ?? [], ...scene });

export function battle(ctx, params, frame) {
  fight = { battle: params, fires: [], lines: [] };
  return staged(ctx, frame, {}, { hold: 2000, sound: "bell" });
}

export function odds(ctx, params, frame) {
  fight = goesOn(frame);
  const same = fight.battle?.side === params.side;
  fight = { battle: same ? fight.battle : undefined, odds: params, fires: [], lines: same ? fight.lines : [] };
  return staged(ctx, frame, {}, { hold: 2600 });
}

/** Both dice lie side by side; the second throw brings the verdict. */
export function fire(ctx, params, frame) {
  fight = goesOn(frame);
  const before = fight.fires.filter(({ side }) => side !== params.side).slice(-1);
  fight = { ...fight, fires: [...before, params], wiped: frame?.view.battle?.wiped };
  return staged(ctx, frame, { dice: dice(ctx, params.side), verdict: verdict(ctx, frame) }, { hold: 2200, wait: fight.fires.length > 1 });
}

/** The dice that have fallen; those of `fresh` are thrown now. */
function dice(ctx, fresh) {
  return fight.fires.map(({ side, die, modifier }) => ({ side, value: die, label: `${ctx.name(side)}${modifier ? ` ${signed(modifier)}` : ""}`, still: side !== fresh }));
}

function verdict(ctx, frame) {
  const attacker = fight.battle?.side ?? fight.odds?.side;
  const hit = fight.fires.find(({ side }) => side === attacker);
  const hurt = fight.fires.find(({ side }) => side !== attacker);
  if (!hit || !hurt) return undefined;
  const { outcome, text } = verdictOf(ctx, { side: attacker, foe: hurt.side, hit: hit.losses, hurt: hurt.losses, wiped: fight.wiped });
  return { text, good: goodFor(frame, attacker, outcome !== "hold") };
}

/** What so many losses of both lead to, and its words. `wiped`: the losses that leave nobody of attacker and defender; `outcome`: known otherwise. */
export function verdictOf(ctx, { side, foe, hit, hurt, wiped = [], outcome = "" }) {
  const lead = hit - hurt;
  const [mine, theirs] = wiped.length ? wiped : [Infinity, Infinity];
  outcome ||= hit >= theirs ? "destroyed" : lead <= 0 || hurt >= mine ? "hold" : lead === 1 ? "retreat_1" : "retreat_2";
  const told = ctx.t("ui.battle.fired", { side, foe, inflicted: hit, suffered: hurt });
  return { outcome, text: foe === "third" ? told : `${told}. ${ctx.name(foe)}: ${ctx.t(`ui.result.${outcome}`)}.` };
}

/** What happens in the course of a battle becomes a line of its tableau; elsewhere the scene is the plain one given. */
export function during(kind, plain, hold = 1100) {
  return (ctx, params, frame, previous) => {
    const alone = typeof plain === "function" ? plain(ctx, params, frame, previous) : plain;
    if (!frame?.view.battle) return alone;
    fight = goesOn(frame);
    fight = { ...fight, lines: [...fight.lines, ctx.t(`event.${kind}`, params)] };
    const thrown = params.roll ? [...dice(ctx, ""), { value: params.roll, label: ctx.name(params.leader ?? params.side), good: goodFor(frame, params.side, params.success) }] : dice(ctx, "");
    return staged(ctx, frame, { ...(thrown.length && { dice: thrown }), verdict: verdict(ctx, frame) }, { hold, sound: alone.sound });
  };
}
