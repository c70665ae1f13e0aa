// What is fought over in the log: an issue that is debated, and a Front that tries to advance.

import { spans } from "/static/battles.js";

const MEETING_ENDS = ["passed", "issue_kept", "conference_won"];
const MARCH = ["front_entered", "breakthrough", "issue_removed", "technology", "collapse", "surrendered"];

/** An issue on the table: from who advances it to where it lies when the others have had their say. */
function debate(book, events) {
  const spoken = events.filter(({ kind }) => kind === "advanced" || kind === "debated").map(({ params }) => params);
  const { issue, place: [owner], to } = spoken.at(-1);
  const [speaker, ...rivals] = [...new Set(spoken.map(({ power }) => power))];
  const lost = owner ? "lost" : "held"; // back in the middle of the table: who spoke against it has held it there
  const ends = { ...Object.fromEntries(rivals.map((power) => [power, lost])), [speaker]: owner ? "lost" : "failed" };
  if (owner in ends) ends[owner] = "won";
  return { title: book.t("ui.debate.title", { issue, powers: [speaker, ...rivals] }), result: book.t("ui.debate.result", { to }), ends };
}

const isDebated = ({ events }) => events.some(({ kind }) => kind === "debated");
const debates = (log) => spans(log, ({ kind }) => kind === "advanced", ({ kind }) => !MEETING_ENDS.includes(kind)).filter(isDebated);

/** A Front that was rolled for: how strong it was, what fell, and where it stands now. */
function march(book, events) {
  const said = ({ kind, params }) => book.t(`event.${kind}`, params);
  const [{ params }] = events;
  const entered = events.filter(({ kind }) => kind === "front_entered" || kind === "breakthrough").map(said);
  return { title: said(events[0]), result: entered.join(" "), ends: { [book.printed.fronts[params.front].power]: params.success ? "won" : "stuck" } };
}

const marches = (log) => spans(log, ({ kind }) => kind === "front_rolled", ({ kind }) => MARCH.includes(kind));

/** The battles of a log, for the log: see web/battles.js. */
export function battles(book, log) {
  const told = (found, tell) => found.map(({ from, events }) => ({ from, count: events.length, tell: () => tell(book, events) }));
  return [...told(debates(log), debate), ...told(marches(log), march)];
}
