// The coach: what a lesson says now, what is to be done, and the way about in it. Draws frame.coach; the server runs the lesson.

import { button, differs, el, icon, label } from "./dom.js";
import { isDrawn, Spotlight, visibleBox } from "./spotlight.js";
import { elementOf, elementsOf, reveal } from "./targets.js";

const IDLE = 40_000; // after so long the ring is pulsed once
const SOON = 900; // by then what a board moves has come to rest
const LOOKS = 3;
const SEAL = "M9 12.5 17 8.5l8 4-8 4zM12 15.500v5c3 2.600 7 2.600 10 0v-5M25 12.500v6.500";

/** Words with **bold** and *italic* as elements. */
export function spoken(text) {
  return text.split(/(\*\*.+?\*\*|\*.+?\*)/).map((part) => {
    if (part.startsWith("**")) return el("b", {}, part.slice(2, -2));
    return part.startsWith("*") ? el("i", {}, part.slice(1, -1)) : part;
  });
}

export const plain = (text) => text.replaceAll("*", "");

function seal() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "seal");
  svg.setAttribute("viewBox", "0 0 34 34");
  svg.setAttribute("aria-hidden", "true");
  const disc = document.createElementNS(svg.namespaceURI, "circle");
  for (const [name, value] of Object.entries({ cx: 17, cy: 17, r: 16 })) disc.setAttribute(name, String(value));
  const hat = document.createElementNS(svg.namespaceURI, "path");
  hat.setAttribute("d", SEAL);
  svg.append(disc, hat);
  return svg;
}

export class Coach {
  constructor(shell) {
    this.shell = shell;
    this.spotlight = new Spotlight();
    this.title = el("h2", {});
    this.where = el("small", {});
    this.steps = button("", () => this.openSteps(), icon("list"));
    this.fold = button("fold", () => this.toggle(), icon("back"));
    this.leave = el("a", { class: "leave" }, icon("cross"));
    const tools = el("div", { class: "tools" }, this.steps, this.fold, this.leave);
    this.trail = el("ol", { class: "trail", "aria-hidden": "true" });
    this.body = el("div", { class: "coach-body" });
    this.foot = el("footer", { class: "coach-foot" });
    this.node = el(
      "section",
      { class: "coach", role: "region", tabindex: "-1" },
      el("header", { class: "coach-head" }, seal(), this.title, this.where, tools),
      el("div", { class: "coach-scroll" }, this.trail, this.body),
      this.foot,
    );
    this.step = null;
    this.said = null;
    document.body.classList.add("coached");
    document.body.append(this.spotlight.node);
    document.addEventListener("keydown", (event) => this.typed(event));
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => this.awake(), true);
  }

  /** What the coach says; while the stage shows how it came to that, nothing yet. */
  get told() {
    const { frame, stage } = this.shell;
    if (!frame?.coach) return null;
    return frame.staged || stage?.active ? { ...frame.coach, busy: true, nudge: null, next: false } : frame.coach;
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  draw() {
    const { shell, told } = this;
    if (!told) return;
    this.place();
    const fresh = this.step !== `${told.id} ${told.do} ${told.busy}`;
    const todo = this.todo();
    const seen = [told, todo, shell.language, shell.picked, shell.sending, shell.layout];
    if (differs(this.node, seen)) this.paint(told, todo);
    if (fresh) {
      this.step = `${told.id} ${told.do} ${told.busy}`;
      this.pulsed = false;
      this.looked = null;
      this.looks = 0;
      this.awake();
    }
    this.light(todo);
  }

  /** On wide screens at the top of the right column, else between the top bar and the answers. */
  place() {
    const { shell } = this;
    const wide = shell.layout === "wide";
    if (wide && this.node.parentElement !== shell.side) shell.side.prepend(this.node);
    if (!wide && this.node.nextElementSibling !== shell.prompt.node) shell.prompt.node.before(this.node);
  }

  paint(told, todo) {
    const { shell } = this;
    const t = (key, params) => shell.t(`coach.${key}`, params);
    const held = this.node.contains(document.activeElement) ? document.activeElement.dataset.do ?? "" : null;
    this.node.setAttribute("aria-label", t("label"));
    Object.assign(this.node.dataset, { step: told.id, kind: told.busy ? "watch" : told.do });
    this.title.textContent = told.title;
    this.where.textContent = told.of > 1 ? `${t("step", { step: told.step, of: told.of })} · ${t("left", { minutes: told.minutes })}` : t("exercise");
    this.steps.hidden = told.of === 1;
    label(this.steps, t("all_steps"));
    label(this.leave, t("leave"));
    this.leave.href = shell.page.back;
    const folded = this.node.classList.contains("folded");
    label(this.fold, t(folded ? "unfold" : "fold"));
    this.fold.setAttribute("aria-expanded", String(!folded));
    this.trail.replaceChildren(...this.marks(told));
    this.body.replaceChildren(...this.content(told, todo).filter(Boolean));
    this.foot.replaceChildren(...this.buttons(told));
    if (held !== null) (this.node.querySelector(`[data-do="${held}"]`) ?? this.node.querySelector(".coach-foot .primary") ?? this.node).focus({ preventScroll: true });
  }

  /** One mark a step, a gap between chapters. */
  marks(told) {
    const marks = [];
    told.trail.forEach(({ chapter, done }, i) => {
      if (i && told.trail[i - 1].chapter !== chapter) marks.push(el("li", { class: "gap" }));
      marks.push(el("li", { class: i + 1 === told.step && told.do !== "end" ? "now" : done ? "done" : "" }));
    });
    return marks;
  }

  content(told, todo) {
    const { shell } = this;
    const t = (key, params) => shell.t(`coach.${key}`, params);
    if (told.busy) return [el("p", { class: "chapter" }, told.chapter_title), el("p", { class: "watch" }, icon("eye"), t("watch"))];
    return [
      told.done ? el("p", { class: "done" }, icon("check"), el("span", {}, spoken(told.done))) : null,
      el("p", { class: "chapter" }, told.do === "end" ? t("end") : told.chapter_title),
      el("p", { class: "say" }, spoken(told.say)),
      told.do === "end" ? this.ending(told) : null,
      told.answers.length ? this.quiz(told) : null,
      todo.length && told.do === "expect" ? this.list(todo) : null,
      told.do !== "expect" && told.at.length > 1 ? this.pointers(told) : null,
      this.stray(told),
      told.nudge ? this.nudge(told) : null,
    ];
  }

  list(todo) {
    const { shell } = this;
    const now = todo.findIndex(({ done }) => !done);
    return el(
      "ol",
      { class: "todo", "aria-label": shell.t("coach.todo") },
      todo.map(({ text, done }, i) =>
        el(
          "li",
          { class: done ? "done" : i === now ? "now" : "", id: `todo-${i + 1}`, "aria-current": i === now ? "step" : null },
          el("span", { class: "n", "aria-hidden": "true" }, done ? icon("check") : todo.length > 1 ? String(i + 1) : icon("play")),
          el("span", {}, text),
          i === now && shell.letters ? el("kbd", { "aria-hidden": "true" }, "N") : null,
        ),
      ),
    );
  }

  /** Where a step points at several things: each can be looked at. */
  pointers(told) {
    const { shell } = this;
    const look = (target, i) => {
      const node = button("button small", () => this.look(target), String(i + 1));
      node.setAttribute("aria-label", shell.t("coach.show_place", { n: i + 1 }));
      return node;
    };
    return el("p", { class: "pointers" }, el("span", {}, shell.t("coach.look")), told.at.map(look));
  }

  stray(told) {
    const { shell } = this;
    if (told.do !== "expect" || shell.sending) return null;
    const strange = shell.picked.filter((value) => !told.wants.some((choice) => choice.map(String).includes(value)));
    return strange.length ? el("p", { class: "stray" }, shell.t("coach.stray", { what: strange.map((value) => shell.describe(value)) })) : null;
  }

  nudge(told) {
    const { shell } = this;
    const { what, text, times, reading } = told.nudge;
    const t = (key) => shell.t(`coach.${key}`);
    const show = button(`button small ${times > 1 ? "primary" : ""}`, () => this.show(), t("show_me"));
    const solving = told.do === "solve";
    const answer = times > (solving ? 1 : 2) ? button("button small", () => this.send("do_it"), t(solving ? "show_answer" : "do_it")) : null;
    const rows = reading ? [] : [solving ? null : show, this.sandboxButton(told), answer];
    return el(
      "div",
      { class: "nudge", role: "status" },
      el("b", {}, shell.t("coach.tried", { what })),
      el("span", {}, spoken(reading ? t("read_first") : text)),
      rows.length ? el("div", { class: "row" }, rows.filter(Boolean)) : null,
    );
  }

  /** "Try it in a sandbox": the position with that very choice played, where nothing counts. */
  sandboxButton(told) {
    const { shell } = this;
    return el(
      "form",
      { method: "post", action: `${shell.page.address}/sandbox` },
      el("input", { type: "hidden", name: "choice", value: JSON.stringify(told.nudge.tried) }),
      el("button", { class: "button small" }, shell.t("coach.sandbox")),
    );
  }

  quiz(told) {
    const { shell } = this;
    const right = told.answers.some((answer) => answer.right);
    const chosen = told.answers.find(({ key }) => key === told.answered);
    const group = el("fieldset", { class: "quiz" }, el("legend", { class: "visually-hidden" }, plain(told.say)));
    for (const { key, text } of told.answers) {
      const radio = el("input", { type: "radio", name: `quiz-${told.id}`, value: key, disabled: right, onchange: () => this.send("answer", { key }) });
      radio.checked = key === told.answered;
      radio.dataset.do = `answer-${key}`;
      group.append(el("label", { class: chosen?.key === key ? (chosen.right ? "right" : "wrong") : "" }, radio, el("span", {}, spoken(text))));
    }
    const reason = chosen ? [el("b", {}, shell.t(chosen.right ? "coach.right" : "coach.wrong")), " ", ...spoken(chosen.because)] : [];
    return el("div", {}, group, el("p", { class: `because ${chosen ? "" : "empty"}`, role: "status" }, reason));
  }

  ending(told) {
    const { shell } = this;
    const t = (key, params) => shell.t(`coach.${key}`, params);
    const goals = told.goals.map((goal) => el("li", {}, icon("check"), el("span", {}, goal)));
    const after = told.after ?? {};
    const link = (address, text, kind = "") => el("a", { class: `button ${kind}`, href: address }, text);
    return el(
      "div",
      { class: "lesson-end" },
      goals.length ? el("p", {}, el("b", {}, t("can_now"))) : null,
      goals.length ? el("ul", { class: "goals" }, goals) : null,
      el(
        "div",
        { class: "column" },
        after.next ? link(after.next.address, t("next_lesson", { title: after.next.title }), "primary") : null,
        told.goals.length === 0 ? null : el("form", { method: "post", action: `${shell.page.address}/match` }, el("button", { class: `button ${after.next ? "" : "primary"}` }, t("play_on"))),
        link(`/new/${told.game}`, t("new_match")),
        link(shell.page.back, t("all_lessons")),
      ),
    );
  }

  buttons(told) {
    const { shell } = this;
    const t = (key, params) => shell.t(`coach.${key}`, params);
    const plainButton = (name, press, ...children) => {
      const node = button("plain", press, ...children);
      node.dataset.do = name;
      return node;
    };
    const chips = told.rules.map((number) => shell.ruleChip(number));
    const back = told.back ? plainButton("back", () => this.send("back"), "‹ ", t("back")) : null;
    const skip = ["end", "expect", "solve"].includes(told.do) || told.of === 1 || told.next ? null : plainButton("skip", () => this.send("skip"), t("skip"));
    const show = told.do === "expect" && !told.nudge ? plainButton("show", () => this.show(), t("show_me")) : null;
    const next = told.next ? button("button primary", () => this.send("next"), t("next")) : null;
    if (next) {
      next.dataset.do = "next";
      if (shell.letters) next.append(el("kbd", { "aria-hidden": "true" }, "↵"));
    }
    return [back, ...chips, el("span", { class: "grow" }), skip, show, next].filter(Boolean);
  }

  // -- what is to be done ----------------------------------------------------------------------------------------------

  /** The expected choice that fits what is picked, or the first one. */
  wanted() {
    const { told, shell } = this;
    const fits = (choice) => shell.picked.every((value) => choice.map(String).includes(value));
    return told.wants.find(fits) ?? told.wants[0];
  }

  /** The to-do list: every part still to be picked, and the confirmation where the game asks for one. */
  todo() {
    const { told, shell } = this;
    if (told.do !== "expect" || told.busy) return [];
    const choice = this.wanted();
    const main = choice === told.wants[0];
    const picks = main ? told.picks : told.picks.map(({ verb }, i) => (verb ? told.picks[i] : null)).filter(Boolean);
    const other = main ? [] : choice.slice(1).map((value) => ({ value, verb: false, label: shell.describe(String(value)) }));
    const lines = [...other, ...picks].map(({ value, label: text }) => ({
      text,
      target: `pick:${value}`,
      done: shell.sending || shell.picked.includes(String(value)),
    }));
    if (shell.choosing.isGrave(choice[0])) lines.push({ text: shell.t("coach.confirm"), target: "", done: shell.sending });
    return lines.map((line) => ({ ...line, choice }));
  }

  /** Rings and veil for this step. */
  light(todo) {
    const { told, shell } = this;
    const open = [this.node, shell.prompt.node];
    if (told.busy || ["free", "end", "solve"].includes(told.do) || shell.sending) {
      this.spotlight.show([], { shade: "none", open });
      return;
    }
    const now = todo.find(({ done }) => !done);
    const lines = told.do === "expect" && !told.at.length ? todo : told.at.map((target) => ({ target }));
    if (told.do === "expect" && told.at.length) lines.push(...todo);
    const several = lines.filter(({ target }) => target).length > 1;
    const lit = lines.flatMap((line, i) => {
      if (!line.target || line.done) return [];
      const mine = line === now;
      return [{ find: () => elementOf(line.target, line.choice, mine, this.lost === line.target), now: now ? mine : true, label: several ? String(i + 1) : "" }];
    });
    const shade = told.do === "expect" || told.do === "quiz" ? "light" : "dark";
    this.spotlight.show(lit, { shade: lit.length ? shade : "none", open });
    this.describe(todo);
    const first = now ?? (told.at.length ? { target: told.at[0] } : null);
    if (first?.target) this.look(first.target, first.choice, true);
  }

  /** Targets are described by their line in the list. */
  describe(todo) {
    for (const node of document.querySelectorAll("[aria-describedby^=todo-]")) node.removeAttribute("aria-describedby");
    todo.forEach(({ target, choice, done }, i) => {
      if (target && !done) for (const node of elementsOf(target, choice)) node.setAttribute("aria-describedby", `todo-${i + 1}`);
    });
  }

  /** Brings a target into sight; by itself only once for each. */
  async look(target, choice, once = false) {
    const { layout, tray } = this.shell;
    const key = `${this.step} ${target} ${layout} ${tray.isOpen}`;
    if (once && this.looked === key) return null;
    this.looked = key;
    const node = await reveal(this.shell, target, choice);
    this.lost = node && elementsOf(target, choice).includes(node) ? null : target;
    this.light(this.todo());
    if (once) this.lookAgain(target, key);
    return node;
  }

  /** A board that was still moving may have taken it out of sight again. */
  lookAgain(target, key) {
    clearTimeout(this.again);
    this.again = setTimeout(() => {
      const seen = elementsOf(target).some((node) => isDrawn(node) && visibleBox(node));
      if (this.looked !== key || this.looks >= LOOKS || seen) return;
      this.looks += 1;
      this.looked = null;
      this.light(this.todo());
    }, SOON);
  }

  /** Show me: the next part comes into sight, gets the focus, and its ring pulses. */
  async show() {
    const next = this.todo().find(({ done }) => !done);
    const node = next?.target ? await this.look(next.target, next.choice) : null;
    if (node?.matches("[data-pick]")) this.shell.marks.focus(node);
    else node?.focus?.();
    this.spotlight.pulse();
    return true;
  }

  /** N: the next part that is still to be picked; false where none is asked for. */
  next() {
    if (!this.told || !this.todo().some(({ done }) => !done)) return false;
    this.show();
    return true;
  }

  // -- going about -----------------------------------------------------------------------------------------------------

  send(what, more = {}) {
    const { shell } = this;
    if (shell.connection.submit({ t: "coach", do: what, ...more })) shell.draw();
  }

  toggle() {
    this.node.classList.toggle("folded");
    this.paint(this.told, this.todo());
  }

  openSteps() {
    const { shell, told } = this;
    const chapters = [];
    for (const step of told.trail) {
      if (chapters.at(-1)?.id !== step.chapter) chapters.push({ id: step.chapter, steps: [] });
      chapters.at(-1).steps.push(step);
    }
    const go = (id) => () => {
      list.closest("dialog").close();
      this.send("to", { step: id });
    };
    const line = ({ id, name, reached }) =>
      el("li", { class: id === told.id ? "now" : "" }, reached ? button("", go(id), name) : el("span", {}, name));
    const skip = () => {
      list.closest("dialog").close();
      this.send("skip");
    };
    const about = el(
      "div",
      { class: "row" },
      button("button small", go(told.trail[0].id), icon("first"), shell.t("coach.restart")),
      told.do === "end" ? null : button("button small", skip, icon("last"), shell.t("coach.skip")),
    );
    const list = el("div", { class: "all-steps" }, about, chapters.map(({ steps }) => el("ol", {}, steps.map(line))));
    shell.dialog({ title: shell.t("coach.all_steps"), body: list });
  }

  typed(event) {
    if (event.defaultPrevented || !this.told || document.querySelector("dialog[open]")) return;
    const still = document.activeElement === document.body || document.activeElement === this.node || document.activeElement?.matches(".sentence");
    if (event.key === "Enter" && still && this.told.next) this.send("next");
    else if (event.key === "ArrowLeft" && event.altKey && this.told.back) this.send("back");
    else return;
    event.preventDefault();
  }

  /** C: to the coach and back to where one was. */
  focus() {
    if (this.node.contains(document.activeElement)) {
      (this.before?.isConnected ? this.before : this.shell.host).focus();
      return true;
    }
    this.before = document.activeElement;
    (this.foot.querySelector(".primary") ?? this.node).focus();
    return true;
  }

  /** Whoever does nothing for long sees the ring pulse, once a step. */
  awake() {
    clearTimeout(this.idle);
    if (this.pulsed) return;
    this.idle = setTimeout(() => {
      this.pulsed = true;
      this.spotlight.pulse();
    }, IDLE);
  }

  /** What a screen reader is told of the step: all in one, after the news. */
  voice() {
    const { told, shell } = this;
    if (!told || told.busy) return "";
    const key = `${told.id} ${told.do} ${told.nudge?.times ?? ""}`;
    if (key === this.said) return "";
    this.said = key;
    if (told.nudge) return `${shell.t("coach.tried", { what: told.nudge.what })} ${plain(told.nudge.text)}`;
    return [told.done ?? "", shell.t("coach.step", { step: told.step, of: told.of }), told.chapter_title, told.say].map(plain).filter(Boolean).join(". ");
  }
}
