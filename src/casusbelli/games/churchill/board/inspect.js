// What every drawn thing of the board is: the words of the inspector, with the odds of a Front and what they assume.

import { chance as inWords, odds } from "/static/odds.js";
import { CHAIR, POWERS } from "./book.js";
import { cardText, printedValue } from "./cards.js";
import { COLOUR } from "./symbols.js";
import { luck, own, WEST } from "./tone.js";
import { countryPoints, frontPoints, paid } from "./worth.js";

/** The tone of an outcome, for the reader. @param {boolean | undefined} good */
const shade = (good) => (good === undefined ? "even" : good ? "good" : "bad");

const FACTION = { uk: "uk", ussr: "soviet", us: "us" };

const TELL = {
  card: (book, id) => card(book, id),
  issue: (book, id) => {
    const [where, power, space] = book.view.issues[id];
    const lies = where === "chair" ? book.t("ui.text.won", { power }) : where === "pool" ? book.t("ui.folder.title") : where === "removed" ? "–" : book.place([power, space]);
    const played = book.view.floor.filter(({ issue }) => issue === id).map((play) => `${book.surname(play.card)} ${play.value}`);
    return { title: book.name(id), kind: lies, lines: [rule(book, GIVES[book.printed.issues[id].category]), ...(played.length ? [[book.t("ui.floor.label"), played.join(", ")]] : [])], rule: GIVES[book.printed.issues[id].category] };
  },
  place: (book, id) => {
    const [power, space] = id.split("-");
    const here = Object.entries(book.view.issues).filter(([, at]) => at[0] === "track" && at[1] === power && at[2] === Number(space));
    const lines = [book.t(Number(space) === CHAIR - 1 ? "ui.inspect.last_place" : "ui.inspect.place")];
    if (here.length) lines.push(here.map(([issue]) => book.name(issue)).join(", "));
    return { title: book.place([power, Number(space)]), lines, rule: "5.23", faction: FACTION[power] };
  },
  table: (book) => ({ title: book.t("ui.tab.table"), lines: [rule(book, "5.22")], rule: "5.22" }),
  centre: (book) => ({ title: book.t("ui.place.centre"), lines: [rule(book, "5.27"), ...book.issuesAt("centre").slice(0, 4).map((issue) => book.name(issue))], rule: "5.27" }),
  power: (book, power) => {
    const state = book.view.powers[power];
    const { leader } = state;
    const marks = ["pass", "purge", "paranoia"].filter((flag) => state[flag]).map((flag) => book.t(`ui.inspect.${flag}`));
    const lines = [[book.t("ui.text.hand"), state.hand], [book.t("ui.fact.won"), state.issues], [book.t("ui.fact.production"), state.tokens]];
    if (state.agenda) lines.push([book.t("ui.inspect.agenda"), `${state.agenda.value}, ${book.name(state.agenda.card)}`]);
    const now = leader.active ? (leader.cannot_advance ? "debates" : "active") : "spent";
    return { title: `${book.name(power)}: ${book.name(leader.id)}`, kind: book.t(`ui.inspect.${now}`), lines: [...lines, ...marks].slice(0, 6), rule: "5.26", faction: FACTION[power] };
  },
  conference: (book) => {
    const { card: id } = book.view;
    return { title: book.name(id), kind: book.t("ui.stage.conference", { number: book.view.conference }), lines: book.printed.bands[id].map((band) => `${book.name(`${id}.${band}.title`)}: ${book.name(`${id}.${band}.text`)}`), rule: "5.11" };
  },
  theater: (book, id) => {
    const { front } = book.printed.theaters[id];
    return front ? theFront(book, front, book.name(id)) : { title: book.name(id), lines: [[book.t("ui.text.naval"), `${book.view.naval[id]} / 5`]], rule: "6.5" };
  },
  front: (book, id) => theFront(book, id, book.name(id)),
  space: (book, id) => {
    const { naval, b29, kamikaze } = book.printed.spaces[id];
    const here = Object.entries(book.view.fronts).filter(([, front]) => front.space === id).map(([front]) => book.name(front));
    const lines = [];
    if (here.length) lines.push(here.join(", "));
    lines.push(...worthOf(book, id));
    if (naval) lines.push(book.t("ui.inspect.asks", { naval }));
    if (b29) lines.push(rule(book, "7.82"));
    if (kamikaze) lines.push(rule(book, "7.75"));
    if (book.view.entered[id]) lines.push(book.t("ui.inspect.entered", { number: book.view.entered[id] }));
    return { title: book.name(id), kind: book.t("ui.text.space"), lines: lines.length ? lines : [rule(book, "7.72")], rule: "7.72" };
  },
  nation: (book, id) => {
    const fallen = book.view.surrendered[id];
    return { title: book.name(id), kind: fallen ? book.t("ui.front.surrendered") : book.t("ui.inspect.fights"), lines: [...worthOf(book, id), rule(book, id === "germany" ? "7.81" : "7.82")], rule: id === "germany" ? "7.81" : "7.82" };
  },
  country: (book, id) => {
    const [owner, count] = book.view.networks[id] ?? ["", 0];
    const aligned = book.view.alignments[id];
    const lines = [
      [book.t("ui.text.alignment"), aligned ? book.name(aligned) : "–"],
      [book.t("ui.text.networks"), owner ? `${book.name(owner)} ${count}` : "–"],
      [book.t("ui.inspect.pays"), paid(book, countryPoints(book, id))],
    ];
    if (book.printed.countries[id].colony) lines.push(book.t("ui.inspect.colony"));
    if (book.view.behind.includes(id)) lines.push(rule(book, "7.13"));
    return { title: book.name(id), kind: book.t("ui.text.country"), lines, rule: "7.11" };
  },
  reserves: (book, axis) => {
    const own = axis === "germany" ? ["german_army", "italian_army", "uboat"] : ["japanese_army", "ijn_fleet"];
    return { title: `${book.t("ui.reserves.title")}: ${book.name(axis)}`, lines: [...own.map((unit) => [book.name(unit), reserveOf(book, unit)]), rule(book, "7.61")], rule: "7.61" };
  },
  command: (book, region) => ({ title: book.t("ui.text.command", { region }), kind: book.name(book.view.leadership[region]), lines: [rule(book, "6.91")], rule: "6.91", faction: FACTION[book.view.leadership[region]] }),
  map: (book, region) => ({
    title: book.name(region),
    lines: Object.entries(book.view.fronts)
      .filter(([front]) => book.printed.fronts[front].region === region)
      .map(([front, { space }]) => [book.name(front), book.name(space)]),
    rule: "7.72",
  }),
  sea: (book, id) => ({ title: book.t(`ui.sea.${id}`), lines: [book.t("ui.inspect.sea")], rule: "6.5" }),
  score: (book, id) => score(book, id),
  ending: (book, id) => ({ title: book.name(id), lines: [book.t(`ui.score.when.${id}`)] }),
  bomb: (book) => {
    const { abomb, abomb_modifiers: more } = book.view;
    const steps = book.printed.bomb.steps;
    const lines = [
      [book.name("us"), `${abomb.us} / ${steps.length - 1}: ${book.name(steps[abomb.us])}`],
      [book.name("ussr"), `${abomb.ussr} / ${steps.length - 1}: ${book.t("ui.inspect.espionage")}`],
      [book.t("ui.inspect.funding"), `+${more}`],
    ];
    return { title: book.t("ui.bomb.title"), lines: [...lines, rule(book, "6.10")], rule: "6.10", odds: bombOdds(book) };
  },
  marker: (book, id) => {
    const owner = book.view.globals[id];
    const sides = book.printed.markers[id].map((power) => `${book.t(`ui.global.${id}.${power}`)} (${book.brief(power)})`);
    return { title: book.name(id), kind: owner ? book.name(owner) : book.t("ui.inspect.neutral"), lines: [sides.join(" – "), rule(book, "6.11")], rule: "6.11", faction: FACTION[owner] };
  },
  production: (book) => ({ title: book.t("ui.production.title"), lines: [book.t("ui.production.tokens", { count: book.view.powers[book.own].tokens }), rule(book, "6.4")], rule: "6.4" }),
  floor: (book) => ({ title: book.t("ui.floor.label"), lines: book.view.floor.map((play) => `${book.surname(play.card)} ${play.value}: ${book.place(play.origin)} → ${book.place(play.place)}`), rule: "5.24" }),
  hand: (book) => ({ title: book.t("ui.hand.label"), lines: [rule(book, "3.33")], rule: "3.33" }),
};

/** kind and id of [data-inspect] → what the inspector shows; null for what the shell knows itself. */
export function inspect(shell, book, kind, id) {
  const tell = TELL[kind];
  if (!tell || !book?.view) return null;
  book.odds = (told) => odds(shell, told);
  return tell(book, id);
}

/** What a space pays a Front that stands there: for each Front whose road leads through it, those that are paid alike together. */
function worthOf(book, space) {
  const fronts = Object.entries(book.printed.fronts).filter(([, { path }]) => path.includes(space));
  const told = [...new Set(fronts.map(([front]) => paid(book, frontPoints(book, front, space))))].filter((points) => points !== "–");
  return told.length ? [[book.t("ui.inspect.pays_front"), told.join("; ")]] : [];
}

/** How many are left of a unit, and how many are lost for good. */
function reserveOf(book, unit) {
  const left = book.view.reserves[unit] ?? 0;
  const lost = book.printed.units[unit] - left;
  return lost > 0 ? book.t("ui.inspect.lost", { left, lost }) : left;
}

/** A row of the sheet by its lines, the sum of all, or how far the three lie apart. */
function score(book, id) {
  const { score: now, final } = book.view;
  if (!now) return null;
  const said = (points) => POWERS.map((power) => `${book.brief(power)} ${points[power] ?? 0}`).join(" · ");
  const { totals } = final ?? now;
  if (id === "spread") return { title: book.t("ui.score.spread"), lines: [book.t("ui.inspect.spread"), said(totals)] };
  if (!(id in book.printed.lines)) return { title: book.t("ui.score.sheet"), lines: [said(totals)] };
  return { title: book.t(`ui.score.${id}`), lines: book.printed.lines[id].filter((line) => line in now.lines).map((line) => [book.name(line), said(now.lines[line])]) };
}

function card(book, id) {
  if (!(id in book.printed.cards)) return null;
  const { power } = book.printed.cards[id];
  const leads = book.view.powers[power].leader.id === id;
  const option = book.optionWith(id);
  const worth = option && /_staff$/.test(option[0]) ? book.worth(option) : 0;
  const lines = [cardText(book, id)];
  if (worth) lines.push(book.t("ui.card.now", { value: worth }));
  if (leads) lines.push(rule(book, "5.26"));
  const value = printedValue(book, id);
  const { active, cannot_advance: debates } = book.view.powers[power].leader;
  const state = leads ? `, ${book.t(`ui.leader.${active ? (debates ? "debates" : "active") : "spent"}`)}` : "";
  const kind = `${book.t("ui.card.value", { value })}${state}`;
  return { title: book.name(id), kind, lines, rule: leads ? "3.31" : "3.33", faction: FACTION[power], card: { title: book.name(id), number: value, kind: book.name(power), text: cardText(book, id), now: worth ? String(worth) : undefined, rule: leads ? "3.31" : "3.33", faction: FACTION[power] } };
}

/** The rule that says what winning an issue of this kind gives. */
const GIVES = { production: "6.3", strategic_materials: "6.3", directed_offensive: "6.7", leadership: "6.9", pol_mil: "6.8", abomb: "6.10", global: "6.11", second_front: "6.2", ussr_declares_war: "6.2" };

const rule = (book, number) => book.t(`rule.${number}.text`);

/** The Front of a Theater: where it stands, what the next space asks, and the chance with what it assumes. */
function theFront(book, id, title) {
  const { space, entry, support, armies, odds: chance } = book.view.fronts[id];
  const { theater, power } = book.printed.fronts[id];
  const asks = entry ? (book.printed.spaces[entry]?.naval ?? 0) : 0;
  const lines = [
    [book.t("ui.text.space"), book.name(space)],
    [book.t("ui.text.entry"), entry ? book.name(entry) : book.t("ui.front.end")],
    ...(entry ? [[book.t("ui.inspect.pays_front"), `${paid(book, frontPoints(book, id, space))} → ${paid(book, frontPoints(book, id, entry))}`]] : []),
    [book.t("ui.text.naval"), asks ? `${book.view.naval[theater]} / ${asks}` : String(book.view.naval[theater])],
  ];
  const told = { title, lines, rule: "7.72", faction: FACTION[power] };
  if (!chance) return told;
  if (chance.obstacle) return { ...told, kind: book.t(`ui.obstacle.${chance.obstacle}`), rule: "7.73" };
  const reader = POWERS.includes(book.frame.seat) ? book.brief(power) : book.name(power);
  return {
    ...told,
    odds: book.odds({
      sides: [reader],
      rows: [
        { label: book.t("ui.stage.base"), values: [2] },
        { label: book.t("ui.stage.support", { count: support }), values: [`+${2 * support}`] },
        { label: book.t("ui.inspect.armies", { armies: book.mean(Math.max(armies, chance.armies)) }), values: [`−${book.mean(2 * Math.max(armies, chance.armies))}`] },
      ],
      sum: [chance.strength[0] === chance.strength[1] ? chance.strength[0] : chance.strength.join("–")],
      outcomes: [
        { words: book.t("ui.inspect.advances"), chance: chance.advance, tone: shade(own(book.frame, power, true)) },
        { words: book.t("ui.inspect.stays"), chance: 1 - chance.advance, tone: shade(own(book.frame, power, false)) },
      ],
      assumes: book.t("ui.inspect.assumes", { armies: book.mean(chance.armies) }),
      better: typeof chance.better === "number" ? book.t("ui.inspect.better", { chance: inWords(book.shell, chance.better) }) : undefined,
    }),
  };
}

/** The chance of the next step to the bomb, should its research be won; nothing where no die will be thrown. */
function bombOdds(book) {
  const { abomb_chance: chance, abomb_modifiers: more, issues } = book.view;
  if (chance === null || chance === undefined) return undefined;
  const part = (words, share, success) => ({ words: book.t(`ui.inspect.${words}`), chance: share, tone: shade(luck(book.frame, WEST, success)) });
  return book.odds({
    outcomes: [part("bomb_steps", chance, true), part("bomb_stays", 1 - chance, false)],
    assumes: book.t("ui.inspect.bomb_assumes", { won: String(issues.abomb_research[0] === "chair"), more, issue: "abomb_research" }),
  });
}

/** The signs of the board, for the legend. */
export function legend(book) {
  const t = (key) => book.t(`ui.legend.${key}`);
  const dot = (colour) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    node.setAttribute("viewBox", "0 0 20 20");
    node.setAttribute("width", "20");
    node.innerHTML = `<circle cx="10" cy="10" r="7" fill="${colour}"/>`;
    return node;
  };
  return [
    { selector: ".warmap .naval.full", sign: dot("#22485c"), words: t("naval") },
    { selector: ".warmap .chance", sign: "20 %", words: t("chance") },
    { selector: ".warmap .country polygon", sign: dot(COLOUR.uk), words: t("country") },
    { selector: ".frontpiece", sign: dot(COLOUR.us), words: t("front") },
    { selector: ".seatplate .lamp", sign: "●", words: t("lamp") },
    { selector: ".slip.conditional", sign: "┅", words: t("conditional") },
  ];
}
