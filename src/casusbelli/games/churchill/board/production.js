// The production sheet: a row for every Front with its odds now and with one token more, and the other uses of a token.

import { html, raw } from "/static/markup.js";
import { percentage } from "/static/percentage.js";
import { grade, share } from "./chances.js";
import { cube, icon, token } from "./symbols.js";
import { slipMarkup } from "./table.js";

/** The options whose odds the sheet shows. */
export function asked(book) {
  return book.options.filter(([verb, use]) => verb === "place_directed_offensive" || (/^alloc_(free|bonus)$/.test(verb) && ["offensive", "naval"].includes(use)));
}

export function productionSheet(book, foreseen) {
  const { view, options } = book;
  const tokens = view.powers[book.own].tokens;
  const rows = Object.entries(book.printed.fronts).map(([front, row]) => frontRow(book, front, row, foreseen));
  const arctic = view.naval.arctic;
  const duties = view.duties.filter(({ power }) => power === book.own);
  const issues = options.filter(([verb, use]) => use === "pol_mil" || /^(alloc_directed|directed_order)$/.test(verb)).map((choice) => slipMarkup(book, choice.at(-1)));
  const others = options.some(([, use]) => use === "abomb") ? html`<button type="button" class="use" data-pick="abomb" data-kind="use">${icon("abomb")} ${book.t("ui.production.bomb")}</button>` : "";
  return html`<header><h3>${book.t("ui.production.title")}</h3><span class="purse" aria-label="${book.t("ui.production.tokens", { count: tokens })}">${Array.from({ length: tokens }, () => token(book.own, 22))}</span>
    ${duties.length ? html`<p>${duties.map((duty) => book.t("ui.production.duty", duty)).join(" · ")}</p>` : ""}</header>
    <table><thead><tr><th scope="col">${book.t("ui.text.front")}</th><th scope="col">${book.t("ui.text.naval")}</th><th scope="col">${book.t("ui.text.support")}</th><th scope="col" class="armies">${book.t("ui.text.armies")}</th><th scope="col">${book.t("ui.text.chance")}</th></tr></thead><tbody>${rows}</tbody></table>
    <p class="uses"><button type="button" class="use" data-pick="arctic" data-kind="place">${icon("anchor")} ${book.short("arctic")} ${arctic}/5</button>${issues}${others}</p>`;
}

function frontRow(book, front, row, foreseen) {
  const { entry, support, odds } = book.view.fronts[front];
  const naval = book.view.naval[row.theater];
  const axis = row.region === "europe" ? "germany" : "japan";
  const gain = (place) => foreseen.get(place)?.after?.advance;
  const best = Math.max(gain(front) ?? 0, gain(row.theater) ?? 0);
  const now = odds?.advance ?? 0;
  const barred = odds?.obstacle ? html`<small class="barred">${book.t(`ui.obstacle.${odds.obstacle}`)}</small>` : "";
  const more = best > now ? html`<small class="more-words">${book.t("ui.production.more", { chance: percentage(best) })}</small><small class="more-brief">→ ${percentage(best)}</small>` : "";
  const bar = html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="more" width="${share(Math.max(best, now))}" height="10"/><rect class="chance ${grade(now)}" width="${share(now)}" height="10"/></svg>`;
  return html`<tr><th scope="row">${token(row.power, 18)} ${book.short(row.theater)}<small>${entry ? `→ ${book.short(entry)}` : book.t("ui.front.end")}</small></th>
    <td><button type="button" class="use" data-pick="${row.theater}" data-kind="place" aria-label="${book.t("ui.production.naval", { theater: row.theater, naval })}">${icon("anchor", 15)} ${naval}</button></td>
    <td><button type="button" class="use" data-pick="${front}" data-kind="place" aria-label="${book.t("ui.production.support", { front, support })}">${icon("up", 15)} ${support}</button></td>
    <td class="armies">${odds ? html`${raw(`<svg width="16" height="15" viewBox="0 0 16 15" aria-hidden="true">${cube(axis, 1, 0, 11)}</svg>`)} ${book.mean(odds.armies)}` : "–"}</td>
    <td class="odds" data-inspect="front:${front}">${odds ? html`<b>${percentage(now)}</b>${bar}${more}${barred}` : "–"}</td></tr>`;
}
