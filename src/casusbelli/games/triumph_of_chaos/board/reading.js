// What the view tells, sorted by place: who stands where, whose it is, what it adds up to.

const RANK = (row, [, full]) => (row.army ? 0 : 100) - (full ? row.full : row.reduced)[0];

export class Reading {
  constructor(printed) {
    this.printed = printed;
  }

  take(view) {
    if (view === this.view) return;
    this.view = view;
    this.places = new Map();
    for (const [id, state] of Object.entries(view.units)) this.at(state[0]).units.push(id);
    for (const [id, [place]] of Object.entries(view.leaders)) this.at(place).leaders.push(id);
    for (const { units } of this.places.values()) {
      units.sort((a, b) => RANK(this.printed.units[a], view.units[a]) - RANK(this.printed.units[b], view.units[b]));
    }
    this.cut = new Set(view.supply.cut);
  }

  /** The pieces in a space or box: {units, leaders}; a place nobody is in gives empty lists. */
  at(place) {
    if (!this.places.has(place)) this.places.set(place, { units: [], leaders: [] });
    return this.places.get(place);
  }

  isSpace(id) {
    return id in this.printed.spaces;
  }

  isUnit(id) {
    return id in this.printed.units;
  }

  isLeader(id) {
    return id in this.printed.leaders;
  }

  /** The values of a unit as it is now: combat, loss, movement. */
  values(unit) {
    const row = this.printed.units[unit];
    return this.view.units[unit]?.[1] === false ? row.reduced : row.full;
  }

  factors(units) {
    return units.reduce((sum, unit) => sum + this.values(unit)[0], 0);
  }

  /** Where a unit or leader is. */
  placeOf(piece) {
    return (this.view.units[piece] ?? this.view.leaders[piece])?.[0];
  }

  /** The side of those in a space, or of who controls it: red, white, cp, third, none. */
  holder(space) {
    const { units } = this.at(space);
    return units.length ? this.view.units[units[0]][2] : this.control(space);
  }

  control(space) {
    return this.view.control[space] ?? "none";
  }

  /** What lies in a space besides the pieces. */
  markers(space) {
    const { markers, activations } = this.view;
    const found = activations.filter(([at]) => at === space).map(([, kind]) => kind);
    if (markers.no_act.includes(space)) found.push("no_act");
    if (Object.values(markers.partisans).some((spaces) => spaces.includes(space))) found.push("partisans");
    if (markers.train === space) found.push("train");
    return found;
  }

  isGreen(space) {
    return this.view.markers.greens.includes(space);
  }

  /** The spaces to which a link leads. */
  neighbours(space) {
    return this.printed.links.flatMap(([a, b]) => (a === space ? [b] : b === space ? [a] : []));
  }
}
