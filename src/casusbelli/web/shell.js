// The match page. The server renders
//
//   <html lang="it" data-theme="night">                     data-theme absent: as the system
//   <link rel="stylesheet"> tokens.css, base.css, shell.css, side.css, overlays.css, marks.css, narrow.css, stage.css  from /static/
//   <body><main id="match"
//     data-match="k3…"                  the match's id in addresses
//     data-game="fog_of_war"            /boards/{game}/board.js and /texts/{game}/{lang}.json
//     data-seat="allied"                this page's viewpoint; empty for a spectator
//     data-seats='["allied","axis"]'    all seats of the scenario, in order
//     data-mine='["allied"]'            the seats this guest holds: more than one is a shared device
//     data-book="written"             the game has a rulebook; empty: summaries only
//     data-verbs='{"play":["card"]}'    the game's verbs: names of a choice's ids
//     data-lang="it">                   language to begin with
//   <script type="module" src="/static/shell.js">
//
// and whatever it puts into <main> for readers without script is replaced. docs/protocol.md has the rest.

import "./chips.js";
import { Clocks } from "./clock.js";
import { Choosing } from "./choosing.js";
import { openCommandLine } from "./command.js";
import { Device } from "./device.js";
import { openDialog, Toasts } from "./dialogs.js";
import { boardFile, el, together } from "./dom.js";
import { lineAddress } from "./early.js";
import { chime, openResult } from "./ending.js";
import { factionOf } from "./factions.js";
import { QuestionHelp } from "./help.js";
import { House } from "./house.js";
import { Inspector } from "./inspector.js";
import { listen } from "./keys.js";
import { openLegend } from "./legend.js";
import { Log } from "./log.js";
import { Marks } from "./marks.js";
import { openKeys, openRule, TopBar } from "./menu.js";
import { Players } from "./players.js";
import { Prompt } from "./prompt.js";
import { Since } from "./recap.js";
import { Replay } from "./replay.js";
import { Rulebook } from "./rulebook.js";
import { onSystemTheme, rememberLanguage, stored, theme, useTextSize, useTheme } from "./settings.js";
import { tellPresence } from "./presence.js";
import { tellSeen } from "./seen.js";
import { Connection } from "./socket.js";
import { Panels } from "./panels.js";
import { beatFrames } from "./beats.js";
import { Stage } from "./stage.js";
import { layout, Tabs } from "./tabs.js";
import { Talk } from "./talk.js";
import { TextBoard } from "./textboard.js";
import { idsIn, lastTouched, ofOthers } from "./touched.js";
import { loadTexts } from "./texts.js";
import { Summaries } from "./summary.js";
import { Ticker } from "./ticker.js";
import { Tray } from "./tray.js";

/** The parameters of an event that name who did it, the likeliest first. */
const ACTORS = ["seat", "by", "active", "side", "power", "faction"];

/** A page that was asleep for so long does not trust its line any more. */
const LONG_SLEEP = 30_000;

function readPage(main) {
  const { match, game, book, seat, seats, mine, verbs, lang, study, address, back, aids, analysis, rated, spectators } = main.dataset;
  const lists = { seats: JSON.parse(seats), mine: JSON.parse(mine), verbs: JSON.parse(verbs) };
  return { match, game, book, seat: seat || null, ...lists, lang, study: study ?? null, address: address ?? `/m/${match}`, back: back ?? "/", aids: aids !== "off", analysis: analysis === "open", rated: rated === "on", spectators: spectators === "on" };
}

/** What a board may use is listed in docs/protocol.md; the rest is for the parts of the shell. */
export class Shell {
  constructor(main) {
    this.page = readPage(main);
    this.seat = this.page.seat;
    this.language = this.page.lang;
    this.frame = null;
    this.live = null;
    this.choosing = new Choosing(this);
    this.device = new Device(this);
    this.main = main;
    this.host = el("div", { class: "board-host", role: "group", tabindex: "-1", "aria-busy": "true" });
    this.side = el("aside", { class: "side" });
    this.voice = el("div", { class: "visually-hidden", "aria-live": "polite" });
    this.clocks = new Clocks(this);
    this.house = new House(this);
    this.book = new Rulebook(this);
    this.questionHelp = new QuestionHelp(this);
    this.top = new TopBar(this);
    this.tray = new Tray(this);
    this.prompt = new Prompt(this);
    this.panels = new Panels(this);
    this.players = new Players(this);
    this.talk = new Talk(this);
    this.log = new Log(this);
    this.since = new Since(this);
    this.replay = new Replay(this);
    this.textBoard = new TextBoard(this);
    this.stage = new Stage(this);
    this.tabs = new Tabs(this);
    this.ticker = new Ticker(this);
    this.inspector = new Inspector(this);
    this.chapters = new Summaries(this);
  }

  async start() {
    useTheme();
    useTextSize();
    const { game, verbs } = this.page;
    this.connect({ held: true });
    const words = Promise.all([loadTexts(game, this.language, verbs), this.book.speak(this.language)]);
    const [[texts], module] = await Promise.all([words, import(boardFile(game, "board.js"))]);
    this.texts = texts;
    this.factions = module.factions ?? {};
    this.headings = new Set(module.headings ?? []);
    this.phases = new Set(module.phases ?? []);
    this.landmarks = new Set(module.LANDMARKS ?? []);
    this.exits = module.exits ?? [];
    this.quiet = new Set(module.QUIET ?? []);
    this.summaries = new Set(module.summaries ?? []);
    this.filters = Object.fromEntries(Object.entries(module.FILTERS ?? {}).map(([name, kinds]) => [name, new Set(kinds)]));
    await Promise.all(together(module.styles ?? []).map((name) => loadStyle(boardFile(game, name))));
    this.build();
    await this.startStudy();
    this.board = new module.default(this.host, this);
    void Promise.resolve(this.board.ready).finally(() => this.opened());
    this.listen();
    this.connection.release();
  }

  /** The board has what it draws with: a frame that came before is drawn now, and what is lit is known. */
  opened() {
    this.host.removeAttribute("aria-busy");
    this.log.forget(); // whose doing a line is, and what belongs to it, the board may not have known
    this.changed();
  }

  build() {
    document.body.classList.add("table");
    this.main.replaceChildren(this.host, this.textBoard.node, this.since.node, this.replay.node);
    this.side.append(this.players.node, this.log.node);
    this.main.before(this.top.node, this.house.node, this.prompt.node);
    this.main.after(this.side, this.ticker.node, this.tabs.node, this.voice);
    this.toasts = new Toasts(this.main, this.side);
    this.marks = new Marks(document.body, {
      press: (value) => this.pick(value),
      refuse: (value, kind) => this.choosing.explain(value, kind),
      name: (value) => this.describe(value),
      point: (values) => {
        this.tray.answer(values);
        void this.choosing.warnings.point(values.size ? (option) => option.some((value) => values.has(String(value))) : null);
      },
      changed: () => this.frame && this.prompt.draw(),
      lost: () => this.findFocus(),
    });
    this.marks.watch(this.host);
    this.inspector.listen(document.body);
  }

  /** A lesson has a coach; any private table has no past to look back at, no news and no chat. */
  async startStudy() {
    const { study } = this.page;
    document.body.classList.toggle("study", study !== null);
    if (study === "lesson") this.coach = new (await import("./coach.js")).Coach(this);
    if (study === "sandbox") this.thinking = new (await import("./sandbox.js")).Thinking(this);
  }

  async startAnalysis() {
    this.analysis = new (await import("./analysis.js")).Analysis(this);
    await this.analysis.start();
  }

  // -- the line ------------------------------------------------------------------------------------------------------

  /** @param {{held?: boolean}} [world] held: nothing is heard before the line is released */
  connect(world) {
    const { address, study } = this.page;
    this.connection = new Connection(lineAddress({ address, study, seat: this.seat, language: this.language }), {
      frame: (frame, previous) => this.receive(frame, previous),
      ack: (message) => this.choosing.acknowledged(message),
      refused: (answer, message) => this.choosing.refused(answer, message),
      status: (state) => this.lineChanged(state),
      chat: (line) => this.log.hear(line),
      players: () => this.playersChanged(),
      house: (message) => this.hearHouse(message),
      mentor: (message) => this.prompt.mentor.hear(message),
    }, world);
    if (this.seat && !this.page.study) {
      tellPresence(this.connection);
      const { connection } = this;
      tellSeen(connection, () => (connection === this.connection ? this.since.seen() : null)); // not once the device was handed on
    }
  }

  playersChanged() {
    if (!this.frame) return;
    this.players.draw();
    this.house.draw();
  }

  /** The house tells clocks, its lines for the log, or what is proposed. */
  hearHouse(message) {
    if (message.t === "delay") return this.say(this.t("watch.delay", { minutes: Math.round(message.seconds / 60) }));
    if (message.t === "clock") this.clocks.hear(message);
    else if (message.t === "house") this.house.hear(message);
    else if (message.t === "standing") this.house.standing.hear(message);
    else this.house.proposed(message);
    document.body.classList.toggle("paused", this.clocks.paused && this.clocks.told.pace.kind === "live");
    if (this.frame) this.playersChanged();
  }

  lineChanged(state) {
    this.top.drawLine();
    if (this.frame && state !== "open") this.announce(this.t(`shell.line.${state}`));
  }

  receive(frame, previous) {
    if (this.page.study && frame.seat !== this.seat) {
      this.seat = frame.seat; // in a sandbox one looks through whoever is asked
      previous = null;
    }
    const first = this.live === null;
    const known = this.live?.log.length ?? null;
    this.live = frame;
    this.arrivedAt = performance.now();
    if (!frame.ask) this.hasWaited = true;
    const own = this.choosing.arrived(frame);
    if (own) this.since.stop();
    if (previous === null || frame.events.from < previous.log.length) this.stage.clear();
    if (this.replaying) {
      this.replay.draw();
      this.settle();
    } else if (this.stage.takes(frame, previous)) {
      this.stage.perform(beatFrames(frame), { previous, own, final: () => this.live, done: () => this.settle(), stops: this.page.study ? "never" : "scenes" });
    } else if (this.stage.active) {
      this.prompt.draw();
    } else {
      this.show(frame, previous);
      this.settle();
    }
    if (previous === null) this.prompt.mentor.greet();
    if (first) this.textBoard.restore();
    if (this.live !== frame) return; // the device has been handed to another seat: its own first frame is on the way
    if (previous === null && !this.page.study) this.since.greet(known);
    if (first && !this.page.study) this.replay.arrive();
    if (first && this.page.analysis) this.startAnalysis();
  }

  /** The present is shown: what follows from it. */
  settle() {
    const { live, settled } = this;
    this.settled = live;
    this.choosing.sendAgain();
    if (live.over && !this.page.study) this.replay.open();
    if (settled && live.over && !settled.over && settled.seat === live.seat) this.showResult();
    if (settled && live.ask && this.hasWaited) chime();
    this.hasWaited = !live.ask;
    if (this.coach) {
      this.coach.draw();
      this.announce(this.coach.voice());
    }
    if (!this.page.study) this.device.offer();
    this.chapters.tell(live.log);
  }

  /**
   * Draws a frame: the present one, an earlier one in the replay, or a beat of the stage. `from` is the number of the first
   * event that is news to the reader, where the stage has told others before.
   */
  show(frame, previous, from) {
    const events = from === undefined ? frame.events : { from, list: frame.log.slice(from) };
    const news = previous && !frame.staged ? events.list.map((event) => this.eventText(event)).filter(Boolean) : [];
    if (!this.frame || this.question(frame) !== this.question(this.frame)) {
      this.choosing.picker.ask(frame.ask?.options ?? []);
      if (this.inspector.sheet) this.inspector.close(); // on a small screen it would lie over the new question
    }
    this.frame = frame;
    this.board.update(from === undefined ? frame : { ...frame, events }, previous);
    this.touch(frame, previous);
    const before = this.prompt.sentence.textContent;
    this.draw();
    if (frame.staged) return; // the stage says it when the dice lie
    const sentence = this.prompt.sentence.textContent;
    const lesson = this.coach?.voice() || "";
    this.announce([...news.slice(-3), lesson || (sentence === before && !news.length ? "" : sentence)].join(" "));
  }

  /** Remembers what is marked as touched last: in the present since one's own last choice, in a beat or the replay by that moment. */
  touch(frame, previous) {
    const since = frame === this.live ? frame.log.slice(this.since.news().from) : [];
    const first = previous === null && frame === this.live; // it brings the whole log
    const told = since.length || first ? ofOthers(since, (event) => this.seatOf(this.actorOf(event)), this.seat) : frame.events.list;
    if (told.length || this.replaying) this.touched = lastTouched(told, (events) => this.piecesOf(events), this.marks.pieces()); // looking back, what comes later has touched nothing yet
  }

  /** What a frame asks, to be compared. */
  question({ seat, ask }) {
    return JSON.stringify([seat, ask]);
  }

  /** Draws everything that is not the board. */
  draw() {
    if (!this.frame) return;
    this.host.setAttribute("aria-label", this.t("shell.board.label", { game: this.t("game.title") }));
    this.side.setAttribute("aria-label", this.t("shell.side.label"));
    this.top.draw();
    this.applyMarks();
    this.tabs.follow();
    this.tabs.apply();
    this.prompt.draw();
    this.questionHelp.draw();
    this.clocks.draw();
    this.players.draw();
    this.house.draw();
    this.log.draw();
    this.since.draw();
    this.replay.draw();
    this.textBoard.draw();
    this.applyMarks();
    this.tabs.draw();
    this.ticker.draw();
    this.panels.draw();
    this.choosing.warnings.look();
    this.coach?.draw();
    this.thinking?.draw();
    this.analysis?.draw();
    this.marks.regain();
  }

  /** The focused piece is gone: to the first one that may be chosen, or to the words above, from where Tab leads to the answers. */
  findFocus() {
    const [first] = this.canAct ? this.marks.legal() : [];
    if (first) this.marks.focus(first);
    else this.prompt.sentence.focus({ preventScroll: true });
  }

  applyMarks() {
    const legal = this.canAct ? this.choosing.picker.legal() : new Set();
    const last = this.pointed ?? this.touched ?? new Set();
    const advised = this.canAct ? this.prompt.advice.values() : new Set();
    const warned = this.canAct ? this.choosing.warnings.values() : new Set();
    this.marks.apply({ legal, picked: new Set(this.picked), last, advised, warned, refused: this.choosing.refusedValues });
  }

  /** Marks what an event touched; null: what the last ones touched. */
  highlight(event) {
    this.pointed = event && this.piecesOf([event]);
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
    return this.connection.busy;
  }

  get canAct() {
    return Boolean(this.frame?.ask) && !this.replaying && !this.sending;
  }

  get picked() {
    return this.choosing.picker.picked;
  }

  /** Whether the board could draw: before that nobody knows what it offers. */
  get drawn() {
    return !this.host.hasAttribute("aria-busy");
  }

  /** The values that a lit piece of the board stands for. */
  litValues() {
    return this.marks.lit();
  }

  candidates() {
    return this.choosing.picker.candidates();
  }

  pick(value) {
    return this.canAct && this.choosing.picker.pick(value);
  }

  unpick() {
    return this.canAct && this.choosing.picker.unpick();
  }

  choose(choice) {
    return this.choosing.choose(choice);
  }

  why(choice) {
    return this.connection.why(choice);
  }

  preview(choice) {
    return this.connection.preview(choice);
  }

  showResult() {
    return openResult(this, this.live.over);
  }

  journalAddress() {
    return `/m/${this.page.match}/journal`;
  }

  /** Takes another seat of this device. */
  sit(seat) {
    this.connection.close();
    this.seat = seat;
    this.live = this.frame = null;
    this.touched = this.pointed = null;
    this.voice.textContent = "";
    this.toasts.clear();
    this.stage.clear();
    this.settled = null;
    this.chapters.seen = null;
    this.choosing.forget();
    this.replay.frames.clear();
    history.replaceState(null, "", `?seat=${encodeURIComponent(seat)}`);
    this.connect();
  }

  // -- words ---------------------------------------------------------------------------------------------------------

  t(key, params, otherwise) {
    return this.texts.say(key, params, otherwise);
  }

  name(id) {
    return this.texts.name(id);
  }

  describe(value) {
    const { ask } = this.frame;
    const isVerb = ask?.options.some(([verb]) => String(verb) === value);
    return this.board.describe?.(value) ?? (isVerb ? this.texts.verb(ask.decision, value) : this.name(value));
  }

  choiceText(choice) {
    return this.texts.choice(this.frame.ask?.decision, choice);
  }

  eventText(event) {
    return this.t(`event.${event.kind}`, event.params);
  }

  /** The same in pieces, every second one a figure. @param {import("./wire.d.ts").GameEvent} event @returns {string[]} */
  eventPieces(event) {
    return this.texts.pieces(`event.${event.kind}`, event.params);
  }

  /** Who did it: what the board says, or whom the event names as doing something; null where nobody did. */
  actorOf(event) {
    const named = this.board.actor?.(event);
    if (named !== undefined) return named;
    return ACTORS.map((name) => event.params[name]).find((who) => typeof who === "string" && this.isSomebody(who)) ?? null;
  }

  isSomebody(id) {
    return this.page.seats.includes(id) || id in this.factions;
  }

  /** Whether a seat did it, or it names the seat or what it leads. @param {import("./wire.d.ts").GameEvent} event @param {string | null} seat */
  concerns(event, seat) {
    if (seat === null) return false;
    const named = this.valuesOf([event]);
    return this.seatOf(this.actorOf(event)) === seat || [seat, ...this.leads(seat)].some((each) => named.has(each));
  }

  /** The ids that events mention, at any depth; a board may say it better. Numbers are amounts, not ids. */
  valuesOf(events) {
    return idsIn(events.map((event) => this.board?.touches?.(event) ?? event.params));
  }

  /** What of that is a piece: a seat is none. */
  piecesOf(events) {
    const named = this.valuesOf(events);
    for (const seat of this.page.seats) named.delete(seat);
    return named;
  }

  /** What a seat plays: itself, unless the game lets seats change sides (a bid) and the board says which. */
  plays(seat) {
    return (this.frame && this.board?.plays?.(this.frame, seat)) || seat;
  }

  /** What a seat leads: what it plays, or the factions the board names. @param {string} seat @returns {string[]} */
  leads(seat) {
    return (this.frame && this.board?.leads?.(this.frame, seat)) ?? [this.plays(seat)];
  }

  /** Whose doing it is: the seat itself, or the one that leads this faction. @param {string | null} actor */
  seatOf(actor) {
    const { seats } = this.page;
    return actor === null || seats.includes(actor) ? actor : (seats.find((seat) => this.leads(seat).includes(actor)) ?? actor);
  }

  /** Who is asked: of several factions that a seat leads, the one it decides for. @param {string} seat @param {string} decision */
  acts(seat, decision) {
    return this.board?.acts?.(this.frame, seat, decision) || this.plays(seat);
  }

  faction(seat) {
    return factionOf(seat, this.page.seats, this.factions);
  }

  /** Gives an element the colours of a seat's faction, or none. */
  paint(node, seat) {
    if (seat && this.isSomebody(seat)) node.dataset.faction = this.faction(seat);
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

  /** Shows a few passing words, and says them. @param {string} text @param {{rule?: string, plain?: boolean, kind?: string, more?: Node | null}} [how] `kind`: words of a kind take the place of the last ones; `more` lies under them and is not announced */
  say(text, { rule, plain = true, kind = "", more = null } = {}) {
    this.toasts.show(text, { rule: this.ruleChip(rule), plain, kind, close: this.t("shell.close"), more });
    this.announce(text);
  }

  /** A panel of the board's own in the right column: made once, filled by the board. A tab may have a shorter name. */
  panel(id, title, tab = title) {
    return this.panels.panel(id, title, tab);
  }

  /** What a panel shows when it is folded: at most three lines. */
  digest(id) {
    return this.panels.digest(id);
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
    [this.texts] = await Promise.all([loadTexts(this.page.game, language, this.page.verbs), this.book.speak(language)]);
    this.language = language;
    rememberLanguage(language);
    this.changed();
    if (this.page.study) this.sit(this.seat); // the server speaks there, too
  }

  /** Language, theme or layout differ: everything is drawn anew. */
  changed() {
    if (!this.frame) return;
    this.board.update(this.frame, null);
    this.draw();
  }

  // -- keys and the rest of the page ---------------------------------------------------------------------------------

  listen() {
    document.addEventListener("rule", (event) => this.rule(/** @type {CustomEvent} */ (event).detail));
    onSystemTheme(() => this.switchTheme(undefined));
    listen(
      {
        back: () => this.back(),
        button: (n) => this.prompt.press(Number(n)),
        undo: () => this.choosing.undo(),
        redo: () => this.choosing.redo(),
        earlier: () => !this.page.study && this.replay.step(-1),
        later: () => !this.page.study && this.replay.step(1),
        play: () => this.stage.toggles() || this.replay.toggles(),
        command: () => this.command(),
        tray: () => this.tray.toggle(),
        exit: () => this.canAct && this.prompt.leave(),
        textboard: () => this.openTextBoard(),
        help: () => this.help(),
        next: () => this.coach?.next() || this.marks.next(),
        coach: () => this.coach?.focus(),
        aid: () => this.book.openAid(),
        inspect: () => this.inspector.key(),
        legend: () => (openLegend(this), true),
        mentor: () => !this.prompt.mentor.node.hidden && this.prompt.mentor.open(),
        advice: () => this.prompt.advice.offered && this.prompt.advice.ask(),
        region: (key) => this.tabs.goTo(key),
        pace: () => this.stage.turn(),
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
    const looked = this.inspector.close();
    if (this.stage.skip() || looked || this.unpick() || this.tabs.close()) return true; // one key is enough to skip
    if (this.tray.isOpen && this.tray.wish) {
      this.tray.show(false);
      return true;
    }
    if (this.replaying) {
      this.replay.stop();
      return true;
    }
    return false;
  }

  command() {
    if (this.canAct) openCommandLine(this);
    return this.canAct;
  }

  openTextBoard() {
    this.textBoard.show(this.textBoard.node.hidden);
    return true;
  }

  /** The question mark: why, for what is focused and not legal; else the question explained, or its rule; else the keys. */
  help() {
    const focused = document.activeElement?.closest("[data-pick]");
    const rule = this.frame.ask?.rule;
    const closed = focused && !focused.classList.contains("legal") && this.canAct;
    if (closed) this.choosing.explain(focused.dataset.pick.split(/\s+/)[0], focused.dataset.kind);
    else if (this.questionHelp.open()) return true;
    else if (rule) this.rule(rule);
    else openKeys(this);
    return true;
  }

  /** The keys of the board's parts, for the help. */
  tabKeys() {
    return this.tabs.parts().filter(({ key }) => key).map(({ key, label }) => [[key.toUpperCase()], label]);
  }
}

function loadStyle(address) {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error(`cannot load ${address}`));
    document.head.append(el("link", { rel: "stylesheet", href: address, onload: resolve, onerror: failed }));
  });
}

const main = document.getElementById("match");
if (main) void new Shell(main).start(); // not awaited: the board, which it loads, takes from the volume that this module lies in
