// Stages every event of a match with the scenes of the board, without a page. Reads {printed, beats: [{event, view, log}]} from its input
// and prints what a test compares: the sums of the Fronts, the reports, and whatever failed.
import { register } from "node:module";
import { readFileSync } from "node:fs";

const web = new URL("../../../src/casusbelli/web/", import.meta.url).href;
const board = new URL("../../../src/casusbelli/games/churchill/board/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
globalThis.document = { createElement: () => ({ content: {} }) };

const { Book } = await import(`${board}book.js`);
const { marcher, scene } = await import(`${board}scenes.js`);
const { report, conferenceCardOf } = await import(`${board}report.js`);
const { countryPoints, frontPoints } = await import(`${board}worth.js`);

const { printed, log, beats } = JSON.parse(readFileSync(0, "utf-8"));
const shell = { t: (key) => key, name: (id) => id };
const book = new Book(shell, printed);
const said = { sums: [], nobodys: [], waits: [], reports: [], hasty: [], riddles: [], worth: [], explained: 0, errors: [] };
const POSITIONS = ["central_italy", "north_italy_uk", "north_italy_us", "half_germany", "border_germany", "iwo_jima", "okinawa", "kyushu", "formosa", "korea"].map((id) => `vp_${id}`);
const amount = (value) => Number(String(value).replace("−", "-"));

for (const { at, view } of beats) {
  const event = log[at];
  const frame = { seat: "uk", view, log: log.slice(0, at + 1), waiting: [], ask: null, staged: true };
  book.take(frame, []);
  if (view.score) {
    const lines = (ids) => ids.flatMap((id) => Object.values(view.score.lines[id] ?? {})).reduce((n, each) => n + each, 0);
    const sum = (all) => all.flatMap((points) => Object.values(points)).reduce((n, each) => n + each, 0);
    const fronts = Object.entries(view.fronts).filter(([, { space }]) => !["germany", "japan"].includes(space)); // several in one nation are paid once
    said.worth.push([sum(Object.keys(printed.countries).map((id) => countryPoints(book, id))), lines(["vp_alignment", "vp_network", "vp_empty_colony"])]);
    said.worth.push([sum(fronts.map(([front, { space }]) => frontPoints(book, front, space))), lines(POSITIONS)]);
  }
  try {
    const told = scene(book, event, frame, null);
    if (event.kind.startsWith("front_") && marcher(book, event) !== printed.fronts[event.params.front].power) said.nobodys.push(event.kind);
    if (told.wait) said.waits.push(event.kind);
    const { sum, sheet, note } = told.tableau ?? {};
    if (event.params.steps?.some(([kind]) => kind === "bonus")) {
      if (note?.includes(`${event.params.card}.text`)) said.explained += 1;
      else said.riddles.push(event.params);
    }
    if (event.kind === "army_by_die" && event.params.front in printed.fronts && !sheet.rows.flat().some((cell) => cell.until !== undefined)) said.hasty.push(event.params);
    if (sum) said.sums.push([event.kind, sum.lines.reduce((n, { value }) => n + amount(value), 0), amount(sum.total.value)]);
    if (event.kind === "conference_closed") {
      const { points, won, fronts } = report(book, frame.log, event.params.number);
      const { lines } = conferenceCardOf(book, frame.log, event.params, view);
      said.reports.push({ points, won, fronts, lines: lines.length });
    }
  } catch (error) {
    said.errors.push(`${event.kind}: ${error.stack}`);
  }
}
console.log(JSON.stringify(said));
