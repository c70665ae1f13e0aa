// From what a lesson points at to elements of the page, and how each is brought into sight.
//
//   pick:paris      what stands for a value on the board, or the prompt's button for it
//   part:hand       a named part of the board: data-part="hand"
//   panel:seen      a panel of the right column
//   button:pass     the prompt's button for a verb or value: data-choice
//   shell:lamp      a part of the page itself

import { isDrawn, visibleBox } from "./spotlight.js";

const SHELL = {
  prompt: ".prompt",
  rule: ".prompt rule-chip",
  buttons: ".prompt .buttons",
  lamp: ".prompt .advice",
  undo: ".prompt [data-command=undo]",
  log: "[data-panel=log]",
  players: "[data-panel=players]",
  top: ".top",
  tabs: ".tabs",
};
const TRIES = 6;
const BUTTON = ".prompt :is([data-choice], [data-take]), [data-panel=tray] [data-choice]";
const TRAY = ".prompt [data-tray]";

const words = (text) => (text ?? "").split(/\s+/);

/** The buttons that stand for a value, the one for the whole choice first. */
function buttonsFor(value, choice) {
  const stands = ({ dataset }) => words(dataset.choice ?? dataset.take);
  const all = [...document.querySelectorAll(BUTTON)].filter((node) => stands(node).includes(String(value)));
  const whole = choice?.map(String).join(" ");
  const fits = (node) => !choice || stands(node).every((part) => choice.map(String).includes(part));
  const found = all.filter(fits).sort((one, other) => Number(other.dataset.choice === whole) - Number(one.dataset.choice === whole));
  return found;
}

/** What stands for a value on the board. Where pieces differ by faction, only those of a faction the choice names. */
function piecesFor(value, choice) {
  const named = choice?.map(String);
  const fits = ({ dataset }) => !named || !dataset.faction || !dataset.slot || named.includes(dataset.faction);
  const all = [...document.querySelectorAll(`[data-pick~="${CSS.escape(value)}"]`)].filter(fits);
  const live = all.filter((node) => node.matches(".legal, .picked"));
  const exact = (node) => words(node.dataset.pick).length; // a counter by itself comes before the stack it lies in
  return (live.length ? live : all).sort((one, other) => exact(one) - exact(other));
}

/** All elements of a target, shown or not. @param {string} target @param {(string | number)[]} [choice] the expected choice */
export function elementsOf(target, choice) {
  const at = target.indexOf(":");
  const [kind, value] = [target.slice(0, at), target.slice(at + 1)];
  switch (kind) {
    case "pick":
      return [...piecesFor(value, choice), ...buttonsFor(value, choice)];
    case "part":
      return [...document.querySelectorAll(`[data-part~="${CSS.escape(value)}"]`)];
    case "panel":
      return [...document.querySelectorAll(`[data-panel="${CSS.escape(value)}"]`)];
    case "button":
      return buttonsFor(value, choice);
    default:
      return [...document.querySelectorAll(SHELL[value] ?? ":not(*)")];
  }
}

/**
 * The element of a target to be lit: one that can be seen, else one that is drawn, else one that can be revealed; else the button of the
 * tray, which lists what the board cannot show. @param {boolean} lost it was tried to reveal it, in vain
 */
export function elementOf(target, choice, tray = true, lost = false) {
  const all = elementsOf(target, choice).filter((node) => isDrawn(node) || !node.closest("[data-panel=tray]")); // a row of a shut tray is none
  const drawn = all.filter(isDrawn);
  const found = drawn.find((node) => visibleBox(node) && isFree(node)) ?? drawn[0];
  const hidden = lost ? null : all[0];
  if (found || !tray || !choice) return found ?? hidden ?? null;
  const whole = [...document.querySelectorAll(BUTTON)].find((node) => isDrawn(node) && node.dataset.choice === choice.join(" "));
  return whole ?? hidden ?? [...document.querySelectorAll(TRAY)].find(isDrawn) ?? null;
}

/** Whether nothing lies over the middle of what can be seen of an element. */
export function isFree(node) {
  const box = visibleBox(node);
  if (!box) return false;
  const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return at === null || node.contains(at) || at.contains(node);
}

/** Whether most of an element is inside the window. */
function isInSight(node) {
  const box = visibleBox(node);
  if (!box) return false;
  const { width, height } = node.getBoundingClientRect();
  const whole = Math.min(width, innerWidth) * Math.min(height, innerHeight);
  return ((box.right - box.left) * (box.bottom - box.top)) / whole > 0.55;
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(() => done()));

/**
 * Brings a target into sight: turns to its tab, opens its panel, unfolds what it lies in, scrolls to it, and asks the board to
 * put aside what lies over it and to look there.
 */
export async function reveal(shell, target, choice) {
  let held = false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const node = elementOf(target, choice);
    if (!node) {
      await nextFrame(); // the board is still drawing it
      continue;
    }
    if (isDrawn(node) && isInSight(node) && isFree(node)) {
      if (held) return node;
      held = true; // the coach's words and the board may still be taking their places: it must be seen twice
      await nextFrame();
      await nextFrame();
      continue;
    }
    held = false;
    turnTo(shell, node);
    if (shell.layout !== "wide" && shell.tray.isOpen && !shell.tray.node.contains(node)) shell.tray.show(false);
    for (let fold = node.closest("details:not([open])"); fold; fold = fold.parentElement?.closest("details:not([open])")) fold.open = true;
    await shell.board.reveal?.(node, target.slice(target.indexOf(":") + 1));
    const now = elementOf(target, choice) ?? node;
    if (!now.closest("svg") || !isInSight(now)) now.scrollIntoView({ block: "nearest", inline: "nearest" });
    await nextFrame();
    await nextFrame();
  }
  return elementOf(target, choice, true, true);
}

/** On small screens: the tab or panel in which an element lies. */
function turnTo(shell, node) {
  if (shell.layout === "wide") return;
  const { tabs } = shell;
  const panel = node.closest("[data-panel]");
  if (panel && shell.side.contains(panel)) {
    if (tabs.panel !== panel.dataset.panel) tabs.showPanel(panel.dataset.panel);
    return;
  }
  if (!shell.host.contains(node)) return;
  const places = [];
  for (let tab = node.closest("[data-tab]"); tab && shell.host.contains(tab); tab = tab.parentElement?.closest("[data-tab]")) places.push(words(tab.dataset.tab));
  const lies = (id) => places.every((ids) => ids.includes(id));
  if (tabs.panel !== null) tabs.showPart(tabs.part);
  const parts = tabs.parts().map(({ id }) => id).filter(lies);
  if (lies(tabs.part) && isDrawn(node)) return;
  for (const id of parts) {
    if (id !== tabs.part) tabs.showPart(id); // a part may hide by its own means what it names no tab for
    if (isDrawn(node)) return;
  }
}
