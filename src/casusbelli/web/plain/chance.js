// Dice that an event tells of, thrown on the stage.

const NAMES = ["dice", "die", "roll", "rolls", "rolled"];
const SIDES = 6;

/** The scene of an event with dice in it; nothing for any other. */
export function dice(book, event) {
  const { params } = event;
  const faces = params.sides ?? SIDES;
  const name = NAMES.find((key) => params[key] !== undefined);
  const values = [params[name] ?? []].flat().filter((value) => Number.isInteger(value) && value >= 1 && value <= faces);
  if (values.length === 0) return {};
  return { tableau: { title: book.t("shell.plain.dice"), dice: values.map((value) => ({ faces, value })) }, sound: "die" };
}
