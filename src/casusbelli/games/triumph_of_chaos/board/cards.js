// The hand: the card in play, own cards with their four uses, and the piles of both sides.

import { build, html, paint, raw } from "/static/markup.js";
import { actionFace, actionWords, back, cardText, large, sideOf, USES, worthOf } from "./card_faces.js";
import { OPPONENT, SIDES } from "./context.js";

const FEW = 6; // stakes that are still better read in the prompt than picked from the hand
/** Asked whatever the hand holds, so that the question gives nothing away: who has no such card is told so. */
const NEEDS_INITIATIVE = ["cancel_activation", "play_initiative"];
const ACTION_PHASES = ["round", "activation", "moving", "attacking", "redeployment"];

export const mount = (root, ctx) => new Hand(root, ctx);

class Hand {
  constructor(root, ctx) {
    this.root = root;
    this.ctx = ctx;
    root.classList.add("toc-hand");
    this.row = build(html`<div class="held" role="group" data-scrolls tabindex="-1"></div>`);
    this.piles = build(html`<div class="piles" role="group"></div>`);
    this.many = build(html`<p class="many" data-inspect="hand:many"></p>`);
    root.replaceChildren(this.many, this.row, this.piles);
    this.reasons = new Map();
    this.ending = new AbortController();
    this.sizes = new ResizeObserver(() => this.placeActs());
    this.sizes.observe(this.row);
    ctx.showCard = (id) => this.showCard(id);
    this.listen();
  }

  destroy() {
    this.ending.abort();
    this.sizes.disconnect();
  }

  listen() {
    const { signal } = this.ending;
    const on = (type, act) => this.root.addEventListener(type, act, { signal });
    on("click", (event) => this.clicked(event));
    on("keydown", (event) => this.typed(event));
    on("pointerover", ({ target, pointerType }) => pointerType === "mouse" && this.point(target.closest("[data-card]")));
    on("pointerleave", () => this.point(null));
    on("focusin", ({ target }) => target.matches(":focus-visible") && this.point(target.closest("[data-card]")));
    on("focusout", () => this.point(null));
  }

  clicked(event) {
    const { target } = event;
    const zoom = target.closest("[data-zoom]");
    const shut = target.closest("[data-shut]");
    const pile = target.closest("[data-heap]");
    const card = target.closest("[data-card]");
    if (zoom) this.showCard(zoom.dataset.zoom);
    else if (shut) this.ctx.choose([shut.dataset.shut, shut.dataset.of]);
    else if (pile) this.showPiles(pile.dataset.heap);
    else if (card && !card.dataset.pick) this.showCard(card.dataset.card);
    else if (card && this.ctx.decision === "pol_allocate" && event.pointerType === "touch") this.tapped(card, event);
  }

  /** A finger has no hovering: its first touch shows what a stake may win, the second lays it down. */
  tapped(card, event) {
    if (this.tappedCard === card.dataset.card) return;
    this.tappedCard = card.dataset.card;
    event.preventDefault();
    this.ctx.touched = card.dataset.card;
    this.point(card);
  }

  typed(event) {
    const card = event.target.closest("[data-card]");
    if (event.key === "Escape") this.point(null);
    if (!card || event.key.toLowerCase() !== "z" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    this.showCard(card.dataset.card);
  }

  // -- drawing ---------------------------------------------------------------------------------------------------------

  update(frame, previous) {
    const { ctx } = this;
    if (this.question !== frame) {
      this.question = frame;
      this.tappedCard = "";
      this.reasons.clear();
    }
    const before = new Set(previous?.view.hand ?? []);
    this.fresh = previous && !this.ctx.shell.replaying ? new Set((frame.view.hand ?? []).filter((id) => !before.has(id))) : new Set();
    this.row.setAttribute("aria-label", ctx.t("ui.hand.label"));
    this.piles.setAttribute("aria-label", ctx.t("ui.hand.piles"));
    this.draw();
  }

  picks() {
    this.draw();
  }

  draw() {
    const { ctx } = this;
    const { view } = ctx;
    const held = this.pointed?.dataset.card;
    this.point(null);
    const inPlay = this.inPlay();
    const hand = view.hand?.filter((id) => id !== inPlay?.what); // on stage it is told before it has left the hand
    const cards = hand ? hand.map((id) => this.slot(id)) : SIDES.map((side) => this.fanOfBacks(side));
    paint(this.row, [inPlay && this.played(inPlay), cards, hand?.length === 0 && html`<p class="none" data-inspect="hand:empty">${ctx.t("ui.hand.empty")}</p>`]);
    paint(this.piles, SIDES.toSorted((a) => (a === ctx.near ? -1 : 1)).map((side) => this.pileSet(side)));
    this.many.textContent = hand ? ctx.t("ui.hand.many", { n: hand.length }) : "";
    this.placeActs();
    const again = held && this.row.querySelector(`[data-card="${held}"]:is(:hover, :focus-visible)`);
    if (again) this.point(again);
    this.row.querySelector(".open")?.scrollIntoView({ inline: "nearest", block: "nearest" });
    this.askReasons();
  }

  /** The card whose action this round is: its side is still the active one. */
  inPlay() {
    const { frame, view } = this.ctx;
    if (!ACTION_PHASES.includes(view.phase)) return null;
    const last = (frame.log ?? frame.events.list).findLast(({ kind }) => kind === "action")?.params;
    const here = last && last.side === view.active && last.round === view.round && last.what in this.ctx.printed.action_cards;
    return here ? last : null;
  }

  played({ what, action, side }) {
    const { ctx } = this;
    const tag = ctx.t("ui.hand.in_play", { action });
    const label = ctx.t("ui.hand.in_play_label", { side, card: what, action });
    return html`<div class="slot tagged"><button type="button" class="card ${sideOf(what)} playing" data-card="${what}" data-inspect="card:${what}" aria-label="${label}">
      <span class="tag">${tag}</span>${actionFace(ctx, what)}</button></div><span class="sep"></span>`;
  }

  /** Whether the question is about cards of the hand. */
  get asked() {
    const hand = new Set(this.ctx.view.hand);
    return this.ctx.options.some((option) => option.some((value) => hand.has(value)));
  }

  slot(id) {
    const { ctx, asked } = this;
    const offered = ctx.offers(id);
    const uses = ctx.decision === "choose_action";
    const closed = uses ? USES.filter((use) => !ctx.options.some(([verb, card]) => verb === use && card === id)) : [];
    const open = uses && ctx.picked.includes(id);
    const off = asked && !offered ? " off" : "";
    const fresh = this.fresh.has(id) ? " fresh" : "";
    const pick = asked ? html`data-pick="${id}" data-kind="card"` : "";
    return html`<div class="slot${open ? " open" : ""}"><button type="button" class="card ${sideOf(id)}${off}${fresh}" data-card="${id}" data-inspect="card:${id}" ${pick}
      aria-label="${actionWords(ctx, id)}">${actionFace(ctx, id, { closed })}</button>
      <button type="button" class="look" data-zoom="${id}" tabindex="-1" aria-label="${ctx.t("ui.hand.look", { card: id })}">${LENS}</button>
      ${open && this.opened(id, closed)}</div>`;
  }

  /** The four uses of the card that is picked up, and what its event does. */
  opened(id, closed) {
    const { ctx } = this;
    const printed = ctx.printed.action_cards[id];
    const act = (use) => {
      const shut = closed.includes(use);
      const words = html`<b>${worthOf(printed, use)}</b><span>${ctx.t(`ui.card.${ctx.shell.compact ? "use" : "long"}.${use}`)}</span>`;
      return shut
        ? html`<button type="button" class="act shut" data-shut="${use}" data-of="${id}" aria-disabled="true" data-tip="${this.reason([use, id])}">${words}</button>`
        : html`<button type="button" class="act" data-pick="${use}">${words}</button>`;
    };
    const why = closed.map((use) => this.reason([use, id])).filter(Boolean);
    return html`<div class="acts" role="group" aria-label="${ctx.t("ui.hand.uses", { card: id })}"><p>${cardText(ctx, id)}</p>
      <div class="grid">${USES.map(act)}</div>${why.length > 0 && html`<p class="why">${[...new Set(why)].join(" ")}</p>`}</div>`;
  }

  fanOfBacks(side) {
    const n = this.ctx.view.counts[side].hand;
    return html`<div class="backs" role="img" data-inspect="piles:${side}" aria-label="${this.ctx.t("ui.hand.held", { side, n })}">${Array.from({ length: n }, () => back(side))}</div>`;
  }

  pileSet(side) {
    const { ctx } = this;
    const { counts, piles, seen } = ctx.view;
    const { discards } = piles[side];
    const own = ctx.side === side;
    const pile = (kind, n, inside) =>
      html`<button type="button" class="pile ${kind}${n ? "" : " empty"}" data-heap="${side}" aria-label="${ctx.t(`ui.hand.${kind}`, { side, n })}">
        ${inside}<b>${n}</b><small>${ctx.t(`ui.hand.short.${kind}`)}</small></button>`;
    const known = !own && ctx.side !== "none" && seen?.length ? html`<i class="seen" data-tip="${ctx.t("ui.hand.seen", { n: seen.length })}">${seen.length}</i>` : "";
    return html`<div class="set ${side}"><span class="who" data-inspect="piles:${side}">${ctx.name(side)}</span>
      ${own || ctx.side === "none" ? "" : pile("held", counts[side].hand, [back(side), known])}
      ${pile("deck", counts[side].deck, back(side))}${pile("discards", discards.length, raw('<span class="paper"></span>'))}</div>`;
  }

  /** What the picked card may do begins above it and stays on the board. */
  placeActs() {
    const acts = this.row.querySelector(".acts");
    if (!acts || this.ctx.shell.compact) return;
    const whole = this.root.getBoundingClientRect();
    const card = acts.parentElement.getBoundingClientRect();
    const left = Math.max(0, Math.min(card.left - whole.left, whole.width - acts.offsetWidth - 4));
    this.row.style.setProperty("--acts-left", `${left.toFixed(1)}px`);
  }

  /** The prompt in few words: the card is named above its uses; many stakes are picked from the hand. */
  answers({ ask }, picked) {
    const { ctx } = this;
    if (ask?.decision === "choose_action") {
      const card = picked.find((value) => value in ctx.printed.action_cards);
      const uses = card ? ask.options.filter(([verb, id]) => id === card && USES.includes(verb)) : [];
      const label = (use) => useLabel(ctx, card, use);
      return uses.length > 0 && !picked.some((value) => USES.includes(value)) ? { buttons: uses.map((choice) => ({ label: label(choice[0]), choice })) } : undefined;
    }
    if (NEEDS_INITIATIVE.includes(ask?.decision) && ask.options.length === 1) return { text: `${ctx.t(`decision.${ask.decision}`, ask.about)} ${ctx.t("ui.hand.no_initiative")}` };
    const staking = ask?.decision === "pol_allocate" && ask.options.every(([verb]) => verb === "allocate");
    return staking && (ctx.shell.compact || ask.options.length > FEW) ? { buttons: [] } : undefined;
  }

  // -- words on demand -------------------------------------------------------------------------------------------------

  /** Why a choice is not on offer, as far as the answer has come. */
  reason(choice) {
    return this.reasons.get(JSON.stringify(choice)) ?? "";
  }

  /** The picked card's closed uses are asked about. */
  askReasons() {
    for (const { dataset } of this.row.querySelectorAll("[data-shut]")) this.ask([dataset.shut, dataset.of], () => this.draw());
  }

  async ask(choice, arrived) {
    const key = JSON.stringify(choice);
    if (this.reasons.has(key) || this.ctx.shell.replaying) return;
    this.reasons.set(key, "");
    const { question } = this;
    const refusal = await this.ctx.why(choice);
    if (!refusal || question !== this.question) return;
    this.reasons.set(key, this.ctx.t(`refusal.${refusal.key}`, refusal.params));
    arrived();
  }

  /** The card under the pointer or the focus: what it may win in the political box. */
  point(card) {
    this.pointed = card;
    const plain = card && !card.closest(".open");
    this.ctx.consider?.(plain && card.dataset.pick ? card.dataset.card : null);
  }

  showCard(id) {
    this.point(null);
    return this.ctx.shell.dialog({ title: this.ctx.name(id), body: build(large(this.ctx, id)), kind: "toc-dialog" });
  }

  /** Discards and removed cards are open to everybody; of a foreign hand, what one has seen. */
  showPiles(side) {
    const { ctx } = this;
    const { piles, seen } = ctx.view;
    const heap = (title, cards) =>
      html`<section><h3>${title} <small>${cards.length}</small></h3>${cards.length > 0 && html`<div class="cardlist">${cards.map((id) => html`<span class="card ${sideOf(id)}" role="img" aria-label="${actionWords(ctx, id)}. ${cardText(ctx, id)}" data-inspect="card:${id}">${actionFace(ctx, id)}</span>`)}</div>`}</section>`;
    const known = side === OPPONENT[ctx.side] && seen?.length ? heap(ctx.t("ui.hand.known"), seen) : "";
    const body = html`<div class="toc-heaps">${known}${heap(ctx.t("ui.hand.discarded"), piles[side].discards)}${heap(ctx.t("ui.hand.gone"), piles[side].removed)}</div>`;
    return ctx.shell.dialog({ title: ctx.t("ui.hand.piles_of", { side }), body: build(body), kind: "wide" });
  }

  // -- the text board --------------------------------------------------------------------------------------------------

  tables({ view }) {
    const { ctx } = this;
    const cards = (view.hand ?? []).map((id) => {
      const printed = ctx.printed.action_cards[id];
      return [ctx.name(id), ...USES.slice(0, 3).map((use) => String(worthOf(printed, use))), cardText(ctx, id)];
    });
    const head = [ctx.t("ui.card.card"), ...USES.slice(0, 3).map((use) => ctx.t(`ui.card.long.${use}`)), ctx.t("ui.card.long.event")];
    const heaps = SIDES.map((side) => [
      ctx.name(side),
      String(view.counts[side].hand),
      String(view.counts[side].deck),
      view.piles[side].discards.map((id) => ctx.name(id)).join(", "),
    ]);
    return [
      ...(view.hand ? [{ title: ctx.t("ui.hand.label"), head, rows: cards }] : []),
      {
        title: ctx.t("ui.hand.piles"),
        head: [ctx.t("ui.hand.whose"), ctx.t("ui.hand.short.held"), ctx.t("ui.hand.short.deck"), ctx.t("ui.hand.short.discards")],
        rows: heaps,
      },
    ];
  }
}

const LENS = raw('<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="M12.6 12.6 17.5 17.5"/></svg>');

/** A use of an action card with what it is worth: "Operations 4". */
export function useLabel(ctx, card, use) {
  return `${ctx.t(`ui.card.long.${use}`)} ${use === "event" ? "" : worthOf(ctx.printed.action_cards[card], use)}`.trim();
}
