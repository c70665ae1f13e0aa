// Why a victory city counts: for whom and since when, and what the scenario, a condition of Red's or a republic has to do with it.

/** Up to five lines, the count first. @param {any} ctx @param {string} city */
export function cityWords({ t, view, printed }, city) {
  const rules = printed.scenarios[view.scenario];
  const { region } = printed.spaces[city];
  const { home, cities } = printed.regions[region];
  const turn = view.since[city] ?? 0;
  const owner = view.control[city] ?? "none";
  const conditions = Object.keys(rules.conditions).filter((each) => rules.conditions[each].includes(city));
  const republic = Object.keys(printed.factions).find((each) => printed.factions[each].region === region);
  const subject = republic && printed.factions[republic].subjugable && view.factions[republic].fate !== "excluded" && view.turn <= rules.subjugation;
  return [
    t("ui.city.counts", { side: view.cities[city] }),
    t("ui.city.held", { owner, turn }),
    rules.capitals.includes(city) && t("ui.city.capital", { cities: rules.capitals, together: rules.together }),
    home && homeWords(t, rules, home),
    conditions.length > 0 && t("ui.city.condition", { conditions }),
    subject && t("ui.city.republic", { faction: republic, count: cities.length }),
  ].filter(Boolean);
}

/** What a home city of a side is good for. */
function homeWords(t, { homes_from: turn, own_homes: own }, side) {
  return t("ui.city.home", { side, use: turn ? "all" : own && side === "red" ? "own" : "none", turn });
}
