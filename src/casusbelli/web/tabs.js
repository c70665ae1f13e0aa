// Tabs: below 1100 px the parts of the board are shown one at a time, and the right column becomes a drawer (tablet) or
// more tabs (phone).

import { button, differs, el } from "./dom.js";

const WIDE = matchMedia("(min-width: 1100px)");
const PHONE = matchMedia("(max-width: 699px)");

export function layout() {
  if (WIDE.matches) return "wide";
  return PHONE.matches ? "phone" : "tablet";
}

export class Tabs {
  constructor(shell) {
    this.shell = shell;
    this.node = el("nav", { class: "tabs" });
    this.part = null;
    this.panel = null;
    /** The question, and what is picked of its answer, that was last followed. */
    this.followed = null;
    for (const query of [WIDE, PHONE]) query.addEventListener("change", () => shell.changed());
  }

  /** The board's own parts; a board that names none is one part. */
  parts() {
    return this.shell.board?.tabs?.() ?? [{ id: "board", label: this.shell.t("shell.tabs.board"), key: "m" }];
  }

  panels() {
    const panels = [...this.shell.side.children].filter(({ dataset: { panel }, hidden }) => panel && panel !== "tray" && !hidden);
    return panels.map(({ dataset: { panel, label } }) => ({
      id: panel,
      label: label ?? this.shell.t(`shell.tabs.${panel}`),
    }));
  }

  draw() {
    const { shell } = this;
    const parts = this.parts();
    if (!parts.some(({ id }) => id === this.part)) this.part = parts[0].id;
    this.apply();
    const panels = this.panels();
    const lit = this.lit(parts);
    if (!differs(this.node, parts, panels, this.part, this.panel, layout(), lit)) return;
    const held = this.node.contains(document.activeElement) ? document.activeElement.dataset.tabFor : null;
    this.node.setAttribute("aria-label", shell.t("shell.tabs.label"));
    const drawer = layout() === "tablet";
    const tab = (id, text, on, press) => {
      const node = button("", press, text);
      node.dataset.tabFor = id;
      node.setAttribute("aria-pressed", String(on));
      return node;
    };
    const part = ({ id, label }) => {
      const node = tab(id, label, id === this.part && (drawer || !this.panel), () => this.showPart(id));
      const count = lit[id] ?? 0;
      if (count) node.append(el("span", { class: "lit", "aria-label": shell.t("shell.tabs.lit", { count }) }, String(count)));
      return node;
    };
    const panel = ({ id, label }) => {
      const open = id === this.panel;
      return tab(id, label, open, () => this.showPanel(drawer && open ? null : id));
    };
    this.node.replaceChildren(...parts.map(part), ...panels.map(panel));
    if (held) this.node.querySelector(`[data-tab-for="${CSS.escape(held)}"]`)?.focus();
  }

  /** How many things can be chosen in each part that is not shown. */
  lit(parts) {
    if (layout() === "wide") return {};
    return this.choices(parts.filter(({ id }) => id !== this.part || this.panel));
  }

  /** How many things can be chosen in these parts. */
  choices(parts) {
    const folded = (node) => node.parentElement.closest("[hidden]:not([data-tab])") !== null; // a drawer of its part that is shut
    const legal = [...this.shell.host.querySelectorAll("[data-tab] .legal, [data-tab].legal")].filter((node) => !folded(node));
    const count = (id) => new Set(legal.filter((node) => node.closest("[data-tab]").dataset.tab.split(/\s+/).includes(id)).map((node) => node.dataset.pick)).size;
    return Object.fromEntries(parts.map(({ id }) => [id, count(id)]));
  }

  /** On small screens: where nothing of what is asked lies in the part that is shown, to the part with most of it. The coach has his own way. */
  follow() {
    const { shell } = this;
    if (layout() === "wide" || !shell.canAct || shell.stage.active || shell.coach) return;
    const asked = JSON.stringify([shell.question(shell.frame), shell.picked]);
    if (asked === this.followed) return;
    const parts = this.parts();
    const choices = this.choices(parts);
    const [[best, most]] = Object.entries(choices).sort(([, one], [, other]) => other - one);
    if (!most) return; // nothing lies on the board, or not yet
    this.followed = asked;
    const shown = parts.some(({ id }) => id === this.part) ? this.part : parts[0].id;
    if (!choices[shown]) this.part = best;
  }

  apply() {
    const wide = layout() === "wide";
    for (const node of this.shell.host.querySelectorAll("[data-tab]")) {
      node.hidden = !wide && !node.dataset.tab.split(/\s+/).includes(this.part);
    }
    this.shell.host.dataset.part = this.part;
    this.shell.side.classList.toggle("open", this.panel !== null);
    for (const node of this.shell.side.children) node.classList.toggle("current", node.dataset.panel === this.panel);
  }

  showPart(id) {
    this.part = id;
    this.panel = null;
    this.draw();
    this.shell.marks.apply();
    this.shell.prompt.draw();
    this.shell.ticker.draw();
  }

  showPanel(id) {
    this.panel = id;
    this.draw();
    this.shell.ticker.draw();
    if (id === "log") this.shell.log.turn(this.shell.log.node.classList.contains("chatting"));
  }

  /** Shows a part or panel by its key and moves the focus there. */
  goTo(key) {
    const part = this.parts().find((each) => each.key?.toLowerCase() === key);
    const panel = { o: "players", l: "log" }[key];
    if (part) {
      this.showPart(part.id);
      const place = this.shell.host.querySelector(`[data-tab~="${CSS.escape(part.id)}"]`) ?? this.shell.host;
      focusInto(place);
    } else if (panel) {
      this.showPanel(panel);
      focusInto(this.shell.side.querySelector(`[data-panel="${panel}"]`));
    }
    return Boolean(part || panel);
  }

  /** Closes what lies over the board; false when nothing did. */
  close() {
    if (layout() === "wide" || this.panel === null) return false;
    this.showPanel(null);
    return true;
  }
}

function focusInto(node) {
  const goal = node.querySelector(".legal") ?? node;
  if (goal.tabIndex < 0) goal.setAttribute("tabindex", "-1");
  goal.focus();
}
