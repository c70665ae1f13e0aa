// The political phase: three boxes with the cards staked on them, the political cards to be won, and what they would do.

import { build, html, paint } from "/static/markup.js";
import { currentBox, isPoliticking, latestPhase } from "./auction.js";
import { actionFace, actionWords, back, BOXES, politicalFace, politicalWords, sideOf, valueOf } from "./card_faces.js";
import { SIDES } from "./context.js";
import { hexagon, outcome } from "./factions.js";

const STEPS = ["allocation", "boxes", "influence"];
const CHOOSING = ["pol_choose_pc", "pol_declare_bonus"];

export const mount = (root, ctx) => new Politics(root, ctx);
export const mountBoxes = (root, ctx) => new Boxes(root, ctx);

class Politics {
  constructor(root, ctx) {
    this.root = root;
    this.ctx = ctx;
    root.classList.add("toc-politics");
    root.setAttribute("role", "group");
    root.tabIndex = -1;
    root.replaceChildren(
      build(html`<header class="head"></header>`),
      build(html`<div class="tables" role="group" data-scrolls tabindex="0"></div>`),
      build(html`<section class="deck" tabindex="-1"></section>`),
      build(html`<section class="foresight" data-inspect="foresight:known" data-scrolls aria-live="polite" tabindex="0"></section>`),
    );
    const [head, boxes, deck, sight] = root.children;
    this.head = head;
    this.boxes = boxes;
    this.deck = deck;
    this.sight = sight;
    this.looked = "";
    this.raised = "";
    this.brought = "";
    this.ending = new AbortController();
    ctx.consider = (card) => this.consider(card);
    this.listen();
  }

  destroy() {
    this.ending.abort();
  }

  listen() {
    const { signal } = this.ending;
    const on = (type, act) => this.root.addEventListener(type, act, { signal });
    on("click", (event) => this.clicked(event));
    on("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.point(target.closest("[data-pc]")));
    on("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.point(null));
    on("focusin", ({ target }) => target.matches(":focus-visible") && this.point(target.closest("[data-pc]")));
    on("keydown", (event) => {
      const card = event.target.closest("[data-pc], [data-show]");
      if (!card || event.key.toLowerCase() !== "z" || event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      this.ctx.showCard(card.dataset.pc ?? card.dataset.show);
    });
  }

  /** A finger has no hovering: its first touch raises a card and shows what it would do, the second chooses it. */
  clicked(event) {
    const { target } = event;
    const card = target.closest("[data-pc]");
    const tab = target.closest("[data-look]");
    const show = target.closest("[data-show]");
    if (target.closest("[data-results]")) showResults(this.ctx, this.phase);
    else if (target.closest("[data-away]")) this.putAway();
    else if (target.closest("[data-fold]")) this.fold(!this.folded);
    else if (tab) {
      this.looked = tab.dataset.look;
      this.draw();
      this.deck.querySelector(`[data-look="${this.looked}"]`)?.focus();
    } else if (show) this.ctx.showCard(show.dataset.show);
    else if (card?.classList.contains("legal") && event.pointerType === "touch" && this.raised !== card.dataset.pc) {
      event.preventDefault();
      this.touched = true;
      this.point(card);
    } else if (card && !card.dataset.pick) this.ctx.showCard(card.dataset.pc);
  }

  fold(folded) {
    this.folded = folded;
    this.root.classList.toggle("folded", folded);
    this.draw();
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  update(frame, previous) {
    const { ctx, root } = this;
    const shown = isPoliticking(frame);
    const began = shown && (root.hidden || !previous || frame.view.phase !== previous.view.phase);
    this.log = frame.log ?? [];
    this.phase = latestPhase(this.log);
    const review = !shown && this.worthReview(frame);
    root.hidden = !shown && !review;
    root.classList.toggle("review", review);
    root.setAttribute("aria-label", ctx.t("ui.politics.title"));
    if (!shown) {
      if (this.raised) this.point(null);
      if (review) paint(this.head, this.summary());
      return;
    }
    if (began) this.folded = false;
    root.classList.toggle("staking", frame.view.phase === "allocation");
    root.classList.toggle("folded", Boolean(this.folded));
    this.looked = "";
    this.raised = "";
    this.forecast = null;
    this.stake = null;
    this.opening = previous ? frame.view.politics.opened - previous.view.politics.opened : 0;
    this.draw();
    requestAnimationFrame(() => this.point(this.deck.querySelector("[data-pc]:is(:hover, :focus-visible)")));
  }

  draw() {
    const { ctx } = this;
    this.now = currentBox(ctx);
    this.choosing = CHOOSING.includes(ctx.frame.ask?.decision ?? ctx.frame.waiting[0]?.decision);
    this.shown = !this.choosing && ctx.view.phase !== "allocation" && ctx.view.politics.opened === BOXES.length;
    this.root.classList.toggle("choosing", this.choosing);
    paint(this.head, this.heading());
    paint(this.boxes, BOXES.map((box, n) => this.box(box, n)));
    paint(this.deck, this.available());
    this.drawForesight();
    this.bringBox();
  }

  /** On a telephone the boxes lie side by side beyond its edge: the one that is asked about comes to the middle, once. */
  bringBox() {
    const box = this.boxes.querySelector(".now");
    if (!box?.getClientRects().length || this.brought === this.now) return;
    this.brought = this.now;
    const [its, room] = [box, this.boxes].map((node) => node.getBoundingClientRect());
    this.boxes.scrollLeft += its.left + its.width / 2 - room.left - room.width / 2;
  }

  // -- when it is over --------------------------------------------------------------------------------------------------

  /** How the phase went stays in sight until the reader's side has acted or he has put it away. */
  worthReview({ view }) {
    const { ctx } = this;
    if (!Object.keys(this.phase.boxes).length || this.away === view.turn || !view.round) return false;
    return !this.phase.acted.has(ctx.side === "none" ? "white" : ctx.side);
  }

  summary() {
    const { ctx } = this;
    const scores = BOXES.map((box) => {
      const told = this.phase.boxes[box];
      return told && html`<span class="bid ${box}" data-inspect="box:${box}">${ctx.name(box)} <b>${told.white} : ${told.red}</b></span>`;
    });
    const moved = [...this.phase.moved].map(([id, place]) => html`<span class="hop" data-tip="${ctx.t("ui.politics.goes", { faction: id, n: place })}">${hexagon(ctx.printed.factions[id].code, place)}</span>`);
    return html`<b data-inspect="boxes:all">${ctx.t("ui.politics.over")}</b><span class="bids">${scores}</span><span class="moved">${moved.length ? moved : ctx.t("ui.politics.no_move")}</span>
      <button type="button" class="button small" data-results>${ctx.t("ui.politics.look")}</button>
      <button type="button" class="button small quiet" data-away aria-label="${ctx.t("ui.politics.put_away")}">✕</button>`;
  }

  putAway() {
    this.away = this.ctx.view.turn;
    this.root.hidden = true;
  }

  heading() {
    const { ctx } = this;
    const { phase, turn } = ctx.view;
    const at = STEPS.indexOf(phase);
    const steps = STEPS.map((step, n) => html`<li data-inspect="step:${step}" class="${n < at ? "done" : n === at ? "now" : ""}"${n === at ? html` aria-current="step"` : ""}>${ctx.t(`ui.politics.step.${step}`)}</li>`);
    return html`<h2>${ctx.t("ui.politics.heading", { turn })}</h2><ol>${steps}</ol>
      <button type="button" class="button small" data-fold aria-expanded="${String(!this.folded)}">${ctx.t(this.folded ? "ui.politics.unfold" : "ui.politics.fold")}</button>`;
  }

  /** One box: the duel of the two cards, what it wins, the political cards that lie in it. */
  box(box, n) {
    const { ctx } = this;
    const { politics } = ctx.view;
    const open = n < politics.opened;
    const fresh = open && n >= politics.opened - this.opening;
    const now = box === this.now && (this.choosing || ctx.view.phase === "allocation");
    const spies = ctx.options.some(([verb, id]) => verb === "replace_box" && id === box);
    const [white, red] = SIDES.map((side) => this.staked(side, box, n, open));
    const values = open ? SIDES.map((side) => politics.values[side][n]) : ["?", "?"];
    const sum = open ? ctx.t("ui.politics.sum", { n: values[0] + values[1] }) : "";
    return html`<section data-inspect="box:${box}" class="box ${box}${now ? " now" : ""}${fresh ? " fresh" : ""}" aria-label="${ctx.t("ui.politics.box", { box })}">
      <h3>${ctx.t("ui.politics.box", { box })}<small>${this.status(box, n, open)}</small></h3>
      <div class="duel">${white}<div class="score"><b>${values[0]} : ${values[1]}</b><small>${sum}</small></div>${red}</div>
      ${this.stake?.box === box ? this.stakes() : this.won(box, open)}
      ${spies && html`<button type="button" class="button small" data-pick="${box}" data-kind="box">${ctx.t("choice.replace_box", { box })}</button>`}</section>`;
  }

  status(box, n, open) {
    const { ctx } = this;
    if (ctx.view.phase === "allocation") return ctx.t(`ui.politics.status.${box === this.now ? "staking" : n < BOXES.indexOf(this.now) ? "staked" : "later"}`);
    if (!open) return ctx.t("ui.politics.status.down");
    return ctx.t(`ui.politics.status.${box === this.now && this.choosing ? "choosing" : "done"}`);
  }

  /** The card a side has staked on a box: seen by its owner, by everybody once it is opened. */
  staked(side, box, n, open) {
    const { ctx } = this;
    const placed = ctx.view.politics.placed[side];
    if (n >= placed.length) return html`<span class="place ${side}" role="img" aria-label="${ctx.t("ui.politics.no_stake", { side })}"></span>`;
    const id = placed[n];
    if (id === "") return back(side, ctx.t("ui.politics.face_down", { side }));
    if (id === null) return html`<span class="place ${side}">${ctx.name("no_card")}</span>`;
    const secret = !open ? html`<span class="tag">${ctx.t("ui.politics.secret")}</span>` : "";
    return html`<button type="button" class="card ${sideOf(id)}${open ? " up" : " secret"}" data-show="${id}" data-inspect="card:${id}" aria-label="${actionWords(ctx, id)}">${secret}${actionFace(ctx, id, { value: open ? ctx.view.politics.values[side][n] : undefined })}</button>`;
  }

  /** What the table of selection gives, and the cards in the box. */
  won(box, open) {
    const { ctx } = this;
    const cards = ctx.view.politics.boxes[box];
    const told = this.phase.boxes[box];
    const lying = (this.shown ? [] : cards).map((id) =>
      id
        ? html`<li><button type="button" class="won" data-show="${id}" data-inspect="card:${id}" aria-label="${politicalWords(ctx, id)}"><b>${ctx.name(id)}</b></button></li>`
        : html`<li>${back(box, ctx.t("ui.politics.unknown", { box }))}</li>`,
    );
    const due = told && this.choosing && box === this.now ? told.choose + told.draw - cards.length : 0;
    const empty = Array.from({ length: Math.max(0, due) }, () => html`<li class="gap"></li>`);
    const said = told && open ? ctx.t("ui.politics.result", { winner: told.winner, choose: told.choose, draw: told.draw }) : "";
    return html`<div class="result">${(lying.length > 0 || empty.length > 0) && html`<ul class="lying">${lying}${empty}</ul>`}<p>${said || (open ? "" : this.waitingFor(box))}</p>${open && this.rolled(box)}</div>`;
  }

  /** How an Influence card in the box was rolled for. */
  rolled(box) {
    const { ctx } = this;
    const { placed } = ctx.view.politics;
    const rolls = Object.entries(this.phase.rolls).filter(([side]) => {
      const id = placed[side][BOXES.indexOf(box)];
      return id && ctx.printed.action_cards[id].picture === "influence";
    });
    return rolls.map(([, roll]) => html`<p>${ctx.t("event.influence_roll", roll)}</p>`);
  }

  /** Asked whatever card was chosen, so that the question gives nothing away: who has nothing to declare is told so. */
  answers({ ask }) {
    return ask?.decision === "pol_declare_bonus" && ask.options.length === 1 ? { text: this.ctx.t("ui.politics.no_bonus") } : undefined;
  }

  waitingFor(box) {
    const { ctx } = this;
    const filling = ctx.view.phase === "allocation";
    const here = filling && box === this.now && ctx.decision === "pol_allocate";
    return ctx.t(`ui.politics.${here ? "stake_here" : filling ? "shown_later" : "shown_in_turn"}`, { box });
  }

  /** The staked card against every card it may meet. */
  stakes() {
    const { ctx, stake } = this;
    const rows = stake.rows.map(({ value, chance, against }) => {
      const cells = against.map(([, mine, drawn, theirs]) => {
        const kind = mine ? "win" : theirs ? "lose" : "tie";
        const label = ctx.t("ui.politics.yield", { mine, drawn, theirs });
        return html`<td class="${kind}" data-tip="${label}" aria-label="${label}">${mine ? `+${mine}` : theirs ? `−${theirs}` : "="}<small>${drawn > 0 ? `${drawn}?` : ""}</small></td>`;
      });
      return html`<tr><th scope="row">${value}${chance < 6 ? html`<small>${chance}/6</small>` : ""}</th>${cells}</tr>`;
    });
    const heads = stake.rows[0].against.map(([foe]) => html`<th scope="col">${foe}</th>`);
    return html`<div class="stakes"><p class="cap" id="toc-stake">${ctx.t("ui.politics.stake", { card: stake.card })}</p><table aria-labelledby="toc-stake"><thead><tr><td></td>${heads}</tr></thead><tbody>${rows}</tbody></table>
      <p>${ctx.t("ui.politics.stake_key")}</p>${ctx.touched === stake.card && html`<p class="again">${ctx.t("ui.politics.stake_again")}</p>`}</div>`;
  }

  /** The political cards left in a box, lit where they may be chosen; once all are open, those that lie in the boxes. */
  available() {
    const { ctx } = this;
    if (this.shown) {
      const lying = BOXES.flatMap((box) => ctx.view.politics.boxes[box]).filter(Boolean);
      return html`<div class="decks" data-inspect="boxes:all"><b>${ctx.t("ui.politics.open_cards")} ${lying.length}</b></div><div class="grid" data-scrolls>${lying.map((id) => this.political(id, false, -1))}</div>`;
    }
    const { politics } = ctx.view;
    const choosing = ctx.decision === "pol_choose_pc";
    const looked = this.looked || this.now;
    const cards = politics.available[looked];
    const next = politics.next[looked] ?? [];
    const tabs = BOXES.map(
      (box) => html`<button type="button" data-look="${box}" class="${box}" aria-pressed="${String(box === looked)}">${ctx.t("ui.politics.box", { box })} <b>${politics.available[box].length}</b></button>`,
    );
    const note = choosing && looked === this.now ? "choose_note" : "look_note";
    return html`<div class="decks" role="group" aria-label="${ctx.t("ui.politics.cards_left")}">${tabs}<small data-inspect="decks:left">${ctx.t(`ui.politics.${note}`)}</small></div>
      <div class="grid" data-scrolls>${cards.map((id) => this.political(id, choosing, next.indexOf(id)))}</div>`;
  }

  political(id, choosing, place) {
    const { ctx } = this;
    const { box } = ctx.printed.political_cards[id];
    const pick = choosing ? html`data-pick="${id}" data-kind="card"` : "";
    const raised = this.raised === id ? " raised" : "";
    const off = choosing && !ctx.offers(id) ? " off" : "";
    const known = place >= 0 && html`<span class="tag">${ctx.t("ui.politics.next_card", { n: place + 1 })}</span>`;
    return html`<button type="button" class="pc ${box}${raised}${off}" data-pc="${id}" data-inspect="card:${id}" ${pick} aria-label="${politicalWords(ctx, id)}">${known}${politicalFace(ctx, id)}</button>`;
  }

  // -- what if ---------------------------------------------------------------------------------------------------------

  /** A political card under the pointer or the focus: the markers as they would go with it. */
  async point(card) {
    const id = card?.classList.contains("legal") ? card.dataset.pc : "";
    if (id === this.raised) return;
    this.raised = id;
    for (const node of this.deck.querySelectorAll(".raised")) node.classList.remove("raised");
    card?.classList.toggle("raised", Boolean(id));
    if (!id) {
      this.tell(null, "");
      return;
    }
    const foreseen = await this.ctx.preview(["choose", id]);
    if (foreseen && this.raised === id) this.tell(foreseen.factions, id);
  }

  tell(forecast, card) {
    this.forecast = forecast;
    this.card = card;
    this.ctx.foresee?.(forecast, card ? this.ctx.t("ui.politics.if", { card }) : "");
    if (!this.root.hidden) this.drawForesight();
  }

  drawForesight() {
    const { ctx } = this;
    const known = ctx.view.politics.forecast;
    const forecast = this.forecast ?? known;
    const hidden = BOXES.reduce((sum, box) => sum + ctx.view.politics.boxes[box].filter((id) => id === null).length, 0);
    const title = this.forecast ? ctx.t("ui.politics.if", { card: this.card }) : ctx.t("ui.politics.as_known");
    const again = this.forecast && this.touched && html`<p class="again">${ctx.t("ui.politics.tap_again")}</p>`;
    const note = hidden > 0 && html`<p class="faint">${ctx.t("ui.politics.not_counted", { n: hidden })}</p>`;
    const shown = ctx.view.phase !== "influence";
    this.sight.classList.toggle("if", Boolean(this.forecast));
    this.sight.setAttribute("aria-label", title);
    paint(this.sight, shown ? html`<h3>${title}</h3>${again}${outcome(ctx, forecast)}${note}` : this.veto());
    if (again) this.uncover(this.deck.querySelector(".raised"));
  }

  /** The forecast stays at the top of a small screen: what is to be touched again must not lie under it. */
  uncover(card) {
    if (!card) return;
    const under = this.sight.getBoundingClientRect().bottom - card.getBoundingClientRect().top;
    if (under > 0) this.root.scrollBy({ top: -under - 8, behavior: "instant" });
  }

  veto() {
    const { ctx } = this;
    if (ctx.decision !== "pol_veto") return html`<h3>${ctx.t("ui.politics.markers_move")}</h3>`;
    const { faction, side } = ctx.about;
    return html`<h3>${ctx.t("ui.politics.veto_title", { faction })}</h3><p>${ctx.t("ui.politics.veto_note", { faction, side })}</p>`;
  }

  /** A card of the hand that might be staked: what it would win. */
  async consider(card) {
    const { ctx } = this;
    if (this.root.hidden || ctx.decision !== "pol_allocate") return;
    const option = card && ctx.options.find(([verb, id]) => verb === "allocate" && id === card);
    this.considered = card;
    const foreseen = option ? await ctx.preview(option) : null;
    if (this.considered !== card) return;
    this.stake = foreseen?.stake ? { card, box: option[2], rows: foreseen.stake } : null;
    this.draw();
  }

  // -- the text board --------------------------------------------------------------------------------------------------

  tables({ view }) {
    const { ctx } = this;
    const { politics } = view;
    const staked = (side, n) => {
      const id = politics.placed[side][n];
      if (id === undefined) return "";
      if (id === "") return ctx.t("ui.politics.hidden_card");
      const value = n < politics.opened ? politics.values[side][n] : id && valueOf(ctx.printed.action_cards[id]);
      return id ? `${ctx.name(id)} (${value})` : ctx.name("no_card");
    };
    const rows = BOXES.map((box, n) => [
      ctx.name(box),
      staked("white", n),
      staked("red", n),
      politics.boxes[box].map((id) => (id ? ctx.name(id) : ctx.t("ui.politics.hidden_card"))).join(", "),
      String(politics.available[box].length),
    ]);
    const head = [ctx.t("ui.politics.box_head"), ctx.name("white"), ctx.name("red"), ctx.t("ui.politics.cards_in"), ctx.t("ui.politics.cards_left")];
    return [{ title: ctx.t("ui.politics.title"), head, rows }];
  }
}

/** The latest political phase on one sheet: stakes, rolls, cards, markers. */
function showResults(ctx, phase) {
  const box = (name) => {
    const told = phase.boxes[name];
    if (!told) return "";
    const cards = phase.cards.filter((id) => ctx.printed.political_cards[id].box === name);
    return html`<section><h3>${ctx.t("ui.politics.box", { box: name })} <small>${told.white} : ${told.red}</small></h3>
      <p>${ctx.t("ui.politics.stakes", told)} ${ctx.t("ui.politics.result", { winner: told.winner, choose: told.choose, draw: told.draw })}</p>
      <div class="grid">${cards.map((id) => html`<span class="pc ${name}" data-inspect="card:${id}" role="img" aria-label="${politicalWords(ctx, id)}">${politicalFace(ctx, id)}</span>`)}</div></section>`;
  };
  const moved = [...phase.moved].map(([id, place]) => html`<li class="go">${hexagon(ctx.printed.factions[id].code, place)} ${ctx.t("ui.politics.goes", { faction: id, n: place })}</li>`);
  const held = [...phase.blocked].map(([id, block]) => html`<li class="stop">${ctx.name(id)}: ${ctx.name(block)} (${block})</li>`);
  const vetoed = [...phase.vetoed].map((id) => html`<li class="stop">${ctx.name(id)}: ${ctx.t("ui.faction.vetoed")}</li>`);
  const rolls = Object.values(phase.rolls).map((roll) => html`<p>${ctx.t("event.influence_roll", roll)}</p>`);
  const special = phase.special && html`<p>${politicalWords(ctx, phase.special)}</p>`;
  const markers = moved.length || held.length || vetoed.length ? html`<ul class="outcome">${moved}${held}${vetoed}</ul>` : html`<p>${ctx.t("ui.politics.no_move")}</p>`;
  const body = html`<div class="toc-heaps toc-politics-list"><section><h3>${ctx.t("ui.politics.step.influence")}</h3>${special}${markers}</section>${BOXES.map(box)}${rolls}</div>`;
  return ctx.shell.dialog({ title: ctx.t("ui.politics.over"), body: build(body), kind: "wide" });
}

/** The three boxes between political phases: cards left, and how the last auction went. */
class Boxes {
  constructor(root, ctx) {
    this.root = root;
    this.ctx = ctx;
    root.classList.add("toc-boxes");
    root.addEventListener("click", ({ target }) => {
      const box = target.closest("[data-deck]")?.dataset.deck;
      if (box) this.show(box);
    });
  }

  update(frame) {
    const { ctx, root } = this;
    const { politics } = frame.view;
    this.phase = latestPhase(frame.log ?? []);
    root.setAttribute("aria-label", ctx.t("ui.politics.title"));
    const decks = BOXES.map((box) => {
      const told = this.phase.boxes[box];
      const n = politics.available[box].length;
      const score = told ? html`<b class="bid ${told.winner}">${told.white} : ${told.red}</b>` : html`<b class="bid">–</b>`;
      const label = `${ctx.t("ui.politics.deck", { box, n })} ${told ? ctx.t("ui.politics.auction", told) : ""}`;
      return html`<button type="button" class="deck ${box}" data-deck="${box}" aria-label="${label}"><span class="hd">${ctx.name(box)}</span><span class="pile">${back(box)}<b>${n}</b></span>${score}</button>`;
    });
    paint(root, html`<header data-inspect="boxes:all"><h2>${ctx.t("ui.politics.title")}</h2><small>${ctx.t("ui.politics.last")}</small></header><div class="decks">${decks}</div>`);
  }

  /** Cards left in the box, discards, and the last auction with its cards. */
  show(box) {
    const { ctx } = this;
    const { politics } = ctx.view;
    const told = this.phase.boxes[box];
    const inBox = (id) => ctx.printed.political_cards[id].box === box;
    const list = (title, cards) =>
      html`<section><h3>${title} <small>${cards.length}</small></h3>${cards.length > 0 && html`<div class="grid">${cards.map((id) => html`<span class="pc ${box}" data-inspect="card:${id}" role="img" aria-label="${politicalWords(ctx, id)}">${politicalFace(ctx, id)}</span>`)}</div>`}</section>`;
    const body = html`<div class="toc-heaps toc-politics-list">${told && html`<p>${ctx.t("ui.politics.auction", told)} ${ctx.t("ui.politics.result", { winner: told.winner, choose: told.choose, draw: told.draw })}</p>`}
      ${told && list(ctx.t("ui.politics.last_cards"), this.phase.cards.filter(inBox))}${list(ctx.t("ui.politics.cards_left"), politics.available[box])}
      ${list(ctx.t("ui.politics.discarded"), politics.discards.filter(inBox))}</div>`;
    return ctx.shell.dialog({ title: ctx.t("ui.politics.box", { box }), body: build(body), kind: "wide" });
  }
}
