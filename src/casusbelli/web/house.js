// The house at the table: what the seats ask of each other (take back, pause, end), what follows when time is out, leaving and
// coming back. Requests stand above the prompt, never in its place.

import { openDialog } from "./dialogs.js";
import { button, differs, el, icon } from "./dom.js";
import { figures, moment, span } from "./clock.js";
import { Standing } from "./standing.js";

/** The icons of what can be asked. */
const SYMBOLS = { take_back: "undo", end: "flag", pause: "hourglass", resume: "play", time: "plus", open_seat: "person" };

export class House {
  constructor(shell) {
    this.shell = shell;
    this.lines = [];
    this.proposals = [];
    this.receivedAt = 0;
    this.decided = new Set();
    this.standing = new Standing(shell);
    this.requests = el("div", { class: "requests" });
    this.node = el("section", { class: "house" }, shell.clocks.strip, this.requests);
    setInterval(() => this.count(), 1000);
  }

  // -- what the server tells -----------------------------------------------------------------------------------------------

  /** @param {{lines: Array<object>}} message lines of the house, which may come again after a reconnection */
  hear({ lines }) {
    const last = this.lines.at(-1)?.n ?? 0;
    const fresh = lines.filter(({ n }) => n > last);
    this.lines.push(...fresh);
    if (!this.shell.frame) return;
    this.shell.log.draw();
    if (fresh.length === 1) this.shell.say(this.lineText(fresh[0]));
  }

  proposed({ list, now }) {
    this.proposals = list;
    this.offset = now - Date.now();
    this.draw();
    const mine = list.filter((one) => this.mayAnswer(one));
    if (mine.length && this.shell.frame) this.shell.announce(this.proposalText(mine.at(-1)));
  }

  // -- words ---------------------------------------------------------------------------------------------------------------

  /** What a seat is called: the side it plays, where sides are settled during the match. */
  side(seat) {
    return this.shell.name(this.shell.plays(seat));
  }

  who(seat) {
    const { shell } = this;
    const player = shell.live?.players[seat];
    return player?.kind === "human" && player.name ? player.name : this.side(seat);
  }

  /** Several seats, given as one text. */
  names(seats) {
    return seats.split(",").map((seat) => this.who(seat)).join(", ");
  }

  /** @param {{kind: string, seat?: string | null, data?: Record<string, any>, at: number}} line */
  lineText({ kind, seat, data = {}, at }) {
    const { shell } = this;
    /** @type {Record<string, any>} */
    const params = { who: seat ? this.who(seat) : "", seat: seat ? this.side(seat) : "", ...data };
    if (data.to && typeof data.to === "string") params.to = this.who(data.to);
    if (data.by) params.by = this.who(data.by);
    if (data.what) params.what = shell.t(`house.what.${data.what}`);
    if (data.own !== undefined) params.own = data.own ? this.names(data.own) : "none";
    if (data.late) params.late = this.names(data.late);
    if (data.commitment) params.seal = data.commitment.slice(0, 16);
    if (data.ms) params.span = span(data.ms, shell.language);
    if (data.until) params.until = moment(data.until, shell.language, at);
    return shell.t(`house.line.${kind}`, params);
  }

  /** What a take-back would take back, in the words of the reader's own log. */
  takenBack(to) {
    const { live } = this.shell;
    const events = live.log.slice(live.acts?.[to] ?? live.log.length);
    return events.map((event) => this.shell.eventText(event)).find(Boolean) ?? "";
  }

  proposalText({ kind, seat, data }) {
    const { shell } = this;
    const params = { who: this.who(seat), ...data };
    if (kind === "take_back") params.what = this.takenBack(data.to);
    if (kind === "end" && data.seat) params.winner = this.side(data.seat);
    if (kind === "pause") params.span = data.minutes ? span(data.minutes * 60_000, shell.language) : moment(data.until, shell.language);
    if (kind === "open_seat") params.seat = this.side(data.seat);
    if (kind === "spectators") return shell.t(`house.asks.spectators_${data.on ? "on" : "off"}`, params);
    if (kind === "take_back" && data.fresh) return shell.t("house.asks.take_back_afresh", { ...params, what: params.what || shell.t("house.asks.some_choice") });
    const key = kind === "end" ? `end_${data.how}` : kind === "take_back" && !params.what ? "take_back_unseen" : kind;
    return shell.t(`house.asks.${key}`, params);
  }

  // -- requests --------------------------------------------------------------------------------------------------------------

  /** Seats that people hold who are not this reader. */
  isOther(seat) {
    return !this.shell.page.mine.includes(seat);
  }

  mayAnswer({ seat, answers = {} }) {
    const { shell } = this;
    return Boolean(shell.seat) && this.isOther(seat) && !answers[shell.seat] && !this.isAway(shell.seat);
  }

  isAway(seat) {
    return Boolean(this.shell.live?.players[seat]?.caretaker);
  }

  draw() {
    const { shell } = this;
    if (!shell.frame) return;
    this.node.setAttribute("aria-label", shell.t("house.label"));
    const rows = this.rows();
    const key = rows.map(({ id, text, buttons }) => [id, text, buttons.map(({ text: words }) => words)]);
    if (differs(this.requests, key, shell.language)) {
      const held = this.requests.contains(document.activeElement);
      this.requests.replaceChildren(...rows.map((row) => this.row(row)));
      if (held) this.requests.querySelector("button")?.focus();
    }
    this.node.hidden = !rows.length && !shell.clocks.told;
    this.count();
    this.offerDecision();
  }

  rows() {
    const { shell } = this;
    if (shell.live.over) return [];
    const rows = [];
    const { clocks } = shell;
    if (clocks.paused) {
      const until = clocks.told.resumes ? moment(clocks.told.resumes, shell.language) : "";
      const asked = this.proposals.some(({ kind }) => kind === "resume");
      const go = shell.seat && !asked ? [{ text: shell.t("house.resume"), press: () => this.propose("resume") }] : [];
      rows.push({ id: "paused", symbol: "hourglass", text: shell.t("house.paused", { until }), buttons: go });
    }
    if (shell.seat && this.isAway(shell.seat)) {
      rows.push({
        id: "away",
        symbol: "machine",
        text: shell.t("house.away"),
        buttons: [{ text: shell.t("house.return"), primary: true, press: () => this.errand({ t: "return" }) }],
      });
    }
    for (const seat of this.lateSeats().slice(0, 1)) {
      rows.push({
        id: `late ${seat}`,
        symbol: "hourglass",
        text: shell.t("house.late", { who: this.who(seat) }),
        buttons: [{ text: shell.t("house.decide"), primary: true, press: () => this.decide(seat) }],
      });
    }
    for (const one of this.proposals) rows.push(this.proposalRow(one));
    const standing = shell.seat ? this.standing.row() : null;
    if (standing) rows.push(standing);
    return rows;
  }

  proposalRow(one) {
    const { shell } = this;
    const buttons = [];
    if (this.mayAnswer(one)) {
      buttons.push({ text: shell.t("house.allow"), primary: true, press: () => this.errand({ t: "answer", n: one.n, yes: true }) });
      buttons.push({ text: shell.t("house.refuse"), press: () => this.errand({ t: "answer", n: one.n, yes: false }) });
    } else if (shell.seat && !this.isOther(one.seat)) {
      buttons.push({ text: shell.t("house.withdraw"), press: () => this.errand({ t: "withdraw", n: one.n }) });
    }
    return { id: `asked ${one.n}`, symbol: SYMBOLS[one.kind] ?? "help", text: this.proposalText(one), buttons, until: one.expires };
  }

  /** @param {{id: string, symbol: string, text: string, buttons: any[], until?: number}} told */
  row({ id, symbol, text, buttons, until }) {
    const shown = buttons.map(({ text: words, press, primary }) => button(`button small ${primary ? "primary" : ""}`, press, words));
    const left = until ? el("span", { class: "left", "data-until": String(until), role: "timer" }) : null;
    return el("div", { class: "request", "data-request": id }, icon(symbol), el("p", {}, text), left, el("span", { class: "buttons" }, shown));
  }

  count() {
    for (const node of this.requests.querySelectorAll("[data-until]")) {
      const left = Number(node.dataset.until) - Date.now() - (this.offset ?? 0);
      const text = left > 3_600_000 ? span(left, this.shell.language) : figures(left);
      if (node.textContent !== text) node.textContent = text;
    }
  }

  // -- asking ------------------------------------------------------------------------------------------------------------------

  /** Asks something of the house; says why where it is not done, but for reasons the caller understands. */
  async errand(body, understood = []) {
    const { shell } = this;
    const answer = await shell.connection.errand(body);
    if (answer?.t === "refused" && understood.includes(answer.reason)) return answer.reason;
    if (answer?.t === "refused") shell.say(shell.t(`house.refused.${answer.reason}`, {}, shell.t(`shell.refused.${answer.reason}`, {}, shell.t("shell.refused.other"))));
    return answer?.t === "ack";
  }

  async propose(kind, data = {}) {
    const asked = await this.errand({ t: "propose", kind, data, seq: this.shell.live.seq });
    if (asked) this.sayAsked(kind);
  }

  sayAsked(kind) {
    if (this.proposals.some((one) => one.kind === kind && !this.isOther(one.seat))) this.shell.say(this.shell.t("house.asked"));
  }

  /** My last choice; where something was rolled or shown since, only if that is really meant: what was seen stays seen. */
  async takeBack() {
    const { shell } = this;
    const answer = await this.errand({ t: "propose", kind: "take_back", data: {}, seq: shell.live.seq }, ["rolled"]);
    if (answer === "rolled") {
      const sure = await shell.dialog({
        title: shell.t("house.afresh.title"),
        body: shell.t("house.afresh.body"),
        buttons: [{ label: shell.t("shell.confirm.no"), value: false }, { label: shell.t("house.afresh.yes"), value: true, danger: true, confirm: "yes" }],
      });
      if (sure) await this.propose("take_back", { fresh: true });
    } else if (answer) this.sayAsked("take_back");
  }

  /** All that can be asked, as a dialog from the menu. */
  async open() {
    const { shell } = this;
    const { clocks, live } = shell;
    const people = shell.page.seats.filter((seat) => this.isOther(seat) && live.players[seat]?.kind === "human" && !this.isAway(seat));
    const choices = [];
    const offer = (value, symbol, danger = false) => choices.push({ value, symbol, danger });
    if (live.own !== null && live.own !== undefined) offer("take_back", "undo");
    if (clocks.told && !clocks.paused) offer("pause", "hourglass");
    if (clocks.told && people.length) offer("time", "plus");
    for (const seat of shell.page.seats) if (live.players[seat]?.caretaker && !live.players[seat].invite) offer(`open_seat ${seat}`, "person");
    if (people.length && shell.page.rated) offer("friendly", "swap");
    if (people.length) offer(shell.page.spectators ? "spectators_off" : "spectators_on", "eye");
    if (people.length) offer("end", "flag");
    offer("leave", "flag", true);
    const picked = await this.choose(shell.t("house.title"), shell.t(people.length ? "house.note" : "house.note_alone"), choices.map(({ value, symbol, danger }) => {
      const [kind, seat] = value.split(" ");
      return { value, symbol, danger, title: shell.t(`house.ask.${kind}`, { seat: seat ? this.side(seat) : "" }), note: shell.t(`house.ask.${kind}_note`) };
    }));
    if (!picked) return;
    const [kind, seat] = picked.split(" ");
    if (kind === "leave") await this.leave(people);
    else if (kind === "pause") await this.pause();
    else if (kind === "end") await this.end();
    else if (kind === "take_back") await this.takeBack();
    else if (kind.startsWith("spectators")) await this.propose("spectators", { on: kind.endsWith("on") });
    else await this.propose(kind, seat ? { seat } : {});
  }

  /** A dialog of a few large buttons, each with what it means. */
  choose(title, note, choices, kind = "house-sheet") {
    const { shell } = this;
    const pick = (value) => () => node.closest("dialog").dispatchEvent(new CustomEvent("picked", { detail: value }));
    const node = el(
      "div",
      { class: "choices" },
      choices.map(({ value, symbol, title: words, note: more, danger, primary }) =>
        button(`button ${primary ? "primary" : ""} ${danger ? "danger" : ""}`, pick(value), icon(symbol), el("span", {}, words, more ? el("small", {}, more) : null)),
      ),
    );
    const closed = openDialog({ title, body: [el("p", {}, note), node], kind, close: shell.t("shell.close") });
    const dialog = node.closest("dialog");
    for (const each of node.querySelectorAll("button")) each.dataset.house = choices[[...node.children].indexOf(each)].value;
    return new Promise((resolve) => {
      dialog.addEventListener("picked", ({ detail }) => {
        resolve(detail);
        dialog.close();
      });
      closed.then(() => resolve(null));
    });
  }

  async leave(people) {
    const { shell } = this;
    const two = shell.page.seats.length === 2;
    const names = people.map((seat) => this.who(seat));
    const params = { seat: this.side(shell.seat), names };
    const effect = two ? "house.leave.two" : people.length ? "house.leave.more" : "house.leave.alone";
    const sure = await shell.dialog({
      title: shell.t("house.ask.leave"),
      body: shell.t(effect, params),
      buttons: [{ label: shell.t("shell.confirm.no"), value: false }, { label: shell.t("house.leave.yes"), value: true, danger: true, confirm: "yes" }],
    });
    if (sure) await this.errand({ t: "leave", confirm: true });
  }

  async pause() {
    const { shell } = this;
    const minutes = shell.clocks.post ? [] : [5, 15, 60];
    const days = shell.clocks.post ? [1, 3, 7] : [];
    const picked = await this.choose(shell.t("house.ask.pause"), shell.t("house.pause_note"), [
      ...minutes.map((n) => ({ value: `m ${n}`, symbol: "hourglass", title: span(n * 60_000, shell.language) })),
      ...days.map((n) => ({ value: `d ${n}`, symbol: "hourglass", title: span(n * 86_400_000, shell.language) })),
    ]);
    const [of, n] = picked?.split(" ") ?? [];
    if (of === "m") await this.propose("pause", { minutes: Number(n) });
    if (of === "d") await this.propose("pause", { until: Math.round(Date.now() + (this.offset ?? 0)) + Number(n) * 86_400_000 });
  }

  async end() {
    const { shell } = this;
    const bots = Object.values(shell.live.players).some((player) => player.kind === "bot" || player.caretaker);
    const ends = bots ? [] : [{ value: "draw", symbol: "swap" }, ...shell.page.seats.map((seat) => ({ value: `win ${seat}`, symbol: "flag" }))];
    const picked = await this.choose(shell.t("house.ask.end"), shell.t("house.end_note"), [...ends, { value: "off", symbol: "cross", danger: true }].map((each) => {
      const [how, seat] = each.value.split(" ");
      return { ...each, title: shell.t(`house.end.${how}`, { seat: seat ? this.side(seat) : "" }), note: shell.t(`house.end.${how}_note`) };
    }));
    const [how, seat] = picked?.split(" ") ?? [];
    if (how) await this.propose("end", seat ? { how, seat } : { how });
  }

  // -- out of time -------------------------------------------------------------------------------------------------------------

  /** Seats of others that are out of time, and about whom this reader may decide. */
  lateSeats() {
    const { shell } = this;
    const { told } = shell.clocks;
    if (!told || !shell.seat || this.isAway(shell.seat) || shell.live?.over) return [];
    return Object.keys(told.seats).filter((seat) => told.seats[seat].flag !== null && this.isOther(seat) && !this.isAway(seat));
  }

  /** The sheet opens by itself once for each flag. */
  offerDecision() {
    const seat = this.lateSeats().find((late) => !this.decided.has(`${late} ${this.shell.clocks.told.seats[late].flag}`));
    if (seat && !document.querySelector("dialog[open]")) this.decide(seat);
  }

  async decide(seat) {
    const { shell } = this;
    const { told } = shell.clocks;
    this.decided.add(`${seat} ${told.seats[seat].flag}`);
    const who = this.who(seat);
    const gift = span(shell.clocks.post ? 86_400_000 : 300_000, shell.language);
    const two = shell.page.seats.length === 2;
    const claims = two && told.at_flag === "claim";
    const by = told.at_flag === "none" ? "none" : claims ? "claim" : "caretaker";
    const choices = [
      claims ? { value: "win", symbol: "flag", primary: true, title: shell.t("house.claim.win"), note: shell.t("house.claim.win_note", { who }) } : null,
      { value: "bot", symbol: "machine", primary: !claims, title: shell.t("house.claim.bot"), note: shell.t("house.claim.bot_note", { who }) },
      { value: "time", symbol: "clock", title: shell.t("house.claim.time", { span: gift }), note: shell.t("house.claim.time_note") },
      { value: "off", symbol: "cross", danger: true, title: shell.t("house.claim.off"), note: shell.t("house.claim.off_note") },
    ].filter(Boolean);
    const seq = shell.live.seq;
    const picked = await this.choose(shell.t("house.claim.title", { who }), shell.t(`house.claim.by.${by}`, { who, seat: this.side(seat) }), choices);
    if (picked === "off") await this.propose("end", { how: "off" });
    else if (picked) await this.errand({ t: "claim", seq, seat, how: picked });
  }
}
