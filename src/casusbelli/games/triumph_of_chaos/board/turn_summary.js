// The card between two turns: cities and points, factions that changed, battles, who melted away, cards still to be played.

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
  const told = [...changed.slice(0, FEW), ...(changed.length > FEW ? [`… +${changed.length - FEW}`] : []), ...owed];
  return { title: t("ui.summary.turn", { turn: event.params.turn - 1 }), lines, note: told.join(" ") };
}
