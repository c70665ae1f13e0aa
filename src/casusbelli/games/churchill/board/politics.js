// The three global issues as sliders, and the race for the bomb.

import { html, raw } from "/static/markup.js";
import { COLOUR, sign, use } from "./symbols.js";

export function globals(book) {
  const { view, printed } = book;
  const hot = view.floor.some(({ issue }) => issue === "global_issue");
  return Object.entries(printed.markers).map(([marker, [left, right]]) => {
    const owner = view.globals[marker];
    const spot = { [left]: 0, "": 1, [right]: 2 }[owner];
    const words = book.t("ui.global.label", { marker, owner: owner ? book.brief(owner) : "" });
    return html`<div class="slider${hot ? " hot" : ""}" data-pick="${marker}" data-kind="marker" data-inspect="marker:${marker}" aria-label="${words}">
      <span class="ends"><b class="${left}">${book.t(`ui.global.${marker}.${left}`)}</b><b class="${right}">${book.t(`ui.global.${marker}.${right}`)}</b></span>
      ${raw(rail(left, right, owner, spot))}</div>`;
  });
}

function rail(left, right, owner, spot) {
  const x = [14, 80, 146][spot];
  const fill = owner ? `url(#ch-${owner})` : "#f6f0e1";
  return `<svg viewBox="0 0 160 24" aria-hidden="true"><path d="M14 12H146" stroke="#b8a987" stroke-width="4"/><circle cx="14" cy="12" r="6" fill="#fffaf0" stroke="${COLOUR[left]}" stroke-width="2"/><circle cx="80" cy="12" r="5" fill="#fffaf0" stroke="#8c7f63" stroke-width="1.600"/><circle cx="146" cy="12" r="6" fill="#fffaf0" stroke="${COLOUR[right]}" stroke-width="2"/><circle cx="${x}" cy="12" r="9.500" fill="${fill}" stroke="${owner ? "#fff" : "#6b614f"}" stroke-width="1.600"/>${owner ? sign(owner, x, 12, 5) : ""}</svg>`;
}

/** The five steps to Trinity; American progress above, Soviet espionage below. */
export function bomb(book) {
  const { abomb, abomb_modifiers: modifiers } = book.view;
  const { steps } = book.printed.bomb;
  const words = book.t("ui.bomb.label", { us: abomb.us, ussr: abomb.ussr, last: steps.length - 1 });
  const drawn = steps.map((id, i) => {
    const x = 20 + i * 34;
    const last = i === steps.length - 1;
    return `${i ? `<path d="M${x - 22} 22h10" stroke="#8c7f63" stroke-width="3"/>` : ""}<circle cx="${x}" cy="22" r="12" fill="${last ? "#fff3cf" : "#fffaf0"}" stroke="${last ? "#b3261c" : "#8c7f63"}" stroke-width="${last ? 2.2 : 1.5}"/><text x="${x}" y="26.500" class="num">${i}</text>`;
  });
  const disc = (power, dx) => {
    const x = 20 + abomb[power] * 34 + dx;
    return `<circle cx="${x}" cy="22" r="10" fill="url(#ch-${power})" stroke="#fff" stroke-width="1.600"/>${sign(power, x, 22, 5.2)}`;
  };
  const both = abomb.us === abomb.ussr ? 8 : 0;
  return html`<div class="bomb" data-pick="abomb" data-kind="use" data-inspect="bomb:abomb" aria-label="${words}"><p><b>${raw(`<svg viewBox="0 0 24 24" width="17" height="17" aria-hidden="true">${use("abomb", 0, 0, 24, "currentColor")}</svg>`)} ${book.t("ui.bomb.title")}</b> <span>${book.name(steps[abomb.us])}${modifiers ? ` +${modifiers}` : ""}</span></p>
    ${raw(`<svg viewBox="0 0 176 44" aria-hidden="true">${drawn.join("")}${disc("us", -both)}${disc("ussr", both)}</svg>`)}</div>`;
}
