// The position as tables: the 28 Defence spaces in the order of their numbers, both wheels, what has been seen.

import { note } from "./panels.js";
import { OPPONENT, pileNow, pilesOf, seatedSide, SPACES } from "./reading.js";

export function textTables(view, shell, context) {
  return [
    provinces(view, shell, context),
    wheel(view, shell, seatedSide(view)),
    wheel(view, shell, OPPONENT[seatedSide(view)]),
    seen(view, shell, context),
  ].filter(({ rows }) => rows.length);
}

const named = (cards, shell) => cards.map((card) => shell.name(card)).join(", ");

function provinces(view, shell, context) {
  const { t } = shell;
  const order = Object.keys(view.provinces).sort((a, b) => context.number(a) - context.number(b));
  const rows = order.map((province) => {
    const here = view.provinces[province];
    const { piles, attack } = pilesOf(view, province);
    const printed = context.printed(province);
    const heaps = [...piles, ...(attack ? [attack] : [])].map(
      (pile) =>
        `${t(pile === attack ? "ui.map.quagmire" : "ui.map.pile", { side: pile.side, count: pile.count })}${pile.cards ? ` (${named(pile.cards, shell)})` : ""}`,
    );
    const state = [here.supplied === false && t("ui.map.cut_off"), context.duties.has(province) && t("ui.map.duty")].filter(
      Boolean,
    );
    return [
      printed.number,
      shell.name(province),
      shell.name(here.control),
      heaps.join("; ") || t("ui.map.undefended"),
      state.join(", "),
      printed.resources,
      printed.vp,
      t(`ui.winter.${printed.winter}`),
    ];
  });
  return {
    title: t("ui.text.provinces"),
    head: ["number", "province", "control", "cards", "state", "resources", "vp", "winter"].map((name) => t(`ui.text.${name}`)),
    rows,
  };
}

function wheel(view, shell, side) {
  const { t } = shell;
  const { ops } = view.sides[side];
  const rows = SPACES.filter((space) => ops[space]).map((space) => {
    const { age, count, target, cards } = ops[space];
    return [
      shell.name(space),
      age,
      t(`ui.ribbon.age${age}`),
      target ? shell.name(target) : t("ui.text.hidden"),
      cards ? named(cards, shell) : t("ui.cards", { count }),
    ];
  });
  return {
    title: t("ui.wheel.label", { side }),
    head: ["space", "age", "segment", "target", "cards"].map((name) => t(`ui.text.${name}`)),
    rows,
  };
}

function seen(view, shell, context) {
  const { t } = shell;
  const rows = view.dossier.map((entry) => [
    context.pileName(entry.pile),
    entry.seen.map((card) => shell.name(card)).join(", "),
    note(entry, pileNow(view, entry.pile).count, shell),
    entry.low === null ? "" : `${entry.low}–${entry.high}`,
  ]);
  return { title: t("ui.seen.title"), head: ["pile", "cards", "how", "strength"].map((name) => t(`ui.text.${name}`)), rows };
}
