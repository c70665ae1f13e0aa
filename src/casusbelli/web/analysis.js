// How a finished match went: the chances over time, what turned it, what the marshals would have chosen who knew the same, luck, figures.
// A panel beside the board of the same page; a point in the drawing or a row of the list turns the board to that moment.

// @ts-check

import { across, apart, chancesOf } from "./course.js";
import { button, copy, el, icon, isTyping } from "./dom.js";
import { Film } from "./film.js";
import { letterOf, OnBoard } from "./onboard.js";
import { ask } from "./patience.js";
import { comparison, reasonTexts } from "./reasons.js";
import { stored } from "./settings.js";

const AGAIN = 3000; // milliseconds until a picture that grows is fetched again
const EVERYTHING = "*";
const ROWS = 25; // moments of the table
const ABOVE = 18; // the room for numbers above the drawing, and how far apart they are
const SVG = "http://www.w3.org/2000/svg";

/** @param {number} share @returns {string} */
export const percent = (share) => `${Math.round(share * 100)} %`;

/** Points of a hundred with their sign. @param {number} share @returns {string} */
export function points(share) {
  const rounded = Math.round(share * 100);
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}

/** Moments for a table: not more than it can hold, the last one always. @template T @param {T[]} moments @returns {T[]} */
export function some(moments, most = ROWS) {
  const every = Math.ceil(moments.length / most);
  return moments.filter((_, i) => i % every === 0 || i === moments.length - 1);
}

/** Whose chance changed most there. @param {{before: Record<string, number>, after: Record<string, number>}} turn @returns {string} */
export function mostMoved({ before, after }) {
  return Object.keys(before).reduce((one, other) => (Math.abs(after[other] - before[other]) > Math.abs(after[one] - before[one]) + 1e-9 ? other : one));
}

export class Analysis {
  /** @param {any} shell */
  constructor(shell) {
    this.shell = shell;
    /** @type {any} */
    this.told = null;
    this.chapters = [];
    this.counted = []; // what the game itself counts
    /** @type {{games: number, bot: string, places: {key: string, seats: Record<string, number>}[]} | null} where that stands among bots' games */
    this.usual = null;
    this.hidden = new Map(); // what lay hidden, by moment
    this.open = false;
    this.all = false; // whether the board shows what lay hidden from everybody
    this.board = new OnBoard(shell);
    /** @type {Film | null} */
    this.film = null;
    /** @type {number[] | null} how much of a film is taken */
    this.filming = null;
    this.drawn = "";
    /** @type {number|null} */
    this.asked = null;
    /** @type {any} */
    this.chosen = null;
    document.body.classList.add("analysing");
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async start() {
    const ending = this.shell.live?.over?.by ? null : await ask(`/m/${this.shell.page.match}/ending`); // nothing was added up where the house has closed the match
    const { chapters = [], figures = [], usual = null } = ending ? await ending.json() : {};
    this.usual = usual;
    this.chapters = chapters;
    this.counted = figures;
    await this.load();
    this.shell.panels.wishes.set("analysis", false);
    this.shell.tabs.panel = "analysis";
    this.shell.draw();
  }

  async load() {
    const answer = await ask(`/m/${this.shell.page.match}/analysis.json`);
    if (!answer) return;
    this.told = await answer.json();
    this.draw();
    if (this.told.state === "running") setTimeout(() => this.load(), AGAIN);
  }

  /** @param {string} key @param {Record<string, unknown>} [params] */
  t(key, params = {}) {
    return this.shell.t(`analysis.${key}`, params);
  }

  get found() {
    return this.told?.analysis ?? null;
  }

  get turns() {
    return this.found?.turns ?? [];
  }

  // -- keys: { and } to the turning points, V whose eyes, G the drawing as a table -----------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || isTyping(event.target) || document.querySelector("dialog[open]") || !stored("keys", true)) return;
    const act = { "{": () => this.stepTurn(-1), "}": () => this.stepTurn(1), v: () => this.nextEyes(), g: () => this.flip() }[event.key];
    if (!act || event.defaultPrevented) return;
    event.preventDefault();
    act();
  }

  /** @param {number} by */
  stepTurn(by) {
    const now = this.shell.replay.n ?? this.shell.replay.total;
    const goal = by > 0 ? this.turns.find(({ at }) => at > now) : this.turns.findLast(({ at }) => at < now);
    if (goal) this.choose(goal);
  }

  nextEyes() {
    const { shell } = this;
    const all = [...shell.page.seats, "", EVERYTHING];
    const now = this.all ? EVERYTHING : (shell.replay.viewpoint ?? "");
    this.look(all[(all.indexOf(now) + 1) % all.length]);
  }

  flip() {
    const table = this.body?.querySelector("details.as-table");
    if (table instanceof HTMLDetailsElement) table.open = !table.open;
  }

  /** @param {string} seat a seat, everybody, or everything with nothing hidden */
  look(seat) {
    this.all = seat === EVERYTHING;
    this.shell.replay.look(this.all ? "" : seat);
    this.draw();
  }

  /** @param {any} turn */
  choose(turn) {
    this.chosen = turn;
    if (turn.seat && !this.all) this.shell.replay.viewpoint = turn.seat;
    this.shell.replay.open();
    this.shell.replay.go(turn.seat ? turn.since : turn.at);
    this.draw();
  }

  // -- on the board --------------------------------------------------------------------------------------------------------

  /** The turning point whose question the board shows now. */
  get weighed() {
    const turn = this.turns.find(({ at }) => at === this.chosen?.at);
    return turn?.options.length && this.shell.replay.n === turn.since ? turn : null;
  }

  /** After the choice: what it was, and what hindsight says of it. */
  outcome() {
    const { shell } = this;
    const turn = this.turns.find(({ at }) => at === this.chosen?.at);
    if (!turn?.choice || shell.replay.n !== turn.at) return null;
    const told = `${shell.name(shell.plays(turn.seat))}: ${shell.texts.choice(turn.decision, turn.choice)}.`;
    return turn.hindsight === null ? told : `${told} ${this.t("hindsight", { points: points(turn.hindsight) })}`;
  }

  drawBoard() {
    const n = this.shell.replay.n ?? this.shell.replay.total;
    const options = this.weighed?.options ?? [];
    const key = JSON.stringify([n, this.shell.replay.viewpoint, this.all, this.shell.language, options.length, this.hidden.has(n)]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.board.weigh(options);
    this.board.uncover(this.all ? (this.hidden.get(n) ?? []) : null);
    if (this.all && !this.hidden.has(n)) this.uncover(n);
  }

  /** What stands above the board at such a moment, in place of "looking back". */
  sentence() {
    const { shell, weighed } = this;
    if (!weighed) return this.outcome();
    const played = JSON.stringify(weighed.choice);
    const tags = ({ choice, marshals }) => [JSON.stringify(choice) === played ? this.t("played") : "", marshals ? this.t("marshals", { count: marshals }) : ""].filter(Boolean).join(", ");
    return weighed.options.map((option, n) => `${letterOf(n)}: ${shell.texts.choice(weighed.decision, option.choice)} (${tags(option)})`).join(" · ");
  }

  // -- drawing -------------------------------------------------------------------------------------------------------------

  draw() {
    const { shell } = this;
    if (!this.told || !shell.frame) return;
    this.drawBoard();
    this.body = shell.panel("analysis", this.t("title"));
    const held = document.activeElement instanceof HTMLElement && this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const open = this.body.querySelector("details.as-table")?.open ?? false;
    this.body.replaceChildren(...[this.eyes(), this.graph(open), this.list(), this.card(), this.hands(), this.luck(), this.figures(), this.away()].filter(Boolean));
    if (held) this.body.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  }

  /** Through whose eyes the board is seen: all of them are open now. */
  eyes() {
    const { shell } = this;
    const one = (seat, name) => {
      const node = button("button small", () => this.look(seat), name);
      const now = this.all ? EVERYTHING : (shell.replay.viewpoint ?? shell.seat ?? "");
      node.setAttribute("aria-pressed", String(now === seat));
      node.dataset.key = `eyes-${seat}`;
      return node;
    };
    const all = shell.page.seats.map((seat) => one(seat, shell.name(shell.plays(seat))));
    return el("div", { class: "segment", role: "group", "aria-label": this.t("eyes") }, all, one("", this.t("public")), one(EVERYTHING, this.t("everything")));
  }

  /** @param {boolean} open */
  graph(open) {
    const { found, told, shell } = this;
    const working = told.state === "running" ? el("p", { class: "notice", role: "status" }, this.t("working", { stage: found?.stage ?? "moments", done: found?.done ?? 0, total: Math.max(1, found?.total ?? 1) })) : null;
    const resting = told.state === "resting" ? el("div", { class: "row wrap" }, el("span", { class: "hint" }, this.t("resting")), this.ask(this.t("refine"), {})) : null;
    if (told.state === "failed") return el("p", { class: "notice" }, this.t("failed"));
    if (!found) return el("div", { class: "stack" }, el("p", {}, this.t("none")), working ?? resting ?? this.ask(this.t("work_out"), {}));
    const drawing = chancesOf(shell, found.moments, this.chapters, this.t("chances"));
    if (!drawing) return el("div", { class: "stack" }, working, resting, el("p", {}, this.t("no_chances")));
    this.mark(drawing, found.moments);
    const how = found.by === "weights" ? this.t("by_weights", { count: found.moments.length }) : this.t("by_playouts", { count: found.moments.length, tries: Math.max(...found.moments.map(({ tries }) => tries)) });
    const more = found.cut && told.state === "done" ? this.ask(this.t("refine"), { more: "on" }) : null;
    return el("section", { class: "stack" }, el("h3", {}, this.t("chances")), drawing, el("p", { class: "hint" }, how, " ", found.cut ? this.t("cut") : ""), more, working, resting, this.table(found.moments, open));
  }

  /** The turning points and the present moment on the drawing, which answers to a click. */
  mark(drawing, moments) {
    const [first, last] = [moments[0].at, moments.at(-1).at];
    const share = (at) => Math.min(1, Math.max(0, (at - first) / Math.max(1, last - first)));
    const line = (at, kind) => {
      const node = document.createElementNS(SVG, "line");
      for (const [name, value] of Object.entries({ class: kind, x1: across(share(at)), x2: across(share(at)), y1: 10, y2: 98 })) node.setAttribute(name, String(value));
      drawing.append(node);
    };
    for (const { at } of this.turns) line(at, "turn-line");
    this.number(drawing, this.turns.map(({ at }) => across(share(at))));
    line(this.shell.replay.n ?? this.shell.replay.total, "now-line");
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const wide = across(1) - across(0);
      const where = (((event.clientX - box.left) / box.width) * drawing.viewBox.baseVal.width - across(0)) / wide;
      this.shell.replay.open();
      this.shell.replay.go(Math.round(first + Math.min(1, Math.max(0, where)) * (last - first))).then(() => this.draw());
    });
  }

  /** The numbers of the turning points above the drawing, as in the list; moved apart where they would lie on each other. */
  number(drawing, places) {
    const { width, height } = drawing.viewBox.baseVal;
    drawing.setAttribute("viewBox", `0 ${-ABOVE} ${width} ${height + ABOVE}`);
    apart(places, [across(0), across(1)], ABOVE).forEach((x, n) => {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("class", "turn-number");
      group.setAttribute("transform", `translate(${x} ${4 - ABOVE / 2})`);
      for (const [tag, attributes] of /** @type {[string, Record<string, number | string>][]} */ ([["circle", { r: 8 }], ["text", { y: 4.5, "text-anchor": "middle" }]])) {
        const node = document.createElementNS(SVG, tag);
        for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
        if (tag === "text") node.textContent = String(n + 1);
        group.append(node);
      }
      drawing.append(group);
    });
  }

  table(moments, open) {
    const { shell } = this;
    const seats = shell.page.seats;
    const row = ({ at, chances }) => el("tr", {}, el("th", { scope: "row" }, String(at)), seats.map((seat) => el("td", {}, `${percent(chances[seat][0])} (${percent(chances[seat][1])}–${percent(chances[seat][2])})`)));
    const head = el("tr", {}, el("th", { scope: "col" }, this.t("choice")), seats.map((seat) => el("th", { scope: "col" }, shell.name(shell.plays(seat)))));
    const body = el("table", { class: "data" }, el("thead", {}, head), el("tbody", {}, some(moments).map(row)));
    return el("details", { class: "as-table", open }, el("summary", {}, this.t("as_table")), el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": this.t("as_table") }, body));
  }

  ask(words, fields) {
    const press = async () => {
      const body = new URLSearchParams(fields);
      const answer = await fetch(`/m/${this.shell.page.match}/analysis`, { method: "POST", body });
      if (answer.status === 429) this.shell.say(this.t("too_many"));
      await this.load();
    };
    const node = button("button primary", press, words);
    node.dataset.key = "ask";
    return node;
  }

  list() {
    const { shell } = this;
    if (!this.found || (!this.turns.length && ["moments", "luck"].includes(this.found.stage))) return null;
    const row = (turn, n) => {
      const who = mostMoved(turn);
      const title = turn.choice ? `${shell.name(shell.plays(turn.seat))}: ${shell.texts.choice(turn.decision, turn.choice)}` : this.t("between", { since: turn.since, at: turn.at });
      const node = button("turning", () => this.choose(turn), el("span", { class: "number" }, String(n + 1)), el("span", { class: "grow" }, el("strong", {}, title), el("span", { class: "hint" }, `${this.t("at", { at: turn.at })} · ${this.t(`cause.${turn.cause}`)}`)), el("span", { class: "moved" }, el("faction-token", { faction: shell.faction(shell.plays(who)), label: shell.name(shell.plays(who)), size: "small" }), `${Math.round(turn.before[who] * 100)} → ${Math.round(turn.after[who] * 100)}`));
      node.setAttribute("aria-pressed", String(this.chosen?.at === turn.at));
      node.dataset.key = `turn-${turn.at}`;
      return el("li", {}, node);
    };
    const rows = this.turns.length ? el("ol", { class: "turnings" }, this.turns.map(row)) : el("p", {}, this.t("no_turns"));
    return el("section", {}, el("h3", {}, this.t("turns")), rows);
  }

  /** What was played, what marshals would have chosen who know the same, what hindsight says. */
  card() {
    const { shell } = this;
    const turn = this.turns.find(({ at }) => at === this.chosen?.at);
    if (!turn?.seat) return null;
    const bar = (worth) => {
      if (!worth) return el("span", { class: "hint" }, this.t("untold_worth"));
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", "worth");
      svg.setAttribute("viewBox", "0 0 100 8");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${percent(worth[0])}, ${percent(worth[1])}–${percent(worth[2])}`);
      for (const [kind, x, wide] of [["whole", 0, 100], ["value", 0, 100 * worth[0]], ["doubt", 100 * worth[1], Math.max(1, 100 * (worth[2] - worth[1]))]]) {
        const node = document.createElementNS(SVG, "rect");
        for (const [name, value] of Object.entries({ class: kind, x, width: wide, y: kind === "doubt" ? 3 : 0, height: kind === "doubt" ? 2 : 8 })) node.setAttribute(name, String(value));
        svg.append(node);
      }
      return el("span", { class: "row" }, svg, el("b", {}, percent(worth[0])));
    };
    const played = JSON.stringify(turn.choice);
    const option = ({ choice, worth, marshals }, n) => {
      const tags = [JSON.stringify(choice) === played ? el("span", { class: "chip" }, this.t("played")) : null, marshals ? el("span", { class: "chip" }, this.t("marshals", { count: marshals })) : null];
      return el("li", {}, el("span", { class: marshals ? "letter advised" : "letter" }, letterOf(n)), el("span", { class: "grow" }, shell.texts.choice(turn.decision, choice), " ", tags), bar(worth));
    };
    const hindsight = turn.hindsight === null ? null : el("p", { class: "hint" }, this.t("hindsight", { points: points(turn.hindsight) }));
    return el(
      "section",
      { class: "stack moment-card" },
      el("h3", {}, this.t("knew", { seat: shell.name(shell.plays(turn.seat)) })),
      turn.options.length ? el("ul", { class: "options-weighed" }, turn.options.map(option)) : null,
      el("p", { class: "notice" }, this.t(`judgement.${turn.judgement}`, { loss: turn.loss === null ? 0 : Math.round(turn.loss * 100) })),
      this.reasons(turn),
      this.gains(turn),
      hindsight,
      this.unseen(turn),
      this.steps(turn),
    );
  }

  /** What speaks for the marshals' choice, and how what was played compares where it is another. @param {any} turn */
  reasons(turn) {
    const { shell } = this;
    const { why, decision, played = null } = turn;
    const told = reasonTexts(shell, decision, why, 3);
    if (!told.length) return null;
    const list = (/** @type {string[]} */ texts) => el("ul", {}, texts.map((text) => el("li", {}, text)));
    const beside = played ? comparison(shell, decision, why, played) : [];
    return el("div", { class: "stack reasons-told" }, el("p", { class: "hint" }, this.t("why", { letter: letterOf(played ? 1 : 0) })), list(told), beside.length ? el("p", { class: "hint" }, this.t("why_not", { letter: letterOf(0) })) : null, beside.length ? list(beside) : null);
  }

  /** What others held that its seat could not see, and what it was. @param {any} turn */
  unseen(turn) {
    const { shell } = this;
    const found = this.hidden.get(turn.since);
    if (!found) {
      this.uncover(turn.since);
      return el("p", { class: "hint" }, this.t("looking"));
    }
    const others = found.filter(({ seat = null }) => seat !== turn.seat);
    if (!others.length) return null;
    const row = ({ key, ids, seat = null, params = {} }) =>
      el("tr", {}, el("th", { scope: "row" }, [seat ? shell.name(shell.plays(seat)) : "", shell.t(`hidden.${key}`, params)].filter(Boolean).join(": ")), el("td", {}, String(ids.length)), el("td", {}, ids.map((id) => shell.name(id)).join(", ")));
    const head = el("tr", {}, ["thing", "seen_then", "was"].map((key) => el("th", { scope: "col" }, this.t(`unseen.${key}`))));
    const table = el("table", { class: "data" }, el("thead", {}, head), el("tbody", {}, others.map(row)));
    return el("details", { class: "unseen", open: false }, el("summary", {}, this.t("unseen.title", { seat: shell.name(shell.plays(turn.seat)) })), el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": this.t("unseen.title", { seat: shell.name(shell.plays(turn.seat)) }) }, table));
  }

  /** From the question to what came of it, on the board. @param {any} turn */
  steps(turn) {
    const { shell } = this;
    const to = (n, words) => {
      const node = button("button small", () => shell.replay.go(n).then(() => (this.draw(), this.board.turnTo(turn.options))), words);
      node.setAttribute("aria-pressed", String(shell.replay.n === n));
      node.dataset.key = `to-${n}`;
      return node;
    };
    const none = this.weighed && !this.board.shows(turn.options) ? el("p", { class: "hint" }, this.t("not_on_board")) : null;
    return el("div", { class: "row wrap" }, to(turn.since, this.t("see_question")), to(turn.at, this.t("see_outcome")), none);
  }

  /** What the better choice brings on the score sheet, where bots play on. @param {any} turn */
  gains(turn) {
    const { shell } = this;
    if (!turn.gains?.length) return null;
    const line = (key) => (key === "points" ? this.t("points_by_then") : shell.t(`sheet.${key}`, {}, key));
    const row = ({ key, points: more }) => el("li", {}, el("b", {}, more > 0 ? `+${more}` : String(more).replace("-", "−")), ` ${line(key)}`);
    return el("div", {}, el("p", { class: "hint" }, this.t("gains")), el("ul", {}, turn.gains.map(row)));
  }

  /** All hands open at the moment the board shows: what nobody saw whole then. */
  hands() {
    const { shell } = this;
    const n = shell.replay.n ?? shell.replay.total;
    const found = this.hidden.get(n);
    const line = ({ key, ids, seat = null, params = {} }) =>
      el("div", {}, el("dt", {}, [seat ? shell.name(shell.plays(seat)) : "", shell.t(`hidden.${key}`, params)].filter(Boolean).join(": ")), el("dd", {}, ids.map((id) => shell.name(id)).join(", ") || "–"));
    const told = found?.length ? el("dl", { class: "hidden-things" }, found.map(line)) : el("p", { class: "hint" }, this.t(found ? "nothing_hidden" : "looking"));
    const node = el("details", { class: "hands-open", open: this.open }, el("summary", {}, this.t("hands")), told);
    node.addEventListener("toggle", () => {
      this.open = node.open;
      if (node.open && !this.hidden.has(n)) this.uncover(n);
    });
    if (this.open && !found) this.uncover(n);
    return node;
  }

  /** @param {number} n */
  async uncover(n) {
    if (this.asked === n) return;
    this.asked = n;
    const answer = await ask(`/m/${this.shell.page.match}/hidden/${n}`);
    this.hidden.set(n, answer?.ok ? await answer.json() : []);
    this.asked = null;
    this.draw();
  }

  luck() {
    const { shell, found } = this;
    if (found?.by === "playouts" && found.stage === "done") return el("section", {}, el("h3", {}, this.t("luck")), el("p", { class: "hint" }, this.t("luck_untold")));
    if (!found || !Object.keys(found.luck).length) return null;
    const row = (seat) => el("tr", {}, el("th", { scope: "row" }, shell.name(shell.plays(seat))), el("td", {}, `${points(found.luck[seat][0])} ± ${Math.round(found.luck[seat][1] * 100)}`));
    return el("section", {}, el("h3", {}, this.t("luck")), el("table", { class: "data" }, el("tbody", {}, shell.page.seats.filter((seat) => seat in found.luck).map(row))), el("p", { class: "hint" }, this.t("luck_note", { count: found.rolls })));
  }

  figures() {
    const { shell } = this;
    const rows = [...(this.told.statistics ?? []), ...this.counted];
    if (!rows.length) return null;
    const head = el("tr", {}, el("th", { scope: "col" }, this.t("figures")), shell.page.seats.map((seat) => el("th", { scope: "col" }, shell.name(shell.plays(seat)))));
    const row = ({ key, values }) => el("tr", {}, el("th", { scope: "row" }, shell.t(`figure.${key}`, {}, this.t(`figure.${key}`))), shell.page.seats.map((seat) => el("td", {}, String(values[seat] ?? "–"), this.place(key, seat))));
    const note = this.usual?.places.length ? el("p", { class: "hint" }, this.t("usual_note", { count: this.usual.games })) : null;
    return el("section", {}, el("h3", {}, this.t("figures")), el("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": this.t("figures") }, el("table", { class: "data" }, el("thead", {}, head), el("tbody", {}, rows.map(row)))), note);
  }

  /** How many of a hundred bots' games had less of it. @param {string} key @param {string} seat */
  place(key, seat) {
    const share = this.usual?.places.find((one) => one.key === key)?.seats[seat];
    if (share === undefined) return null;
    return el("span", { class: "place", title: this.t("usual", { share }), "aria-label": this.t("usual", { share }), role: "img" }, ` ▸${share}`);
  }

  /** The map as a picture and the war as a moving one, made here of what the board draws. */
  maps() {
    const { shell } = this;
    const film = (this.film ??= new Film(shell, this.chapters.map(({ at }) => at)));
    if (!film.possible && !this.filming) return [];
    const press = async (make) => {
      this.filming = [0, 1];
      this.draw();
      const done = await make().catch(() => false);
      this.filming = null;
      this.draw();
      shell.say(this.t(done ? "map_done" : "map_failed"));
    };
    const tell = (done, total) => {
      this.filming = [done, total];
      const line = this.body?.querySelector(".filming");
      if (line) line.textContent = this.t("filming", { done, total });
    };
    if (this.filming) return [el("p", { class: "notice filming", role: "status" }, this.t("filming", { done: this.filming[0], total: this.filming[1] }))];
    const make = (key, sign, work) => {
      const node = button("button small", () => press(work), icon(sign), this.t(key));
      node.dataset.key = key;
      return node;
    };
    return [make("map_picture", "download", () => film.picture()), make("map_film", "play", () => film.film(tell))];
  }

  /** To take along, and to show to others. */
  away() {
    const { shell } = this;
    const link = (name, words, sign) => el("a", { class: "button small", href: `/m/${shell.page.match}/${name}`, download: "" }, icon(sign), words);
    const share = async (on) => {
      const answer = await fetch(`/m/${shell.page.match}/share`, { method: "POST", body: new URLSearchParams({ on: on ? "on" : "off" }) });
      if (!answer.ok) return;
      const { link: address } = await answer.json();
      if (address) {
        const link = new URL(address, location.href);
        const at = new URLSearchParams(location.search).get("at"); // the moment one looks at
        if (at) link.searchParams.set("at", at);
        await copy(link.href);
      }
      shell.say(this.t(address ? "share_done" : "share_ended"));
      await this.load();
    };
    const shared = this.told.mine ? [button("button small", () => share(true), icon("link"), this.t("share")), this.told.shared ? button("button small", () => share(false), this.t("unshare")) : null] : null;
    return el("div", { class: "row wrap" }, shared, this.maps(), link("journal", this.t("journal"), "download"), link("course.png", this.t("picture"), "download"), link("course.gif", this.t("film"), "play"), el("p", { class: "hint" }, this.t("check")));
  }
}
