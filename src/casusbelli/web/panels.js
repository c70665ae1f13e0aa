// The board's own panels in the right column. A panel folds to its title, or to the few lines its board has for that: by the
// reader's hand, or by itself where the column is too short for all of it. One that holds something that can be chosen is open.

import { button, differs, el } from "./dom.js";
import { layout } from "./tabs.js";

export class Panels {
  constructor(shell) {
    this.shell = shell;
    this.nodes = new Map();
    /** What the reader decided: panel id → folded or not. */
    this.wishes = new Map();
    this.sizes = new ResizeObserver(() => this.fold());
    this.sizes.observe(shell.side);
  }

  /** Made once, filled by the board. */
  panel(id, title, tab = title) {
    if (!this.nodes.has(id)) this.nodes.set(id, this.make(id));
    const { node, name } = this.nodes.get(id);
    node.dataset.label = tab;
    node.setAttribute("aria-label", title);
    if (name.textContent !== title) name.textContent = title;
    return node.lastChild;
  }

  digest(id) {
    return this.nodes.get(id).digest;
  }

  make(id) {
    const { shell } = this;
    const name = el("span");
    const digest = el("div", { class: "digest" });
    const toggle = button("fold", () => this.turn(id));
    const node = el("section", { class: "panel", "data-panel": id, tabindex: "-1" }, el("h2", {}, name, toggle), digest, el("div", { class: "body" }));
    shell.log.node.before(node);
    shell.marks.watch(node);
    this.sizes.observe(node.lastChild);
    return { node, name, digest, toggle };
  }

  turn(id) {
    const { node } = this.nodes.get(id);
    this.wishes.set(id, !node.classList.contains("folded"));
    this.fold();
  }

  draw() {
    for (const { node, toggle } of this.nodes.values()) this.label(node, toggle);
    this.fold();
  }

  label(node, toggle) {
    const folded = node.classList.contains("folded");
    const text = this.shell.t(folded ? "shell.panel.open" : "shell.panel.fold");
    toggle.setAttribute("aria-expanded", String(!folded));
    if (differs(toggle, text)) toggle.textContent = text;
  }

  /** Folds as many panels as the column is too short for, the last first; those the reader touched stay as he left them. */
  fold() {
    const { side } = this.shell;
    if (!this.shell.frame || !side.clientHeight) return;
    const set = ({ node, toggle }, folded) => {
      node.classList.toggle("folded", folded);
      this.label(node, toggle);
    };
    const free = [];
    for (const [id, panel] of this.nodes) {
      const wish = this.wishes.get(id);
      const opens = layout() !== "wide" || panel.node.querySelector(".body .legal") !== null;
      set(panel, !opens && wish === true);
      if (!opens && wish === undefined) free.push(panel);
    }
    while (free.length && isCramped(this.nodes)) set(free.pop(), true);
  }
}

/** Whether a panel that is open cannot show all it has. */
function isCramped(nodes) {
  return [...nodes.values()].some(({ node }) => node.scrollHeight > node.clientHeight + 2 && node.getClientRects().length > 0);
}
