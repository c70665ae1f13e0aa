// The right column: the balance of both sides line by line, and the dossier "What I have seen".

import { html } from "./dom.js";
import { OPPONENT, pileNow, readPile, seatedSide, sightings } from "./reading.js";
import { token } from "./symbols.js";

const SHOWN = 3;
const KEPT = 2; // objectives that the Axis keeps, and must hold both
/** What the inspector tells of a line of the balance. */
const KINDS = { hand: "hand:hand", draw: "heap:draw", piles: "heap:discard", intel: "intel:axis", production: "industry:track" };

/** What is left of the balance where it is folded. */
const FOLDED = ["hand", "production"];

/** One line for each public fact, the reader's side on the left. */
export const balance = (view, shell) => html`<table class="bal">${heads(view, shell)}<tbody>${facts(view, shell).map(({ row }) => row)}</tbody></table>`;

/** Folded: two facts, the points with what is short of the threshold, and who would win if it ended now. */
export const digest = (view, shell, context) => html`<table class="bal"><tbody>${facts(view, shell).map(({ name, row }) => FOLDED.includes(name) && row)}</tbody></table>${aims(view, shell, context)}`;

function aims(view, shell, context) {
  const { t } = shell;
  const { vp, vp_threshold: goal, winner } = view;
  const points = html`<p data-inspect="vp:axis">${t("ui.balance.points", { vp, goal, missing: Math.max(0, goal - vp) })}</p>`;
  const now = !winner && html`<p data-inspect="victory:kept">${t("ui.balance.if_ended", ifEnded(view, context))}</p>`;
  return html`<div class="aims">${points}${now}</div>`;
}

/** Who would win if the war ended now, for all the reader may know: the objectives are the Axis's secret. */
function ifEnded({ vp, vp_threshold: goal, provinces, victory }, context) {
  const objectives = victory.possible.map((card) => context.victoryProvince(card));
  const held = objectives.filter((province) => provinces[province].control === "axis").length;
  const count = objectives.length;
  if (vp >= goal) return { winner: "axis", held, count };
  return { winner: held < KEPT ? "allied" : held === count ? "axis" : "open", held, count };
}

function heads(view, shell) {
  const left = seatedSide(view);
  const right = OPPONENT[left];
  return html`<thead><tr data-inspect="balance:sides"><th scope="col">${token(left, "s")} ${shell.name(left)}</th><td></td><th scope="col">${shell.name(right)} ${token(right, "s")}</th></tr></thead>`;
}

/** The public facts, each with its row. */
function facts(view, shell) {
  const { t } = shell;
  const left = seatedSide(view);
  const right = OPPONENT[left];
  const of = (n, total) => html`${n} <em>${t("ui.balance.of", { total })}</em>`;
  const told = {
    hand: (s) => s.hand,
    draw: (s) => (s.draw ? s.draw : html`0 <em>${view.season === "winter" ? t("ui.season.winter") : ""}</em>`),
    piles: (s) => `${s.discard} · ${s.win} · ${s.loss}`,
    intel: (s) => of(s.intel.ready, s.intel.ready + s.intel.used),
    production: (s) => of(s.production, s.resources),
  };
  return Object.entries(told).map(([name, show]) => ({
    name,
    row: html`<tr data-inspect="${KINDS[name]}"><td>${show(view.sides[left])}</td><th scope="row">${t(`ui.balance.${name}`)}</th><td>${show(view.sides[right])}</td></tr>`,
  }));
}

/** What has been seen of foreign piles: cards, how and when, what came and went since, bounds of strength. */
export function dossier(view, cards, shell, context, all) {
  const { t } = shell;
  const piles = [...sightings(view)].sort(([, a], [, b]) => b[0].turn - a[0].turn);
  if (!piles.length) return html`<p class="none" data-inspect="seen:none">${t("ui.seen.none")}</p>`;
  const rows = piles.slice(0, all ? piles.length : SHOWN).map(([pile, seen]) => row(pile, seen, view, cards, shell, context));
  const more =
    piles.length > SHOWN &&
    html`<button type="button" class="all" data-all>${all ? t("ui.seen.less") : t("ui.seen.all", { count: piles.length })}</button>`;
  return html`<ul class="seen">${rows}</ul>${more}`;
}

function row(pile, [latest, ...older], view, cards, shell, context) {
  const { t } = shell;
  const { kind, place, side } = readPile(pile);
  const { count } = pileNow(view, pile);
  const mark = kind === "vic" ? "V" : kind === "op" ? shell.name(place)[0] : context.number(place);
  const bounds = latest.low === null ? "" : latest.low === latest.high ? `${latest.low}` : `${latest.low}–${latest.high}`;
  return html`<li data-seen="${pile}" data-inspect="pile:${pile}"><span class="dn ${side}">${mark}</span><div><div class="dh"><b>${context.pileName(pile)}</b>
    ${bounds && html`<span class="dr" data-tip="${t("ui.seen.bounds")}">${bounds}</span>`}</div>
    ${[latest, ...older.slice(0, 2)].map((entry, n) => html`<div class="dc${n ? " old" : ""}">${sighted(entry, count, side, view, cards, context)}<span class="ds">${note(entry, count, shell)}</span></div>`)}</div></li>`;
}

/** The cards of a sighting as mini cards; backs for those of the pile that were not seen. */
function sighted(entry, count, side, view, cards, context) {
  const faces = entry.seen.map((card) =>
    context.isProvince(card) || entry.pile === "vic:board"
      ? cards.province(context.victoryProvince(card))
      : cards.chip(card, side),
  );
  const among = entry.seen.length > count;
  const unseen = among || entry.pile === "vic:board" ? 0 : Math.max(0, count - Math.max(0, entry.seen.length - entry.removed));
  return [...faces, ...cards.chips([], side || "axis", Math.min(unseen, 7))];
}

export function note(entry, count, shell) {
  const { t } = shell;
  const said = [t("ui.seen.how", { how: entry.how, turn: entry.turn })];
  if (entry.pile === "vic:board") return t("ui.seen.victory", { turn: entry.turn });
  if (entry.complete && entry.size < entry.seen.length)
    said.push(t("ui.seen.among", { count: entry.size, total: entry.seen.length }));
  else if (entry.complete) said.push(t("ui.seen.complete", { total: entry.size }));
  else said.push(t("ui.seen.part", { count: entry.seen.length, total: entry.size }));
  if (entry.added) said.push(t("ui.seen.added", { count: entry.added }));
  if (entry.removed) said.push(t("ui.seen.removed", { count: entry.removed }));
  return said.join(" · ");
}
