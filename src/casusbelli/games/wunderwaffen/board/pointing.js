// What follows the pointer, the focus and a finger: what the play there would bring everybody.

import { html, paint } from "/static/markup.js";
import { forecast, worth } from "./forecast.js";

const APPEAR = 160; // milliseconds before a place is taken for meant
const FULL = 3; // tokens that decide a territory

export class Pointing {
  /** gain(preview) is told what is foreseen, null when nothing is. */
  constructor(at, host, shell, map, reading, gain) {
    this.at = at;
    this.host = host;
    this.shell = shell;
    this.map = map;
    this.reading = reading;
    this.gain = gain;
    this.foreseen = new Map();
    this.shown = null;
  }

  listen(on) {
    on(this.host, "pointerover", (event) => event.pointerType !== "touch" && this.over(event.target));
    on(this.host, "pointerleave", () => this.over(null));
    on(this.host, "focusin", (event) => event.target.matches(":focus-visible") && this.over(event.target));
    on(this.at.tip, "click", (event) => {
      if (event.target.closest("[data-go]") && this.offered) this.shell.choose(this.offered);
      if (event.target.closest("[data-stay]")) this.reset();
    });
  }

  reset() {
    this.offered = null;
    this.hide();
  }

  hide() {
    clearTimeout(this.waiting);
    this.shown = null;
    this.at.tip.hidden = true;
    this.map.hover(null);
    this.gain(null);
  }

  // -- what is pointed at ----------------------------------------------------------------------------------------------

  over(target) {
    if (target?.closest(".tip") || this.offered) return;
    const node = target?.closest("[data-card], [data-place], [data-use], [data-area]") ?? null;
    const key = node && (node.dataset.card ?? node.dataset.place ?? node.dataset.use ?? node.dataset.area);
    if (key === this.shown) return;
    clearTimeout(this.waiting);
    if (!node) {
      this.waiting = setTimeout(() => this.hide(), APPEAR);
      return;
    }
    this.shown = key;
    this.waiting = setTimeout(() => this.show(node, key), APPEAR);
  }

  /** The inspector tells in words what is pointed at; here its land lights up, and the factions show what the play there would add. */
  async show(node, key) {
    const { reading } = this;
    if (!reading.frame) return;
    const { card, use } = node.dataset;
    this.map.hover(card || use ? null : key);
    const choice = use ? reading.play(use, use === "reserve" ? node.dataset.pick : undefined) : reading.choiceAt(key);
    const preview = choice && node.classList.contains("legal") ? await this.foresee(choice) : null;
    if (this.shown === key && node.isConnected) this.gain(preview);
  }

  /** Beside what is pointed at, where it hides as little as may be; a sheet at the foot of the map on a phone. */
  place(box) {
    const { tip, field } = this.at;
    if (this.shell.compact) return;
    const frame = field.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const [x, y] = [box.left - frame.left, box.top - frame.top];
    const middle = [x + box.width / 2 - width / 2, y + box.height / 2 - height / 2];
    const spots = [
      [x + box.width + 84, middle[1]],
      [x - width - 84, middle[1]],
      [middle[0], y + box.height + 34],
      [middle[0], y - height - 34],
    ].map(([left, top]) => [within(left, frame.width - width), within(top, frame.height - height)]);
    const places = [...this.host.querySelectorAll(".map .legal, .map .bsp")].map((node) => node.getBoundingClientRect());
    const hidden = (/** @type {number[]} */ [left, top]) => {
      const over = (other) => overlaps([left + frame.left, top + frame.top, width, height], [other.left, other.top, other.width, other.height]);
      return places.filter(over).length + (over(box) ? 50 : 0);
    };
    const [left, top] = spots.reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best));
    tip.style.left = `${left}px`;
    tip.style.top = `${top}px`;
  }

  // -- what the engine foresees ----------------------------------------------------------------------------------------

  /** Asked once for each choice of a frame. */
  foresee(choice) {
    const { seq } = this.reading.frame;
    if (this.seq !== seq) this.foreseen.clear();
    this.seq = seq;
    const key = choice.join(" ");
    if (!this.foreseen.has(key)) this.foreseen.set(key, this.shell.preview(choice));
    return this.foreseen.get(key);
  }

  /** A finger cannot hover: its first touch on a place shows what would happen, the second plays. */
  hold(event) {
    const node = event.target.closest("[data-place].legal, [data-card].legal");
    if (event.pointerType !== "touch" || !node) return;
    const choice = this.reading.choiceAt(node.dataset.place ?? node.dataset.card);
    if (!choice || choice === this.offered) return;
    event.stopPropagation();
    event.preventDefault();
    this.offer(choice);
  }

  /** Show a choice with all it brings, and a button to play it. */
  async offer(choice) {
    const { shell, reading, at } = this;
    this.hide();
    this.offered = choice;
    const preview = await this.foresee(choice);
    if (this.offered !== choice) return;
    paint(
      at.tip,
      html`<h4>${shell.choiceText(choice)}</h4>${preview ? forecast(preview, reading, shell) : ""}<p class="go"><button type="button" class="button primary" data-go data-confirm="yes">${shell.t("ui.play.go")}</button><button type="button" class="button" data-stay data-confirm="no">${shell.t("ui.play.stay")}</button></p>`,
    );
    at.tip.hidden = false;
    this.gain(preview);
    this.place(at.field.getBoundingClientRect());
    at.tip.querySelector("[data-go]").focus({ preventScroll: true });
  }

  /** Under every territory that the picked token would fill: who would win it, and how many points. */
  async pills() {
    const { reading, map } = this;
    const { seq } = reading.frame;
    const fills = new Map();
    for (const play of reading.plays) {
      const [territory, place] = play[0] === "place" ? [play[4].slice(0, -2), Number(play[4].at(-1)) - 1] : [];
      const others = territory && reading.view.map[territory].spaces.filter((token, i) => token && i !== place).length;
      if (others === FULL - 1 && !fills.has(territory)) fills.set(territory, play);
    }
    const asked = reading.picked.join(" ");
    const found = await Promise.all([...fills].map(async ([territory, play]) => ({ territory, preview: await this.foresee(play) })));
    if (reading.frame.seq !== seq || reading.picked.join(" ") !== asked) return;
    const winner = ({ preview }) => preview?.territory?.winner;
    map.showPills(found.filter(winner).map((each) => ({ territory: each.territory, winner: winner(each), points: worth(each.preview) })));
  }
}

const within = (at, most) => Math.max(6, Math.min(most - 6, at));

function overlaps([x, y, w, h], [left, top, width, height]) {
  return x < left + width && left < x + w && y < top + height && top < y + h;
}
