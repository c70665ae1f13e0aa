// Small questions the drawings ask of a view (view.py says what it holds).

export const SPACES = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot"];
export const OPPONENT = { axis: "allied", allied: "axis" };

/** The side a reader sits behind; a spectator looks at the table from the Allied chair, but sees no more than both. */
export const seatedSide = (view) => view.side ?? "allied";

export const ageOf = (dial, space) => (dial - SPACES.indexOf(space) + 6) % 6;
export const spaceOfAge = (dial, age) => SPACES[(dial - age + 6) % 6];

/** def:kiev:axis → {kind, place, side}; op:axis:echo → {kind, side, place}. */
export function readPile(pile) {
  const [kind, first, second] = pile.split(":");
  return kind === "op" ? { kind, side: first, place: second } : { kind, place: first, side: second ?? "" };
}

/** What stands on the board where a pile is: its province, a space of one's own wheel, else the pile itself. */
export function whereIs(pile, us) {
  const { kind, place, side } = readPile(pile);
  return ["def", "quag"].includes(kind) || (kind === "op" && side === us) ? place : pile;
}

/** The face-down piles of a province, left to right: defenders first, then the attackers of a quagmire. */
export function pilesOf(view, province) {
  const here = view.provinces[province];
  const controller = here.control === "axis" ? "axis" : "allied";
  const order = [controller, OPPONENT[controller], "neutral"];
  const piles = order
    .filter((side) => here.defence[side])
    .map((side) => ({
      id: `def:${province}:${side}`,
      side,
      count: here.defence[side],
      cards: side === "neutral" ? here.neutral : side === view.side ? here.own : null,
    }));
  const attack = here.quagmire && {
    id: `quag:${province}:${here.quagmire.attacker}`,
    side: here.quagmire.attacker,
    count: here.quagmire.count,
    cards: here.quagmire.own,
  };
  return { piles, attack };
}

/** Sightings by pile, the latest first. */
export function sightings(view) {
  const found = new Map();
  for (const entry of view.dossier) {
    if (!found.has(entry.pile)) found.set(entry.pile, []);
    found.get(entry.pile).unshift(entry);
  }
  return found;
}

/** How many cards a pile has now, and whose they are. */
export function pileNow(view, pile) {
  const { kind, place, side } = readPile(pile);
  if (kind === "op") return { side, count: view.sides[side].ops[place]?.count ?? 0 };
  if (kind === "def") return { side, count: view.provinces[place].defence[side] };
  if (kind === "quag") return { side, count: view.provinces[place].quagmire?.count ?? 0 };
  return { side: "", count: view.victory.board };
}
