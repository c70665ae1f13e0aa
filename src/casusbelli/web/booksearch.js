// The search box of a rulebook, on its pages and in the drawer at the table.

import { el } from "./dom.js";
import { Finder } from "./finder.js";
import { fetchBook } from "./terms.js";

const KINDS = ["rule", "term", "card"];

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 * @param {{game: string, language: () => string, go?: (found: any, event: Event) => void}} how  go: what pressing a result does; otherwise it is followed
 */
export function searchBox(input, list, { game, language, go }) {
  let words = {};
  let finder = null;
  let speaking = null;

  async function ready() {
    if (speaking !== language()) {
      speaking = language();
      const index = await fetchBook(game, `${speaking}.json`);
      words = index.words;
      finder = new Finder(index);
    }
    return finder;
  }

  const address = ({ kind, row }) => {
    if (kind === "rule") return `/rules/${game}/${row.chapter}${row.n ? `#${row.n}` : ""}`.replace("/first", "");
    return kind === "term" ? `/rules/${game}/glossary#term-${row.id}` : `/rules/${game}/cards#card-${row.id}`;
  };

  const link = (found) => {
    const { kind, row, excerpt } = found;
    const title = kind === "rule" ? `${row.n} ${row.title}`.trim() : kind === "term" ? row.term : row.name;
    const [before, hit, after] = excerpt;
    const node = el("a", { href: address(found) }, el("b", {}, title), el("small", {}, before, hit ? el("mark", {}, hit) : "", after));
    node.addEventListener("click", (event) => {
      close();
      go?.(found, event);
    });
    return node;
  };

  async function look() {
    const wanted = input.value;
    if (!wanted.trim()) return close();
    const found = (await ready()).find(wanted);
    if (input.value !== wanted) return undefined;
    const groups = KINDS.flatMap((kind) => {
      const some = found.filter((one) => one.kind === kind).slice(0, kind === "rule" ? 8 : 4);
      return some.length ? [el("h3", {}, words[`${kind}s`]), ...some.map(link)] : [];
    });
    list.replaceChildren(...(groups.length ? groups : [el("p", {}, words.nothing)]));
    list.hidden = false;
    return undefined;
  }

  function close() {
    list.hidden = true;
  }

  const links = () => [...list.querySelectorAll("a")];
  input.addEventListener("input", look);
  input.addEventListener("focus", () => input.value && look());
  input.parentElement.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
      input.focus();
    } else if (event.key === "ArrowDown" && all.length && !list.hidden) {
      event.preventDefault();
      all[Math.min(at + 1, all.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      event.preventDefault();
      (all[at - 1] ?? input).focus();
    } else if (event.key === "Enter" && document.activeElement === input && all.length && !list.hidden) {
      event.preventDefault();
      all[0].click();
    }
  });
  input.parentElement.addEventListener("focusout", ({ relatedTarget }) => {
    if (!input.parentElement.contains(/** @type {Node | null} */ (relatedTarget))) close();
  });
}
