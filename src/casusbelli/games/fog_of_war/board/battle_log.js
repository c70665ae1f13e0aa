// A battle in the log: from the attack, or from the quagmire that is resolved, to the last of what it led to.

import { spans } from "/static/battles.js";
import { FILTERS } from "./scenes.js";

const BEGINNINGS = ["launched", "quagmire_resolving"];
const DURING = [...FILTERS.battles, "attack_reinforced"];

const isRevealed = (span) => span.some(({ kind }) => kind === "battle_revealed");
const begins = ({ kind }, span) => BEGINNINGS.includes(kind) || (kind === "battle_revealed" && (!span.length || isRevealed(span)));
const goesOn = ({ kind }) => DURING.includes(kind);

/** The sentence of its result has the reader's word in it already. */
function tell(shell, span) {
  const said = ({ kind, params }) => shell.t(`event.${kind}`, params);
  const result = span.find(({ kind }) => kind === "battle_result");
  return result ? { title: "", result: said(result) } : { title: said(span[0]) };
}

/** The battles of a log, for the log: see web/battles.js. An attack that came to nothing is none. */
export const battles = (shell, log) => spans(log, begins, goesOn).filter(({ events, over }) => !over || isRevealed(events)).map(({ from, events }) => ({ from, count: events.length, tell: () => tell(shell, events) }));
