// What can be foreseen of a launch, as the engine tells it (shell.preview); nothing is worked out here.

import {html} from "./dom.js";

/** Provinces a launch may start from. */
export const launchPlaces = (preview) => preview?.origins?.map((origin) => origin.place ?? origin) ?? [];

/** "land", or the defender's gain when the attack comes over the sea. */
export function launchLabel(from, target, context) {
  const sea = context.isProvince(from) && context.printed(from).kind === "sea", ashore = context.printed(target)?.kind === "land";
  return context.shell.t(sea && ashore ? "ui.arrow.sea" : "ui.arrow.land");
}

/** The arithmetic of the battle on the card of its province. */
export function forecastCard(preview, shell) {
  if (!preview) return null;
  const {t} = shell;
  return html`<dl class="forecast"><dt>${t("ui.forecast.attack")}</dt><dd><b>${preview.attack}</b></dd><dt>${t("ui.forecast.defence")}</dt><dd><b>${preview.low}–${preview.high}</b></dd></dl>`;
}
