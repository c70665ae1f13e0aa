// Dialogs: the native element, which traps the focus and gives it back.

import { button, el, icon, label as name, paragraphs } from "./dom.js";

/**
 * Opens a dialog and promises the value of the button pressed; null when it is closed otherwise.
 * body: a text, an element or a list of them. buttons: [{label, value, primary, danger, confirm, choice}];
 * the last two name what a confirmation is about (`data-confirm`, `data-choice`).
 * @param {{title: any, body?: any, buttons?: any[], close?: string, kind?: string}} told
 */
export function openDialog({ title, body = [], buttons = [], close, kind = "" }) {
  const heading = el("h2", { id: "dialog-title", tabindex: "-1" }, title);
  const leave = button("button quiet small", () => finish(null), icon("cross"));
  name(leave, close);
  const foot = buttons.map(({ label, value, primary, danger, confirm, choice }) => {
    const node = button(`button ${primary ? "primary" : ""} ${danger ? "danger" : ""}`, () => finish(value), label);
    if (confirm) node.dataset.confirm = confirm;
    if (choice) node.dataset.choice = choice.join(" ");
    return node;
  });
  const node = el(
    "dialog",
    { class: kind, "aria-labelledby": "dialog-title" },
    el("div", { class: "dialog-head" }, heading, leave),
    el("div", { class: "dialog-body" }, typeof body === "string" ? paragraphs(body) : body),
    foot.length ? el("div", { class: "dialog-foot" }, foot) : null,
  );
  let answer = null;
  const finish = (value) => {
    answer = value ?? null;
    node.close();
  };
  node.addEventListener("click", (event) => event.target === node && finish(null));
  document.body.append(node);
  node.showModal();
  (node.querySelector("[autofocus]") ?? node.querySelector(".button.primary") ?? heading).focus();
  return new Promise((resolve) => {
    node.addEventListener("close", () => {
      node.remove();
      resolve(answer);
    });
  });
}

/** A screen between two players of one device: nothing shows through, Escape does not lift it. */
export function openCurtain({ token, title, note, buttons, extra }) {
  const heading = el("h2", { id: "curtain-title" }, title);
  const node = el(
    "dialog",
    { class: "curtain", "aria-labelledby": "curtain-title" },
    el("div", { class: "sheet" }, token, heading, el("p", {}, note), buttons.map((each) => each.node), extra),
  );
  node.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(node);
  node.showModal();
  buttons[0].node.focus();
  return new Promise((resolve) => {
    for (const { node: button, value } of buttons) {
      button.addEventListener("click", () => {
        node.close();
        node.remove();
        resolve(value);
      });
    }
  });
}

/** A few words that pass: a refusal, a lost choice. Stays while it is pointed at or focused. */
export class Toasts {
  constructor(place) {
    this.box = el("div", { class: "toasts" });
    place.append(this.box);
  }

  clear() {
    this.box.replaceChildren();
  }

  /** Takes those of a kind away. */
  drop(kind) {
    for (const toast of this.box.querySelectorAll(`.${kind}`)) toast.remove();
  }

  /** @param {string} text @param {{rule?: Node | null, plain?: boolean, kind?: string, close?: string}} [how] */
  show(text, { rule = null, plain = false, kind = "", close } = {}) {
    const leave = button("", () => toast.remove(), icon("cross"));
    const toast = el("div", { class: `toast ${plain ? "plain" : ""} ${kind}` }, el("p", {}, text), rule, leave);
    name(leave, close);
    const others = [...this.box.children].filter((each) => each.firstChild.textContent !== text);
    this.box.replaceChildren(...others.slice(-2), toast);
    const fade = () => (toast.matches(":hover, :focus-within") ? setTimeout(fade, 2000) : toast.remove());
    const drawn = () => setTimeout(fade, 4000 + 60 * text.length); // the time to read runs from when it is on the screen, not while the page is held up
    if (kind !== "advised") requestAnimationFrame(() => requestAnimationFrame(drawn)); // advice stays as long as its question
  }
}
