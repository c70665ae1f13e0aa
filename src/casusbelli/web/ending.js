// A turn that comes, a match that ends.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { stored } from "./settings.js";

let audio = null;

/** One soft tone, for those who want it. */
export function chime() {
  if (!stored("sound", false)) return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.frequency.value = 528;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.5);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.5);
}

export function resultSentence(shell, { winners, ending }) {
  const who = shell.t("shell.over.won", { count: winners.length, names: winners.map((seat) => shell.name(seat)) });
  return [who, shell.t(`ending.${ending}`, { winners }, "")].filter(Boolean).join(" ");
}

export function openResult(shell, over) {
  const rows = Object.entries(over.scores).sort(([, one], [, other]) => other - one);
  const row = ([seat, score]) => el("tr", {}, el("th", { scope: "row" }, shell.name(seat)), el("td", {}, String(score)));
  const head = el("tr", {}, ["shell.players.title", "shell.over.score"].map((key) => el("th", { scope: "col" }, shell.t(key))));
  const scores = el("table", { class: "data" }, el("thead", {}, head), el("tbody", {}, rows.map(row)));
  const tokens = over.winners.map((seat) => el("faction-token", { faction: shell.faction(seat), label: shell.name(seat) }));
  return openDialog({
    title: shell.t("shell.over.title"),
    kind: "result",
    body: [
      el("p", { class: "winner" }, tokens, resultSentence(shell, over)),
      rows.length ? scores : null,
      el("p", { class: "hint" }, shell.t("shell.over.replay")),
      el("p", {}, el("a", { href: shell.journalAddress() }, shell.t("shell.menu.journal"))),
    ],
    buttons: [{ label: shell.t("shell.close"), value: null, primary: true }],
    close: shell.t("shell.close"),
  });
}
