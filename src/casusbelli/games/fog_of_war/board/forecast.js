// What can be foreseen of a battle, as the engine tells it (shell.preview): nothing is worked out here.

import { html } from "./dom.js";

const RESULTS = ["victory", "quagmire", "defeat", "rout"];

/** "by land", or the defender's gain when the attack comes over the sea. */
export function launchLabel(from, target, context) {
  const sea = context.isProvince(from) && context.printed(from).kind === "sea";
  const ashore = context.printed(target)?.kind === "land";
  return context.shell.t(sea && ashore ? "ui.arrow.sea" : "ui.arrow.land");
}

/** The choice whose battle would be fought in this province, or null. */
export function battleChoice(province, context) {
  const { frame, picked } = context;
  const plan = context.plan();
  const { ask } = frame;
  if (!ask) return null;
  const find = (test) => ask.options.find(test) ?? null;
  if (ask.decision === "add_to_attack") return ask.about?.province === province ? find(([verb]) => verb === "done") : null;
  if (ask.decision === "choose_launch_province") return find(([, from]) => from === province);
  if (ask.decision !== "choose_action") return null;
  if (plan?.target === province)
    return (
      find(([verb, space]) => verb === "launch_operation" && space === plan.space) ??
      find(([verb, space]) => verb === "add_to_operation" && space === plan.space)
    );
  const card = picked.find((value) => ask.options.some((option) => option[0] === "create_operation" && option[2] === value));
  return (
    find(([verb, where]) => verb === "resolve_quagmire" && where === province) ??
    (card ? find(([verb, target, with_]) => verb === "create_operation" && target === province && with_ === card) : null)
  );
}

/** The arithmetic of the battle and its odds, for the card of the province. */
export function forecastCard(preview, shell) {
  if (preview?.kind !== "battle") return null;
  const { t } = shell;
  const { attack, defence, bonuses, odds } = preview;
  const sum = (to) => bonuses.filter((bonus) => bonus.to === to).reduce((all, bonus) => all + bonus.value, 0);
  const [ours, theirs] = [sum("attacker"), sum("defender")];
  const range = !defence ? "?" : defence.low === defence.high ? `${defence.low}` : `${defence.low}–${defence.high}`;
  const chance = (result) => Math.round(odds[result] * 100);
  const likely = odds ? RESULTS.filter((result) => odds[result] > 0) : [];
  return html`<dl class="forecast"><dt>${t("ui.forecast.attack")}</dt><dd>${ours ? html`${attack - ours} <i>+${ours}</i> = ` : ""}<b>${attack}</b></dd>
    <dt>${t("ui.forecast.defence")}</dt><dd>${theirs ? html`${t("ui.forecast.cards")} <i>+${theirs}</i> = ` : ""}<b>${range}</b></dd></dl>
    ${odds && html`<svg class="odds" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${bars(likely, odds)}</svg>
    <ul class="chances">${likely.map((result) => html`<li><i class="zone ${result}"></i>${t(`ui.result.${result}`)} <b>${chance(result) || "< 1"} %</b></li>`)}</ul>`}`;
}

function bars(results, odds) {
  let x = 0;
  return results.map((result) => {
    const width = odds[result] * 100;
    const bar = html`<rect class="zone ${result}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="6"/>`;
    x += width;
    return bar;
  });
}
