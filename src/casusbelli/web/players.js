// The players: who sits where, who is there, who must move.

import { button, copy, differs, el, icon, label } from "./dom.js";

/** As everywhere on the page: a number below zero has a minus, not a hyphen. */
const shown = (value) => String(value).replace(/^-(?=\d)/, "−");

export class Players {
  constructor(shell) {
    this.shell = shell;
    this.title = el("h2");
    this.list = el("div");
    this.node = el("section", { class: "panel players", "data-panel": "players", tabindex: "-1" }, this.title, this.list);
  }

  draw() {
    const { shell } = this;
    this.title.textContent = shell.t("shell.players.title");
    this.node.setAttribute("aria-label", shell.t("shell.players.title"));
    const seats = shell.page.seats.map((seat) => this.tell(seat));
    const timed = shell.page.seats.filter((seat) => shell.clocks.told?.seats[seat]);
    const pinned = shell.page.seats.map((seat) => shell.talk.promises(seat));
    if (differs(this.list, seats, timed, pinned, shell.seat, shell.language)) this.list.replaceChildren(...seats.map((seat) => this.seat(seat)));
  }

  /** What is told of a seat. */
  tell(seat) {
    const { frame, board } = this.shell;
    return {
      seat,
      side: this.shell.plays(seat),
      player: frame.players[seat] ?? { name: "", kind: "open", online: false },
      asked: !frame.over && frame.waiting.some((each) => each.seat === seat),
      won: frame.over?.winners.includes(seat),
      facts: board.facts?.(frame, seat) ?? [],
    };
  }

  seat({ seat, player, asked, won, facts }) {
    const { shell } = this;
    const side = shell.plays(seat);
    const fact = ({ label, value }) => el("div", {}, el("dt", {}, label), el("dd", {}, shown(value)));
    const node = el(
      "div",
      { class: asked ? "seat asked" : "seat", "data-inspect": `seat:${seat}` },
      el("faction-token", { faction: shell.faction(side) }),
      el("div", { class: "names" }, el("h3", {}, shell.name(side)), el("div", { class: "who" }, this.who(seat, player), this.state(player, asked, won))),
      shell.clocks.face(seat)?.timer,
      facts.length ? el("dl", { class: "facts" }, facts.map(fact)) : null,
      shell.clocks.face(seat)?.drain,
      shell.talk.pinned(seat),
    );
    shell.paint(node, side);
    return node;
  }

  /** For the inspector: who plays it, what is asked of it, all its facts. */
  inspect(seat) {
    const { shell } = this;
    if (!shell.page.seats.includes(seat)) return null;
    const { player, asked, facts } = this.tell(seat);
    const grade = shell.t(`shell.bot.${player.bot}`, {}, player.bot);
    const named = { human: player.name, bot: shell.t("shell.players.bot", { grade }), open: shell.t("shell.players.open") }[player.kind];
    const decision = asked ? shell.frame.waiting.find((each) => each.seat === seat)?.decision : null;
    const waits = decision ? shell.t(`waiting.${decision}`, { seat: shell.acts(seat, decision) }, shell.t("shell.players.to_move")) : "";
    return {
      title: shell.name(shell.plays(seat)),
      kind: seat === shell.seat ? shell.t("shell.players.you", { name: named }) : named,
      lines: [...facts.map(({ label: name, value }) => [name, shown(value)]), ...(waits ? [waits] : [])],
      faction: shell.faction(shell.plays(seat)),
      may: "",
      whyNot: null,
    };
  }

  /** To move (who searches thinks for long, and is said to), or the winner. */
  state(player, asked, won) {
    const { shell } = this;
    if (won) return el("span", { class: "chip" }, icon("flag"), shell.t("shell.players.won"));
    return asked ? el("span", { class: player.deep ? "turn thinks" : "turn" }, shell.t(player.deep ? "shell.players.thinks" : "shell.players.to_move")) : null;
  }

  who(seat, player) {
    const { shell } = this;
    const here = seat === shell.seat;
    const parts = [];
    const grade = shell.t(`shell.bot.${player.bot}`, {}, player.bot);
    const named = shell.t(`bot.${shell.plays(seat)}`, {}, "");
    if (player.kind === "bot") parts.push(el("span", {}, icon("machine"), " ", shell.t(named ? "shell.players.named_bot" : "shell.players.bot", { grade, name: named }))); // one line, as long as it has room
    else if (player.kind === "open") parts.push(shell.t("shell.players.open"));
    else {
      const presence = el("span", { class: player.online ? "presence online" : "presence", role: "img" });
      label(presence, shell.t(player.online ? "shell.players.online" : "shell.players.away"));
      parts.push(presence, el("span", { class: "name" }, here ? shell.t("shell.players.you", { name: player.name }) : player.name));
    }
    if (player.owner) parts.push(icon("machine"), el("span", { class: "hint" }, shell.t("shell.players.bot_of", { name: player.owner })));
    if (player.caretaker) parts.push(icon("machine"), shell.t("house.caretaker", { grade: shell.t(`shell.bot.${player.caretaker}`, {}, player.caretaker) }));
    if (player.invite) parts.push(this.inviteButton(player.invite));
    if (!here && shell.page.mine.includes(seat) && !shell.frame.over) parts.push(this.sitButton(seat));
    return parts;
  }

  inviteButton(path) {
    const { shell } = this;
    const press = async () => {
      await copy(new URL(path, location.href).href);
      shell.say(shell.t("shell.players.copied"));
    };
    return button("button small", press, icon("link"), shell.t("shell.players.invite"));
  }

  sitButton(seat) {
    const { shell } = this;
    return button("button small", () => shell.device.handOver(seat), icon("swap"), shell.t("shell.players.sit"));
  }
}
