// Two small elements that shell and boards share: <rule-chip number="5.22"> and <faction-token faction="allies">.

import { el, glyph } from "./dom.js";
import { FACTIONS, factionOf } from "./factions.js";

/** A rule's number; pressing it opens our summary of the rule. It asks whoever listens for "rule" events. */
class RuleChip extends HTMLElement {
  static observedAttributes = ["number", "label"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(attribute, old, value) {
    if (this.isConnected && old !== value) this.draw();
  }

  draw() {
    const number = this.getAttribute("number");
    this.hidden = !number;
    if (!number) return;
    const name = this.getAttribute("label");
    const open = () => this.dispatchEvent(new CustomEvent("rule", { bubbles: true, detail: number }));
    const button = el("button", { type: "button", class: "rule", "aria-label": name, "data-inspect": `rule:${number}`, onclick: open }, number);
    this.replaceChildren(button);
  }
}

/** A faction's square: colour, pattern, glyph and, unless it is small, the code. Pages that know a seat alone say seat and seats. */
class FactionToken extends HTMLElement {
  static observedAttributes = ["faction", "label"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(attribute, old, value) {
    if (this.isConnected && old !== value) this.draw();
  }

  draw() {
    const seat = this.getAttribute("seat");
    const name = this.getAttribute("faction") ?? (seat && factionOf(seat, (this.getAttribute("seats") ?? "").split(" ")));
    const faction = FACTIONS[name] ?? FACTIONS.neutral;
    this.dataset.faction = name ?? "neutral";
    if (this.hasAttribute("label")) {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", this.getAttribute("label"));
    } else {
      this.setAttribute("aria-hidden", "true");
    }
    this.replaceChildren(glyph(faction.glyph), el("span", { class: "code" }, faction.code));
  }
}

customElements.define("rule-chip", RuleChip);
customElements.define("faction-token", FactionToken);
