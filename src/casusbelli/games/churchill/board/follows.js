// What follows from a choice, in a line of small print: where the issue goes, what becomes of a chance or of the points. From the same
// foresight as the board shows to a pointer, so that a key and a finger have it, too.

import { percentage } from "/static/percentage.js";
import { POWERS } from "./book.js";
import { cardText } from "./cards.js";
import { chanceOf } from "./chances.js";

const SHORT = 62; // letters of a trait that a line has room for

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "±0");

/** The trait of a card where rows differ by it, if it is short: what one plays, or gives up for the leader. */
function trait(book, option, parts) {
  const text = parts.some(([place]) => place === "card") ? cardText(book, option[1]) : "";
  return text.length <= SHORT ? text : "";
}

/** What the engine has told of an option, in words; "" where it has told nothing. */
export function follows(book, option, told, parts = []) {
  if (!told) return "";
  const { value, origin, place, points, before, after, bomb } = told;
  const worth = (n) => book.t("part.value", { value: n });
  if (place) return [`${worth(value)}: ${book.place(origin)} → ${book.place(place)}`, trait(book, option, parts)].filter(Boolean).join(" · ");
  if (after) return `${chanceOf(book, before)} → ${chanceOf(book, after)}`;
  if (bomb) return bomb.map(percentage).join(" → ");
  if (points) return POWERS.map((power) => `${book.brief(power)} ${signed(points[power])}`).join(" · ");
  return Array.isArray(value) ? [worth([...new Set(value)].join("–")), trait(book, option, parts)].filter(Boolean).join(" · ") : "";
}

/** A row of the tray: what it says by itself, and what follows once the engine has told it. @param {any} book @param {import("./foresight.js").Foresight} foresight */
export function row(book, foresight, option, parts) {
  return foreseeable(option) ? { small: async () => follows(book, option, await foresight.told(option), parts) } : {};
}

const FORESEEN = /^(agenda_commit_card|advance_(staff|leader)|debate_(staff|leader)|chief_issue|alloc_(free|bonus)|place_directed_offensive|global_move|place|remove)$/;

const foreseeable = ([verb, use]) => FORESEEN.test(verb) && use !== "pol_mil";
