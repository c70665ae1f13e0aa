// What is left of the time for a question that has a limit.

import { el, icon } from "./dom.js";

const URGENT = 10;

export class Countdown {
  constructor() {
    this.figures = el("span");
    this.node = el("span", { class: "countdown", role: "timer", hidden: "" }, icon("clock"), this.figures);
    this.frame = null;
    this.end = 0;
    this.ticking = 0;
  }

  /** Seconds are those left when the server made the frame; a frame drawn again goes on counting. */
  show(frame, label) {
    const seconds = frame.ask?.seconds ?? null;
    if (frame !== this.frame) this.end = performance.now() + (seconds ?? 0) * 1000;
    this.frame = frame;
    this.node.hidden = seconds === null;
    this.node.setAttribute("aria-label", label);
    clearInterval(this.ticking);
    if (seconds === null) return;
    this.ticking = setInterval(() => this.tick(), 250);
    this.tick();
  }

  tick() {
    const left = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.figures.textContent !== text) this.figures.textContent = text;
    this.node.classList.toggle("urgent", left <= URGENT);
    if (left === 0) clearInterval(this.ticking);
  }
}
