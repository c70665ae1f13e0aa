// Think ahead: the panel of a sandbox. Lines side by side, worlds that fit what one knows, who plays; and the way back.

import { button, differs, el, icon, label } from "./dom.js";
import { spoken } from "./coach.js";

const FACES = [1, 2, 3, 4, 5, 6];

export class Thinking {
  constructor(shell) {
    this.shell = shell;
    this.title = el("h2", {});
    this.from = el("small", {});
    this.back = el("a", { class: "leave" }, icon("cross"));
    this.fold = button("fold", () => this.toggle(), icon("back"));
    this.body = el("div", { class: "coach-body" });
    this.foot = el("footer", { class: "coach-foot" });
    this.node = el(
      "section",
      { class: "coach thinking", role: "region", tabindex: "-1" },
      el("header", { class: "coach-head" }, this.title, this.from, el("div", { class: "tools" }, this.back, this.fold)),
      el("div", { class: "coach-scroll" }, this.body),
      this.foot,
    );
    this.sign = el("span", { class: "imagined" });
    document.body.classList.add("coached", "dream");
    this.node.classList.toggle("folded", shell.compact); // a small screen begins with the board
    shell.top.headline.before(this.sign);
  }

  /** Out of the way of a small board, and back. */
  toggle() {
    this.node.classList.toggle("folded");
    this.draw();
  }

  get told() {
    return this.shell.frame?.sandbox ?? null;
  }

  draw() {
    const { shell, told } = this;
    if (!told) return;
    const wide = shell.layout === "wide";
    if (wide && this.node.parentElement !== shell.side) shell.side.prepend(this.node);
    if (!wide && this.node.nextElementSibling !== shell.prompt.node) shell.prompt.node.before(this.node);
    if (!differs(this.node, told, shell.language, shell.layout, shell.sending, this.node.classList.contains("folded"))) return;
    const t = (key, params) => shell.t(`sandbox.${key}`, params);
    const held = this.node.contains(document.activeElement) ? document.activeElement.dataset.do : null;
    this.node.setAttribute("aria-label", t("title"));
    this.title.textContent = told.ask?.title || t("title");
    this.from.textContent = t(`from_${told.origin}`);
    label(this.back, t(`back_${told.origin}`));
    this.back.href = told.back;
    const folded = this.node.classList.contains("folded");
    label(this.fold, shell.t(folded ? "coach.unfold" : "coach.fold"));
    this.fold.setAttribute("aria-expanded", String(!folded));
    this.sign.textContent = told.true ? t("no_count") : t("imagined", { world: told.world });
    this.body.replaceChildren(...this.content(told, t).filter(Boolean));
    this.foot.replaceChildren(...this.buttons(told, t));
    if (held) this.node.querySelector(`[data-do="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }

  content(told, t) {
    const heading = (key) => el("h3", { class: "chapter" }, t(key));
    return [
      told.ask?.text ? el("p", { class: "say" }, spoken(told.ask.text), " ", this.shell.ruleChip(told.ask.rule)) : el("p", { class: "say" }, t(told.true ? "lead_true" : "lead")),
      heading("lines"),
      this.lines(told, t),
      heading(told.true ? "chance" : "worlds"),
      this.worlds(told, t),
      told.dice ? this.dice(t) : null,
      heading("who"),
      this.hands(told, t),
    ];
  }

  lines(told, t) {
    const { shell } = this;
    const score = ({ seat, before, after }) => el("span", { class: before === after ? "" : "moved" }, `${shell.name(shell.plays(seat))} ${before === after ? after : `${before} → ${after}`}`);
    const line = ({ n, name, points, choices }) => {
      const here = n === told.line;
      const go = button("line", () => this.send("line", { n }), el("b", {}, name || t("nothing_yet")), el("small", {}, t("choices", { count: choices })), points.length ? el("small", { class: "points" }, points.map(score)) : null);
      go.dataset.do = `line-${n}`;
      go.setAttribute("aria-pressed", String(here));
      const drop = told.lines.length > 1 ? button("drop", () => this.send("drop", { n }), icon("cross")) : null;
      if (drop) label(drop, t("drop"));
      return el("li", { class: here ? "here" : "" }, go, drop);
    };
    const more = told.more
      ? el("li", { class: "more" }, button("button small", () => this.send("keep"), icon("plus"), t("keep")), button("button small", () => this.send("branch"), t("branch")))
      : null;
    return el("ol", { class: "lines" }, told.lines.map(line), more);
  }

  worlds(told, t) {
    const world = (n) => {
      const node = button("button small world", () => this.send("world", { n }), String(n));
      node.dataset.do = `world-${n}`;
      node.setAttribute("aria-pressed", String(n === told.world));
      node.setAttribute("aria-label", t("world", { n }));
      return node;
    };
    const known = Array.from({ length: Math.max(told.world, this.seen ?? 1) }, (_, i) => i + 1);
    this.seen = known.length;
    return el(
      "div",
      { class: "worlds" },
      known.slice(-5).map(world),
      button("button small", () => this.send("world", { n: known.length + 1 }), t("another")),
      button("button small", () => this.send("reroll"), icon("swap"), t("reroll")),
    );
  }

  /** What the first die of the last choice shows: a face, or all dice as near to the mean as may be. */
  dice(t) {
    const set = (n, text) => {
      const node = button("button small world", () => this.send("dice", { n }), text);
      node.dataset.do = `dice-${n}`;
      if (n) node.setAttribute("aria-label", t("dice_face", { n }));
      return node;
    };
    return el("div", { class: "worlds", role: "group", "aria-label": t("dice") }, el("span", {}, t("dice")), FACES.map((n) => set(n, String(n))), set(0, t("dice_mean")));
  }

  hands(told, t) {
    const { shell } = this;
    const hand = (seat) => {
      const options = ["me", ...told.bots].map((who) => el("option", { value: who, selected: who === told.hands[seat] }, who === "me" ? t("by_me") : shell.t(`shell.bot.${who}`, {}, who)));
      const select = el("select", { onchange: () => this.send("hand", { seat, hand: select.value }) }, options);
      select.dataset.do = `hand-${seat}`;
      return el("label", {}, el("faction-token", { faction: shell.faction(shell.plays(seat)), size: "small" }), el("span", {}, shell.name(shell.plays(seat))), select);
    };
    return el("div", { class: "hands" }, Object.keys(told.hands).map(hand));
  }

  buttons(told, t) {
    const { shell } = this;
    const back = el("a", { class: "button primary", href: told.back }, t(`back_${told.origin}`));
    const redo = button("plain", () => this.send("redo"), t("redo"));
    redo.hidden = !told.redo;
    const forget = el("form", { method: "post", action: `${shell.page.address}/forget` }, el("button", { class: "plain" }, t("forget")));
    return [back, el("span", { class: "grow" }), redo, forget];
  }

  send(what, more = {}) {
    const { shell } = this;
    if (shell.connection.submit({ t: "sandbox", do: what, ...more })) shell.draw();
  }
}
