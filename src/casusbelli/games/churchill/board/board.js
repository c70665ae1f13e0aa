// The screen of Churchill: the conference table with floor and hand, the war beside it, the score in the right column.

import { Edges, scrolled } from "/static/edges.js";
import { build, html, paint } from "/static/markup.js";
import { attempts } from "./attempts.js";
import { battles } from "./battle_log.js";
import { Book } from "./book.js";
import { handCard, leaderCard } from "./cards.js";
import { change, floor } from "./floor.js";
import { asPlay, Foresight } from "./foresight.js";
import { row } from "./follows.js";
import { conferenceCard, conferenceName, conferenceWords, folder, plates } from "./plates.js";
import { inspect, legend } from "./inspect.js";
import { bomb, globals } from "./politics.js";
import { asked, productionSheet } from "./production.js";
import { conferenceCardOf } from "./report.js";
import { marcher, scene } from "./scenes.js";
import { digest, scoreSheet } from "./score.js";
import { definitions, token } from "./symbols.js";
import { Table } from "./table.js";
import { textTables } from "./textboard.js";
import { signposts, strip, WarMap } from "./war.js";

export const styles = ["board.css", "table.css", "war.css"];
export const factions = { uk: "uk", ussr: "soviet", us: "us" };
export { FILTERS, LANDMARKS, QUIET, STAGED } from "./scenes.js";
export const headings = ["conference_opened", "conference_won", "reserves_deployed"];
export const phases = ["conference_won", "reserves_deployed"];
export const summaries = ["conference_closed"];

const REGIONS = ["europe", "pacific"];
const MANY = 6; // answers that are better picked on the table than read in the prompt

const SKELETON = html`<div class="ch-grid">
  <div class="column talks" data-tab="table" role="group" tabindex="0"><p class="thin" aria-hidden="true"></p>
    <div class="tablebox" data-part="table"><svg class="roundtable" role="group" data-inspect="table:table" data-ground></svg><div class="plates"></div><div class="paper" data-part="conference_card"></div><div class="folderbox" data-scrolls></div></div>
    <section class="production" data-part="production" data-inspect="production:own" data-ground data-scrolls tabindex="0" hidden></section><div class="floorspace"><div class="floor" data-part="floor" data-inspect="floor:floor" data-ground role="group"></div></div></div>
  <div class="column war" data-tab="war" data-part="war" role="group" tabindex="0"><nav class="signposts"></nav><div class="maps">${REGIONS.map((region) => html`<div class="mapbox ${region}"><svg class="warmap" role="group" data-region="${region}" data-inspect="map:${region}" data-ground></svg>${region === "pacific" ? html`<div class="bombbox" data-part="bomb"></div>` : ""}</div>`)}</div><button type="button" class="mapstrip" data-swap></button><div class="globals" data-part="globals"></div></div>
  <div class="hand" data-tab="table" data-part="hand" data-inspect="hand:hand" data-ground role="group" tabindex="0"></div></div>`;

const PARTS = ["maps", "mapstrip", "thin", "roundtable", "plates", "paper", "folderbox", "production", "floor", "signposts", "bombbox", "globals", "hand", "talks", "war"];

export default class Board {
  constructor(host, shell) {
    this.host = host;
    this.shell = shell;
    host.classList.add("churchill");
    host.replaceChildren(build(definitions), build(SKELETON));
    this.at = Object.fromEntries(PARTS.map((name) => [name, host.querySelector(`.${name}`)]));
    this.table = new Table(this.at.roundtable, shell);
    this.maps = [...host.querySelectorAll(".warmap")].map((svg) => new WarMap(svg, svg.dataset.region));
    this.edges = new Edges(host, this.at.maps, shell, { ...scrolled(this.at.maps), lids: ".signposts" });
    this.foresight = new Foresight(shell, () => this.redraw());
    this.ending = new AbortController();
    this.region = "europe";
    this.ready = this.open();
  }

  /** What is printed is fetched once. */
  async open() {
    const answer = await fetch(new URL("board.json", import.meta.url));
    const printed = await answer.json();
    if (this.ending.signal.aborted) return;
    this.book = new Book(this.shell, printed);
    this.listen();
  }

  destroy() {
    this.ending.abort();
    this.edges.destroy();
    this.host.classList.remove("churchill");
    this.host.replaceChildren();
  }

  listen() {
    const { signal } = this.ending;
    const on = (type, act) => this.host.addEventListener(type, act, { signal });
    const point = ({ target }) => this.consider(target.closest?.("[data-pick]"));
    on("pointerover", point);
    on("focusin", point);
    on("pointerleave", () => this.consider(null));
    const sized = new ResizeObserver(() => this.frame && this.table.resized(this.book));
    for (const part of this.host.querySelectorAll(".tablebox, .plates, .paper")) sized.observe(part);
    const spoken = new ResizeObserver(() => this.frame && this.makeRoom() && this.table.update(this.book, false));
    spoken.observe(this.at.floor);
    signal.addEventListener("abort", () => [sized, spoken].forEach((each) => each.disconnect()));
    on("click", ({ target }) => {
      if (target.closest("[data-swap]")) this.show(this.region === "europe" ? "pacific" : "europe");
      if (target.closest("[data-conference]")) this.openConference();
      const post = target.closest("[data-theater]");
      if (post) this.goTo(post.dataset.theater);
    });
  }

  /** Where only one map is open: this one. */
  show(region) {
    this.region = region;
    this.at.maps.dataset.region = region;
    this.drawStrip();
    this.table.resized(this.book);
  }

  drawStrip() {
    const other = this.region === "europe" ? "pacific" : "europe";
    paint(this.at.mapstrip, strip(this.book, other));
    this.at.mapstrip.dataset.inspect = `map:${other}`;
  }

  /** The stage, the log or the lamp is about to point at a piece: the map it lies on opens. */
  bring(value) {
    const region = this.book?.regionOf(value);
    if (region && region !== this.region) this.show(region);
  }

  /** For the coach: the map on which it lies opens, the folder over the table gives way until the next drawing, what scrolls turns to it. */
  reveal(node, value) {
    const region = node.closest(".warmap")?.dataset.region ?? (this.at.war.contains(node) ? this.book?.regionOf(value) : undefined);
    if (region && region !== this.region) this.show(region);
    if (this.at.roundtable.contains(node) || this.at.plates.contains(node) || this.at.paper.contains(node)) this.at.folderbox.hidden = true;
    const block = this.at.maps.contains(node) ? "center" : "nearest"; // the signposts lie over the upper edge of the maps
    node.scrollIntoView({ block, inline: block, behavior: "instant" });
  }

  /** The map of all that may be chosen opens by itself. */
  openLegalMap() {
    const legal = new Set(this.book.options.flat().map((value) => this.book.regionOf(value)).filter(Boolean));
    if (legal.size === 1) [this.region] = legal;
    this.at.maps.dataset.region = this.region;
    this.drawStrip();
  }

  /** Bring a Theater box to the middle of what is seen of the maps. */
  goTo(theater) {
    this.bring(theater);
    const box = this.host.querySelector(`.warmap [data-pick="${theater}"]`);
    box.scrollIntoView({ block: "center", inline: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  openConference() {
    const { shell, book } = this;
    shell.dialog({ title: shell.name(book.view.card), body: build(html`<div class="churchill">${conferenceWords(book)}</div>`) });
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  update(frame, previous) {
    this.frame = frame;
    const { book, at, shell } = this;
    if (!book) return;
    book.take(frame, shell.picked);
    this.foresight.about(JSON.stringify([frame.seq, frame.seat, frame.choices, book.options.length]));
    this.pointed = null;
    this.host.dataset.decision = book.decision;
    this.host.dataset.layout = shell.layout;
    paint(at.plates, plates(book));
    paint(at.paper, conferenceCard(book));
    paint(at.floor, floor(book, null));
    this.makeRoom();
    this.table.update(book, previous !== null);
    for (const map of this.maps) map.update(book);
    this.openLegalMap();
    at.folderbox.hidden = false;
    paint(at.folderbox, folder(book));
    paint(at.bombbox, bomb(book));
    paint(at.globals, globals(book));
    paint(at.thin, this.thinLine());
    this.drawLabels();
    this.drawScore();
    this.redraw();
  }

  /** What stands at the table's lower edge makes room for what was said, however many lines it takes. On a desk, where a pointer passes over the
   * cards, a preview shifts nothing; on a telephone it takes too many lines to lie over the plate. */
  makeRoom() {
    const { floor: said, talks } = this.at;
    if (!this.shell.compact && said.querySelector(".considered, .change")) return false;
    const beyond = `${Math.max(0, said.offsetHeight - said.parentElement.offsetHeight)}px`;
    const changes = talks.style.getPropertyValue("--spoken") !== beyond;
    if (changes) talks.style.setProperty("--spoken", beyond);
    return changes;
  }

  /** Who did it, where the event does not name a power. */
  actor(event) {
    return this.book && marcher(this.book, event);
  }

  /** How a beat is staged. */
  scene(event, frame, previous) {
    if (!this.book) return null;
    this.book.take(frame, []);
    if (event.kind === "conference_closed") this.reported = event.params.number;
    return scene(this.book, event, frame, previous);
  }

  /** What a conference brought, for who has not read it on the stage. */
  summary({ params }, frame, again = false) {
    if (!this.book || (!again && this.reported === params.number)) return null;
    return conferenceCardOf(this.book, frame.log, params);
  }

  /** Who advances an issue has the turn until another does; outside the meeting there are no turns. */
  turnOf({ kind, params }) {
    return kind === "advanced" ? params.power : /^conference_/.test(kind) ? "" : null;
  }

  /** Words that only a change of language changes. */
  drawLabels() {
    const { at, shell } = this;
    at.talks.setAttribute("aria-label", shell.t("ui.tab.table"));
    at.war.setAttribute("aria-label", shell.t("ui.tab.war"));
    at.hand.setAttribute("aria-label", shell.t("ui.hand.label"));
    at.floor.setAttribute("aria-label", shell.t("ui.floor.label"));
    at.production.setAttribute("aria-label", shell.t("ui.production.title"));
    at.signposts.setAttribute("aria-label", shell.t("ui.signposts"));
    paint(at.signposts, signposts(this.book));
  }

  /** The sheet in groups, or line by line. */
  drawScore() {
    const { book, shell } = this;
    const panel = shell.panel("score", shell.t("ui.score.title"), shell.t("ui.score.tab"));
    panel.classList.add("churchill");
    paint(panel, scoreSheet(book, this.allLines));
    paint(shell.digest("score"), digest(book));
    panel.querySelector("[data-lines]")?.addEventListener("click", () => {
      this.allLines = !this.allLines;
      this.drawScore();
    });
  }

  /** All that depends on what is picked, pointed at, or foreseen. */
  redraw() {
    const { book, at } = this;
    const option = this.option();
    const foreseen = this.foresight.of(option);
    const play = option ? asPlay(option, foreseen, book) : null;
    paint(at.floor, [floor(book, play), play ? "" : change(book, foreseen)]);
    this.table.showWay(foreseen?.place ? foreseen : null, play ? `${book.surname(play.card)} ${play.value}` : `${foreseen?.value ?? ""}`);
    this.drawHand();
    this.drawProduction();
  }

  /** The option that the picks and the pointer together lead to. */
  option() {
    const { book } = this;
    const value = this.pointed ?? book.picked.at(-1);
    if (!value || !book.options.length) return undefined;
    return book.optionWith(value);
  }

  consider(node) {
    const values = node?.dataset.pick.split(" ") ?? [];
    const pointed = values.find((value) => this.book.options.some((option) => option.map(String).includes(value))) ?? null;
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.redraw();
  }

  drawHand() {
    const { book, at, shell } = this;
    const { hand } = book.view;
    if (!hand) return paint(at.hand, html`<p class="quiet">${shell.t("ui.hand.spectator")}</p>`);
    const cards = hand.map((card) => {
      const option = book.optionWith(card);
      const talks = option && /_staff$/.test(option[0]);
      return handCard(book, card, talks ? this.foresight.of(option) : undefined);
    });
    return paint(at.hand, [leaderCard(book, book.own), ...cards]);
  }

  drawProduction() {
    const { book, at } = this;
    const open = book.producing;
    at.production.hidden = !open;
    this.host.classList.toggle("producing", open);
    if (!open) return paint(at.production, "");
    const foreseen = new Map(this.foresight.all(asked(book)).map(([option, told]) => [option.at(-1), told]));
    return paint(at.production, productionSheet(book, foreseen));
  }

  /** Scores and hands in one line, for a phone. */
  thinLine() {
    const { book } = this;
    return Object.keys(book.angles).map(
      (power) => html`<span data-inspect="power:${power}">${token(power, 17)} <b>${book.points(power)}</b> ${book.t("ui.cards", { count: book.view.powers[power].hand })}</span>`,
    );
  }

  /** The shell tells what is picked whenever it draws the prompt. */
  picks(frame, picked) {
    const { book } = this;
    if (!book?.frame) return undefined;
    if (picked.join(" ") !== book.picked.join(" ")) {
      book.picked = [...picked];
      queueMicrotask(() => this.redraw());
    }
    return this.answers(frame, picked);
  }

  /** Cards and slips lie open before the reader: the prompt offers what they do not stand for. */
  answers(frame, picked) {
    const { book, shell } = this;
    const open = { agenda_first_issue: 1, agenda_pick_issue: 1, agenda_commit_card: shell.compact, meeting_action: 1, debate_response: 1 };
    if (!open[book.decision]) return undefined;
    if (picked.length) return { text: this.nextStep(picked), buttons: shell.candidates().length > MANY ? [] : undefined };
    if (book.decision.startsWith("agenda")) return { buttons: [] };
    const verbs = [...new Set(book.options.map(([verb]) => verb))];
    const buttons = verbs
      .filter((verb) => !/_(staff|chief)$/.test(verb) && verb !== "discard_card")
      .map((verb) => {
        const own = book.options.filter((option) => option[0] === verb);
        return own.length === 1 ? { label: shell.choiceText(own[0]), choice: own[0] } : { label: shell.t(`verb.${verb}`), pick: verb };
      });
    return { buttons: book.decision === "debate_response" && !shell.compact ? [...buttons, ...this.staffAnswers()] : buttons };
  }

  /** What a touch on something that is not lit was meant to be. */
  attempts(value) {
    return this.book?.frame ? attempts(this.book, value) : [];
  }

  /** In a list each answer says what follows from it. */
  row(option, parts) {
    return this.book?.frame ? row(this.book, this.foresight, option, parts) : {};
  }

  /** What is still to be chosen after a card, an issue or the leader; nothing where the question's own words say it. */
  nextStep(picked) {
    const { book, shell } = this;
    const left = shell.candidates();
    const at = (place) => picked.find((value) => left.every((option) => option[place] === value));
    if (left.length && left.every(([verb]) => verb === "debate_leader")) return at(1) ? undefined : shell.t("ui.then.leader_debates");
    if (!left.every((option) => book.issueIndex(option) === 2)) return undefined;
    const [card, issue] = [at(1), at(2)];
    const leader = left.every(([verb]) => verb === "advance_leader");
    if (leader) return issue ? shell.t("ui.then.discard", { issue }) : shell.t("ui.then.leader_advances");
    return issue ? shell.t("ui.then.who", { issue }) : card && shell.t("ui.then.issue", { card });
  }

  /** "Molotov 6": the staff cards that may debate, in few words. */
  staffAnswers() {
    const { book, shell } = this;
    const staff = book.options.filter(([verb]) => /^debate_(staff|chief)$/.test(verb));
    if (staff.length > 8) return [];
    return staff.map((choice) => {
      const [, card, value = "⚅", stop] = choice;
      return { label: `${book.surname(card)} ${value}${stop ? ` · ${shell.name("stop")}` : ""}`, choice };
    });
  }

  // -- words -----------------------------------------------------------------------------------------------------------

  headline({ view }) {
    const { shell, book } = this;
    const said = [shell.t("ui.headline.conference", { number: view.conference, last: view.last_conference })];
    if (book?.view && view.card) said.push(conferenceName(Object.assign(Object.create(book), { view })).town);
    said.push(shell.t(`ui.phase.${view.phase}`, {}, ""));
    return said.filter(Boolean);
  }

  facts({ view }, seat) {
    const { shell } = this;
    const points = view.final ? { label: shell.t("ui.score.final"), value: view.final.adjusted[seat] } : { label: shell.t("ui.fact.points"), value: view.score?.totals[seat] ?? "–" };
    const state = view.powers[seat];
    const aligned = Object.values(view.alignments).filter((power) => power === seat).length;
    return [
      points,
      { label: shell.t("ui.fact.won"), value: state.issues },
      { label: shell.t("ui.fact.production"), value: state.tokens },
      { label: shell.t("ui.fact.alignments"), value: aligned },
    ];
  }

  /** The debates and the marches of a log. */
  battles(log) {
    return this.book ? battles(this.book, log) : [];
  }

  inspect(kind, id) {
    return inspect(this.shell, this.book, kind, id);
  }

  legend() {
    return this.book?.frame ? legend(this.book) : [];
  }

  tabs() {
    const { shell } = this;
    const keys = { table: "t", war: "w" };
    return Object.entries(keys).map(([id, key]) => ({ id, label: shell.t(`ui.tab.${id}`), key }));
  }

  tables() {
    return this.book?.frame ? textTables(this.book) : [];
  }
}
