// The running score sheet: lines in groups, the spread, and the ending it would be.

import { html } from "/static/markup.js";
import { POWERS } from "./book.js";
import { token } from "./symbols.js";

const ENDINGS = ["allied_victory", "broken_alliance", "negotiated_peace"];

export function scoreSheet(book, all) {
  const { score } = book.view;
  if (!score) return html`<p class="none">${book.t("ui.score.hidden")}</p>`;
  const groups = Object.entries(book.printed.lines).map(([group, lines]) => groupRows(book, group, lines.filter((line) => line in score.lines)));
  return html`<table class="score ${all ? "all" : ""}"><thead><tr><th scope="col">${book.t("ui.score.now")}<button type="button" class="more-lines" data-lines aria-pressed="${all ? "true" : "false"}">${book.t("ui.score.lines")}</button></th>${POWERS.map((p) => html`<th scope="col" aria-label="${book.name(p)}">${token(p, 19)}</th>`)}</tr></thead>
    ${groups}<tfoot><tr><th scope="row">${book.t("ui.score.total")}</th>${POWERS.map((p) => html`<td>${score.totals[p]}</td>`)}</tr></tfoot></table>${gauge(book, score)}${endings(book, score)}${secret(book)}`;
}

const sum = (score, lines, power) => lines.reduce((n, line) => n + (score.lines[line][power] ?? 0), 0);

/** One row a group; where several lines make it up they can be unfolded. */
function groupRows(book, group, lines) {
  const { score } = book.view;
  const cells = (of) => POWERS.map((p) => html`<td>${of(p)}</td>`);
  const head = html`<tr><th scope="row">${book.t(`ui.score.${group}`)}</th>${cells((p) => sum(score, lines, p))}</tr>`;
  const parts = lines.length > 1 ? lines.map((line) => html`<tr class="part"><th scope="row">${book.name(line)}</th>${cells((p) => score.lines[line][p] || "")}</tr>`) : "";
  return html`<tbody>${head}${parts}</tbody>`;
}

function gauge(book, { spread }) {
  const limit = book.printed.limit[book.view.options.edition] ?? book.printed.limit.second;
  const full = Math.max(limit * 1.4, spread);
  const at = (n) => ((100 * n) / full).toFixed(1);
  return html`<div class="gauge" role="img" aria-label="${book.t("ui.score.spread_of", { spread, limit })}"><span>${book.t("ui.score.spread")} <b>${spread}</b></span><span>${book.t("ui.score.limit", { limit })}</span>
    <svg class="scale" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="bed" y="3" width="100" height="8"/><rect class="${spread > limit ? "over" : "within"}" y="4" width="${at(spread)}" height="6"/><rect class="limit" x="${at(limit)}" width=".9" height="14"/></svg></div>`;
}

function endings(book, { ending, adjusted, winner }) {
  const points = POWERS.map((p) => `${book.brief(p)} ${adjusted[p]}`).join(" · ");
  return html`<ol class="ends">${ENDINGS.map((id) =>
    id === ending
      ? html`<li class="now"><b>${book.name(id)}</b> <span>${points}${winner ? `: ${book.t("ui.score.winner", { power: book.brief(winner) })}` : ""}</span></li>`
      : html`<li><b>${book.name(id)}</b> <span>${book.t(`ui.score.when.${id}`)}</span></li>`,
  )}</ol>`;
}

/** Own hidden tokens; all of them when the game is over. */
function secret(book) {
  const { agenda_tokens: tokens, secret_points: points } = book.view;
  const shown = Object.entries(tokens).filter(([, list]) => list.length);
  if (!shown.length) return "";
  return html`<h3>${book.t("ui.score.secret")}${points === null ? "" : ` · ${points}`}</h3><ul class="secret">${shown.map(([power, list]) => html`<li>${token(power, 16)} ${list.map((id) => book.name(id)).join(" · ")}</li>`)}</ul>`;
}
