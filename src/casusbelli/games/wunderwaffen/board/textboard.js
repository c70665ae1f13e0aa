// The position as tables: factions, territories, Berlin and the boxes, laboratory.

import { cardText } from "./lab.js";
import { FACTIONS, GERMAN } from "./reading.js";

const DASH = "–";

export function textTables(reading, shell) {
  return [factions(reading, shell), territories(reading, shell), boxes(reading, shell), cards(reading, shell)].filter(({ rows }) => rows.length);
}

const head = (shell, ...names) => names.map((name) => shell.t(`ui.text.${name}`));
const fronts = (heap, shell) =>
  Object.entries(heap)
    .map(([front, n]) => `${shell.name(front)} ${n}`)
    .join(", ") || DASH;
const boxOf = (track, faction) => track.findIndex((stack) => stack.includes(faction)) + 1;

/** A ready or kept token: its front, and its back where one may know it. */
function sides({ front, back }, shell) {
  return back ? shell.t("ui.text.sides", { front, faction: back[0], back: back[1] }) : shell.name(front);
}

function factions(reading, shell) {
  const { view } = reading;
  const rows = FACTIONS.map((faction) => {
    const kept = faction === GERMAN ? [] : Object.values(view.reserve[faction]).filter(Boolean);
    return [
      shell.name(faction),
      view.score[faction],
      view.territories[faction],
      view.cities[faction],
      boxOf(view.morale, faction),
      boxOf(view.politics, faction),
      faction === GERMAN ? DASH : view.strategy[faction],
      view.ready[faction].filter(Boolean).map((ready) => sides(ready, shell)).join("; ") || DASH,
      kept.map((token) => sides(token, shell)).join("; ") || DASH,
      fronts(view.pool[faction], shell),
      fronts(view.discard[faction], shell),
    ];
  });
  const names = ["faction", "score", "territories", "cities", "morale", "politics", "strategy", "ready", "reserve", "pool", "discard"];
  return { title: shell.t("ui.text.factions"), head: head(shell, ...names), rows };
}

function territories(reading, shell) {
  const { view, atlas } = reading;
  const rows = Object.entries(view.map).map(([id, here]) => {
    const printed = atlas.territories[id];
    const closed = here.owner !== GERMAN;
    const spaces = here.spaces.map((token, i) => {
      if (closed) return DASH;
      const asks = printed.spaces[i];
      return token ? reading.tokenName(token) : asks === "none" ? shell.t("ui.map.free") : shell.t("ui.map.asks", { piece: asks });
    });
    const owner = here.fortress ? shell.t("ui.tip.fortress", { faction: here.owner }) : shell.name(here.owner);
    const access = here.access.map((token) => reading.tokenName(token)).join(", ") || DASH;
    const bonus = printed.bonus.map((kind) => shell.t(`ui.bonus.${kind}`)).join(", ") || DASH;
    const near = printed.adjacent.map((other) => shell.name(other)).join(", ");
    return [shell.name(id), owner, ...spaces, printed.vp, printed.cities.join(", "), bonus, access, near];
  });
  const names = ["territory", "owner", "left", "centre", "right", "vp", "cities", "bonus", "access", "near"];
  return { title: shell.t("ui.text.map"), head: head(shell, ...names), rows };
}

function boxes(reading, shell) {
  const { view, atlas } = reading;
  const lies = (token) => (token ? reading.tokenName(token) : DASH);
  const rows = [
    ...atlas.berlin.spaces.map(({ id, vp }, i) => [shell.name(id), vp, lies(view.berlin.spaces[i])]),
    ...atlas.conference.map((vp, i) => [`${shell.name("conference_track")} ${i + 1}`, vp, lies(view.conference[i])]),
    [shell.name("leader_track"), atlas.leader[0].n, lies(view.leader)],
  ];
  return { title: shell.t("ui.text.boxes"), head: head(shell, "box", "vp", "token"), rows };
}

function cards(reading, shell) {
  const { owned, face_up: offer } = reading.view.cards;
  const row = (card, where) => [shell.name(card), reading.atlas.cards[card].value, where, cardText(card, reading, shell)];
  const rows = [
    ...owned.map((card) => row(card, shell.t("ui.text.in_service"))),
    ...Object.entries(offer).flatMap(([group, list]) => list.map((card) => row(card, shell.name(group)))),
  ];
  const title = shell.t("ui.lab.track", { step: reading.view.research, points: reading.view.research_points });
  return { title, head: head(shell, "card", "value", "where", "effect"), rows };
}
