// The prompt's words and buttons where the board says it better than the list of options.

/** For the shell's picks(): {text, buttons}, or undefined to leave it to the shell. */
export function answers(context, shell) {
  const { frame, picked, decision } = context;
  if (decision !== "choose_action") return undefined;
  const plan = context.plan();
  if (picked.length === 1 && plan?.space === picked[0]) return planAnswers(plan, context, shell);
  return picked.length ? { text: nextStep(context, shell) } : { text: opening(frame, shell), buttons: openAnswers(frame, shell) };
}

/** From this age on an operation may be launched. */
const RIPE = 2;
/** What a card of the hand is played for. */
const PLAYS = ["place_defence", "create_operation", "add_to_operation", "reinforce_quagmire"];
/** The actions in the order of the sentence that names them; plays of a card count as one. */
const ACTS = ["play", "resolve_quagmire", "launch_operation", "dismantle_operation", "end_actions"];

const either = (shell, words) => new Intl.ListFormat(shell.language, { type: "disjunction" }).format(words);

/** Nothing is picked: what can be done at all. */
function opening(frame, shell) {
  const { options: all, about } = frame.ask;
  const verbs = new Set(all.map(([verb]) => (PLAYS.includes(verb) ? "play" : verb)));
  const acts = ACTS.filter((act) => verbs.has(act)).map((act) => shell.t(`ui.answer.act.${act}`, about));
  return shell.t("ui.answer.acts", { acts: either(shell, acts) });
}

/** Something is picked, and the sentence says what is to be picked next. */
function nextStep(context, shell) {
  const { picked } = context;
  const left = shell.candidates();
  if (left.some(([verb]) => verb === "intel_action")) return shell.t("ui.answer.next.look");
  const verbs = new Set(left.map(([verb]) => verb));
  const place = picked.find((value) => context.isProvince(value));
  const card = picked.find((value) => value !== place && left.every((option) => PLAYS.includes(option[0]) && option.indexOf(value) > 0));
  if (verbs.size === 1 && verbs.has("create_operation")) return shell.t("ui.answer.next.plan", { card: card ?? "none", target: place ?? "none" });
  if (!card) return place ? shell.t("ui.answer.next.place", { place, either: either(shell, ways(verbs, shell)) }) : undefined;
  return shell.t("ui.answer.next.card", { card, either: either(shell, ways(verbs, shell)) });
}

const ways = (verbs, shell) => PLAYS.filter((verb) => verbs.has(verb)).map((verb) => shell.t(`ui.answer.way.${verb}`));

const options = (frame, verb) => frame.ask.options.filter((option) => option[0] === verb);

/** Nothing is picked: duties, a look, the end. Everything else begins with a card, a province or an operation. */
function openAnswers(frame, shell) {
  const duties = options(frame, "resolve_quagmire");
  const [end] = options(frame, "end_actions");
  const buttons = duties.map((choice) => ({
    label: shell.t("choice.resolve_quagmire", { province: choice[1] }),
    choice,
    primary: true,
  }));
  if (options(frame, "intel_action").length) buttons.push({ label: shell.t("ui.answer.look"), pick: "intel_action" });
  buttons.push({
    label: shell.t("choice.end_actions"),
    choice: end ?? ["end_actions"],
    disabled: !end,
    primary: Boolean(end) && !frame.view.own.hand.length,
  });
  return buttons;
}

/** An operation is picked: launch it, add to it, take it apart. Which one and on what the sentence says: longer buttons would go to the tray. */
function planAnswers({ space, target }, { frame, view }, shell) {
  const its = (verb) => options(frame, verb).find((option) => option[1] === space);
  const launch = its("launch_operation");
  const dismantle = its("dismantle_operation");
  const buttons = [];
  const stirs = view.provinces[target].control === "neutral"; // an attack on a neutral brings it into the war
  const { age } = view.sides[view.side].ops[space];
  const ripe = age >= RIPE; // then something else is in the way, and the button tells what
  const refused = { choice: ["launch_operation", space], disabled: true };
  if (launch || ripe) buttons.push({ label: shell.t("ui.answer.launch"), ...(launch ? { choice: launch, primary: true, danger: stirs } : refused) });
  if (dismantle) buttons.push({ label: shell.t("ui.answer.dismantle"), choice: dismantle, danger: true });
  const about = { space, target, launch: launch ? "now" : ripe ? "no" : "later", hand: Boolean(its("add_to_operation")) };
  const last = age === 5 ? shell.t("ui.answer.last", { space }) : "";
  return { text: `${shell.t("ui.answer.plan", about)} ${last}`.trim(), buttons };
}
