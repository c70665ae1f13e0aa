// What follows from a choice, in a line of small print: who wins the territory, what each faction gains or loses, whom it eliminates. From the
// same foresight as the board shows to a pointer, so that a key and a finger have it, too.

import { CODE, FACTIONS, GERMAN, signed } from "./reading.js";

const FORESEEN = ["choose_play", "choose_strategy_bonus", "choose_effect_target", "setup_research", "choose_marker"];

/** What each faction gains or loses: [faction, [in words, …]], those that keep what they have left out. @returns {[string, string[]][]} */
export function gained(preview, shell) {
  return FACTIONS.map((faction) => {
    const parts = [
      ["score", "ui.play.vp"],
      ["morale", "ui.play.morale"],
      ["politics", "ui.play.politics"],
      ["strategy", "ui.play.strategy"],
    ].flatMap(([kind, key]) => (preview[kind]?.[faction] ? [shell.t(key, { n: signed(preview[kind][faction]) })] : []));
    if (faction === GERMAN && preview.research) parts.push(shell.t("ui.play.research", { n: signed(preview.research) }));
    return /** @type {[string, string[]]} */ ([faction, parts]);
  }).filter(([, parts]) => parts.length);
}

/** The same in few letters; factions that gain alike together. */
function shares(preview, shell) {
  const alike = new Map();
  for (const [faction, parts] of gained(preview, shell)) {
    const words = parts.join(", ");
    alike.set(words, [...(alike.get(words) ?? []), CODE[faction]]);
  }
  return [...alike].map(([words, codes]) => `${codes.join(", ")}: ${words}`);
}

/** Who takes a territory, with its points; they are not said again among the shares. */
function taken({ territory, score }, shell) {
  const { winner, held, fortress, points } = territory;
  const { [winner]: told, ...others } = score ?? {};
  const verdict = shell.t(held ? "ui.play.held" : fortress ? "ui.play.fortress" : "ui.play.wins", { faction: winner });
  const worth = points || told;
  return { verdict: worth ? `${verdict}: ${shell.t("ui.play.vp", { n: signed(worth) })}` : verdict, others };
}

/** What the engine has told of a choice, in words; "" where it has told nothing. */
export function follows(preview, shell) {
  if (!preview) return "";
  const { territory, eliminated, interceptors = [], if_let_pass: pass, come_home: home } = preview;
  const won = territory?.winner ? taken(preview, shell) : null;
  const names = (fronts) => fronts.map((front) => shell.name(front));
  const said = [
    won?.verdict,
    territory && !won ? shell.t("ui.play.free", { count: territory.free }) : "",
    ...shares(won ? { ...preview, score: won.others } : preview, shell),
    eliminated && shell.t("ui.play.eliminated", eliminated),
    interceptors.length > 0 && shell.t("ui.play.intercept", { fronts: names(interceptors) }),
    pass?.research ? shell.t("ui.play.if_pass", { n: signed(pass.research) }) : "",
    ...Object.entries(home ?? {}).map(([owner, fronts]) => shell.t("ui.play.home", { faction: owner, fronts: names(fronts) })),
  ];
  return said.filter(Boolean).join(" · ");
}

/** A row of the tray: what it says by itself, and what follows once the engine has told it. */
export function row(reading, shell, foresee, option) {
  return FORESEEN.includes(reading.decision) ? { small: async () => follows(await foresee(option), shell) } : {};
}
