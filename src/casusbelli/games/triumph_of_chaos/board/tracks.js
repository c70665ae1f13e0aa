// The strip above the map: turns of the scenario, rounds of the turn in two halves with what was played.

import { html } from "/static/markup.js";
import { SIDES } from "./context.js";
import { sign } from "./symbols.js";

const MANY = 9; // turns; where there are more, those long past are left out

/** What each side did in the rounds of this turn: {"2 white": "ops"}; read from the log. */
function actions(log) {
  const done = {};
  const from = log.findLastIndex(({ kind }) => kind === "turn");
  for (const { kind, params } of log.slice(from + 1)) if (kind === "action") done[`${params.round} ${params.side}`] = params.action;
  return done;
}

export function tracks(frame, ctx) {
  const { view } = frame;
  const { t, printed } = ctx;
  const { first, last, ends } = printed.scenarios[view.scenario];
  const turns = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const shown = turns.length > MANY ? turns.filter((turn) => turn >= view.turn - 1) : turns;
  return html`<ol class="rounds" aria-label="${t("ui.track.rounds")}">${rounds(frame, ctx)}</ol>
    <ol class="turns" aria-label="${t("ui.track.turns")}">${shown.map((turn) => turnCell(turn, view.turn, ends[turn], ctx))}</ol>`;
}

function turnCell(turn, now, end, { t, printed }) {
  const { year, mud } = printed.turns[turn];
  const words = [t("ui.track.turn", { turn, year }), mud && t("ui.track.mud"), end && t("ui.track.ends", { roll: end })].filter(Boolean).join(", ");
  const state = turn < now ? "past" : turn === now ? "now" : "";
  return html`<li class="${state}" data-tip="${words}" ${turn === now && html`aria-current="step"`}><span class="visually-hidden">${words}</span><b aria-hidden="true">${turn}</b>${mud && sign("spring", 13)}${end && html`<small aria-hidden="true">≤${end}</small>`}</li>`;
}

function rounds({ view, log = [] }, { t }) {
  const done = actions(log);
  const acting = view.round > 0;
  return Array.from({ length: view.rounds }, (_, i) => i + 1).map((round) => {
    const halves = SIDES.map((side) => {
      const action = done[`${round} ${side}`];
      const now = acting && round === view.round && side === view.active;
      const words = t("ui.track.half", { round, side, action: action ?? (now ? "now" : "none") });
      return html`<span class="${side}${action ? " done" : ""}${now ? " cur" : ""}" data-tip="${words}"><span class="visually-hidden">${words}</span><span aria-hidden="true">${action ? t(`ui.track.short.${action}`) : ""}</span></span>`;
    });
    return html`<li class="${acting && round === view.round ? "now" : ""}">${halves}</li>`;
  });
}

/** Weather and quarrels, for the head of the page. */
export function inForce({ mud_rounds: mud, round, in_fighting: fighting }, t) {
  return [mud > 0 && round <= mud && t("ui.track.mud_now"), ...fighting.map((side) => t("ui.track.in_fighting", { side }))].filter(Boolean);
}
