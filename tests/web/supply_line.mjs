// Prints what breaks the line of every province out of supply, for each of the positions read: {printed, views}.
import { readFileSync } from "node:fs";
import { brokenAt } from "../../src/casusbelli/games/fog_of_war/board/supply_line.js";

const { printed, views } = JSON.parse(readFileSync(0, "utf8"));
const cut = ({ provinces }) => Object.keys(provinces).filter((place) => provinces[place].supplied === false);
console.log(JSON.stringify(views.map((view) => Object.fromEntries(cut(view).map((place) => [place, brokenAt(view, printed, place)])))));
