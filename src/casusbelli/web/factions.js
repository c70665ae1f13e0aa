// Factions as VISUAL says: never colour alone. Colour and pattern are in tokens.css under the same names.

/** @type {Record<string, {glyph: string, code: string}>} */
export const FACTIONS = {
  uk: { glyph: "ring", code: "UK" },
  us: { glyph: "star", code: "US" },
  soviet: { glyph: "diamond", code: "SU" },
  reds: { glyph: "diamond", code: "RD" },
  germany: { glyph: "beam", code: "DE" },
  axis: { glyph: "beam", code: "AX" },
  japan: { glyph: "disc", code: "JP" },
  italy: { glyph: "triangle", code: "IT" },
  allies: { glyph: "star", code: "AL" },
  whites: { glyph: "chevron", code: "WH" },
  greens: { glyph: "hexagon", code: "GR" },
  neutral: { glyph: "none", code: "–" },
  blue: { glyph: "star", code: "BL" },
  black: { glyph: "beam", code: "BK" },
  green: { glyph: "ring", code: "GN" },
  gold: { glyph: "disc", code: "GD" },
  first: { glyph: "star", code: "1" },
  second: { glyph: "beam", code: "2" },
  third: { glyph: "diamond", code: "3" },
  fourth: { glyph: "ring", code: "4" },
  fifth: { glyph: "disc", code: "5" },
  sixth: { glyph: "hexagon", code: "6" },
};

/** @type {Record<string, string>} */
const ALSO_KNOWN_AS = {
  allied: "allies", ussr: "soviet", su: "soviet", german: "germany", white: "whites", red: "reds",
  russian: "soviet", american: "us", british: "uk", american_german: "us", british_russian: "uk",
};
const IN_TURN = ["first", "second", "third", "fourth", "fifth", "sixth"];

/**
 * The faction of a seat: what the board says, or what its name says, or its number: a side of no war of ours.
 * @param {string} seat @param {string[]} seats @param {Record<string, string>} told
 */
export function factionOf(seat, seats, told = {}) {
  const known = told[seat] ?? ALSO_KNOWN_AS[seat] ?? seat;
  return known in FACTIONS ? known : (IN_TURN[seats.indexOf(seat)] ?? "neutral");
}
