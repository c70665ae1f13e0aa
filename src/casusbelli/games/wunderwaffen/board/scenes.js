// How the events of WunderWaffen look: see docs/table.md. Tokens fly from where they lay ready to where they act, a territory is
// decided in a tableau of its three tokens and its points, a card is shown large with its text. Times are those of the storyboard.

import { build, html } from "/static/markup.js";
import { lastOf, staging } from "/static/scenes.js";
import { sounds } from "/static/tone.js";
import { FACTIONS, GERMAN } from "./reading.js";
import { effectWords, token } from "./symbols.js";

const FULL = 3; // tokens that are picked, and that decide a territory

const start = (faction) => `[data-piece="start_${faction}"]`;
const place = (id) => `.map [data-place="${id}"]`;
/** A part of the tracks: its line where they are folded, else the track itself. */
const track = (brief, whole = brief) => `.ww.folded .brief [data-inspect="${brief}"], .ww:not(.folded) .body [data-inspect="${whole}"]`;

/** A token in the air, as it will lie. */
const flown = (piece, faction, owner) => build(html`<span class="ww">${token(piece, faction, owner, 42)}</span>`);
/** Points that rise from their cause to the score. @param {number} n @param {boolean | undefined} good */
const risen = (n, good) => build(html`<b class="ww ww-rise ${good === false ? "bad" : ""}">${n < 0 ? `−${-n}` : `+${n}`}</b>`);

/** A marker goes through its boxes. @param {string} piece @param {number} origin @param {number} end @param {(n: number) => string} box */
function walk(piece, origin, end, box) {
  const by = Math.sign(end - origin);
  return { piece, along: Array.from({ length: Math.abs(end - origin) }, (_, i) => box(origin + by * (i + 1))) };
}

const researched = (step) => `.steps [data-inspect="step:${step}"]`;

/** As the tracks print it. */
const number = (n) => String(n).replace("-", "−");

const isMine = ({ view, seat }, faction) => seat !== null && view.seats[faction] === seat;
/** Told from the reader's side: good for his own, bad where the other side of the war gains, else neither. */
function tone(frame, faction) {
  if (frame.seat === null) return undefined;
  if (isMine(frame, faction)) return true;
  return isMine(frame, GERMAN) || faction === GERMAN ? false : undefined;
}

/** The same of what a faction loses. */
function lossOf(frame, faction) {
  const gain = tone(frame, faction);
  return gain === undefined ? undefined : !gain;
}

const soundOf = (frame, faction) => sounds(tone(frame, faction));

/** A tableau lies on the half of the map that it is not about; the tracks are in the west. */
function perch(book, { territory, target, space, of, territories }) {
  const about = [territory, space, target, of, territories].flat().filter(Boolean);
  const sites = about.map((id) => book.reading.atlas.sites[String(id).replace(/_\d$/, "")]).filter(Boolean);
  const west = sites.length && sites.reduce((sum, [x]) => sum + x, 0) / sites.length > book.reading.atlas.size[0] / 2;
  return west ? ".perch.west" : ".perch.east";
}

/**
 * A token on its way: it has left its place and lands with the next position.
 * @param {number} hold @param {(params: any) => any} to @param {string} [tab] @param {(book: any, params: any, frame: any) => object} [more]
 */
function plays(hold, to, tab = "map", more = () => ({})) {
  return (book, params, frame) => {
    const { active, faction, piece, target } = params;
    return {
      flight: { from: start(active), to: to(params), node: flown(piece, faction, active) },
      spot: target || [],
      seat: active,
      tab,
      hold,
      sound: "piece",
      ...more(book, params, frame),
    };
  };
}

/** Whose it is, and what: the reader's word for it is the verdict's. */
const titled = (book, kind, params) => ({ title: book.t(`event.${kind}`, { ...params, mine: "" }), seat: params.faction });
const title = (kind, more) => (book, params) => ({ tableau: titled(book, kind, params), ...more });

/** A card, large, with its text and what it brings at once. */
function large(book, id, kind) {
  const { reading, shell } = book;
  const { value, bonus, text } = reading.atlas.cards[id];
  const gets = effectWords(bonus, shell);
  return { title: book.name(id), kind: `${kind}${book.t("ui.lab.value", { value })}`, text: text[shell.language] ?? text.en, lines: gets ? [`${book.t("ui.inspect.bonus")}: ${gets}`] : [], seat: GERMAN };
}

/** The three tokens that decide a territory, and why it falls to its winner. */
function decision(book, frame, territory, winner) {
  const lies = frame.view.map[territory].spaces.filter(Boolean);
  const acting = lies.filter(({ faction }) => faction === winner).length;
  const rows = lies.map((each) => [book.reading.tokenName(each), { text: book.t(`ui.stage.strength.${each.piece}`, {}, ""), good: each.faction === winner ? tone(frame, winner) : undefined }]);
  return { sheet: rows.length ? { rows } : undefined, verdict: { text: book.t(acting > 1 ? "ui.stage.two" : "ui.stage.strongest", { faction: winner, all: String(acting === FULL) }), good: tone(frame, winner) } };
}

/** The points of a territory, line by line; other points rise from their cause to the score. */
function points(book, { faction, n, total, cause, of, printed, by_track: byTrack, track: better }, frame) {
  const score = `.ww:not(.folded) [data-piece="score_${faction}"]`;
  const good = n < 0 ? lossOf(frame, faction) : tone(frame, faction);
  if (cause !== "territory") return { tableau: tally(book, frame), key: "tally", flight: { from: start(faction), to: score, node: risen(n, good) }, spot: [`score_${faction}`, ...of], hold: 1000, sound: sounds(good) };
  const lines = [
    { label: book.t("ui.stage.printed"), value: printed },
    { label: book.name(`${better}_track`), value: byTrack },
  ];
  return {
    tableau: { title: book.name(of[0]), seat: faction, sum: { lines, total: { label: book.t("ui.stage.points"), value: n } }, verdict: { text: book.t("ui.stage.total", { faction, total }), good } },
    flight: { from: place(of[0]), to: score, node: risen(n, good) },
    key: of[0],
    spot: of,
    tab: "map",
    hold: 1800,
    sound: sounds(good),
  };
}

/** Points that are counted one after the other, as at the end of a part: a line for each so far. */
function tally(book, { log }) {
  const counted = log.slice(log.findLastIndex(({ kind, params }) => kind !== "points" || params.cause === "territory") + 1);
  const changes = counted.map(({ params: { faction, n, total, cause, of } }) => ({ label: { text: book.t("ui.stage.counted", { faction, cause, of }), seat: faction }, before: total - n, after: total }));
  return { title: book.t("ui.stage.points"), changes };
}

/** The leader first. */
const byScore = (scores) => [...FACTIONS].sort((one, other) => scores[other] - scores[one]);

/** What a part, or the match, has brought to each. */
function sheet(book, scores, held, earned) {
  const holds = (faction) => {
    const told = held ? book.t("ui.faction.holds", { territories: held[faction][0], cities: held[faction][1] }) : "";
    const from = sources(book, earned, faction);
    return from ? build(html`<span>${told}<small class="ww-from">${from}</small></span>`) : told;
  };
  return { rows: byScore(scores).map((faction) => [{ text: book.name(faction), seat: faction }, book.t("ui.vp", { n: scores[faction] }).replace(" ", "\u00a0"), holds(faction)]) };
}

/** Where a faction's points of a part come from, the most first; an empty text where it has none. */
export function sources({ t }, earned, faction) {
  const told = Object.entries(earned?.[faction] ?? {}).filter(([, n]) => n).sort(([, one], [, other]) => other - one);
  return told.map(([source, n]) => t("ui.part.source", { n, of: source, source: t(`sheet.${source}`) })).join(" · ");
}

/** The two halves of a Strategy box. */
function halves(book, faction, box) {
  const { top, bottom } = book.reading.atlas.strategy[faction].find(({ id }) => id === box);
  return ["top", "bottom"].map((half, i) => `${book.t(`ui.strategy.${half}`)}: ${effectWords([top, bottom][i], book.shell)}`);
}

/** How a raid goes on: the same tableau, with what became of it. */
function raid(kind, good) {
  return (book, params, frame) => {
    const mine = isMine(frame, params.faction) || isMine(frame, GERMAN);
    const forReader = frame.seat === null ? undefined : isMine(frame, GERMAN) !== good;
    return {
      tableau: { title: book.t("ui.use.air_raid"), seat: params.faction, verdict: { text: book.t(`event.${kind}`, params), good: forReader }, note: good ? "" : book.t("ui.stage.intercepted") },
      key: "raid",
      spot: ["research_marker"],
      tab: "lab",
      hold: 1800,
      wait: kind === "intercepted" && mine,
      sound: sounds(forReader),
    };
  };
}

const SCENES = {
  part_ended: (book, { part, scores, held, earned }) => ({
    tableau: { title: book.t("ui.part.title", { part }), sheet: sheet(book, scores, held, earned), note: book.t("ui.part.note") },
    hold: 2600,
    wait: true,
    sound: "bell",
  }),
  part_began: title("part_began", { hold: 1600, wait: true }),
  turn_began: title("turn_began", { hold: 900 }),
  own_plays_lost: (book, params, frame) => ({ tableau: titled(book, "own_plays_lost", params), hold: 1800, sound: sounds(lossOf(frame, params.faction)) }),
  picked: (book, { faction }, frame) => {
    const fronts = frame.view.ready[faction].filter(Boolean).map(({ front }) => front);
    return { merge: fronts.length < FULL, caption: book.t("event.picked", { faction, front: fronts }), spot: `start_${faction}`, tab: "map", hold: 1400 };
  },
  cards_turned: (book, { group, cards }) => ({ flight: cards.map((card) => ({ from: `[data-pile="bag_${group}"]`, to: `[data-card="${card}"]`, kind: "german" })), spot: cards, tab: "lab", hold: 1400, sound: "card" }),
  card_taken: (book, { card }) => ({ card: large(book, card, ""), flight: { from: `[data-card="${card}"]`, to: '[data-pile="owned_cards"]', kind: "german" }, tab: "lab", hold: 1800, sound: "card" }),
  card_bought: (book, { card }) => ({ card: large(book, card, ""), flight: { from: `[data-card="${card}"]`, to: '[data-pile="owned_cards"]', kind: "german" }, tab: "lab", hold: 2400, sound: "card" }),
  research_reset: (book, { origin, step }) => ({ walk: walk("research_marker", origin, step, researched), spot: "research_marker", tab: "lab", hold: 1200 }),
  played_place: plays(1400, ({ target }) => place(target)),
  played_berlin: plays(1600, ({ target }) => place(target)),
  played_access: plays(1400, ({ target }) => place(target)),
  played_solution: plays(1400, ({ target }) => place(target)),
  played_reserve: plays(1100, ({ target }) => `[data-inspect="reserve:${target}"]`),
  played_strategy: plays(1200, ({ faction }) => track("strategy", `strategy:${faction}`), "tracks"),
  played_morale: plays(1200, () => track("track:morale"), "tracks"),
  played_politics: plays(1200, () => track("track:politics"), "tracks"),
  played_research: plays(1200, () => ".steps", "lab"),
  played_conference: plays(1200, () => track("conference"), "tracks"),
  played_leader: plays(1200, () => track("leader"), "tracks"),
  played_card_action: plays(1800, ({ target }) => `[data-card="${target}"]`, "lab", (book, { target }) => ({ card: large(book, target, "") })),
  played_air_raid: plays(1800, () => ".raid", "lab", (book, params, { view: { research } }) => ({ tableau: { title: book.t("event.played_air_raid", params), seat: params.faction, note: book.t("ui.stage.raid", { from: number(research), to: number(research - 1) }) }, key: "raid" })),
  raid_let_pass: raid("raid_let_pass", true),
  intercepted: raid("intercepted", false),
  discarded_rest: (book, { faction }) => ({ spot: `start_${faction}`, tab: "map", hold: 900 }),
  eliminated: (book, { space, owner, faction, piece }, frame) => ({ flight: { from: place(space), to: start(owner), node: flown(piece, faction, owner) }, spot: space, tab: "map", hold: 1000, sound: sounds(lossOf(frame, faction)) }),
  points,
  track_moved: (book, { track: name, faction, origin, box }) => ({ walk: walk(`${name}_${faction}`, origin, box, (n) => `.trk[data-inspect="track:${name}"] li:nth-child(${n})`), spot: [`${name}_${faction}`, `brief_${name}_${faction}`], tab: "tracks", hold: 900, sound: "piece" }),
  research_moved: (book, { cause, by, origin, step }) => ({
    ...(cause === "air_raid" ? { tableau: { title: book.t("ui.use.air_raid"), seat: by, changes: [{ label: book.t("ui.stage.research"), before: number(origin), after: number(step) }] }, key: "raid" } : {}),
    walk: walk("research_marker", origin, step, researched),
    spot: "research_marker",
    tab: "lab",
    hold: cause === "air_raid" ? 1400 : 900,
    sound: "piece",
  }),
  research_shielded: (book, { cards }) => ({ card: large(book, cards[0], ""), spot: cards, tab: "lab", hold: 1600 }),
  strategy_advanced: (book, params) => ({ tableau: { title: book.t("event.strategy_advanced", params), seat: params.faction, lines: halves(book, params.faction, params.box) }, spot: [`strategy_${params.faction}`, `brief_strategy_${params.faction}`], tab: "tracks", hold: 1800 }),
  strategy_taxed: { hold: 1000 },
  territory_won: (book, params, frame) => ({
    tableau: { ...titled(book, "territory_won", params), ...decision(book, frame, params.territory, params.faction) },
    key: params.territory,
    spot: params.territory,
    tab: "map",
    hold: 2200,
    wait: true,
    sound: soundOf(frame, params.faction),
  }),
  marker_left: (book, { territory }) => ({ spot: territory, tab: "map", hold: 900 }),
  fortress_held: (book, params, frame) => ({
    tableau: { ...titled(book, "fortress_held", params), ...decision(book, frame, params.territory, params.faction) },
    spot: params.territory,
    tab: "map",
    hold: 2000,
    sound: soundOf(frame, params.faction),
  }),
  fortress_fallen: (book, params, frame) => {
    const won = lastOf(frame.log, "territory_won", ({ territory }) => territory === params.territory);
    return { tableau: { ...titled(book, won ? "territory_won" : "fortress_fallen", won?.params ?? params), verdict: { text: book.t("event.fortress_fallen", params), good: tone(frame, params.faction) } }, key: params.territory, spot: params.territory, tab: "map", hold: 2000, sound: soundOf(frame, params.faction) };
  },
  berlin_opened: (book, params, frame) => ({
    tableau: { title: book.t("event.berlin_opened", params), lines: params.territories.map((id) => ({ text: book.name(id), seat: frame.view.map[id].owner })), note: book.t("ui.stage.berlin") },
    spot: params.territories,
    tab: "map",
    wait: true,
    sound: "bell",
  }),
  removed: (book, { faction }) => ({ spot: `start_${faction}`, hold: 800 }),
  game_over: (book, params) => ({ tableau: { title: book.t("event.game_over", params), sheet: sheet(book, params.scores) }, wait: true, sound: "bell" }),
};

export const { scene, STAGED, QUIET } = staging({ scenes: SCENES, quiet: ["strategy_bonus"], always: (book, { params }) => ({ seat: params.active ?? params.by ?? params.faction, over: perch(book, params) }) });

/** Which kinds the filters of the log show. */
export const FILTERS = {
  battles: ["played_place", "played_berlin", "played_air_raid", "raid_let_pass", "intercepted", "eliminated", "territory_won", "marker_left", "fortress_held", "fortress_fallen", "berlin_opened"],
  score: ["points", "strategy_taxed", "track_moved", "research_moved", "part_ended", "game_over"],
};

/** Chapters of the replay beside the headings. */
export const LANDMARKS = ["territory_won"];
