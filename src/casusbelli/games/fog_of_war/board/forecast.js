// What can be foreseen of a battle, as the engine tells it (shell.preview): nothing is worked out here.

import { odds } from "/static/odds.js";
import { OPPONENT } from "./reading.js";

const RESULTS = { victory: "good", quagmire: "even", defeat: "bad", rout: "bad" };

/** "by land", or the defender's gain when the attack comes over the sea. */
export function launchLabel(from, target, context) {
  const sea = context.isProvince(from) && context.printed(from).kind === "sea";
  const ashore = context.printed(target)?.kind === "land";
  return context.shell.t(sea && ashore ? "ui.arrow.sea" : "ui.arrow.land");
}

/** The choice whose battle would be fought in this province, or null. Never one that adds a card nobody has picked. */
export function battleChoice(province, context) {
  const { frame, picked } = context;
  const plan = context.plan();
  const { ask } = frame;
  if (!ask) return null;
  const find = (test) => ask.options.find(test) ?? null;
  if (ask.decision === "add_to_attack") return ask.about?.province === province ? find(([verb]) => verb === "done") : null;
  if (ask.decision === "choose_launch_province") return find(([, from]) => from === province);
  if (ask.decision !== "choose_action") return null;
  if (plan) return plan.target === province ? find(([verb, space]) => verb === "launch_operation" && space === plan.space) : null;
  const card = picked.find((value) => ask.options.some((option) => option[0] === "create_operation" && option[2] === value));
  const own = context.view.sides[context.view.side].ops;
  return (
    find(([verb, where]) => verb === "resolve_quagmire" && where === province) ??
    (card ? find(([verb, target, with_]) => verb === "create_operation" && target === province && with_ === card) : null) ??
    find(([verb, space]) => verb === "launch_operation" && own[space]?.target === province)
  );
}

/** The sum, the bar for the reader, and what is taken for granted: an element, or null where there is nothing to weigh. */
export function battleOdds(preview, context) {
  const { shell } = context;
  const { t, name } = shell;
  if (preview?.kind === "plan") return planOdds(preview, context);
  if (preview?.kind !== "battle") return null;
  const { attack, bonuses, cards, defence, advantage } = preview;
  const side = context.view.side;
  const gained = (to) => bonuses.filter((bonus) => bonus.to === to).reduce((all, bonus) => all + bonus.value, 0);
  const reach = (low, high) => (low === high ? `${low}` : `${low}–${high}`);
  const extra = gained("defender");
  const hidden = cards.enemy + cards.neutral;
  const garrison = !hidden ? "0" : !defence ? t("ui.cards", { count: hidden }) : `${reach(defence.low - extra, defence.high - extra)} ${t("ui.odds.of_cards", { count: hidden })}`;
  const cell = (bonus) => (bonus.to === "attacker" ? [`+${bonus.value}`, ""] : ["", `+${bonus.value}`]);
  const may = t("ui.odds.if_used", { value: 1 });
  const rows = [
    { label: t("ui.battle.cards"), values: [attack - gained("attacker"), garrison] },
    ...bonuses.map((bonus) => ({ label: t(`ui.bonus.${bonus.id}`), values: cell(bonus) })),
    { label: t("ui.bonus.advantage"), values: advantage === side ? [may, ""] : ["", may] },
  ];
  return odds(shell, {
    sides: [t("ui.odds.you", { side }), name(OPPONENT[side])],
    rows,
    sum: [attack, defence ? reach(defence.low, defence.high) : "?"],
    outcomes: preview.odds ? Object.keys(RESULTS).map((result) => outcome(result, preview, context)) : [],
    assumes: preview.odds ? assumptions(preview, context) : undefined,
  });
}

/** With and without the Advantage: a range, since its holder decides after the cards are shown. */
function outcome(result, { odds: chances, with_advantage: spent, province }, { shell }) {
  const [least, most] = [chances[result], spent[result]].sort((a, b) => a - b);
  return { words: shell.t(`ui.odds.${result}`, { province }), chance: least === most ? least : [least, most], tone: RESULTS[result] };
}

function assumptions({ cards, known, advantage, seas, origin }, { shell, view }) {
  const { t } = shell;
  const hidden = cards.enemy + cards.neutral - known.enemy - known.neutral;
  const said = [];
  if (hidden > 0) said.push(t("ui.odds.hidden", { count: hidden }));
  if (known.enemy + known.neutral > 0) said.push(t("ui.odds.seen", { count: known.enemy + known.neutral }));
  if (!cards.enemy && !cards.neutral) said.push(t("ui.odds.open"));
  if (origin) said.push(t("ui.odds.from", { origin }));
  if (seas.length) said.push(t("ui.odds.seas", { seas }));
  said.push(t("ui.odds.advantage", { holder: advantage === view.side ? "you" : advantage }));
  return said.join(" ");
}

/** A plan that cannot be fought out yet: its own strength and why there are no odds. */
function planOdds({ attack, idle, reach, turns }, { shell }) {
  const { t } = shell;
  const rows = [{ label: t("ui.inspect.own_strength"), values: [attack] }];
  if (idle.length) rows.push({ label: t("ui.odds.idle"), values: [idle.map((card) => shell.name(card)).join(", ")] });
  const why = turns > 0 ? t("ui.inspect.ready_in", { turns }) : t(reach ? "ui.odds.not_now" : "ui.odds.no_reach");
  return odds(shell, { rows, assumes: [why, turns > 0 && !reach ? t("ui.odds.no_reach") : "", t("ui.odds.none_yet")].filter(Boolean).join(" ") });
}
