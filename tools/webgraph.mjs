// The import graph of the browser's modules. An error where imports run in a circle, where a module that is imported does not
// exist, or where nobody uses what is exported: `node tools/webgraph.mjs`

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const WEB = "src/casusbelli/web";
const GAMES = "src/casusbelli/games";
const IMPORT = /(?:import|export)\s+(?:([\w*$\s{},]+?)\s+from\s+)?"([./][^"]+)"|import\(\s*["`]([^"`]+)["`]\s*\)/g;
const EXPORT = /^export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+(\{[^}]*\}|[\w$]+)|^export\s+\{([^}]*)\}/gm;

/** What the shell reads of a game's board by name, and what others outside this tree may use of it. */
const CONTRACT = new Set(["styles", "factions", "headings", "phases", "exits", "summaries", "FILTERS", "QUIET", "STAGED", "scene", "default"]);

const scripts = (folder) => readdirSync(folder, { recursive: true }).filter((name) => /\.m?js$/.test(name)).map((name) => path.join(folder, name));
const boards = readdirSync(GAMES).map((game) => path.join(GAMES, game, "board")).filter((folder) => existsSync(folder));
const modules = [WEB, ...boards].flatMap(scripts).sort();
const users = [...modules, ...scripts("tests"), ...scripts("examples")];

const within = (from, name) => path.normalize(name.startsWith("/static/") ? path.join(WEB, name.slice(8)) : path.join(path.dirname(from), name));
const names = (list) => list.replace(/[{}]/g, "").split(",").map((part) => part.trim()).filter(Boolean);

const faults = [];
const imports = new Map();
const used = new Map(modules.map((file) => [file, new Set()]));
for (const file of users) {
  const text = readFileSync(file, "utf8");
  const found = new Set();
  for (const [whole, what = "", name, lazy] of text.matchAll(IMPORT)) {
    const address = name ?? lazy;
    const tail = address.split("}").at(-1); // a test names the folder apart: whichever module is called so may be meant
    if (address.includes("${")) modules.filter((module) => tail && path.basename(module) === tail).forEach((module) => used.get(module).add("*"));
    if (address.includes("${") || address.startsWith("/boards/")) continue;
    const goal = within(file, address);
    if (!existsSync(goal)) faults.push(`${file}: there is no ${address}`);
    if (!used.has(goal)) continue;
    if (!lazy) found.add(goal);
    if (lazy || what.includes("*")) used.get(goal).add("*");
    for (const each of names(what)) used.get(goal).add(each.split(/\s+as\s+/)[0]);
    if (whole.startsWith("export")) for (const each of names(what)) used.get(file)?.add(each.split(/\s+as\s+/).at(-1));
  }
  imports.set(file, found);
}

/** Walks in depth; a module met again on the way is a circle. */
function walk(file, way, done) {
  if (way.includes(file)) return faults.push(`imports in a circle: ${[...way.slice(way.indexOf(file)), file].join(" → ")}`);
  if (done.has(file)) return undefined;
  for (const next of imports.get(file)) walk(next, [...way, file], done);
  done.add(file);
  return undefined;
}
const done = new Set();
for (const file of modules) walk(file, [], done);

for (const file of modules) {
  const known = used.get(file);
  const drawn = /board\/figures\.js$/.test(file); // a figure of the rulebook is found by its name
  if (known.has("*") || drawn) continue;
  for (const [, one, several] of readFileSync(file, "utf8").matchAll(EXPORT)) {
    const told = several ? names(several).map((each) => each.split(/\s+as\s+/).at(-1)) : names(one).map((each) => each.split(":").at(-1).trim());
    for (const name of told) if (!known.has(name) && !CONTRACT.has(name)) faults.push(`${file}: nobody uses ${name}`);
  }
}

for (const fault of faults) console.error(fault);
console.log(`webgraph: ${modules.length} modules, ${faults.length} faults`);
process.exitCode = faults.length ? 1 : 0;
