"""What a seat may see, built up from facts it is allowed to know.

The JSON shape (``seat`` is the viewer; None is a spectator):

* ``scenario``, ``phase``, ``conference``, ``first_conference``, ``last_conference``, ``card`` (the conference card in force
  or ""), ``options`` (those of the new-match form as the rules read them), ``turn`` (the power on turn in the meeting or ""),
  ``handed`` (the power for whom its neighbour places now, or None).
* ``hand``: the viewer's staff cards by number; None for a spectator. ``open_hands``: power -> the staff cards of a bot that
  lie open. ``agenda_tokens``: power -> tokens the viewer may see
  (his own; after the end all). ``secret_points``: what his tokens pay now, None without the option.
* ``powers``: power -> ``hand`` (how many), ``deck`` (how many), ``discards``, ``removed`` (ids), ``leader`` {``id``,
  ``active``, ``cannot_advance``, ``inactive_next``}, ``pass``, ``purge``, ``paranoia`` (flags), ``agenda`` {``card``,
  ``value``} or None, ``issues`` (how many won this conference), ``tokens``, ``markers`` {``europe``, ``pacific``,
  ``either``}, ``networks``, ``alignments`` (earned, not yet placed), ``placing`` (left to place in this step),
  ``network_supply``, ``alignment_supply``, ``conferences_won``, ``technology``.
* ``issues``: issue -> [where, power, space]; where is ``pool``, ``centre``, ``track``, ``chair`` (won) or ``removed``.
* ``floor``: the cards of the present turn, each {``power``, ``card``, ``mode``, ``issue``, ``value``, ``steps`` [[kind,
  amount]…], ``origin``, ``place`` [power, space], ``discard``}.
* ``agenda_winner``, ``winner`` (of this conference), ``last_winner``, ``queue`` (who still acts in this step).
* ``duties`` [{``power``, ``theater``, ``support``}], ``assigned`` [{``unit``, ``front``, ``count``}], ``offensives`` issue ->
  {``front``, ``due``}, ``activated``, ``abomb_modifiers``, ``abomb_chance`` (of the next step, should the research be won;
  None where no die will be thrown this conference).
* ``fronts``: front -> {``step``, ``space``, ``entry`` ("" at the end), ``support``, ``armies``, ``odds``}; ``odds`` is None
  (nothing to do, or the end) or {``advance``, ``breakthrough``, ``armies`` (mean), ``strength`` [worst, best],
  ``obstacle`` "" | ``naval`` | ``conditional``, ``better`` (to advance, with one Offensive Support more; None where that
  cannot come or changes nothing)}.
* ``naval``: theater -> count. ``networks``: country -> [power, count]. ``alignments``: country -> power. ``behind``:
  countries.
* ``globals``: marker -> power or "". ``abomb`` {``us``, ``ussr``}. ``b29_reached``. ``leadership``: region -> power.
  ``reserves``: unit -> count. ``surrendered``: nation -> conference. ``entered``: space -> conference.
* ``score``: None with hidden scores, else {``lines``: line -> {power: points}, ``totals``, ``spread``, ``ending``,
  ``adjusted``, ``winner``}: the sheet and the ending if the game ended now, secret agenda apart; ``winner`` is "" where dice
  would decide.
* ``final``: None, or {``ending``, ``winner``, ``totals``, ``adjusted``, ``secret``}.
"""

from __future__ import annotations

from typing import Any

import msgspec

from casusbelli.kernel import OVER, Seat

from .content import EITHER, GLOBAL_MARKERS, ISSUES, PATHS, POWERS, REGIONS, Power
from .endings import outlook, spread
from .forecast import prospects
from .resolution import bomb_chance
from .scoring import score_sheet, secret_points, totals
from .state import Churchill

_plain = msgspec.to_builtins

NO_MARKERS = dict.fromkeys([*REGIONS, EITHER], 0)


def view(g: Churchill, seat: Seat | None) -> dict[str, Any]:
    """All of the shape above."""
    return {**match_view(g), **private_view(g, seat), **table_view(g), **resolution_view(g), **world_view(g), **score_view(g)}


def match_view(g: Churchill) -> dict[str, Any]:
    return {
        "scenario": g.scenario,
        "options": _plain(g.options),
        "phase": g.phase,
        "conference": g.conference,
        "first_conference": g.first_conference,
        "last_conference": g.last_conference,
        "card": g.card,
        "turn": g.turn,
        "handed": g.handed,
    }


def private_view(g: Churchill, seat: Seat | None) -> dict[str, Any]:
    """The viewer's own hand and tokens; all tokens are turned up at the end."""
    seen = POWERS if g.phase == OVER else (seat,) if seat in POWERS else ()
    return {
        "hand": list(g.hands[seat]) if seat in g.hands else None,
        "open_hands": {p: list(g.hands[p]) for p in g.options.open_hands},
        "agenda_tokens": {p: list(g.agenda_tokens[p]) for p in seen} if g.options.secret_agenda else {},
        "secret_points": secret_points(g, seat) if g.options.secret_agenda and seat in POWERS else None,
    }


def power_view(g: Churchill, power: Power, issues: int) -> dict[str, Any]:
    leader = g.leaders[power]
    return {
        "hand": len(g.hands[power]),
        "deck": len(g.decks[power]),
        "discards": list(g.discards[power]),
        "removed": list(g.removed[power]),
        "leader": _plain(leader),
        "pass": power in g.passes,
        "purge": power in g.purges,
        "paranoia": power in g.paranoia,
        "agenda": {"card": g.agenda_cards[power], "value": g.agenda_values[power]} if power in g.agenda_cards else None,
        "issues": issues,
        "tokens": g.tokens[power],
        "markers": dict(g.markers.get(power, NO_MARKERS)),
        "networks": g.earned_networks[power],
        "alignments": g.earned_alignments[power],
        "placing": g.placing.get(power, 0),
        "network_supply": g.network_supply(power),
        "alignment_supply": g.alignment_supply(power),
        "conferences_won": g.conferences_won[power],
        "technology": g.technology[power],
    }


def table_view(g: Churchill) -> dict[str, Any]:
    won = list(g.won.values())
    return {
        "powers": {p: power_view(g, p, won.count(p)) for p in POWERS},
        "issues": {i: issue_view(g, i) for i in ISSUES},
        "floor": _plain(g.floor),
        "agenda_winner": g.agenda_winner,
        "winner": g.winner,
        "last_winner": g.last_winner,
    }


def issue_view(g: Churchill, issue: str) -> list[Any]:
    if issue in g.table:
        power, space = g.table[issue]
        return ["track", power, space] if power else ["centre", "", 0]
    if issue in g.won:
        return ["chair", g.won[issue], 0]
    return ["removed" if issue in g.removed_issues else "pool", "", 0]


def resolution_view(g: Churchill) -> dict[str, Any]:
    return {
        "queue": list(g.queue),
        "duties": _plain(g.duties),
        "assigned": _plain(g.assigned),
        "offensives": {i: {"front": f, "due": g.offensives_due[i]} for i, f in g.offensives.items()},
        "activated": list(g.activated),
        "abomb_modifiers": g.abomb_modifiers,
        "abomb_chance": bomb_chance(g),
    }


def world_view(g: Churchill) -> dict[str, Any]:
    odds = prospects(g) if g.final is None else dict.fromkeys(g.fronts)
    return {
        "fronts": {f: front_view(g, f, odds[f]) for f in g.fronts},
        "naval": dict(g.naval),
        "networks": {c: list(n) for c, n in g.networks.items()},
        "alignments": dict(g.alignments),
        "behind": list(g.behind),
        "globals": {m: g.globals.get(m, "") for m in GLOBAL_MARKERS},
        "abomb": dict(g.abomb),
        "b29_reached": g.b29_reached,
        "leadership": dict(g.leadership),
        "reserves": dict(g.reserves),
        "surrendered": dict(g.surrendered),
        "entered": dict(g.entered),
    }


def front_view(g: Churchill, front: str, odds: dict[str, Any] | None) -> dict[str, Any]:
    path, step = PATHS[front], g.fronts[front]
    return {
        "step": step,
        "space": path[step].id,
        "entry": path[step + 1].id if step + 1 < len(path) else "",
        "support": g.support[front],
        "armies": g.armies[front],
        "odds": odds,
    }


def score_view(g: Churchill) -> dict[str, Any]:
    """9.4: the running sheet, and the ending if the game ended now."""
    final = _plain(g.final) if g.final is not None else None
    if g.options.hidden_score and final is None:
        return {"score": None, "final": None}
    lines = score_sheet(g)
    total = totals(lines)
    ending, adjusted, winner = outlook(g, total)
    return {
        "score": {
            "lines": lines,
            "totals": total,
            "spread": spread(total),
            "ending": ending,
            "adjusted": adjusted,
            "winner": winner,
        },
        "final": final,
    }
