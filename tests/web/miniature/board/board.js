// A board for trying the shell: five issues, a hand, and one card that nobody holds.

export const styles = ["board.css"];
export const factions = { ussr: "soviet" };
export const headings = ["agenda"];
export const summaries = ["agenda"];

const NOBODYS = 99;

function piece(kind, id, text) {
  const node = document.createElement("div");
  node.className = kind;
  node.dataset.pick = String(id);
  node.dataset.kind = kind;
  node.textContent = text;
  return node;
}

function row(name, tab, pieces) {
  const node = document.createElement("div");
  node.className = name;
  node.dataset.tab = tab;
  node.append(...pieces);
  return node;
}

export default class Board {
  constructor(host, shell) {
    this.shell = shell;
    this.table = document.createElement("div");
    this.table.className = "mini";
    host.append(this.table);
  }

  headline(frame) {
    return [`Conference ${frame.view.conference}`, frame.view.phase];
  }

  facts(frame, seat) {
    return [{ label: "cards", value: frame.view.counts[seat] ?? 0 }, { label: "points", value: frame.view.score[seat] }];
  }

  /** Every issue has a card of its own. */
  inspect(kind, id) {
    return kind === "card" && id.startsWith("issue_") ? { title: this.shell.name(id), card: { title: this.shell.name(id), text: ["What is at issue."] } } : null;
  }

  /** Only for who asks for it: nothing bars the way of a test. */
  summary({ kind }, frame, again = false) {
    return again ? { title: `After ${frame.log.findIndex((event) => event.kind === kind)}`, lines: [["Phase", frame.view.phase], ["Score", JSON.stringify(frame.view.score)]] } : null;
  }

  tabs() {
    return [{ id: "map", label: "Map", key: "m" }, { id: "hand", label: "Hand", key: "h" }];
  }

  update(frame) {
    const { view } = frame;
    const issues = Object.entries(view.issues).map(([id, at]) => piece("issue", id, `${this.shell.name(id)}: ${at}`));
    const cards = [...(view.hand ?? []), NOBODYS].map((id) => piece("card", id, String(id)));
    this.table.replaceChildren(row("issues", "map", issues), row("hand", "map hand", cards));
    this.shell.panel("score", "Score").textContent = JSON.stringify(view.score);
  }

  destroy() {}
}
