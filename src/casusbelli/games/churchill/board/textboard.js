// The position in words: the tables of the text board.

import { percentage } from "/static/percentage.js";
import { POWERS } from "./book.js";

export function textTables(book) {
  return [issues(book), powers(book), fronts(book), countries(book), world(book), score(book)].filter((table) => table.rows.length);
}

const head = (book, ...names) => names.map((name) => book.t(`ui.text.${name}`));

function issues(book) {
  const rows = Object.entries(book.view.issues)
    .filter(([, [where]]) => ["centre", "track", "chair"].includes(where))
    .map(([issue, [where, power, space]]) => [book.name(issue), where === "chair" ? book.t("ui.text.won", { power }) : book.place([power, space])]);
  return { title: book.t("ui.text.issues"), head: head(book, "issue", "place"), rows };
}

function powers(book) {
  const rows = POWERS.map((power) => {
    const state = book.view.powers[power];
    const { leader } = state;
    const flags = ["pass", "purge", "paranoia"].filter((flag) => state[flag]).map((flag) => book.t(`ui.flag.${flag}`));
    const active = leader.active ? (leader.cannot_advance ? "debates" : "active") : "spent";
    return [book.name(power), `${book.name(leader.id)} (${book.t(`ui.leader.${active}`)})`, state.hand, state.tokens, flags.join(", ")];
  });
  return { title: book.t("ui.text.powers"), head: head(book, "power", "leader", "hand", "production", "state"), rows };
}

function fronts(book) {
  const rows = Object.entries(book.view.fronts).map(([front, { space, entry, support, odds }]) => [
    book.name(front),
    book.name(space),
    entry ? book.name(entry) : "",
    book.view.naval[book.printed.fronts[front].theater],
    support,
    odds ? book.mean(odds.armies) : "",
    odds ? `${percentage(odds.advance)}${odds.obstacle ? `, ${book.t(`ui.obstacle.${odds.obstacle}`)}` : ""}` : "",
  ]);
  return { title: book.t("ui.text.fronts"), head: head(book, "front", "space", "entry", "naval", "support", "armies", "chance"), rows };
}

function countries(book) {
  const rows = Object.keys(book.printed.countries).map((country) => {
    const [owner, count] = book.view.networks[country] ?? ["", 0];
    const aligned = book.view.alignments[country];
    return [book.name(country), aligned ? book.name(aligned) : "", owner ? `${book.name(owner)} ${count}` : ""];
  });
  return { title: book.t("ui.text.countries"), head: head(book, "country", "alignment", "networks"), rows };
}

function world(book) {
  const { globals, abomb, leadership, reserves, card } = book.view;
  const rows = [
    ...Object.entries(globals).map(([marker, owner]) => [book.name(marker), owner ? book.name(owner) : "–"]),
    ...Object.entries(leadership).map(([region, power]) => [book.t("ui.text.command", { region }), book.name(power)]),
    ...Object.entries(abomb).map(([power, step]) => [`${book.t("ui.bomb.title")} ${book.brief(power)}`, book.name(book.printed.bomb.steps[step])]),
    ...Object.entries(reserves).map(([unit, count]) => [book.name(unit), count]),
    ...(card ? book.printed.bands[card].map((band) => [book.name(`${card}.${band}.title`), book.name(`${card}.${band}.text`)]) : []),
  ];
  return { title: book.t("ui.text.world"), head: head(book, "thing", "state"), rows };
}

function score(book) {
  const sheet = book.view.score;
  const rows = sheet ? Object.entries(sheet.lines).map(([line, points]) => [book.name(line), ...POWERS.map((p) => points[p] ?? 0)]) : [];
  if (sheet) rows.push([book.t("ui.score.total"), ...POWERS.map((p) => sheet.totals[p])]);
  return { title: book.t("ui.score.title"), head: [book.t("ui.text.line"), ...POWERS.map((p) => book.brief(p))], rows };
}
