// How the events of The Fog of War look: see docs/table.md. A card that is laid flies there from its owner's wheel or hand;
// battles and looks are the felt's.

import { sinceLast, staging } from "/static/scenes.js";
import { luck, sounds } from "/static/tone.js";
import { OPPONENT } from "./reading.js";

const hand = (side, { view }) => (side === view.side ? ".hand" : ".wheels .wheel");

/** A card of one side on its way to a place on the map. */
const lays = (hold) => (context, { side, province }) => ({
  spot: province,
  flight: { from: hand(side, context), to: `[data-pick~="${province}"]`, kind: side },
  hold,
});

/** Where an operation lies: both wheels have a space of this name. */
const plan = ({ view }, { side, space }) => (side === view.side ? space : `op:${side}:${space}`);

/** A card on its way into an operation. */
const plans = (hold) => (context, params) => ({
  spot: plan(context, params),
  flight: { from: hand(params.side, context), to: params.side === context.view.side ? `[data-pick~="${params.space}"]` : `[data-pile="${plan(context, params)}"]`, kind: params.side },
  hold,
});

/** Whether something is good for the reader, as it is for a side or is not. */
const goodFor = ({ view }, side, good = true) => luck(view.side, side, good);

const title = (kind, more) => (context, params) => ({ tableau: { title: context.shell.t(`event.${kind}`, params), seat: params.side || undefined }, ...more });
const at = (hold, more) => (context, { province }) => ({ spot: province, hold, ...more });

/** How a look ended, and what both sides spent on it. */
function duelled(kind, context, params) {
  const { shell } = context;
  const looker = params.side;
  const side = kind === "intel_blocked" ? OPPONENT[looker] : looker;
  const spent = [[looker, params.spent], [OPPONENT[looker], params.spent_by_other]].map(([who, count]) => [{ text: shell.name(who), seat: who }, shell.t("ui.stage.spent", { count })]);
  return { tableau: { title: context.pileName(params.pile), seat: side, verdict: { text: shell.t(`ui.stage.${kind}`, params), good: goodFor(context, side) }, sheet: { rows: spent } }, seat: side, spot: params.pile };
}

/** What a crossing has cost: the cards that lay in wait, sea by sea, and how many were lost to them. */
function interdicted(context, params, frame) {
  const { shell } = context;
  const revealed = sinceLast(frame.log, "launched").filter(({ kind }) => kind === "interdictor_revealed");
  const rows = revealed.map(({ params: { sea, card, side } }) => [{ text: shell.name(sea), seat: side }, shell.name(card)]);
  const verdict = { text: shell.t("event.interdicted", params), good: goodFor(context, OPPONENT[params.side]) };
  return { tableau: { title: shell.t("ui.stage.interdiction"), seat: OPPONENT[params.side], sheet: { rows }, verdict }, spot: revealed.map((event) => event.params.sea), hold: 2600, wait: true, sound: sounds(verdict.good) };
}

/** A battle that nobody was left to fight has no felt. */
function unfought(context, params) {
  const { shell } = context;
  return { tableau: { title: shell.name(params.province), seat: params.side, verdict: { text: shell.t("event.battle_result", params), good: goodFor(context, OPPONENT[params.side]) } } };
}

/** What each of the Axis's provinces is worth at the end of a year, the most first. */
function worth({ view, atlas, shell }) {
  const held = Object.entries(view.provinces).filter(([id, { control, supplied }]) => control === "axis" && supplied && atlas.printed[id].vp);
  const told = held.map(([id]) => [shell.name(id), atlas.printed[id].vp]).sort(([, one], [, other]) => other - one);
  return told.length ? shell.t("ui.stage.scored", { provinces: told.map((pair) => pair.join("\u00a0")) }) : "";
}

const SCENES = {
  sides_given: title("sides_given", { wait: true }),
  victory_cards_drawn: { hold: 1400 },
  victory_cards_kept: { hold: 1400 },
  placed: lays(250),
  year_began: title("year_began", { hold: 1800 }),
  winter_came: title("winter_came", { hold: 1600 }),
  turn_began: title("turn_began", { hold: 1300 }),
  rotated: (context, params) => ({ spot: plan(context, params), hold: 1300 }),
  operation_created: plans(1500),
  operation_reinforced: plans(1400),
  operation_dismantled: (context, params) => ({ spot: plan(context, params), hold: 1400, sound: "card" }),
  defence_placed: lays(1400),
  withdrawn: at(1400, { sound: "card" }),
  quagmire_reinforced: lays(1400),
  attack_reinforced: lays(1300),
  quagmire_resolving: at(1500),
  launched_from: (context, { province, origin }) => ({ spot: [origin, province], hold: 1800 }),
  launched: (context, params) => ({ ...title("launched")(context, params), spot: params.province, hold: 2200, sound: "bell" }),
  political_event: (context, params) => ({ card: { title: context.shell.name(params.event), kind: context.shell.t("ui.stage.news"), text: context.shell.t(`ui.news.${params.event}`) }, spot: params.province || [], wait: true, sound: "bell" }),
  control_changed: (context, { province, side }) => ({ spot: province, hold: 1500, sound: sounds(goodFor(context, side)) }),
  cards_discarded: at(1300),
  quagmire_ended: at(1500),
  set_joined: { hold: 1200 },
  offmap_active: (context, { place }) => ({ spot: place, hold: 1600 }),
  interdictor_revealed: (context, { sea, card, side }) => ({ card: { title: context.shell.name(card), kind: context.shell.name(sea), seat: side }, spot: sea, hold: 2200, sound: "card" }),
  interdicted,
  battle_revealed: at(3000, { sound: "card" }),
  bonus_counted: at(900),
  advantage_used: at(1600),
  battle_result: (context, params) => ({ ...(params.automatic ? unfought(context, params) : {}), spot: params.province, hold: 2600, wait: true, sound: "die" }),
  cards_lost: at(1300),
  neutral_lost: at(1300),
  fleets_left: { hold: 1200 },
  quagmire: at(1600),
  attack_dismantled: at(1400),
  repelled: at(1600),
  intel_attempted: (context, { pile }) => ({ spot: pile, hold: 1500 }),
  intel_bid: { hold: 1200 },
  intel_blocked: (context, params) => ({ ...duelled("intel_blocked", context, params), hold: 2000 }),
  intel_succeeded: (context, params) => (params.side === context.view.side ? { spot: params.pile, hold: 1800, wait: true } : { ...duelled("intel_succeeded", context, params), hold: 2000 }),
  scored: (context, params) => ({
    tableau: { title: context.shell.t("event.scored", params), seat: "axis", changes: [{ label: context.shell.t("ui.stage.points"), before: params.total - params.points, after: params.total }], note: worth(context) },
    seat: "axis",
    hold: 2600,
  }),
  win_pile_dealt: { hold: 1300 },
  production_began: (context, params) => {
    const { t } = context.shell;
    const { industry } = context.view.sides[params.side];
    const lines = [
      { label: t("ui.stage.resources"), value: String(params.resources) },
      { label: t("ui.stage.industry"), value: `≤ ${industry}` },
    ];
    return { tableau: { title: t("event.production_began", params), seat: params.side, sum: { lines, total: { label: t("ui.stage.production"), value: params.points } } }, hold: 2000 };
  },
  bought: { hold: 900 },
  victory_cards_shown: (context, params) => {
    const { t, name } = context.shell;
    const row = (card) => {
      const province = context.victoryProvince(card);
      const held = context.view.provinces[province].control === "axis";
      return [name(province), { text: t(`ui.stage.${held ? "held" : "lost"}`), good: goodFor(context, "axis", held) }];
    };
    return { tableau: { title: t("event.victory_cards_shown", params), seat: "axis", sheet: { rows: params.cards.map(row) } }, wait: true };
  },
  war_ended: title("war_ended", { wait: true, sound: "bell" }),
};

const always = (context, { params }) => ({ seat: params.side, tab: params.province || params.sea ? "map" : params.space ? "wheels" : undefined });

export const { scene, STAGED, QUIET } = staging({
  scenes: SCENES,
  quiet: ["drew", "bystanders_discarded", "draw_pile_made", "reinforcements"],
  always,
});

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["launched", "launched_from", "battle_revealed", "bonus_counted", "advantage_used", "battle_result", "cards_lost", "neutral_lost", "bystanders_discarded", "fleets_left", "quagmire", "quagmire_resolving", "quagmire_ended", "repelled", "interdictor_revealed", "interdicted", "control_changed", "attack_dismantled"],
  score: ["battle_result", "scored", "victory_cards_shown", "war_ended", "production_began"],
  intel: ["intel_attempted", "intel_bid", "intel_blocked", "intel_succeeded"],
};

/** Chapters of the replay beside the headings. */
export const LANDMARKS = ["battle_revealed"];
