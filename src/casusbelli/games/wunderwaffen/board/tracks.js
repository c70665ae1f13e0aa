// The tracks beside the map: Morale and Politics, Conference and Leader, Strategy. They stand for the plays that go there.

import { html, raw } from "/static/markup.js";
import { ALLIES, FACTIONS } from "./reading.js";
import { disc, effects, effectWords, glyph, icon, lying } from "./symbols.js";

const TRACKS = ["morale", "politics"];
const FOOT = 16; // where the lowest marker of a stack lies

/** The mark of a play without a place of its own: only where that play is on offer. */
export const usePick = (reading, use) => (reading.play(use) ? html` data-pick="${use}" data-use="${use}"` : raw(` data-use="${use}"`));

function boxes(track, reading, shell) {
  const { vp, research_box: lab } = reading.atlas.tracks[track];
  return reading.view[track].map((stack, i) => {
    const names = stack.map((faction) => shell.name(faction));
    const label = shell.t("ui.track.box", { box: i + 1, vp: vp[i], factions: names });
    const sign = lab === i + 1 && html`<s data-tip="${shell.t("ui.track.research")}">${glyph("german", 10)}${icon("research", 12)}</s>`;
    const fan = stack.length > 2 ? 5 : 8; // a high stack lies closer
    const markers = stack.map((faction, j) => html`<svg x="0" y="${FOOT - j * fan}" width="20" height="20" data-piece="${track}_${faction}">${disc(faction, 20)}</svg>`);
    return html`<li aria-label="${label}">${sign}<svg class="stack" width="20" height="36" viewBox="0 0 20 36" aria-hidden="true">${markers}</svg><em aria-hidden="true">${vp[i] || "–"}</em></li>`;
  });
}

function track(name, reading, shell) {
  return html`<div class="trk"${usePick(reading, name)} data-inspect="track:${name}" aria-label="${shell.name(`${name}_track`)}" role="group"><h4>${icon(name, 14)}${shell.name(`${name}_track`)}</h4><ol>${boxes(name, reading, shell)}</ol></div>`;
}

export function moraleAndPolitics(reading, shell) {
  return html`${track("morale", reading, shell)}${track("politics", reading, shell)}<p class="cap" data-inspect="tracks">${shell.t("ui.track.note")}</p>`;
}

export function conference(reading, shell) {
  const { conference: paid, leader } = reading.atlas;
  const { view } = reading;
  const seats = paid.map((vp, i) => {
    const token = view.conference[i];
    const said = token ? reading.tokenName(token) : shell.t("ui.conference.free", { n: vp });
    return html`<li class="cb" aria-label="${said}">${token ? lying(token, 34) : ""}<em>${vp}</em></li>`;
  });
  const first = view.leader;
  const said = first ? reading.tokenName(first) : effectWords(leader, shell);
  return html`<div class="confrow"><div class="conf" role="group" data-inspect="conference" aria-label="${shell.name("conference_track")}"${usePick(reading, "conference")}><ol>${seats}</ol></div>
    <div class="cb ld" role="group" data-inspect="leader" aria-label="${shell.name("leader_track")}: ${said}"${usePick(reading, "leader")}>${first ? lying(first, 34) : icon("leader", 20)}<em>${leader[0].n}</em></div></div>
    <p class="cap" data-inspect="conference">${shell.t("ui.conference.note")}</p>`;
}

/** One row for each Ally: where it stands, and the next event with both its halves. */
export function strategy(reading, shell) {
  const { view, decision, frame } = reading;
  const asked = decision === "choose_strategy_bonus" ? frame.ask.about : null;
  return ALLIES.map((ally) => {
    const rows = reading.atlas.strategy[ally];
    const stands = view.strategy[ally];
    const now = asked?.faction === ally;
    const next = now ? rows.find(({ id }) => id === asked.box) : rows[Math.min(stands, rows.length - 1)];
    const cells = rows.map((_, i) => {
      const name = i + 1 < stands ? "past" : i + 1 === stands ? "here" : i === stands ? "next" : "";
      return html`<li class="${name}">${i + 1 === stands ? html`<span data-piece="strategy_${ally}">${disc(ally, 20)}</span>` : i + 1}</li>`;
    });
    const half = (name) => {
      const pick = now ? html` data-pick="${name}"` : "";
      return html`<span class="hf" role="${now ? "button" : "img"}" aria-label="${shell.t(`ui.strategy.${name}`)}: ${effectWords(next[name], shell)}"${pick}><i>${shell.t(`ui.strategy.${name}`)}</i>${effects(next[name], shell)}</span>`;
    };
    const mine = !now && reading.side?.faction === ally;
    const stood = shell.t("ui.strategy.row", { faction: ally, stands, box: next.id, pieces: next.discard.map((piece) => shell.name(piece)) });
    return html`<div class="srow" role="group" data-inspect="strategy:${ally}" aria-label="${stood}"${mine ? usePick(reading, "strategy") : ""}><ol class="sc" aria-hidden="true">${cells}</ol>
      <div class="sx"><b>${shell.name(next.id)}</b><span class="sreq">${next.discard.map((piece) => icon(piece, 14))}</span><div class="hfs">${half("top")}${half("bottom")}</div></div></div>`;
  });
}

// -- folded ------------------------------------------------------------------------------------------------------------

const at = (faction, n, track) => html`<span class="at" data-piece="brief_${track}_${faction}">${disc(faction, 15)}${n}</span>`;

/** Both tracks in a line each: where the four markers stand. Where a play goes there, its line stands for it. */
export function tracksChip(reading, shell) {
  const { view } = reading;
  return TRACKS.map((name) => {
    const stands = view[name].flatMap((stack, i) => stack.map((faction) => [faction, i + 1]));
    const markers = FACTIONS.map((faction) => stands.find(([each]) => each === faction)).map(([faction, box]) => at(faction, box, name));
    return html`<span class="row" role="group"${usePick(reading, name)} data-inspect="track:${name}" aria-label="${shell.name(`${name}_track`)}">${icon(name, 14)}<b>${shell.t(`ui.chip.${name}`)}</b>${markers}</span>`;
  });
}

/** Who sits at the Conference, and the Leader; the line stands for whichever of the two can be entered. */
export function conferenceChip(reading, shell) {
  const { view, atlas } = reading;
  const seats = atlas.conference.map((vp, i) => (view.conference[i] ? lying(view.conference[i], 20) : html`<i class="place">${vp}</i>`));
  const use = reading.play("leader") ? "leader" : "conference";
  const leader = view.leader ? html`${icon("leader", 14)}${lying(view.leader, 20)}` : "";
  return html`<span class="row" role="group"${usePick(reading, use)} data-inspect="${use}" aria-label="${shell.name(`${use}_track`)}">${icon("table", 14)}<b>${shell.t("ui.inset.conf")}</b>${seats}${leader}</span>`;
}

export function strategyChip(reading, shell) {
  const { view } = reading;
  return html`<span class="row" role="group"${usePick(reading, "strategy")} data-inspect="strategy" aria-label="${shell.t("ui.inset.strat")}">${icon("strategy", 14)}<b>${shell.t("ui.inset.strat")}</b>${ALLIES.map((ally) => at(ally, view.strategy[ally], "strategy"))}</span>`;
}
