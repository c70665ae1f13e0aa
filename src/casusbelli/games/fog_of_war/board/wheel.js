// The Operations wheels. Position is meaning: NEW OP at twelve, ages 1 to 5 follow clockwise; the red cross is the way out.
// The segments stand still and the spaces turn past them, one step a turn.

import { chip, stack, stackWidth } from "./cards.js";
import { breakable, build, calm, html, paint, raw } from "./dom.js";
import { ageOf, SPACES, spaceOfAge } from "./reading.js";
import { use } from "./symbols.js";

const FILL = ["#fffaf0", "#d9c3ae", "#c9cbb9", "#d9dfb4", "#cdd79b", "#e2a273"];
const BROWN = "#6b5b3f";
const INK = "#2b2620";
const OWN = { radius: 148, band: 120, hub: 31, slots: 74 };
const ENEMY = { radius: 116, band: 90, hub: 26, slots: 57 };

const OUT = 14; // the places above and below the hub lie further out, so that plans do not touch
const TIGHT = 1.15; // how much larger the letters must be drawn before the dial leaves out what its places say anyway

const polar = (r, degrees) => {
  const a = ((degrees - 90) * Math.PI) / 180;
  return [+(r * Math.cos(a)).toFixed(1), +(r * Math.sin(a)).toFixed(1)];
};

function sector(inner, outer, from, to) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [polar(outer, from), polar(outer, to), polar(inner, to), polar(inner, from)];
  return `M${x0} ${y0}A${outer} ${outer} 0 0 1 ${x1} ${y1}L${x2} ${y2}A${inner} ${inner} 0 0 0 ${x3} ${y3}z`;
}

export class Wheel {
  /** mine: the reader's own wheel, with targets, cards and sums; otherwise backs and counts. */
  constructor(host, shell, mine) {
    this.shell = shell;
    this.mine = mine;
    this.size = mine ? OWN : ENEMY;
    this.id = mine ? "own" : "enemy";
    const wide = 2 * this.size.radius + 12;
    this.svg = build(
      html`<svg class="wheel ${this.id}" ${mine ? html`data-part="own_wheel"` : html`data-part="enemy_wheel"`} viewBox="${-wide / 2} ${-wide / 2} ${wide} ${wide}" role="group"><g class="face"></g>
        <g class="slots"></g></svg>`,
    );
    host.append(this.svg);
  }

  update(side, context, moving) {
    const { view } = context;
    const { t } = this.shell;
    const { dial, ops } = view.sides[side];
    this.side = side;
    this.svg.dataset.inspect = `wheel:${side}`;
    this.svg.setAttribute("aria-label", t("ui.wheel.label", { side }));
    paint(this.svg.querySelector(".face"), this.face(side, view));
    const drawn = [0, 1, 2, 3, 4, 5].map((age) => {
      const space = spaceOfAge(dial, age);
      const [x, y] = this.spot(age);
      const operation = ops[space];
      const body = !operation
        ? this.empty(age, space, x, y, context)
        : operation.cards
          ? this.plan(age, space, operation, x, y, side, context)
          : this.secret(age, space, operation, x, y, side, context);
      return html`<g class="slot" data-slot="${space}">${body}</g>`;
    });
    paint(this.svg.querySelector(".slots"), drawn);
    if (moving && this.dial !== undefined && this.dial !== dial && !calm()) this.turn(dial);
    this.dial = dial;
  }

  /** The middle of a place on the dial. */
  spot(age) {
    return polar(this.size.slots + (this.mine && age % 3 === 0 ? OUT : 0), age * 60);
  }

  /** Words keep their size on the screen when the wheel is small. */
  fit() {
    const { width, height } = this.svg.getBoundingClientRect();
    const shown = Math.min(width, height);
    if (!shown) return;
    const letters = Math.max(12, 0.84 * parseFloat(getComputedStyle(document.documentElement).fontSize)) / 12;
    this.word = (letters * (2 * this.size.radius + 12)) / shown;
    this.svg.style.setProperty("--word", this.word.toFixed(3));
  }

  get tight() {
    return (this.word ?? 1) > TIGHT;
  }

  /** One step clockwise, in a quarter of a second. */
  turn(dial) {
    for (const slot of this.svg.querySelectorAll("[data-slot]")) {
      const age = ageOf(dial, slot.dataset.slot);
      const before = ageOf(this.dial, slot.dataset.slot);
      const [x, y] = this.spot(age);
      const [px, py] = this.spot(before);
      slot.animate([{ transform: `translate(${px - x}px, ${py - y}px)` }, { transform: "none" }], {
        duration: 240,
        easing: "ease-in-out",
      });
    }
  }

  face(side, view) {
    const { t } = this.shell;
    const { radius: R, band, hub } = this.size;
    const out = [];
    out.push(
      raw(
        `<circle r="${R + 3}" cy="5" fill="#1a130a" opacity=".28"/><circle r="${R + 3}" fill="#3a2a18"/>
          <circle r="${R + 1.5}" fill="url(#fow-brass)"/><circle r="${R - 1.5}" fill="url(#fow-wheel)"/>`,
      ),
    );
    for (let age = 0; age < 6; age++) {
      const from = age * 60 - 30;
      const to = from + 60;
      const d = sector(band, R - 3, from, to);
      const ready = age >= 2;
      out.push(raw(`<path d="${d}" fill="${FILL[age]}" stroke="${BROWN}" stroke-width="1.2"/>`));
      if (age === 1) out.push(raw(`<path d="${d}" fill="url(#fow-hatch)"/>`));
      out.push(
        raw(`<path d="${sector(hub, band, from, to)}" fill="${ready ? "#fff" : BROWN}" opacity="${ready ? 0.34 : 0.1}"/>`),
      );
      out.push(html`<g data-inspect="segment:${age}">${raw(`<path d="${sector(band, R - 3, from, to)}" fill="transparent"/>`)}${this.ringWord(age, from, to, t(`ui.wheel.age${age}`))}</g>`);
    }
    for (let age = 0; age < 6; age++) {
      const [x, y] = polar(hub, age * 60 + 30);
      const [X, Y] = polar(R - 3, age * 60 + 30);
      out.push(raw(`<path d="M${x} ${y}L${X} ${Y}" stroke="${BROWN}" stroke-width="1.2"/>`));
    }
    const [x, y] = polar(R - 1, 330);
    const big = this.mine;
    const g = big ? 20 : 18;
    out.push(
      raw(
        `<g class="way-out" data-inspect="exit:exit" transform="translate(${x} ${y}) rotate(-30)"><circle r="8" fill="#ca2c21" stroke="#fff" stroke-width="1.5"/>
          <path d="M-3.5-3.5l7 7M3.5-3.5l-7 7" stroke="#fff" stroke-width="2"/></g>`,
      ),
    );
    const word = view.side === side ? t("ui.you") : this.shell.name(side);
    out.push(html`<circle r="${hub}" fill="${side === "axis" ? "#2e2c2a" : "#1c469c"}" stroke="url(#fow-brass)" stroke-width="4"/>
      <circle r="${hub - 2}" fill="url(#fow-${side})"/>${use(`g-${side}`, -g / 2, big ? -19 : -15, g, g, 'fill="#fff"')}
      <text y="${big ? 16 : 15}" class="hub"${this.squeeze(word.length * 8.2, 2 * hub - 10)}>${word.toLocaleUpperCase(this.shell.language)}</text>`);
    return out;
  }

  /** The word of a segment along the band; below the middle it is read from the other side. */
  ringWord(age, from, to, word) {
    const { radius: R, band } = this.size;
    const under = age >= 2 && age <= 4;
    const r = (band + R - 3) / 2 + (under ? 4.5 : -4.5);
    const [a, b] = under ? [polar(r, to), polar(r, from)] : [polar(r, from), polar(r, to)];
    const path = `fow-w-${this.id}-${age}`;
    const label = age === 0 || this.tight ? word : `${age} · ${word}`;
    const room = (r * Math.PI) / 3 - 8;
    const tight = label.length * 8.4 * (this.word ?? 1) > room;
    return html`${raw(`<path id="${path}" d="M${a.join(" ")}A${r} ${r} 0 0 ${under ? 0 : 1} ${b.join(" ")}" fill="none"/>`)}<text class="seg${tight ? " tight" : ""}"${this.squeeze(label.length * 7.9, room)}><textPath href="#${path}" startOffset="50%">${label}</textPath></text>`;
  }

  /** Letters drawn closer where a word would be wider than its room; wide: its width in letters of 12 px. */
  squeeze(wide, room) {
    return wide * (this.word ?? 1) > room ? raw(` textLength="${room.toFixed(1)}" lengthAdjust="spacingAndGlyphs"`) : "";
  }

  empty(age, space, x, y, context) {
    const { t, name } = this.shell;
    const creating = age === 0 && this.mine;
    const pick = creating && context.creating;
    const words = html`<text x="${x}" y="${y + (creating ? 16 : 4)}" class="spn${this.mine ? "" : " dim"}">${name(space)}</text>`;
    const about = `space:${this.side}:${space}`;
    if (!this.mine) return html`<g data-inspect="${about}">${words}</g>`;
    const box = html`<rect class="glow" x="${x - 32}" y="${y - 24}" width="64" height="48" rx="8"/>
      <rect class="nest" x="${x - 30}" y="${y - 22}" width="60" height="44" rx="6"/>${creating ? use("plus", x - 8, y - 16, 16, 16, `fill="${BROWN}"`) : ""}${words}`;
    return pick
      ? html`<g class="op new" data-pick="create_operation" data-inspect="${about}" aria-label="${t("ui.wheel.new", { space })}">${box}</g>`
      : html`<g data-inspect="${about}">${box}</g>`;
  }

  /** An own operation: target, mini cards, and their sum in that kind of battle. */
  plan(age, space, { target, cards }, x, y, side, context) {
    const { t, name } = this.shell;
    const w = 73;
    const h = 48;
    const X = +(x - w / 2 + 8 * Math.sign(Math.round(x))).toFixed(1); // clear of the hub
    const Y = +(y - h / 2 - 4).toFixed(1);
    const sum = context.worth(target, cards);
    const gap = cards.length < 4 ? 18.5 : (w - 24) / (cards.length - 1);
    const short = context.shortName(target);
    const fit = this.squeeze(short.length * 7.4, w - 10);
    const label = this.tight ? "" : html`<text x="${X + w / 2 - 4}" y="${Y + h + 13}" class="spn hl">${name(space)}</text>`;
    return html`<g class="op plan ${side}" data-pick="${space}" data-inspect="plan:${space}" aria-label="${t("ui.wheel.plan", { space, target, age, sum, cards })}">
      <rect class="glow" x="${X - 4.5}" y="${Y - 4.5}" width="${w + 9}" height="${h + 9}" rx="9"/>
      <rect x="${X - 0.5}" y="${Y + 2}" width="${w + 3}" height="${h + 2.5}" rx="6" fill="#1a130a" opacity=".3"/>
        <rect x="${X + 2}" y="${Y + 2}" width="${w}" height="${h}" rx="5" class="under"/>
      <rect x="${X}" y="${Y}" width="${w}" height="${h}" rx="5" fill="url(#fow-paper)" stroke="${INK}"/>
        <path d="M${X + 5} ${Y}h${w - 10}q5 0 5 5v12h-${w}v-12q0-5 5-5z" class="head"/>
      <text x="${X + 5}" y="${Y + 13}" class="opt"${fit}>${short}</text>
      ${cards.map((card, i) => chip(card, side, X + 3 + i * gap, Y + 21))}
      <circle cx="${X + w - 1}" cy="${Y + h - 2}" r="10" fill="#fffaf0" stroke="${INK}" stroke-width="1.4"/>
        <text x="${X + w - 1}" y="${Y + h + 2.6}" class="opsum">${sum}</text>
      ${label}</g>`;
  }

  /** The enemy's operation: backs and a count. */
  secret(age, space, { count }, x, y, side, context) {
    const { t, name } = this.shell;
    const pile = `op:${side}:${space}`;
    const w = this.mine ? 30 : 26;
    const h = this.mine ? 39 : 34;
    const X = +(x - w / 2 - 2).toFixed(1);
    const Y = +(y - h / 2 - 5).toFixed(1);
    const end = +(X + stackWidth(count, w) - 5).toFixed(1);
    const low = +(Y + h - 5 - 2.4 * (Math.min(count, 4) - 1)).toFixed(1);
    const badge = (sign) =>
      html`<circle cx="${end}" cy="${low}" r="8" fill="#fffaf0" stroke="${INK}"/>${use(sign, end - 6.5, low - 6.5, 13, 13, `color="${INK}" fill="${INK}"`)}`;
    const body = html`<rect class="glow" x="${X - 4}" y="${(Y - 4.4 - 2.4 * (Math.min(count, 4) - 1)).toFixed(1)}" width="${(stackWidth(count, w) + 8).toFixed(1)}" height="${(h + 8.8 + 2.4 * (Math.min(count, 4) - 1)).toFixed(1)}" rx="7"/>${stack(side, count, X, Y, { w, h })}
      ${context.blocked.has(pile) ? badge("lock") : context.sightings.has(pile) ? badge("eye") : ""}<text x="${(x * 1.1).toFixed(1)}" y="${Y + h + 16}" class="spn hl">${name(space)}</text>`;
    const label = t("ui.wheel.secret", { space, side, count, age });
    const role = context.lookable({ id: pile }) ? "" : html`role="img"`;
    return html`<g class="${role ? "" : "op "}eop" data-pick="${pile}" data-kind="pile" data-pile="${pile}" data-inspect="pile:${pile}" ${role} aria-label="${label}">${body}</g>`;
  }
}

/** The wheel unrolled: six cells by age, for small screens. */
export function ribbon(side, shell, context) {
  const { view } = context;
  const { dial, ops } = view.sides[side];
  return SPACES.map((_, age) => {
    const space = spaceOfAge(dial, age);
    const operation = ops[space];
    const { t } = shell;
    const what = operation
      ? operation.target
        ? `${context.number(operation.target)} ${breakable(context.shortName(operation.target))}`
        : t("ui.cards", { count: operation.count })
      : "–";
    const pile = `op:${side}:${space}`;
    const secret = operation && !operation.cards;
    const begins = age === 0 && context.creating && side === view.side;
    const pick = operation?.cards ? space : secret ? pile : begins ? "create_operation" : "";
    const inner = html`<i>${t(`ui.ribbon.age${age}`)}</i><b>${what}</b><span>${shell.name(space)}</span>`;
    return pick
      ? html`<li><button type="button" class="cell" data-pick="${pick}" ${secret ? html`data-kind="pile"` : ""} data-inspect="${operation?.cards ? `plan:${space}` : `space:${side}:${space}`}">${inner}</button></li>`
      : html`<li><span class="cell empty" data-inspect="${operation ? `segment:${age}` : `space:${side}:${space}`}">${inner}</span></li>`;
  });
}
