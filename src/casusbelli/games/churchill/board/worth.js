// What a country or a space is worth to each power, by what is printed on the sheet of the edition that is played.

import { POWERS } from "./book.js";

/** What a country pays as it stands: its alignment, else its networks, else a colony that nobody has touched. @returns {Record<string, number>} */
export function countryPoints(book, id) {
  const { vp_alignment: alignment, vp_network: network, vp_empty_colony: untouched } = book.printed.each[book.edition];
  const aligned = book.view.alignments[id];
  const [owner] = book.view.networks[id] ?? [];
  if (aligned) return { [aligned]: alignment[aligned] };
  if (owner) return { [owner]: network[owner] };
  return book.printed.countries[id].colony ? untouched : {};
}

/** What a Front is paid for while it stands in a space. @returns {Record<string, number>} */
export const frontPoints = (book, front, space) => book.printed.worth[book.edition][front][space] ?? {};

/** "UK 3 · US 2"; "–" where it pays nobody. */
export const paid = (book, points) => POWERS.filter((power) => points[power]).map((power) => `${book.brief(power)} ${points[power]}`).join(" · ") || "–";
