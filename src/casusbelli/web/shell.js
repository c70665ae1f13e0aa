// The match page. The server renders
//
//   <html lang="it" data-theme="night">                     data-theme absent: as the system
//   <link rel="stylesheet"> tokens.css, base.css, shell.css  from /static/
//   <body><main id="match"
//     data-match="k3…"                  the match's id in addresses
//     data-game="fog_of_war"            /boards/{game}/board.js and /texts/{game}/{lang}.json
//     data-seat="allied"                this page's viewpoint; empty for a spectator
//     data-seats='["allied","axis"]'    all seats of the scenario, in order
//     data-mine='["allied"]'            the seats this guest holds: more than one is a shared device
//     data-verbs='{"play":["card"]}'    the game's verbs: names of a choice's ids
//     data-lang="it">                   language to begin with
//   <script type="module" src="/static/shell.js">
//
// and whatever it puts into <main> for readers without script is replaced. docs/protocol.md has the rest.

import "./chips.js";
import { openCurtain, openDialog, Toasts } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { factionOf } from "./factions.js";
import { listen } from "./keys.js";
import { Log } from "./log.js";
import { Marks } from "./marks.js";
import { check, openKeys, openRule, TopBar } from "./menu.js";
import { attempts, Picker, sameChoice } from "./picker.js";
import { Players } from "./players.js";
import { Prompt } from "./prompt.js";
import { Replay, Since } from "./replay.js";
import { onSystemTheme, rememberLanguage, stored, theme, useTheme } from "./settings.js";
import { Connection } from "./socket.js";
import { layout, Tabs } from "./tabs.js";
import { commandLine, TextBoard } from "./textboard.js";
import { loadTexts } from "./texts.js";

/** A page that was asleep for so long does not trust its line any more. */
const LONG_SLEEP = 30_000;

function readPage(main) {
  const { match, game, seat, seats, mine, verbs, lang } = main.dataset;
  return { match, game, seat: seat || null, seats: JSON.parse(seats), mine: JSON.parse(mine), verbs: JSON.parse(verbs), lang };
}

/** What a board may use is listed in docs/protocol.md; the rest is for the parts of the shell. */
class Shell {
  constructor(main) {
    this.page = readPage(main);
    this.seat = this.page.seat;
    this.language = this.page.lang;
    this.frame = null;
    this.live = null;
    this.played = [];
    this.undone = [];
    this.submitted = null;
    this.panels = new Map();
    this.picker = new Picker({ changed: () => this.draw(), choose: (choice) => this.choose(choice) });
    this.main = main;
    this.host = el("div", { class: "board-host", role: "group", tabindex: "-1" });
    this.side = el("aside", { class: "side" });
    this.voice = el("div", { class: "visually-hidden", "aria-live": "polite" });
    this.top = new TopBar(this);
    this.prompt = new Prompt(this);
    this.players = new Players(this);
    this.log = new Log(this);
    this.since = new Since(this);
    this.replay = new Replay(this);
    this.textBoard = new TextBoard(this);
    this.tabs = new Tabs(this);
  }

  async start() {
    useTheme();
    const [texts, module] = await Promise.all([loadTexts(this.page.game, this.language, this.page.verbs), import(`/boards/${this.page.game}/board.js`)]);
    this.texts = texts;
    this.factions = module.factions ?? {};
    this.headings = new Set(module.headings ?? []);
    await Promise.all((module.styles ?? []).map((name) => loadStyle(`/boards/${this.page.game}/${name}`)));
    this.build();
    this.board = new module.default(this.host, this);
    this.connect();
    this.listen();
  }

  build() {
    document.body.classList.add("table");
    this.main.replaceChildren(this.host, this.textBoard.node, this.since.node, this.replay.node);
    this.side.append(this.players.node, this.log.node);
    this.main.before(this.top.node, this.prompt.node, this.tabs.node);
    this.main.after(this.side, this.voice);
    this.toasts = new Toasts();
    this.marks = new Marks(document.body, {
      press: (value) => this.pick(value),
      refuse: (value, kind) => this.explain(value, kind),
      name: (value) => this.describe(value),
    });
  }

  // -- the line ------------------------------------------------------------------------------------------------------

  connect() {
    const address = new URL(`/m/${this.page.match}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.seat) address.searchParams.set("seat", this.seat);
    this.connection = new Connection(address.href, {
      frame: (frame, previous) => this.receive(frame, previous),
      ack: (message) => this.acknowledged(message),
      refused: (answer, message) => this.refused(answer, message),
      status: (state) => this.lineChanged(state),
      chat: (line) => this.log.hear(line),
      players: () => this.frame && this.drawPlayers(),
    });
  }

  lineChanged(state) {
    this.top.drawLine();
    if (this.frame && state !== "open") this.announce(this.t(`shell.line.${state}`));
  }

  receive(frame, previous) {
    const first = this.live === null;
    this.live = frame;
    if (this.submitted !== null && frame.seq === this.submitted + 1) {
      this.since.mark(frame.log.length);
      this.submitted = null;
    }
    if (this.replaying) this.replay.draw();
    else this.show(frame, previous);
    if (first) this.textBoard.restore();
    if (previous === null) this.since.greet();
    if (frame.over) this.ended(previous);
    else this.turnTaken(previous);
    this.offerHandOver();
  }

  /** Draws a frame: the present one, or an earlier one in the replay. */
  show(frame, previous) {
    const news = previous ? frame.events.list.map((event) => this.eventText(event)).filter(Boolean) : [];
    if (JSON.stringify(frame.ask) !== JSON.stringify(this.frame?.ask) || frame.seat !== this.frame?.seat) this.picker.ask(frame.ask?.options ?? []);
    this.frame = frame;
    if (frame.events.list.length) this.touched = valuesOf(frame.events.list);
    this.board.update(frame, previous);
    const before = this.prompt.sentence.textContent;
    this.draw();
    const sentence = this.prompt.sentence.textContent;
    this.announce([...news.slice(-3), sentence === before && !news.length ? "" : sentence].join(" "));
  }

  /** Draws everything that is not the board. */
  draw() {
    const held = document.activeElement?.dataset?.pick;
    this.host.setAttribute("aria-label", this.t("shell.board.label", { game: this.t("game.title") }));
    this.side.setAttribute("aria-label", this.t("shell.side.label"));
    this.top.draw();
    this.prompt.draw();
    this.drawPlayers();
    this.log.draw();
    this.since.draw();
    this.replay.draw();
    this.tabs.draw();
    this.textBoard.draw();
    this.applyMarks();
    if (held && document.activeElement === document.body) this.regainFocus(held);
  }

  drawPlayers() {
    this.players.draw();
  }

  /** The focused piece was redrawn: to its successor, else to the first legal one. */
  regainFocus(pick) {
    const same = this.host.querySelector(`[data-pick="${CSS.escape(pick)}"]`);
    const goal = same ?? this.marks.legal()[0];
    if (goal) this.marks.focus(goal);
  }

  applyMarks() {
    const legal = this.canAct ? this.picker.legal() : new Set();
    this.marks.apply({ legal, picked: new Set(this.picked), last: this.pointed ?? this.touched ?? new Set() });
  }

  /** Marks what an event touched; null: what the last ones touched. */
  highlight(event) {
    this.pointed = event && new Set(valuesOf([event]));
    this.applyMarks();
  }

  refresh() {
    this.applyMarks();
  }

  // -- choosing ------------------------------------------------------------------------------------------------------

  get replaying() {
    return this.replay.n !== null;
  }

  get viewpoint() {
    return this.replaying ? this.frame.seat : this.seat;
  }

  get sending() {
    return Boolean(this.connection.pending);
  }

  get canAct() {
    return Boolean(this.frame?.ask) && !this.replaying && !this.sending;
  }

  get picked() {
    return this.picker.picked;
  }

  candidates() {
    return this.picker.candidates();
  }

  pick(value) {
    return this.canAct && this.picker.pick(value);
  }

  unpick() {
    return this.canAct && this.picker.unpick();
  }

  /** Sends a choice, after a question where the game wants one. */
  async choose(choice) {
    if (!this.canAct) return false;
    const { seq } = this.frame;
    const option = this.frame.ask.options.find((each) => sameChoice(each, choice));
    if (!option) {
      this.tellWhy([choice]);
      return false;
    }
    if (this.isGrave(option[0]) && !(await this.confirm(option))) {
      this.unpick();
      return false;
    }
    if (!this.canAct || this.frame.seq !== seq) return false;
    this.submit({ t: "act", choice: option }, { decision: this.frame.ask.decision, choice: option });
    return true;
  }

  submit(message, step) {
    if (!this.connection.submit(message)) return;
    this.step = step;
    this.submitted = this.frame.seq;
    this.draw();
  }

  isGrave(verb) {
    return this.texts.has(`choice.confirm.${verb}`);
  }

  async confirm(choice) {
    const label = this.choiceText(choice);
    const answer = await openDialog({
      title: label,
      body: this.t(`choice.confirm.${choice[0]}`, this.texts.choiceParams(choice)),
      buttons: [{ label: this.t("shell.confirm.no"), value: false }, { label, value: true, danger: true }],
      close: this.t("shell.close"),
    });
    return answer === true;
  }

  acknowledged(message) {
    if (message.t === "undo") {
      const step = this.played.pop();
      if (step) this.undone.push(step);
    } else {
      const again = this.undone.at(-1);
      if (again && sameChoice(again.choice, message.choice)) this.undone.pop();
      else this.undone = [];
      this.played.push(this.step);
    }
    this.draw();
  }

  refused(answer, message) {
    if (message) {
      this.submitted = null;
      this.picker.ask(this.frame.ask?.options ?? []);
    }
    const { refusal } = answer;
    const text = refusal ? this.t(`refusal.${refusal.key}`, refusal.params) : this.t(`shell.refused.${answer.reason}`, {}, this.t("shell.refused.other"));
    this.say(text, { rule: refusal?.rule, plain: false });
    this.draw();
  }

  undo() {
    if (!this.live?.undo || this.replaying || this.sending) return false;
    this.submit({ t: "undo" }, null);
    return true;
  }

  /** The choice that Shift-U would play again, or undefined. */
  get redoable() {
    const step = this.undone.at(-1);
    const { ask } = this.frame ?? {};
    return step && ask?.decision === step.decision && ask.options.some((each) => sameChoice(each, step.choice)) ? step.choice : undefined;
  }

  redo() {
    const choice = this.redoable;
    if (choice) this.choose(choice);
    return Boolean(choice);
  }

  why(choice) {
    return this.connection.why(choice);
  }

  preview(choice) {
    return this.connection.preview(choice);
  }

  /** Somebody touched what cannot be chosen. */
  explain(value, kind) {
    if (this.canAct) this.tellWhy(attempts(this.frame.ask.options, this.picked, value, kind, this.page.verbs));
  }

  async tellWhy(choices) {
    const answers = await Promise.all(choices.map((choice) => this.why(choice)));
    const refusal = answers.find(Boolean);
    if (refusal) this.say(this.t(`refusal.${refusal.key}`, refusal.params), { rule: refusal.rule, plain: false });
    else this.say(this.t("shell.refused.not_now"), { rule: this.frame.ask?.rule });
  }

  // -- a shared device -----------------------------------------------------------------------------------------------

  /** Another seat of this device is asked: pass it on. */
  offerHandOver() {
    const { live } = this;
    if (this.replaying || live.ask || live.over || this.sending) return;
    const next = live.waiting.map(({ seat }) => seat).find((seat) => this.page.mine.includes(seat));
    if (next && next !== this.seat) this.handOver(next);
  }

  async handOver(seat) {
    if (this.curtain) return;
    if (stored("curtain", true)) {
      this.curtain = true;
      const takes = await this.drawCurtain(seat);
      this.curtain = false;
      if (!takes) {
        this.undo();
        return;
      }
    }
    this.sit(seat);
  }

  drawCurtain(seat) {
    const go = el("button", { type: "button", class: "button primary" }, this.t("shell.curtain.go", { seat: this.name(seat) }));
    this.paint(go, seat);
    const buttons = [{ node: go, value: true }];
    if (this.live.undo) buttons.push({ node: el("button", { type: "button", class: "button" }, icon("undo"), this.t("shell.curtain.undo")), value: false });
    return openCurtain({
      token: el("faction-token", { faction: this.faction(seat) }),
      title: this.t("shell.curtain.title", { seat: this.name(seat) }),
      note: this.t("shell.curtain.note"),
      buttons,
      extra: check(this, "curtain", true, "shell.menu.curtain", () => undefined),
    });
  }

  /** Takes another seat of this device. */
  sit(seat) {
    this.connection.close();
    this.seat = seat;
    this.live = this.frame = null;
    this.played = [];
    this.undone = [];
    this.touched = this.pointed = null;
    this.replay.frames.clear();
    history.replaceState(null, "", `?seat=${encodeURIComponent(seat)}`);
    this.connect();
  }

  // -- turn and end --------------------------------------------------------------------------------------------------

  turnTaken(previous) {
    if (previous && !previous.ask && this.live.ask) this.sound();
  }

  /** One soft tone, for those who want it. */
  sound() {
    if (!stored("sound", false)) return;
    this.audio ??= new AudioContext();
    const [tone, volume, now] = [this.audio.createOscillator(), this.audio.createGain(), this.audio.currentTime];
    tone.frequency.value = 528;
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
    tone.connect(volume).connect(this.audio.destination);
    tone.start(now);
    tone.stop(now + 0.5);
  }

  ended(previous) {
    this.replay.open();
    if (previous && !previous.over) this.showResult();
  }

  resultSentence({ winners, ending }) {
    const how = this.t(`ending.${ending}`, {}, "");
    return [this.t("shell.over.won", { count: winners.length, names: winners.map((seat) => this.name(seat)) }), how].filter(Boolean).join(" ");
  }

  showResult() {
    const { over } = this.live;
    const rows = Object.entries(over.scores).sort(([, one], [, other]) => other - one);
    const scores = el(
      "table",
      { class: "data" },
      el("thead", {}, el("tr", {}, el("th", {}, this.t("shell.players.title")), el("th", {}, this.t("shell.over.score")))),
      el("tbody", {}, rows.map(([seat, score]) => el("tr", {}, el("th", { scope: "row" }, this.name(seat)), el("td", {}, String(score))))),
    );
    const tokens = over.winners.map((seat) => el("faction-token", { faction: this.faction(seat), label: this.name(seat) }));
    return openDialog({
      title: this.t("shell.over.title"),
      kind: "result",
      body: [
        el("p", { class: "winner" }, tokens, this.resultSentence(over)),
        rows.length ? scores : null,
        el("p", { class: "hint" }, this.t("shell.over.replay")),
        el("p", {}, el("a", { href: this.journalAddress() }, this.t("shell.menu.journal"))),
      ],
      buttons: [{ label: this.t("shell.close"), value: null, primary: true }],
      close: this.t("shell.close"),
    });
  }

  journalAddress() {
    return `/m/${this.page.match}/journal`;
  }

  // -- words ---------------------------------------------------------------------------------------------------------

  t(key, params, otherwise) {
    return this.texts.say(key, params, otherwise);
  }

  name(id) {
    return this.texts.name(id);
  }

  describe(value) {
    return this.board.describe?.(value) ?? (this.frame?.ask?.options.some(([verb]) => String(verb) === value) ? this.texts.verb(this.frame.ask.decision, value) : this.name(value));
  }

  choiceText(choice) {
    return this.texts.choice(this.frame.ask?.decision, choice);
  }

  eventText(event) {
    return this.t(`event.${event.kind}`, event.params);
  }

  faction(seat) {
    return factionOf(seat, this.page.seats, this.factions);
  }

  /** Gives an element the colours of a seat's faction, or none. */
  paint(node, seat) {
    if (seat && this.page.seats.includes(seat)) node.dataset.faction = this.faction(seat);
    else delete node.dataset.faction;
  }

  setRule(chip, number) {
    chip.setAttribute("label", number ? this.t("shell.rules.number", { number }) : "");
    chip.setAttribute("number", number ?? "");
  }

  ruleChip(number) {
    if (!number) return null;
    const chip = el("rule-chip");
    this.setRule(chip, number);
    return chip;
  }

  rule(number) {
    return openRule(this, number);
  }

  dialog({ title, body, buttons, kind }) {
    return openDialog({ title, body, buttons, kind, close: this.t("shell.close") });
  }

  /** Tells a screen reader one thing. */
  announce(text) {
    if (text.trim()) this.voice.textContent = text;
  }

  /** Shows a few passing words, and says them. */
  say(text, { rule, plain = true } = {}) {
    this.toasts.show(text, { rule: this.ruleChip(rule), plain, close: this.t("shell.close") });
    this.announce(text);
  }

  /** A panel of the board's own in the right column: made once, filled by the board. */
  panel(id, title) {
    if (!this.panels.has(id)) {
      const node = el("section", { class: "panel", "data-panel": id, tabindex: "-1" }, el("h2"), el("div"));
      this.log.node.before(node);
      this.panels.set(id, node);
    }
    const node = this.panels.get(id);
    node.dataset.label = title;
    node.setAttribute("aria-label", title);
    node.firstChild.textContent = title;
    return node.lastChild;
  }

  // -- taste ---------------------------------------------------------------------------------------------------------

  get theme() {
    return theme();
  }

  get layout() {
    return layout();
  }

  get compact() {
    return layout() === "phone";
  }

  get letters() {
    return stored("keys", true);
  }

  switchTheme(name = this.theme === "night" ? "paper" : "night") {
    useTheme(name);
    this.changed();
  }

  async setLanguage(language) {
    this.texts = await loadTexts(this.page.game, language, this.page.verbs);
    this.language = language;
    rememberLanguage(language);
    this.prompt.drawn = "";
    this.changed();
  }

  /** Language, theme or layout differ: everything is drawn anew. */
  changed() {
    if (!this.frame) return;
    this.board.update(this.frame, null);
    this.draw();
  }

  // -- keys and the rest of the page ---------------------------------------------------------------------------------

  listen() {
    document.addEventListener("rule", (event) => this.rule(event.detail));
    onSystemTheme(() => this.switchTheme(undefined));
    listen(
      {
        back: () => this.back(),
        button: (n) => this.prompt.press(Number(n)),
        undo: () => this.undo(),
        redo: () => this.redo(),
        earlier: () => this.replay.step(-1),
        later: () => this.replay.step(1),
        command: () => this.command(),
        textboard: () => this.openTextBoard(),
        help: () => this.help(),
        next: () => this.marks.next(),
        region: (key) => this.tabs.goTo(key),
      },
      () => this.letters && this.frame !== null,
    );
    addEventListener("online", () => this.connection.state !== "open" && this.connection.reconnect());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.hiddenAt = Date.now();
      else if (Date.now() - this.hiddenAt > LONG_SLEEP) this.connection.reconnect();
    });
  }

  /** Escape: one step back, from the innermost. */
  back() {
    if (this.unpick() || this.tabs.close()) return true;
    if (this.replaying) {
      this.replay.stop();
      return true;
    }
    return false;
  }

  command() {
    if (this.canAct) commandLine(this);
    return this.canAct;
  }

  openTextBoard() {
    this.textBoard.show(this.textBoard.node.hidden);
    return true;
  }

  /** The question mark: why, for what is focused and not legal; else the rule of the question; else the keys. */
  help() {
    const focused = document.activeElement?.closest("[data-pick]");
    const rule = this.frame.ask?.rule;
    if (focused && !focused.classList.contains("legal") && this.canAct) this.explain(focused.dataset.pick.split(/\s+/)[0], focused.dataset.kind);
    else if (rule) this.rule(rule);
    else openKeys(this);
    return true;
  }

  /** The keys of the board's parts, for the help. */
  tabKeys() {
    return this.tabs.parts().filter(({ key }) => key).map(({ key, label }) => [[key.toUpperCase()], label]);
  }
}

/** The ids that events mention, at any depth. Numbers are amounts, not ids. */
function valuesOf(events) {
  const found = new Set();
  const walk = (value) => {
    if (typeof value === "string") found.add(value);
    else if (value !== null && typeof value === "object") Object.values(value).forEach(walk);
  };
  for (const event of events) walk(event.params);
  return found;
}

function loadStyle(address) {
  return new Promise((resolve, reject) => {
    const link = el("link", { rel: "stylesheet", href: address, onload: resolve, onerror: () => reject(new Error(`cannot load ${address}`)) });
    document.head.append(link);
  });
}

const main = document.getElementById("match");
if (main) await new Shell(main).start();
