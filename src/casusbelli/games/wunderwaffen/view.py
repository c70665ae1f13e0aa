"""2: what each seat may see, and the worlds it can imagine behind that."""

from __future__ import annotations

from typing import Any

from casusbelli.kernel import OVER, Dice, Seat

from .berlin import berlin_is_open
from .content import (
    ALIKE,
    ALLIES,
    BACK,
    BERLIN_SPACES,
    FACTIONS,
    FRONTS,
    GERMAN,
    OWNER,
    PIECE_ORDER,
    SPACES_PER_TERRITORY,
    TERRITORY_IDS,
    Faction,
    Token,
)
from .ending import cities, outlook
from .laboratory import interceptors, research_points
from .state import NOTHING, Placed, Stored, WunderWaffen


def view(g: WunderWaffen, seat: Seat | None) -> dict[str, Any]:
    """The table as a seat (None: a spectator) sees it, built up from what it may know.

    ::

        {"part", "round", "active", "choosing", "phase",
         "turn": {"own_left", "other_left", "reserved_this_turn", "card_bought_this_turn", "intercepts_used"},
         "seats": {faction: seat},
         "score": {faction: n}, "territories": {faction: n}, "cities": {faction: n},
         "if_ended": {"score": {faction: n}, "winner": seat}|null,  after the final count, if the match ended now; null at its end
         "earned": {faction: {source: n}},                         what the score is made of
         "morale": [[faction, …] × 7], "politics": [[…] × 7],      stacks from bottom to top, box 1 first
         "research": step, "research_points": n,
         "interceptors": [front],                                  with which the German could intercept a raid now
         "strategy": {ally: 0…6},
         "cards": {"owned": [id], "face_up": {"a": [id], "b": [id]}, "bag": {"a": n, "b": n}},
         "map": {territory: {"owner", "fortress", "marker": TOKEN|null, "spaces": [TOKEN|null × 3],
                             "access": [TOKEN]}},
         "berlin": {"open": bool, "spaces": [TOKEN|null × 5], "overflow": [TOKEN]},
         "conference": [TOKEN], "leader": TOKEN|null,
         "reserve": {ally: {place: {"front", "fresh"[, "back"]}|null}},
         "ready": {faction: [{"front"[, "back"]}|null × 3]},        slots ready_1, ready_2, ready_3
         "pool": {faction: {front: n}}, "discard": {…}, "removed": {…},
         "discard_backs": {faction: [[front, for, back]]}}          only where an option shows them

    A TOKEN is ``{"owner", "faction", "piece", "side"[, "front"][, "back"]}``: the faction it acts for, the piece that is
    up; with the back up its front is known too. ``"back"`` is ``[for, piece]`` and is there only for those who may know
    it: one's ready tokens in the turn of their faction, one's Reserve, everything with open backs.
    """
    open_backs = g.variants.open_backs
    counted = {faction: g.owner.count(faction) for faction in FACTIONS}
    return {
        "phase": g.phase,
        "part": g.part,
        "round": g.round,
        "active": g.active,
        "choosing": g.choosing,
        "turn": {
            "own_left": g.own_left,
            "other_left": g.other_left,
            "reserved_this_turn": g.reserved_this_turn,
            "card_bought_this_turn": g.card_bought_this_turn,
            "intercepts_used": g.intercepts_used,
        },
        "seats": dict(g.seat_of),
        "score": dict(g.score),
        "if_ended": _if_ended(g),
        "earned": {faction: dict(points) for faction, points in g.earned.items()},
        "territories": counted,
        "cities": {faction: cities(g, faction) for faction in FACTIONS},
        **{track: [list(stack) for stack in boxes] for track, boxes in g.tracks.items()},
        "research": g.research,
        "research_points": research_points(g),
        "interceptors": interceptors(g),
        "strategy": dict(g.strategy),
        "cards": {
            "owned": list(g.cards_owned),
            "face_up": {group: list(row) for group, row in g.cards_face_up.items()},
            "bag": {group: len(bag) for group, bag in g.cards_bag.items()},
        },
        "map": _map(g, open_backs),
        "berlin": {
            "open": berlin_is_open(g),
            "spaces": [_token(g, placed, open_backs) for placed in g.berlin],
            "overflow": [_token(g, placed, open_backs) for placed in g.overflow],
        },
        "conference": [_token(g, placed, open_backs) for placed in g.conference],
        "leader": _token(g, g.leader, open_backs),
        "reserve": {ally: _reserve(g, ally, open_backs or g.seat_of[ally] == seat) for ally in ALLIES},
        "ready": {faction: _ready(g, faction, g.sees_ready_backs(seat, faction)) for faction in FACTIONS},
        "pool": {faction: _fronts(g.pool[faction]) for faction in FACTIONS},
        "discard": {faction: _fronts(g.discard[faction]) for faction in FACTIONS},
        "removed": {faction: _fronts(g.removed[faction]) for faction in FACTIONS},
        "discard_backs": {faction: _sides(g, g.discard[faction]) for faction in FACTIONS if g.sees_discard_backs(seat, faction)},
    }


def _if_ended(g: WunderWaffen) -> dict[str, Any] | None:
    if g.phase == OVER:
        return None
    score, winner = outlook(g)
    return {"score": score, "winner": winner}


def _map(g: WunderWaffen, open_backs: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for territory, name in enumerate(TERRITORY_IDS):
        first = territory * SPACES_PER_TERRITORY
        shown[name] = {
            "owner": g.owner[territory],
            "fortress": g.is_fortress(territory),
            "marker": _token(g, g.marker[territory], open_backs),
            "spaces": [_token(g, placed, open_backs) for placed in g.spaces[first : first + SPACES_PER_TERRITORY]],
            "access": [],
        }
    for access in g.access:
        shown[TERRITORY_IDS[access.territory]]["access"].append(_token(g, access.placed, open_backs))
    return shown


def _token(g: WunderWaffen, placed: Placed | None, open_backs: bool) -> dict[str, Any] | None:
    """A token as it lies: of a back that is up the front is known, of a front that is up the back is not (R49)."""
    if placed is None:
        return None
    shown: dict[str, Any] = {"owner": placed.owner, "faction": placed.faction, "piece": placed.piece, "side": placed.side}
    if shown["side"] == BACK:
        shown["front"] = FRONTS[placed.token]
    elif open_backs:
        shown["back"] = _back(g, placed.token)
    return shown


def _back(g: WunderWaffen, token: Token) -> list[str]:
    back = g.back_of(token)
    return [back.back_for, back.back]


def _ready(g: WunderWaffen, faction: Faction, backs_seen: bool) -> list[dict[str, Any] | None]:
    return [_slot(g, token, backs_seen) if token != NOTHING else None for token in g.ready[faction]]


def _slot(g: WunderWaffen, token: Token, backs_seen: bool) -> dict[str, Any]:
    return {"front": FRONTS[token], "back": _back(g, token)} if backs_seen else {"front": FRONTS[token]}


def _reserve(g: WunderWaffen, ally: Faction, backs_seen: bool) -> dict[str, Any]:
    def shown(stored: Stored | None) -> dict[str, Any] | None:
        return None if stored is None else {**_slot(g, stored.token, backs_seen), "fresh": stored.fresh}

    return {place: shown(stored) for place, stored in g.reserve[ally].items()}


def _fronts(tokens: list[Token]) -> dict[str, int]:
    """A heap of tokens as a multiset of fronts, in an order that tells nothing."""
    counts: dict[str, int] = {}
    for token in tokens:
        counts[FRONTS[token]] = counts.get(FRONTS[token], 0) + 1
    return dict(sorted(counts.items(), key=lambda entry: PIECE_ORDER[entry[0]]))


def _sides(g: WunderWaffen, tokens: list[Token]) -> list[list[str]]:
    return sorted([FRONTS[token], *_back(g, token)] for token in tokens)


# -- imagination -------------------------------------------------------------------------------------------------------


def known_tokens(g: WunderWaffen, seat: Seat) -> set[Token]:
    """The tokens whose backs a seat knows: those lying back up, and those it may look at."""
    known = {placed.token for placed in g.lying() if placed.side == BACK}
    for faction in FACTIONS:
        if g.sees_ready_backs(seat, faction):
            known.update(g.ready_tokens(faction))
        if g.sees_discard_backs(seat, faction):
            known.update(g.discard[faction])
        if faction != GERMAN and g.seat_of[faction] == seat:
            known.update(stored.token for stored in g.reserve[faction].values() if stored is not None)
    return known


def imagine(g: WunderWaffen, seat: Seat, dice: Dice) -> None:
    """Deal the backs a seat does not know anew among tokens that look alike. The bags are drawn from by chance alone."""
    if g.variants.open_backs:
        return
    known = known_tokens(g, seat)
    for alike in ALIKE.values():
        hidden = [token for token in alike if token not in known]
        if len(hidden) > 1:
            backs = sorted(g.backs[token] for token in hidden)  # not in the true order, which is not known
            dice.shuffle(backs)
            for token, back in zip(hidden, backs, strict=True):
                g.backs[token] = back


def census(g: WunderWaffen) -> dict[str, int]:
    """What never changes: 18 tokens of each faction with all their backs, the markers on the tracks, the 24 cards."""
    everywhere = [placed.token for placed in g.lying()]
    for faction in FACTIONS:
        everywhere += g.pool[faction] + g.ready_tokens(faction) + g.discard[faction] + g.removed[faction]
    for slots in g.reserve.values():
        everywhere += [stored.token for stored in slots.values() if stored is not None]
    cards = len(g.cards_owned) + sum(map(len, g.cards_face_up.values())) + sum(map(len, g.cards_bag.values()))
    return {
        **{f"tokens_{faction}": sum(OWNER[token] == faction for token in everywhere) for faction in FACTIONS},
        "different_tokens": len(set(everywhere)),
        "different_backs": len(set(g.backs)),
        **{f"markers_{track}": len({f for stack in boxes for f in stack}) for track, boxes in g.tracks.items()},
        "cards": cards,
        "berlin_spaces": len(BERLIN_SPACES),
    }
