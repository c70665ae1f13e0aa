// The running score sheet: lines in groups, the spread, and the ending it would be.

import { html } from "/static/markup.js";
import { POWERS } from "./book.js";
import { token } from "./symbols.js";

const ENDINGS = ["allied_victory", "broken_alliance", "negotiated_peace"];

export function scoreSheet(book, all) {
  const { score, final } = book.view;
  if (!score) return html`<p class="none">${book.t("ui.score.hidden")}</p>`;
  const groups = Object.entries(book.printed.lines).map(([group, lines]) => groupRows(book, group, lines.filter((line) => line in score.lines)));
  const now = final ?? score;
  return html`<table class="score ${all ? "all" : ""}" data-inspect="score:sheet"><thead><tr><th scope="col">${book.t(final ? "ui.score.sheet" : "ui.score.now")}<button type="button" class="more-lines" data-lines aria-pressed="${all ? "true" : "false"}">${book.t("ui.score.lines")}</button></th>${POWERS.map((p) => html`<th scope="col" aria-label="${book.name(p)}">${token(p, 19)}</th>`)}</tr></thead>
    ${groups}${final ? extra(book, "secret", final.secret) : ""}<tfoot><tr><th scope="row">${book.t("ui.score.total")}</th>${POWERS.map((p) => html`<td>${now.totals[p]}</td>`)}</tr>${final ? finalRows(book, final) : ""}</tfoot></table>${gauge(book, now.totals)}${endings(book, now, Boolean(final))}${secret(book)}`;
}

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const paidBy = ({ totals, adjusted }) => Object.fromEntries(POWERS.map((p) => [p, adjusted[p] - totals[p]]));

/** A row of its own for what pays somebody: the secret agenda, a negotiated surrender. */
function extra(book, key, points) {
  if (!POWERS.some((p) => points[p])) return "";
  return html`<tbody><tr><th scope="row">${book.t(`ui.score.${key}`)}</th>${POWERS.map((p) => html`<td>${signed(points[p])}</td>`)}</tr></tbody>`;
}

/** At the end: what the surrender took and gave, and what is left. */
function finalRows(book, final) {
  const paid = paidBy(final);
  const surrender = POWERS.some((p) => paid[p]) ? html`<tr class="paid"><th scope="row">${book.name(final.ending)}</th>${POWERS.map((p) => html`<td>${signed(paid[p])}</td>`)}</tr>` : "";
  return html`${surrender}<tr><th scope="row">${book.t("ui.score.final")}</th>${POWERS.map((p) => html`<td>${final.adjusted[p]}</td>`)}</tr>`;
}

/** Three lines for the folded panel: the points on the sheet, what the present ending would do, and who would win by it. */
export function digest(book) {
  const { score, final } = book.view;
  if (!score) return html`<p>${book.t("ui.score.hidden")}</p>`;
  const { ending, totals, adjusted, winner } = final ?? score;
  const cells = (points, say = (/** @type {number} */ n) => String(n)) => POWERS.map((p) => html`<span data-inspect="power:${p}">${token(p, 16)} <b>${say(points[p])}</b></span>`);
  const paid = paidBy({ totals, adjusted });
  const moves = POWERS.some((p) => paid[p]);
  const who = winner ? book.t("ui.score.winner", { power: winner }) : book.t("ui.score.by_dice");
  return html`<div class="ch-digest"><p data-inspect="score:sheet"><i>${book.t("ui.score.sheet")}</i>${cells(totals)}</p>
    <p data-inspect="ending:${ending}"><i>${book.name(ending)}</i>${moves ? cells(paid, signed) : ""}</p>
    <p data-inspect="ending:${ending}"><i>${book.t(final ? "ui.score.final" : "ui.score.now_short")}: <b>${who}</b></i>${moves ? cells(adjusted) : ""}</p></div>`;
}

const sum = (score, lines, power) => lines.reduce((n, line) => n + (score.lines[line][power] ?? 0), 0);

/** One row a group; where several lines make it up they can be unfolded. */
function groupRows(book, group, lines) {
  const { score } = book.view;
  const cells = (of) => POWERS.map((p) => html`<td>${of(p)}</td>`);
  const head = html`<tr><th scope="row">${book.t(`ui.score.${group}`)}</th>${cells((p) => sum(score, lines, p))}</tr>`;
  const parts = lines.length > 1 ? lines.map((line) => html`<tr class="part"><th scope="row">${book.name(line)}</th>${cells((p) => score.lines[line][p] || "")}</tr>`) : "";
  return html`<tbody data-inspect="score:${group}">${head}${parts}</tbody>`;
}

function gauge(book, totals) {
  const spread = Math.max(...POWERS.map((p) => totals[p])) - Math.min(...POWERS.map((p) => totals[p]));
  const limit = book.printed.limit[book.edition];
  const full = Math.max(limit * 1.4, spread);
  const at = (n) => ((100 * n) / full).toFixed(1);
  return html`<div class="gauge" data-inspect="score:spread" role="img" aria-label="${book.t("ui.score.spread_of", { spread, limit })}"><span>${book.t("ui.score.spread")} <b>${spread}</b></span><span>${book.t("ui.score.limit", { limit })}</span>
    <svg class="scale" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><rect class="bed" y="3" width="100" height="8"/><rect class="${spread > limit ? "over" : "within"}" y="4" width="${at(spread)}" height="6"/><rect class="limit" x="${at(limit)}" width=".9" height="14"/></svg></div>`;
}

/** The three endings and the one that is at hand; when it is over, that one alone. */
function endings(book, { ending, adjusted, winner }, over) {
  const points = POWERS.map((p) => `${book.brief(p)} ${adjusted[p]}`).join(" · ");
  return html`<ol class="ends">${ENDINGS.filter((id) => !over || id === ending).map((id) =>
    id === ending
      ? html`<li class="now" data-inspect="ending:${id}"><b>${book.name(id)}</b> <span>${points}${winner ? `: ${book.t("ui.score.winner", { power: winner })}` : ""}</span></li>`
      : html`<li data-inspect="ending:${id}"><b>${book.name(id)}</b> <span>${book.t(`ui.score.when.${id}`)}</span></li>`,
  )}</ol>`;
}

/** Own hidden tokens; all of them when the game is over. */
function secret(book) {
  const { agenda_tokens: tokens, secret_points: points } = book.view;
  const shown = Object.entries(tokens).filter(([, list]) => list.length);
  if (!shown.length) return "";
  return html`<h3>${book.t("ui.score.secret")}${points === null ? "" : ` · ${points}`}</h3><ul class="secret">${shown.map(([power, list]) => html`<li>${token(power, 16)} ${list.map((id) => book.name(id)).join(" · ")}</li>`)}</ul>`;
}
