// Any card in its full size: what is printed on it, and what it is worth here and now.
//
// card: {title, number, kind, text: [paragraphs], now, rule, faction, before, after}; `now` is the sum in this position, `before` and
// `after` give the cards to its left and right (functions that return such a card, or null).

import { openDialog } from "./dialogs.js";
import { button, el, icon, label } from "./dom.js";

export function openCard(shell, card) {
  const holder = el("div", { class: "full-card-holder" });
  const turn = (to) => (to ? show(to()) : undefined);
  const arrow = (symbol, key, to) => {
    const node = button("button quiet", () => turn(to), icon(symbol));
    label(node, shell.t(key));
    node.disabled = !to;
    return node;
  };
  const show = (one) => {
    if (!one) return;
    holder.replaceChildren(arrow("previous", "shell.card.before", one.before), draw(shell, one), arrow("next", "shell.card.after", one.after));
    holder.onkeydown = ({ key }) => turn({ ArrowLeft: one.before, ArrowRight: one.after }[key]);
  };
  show(card);
  return openDialog({ title: card.title, body: [holder], close: shell.t("shell.close"), kind: "card-view" });
}

function draw(shell, { title, number, kind, text = [], now, rule, faction }) {
  const node = el(
    "article",
    { class: "full-card", tabindex: "0" },
    number === undefined ? null : el("p", { class: "number" }, String(number)),
    el("h3", {}, title),
    kind ? el("p", { class: "kind" }, kind) : null,
    [text].flat().map((part) => el("p", {}, part)),
    now || rule ? el("p", { class: "now" }, now ? [el("b", {}, shell.t("shell.card.now")), " ", now, " "] : null, shell.ruleChip(rule)) : null,
  );
  if (faction) node.dataset.faction = faction;
  return node;
}
