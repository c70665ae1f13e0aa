// The prompt's words and buttons for a turn's menu: first a token, then its side, then what it does.

import { CODE } from "./reading.js";

const button = (shell, choice) => ({ label: shell.t(`choice.${choice[0]}`, { card: choice[1] }), choice });

/** For the shell's picks(): {text, buttons}, or undefined to leave it to the shell. */
export function answers(reading, shell) {
  const { picked } = reading;
  if (!reading.playing) return undefined;
  if (!picked.length) return { buttons: tokens(reading, shell) };
  if (picked.length === 1) return sides(reading, shell) ?? takers(reading, shell);
  if (reading.side && picked.length === 2) return uses(reading, shell);
  return reading.plays.length ? { text: where(reading, shell) } : undefined;
}

/** Nothing is picked: one button for each token that can be played, and what needs no token. */
function tokens(reading, shell) {
  const { options, view, faction } = reading;
  const slots = [...new Set(options.filter((option) => option.length > 3).map((option) => option[1]))];
  const play = slots.map((slot) => ({ label: tokenLabel(slot, view, faction, shell), pick: slot, ...oneSide(reading, slot) }));
  const cards = options.filter(([verb]) => verb === "buy_card");
  const buy = cards.length > 2 ? [{ label: shell.t("verb.buy_card"), pick: "buy_card" }] : cards.map((choice) => button(shell, choice));
  const ends = options.filter((option) => option.length === 1).map((choice) => ({ ...button(shell, choice), primary: !slots.length }));
  return [...play, ...buy, ...ends];
}

/** A token of which one side alone can be played: nobody is asked which. */
function oneSide({ options }, slot) {
  const plays = options.filter((option) => option[1] === slot);
  const [side, ...more] = new Set(plays.map((option) => option[2]));
  return more.length || plays.length === 1 ? {} : { then: [side] };
}

/** A token by both its sides: two with the same front are told apart by their backs. */
export function tokenLabel(slot, view, faction, shell) {
  const kept = view.reserve[faction]?.[slot];
  if (kept) return shell.t("ui.answer.token", { front: kept.front, place: "reserve" });
  const { front, back } = view.ready[faction][Number(slot.at(-1)) - 1];
  const label = shell.t("ui.answer.token", { front, place: "ready" });
  return back ? `${label} / ${shell.t(`ui.piece.${back[1]}`)} ${CODE[back[0]]}` : label;
}

/** A token is picked: its front for oneself, or its back for somebody else. */
function sides({ options, picked: [slot], view }, shell) {
  const its = options.filter((option) => option[1] === slot);
  const found = [...new Map(its.map((option) => [option[2], option])).values()];
  if (!found.length) return undefined;
  const label = ([, , faction, piece]) => shell.t(faction === view.active ? "ui.answer.front" : "ui.answer.back", { faction, piece });
  return { text: shell.t("ui.answer.which_side"), buttons: found.map((option) => ({ label: label(option), pick: option[2] })) };
}

/** A place is picked first: which token goes there, by which of its sides; several uses of one are told apart. */
function takers({ picked: [place], view, faction: owner }, shell) {
  const its = shell.candidates().filter((option) => option.length > 3);
  if (!its.length) return undefined;
  const side = ([, , faction, piece]) => shell.t(faction === view.active ? "ui.answer.front" : "ui.answer.back", { faction, piece });
  const alike = (option, of) => its.some((other) => other !== option && of(other) === of(option));
  const label = (option) => [side(option), alike(option, side) && its.some(([use]) => use !== option[0]) ? shell.t(`ui.use.${option[0]}`) : "", alike(option, ([use, , faction, piece]) => `${use} ${faction} ${piece}`) ? tokenLabel(option[1], view, owner, shell) : ""];
  const buttons = its.map((option) => ({ label: label(option).filter(Boolean).join(" · "), choice: option }));
  return { text: shell.t("ui.answer.which_token", { place }), buttons };
}

/** A side is picked: what it may do. Places are touched on the map. */
function uses(reading, shell) {
  const byUse = new Map();
  for (const play of reading.plays) byUse.set(play[0], [...(byUse.get(play[0]) ?? []), play]);
  const buttons = [...byUse].map(([use, plays]) =>
    plays.length === 1 && plays[0].length === 4
      ? { label: shell.t(`ui.use.${use}`), choice: plays[0] }
      : { label: shell.t("ui.answer.many", { verb: shell.t(`ui.use.${use}`), count: plays.length }), pick: use },
  );
  return { text: where(reading, shell), buttons };
}

/** What is asked of the side that is picked. */
function where({ plays: [[, , faction, piece]], picked }, shell) {
  return shell.t(picked.length > 2 ? "ui.answer.place" : "ui.answer.where", { faction, piece });
}
