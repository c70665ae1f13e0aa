// The stage manager: shows, one after the other, the positions through which the present one was reached. A frame brings its
// beats (beats.js); the board may give each a scene (scenes.js), the scenery shows it, the manager keeps pace. The present
// frame is always the last thing it shows, whatever was skipped.

import { Scenery } from "./scenery.js";
import { store, stored } from "./settings.js";
import { cue } from "./sounds.js";

/** How much longer than written a scene lasts; "step" waits after each, "instant" shows the outcome alone. */
export const PACES = { slow: 1.8, normal: 1, fast: 0.5, step: 1, instant: 0 };

const READING = 850; // milliseconds for a beat without a time of its own …
const LETTER = 14; // … and for each letter of its text
const LONGEST = 3200;
const BACKLOG = 25; // beats in waiting from which on all goes faster
const CROWDED = 60; // … and from which on what is alike is shown as one
const HURRY = 0.6;
const LEFT = 8; // seconds of one's own clock at which the stage is cleared; at three times as many it hurries
const TWICE = 3000; // milliseconds within which a second skip means: nothing more until I am asked

export class Stage {
  constructor(shell) {
    this.shell = shell;
    this.scenery = new Scenery(shell, (way) => (way === "left" ? this.goOn() : this.skip()));
    this.queue = [];
    this.shown = [];
    this.performed = [];
    this.at = this.last = this.performance = null;
    this.paused = this.waits = this.muted = false;
    this.landed = true;
    this.scene = {};
    this.total = 0;
    this.skippedAt = -Infinity;
    this.leftAt = null;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.leave() : this.comeBack()));
    document.addEventListener("keydown", (event) => this.typed(event));
  }

  get pace() {
    const pace = stored("pace", "normal");
    return pace in PACES ? pace : "normal";
  }

  /** The pace of what is shown now: what the reader asked to see again is shown although he wants outcomes alone. */
  get speed() {
    return this.performance?.asked && this.pace === "instant" ? "normal" : this.pace;
  }

  /** Whether something is being shown that is not the present. */
  get active() {
    return this.at !== null;
  }

  /** Whether this frame is worth a performance. */
  takes(frame, previous) {
    if (this.muted) {
      this.muted = !frame.ask && !frame.over;
      return false;
    }
    const goesOn = previous !== null && frame.events.from >= previous.log.length;
    return goesOn && frame.beats?.length > 0 && this.pace !== "instant" && !document.hidden;
  }

  /**
   * Beats wait their turn.
   *
   * @param {object[]} beats frames as beatFrames makes them
   * @param {{previous: object|null, final: () => object, done?: () => void, own?: boolean, stops?: "scenes"|"headings"|"never", asked?: boolean, leave?: (() => void)|null}} how
   *   previous: what the board shows now; final: the frame behind the curtain; own: the first beat is what the reader's own
   *   hand has just done; stops: where it waits for the reader; asked: the reader wants to see it, whatever the pace; leave: what
   *   skipping does, where more is to come than is known here.
   */
  perform(beats, { previous, final, done = () => undefined, own = false, stops = "scenes", asked = false, leave = null }) {
    if (!this.active) {
      this.last = previous;
      this.shown = [];
      this.total = 0;
    }
    this.performance = this.active ? { ...this.performance, final, done } : { final, done, stops, asked, leave };
    this.total += beats.length;
    this.queue.push(...beats.map((beat, i) => (own && i === 0 ? { ...beat, justDone: true } : beat)));
    if (!this.active) this.next();
    else this.shell.prompt.draw();
  }

  /** What was shown or skipped last, once more. */
  again() {
    const { shell, performed } = this;
    if (!performed.length || this.active || shell.replaying) return;
    this.perform(performed, { previous: null, final: () => shell.live, asked: true });
  }

  /** What waits is no longer true, or no longer wanted: nothing more of it is shown. */
  clear() {
    this.stop();
    this.queue = [];
    this.at = this.last = this.performance = null;
    this.performed = [];
    document.body.classList.remove("staged");
    this.scenery.clear();
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.landing);
    this.landed = true;
    this.shell.main.classList.remove("in-the-air");
  }

  /** The next beat that is shown by itself, or the present when there is none. */
  next() {
    this.stop();
    for (let frame = this.queue.shift(); frame; frame = this.queue.shift()) {
      this.shown.push(frame);
      this.at = frame;
      const scene = this.sceneOf(frame);
      if (!this.isMerged(frame, scene)) return this.play(frame, scene);
    }
    return this.curtain();
  }

  sceneOf(frame) {
    const { shell } = this;
    const [event] = frame.events.list;
    if (shell.quiet.has(event.kind)) return { merge: true };
    try {
      const scene = shell.board.scene?.(event, frame, this.last);
      if (scene) return scene;
    } catch (error) {
      console.error(`the scene of ${event.kind} fails`, error);
    }
    return shell.eventText(event) ? this.plain(event) : { merge: true };
  }

  /** Without a scene of its own: the caption, and a ring round what the event names. */
  plain(event) {
    return { spot: [...this.shell.valuesOf([event])].filter((value) => this.scenery.find(value)).slice(0, 3) };
  }

  isMerged(frame, scene) {
    if (scene.merge) return true;
    if (frame.justDone && !scene.wait && !scene.tableau && !scene.dice && !scene.card) return true;
    const [{ kind }] = frame.events.list;
    return this.queue.length > CROWDED && this.queue[0].events.list[0].kind === kind;
  }

  play(frame, scene) {
    const { shell } = this;
    const [event] = frame.events.list;
    this.scene = scene.spot === undefined && !scene.tableau && !scene.flight ? { ...this.plain(event), ...scene } : scene;
    document.body.classList.add("staged");
    this.turnTo(scene.tab);
    this.landed = false; // so that drawing does not tell the outcome
    const unfolds = this.scenery.set(this.scene, () => shell.show(frame, this.last));
    this.last = frame;
    shell.highlight(event);
    this.waits = this.speed === "step" || this.mustWait(event, scene);
    shell.main.classList.toggle("in-the-air", unfolds > 0);
    cue(scene.sound ?? (scene.dice || scene.tableau?.dice ? "die" : scene.flight ? "card" : ""));
    if (unfolds) this.landing = setTimeout(() => this.land(event), unfolds);
    this.landed = !unfolds;
    if (this.landed) this.land(event);
    else shell.prompt.draw();
    this.hold(event, scene, unfolds);
  }

  /** The dice lie: now it may be told. */
  land(event) {
    const { shell } = this;
    this.landed = true;
    shell.main.classList.remove("in-the-air");
    shell.log.point(this.at.at);
    shell.prompt.draw();
    shell.announce(this.caption(event));
    if (this.waits) this.offerFocus();
  }

  mustWait(event, scene) {
    const { stops } = this.performance;
    if (stops === "never") return false;
    const heading = this.shell.headings.has(event.kind);
    if (stops === "headings") return heading;
    return Boolean(scene.wait) && (heading || this.queue.length <= CROWDED);
  }

  hold(event, scene, unfolds) {
    const left = this.left();
    if (left < LEFT) return this.skip(true);
    const text = this.caption(event);
    const written = (scene.hold ?? Math.min(LONGEST, READING + LETTER * text.length)) * (scene.wait && !this.waits ? 1.4 : 1);
    const hurry = this.queue.length > BACKLOG || left < 3 * LEFT ? HURRY : 1;
    if (this.waits && scene.wait) cue("bell");
    if (!this.paused && !this.waits) this.timer = setTimeout(() => this.next(), unfolds + written * PACES[this.speed] * hurry);
    else if (left < Infinity) this.timer = setTimeout(() => this.skip(true), (left - LEFT) * 1000);
    return undefined;
  }

  /** Seconds left of the reader's own clock. */
  left() {
    const { live, arrivedAt, replaying } = this.shell;
    const seconds = live.ask?.seconds ?? null;
    return seconds === null || replaying ? Infinity : seconds - (performance.now() - arrivedAt) / 1000;
  }

  /** The frame behind it all, with its question: whatever was left out, this is never. */
  curtain() {
    this.stop();
    const { shell, last, performance: { final, done } } = this;
    this.performed = [...this.shown, ...this.queue];
    this.queue = [];
    this.shown = [];
    this.at = this.last = this.performance = null;
    this.paused = this.waits = false;
    document.body.classList.remove("staged");
    this.scenery.clear();
    this.turnTo(null);
    shell.pointed = null;
    shell.log.point(-1);
    const frame = final();
    this.scenery.glide(() => shell.show(frame, last, last?.at === undefined ? undefined : last.at + 1));
    done();
  }

  /** On a small screen: to the part of the board where it happens, and back at the end. */
  turnTo(tab) {
    const { tabs, layout } = this.shell;
    if (layout === "wide") return;
    if (tab) this.from ??= tabs.part;
    const goal = tab ?? (this.active ? null : this.from);
    if (!this.active) this.from = null;
    if (goal && goal !== tabs.part && tabs.parts().some(({ id }) => id === goal)) tabs.showPart(goal);
  }

  // -- what the reader does ----------------------------------------------------------------------------------------------

  /** To the end. Twice in a row: nothing more until the reader is asked. `by` the page itself: once is once. */
  skip(byItself = false) {
    if (!this.active) return false;
    if (this.performance.leave && !byItself) {
      this.performance.leave();
      return true;
    }
    const now = performance.now();
    this.muted = !byItself && !this.shell.replaying && now - this.skippedAt < TWICE && !this.shell.live.ask;
    this.skippedAt = byItself ? -Infinity : now;
    this.curtain();
    return true;
  }

  /** Nobody looks: the present is shown, and what was missed is offered on coming back. */
  leave() {
    this.leftAt = this.active ? this.at.at : this.shell.live?.log.length ?? null;
    this.skip(true);
  }

  comeBack() {
    const { live, since, replaying } = this.shell;
    if (this.leftAt !== null && live && live.log.length > this.leftAt && !replaying && this.pace !== "instant") since.greet(this.leftAt);
    this.leftAt = null;
  }

  /** Continue: the next beat; dice in the air come to rest first. */
  goOn() {
    if (!this.active) return false;
    const [event] = this.at.events.list;
    this.paused = false;
    if (this.landed) this.next();
    else {
      this.stop();
      this.scenery.stop();
      this.land(event);
      this.hold(event, this.scene, 0);
    }
    return true;
  }

  pause() {
    this.paused = !this.paused;
    if (this.paused) clearTimeout(this.timer);
    else this.goOn();
    this.shell.prompt.draw();
  }

  /** The space bar: what stands still goes on, what goes on stands still. */
  toggles() {
    if (!this.active) return false;
    if (this.waits || this.paused) this.goOn();
    else this.pause();
    return true;
  }

  /** One beat back; there it stays. */
  back() {
    if (this.shown.length < 2) return false;
    this.queue.unshift(this.shown.pop());
    let frame = this.shown.pop();
    while (this.shown.length && this.isMerged(frame, this.sceneOf(frame))) {
      this.queue.unshift(frame);
      frame = this.shown.pop();
    }
    this.queue.unshift({ ...frame, justDone: false });
    this.paused = true;
    this.last = null;
    this.next();
    return true;
  }

  /** The next of the paces: what is on stage does not go by on the way from one to another, for that is Escape. */
  get nextPace() {
    const paces = Object.keys(PACES).filter((pace) => pace !== "instant" || !this.active);
    return paces[(paces.indexOf(this.pace) + 1) % paces.length];
  }

  /** The next of the paces, or this one. */
  turn(pace = this.nextPace) {
    const { shell } = this;
    store("pace", pace);
    if (pace === "instant") this.skip(true);
    else if (this.active && !this.paused) {
      this.waits = pace === "step" || this.mustWait(this.at.events.list[0], this.scene);
      clearTimeout(this.timer);
      this.hold(this.at.events.list[0], this.scene, 0);
    }
    if (!this.active) shell.say(shell.t("shell.stage.pace_is", { pace: shell.t(`shell.stage.pace.${pace}`) }), { kind: "pace" });
    shell.prompt.draw();
    return true;
  }

  /** ← and → while something is shown; letters and Escape come by way of the shell. */
  typed(event) {
    if (!this.active || event.defaultPrevented || event.target.closest?.("input, textarea, select, dialog")) return;
    const act = { ArrowLeft: () => this.back(), ArrowRight: () => this.goOn() }[event.key];
    if (act && !event.ctrlKey && !event.altKey && !event.metaKey && !document.querySelector("dialog[open]")) {
      act();
      event.preventDefault();
    }
  }

  /** Where it waits for the reader the first button has the focus, unless the reader is busy elsewhere. */
  offerFocus() {
    const held = document.activeElement;
    if (held === document.body || this.shell.prompt.node.contains(held)) this.shell.prompt.buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  // -- what the prompt says ----------------------------------------------------------------------------------------------

  caption(event) {
    return this.scene.caption ?? this.shell.eventText(event);
  }

  /** The caption and the buttons of the performance, as the prompt takes them. */
  tell() {
    const { shell, at } = this;
    const [event] = at.events.list;
    const t = (key, params) => shell.t(`shell.stage.${key}`, params);
    const thrown = [this.scene.dice, this.scene.tableau?.dice].flat().some((die) => die && !die.still);
    const text = this.landed ? this.caption(event) : shell.t(`before.${event.kind}`, event.params, thrown ? t("rolling") : this.caption(event));
    const still = this.waits || this.paused;
    const goOn = { label: t("next"), press: () => this.goOn(), primary: still, key: "→" };
    const pause = { label: t("pause"), press: () => this.pause(), quiet: true, key: "␣" };
    const back = { label: t("back"), press: () => this.back(), quiet: true, key: "←" };
    const skip = { label: t(shell.replaying && !this.performance.leave ? "end" : shell.live.ask ? "mine" : "skip"), press: () => this.skip(), quiet: true, key: "Esc" };
    const pace = { label: t(`pace.${this.pace}`), press: () => this.turn(), quiet: true, key: "P" };
    const main = [goOn, ...(still ? [] : [pause])];
    const backward = this.shown.length > 1 ? [back] : [];
    const plans = [[...main, ...backward, pace], [...main, ...backward], main].map((buttons) => ({ buttons }));
    const seat = this.scene.seat ?? shell.actorOf(event);
    return { text, rule: event.rule, seat: shell.isSomebody(seat) ? seat : null, crumbs: [`${this.shown.length} / ${this.total}`], plans, exits: [skip] };
  }
}
