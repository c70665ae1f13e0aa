// Filters and search of the card browser.

import { score } from "./fuzzy.js";

/** Makes the card filters inside a root work, if there are any. */
export function booksCards(root) {
  const form = root.querySelector(".card-filters");
  if (!form) return;
  form.hidden = false;
  const pieces = [...root.querySelectorAll(".piece")].map((node) => ({
    node,
    words: node.textContent,
    tags: new Set(Object.entries(node.dataset).filter(([name]) => name.startsWith("tag")).map(([, tag]) => tag)),
  }));
  const apply = () => {
    const wanted = new FormData(form);
    const words = String(wanted.get("words") ?? "");
    const tags = [...wanted].filter(([name, value]) => name !== "words" && value).map(([name, value]) => `${name}=${value}`);
    let count = 0;
    for (const piece of pieces) {
      piece.node.hidden = !(score(words, piece.words) && tags.every((tag) => piece.tags.has(tag)));
      count += piece.node.hidden ? 0 : 1;
    }
    for (const group of root.querySelectorAll(".card-group")) group.hidden = !group.querySelector(".piece:not([hidden])");
    form.querySelector("output").value = `${count}`;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
}
