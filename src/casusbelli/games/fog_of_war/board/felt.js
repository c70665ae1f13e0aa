// The wooden table that rises over the map for a battle, a duel, the shop or a choice, and for what has just been seen.

import { BattleTable } from "./battle.js";
import { bidding, shop, victoryChoice } from "./counter.js";
import { html, paint } from "./dom.js";
import { duelTable, lookReport } from "./duel.js";

const LATER = ["production_buy", "withdraw"]; // by then the last battle is old news

const sameBattle = (a, b) =>
  JSON.stringify([a?.province, a?.turn, a?.shown]) === JSON.stringify([b?.province, b?.turn, b?.shown]);
const sightingKey = ({ pile, turn, seen, size }) => JSON.stringify([pile, turn, seen, size]);

/** Events whose place is the felt. */
const ON_FELT = new Set(["battle_revealed", "bonus_counted", "battle_result", "advantage_used", "cards_lost", "neutral_lost", "fleets_left", "bystanders_discarded", "intel_succeeded"]);

export class Felt {
  constructor(node, host, shell, cards) {
    this.node = node;
    this.host = host;
    this.shell = shell;
    this.cards = cards;
    this.report = null;
    this.kind = "";
  }

  get open() {
    return !this.node.hidden;
  }

  /** What has happened since the last frame and deserves a look: a battle fought out, a pile seen. */
  noteNews({ view, ask, staged, events }, previous) {
    if (!previous || this.shell.replaying) {
      this.report = null;
      return;
    }
    const before = previous.view;
    // On the stage every beat has its own picture: what was laid on the felt leaves with the battle.
    // When the curtain falls it has been seen: the stage waited with it.
    if (staged ? !ON_FELT.has(events.list[0]?.kind) : previous.staged) this.report = null;
    const told = previous.staged && before.battle?.result; // the stage has shown how it ended; who skipped it has not seen it
    if (view.last_battle && !view.battle && !told && !sameBattle(view.last_battle, before.last_battle)) {
      this.report = { battle: view.last_battle, turn: view.turn_no, fresh: !before.battle };
    }
    const known = new Set(before.dossier.map(sightingKey));
    const look = view.dossier.find((entry) => entry.how === "intel" && !known.has(sightingKey(entry)));
    if (look) this.report = { look, turn: view.turn_no };
    if (this.report && (view.turn_no > this.report.turn + 1 || LATER.includes(ask?.decision))) this.report = null;
  }

  /** Put a report away; false when there is none. */
  close(context) {
    if (!this.report) return false;
    this.report = null;
    this.draw(context, false);
    return true;
  }

  fold(context) {
    this.node.classList.toggle("folded");
    this.markBusy(context);
  }

  draw(context, moving) {
    const { view } = context;
    const fresh = moving && Boolean(this.report?.fresh || (view.battle?.shown && !this.shown));
    this.shown = Boolean(view.battle?.shown);
    const scene = this.scene(context, fresh);
    this.node.hidden = !scene;
    if (scene?.kind !== this.kind) this.node.classList.remove("folded");
    this.kind = scene?.kind ?? "";
    if (scene) {
      const folded = this.node.classList.contains("folded");
      this.node.className = `felt ${scene.kind}${folded ? " folded" : ""}`;
      this.node.setAttribute("role", "region");
      this.node.setAttribute("aria-label", scene.name);
      const button = html`<button type="button" class="foldb" data-fold>
        <span class="f1">${this.shell.t("ui.felt.fold")}</span><span class="f2">${scene.name}</span></button>`;
      paint(this.node, html`${button}<div class="feltin">${scene.body}</div>`);
    }
    this.markBusy(context);
  }

  /** What lies on the table now: {kind, name, body}, or null. */
  scene(context, fresh) {
    const { frame, view, decision } = context;
    const { shell, cards, report } = this;
    const battle = new BattleTable(shell, cards, context);
    const named = (province) => shell.t("ui.battle.of", { province });
    if (view.duel) return { kind: "duel", name: shell.t("ui.duel.title"), body: duelTable(frame, shell, cards, context) };
    // On the stage the map tells the launch: the felt rises when the cards are turned over.
    if (view.battle && decision !== "choose_launch_province" && (view.battle.shown || !frame.staged)) {
      return { kind: "battle", name: named(view.battle.province), body: battle.draw(view.battle, { fresh }) };
    }
    if (decision === "production_buy") return { kind: "market", name: shell.t("ui.shop.title"), body: shop(frame, shell, cards) };
    if (decision === "choose_victory_cards") {
      return { kind: "choice", name: shell.t("ui.victory.choose"), body: victoryChoice(frame, shell, context) };
    }
    if (decision === "bid_for_side") return { kind: "choice", name: shell.t("ui.bid.title"), body: bidding(shell) };
    if (report?.battle) {
      return { kind: "battle", name: named(report.battle.province), body: battle.draw(report.battle, { report: true, fresh }) };
    }
    if (report?.look)
      return { kind: "glance", name: shell.t("ui.look.title"), body: lookReport(report.look, shell, cards, context) };
    return null;
  }

  /** On small screens an open table takes the place of the hand, unless cards of the tray are asked for. */
  markBusy({ decision }) {
    const busy = this.open && !this.node.matches(".folded, .glance") && decision !== "interdict";
    this.host.classList.toggle("busy", busy);
  }
}
