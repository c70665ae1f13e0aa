// The prompt's words and buttons where the board says it better than the list of options.

/** For the shell's picks(): {text, buttons}, or undefined to leave it to the shell. */
export function answers(context, shell) {
  const { frame, picked, decision } = context;
  if (decision !== "choose_action") return undefined;
  const plan = context.plan();
  if (picked.length === 1 && plan?.space === picked[0]) return planAnswers(plan, context, shell);
  return picked.length ? undefined : { buttons: openAnswers(frame, shell) };
}

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

/** An operation is picked: launch it, add to it, take it apart. */
function planAnswers({ space, target }, { frame, view }, shell) {
  const its = (verb) => options(frame, verb).find((option) => option[1] === space);
  const launch = its("launch_operation");
  const dismantle = its("dismantle_operation");
  const buttons = [];
  const stirs = view.provinces[target].control === "neutral"; // an attack on a neutral brings it into the war
  const brief = shell.compact ? "_brief" : ""; // with whole sentences a phone's bar has no room, and the tray would lie over the odds
  if (launch) buttons.push({ label: shell.t(`ui.answer.launch${brief}`, { target }), choice: launch, primary: true, danger: stirs });
  if (dismantle) buttons.push({ label: shell.t(`ui.answer.dismantle${brief}`, { space }), choice: dismantle, danger: true });
  const about = { space, target, launch: Boolean(launch), hand: Boolean(its("add_to_operation")) };
  const last = view.sides[view.side].ops[space].age === 5 ? shell.t("ui.answer.last", { space }) : "";
  return { text: `${shell.t("ui.answer.plan", about)} ${last}`.trim(), buttons };
}
