// Standing answers: what the reader lets the house answer for him. Nobody else is told of them.

import { openDialog } from "./dialogs.js";
import { button, el } from "./dom.js";

const ALWAYS = "";

export class Standing {
  constructor(shell) {
    this.shell = shell;
    this.list = [];
    this.offers = {};
    this.chapters = false;
    /** @type {Record<string, string[]>} what may end one, with what that may be about */
    this.alarms = {};
    this.body = null;
  }

  /** @param {{list: Array<{n: number, decision: string, unless?: string[], chapter?: string, alarm?: string, of?: string[]}>, offers: Record<string, string[]>, chapters: boolean, alarms?: Record<string, string[]>}} message */
  hear({ list, offers, chapters, alarms = {} }) {
    this.list = list;
    this.alarms = alarms;
    this.offers = offers;
    this.chapters = chapters;
    if (this.body?.isConnected) this.draw();
  }

  get possible() {
    return Object.keys(this.offers).length > 0;
  }

  words({ decision, unless = [], chapter, alarm = "", of = [] }) {
    const { shell } = this;
    const what = shell.t(`standing.${decision}`);
    const names = unless.map((id) => shell.name(id));
    const long = shell.t(chapter === undefined ? "house.standing.for_match" : "house.standing.for_chapter", { chapter: shell.t("chapter.title", { id: chapter }) });
    const until = alarm ? shell.t(of.length ? "house.standing.ring_of" : "house.standing.ring", { until: long, what: shell.t(`alarm.${alarm}`), names: of.map((id) => shell.name(id)) }) : long;
    return names.length ? shell.t("house.standing.but", { what, names, until }) : shell.t("house.standing.rule", { what, until });
  }

  /** The one that will answer what is asked now. */
  speaking() {
    const { ask } = this.shell.live ?? {};
    const about = new Set(Object.values(ask?.about ?? {}).flat());
    return ask ? this.list.find(({ decision, unless = [] }) => decision === ask.decision && !unless.some((id) => about.has(id))) : undefined;
  }

  /** What stands above the prompt while an answer is about to be given. */
  row() {
    const { shell } = this;
    const one = this.speaking();
    if (!one) return null;
    return { id: `standing ${one.n}`, symbol: "hourglass", text: shell.t("house.standing.speaks", { what: shell.t(`standing.${one.decision}`) }), buttons: [{ text: shell.t("house.standing.stop"), press: () => this.drop(one.n) }] };
  }

  drop(n) {
    return this.shell.house.errand({ t: "unstand", n });
  }

  open() {
    const { shell } = this;
    this.body = el("div", { class: "stack standing" });
    this.draw();
    return openDialog({ title: shell.t("house.standing.title"), body: [el("p", { class: "hint" }, shell.t("house.standing.note")), this.body], kind: "house-sheet", close: shell.t("shell.close") });
  }

  draw() {
    const { shell } = this;
    const held = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const row = (one) => {
      const remove = button("button small", () => this.drop(one.n), shell.t("house.standing.remove"));
      remove.setAttribute("aria-label", shell.t("house.standing.remove_named", { what: shell.t(`standing.${one.decision}`) }));
      return el("li", {}, el("span", { class: "grow" }, this.words(one)), remove);
    };
    const mine = this.list.length ? el("ul", { class: "standing-list" }, this.list.map(row)) : el("p", {}, shell.t("house.standing.none"));
    this.body.replaceChildren(mine, this.form());
    if (held) this.body.querySelector(`[data-key="${held}"]`)?.focus();
  }

  form() {
    const { shell } = this;
    const choices = (pairs) => pairs.map(([value, words]) => el("option", { value }, words));
    const field = (key, control) => el("label", { class: "field" }, el("span", {}, shell.t(`house.standing.${key}`)), control);
    const what = el("select", { "data-key": "what", onchange: () => exceptions() }, choices(Object.keys(this.offers).map((decision) => [decision, shell.t(`standing.${decision}`)])));
    const unless = el("select", { "data-key": "unless" });
    const except = field("unless", unless);
    const exceptions = () => {
      const things = this.offers[what.value] ?? [];
      unless.replaceChildren(...choices([[ALWAYS, shell.t("house.standing.no_exception")], ...things.map((id) => [id, shell.name(id)])]));
      except.hidden = !things.length;
    };
    const chapter = shell.t("house.standing.chapter");
    const until = el("select", { "data-key": "until" }, choices([...(this.chapters ? [["chapter", chapter]] : []), ["match", shell.t("house.standing.match")]]));
    const alarm = el("select", { "data-key": "alarm", onchange: () => aims() }, choices([[ALWAYS, shell.t("house.standing.no_alarm")], ...Object.keys(this.alarms).map((kind) => [kind, shell.t(`alarm.${kind}`)])]));
    const of = el("select", { "data-key": "of" });
    const aim = field("of", of);
    const aims = () => {
      const things = this.alarms[alarm.value] ?? [];
      of.replaceChildren(...choices([[ALWAYS, shell.t("house.standing.of_any")], ...things.map((id) => [id, shell.name(id)])]));
      aim.hidden = !things.length;
    };
    const asked = shell.live?.ask?.decision;
    if (asked in this.offers) what.value = asked;
    exceptions();
    aims();
    const ends = field("alarm", alarm);
    ends.hidden = !Object.keys(this.alarms).length;
    const leave = button("button primary", () => shell.house.errand({ t: "stand", decision: what.value, unless: unless.value ? [unless.value] : [], until: until.value, alarm: alarm.value, of: of.value ? [of.value] : [] }), shell.t("house.standing.leave"));
    leave.dataset.key = "leave";
    return el("div", { class: "stack" }, field("what", what), except, field("until", until), ends, aim, leave);
  }
}
