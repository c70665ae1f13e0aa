// Prints, for the scenes.js given by its path, the event kinds it stages and those it keeps quiet. "/static/" is web/.
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const web = new URL("../../src/casusbelli/web/", import.meta.url).href;
const hook = `export function resolve(name, context, next) { return next(name.startsWith("/static/") ? ${JSON.stringify(web)} + name.slice(8) : name, context); }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { STAGED, QUIET, FILTERS, LANDMARKS, scene } = await import(pathToFileURL(process.argv[2]).href);
console.log(JSON.stringify({ staged: STAGED, quiet: QUIET, filters: FILTERS, landmarks: LANDMARKS, known: STAGED.every((kind) => kind) && typeof scene === "function" }));
