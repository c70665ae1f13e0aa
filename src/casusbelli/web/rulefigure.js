// <rule-figure game="fog_of_war" kind="wheel" given="dial=2 alpha=scandinavia:army_1">: a figure of the rulebook, drawn by the
// game's own board. /boards/{game}/figures.js exports a function for every kind:
//
//   export const styles = ["pieces.css"];                          loaded before the first drawing
//   export function wheel(host, given, tools) { … }                may be async
//
// given: the arguments, {dial: "2", alpha: "scandinavia:army_1", plain: ["words", "without", "="]}. tools: {t, name, language,
// printed}: the game's words and printed.json. The caption beside it says all that the drawing shows; a reader without script
// has the caption alone, and for a screen reader the drawing is silent.

import { boardFile, el, together } from "./dom.js";
import { loadTexts } from "./texts.js";

const made = new Map();
const once = (key, make) => made.get(key) ?? made.set(key, make()).get(key);

/** @param {string} text */
function readGiven(text) {
  /** @type {Record<string, any>} */
  const given = { plain: [] };
  for (const part of text.split(/\s+/).filter(Boolean)) {
    const [name, ...value] = part.split("=");
    if (value.length) given[name] = value.join("=");
    else given.plain.push(name);
  }
  return given;
}

async function toolsFor(game, language) {
  const [texts, printed] = await Promise.all([
    once(`texts ${game} ${language}`, () => loadTexts(game, language, {})),
    once(`printed ${game}`, () => fetch(`/boards/${game}/printed.json`).then((answer) => answer.json())),
  ]);
  const t = (key, params, otherwise) => texts.say(key, params, otherwise);
  return { t, name: (id) => texts.name(id), texts, language, printed };
}

function loadStyle(address) {
  return once(`style ${address}`, () => {
    if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
    return new Promise((resolve) => {
      document.head.append(el("link", { rel: "stylesheet", href: address, onload: resolve, onerror: resolve }));
    });
  });
}

class RuleFigure extends HTMLElement {
  async connectedCallback() {
    if (this.drawn) return;
    this.drawn = true;
    const game = this.getAttribute("game");
    const language = document.documentElement.lang || "en";
    const [module, tools] = await Promise.all([import(boardFile(game, "figures.js")), toolsFor(game, language)]);
    await Promise.all(together(module.styles ?? []).map((name) => loadStyle(boardFile(game, name))));
    const draw = module[this.getAttribute("kind")];
    if (!draw) return;
    const host = el("div", { class: "drawn", "aria-hidden": "true" });
    this.replaceChildren(host);
    await draw(host, readGiven(this.getAttribute("given") ?? ""), tools);
    this.dataset.ready = "";
  }
}

customElements.define("rule-figure", RuleFigure);
