// Marks on the board: every element with data-pick stands for one value or several. The legal ones become buttons; arrows
// move among them by geometry, N goes to the next.

import { Badges } from "./badges.js";

const NATIVE = "button, a[href], input, select, summary";
const OFFERED = ".legal, .picked";
/** A pointer that travelled further than this was dragging. */
const DRAG = 7;

const NONE = new Set();
const NOTHING = { legal: NONE, picked: NONE, last: NONE, advised: NONE, warned: NONE, refused: NONE };

const valuesOf = (node) => node.dataset.pick.split(/\s+/).filter(Boolean);

/** Whether the values of an element are among these. */
const touches = (node, values) => valuesOf(node).some((value) => values.has(value));

export class Marks {
  /** press(value, node) is told of a touch on a legal value or a picked one, refuse(value, kind) of any other; lost() of a focus whose piece is gone. */
  constructor(root, { press, refuse, name, point, changed, lost }) {
    this.root = root;
    this.press = press;
    this.refuse = refuse;
    this.name = name;
    this.point = point;
    this.lost = lost;
    this.held = null;
    this.byKeys = false;
    this.aimed = new Set();
    this.badges = new Badges(root);
    this.now = NOTHING;
    this.made = new WeakMap();
    this.current = null;
    root.addEventListener("pointerdown", (event) => (this.down = event), true);
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("pointerup", (event) => this.redrawn(event));
    root.addEventListener("keydown", (event) => this.typed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("pointerover", ({ target }) => this.pointed(target));
    this.observer = new MutationObserver(() => {
      this.apply();
      changed();
      this.regain();
    });
  }

  /** Marks what the board draws by itself in this element, after a motion or a fetch. */
  watch(node) {
    this.observer.observe(node, { childList: true, subtree: true, attributeFilter: ["data-pick"] });
  }

  all() {
    return [...this.root.querySelectorAll("[data-pick]")];
  }

  /** The values of every element. */
  pieces() {
    return this.all().map(valuesOf);
  }

  /** The values of every element that can be chosen now, those in parts that a tab hides included. */
  lit() {
    const reachable = this.all().filter((node) => node.classList.contains("legal") && (isShown(node) || node.closest("[data-tab][hidden]")));
    return new Set(reachable.flatMap(valuesOf));
  }

  /** Shows which elements these values are: a row of the tray is pointed at. */
  aim(values) {
    this.aimed = values;
    for (const node of this.all()) node.classList.toggle("aimed", touches(node, values));
  }

  pointed(target) {
    const node = target.closest?.("[data-pick]") ?? null;
    if (node === this.under) return;
    this.under = node;
    this.point(new Set(node ? valuesOf(node) : []));
  }

  /** Draws the eye to what can be chosen and stands for one of these values. */
  pulse(values) {
    for (const node of this.legal()) if (touches(node, values)) node.animate({ opacity: [1, 0.15, 1] }, { duration: 600, iterations: 3 });
  }

  legal() {
    return this.all().filter((node) => node.classList.contains("legal") && isShown(node));
  }

  /** Sets the classes and makes the legal elements buttons; without an argument, as they were set last. */
  apply(now = this.now) {
    this.now = now;
    this.observer.takeRecords();
    const legal = [];
    const all = this.all();
    for (const node of all) {
      const values = valuesOf(node);
      const among = (marked) => values.some((value) => marked.has(value));
      const isLegal = among(now.legal);
      const isPicked = among(now.picked);
      node.classList.toggle("legal", isLegal);
      node.classList.toggle("picked", isPicked);
      node.classList.toggle("last", among(now.last));
      const { only } = node.dataset; // one side of a token: advice for the other side is not meant for it
      node.classList.toggle("advised", among(now.advised ?? NONE) && (only === undefined || now.advised.has(only)));
      for (const mark of ["warned", "refused"]) node.classList.toggle(mark, among(now[mark] ?? NONE));
      this.behave(node, isLegal, isPicked);
      if (isLegal || isPicked) legal.push(node);
    }
    if (!legal.includes(this.current)) this.current = legal[0] ?? null;
    for (const node of legal) node.tabIndex = node === this.current ? 0 : -1;
    this.badges.show(all);
    this.root.dispatchEvent(new Event("marked")); // the maps count what lies beyond their edges
  }

  behave(node, isLegal, isPicked) {
    if (node.matches(NATIVE)) {
      setOrRemove(node, "aria-disabled", isLegal || isPicked ? null : "true");
    } else if (isLegal || isPicked) {
      if (!this.made.has(node)) this.made.set(node, node.getAttribute("role"));
      node.setAttribute("role", "button");
      const named = node.hasAttribute("aria-label") || node.textContent.trim();
      if (!named) node.setAttribute("aria-label", this.name(valuesOf(node)[0]));
    } else if (this.made.has(node)) {
      setOrRemove(node, "role", this.made.get(node));
      this.made.delete(node);
      node.removeAttribute("tabindex");
    }
    setOrRemove(node, "aria-pressed", isPicked ? "true" : null);
  }

  clicked(event) {
    const innermost = event.target.closest?.("[data-pick]");
    if (!innermost || event.defaultPrevented || this.dragged(event)) return;
    let node = innermost;
    while (node && !touches(node, this.now.legal)) node = node.parentElement?.closest("[data-pick]");
    this.touch(node ?? innermost);
  }

  /** A board that draws its piece anew between press and release swallows the click of a mouse: it is made up for on the new piece. */
  redrawn(event) {
    const pressed = this.down?.target.closest?.("[data-pick]");
    if (!pressed || pressed.isConnected || event.pointerType === "touch" || event.button !== 0 || this.moved(event)) return;
    const piece = event.target.closest?.("[data-pick]");
    if (piece && touches(piece, new Set(valuesOf(pressed)))) piece.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  moved(event) {
    return Math.hypot(event.clientX - this.down.clientX, event.clientY - this.down.clientY) > DRAG;
  }

  dragged(event) {
    return this.down && event.detail > 0 && this.moved(event);
  }

  touch(node) {
    const values = valuesOf(node);
    const value = values.find((each) => this.now.legal.has(each)) ?? values.find((each) => this.now.picked.has(each)) ?? values[0];
    this.current = node;
    if (!this.press(value)) this.refuse(value, node.dataset.kind);
  }

  /**
   * Whoever plays by keys goes on where he was, although the board has drawn his piece anew; where it is gone, or nobody may choose it any
   * more (then the browser takes the focus away, if a little later), the shell finds a place.
   */
  regain() {
    const { held } = this;
    const { activeElement } = document;
    if (!held || takesFocus(held) || (activeElement && activeElement !== document.body && activeElement !== held)) return;
    this.held = null;
    if (!this.byKeys) return; // under a mouse or a finger nothing is to be scrolled for a focus that nobody sees
    const drawnAnew = held.isConnected ? [] : [...this.root.querySelectorAll(`[data-pick="${CSS.escape(held.dataset.pick)}"]`)].filter(isShown);
    const same = drawnAnew.find((node) => node.matches(OFFERED)) ?? (held.matches(OFFERED) ? undefined : drawnAnew[0]);
    if (same) this.focus(same);
    else this.lost();
  }

  focused(event) {
    this.held = event.target.closest?.("[data-pick]") ?? null;
    this.byKeys = event.target.matches(":focus-visible");
    if (this.byKeys) this.pointed(event.target);
    if (!event.target.matches?.("[data-pick].legal, [data-pick].picked") || event.target === this.current) return;
    if (this.current) this.current.tabIndex = -1;
    this.current = event.target;
    this.current.tabIndex = 0;
  }

  typed(event) {
    const node = event.target;
    if (!node.matches?.("[data-pick]") || event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.key === "Enter" || event.key === " ") && !node.matches(NATIVE)) {
      event.preventDefault();
      this.touch(node);
    } else if (ARROWS[event.key]) {
      const goal = nearest(node, event.shiftKey ? this.all().filter(isShown) : this.legal(), ARROWS[event.key]);
      if (!goal) return;
      event.preventDefault();
      this.focus(goal);
    }
  }

  focus(node) {
    if (!node.hasAttribute("tabindex") && !node.matches(NATIVE)) node.tabIndex = -1;
    node.focus();
  }

  /** The focus to the next legal element, round and round; false when there is none. */
  next() {
    const legal = this.legal();
    if (!legal.length) return false;
    this.focus(legal[(legal.indexOf(document.activeElement) + 1) % legal.length]);
    return true;
  }
}

function takesFocus(node) {
  return node.isConnected && (node.hasAttribute("tabindex") || node.matches(NATIVE));
}

function isShown(node) {
  return node.getClientRects().length > 0;
}

function setOrRemove(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** Farther than anything on a screen. */
const FAR = 1e6;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function centre(node) {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The element that lies nearest in a direction; what lies aside counts as further away, and what lies more aside than ahead comes last. */
function nearest(from, nodes, [dx, dy]) {
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    if (node === from) continue;
    const [u, v] = centre(node);
    const along = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    const way = along + 2 * aside + (aside > along ? FAR : 0);
    if (along > 1 && way < least) {
      least = way;
      best = node;
    }
  }
  return best;
}
