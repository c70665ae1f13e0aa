// Where the line of a province out of supply breaks, by what everybody sees: who holds what, and where a quagmire lies [7.1, 7.3].

/**
 * The places that stand between a province and a supply source: any one of them where one is enough, else all of the shortest way.
 * @param {any} view @param {Record<string, {near: string[], kind: string, supply_source: string | null}>} printed @param {string} province
 * @returns {{places: string[], all: boolean}}
 */
export function brokenAt(view, printed, province) {
  const map = theMap(view, printed, view.provinces[province].control);
  const shortest = between(map, province);
  if (shortest.length !== 1) return { places: shortest, all: true };
  const enough = Object.keys(printed).filter((place) => !map.passable(place) && !between({ ...map, passable: (there) => there === place || map.passable(there) }, province).length);
  return { places: enough, all: false };
}

/** What a side may trace its supply over. */
function theMap({ provinces, options, flags }, printed, side) {
  const overSea = options.includes("adv_sea_supply");
  const offMap = (place) => side === "allied" && (place === "usa_canada" || flags.ussr_at_war);
  return {
    source: (place) => !(place in printed) || printed[place].supply_source === side,
    near: (place) => printed[place].near.filter((there) => there in printed || offMap(there)),
    passable(place) {
      const here = provinces[place];
      if (!here) return true;
      if (here.control === side) return !here.quagmire || printed[place].supply_source === side; // a source in a quagmire starts lines all the same
      return overSea && printed[place].kind === "sea" && here.control !== "neutral" && !here.quagmire;
    },
  };
}

/** The fewest places that cannot be passed on the way to a source. */
function between({ source, near, passable }, province) {
  const seen = new Set([province]);
  for (let layer = [{ place: province, barred: [] }], next = []; layer.length; layer = next, next = []) {
    for (const { place, barred } of layer) { // what is open joins the layer as it goes
      if (place !== province && source(place)) return barred;
      for (const there of near(place).filter((each) => !seen.has(each))) {
        seen.add(there);
        if (passable(there)) layer.push({ place: there, barred });
        else next.push({ place: there, barred: [...barred, there] });
      }
    }
  }
  return [];
}
