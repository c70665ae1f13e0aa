// Dialogs: the native element, which traps the focus and gives it back.

import { button, el, icon, label as name, paragraphs } from "./dom.js";
import { layout } from "./tabs.js";

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

/** Distance of passing words from the edge, in pixels. */
const EDGE = 10;
/** What can be chosen now counts so many times as much as what can only be read. */
const CHOICE = 10;
/** Where words may lie on the board, the best place first: shares of the room across and down. */
const BERTHS = [0, 0.25, 0.5, 0.75, 1].flatMap((y) => [0.5, 0.75, 0.25, 1, 0].map((x) => [x, y]));

/**
 * The place that covers least of what is there to be touched and read.
 * @typedef {{left: number, top: number, right: number, bottom: number, weight?: number}} Box
 * @param {Box} field @param {{width: number, height: number}} size @param {Box[]} pieces @returns {[number, number]} left and top
 */
export function berth(field, { width, height }, pieces) {
  const across = field.right - field.left - width - 2 * EDGE;
  const down = field.bottom - field.top - height - 2 * EDGE;
  const covered = ([left, top]) =>
    pieces.reduce((all, box) => {
      const [w, h] = [Math.min(box.right, left + width) - Math.max(box.left, left), Math.min(box.bottom, top + height) - Math.max(box.top, top)];
      return all + Math.max(0, w) * Math.max(0, h) * (box.weight ?? 1);
    }, 0);
  const places = BERTHS.map(([x, y]) => /** @type {[number, number]} */ ([field.left + EDGE + x * across, field.top + EDGE + y * down]));
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

/** A few words that pass: a refusal, a lost choice. Stays while it is pointed at or focused. */
export class Toasts {
  /** @param {Element} place over the board @param {Element} [side] the column beside it, if the page has one */
  constructor(place, side) {
    this.box = el("div", { class: "toasts" });
    this.beside = el("div", { class: "advice-note", hidden: true });
    place.append(this.box);
    this.side = side;
  }

  clear() {
    this.box.replaceChildren();
    this.leave();
  }

  /** Takes those of a kind away. */
  drop(kind) {
    for (const toast of this.box.querySelectorAll(`.${kind}`)) toast.remove();
    this.box.removeAttribute("style");
    if (this.beside.querySelector(`.${kind}`)) this.leave();
  }

  leave() {
    this.beside.replaceChildren();
    this.beside.hidden = true;
  }

  /** What stays lies in the column beside the board, where the page has one: over the board it would hide what it points at. */
  settle(toast) {
    if (!this.side || layout() !== "wide") return this.moor();
    this.beside.hidden = false;
    this.beside.replaceChildren(toast);
    return this.side.prepend(this.beside);
  }

  /** What stays lies where it covers least of the board. Pieces that take a good part of it (a sea, a table) cannot be spared. */
  moor() {
    const field = this.box.parentElement.getBoundingClientRect();
    const isSmall = ({ right, left, bottom, top }) => right > left && (right - left) * (bottom - top) < (field.width * field.height) / 12;
    const piece = (node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return { left, top, right, bottom, weight: node.matches(".legal, .picked, .advised") ? CHOICE : 1 };
    };
    const pieces = [...document.querySelectorAll(".board-host :is([data-pick], [data-inspect])")].map(piece).filter(isSmall);
    const [left, top] = berth(field, this.box.getBoundingClientRect(), pieces);
    Object.assign(this.box.style, { left: `${left - field.left}px`, top: `${top - field.top}px`, transform: "none" });
  }

  /** @param {string} text @param {{rule?: Node | null, plain?: boolean, kind?: string, close?: string, more?: Node | null}} [how] */
  show(text, { rule = null, plain = false, kind = "", close, more = null } = {}) {
    if (kind) this.drop(kind);
    const leave = button("", () => (toast.parentElement === this.beside ? this.leave() : toast.remove()), icon("cross"));
    const toast = el("div", { class: `toast ${plain ? "plain" : ""} ${kind}` }, more ? el("div", { class: "words" }, el("p", {}, text), more) : el("p", {}, text), rule, leave);
    name(leave, close);
    const others = [...this.box.children].filter((each) => each.firstChild.textContent !== text);
    this.box.replaceChildren(...others.slice(-2), toast);
    if (kind === "advised") this.settle(toast);
    const fade = () => (toast.matches(":hover, :focus-within") ? setTimeout(fade, 2000) : toast.remove());
    const drawn = () => setTimeout(fade, 4000 + 60 * text.length); // the time to read runs from when it is on the screen, not while the page is held up
    if (kind !== "advised") requestAnimationFrame(() => requestAnimationFrame(drawn)); // advice stays as long as its question
  }
}
