// What the rulebook's pages gain from script: search, terms, figures, the present entry marked, read chapters ticked.

import { booksCards } from "./cardfilter.js";
import { searchBox } from "./booksearch.js";
import { isTyping } from "./dom.js";
import "./rulefigure.js";
import { store, stored } from "./settings.js";
import { dotCards, useGlossary } from "./terms.js";

const NARROW = "(max-width: 1099px)";
const top = document.querySelector("[data-book-game]");
const game = top.dataset.bookGame;
const language = document.documentElement.lang;

function search() {
  const box = top.querySelector(".book-search");
  const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const list = box.querySelector(".found");
  box.hidden = false;
  searchBox(input, list, { game, language: () => language });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function printing() {
  const button = top.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => print());
  addEventListener("beforeprint", () => document.querySelectorAll(".tryit details").forEach((each) => each.setAttribute("open", "")));
}

/** Contents: folded on small screens, chapters that were read to their end ticked, the present entry marked. */
function contents() {
  const toc = document.querySelector(".toc");
  const sheet = document.querySelector(".sheet[data-chapter]");
  if (!toc || !sheet) return;
  /** @type {HTMLDetailsElement} */ (toc.querySelector("details")).open = !matchMedia(NARROW).matches;
  const read = new Set(stored(`read.${game}`, []));
  const tick = () => {
    for (const item of toc.querySelectorAll("[data-chapter]")) item.querySelector(".read").hidden = !read.has(item.dataset.chapter);
  };
  tick();
  const end = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return;
    read.add(sheet.dataset.chapter);
    store(`read.${game}`, [...read]);
    tick();
  });
  end.observe(sheet.querySelector(".turn-page"));
  const entries = [...sheet.querySelectorAll("[data-entry]")];
  const mark = () => {
    const here = entries.filter((entry) => entry.getBoundingClientRect().top < innerHeight / 3).at(-1);
    for (const item of toc.querySelectorAll("[data-toc]")) item.classList.toggle("at", item.dataset.toc === here?.dataset.entry);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

search();
printing();
contents();
booksCards(document);
await useGlossary(game, language);
dotCards(document);
