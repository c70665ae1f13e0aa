// A territory that is decided, in the log: from the token that decides it to the last point it brings.

import { spans } from "/static/battles.js";
import { GERMAN } from "./reading.js";

const DECIDED = ["territory_won", "fortress_held"];

const isDecided = ({ kind }) => DECIDED.includes(kind);
const isAbout = (/** @type {string} */ territory) => ({ params }) => params.territory === territory || params.of?.includes(territory) || false;
const goesOn = (event, span) => isAbout(span[0].params.territory)(event) || event.kind === "berlin_opened";
const territoryOf = (/** @type {string} */ space) => space.replace(/_\d$/, "");

/** For every decision who had tokens there: by the number of its event. */
function present(log) {
  const at = {};
  const found = new Map();
  log.forEach((event, k) => {
    const { kind, params } = event;
    if (kind === "played_place") at[params.target] = params.faction;
    if (kind === "eliminated") delete at[params.space];
    if (!isDecided(event)) return;
    const there = Object.keys(at).filter((space) => territoryOf(space) === params.territory);
    found.set(k, new Set(there.map((space) => at[space])));
    for (const space of there) delete at[space];
  });
  return found;
}

/** How it ended: what is conquered the German loses, and all others who had tokens there lose it, too. */
function ends({ kind, params }, there) {
  const { faction } = params;
  const others = [...there, GERMAN].filter((each) => each !== faction);
  return { ...Object.fromEntries(others.map((each) => [each, "lost"])), [faction]: kind === "fortress_held" ? "held" : "won" };
}

/** The battles of a log, for the log: see web/battles.js. */
export function battles(shell, log) {
  const there = present(log);
  return spans(log, isDecided, goesOn).map(({ from, events }) => {
    const [decision] = events;
    const before = log[from - 1];
    const early = before?.kind === "played_place" && territoryOf(before.params.target) === decision.params.territory ? 1 : 0;
    const tell = () => ({ title: shell.t(`event.${decision.kind}`, decision.params), ends: ends(decision, there.get(from)) });
    return { from: from - early, count: events.length + early, tell };
  });
}
