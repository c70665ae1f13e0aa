// What every drawn thing of the table is: the words of the inspector. Where a thing stands for a play, what that play would bring.

import { build, html, paint } from "/static/markup.js";
import { factions as COLOURS } from "./colours.js";
import { forecast } from "./forecast.js";
import { cardText } from "./lab.js";
import { ALLIES, FACTIONS, GERMAN } from "./reading.js";
import { disc, effectWords, icon, token } from "./symbols.js";

const DASH = "–";
const MOST = 5; // lines of the inspector

const rule = (shell, number) => shell.t(`rule.${number}.text`);
const some = (list) => list.join(", ") || DASH;
const boxOf = (track, faction) => track.findIndex((stack) => stack.includes(faction)) + 1;

/** What a play would bring, filled in when the server has told it. */
function foreseen({ reading, shell, pointing }, choice) {
  if (!choice) return undefined;
  const node = build(html`<div class="ww ww-told"></div>`);
  pointing.foresee(choice).then((preview) => {
    if (!preview) return;
    paint(node, forecast(preview, reading, shell));
    if (node.isConnected) shell.inspector.place();
  });
  return node;
}

const worth = ({ reading, shell }, id) => {
  const { vp, bonus, cities } = reading.atlas.territories[id];
  return [
    [shell.t("ui.inspect.worth"), [shell.t("ui.vp", { n: vp }), ...bonus.map((kind) => shell.t(`ui.bonus.${kind}`))].join(", ")],
    [shell.t("ui.inspect.cities"), some(cities)],
  ];
};

function territory(here, id) {
  const { reading, shell } = here;
  const { owner, fortress, marker, spaces, access } = reading.view.map[id];
  const { adjacent } = reading.atlas.territories[id];
  const lies = spaces.filter(Boolean).map((each) => reading.tokenName(each));
  const lines = [];
  if (marker) lines.push([shell.t("ui.inspect.marker"), reading.tokenName(marker)]);
  if (lies.length) lines.push([shell.t("ui.inspect.here"), lies.join("; ")], ...wouldWin(here, spaces));
  if (access.length) lines.push([shell.t("ui.text.access"), access.map((each) => reading.tokenName(each)).join("; ")]);
  return {
    title: shell.name(id),
    kind: shell.t(fortress ? "ui.tip.fortress" : "ui.tip.owner", { faction: owner }),
    lines: [...lines, ...worth(here, id), [shell.t("ui.text.near"), some(adjacent.map((each) => shell.name(each)))]].slice(0, MOST),
    rule: "7.1",
    faction: COLOURS[owner],
    odds: foreseen(here, reading.choiceAt(id)),
  };
}

/** Who would win a territory as its tokens stand: two of one faction do, whatever fills the third space; else it is open. Nothing where none stands. */
function wouldWin({ shell }, spaces) {
  const acting = spaces.filter(Boolean).map(({ faction }) => faction);
  if (!acting.length) return [];
  const winner = acting.find((faction, i) => acting.indexOf(faction) !== i);
  return [[shell.t("ui.inspect.would"), winner ? shell.t("ui.inspect.two", { faction: winner }) : shell.t("ui.inspect.open", { count: spaces.length - acting.length })]];
}

function space(here, id) {
  const { reading, shell } = here;
  const odds = foreseen(here, reading.choiceAt(id));
  const found = reading.atlas.berlin.spaces.findIndex((each) => each.id === id);
  if (found >= 0) {
    const { vp, bonus, overflow } = reading.atlas.berlin.spaces[found];
    const token = reading.view.berlin.spaces[found];
    const lines = [[shell.t("ui.inspect.worth"), [shell.t("ui.vp", { n: vp }), ...bonus.map((kind) => shell.t(`ui.bonus.${kind}`))].join(", ")]];
    if (token) lines.unshift([shell.t("ui.inspect.here"), reading.tokenName(token)]);
    if (overflow) lines.push(shell.t("ui.inspect.overflow", { count: reading.view.berlin.overflow.length }));
    return { title: shell.name(id), kind: gates(here), lines, rule: "9", odds };
  }
  const land = id.replace(/_\d$/, "");
  const place = Number(id.at(-1)) - 1;
  const lies = reading.view.map[land].spaces[place];
  const asks = reading.atlas.territories[land].spaces[place];
  const kind = lies ? reading.tokenName(lies) : asks === "none" ? shell.t("ui.map.free") : shell.t("ui.map.asks", { piece: asks });
  return { title: shell.name(id), kind, lines: [...wouldWin(here, reading.view.map[land].spaces), ...worth(here, land)], rule: lies ? "1.4" : "5.1", faction: lies && COLOURS[lies.faction], odds };
}

const gates = ({ reading, shell }) =>
  reading.view.berlin.open ? shell.t("ui.berlin.open") : shell.t("ui.inspect.gates", { taken: reading.gatesTaken, needed: reading.atlas.berlin.needed });

const track = (here, name) => {
  const { reading, shell } = here;
  const { vp } = reading.atlas.tracks[name];
  const order = FACTIONS.map((faction) => [faction, boxOf(reading.view[name], faction)]).sort((one, other) => other[1] - one[1]);
  const lines = order.map(([faction, box]) => [shell.name(faction), shell.t("ui.inspect.box", { box, vp: vp[box - 1] })]);
  return { title: shell.name(`${name}_track`), lines: [...lines, rule(shell, "8.1")], rule: "8.1", odds: foreseen(here, reading.play(name)) };
};

function strategy(here, ally) {
  const { reading, shell } = here;
  const stands = reading.view.strategy[ally];
  const boxes = reading.atlas.strategy[ally];
  const next = boxes[Math.min(stands, boxes.length - 1)];
  const lines = [
    [shell.t("ui.inspect.next"), shell.name(next.id)],
    [shell.t("ui.inspect.asks"), some([...next.discard, "symbol"].map((piece) => shell.name(piece)))],
    [shell.t("ui.strategy.top"), effectWords(next.top, shell)],
    [shell.t("ui.strategy.bottom"), effectWords(next.bottom, shell)],
  ];
  return { title: `${shell.t("ui.inset.strat")}: ${shell.name(ally)}`, kind: shell.t("ui.inspect.stands", { n: stands, of: boxes.length }), lines, rule: "8.4", faction: COLOURS[ally], odds: foreseen(here, reading.play("strategy")) };
}

/** A ready or kept token, with what both its faces may do as far as one may see them. */
function ready(here, slot) {
  const { reading, shell } = here;
  const owner = reading.faction;
  const lies = reading.view.reserve[owner]?.[slot] ?? reading.view.ready[owner][Number(slot.at(-1)) - 1];
  if (!lies) return { title: shell.t("ui.tray.spent"), lines: [rule(shell, "4.2")], rule: "4.2", may: "", whyNot: null };
  const uses = (faction) => {
    const plays = reading.playsOf(slot, faction);
    return plays.length ? ` ${shell.t("ui.inspect.now", { uses: [...new Set(plays.map(([use]) => shell.t(`ui.use.${use}`)))] })}` : "";
  };
  const lines = [[shell.t("ui.inspect.front", { faction: owner }), `${shell.name(lies.front)}. ${piece(shell, lies.front)}${uses(owner)}`]];
  if (lies.back) {
    const [serves, what] = lies.back;
    const now = serves === "any_ally" ? reading.servedBy(slot).map(uses).find(Boolean) ?? "" : uses(serves);
    lines.push([shell.t("ui.inspect.back", { faction: serves }), `${shell.name(what)}. ${piece(shell, what)}${now}`]);
  } else if (!slot.startsWith("reserve")) lines.push(shell.t("ui.inspect.unseen"));
  return { title: shell.name(lies.front), kind: shell.name(owner), lines, rule: lies.back ? "6" : "4.5", faction: COLOURS[owner], may: "", whyNot: null };
}

const piece = (shell, id) => shell.t(`ui.inspect.piece.${id}`);

function card({ reading, shell }, id) {
  if (!(id in reading.atlas.cards)) return null;
  const { group, value, bonus } = reading.atlas.cards[id];
  const text = cardText(id, reading, shell);
  const lines = [text, [shell.t("ui.inspect.bonus"), effectWords(bonus, shell) || DASH]];
  const owned = reading.view.cards.owned.includes(id);
  const kind = `${shell.t("ui.lab.value", { value })}, ${owned ? shell.t("ui.text.in_service") : shell.name(group)}`;
  return { title: shell.name(id), kind, lines, rule: "8.3", faction: COLOURS[GERMAN], card: { title: shell.name(id), number: String(value), kind, text, now: effectWords(bonus, shell) || undefined, rule: "8.3", faction: COLOURS[GERMAN] } };
}

function faction({ reading, shell }, id) {
  const { view, atlas } = reading;
  const on = (name) => {
    const box = boxOf(view[name], id);
    return [shell.name(`${name}_track`), shell.t("ui.inspect.box", { box, vp: atlas.tracks[name].vp[box - 1] })];
  };
  const fronts = view.ready[id].filter(Boolean).map(({ front }) => shell.name(front));
  const lines = [
    [shell.t("ui.text.score"), view.score[id]],
    [shell.t("ui.text.territories"), shell.t("ui.faction.holds", { territories: view.territories[id], cities: view.cities[id] })],
    on("morale"),
    on("politics"),
    [shell.t("ui.text.ready"), some(fronts)],
  ];
  return { title: shell.name(id), kind: reading.frame.players?.[view.seats[id]]?.name, lines, rule: "4.4", faction: COLOURS[id] };
}

/** Points now, and after the final count if the match ended now. */
function scored(shell, { score, if_ended: ended }, id) {
  const points = shell.t("ui.vp", { n: score[id] });
  return ended ? shell.t("ui.inspect.counted", { points, n: ended.score[id] }) : points;
}

const heap = (shell, fronts) => some(Object.entries(fronts).map(([front, n]) => `${shell.name(front)} ${n}`));

const TELL = {
  territory,
  space,
  track,
  card,
  faction,
  token: ready,
  map: ({ shell }) => ({ title: shell.t("ui.map.label"), lines: [shell.t("ui.inspect.map")], rule: "5.1", may: "", whyNot: null }),
  berlin: (here) => {
    const inside = [...here.reading.view.berlin.spaces.filter(Boolean), ...here.reading.view.berlin.overflow].map((each) => here.reading.tokenName(each));
    return { title: here.shell.name("berlin"), kind: gates(here), lines: [...(inside.length ? [[here.shell.t("ui.inspect.here"), inside.join("; ")]] : []), rule(here.shell, "9")], rule: "9" };
  },
  gate: (here, id) => ({ title: here.shell.t("ui.inspect.gate", { territory: id }), kind: here.shell.t("ui.tip.owner", { faction: here.reading.view.map[id].owner }), lines: [gates(here)], rule: "9" }),
  start: ({ reading, shell }, id) => {
    const fronts = reading.view.ready[id].filter(Boolean).map(({ front }) => shell.name(front));
    return { title: shell.name(`${id}_start`), kind: shell.name(id), lines: [[shell.t("ui.text.ready"), fronts.join(", ") || shell.t("ui.map.no_tokens")], rule(shell, "4.5")], rule: "4.5", faction: COLOURS[id] };
  },
  score: ({ reading, shell }) => ({ title: shell.name("score_track"), lines: FACTIONS.map((id) => [shell.name(id), scored(shell, reading.view, id)]).concat([rule(shell, reading.view.if_ended ? "10.4" : "8.6")]), rule: reading.view.if_ended ? "10.4" : "8.6" }),
  tracks: ({ shell }) => ({ title: shell.t("ui.inset.tracks"), lines: [rule(shell, "7.2")], rule: "7.2" }),
  conference: (here) => {
    const { reading, shell } = here;
    const seats = reading.atlas.conference.map((vp, i) => [shell.t("ui.vp", { n: vp }), reading.view.conference[i] ? reading.tokenName(reading.view.conference[i]) : shell.t("ui.map.free")]);
    return { title: shell.name("conference_track"), lines: [...seats, rule(shell, "5.6")], rule: "5.6", odds: foreseen(here, reading.play("conference")) };
  },
  leader: (here) => {
    const { reading, shell } = here;
    const { leader } = reading.view;
    return { title: shell.name("leader_track"), kind: leader ? reading.tokenName(leader) : shell.t("ui.map.free"), lines: [rule(shell, "5.7")], rule: "5.7", odds: foreseen(here, reading.play("leader")) };
  },
  strategy: (here, id) => {
    if (id) return strategy(here, id);
    const { reading, shell } = here;
    const lines = ALLIES.map((ally) => [shell.name(ally), shell.t("ui.inspect.stands", { n: reading.view.strategy[ally], of: reading.atlas.strategy[ally].length })]);
    return { title: shell.t("ui.inset.strat"), lines: [...lines, rule(shell, "5.2")], rule: "5.2", odds: foreseen(here, reading.play("strategy")) };
  },
  step: (here, id) => {
    const { reading, shell } = here;
    const { step, points, rise, fall } = reading.atlas.research.find((each) => String(each.step) === id);
    const effect = effectWords([...rise, ...fall], shell);
    const kind = points ? shell.t("ui.inspect.points", { points }) : effect || shell.t("ui.inspect.nothing");
    return { title: shell.t("ui.inspect.step", { step, here: String(step === reading.view.research) }), kind, lines: [rule(shell, "8.3")], rule: "8.3", odds: foreseen(here, reading.play("research")) };
  },
  raid: (here) => ({ title: here.shell.t("ui.use.air_raid"), lines: [[here.shell.t("ui.inspect.interceptors"), some(here.reading.view.interceptors.map((front) => here.shell.name(front)))], rule(here.shell, "5.3"), rule(here.shell, "8.5")], rule: "5.3", odds: foreseen(here, here.reading.play("air_raid")) }),
  bag: ({ reading, shell }, group) => ({ title: shell.name(group), lines: [shell.t("ui.lab.bag", { group, count: reading.view.cards.bag[group] }), rule(shell, "8.3")], rule: "8.3" }),
  front: ({ reading, shell }, id) => ({ title: shell.name(id), kind: shell.name(reading.faction), lines: [piece(shell, id)], faction: COLOURS[reading.faction] }),
  reserve: (here, place) => ({ title: place ? here.shell.name(place) : here.shell.t("ui.tray.reserve"), lines: [rule(here.shell, "5.10")], rule: "5.10", odds: place ? foreseen(here, here.reading.play("reserve", place)) : undefined }),
  heaps: ({ reading, shell }, id) => ({ title: shell.t("ui.tray.heaps"), kind: shell.name(id), lines: reading.heaps(id).map(([name, fronts]) => [shell.t(`ui.tray.${name}`), heap(shell, fronts)]), rule: "4.5", faction: COLOURS[id] }),
};

/** kind and id of [data-inspect] → what the inspector shows; null for what the shell knows itself. */
export function inspect(reading, shell, pointing, kind, id) {
  const tell = TELL[kind];
  return tell ? tell({ reading, shell, pointing }, id) : null;
}

/** The signs of the table. */
export function legend(shell) {
  const t = (key) => shell.t(`ui.legend.${key}`);
  const drawn = (markup) => build(html`<span class="ww">${markup}</span>`);
  return [
    { selector: ".tray .half.front", sign: drawn(token("tank", "british", "british", 24)), words: t("front") },
    { selector: ".tray .half.back", sign: drawn(token("tank", "british", "american", 24)), words: t("back") },
    { selector: ".map .coin", sign: drawn(html`<b class="vp">3</b>`), words: t("vp") },
    { selector: ".map .star", sign: drawn(icon("city", 16, "star")), words: t("city") },
    { selector: ".map .bon", sign: drawn(html`${icon("morale", 14)} ${icon("politics", 14)} ${icon("strategy", 14)} ${icon("research", 14)}`), words: t("bonus") },
    { selector: ".map .req", sign: drawn(icon("artillery", 16)), words: t("asks") },
    { selector: ".map .gate", sign: drawn(icon("gate", 16)), words: t("gate") },
    { selector: ".map .area.fortress", sign: drawn(icon("fort", 18)), words: t("fortress") },
    { selector: ".map .score", sign: drawn(disc("british", 18)), words: t("disc") },
  ];
}
