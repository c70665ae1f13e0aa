// The card between two turns: cities and points, factions that changed, battles, who melted away, cards still to be played; and what
// the turn that begins will bring by the rules: steps, pieces that arrive, powers that may go home, cards of a new year.

const CHANGES = ["control_gained", "control_lost", "conquered", "subjugated", "war_declared", "withdrawal", "polish_war", "polish_peace"];
const FEW = 5;

/** {title, lines, note} of the turn before the one that begins with this event; null before the first. */
export function turnSummary(ctx, event, { view, log }) {
  const { t, name } = ctx;
  const end = log.findLastIndex((each) => each === event || (each.kind === "turn" && each.params.turn === event.params.turn));
  const start = log.slice(0, Math.max(0, end)).findLastIndex(({ kind }) => kind === "turn");
  if (start < 0) return null;
  const past = log.slice(start, end);
  const of = (kind) => past.filter((each) => each.kind === kind).map(({ params }) => params);
  const [cities] = of("vc_count").slice(-1);
  if (!cities) return null;
  const both = (value) => ["red", "white"].map(value);
  const sum = (list) => list.reduce((total, n) => total + n, 0);
  const gained = (side) => sum(of("vp").filter((each) => each.side === side).map(({ points }) => points));
  const melted = (side) => of("attrition").filter((each) => each.side === side).length;
  const lost = (side) => of("step_lost").filter((each) => each.side === side).length;
  const attacks = (side) => of("battle").filter((each) => each.side === side).length;
  const minus = (n) => `${n}`.replace("-", "−");
  const lines = [
    ["", ...both((side) => name(side))],
    [t("ui.victory.cities"), cities.red, cities.white],
    [t("ui.victory.points"), ...both((side) => `${minus(view.vp[side] - gained(side))} → ${minus(view.vp[side])}`)],
    [t("ui.summary.attacks"), ...both(attacks)],
    [t("ui.summary.steps"), ...both(lost)],
    [t("ui.summary.melted"), ...both(melted)],
  ];
  const changed = past.filter(({ kind, params }) => CHANGES.includes(kind) && params.leaves !== false).map(({ kind, params }) => t(`event.${kind}`, params));
  const owed = view.owed?.length ? [t("ui.summary.owed", { owed: view.owed })] : [];
  const more = changed.length > FEW ? [t("ui.summary.more", { count: changed.length - FEW })] : [];
  const told = [...owed, ...changed.slice(0, FEW), ...more];
  const { turn } = event.params;
  return { title: t("ui.summary.turn", { turn: turn - 1 }), lines: [...lines, ...next(ctx, turn, view)], note: told.join(" ") };
}

/** What comes, as the map stands; nothing once the turn is past. */
function next({ t, name, printed }, turn, { turn: now, coming, factions, withdrawal }) {
  if (turn !== now) return [];
  const steps = (side) => Object.entries(coming.income[side]).map(([pool, n]) => (pool === "side" ? n : t("ui.reserves.pool", { pool, n }))).join(" + ") || "0";
  const { year, political } = printed.turns[turn];
  const before = printed.turns[turn - 1];
  return [
    [t("ui.summary.coming", { turn }), ...["red", "white"].map((side) => name(side))],
    ...(before && before.year < year ? [[t("ui.summary.cards_of", { year }), t("ui.summary.in_decks"), ""]] : []),
    ...(before?.political && !political ? [["", t("ui.summary.no_politics"), ""]] : []),
    [t("ui.summary.income"), ...["red", "white"].map(steps)],
    ...(coming.gold === "none" ? [] : [[t("ui.summary.gold"), t("ui.summary.gold_use", { side: coming.gold }), ""]]),
    ...(coming.conscription === "pay" ? [[t("ui.summary.conscription"), t("ui.summary.conscription_use"), ""]] : []),
    ...coming.arrive.map(({ piece, ...rest }) => [name(piece), t("ui.summary.arrives", rest), ""]),
    ...Object.entries(withdrawal).filter(([power]) => factions[power].fate === "in_play").map(([power, number]) => [name(power), t("ui.summary.goes", { power, number }), ""]),
  ];
}
