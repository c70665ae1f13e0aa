// What follows the pointer and the picks: rings, arrows, the red thread, and the outlook of the battle that is being decided.

import { odds } from "/static/odds.js";
import { battleChoice, battleOdds, launchLabel } from "./forecast.js";
import { readPile } from "./reading.js";
import { Thread } from "./thread.js";

/** The place on the map an element stands for, or null. */
function placeAt(target) {
  const part = target.closest?.("[data-area], [data-block]");
  return part?.dataset.area ?? part?.dataset.block ?? null;
}

export class Pointing {
  /** at: the elements of the board by name. */
  constructor(at, shell, map, felt) {
    this.at = at;
    this.shell = shell;
    this.map = map;
    this.felt = felt;
    this.thread = new Thread(at.thread, at.sheet);
    this.hovered = null;
    this.foreseen = new Map();
  }

  listen(on) {
    const { sheet } = this.at;
    for (const type of ["pointerover", "focusin"]) on(sheet, type, (event) => this.over(event));
    on(sheet, "pointerleave", () => this.hover(null));
  }

  /** All that depends on what is picked. */
  draw(context, panels) {
    this.context = context;
    this.panels = panels;
    context.forecastOf = (province) => this.forecastOf(province);
    this.markTargets();
    this.drawThread();
    return this.drawArrows();
  }

  // -- rings, arrows, thread ------------------------------------------------------------------------------------------

  /** A hand card may defend here or be planned against there: mere targets stay in the background until a plan is asked for. */
  markTargets() {
    const { decision, picked } = this.context;
    const targets = new Set();
    const others = new Set();
    if (decision === "choose_action" && picked.length && !picked.includes("create_operation")) {
      for (const [verb, ...values] of this.shell.candidates()) {
        for (const value of values) (verb === "create_operation" ? targets : others).add(value);
      }
    }
    const aim = this.context.plan()?.target;
    for (const [province, ring] of this.map.rings) {
      ring.classList.toggle("target", targets.has(province) && !others.has(province));
      ring.classList.toggle("aim", province === aim);
    }
  }

  async drawArrows() {
    const { context } = this;
    const { frame, view } = context;
    const arrow = (from, to, bright) => ({ from, to, side: view.side, label: launchLabel(from, to, context), bright });
    if (frame.staged) {
      const { battle } = view;
      const bound = battle && !battle.shown && battle.origin;
      this.map.showArrows(bound ? [{ ...arrow(battle.origin, battle.province, true), side: battle.attacker }] : []);
      this.showOutlook(null);
      return;
    }
    if (context.decision === "choose_launch_province") {
      const target = frame.ask.about.province;
      this.map.showArrows(frame.ask.options.map(([, from]) => arrow(from, target, true)));
      this.showOutlook(null);
      return;
    }
    const plan = context.plan();
    const preview = plan && (await this.foresee(plan.target));
    if (context !== this.context || context.plan()?.space !== plan?.space) return;
    this.map.showArrows(plan && preview?.origin ? [arrow(preview.origin, plan.target, true)] : []);
    await this.showOutlook(this.pinned);
  }

  /** From a plan's card to its target. While the map moves there is none: it would lag behind. */
  drawThread(moving = false) {
    const plan = this.context?.plan();
    const card = plan && this.at.wheels.querySelector(`[data-pick="${plan.space}"]`);
    const hidden = this.felt.open || this.shell.layout !== "wide" || moving;
    if (!card || hidden) this.thread.draw(null, null);
    else this.thread.draw(card, this.map.spot(plan.target));
  }

  // -- what the engine foresees ---------------------------------------------------------------------------------------

  /** The province whose outlook stays open: the target of what is being decided. */
  get pinned() {
    const { frame, decision } = this.context;
    return this.context.plan()?.target ?? (decision === "add_to_attack" ? frame.ask.about.province : null);
  }

  keyOf(choice) {
    return `${this.context.frame.seq} ${choice.join(" ")}`;
  }

  /** The battle that could be fought in a province now, as far as can be known; asked once. */
  async foresee(province) {
    const choice = battleChoice(province, this.context);
    if (!choice) return null;
    const key = this.keyOf(choice);
    if (!this.foreseen.has(key)) {
      for (const old of this.foreseen.keys()) if (!old.startsWith(`${this.context.frame.seq} `)) this.foreseen.delete(old);
      this.foreseen.set(key, await this.shell.preview(choice));
    }
    return this.foreseen.get(key) ?? null;
  }

  /** The odds for the inspector; where they are not known yet they are asked for, and the inspector opens anew with them. */
  forecastOf(province) {
    const choice = battleChoice(province, this.context);
    if (!choice) return null;
    const key = this.keyOf(choice);
    if (this.foreseen.has(key)) return battleOdds(this.foreseen.get(key), this.context);
    const { inspector } = this.shell;
    this.foresee(province).then((told) => {
      const thing = inspector.thing;
      const pinned = inspector.pinned;
      if (!told || !thing?.isConnected || inspector.node.hidden || !this.context.frame.ask) return;
      inspector.open(thing, inspector.sheet);
      if (pinned) inspector.pin(true);
    });
    return null;
  }

  /** The sum and the odds of what is being decided, beside the map: before the tap that commits. */
  async showOutlook(province) {
    const { outlook } = this.at;
    this.shown = province;
    const told = province && !this.felt.open ? await this.foresee(province) : null;
    if (this.shown !== province) return;
    const node = province && !this.felt.open ? this.outlook(province, told) : null;
    outlook.hidden = !node;
    this.at.host.classList.toggle("foreseeing", Boolean(node));
    if (node) outlook.replaceChildren(node);
  }

  outlook(province, preview) {
    const { shell, context } = this;
    const box = document.createElement("div");
    const head = document.createElement("h2");
    const plan = context.plan();
    head.textContent = plan ? `${shell.name(plan.space)}: ${context.number(province)} ${shell.name(province)}` : `${context.number(province)} ${shell.name(province)}`;
    box.dataset.inspect = plan ? `plan:${plan.space}` : `province:${province}`;
    const body = preview ? battleOdds(preview, context) : plan ? this.unready(plan) : null;
    if (!body) return null;
    box.append(head, body);
    return box;
  }

  /** An operation that cannot be launched shows its own strength, and says why there are no odds. */
  unready({ space, target }) {
    const { shell, context } = this;
    const { age, cards } = context.view.sides[context.view.side].ops[space];
    const said = [];
    if (age < 2) said.push(shell.t("ui.inspect.ready_in", { turns: 2 - age }));
    else said.push(shell.t("ui.odds.not_now"));
    said.push(shell.t("ui.odds.none_yet"));
    return odds(shell, { rows: [{ label: shell.t("ui.inspect.own_strength"), values: [context.worth(target, cards)] }], assumes: said.join(" ") });
  }

  // -- under the pointer ----------------------------------------------------------------------------------------------

  over(event) {
    const place = placeAt(event.target);
    if (event.pointerType !== "touch") this.hover(place);
    const pile = event.target.closest?.("[data-pile]")?.dataset.pile ?? null;
    for (const row of this.panels?.seen.querySelectorAll("[data-seen]") ?? []) {
      const here = !pile && place !== null && readPile(row.dataset.seen).place === place;
      row.classList.toggle("hot", here || row.dataset.seen === pile);
    }
  }

  hover(place) {
    const province = place && this.context?.isProvince(place) ? place : null;
    if (province === this.hovered) return;
    this.map.areas.get(this.hovered)?.classList.remove("hover");
    this.map.areas.get(province)?.classList.add("hover");
    this.hovered = province;
  }
}
