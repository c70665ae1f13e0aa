"""7: a territory is won when its third space is filled."""

from __future__ import annotations

from casusbelli.kernel import Choice, Params, Refusal, Seat, ask

from .berlin import berlin_is_open, tell_berlin_is_open
from .content import (
    BONUS,
    FACTIONS,
    FRONTS,
    GERMAN,
    MORALE,
    POLITICS_TRACK,
    SPACE_IDS,
    SPACE_OF,
    SPACES_PER_TERRITORY,
    STRENGTH,
    TERRITORIES,
    TERRITORY_IDS,
    TRACKS,
    Faction,
    Space,
    Territory,
)
from .effects import Cause, apply_effects, gain, gain_by_card
from .powers import powers_of
from .state import Placed, WunderWaffen


def spaces_of(territory: Territory) -> range:
    first = territory * SPACES_PER_TERRITORY
    return range(first, first + SPACES_PER_TERRITORY)


def tokens_in(g: WunderWaffen, territory: Territory) -> list[Placed]:
    """The tokens on the spaces of a territory, from left to right."""
    return [placed for placed in g.spaces[spaces_of(territory).start : spaces_of(territory).stop] if placed is not None]


def is_full(g: WunderWaffen, territory: Territory) -> bool:
    first = territory * SPACES_PER_TERRITORY
    return None not in g.spaces[first : first + SPACES_PER_TERRITORY]


def politics_rank(g: WunderWaffen, faction: Faction) -> tuple[int, int]:
    """Box and place in the stack: the higher marker of a box comes first."""
    box = g.box(POLITICS_TRACK, faction)
    return box, g.tracks[POLITICS_TRACK][box - 1].index(faction)


def winner_of(g: WunderWaffen, tokens: list[Placed]) -> Faction:
    """7.1: two tokens of one faction win; else the strongest Allied piece, then the higher Politics marker (R15, R41)."""
    factions = [placed.faction for placed in tokens]
    for faction in factions:
        if factions.count(faction) > 1:
            return faction
    allied = [placed for placed in tokens if placed.faction != GERMAN]
    return max(allied, key=lambda placed: (STRENGTH[placed.piece], *politics_rank(g, placed.faction))).faction


def better_track(g: WunderWaffen, faction: Faction) -> tuple[int, str]:
    """7.2: the better of a faction's Morale and Politics values, and which of them it is; Morale where they are equal."""
    values = [(TRACKS[track].vp_by_box[g.box(track, faction) - 1], track) for track in (MORALE, POLITICS_TRACK)]
    return max(values, key=lambda value: value[0])


def track_vp(g: WunderWaffen, faction: Faction) -> int:
    return better_track(g, faction)[0]


async def resolve_territory(g: WunderWaffen, territory: Territory) -> None:
    """7.1: winner, marker, clearing, ownership, points."""
    winner = winner_of(g, tokens_in(g, territory))
    held_again = winner == GERMAN and g.is_fortress(territory)
    if held_again:
        g.report("fortress_held", "7.1", faction=GERMAN, territory=TERRITORY_IDS[territory], private=fates(g, territory, winner))
        clear_spaces(g, territory, keep=None)
        if g.variants.refortify_scores:
            await score_territory(g, territory, winner)
        return
    name, private = TERRITORY_IDS[territory], fates(g, territory, winner)
    g.report("territory_won", "7.1", private=private, territory=name, faction=winner, fortress=winner == GERMAN)
    marker = await choose_marker(g, territory, winner)
    fallen = g.marker[territory]
    if fallen is not None:
        g.marker[territory] = None
        g.discard_token(fallen.token)
        g.report("fortress_fallen", "7.1", territory=TERRITORY_IDS[territory], owner=fallen.owner, faction=winner)
    was_open = berlin_is_open(g)
    g.owner[territory] = winner
    leave_marker(g, territory, marker)
    await score_territory(g, territory, winner)
    if winner == GERMAN:
        gain_by_card(g, powers_of(g).fortress_vp, "fortress_vp", "7.2")
    elif not was_open and berlin_is_open(g):
        tell_berlin_is_open(g)


def fates(g: WunderWaffen, territory: Territory, winner: Faction) -> dict[Seat, Params]:
    """What it is to each player whose territory it was, or whose faction fought for it: won or lost."""
    fought = {GERMAN, *(placed.faction for placed in tokens_in(g, territory))}
    told: dict[Seat, Params] = {g.seat_of[faction]: {"mine": "lost"} for faction in FACTIONS if faction in fought}
    return {**told, g.seat_of[winner]: {"mine": "won"}}


def leave_marker(g: WunderWaffen, territory: Territory, space: Space) -> None:
    """7.1, 7.3: one token stays on the centre, the others go home."""
    placed = g.spaces[space]
    assert placed is not None
    g.marker[territory] = placed
    clear_spaces(g, territory, keep=space)
    g.report(
        "marker_left",
        "7.3",
        territory=TERRITORY_IDS[territory],
        faction=placed.faction,
        piece=placed.piece,
        owner=placed.owner,
        side=placed.side,
        front=FRONTS[placed.token],
    )


def clear_spaces(g: WunderWaffen, territory: Territory, keep: Space | None) -> None:
    """7.1: all tokens but the new marker go to their owners' discards."""
    for space in spaces_of(territory):
        placed = g.spaces[space]
        g.spaces[space] = None
        if placed is not None and space != keep:
            g.discard_token(placed.token)


async def score_territory(g: WunderWaffen, territory: Territory, winner: Faction) -> None:
    """7.2: bonuses first, then the printed points and the better track."""
    cause = Cause("territory", "7.2", (TERRITORY_IDS[territory],))
    await apply_effects(g, BONUS[territory], winner, cause)
    printed, (by_track, track) = TERRITORIES[territory].vp, better_track(g, winner)
    gain(g, winner, printed + by_track, cause, printed=printed, by_track=by_track, track=track)


# -- 7.3 the marker ----------------------------------------------------------------------------------------------------


def marker_candidates(g: WunderWaffen, territory: Territory, winner: Faction) -> list[Space]:
    """7.3: the winner's tokens, borrowed ones included; those that look alike are listed once, the leftmost."""
    candidates: dict[tuple[object, ...], Space] = {}
    for space in spaces_of(territory):
        placed = g.spaces[space]
        if placed is not None and placed.faction == winner:
            back = g.backs[placed.token] if g.variants.open_backs else None
            candidates.setdefault((placed.owner, FRONTS[placed.token], placed.side, placed.piece, back), space)
    return list(candidates.values())


async def choose_marker(g: WunderWaffen, territory: Territory, winner: Faction) -> Space:
    """7.3: the player of the winner decides which of its tokens stays, also out of turn (R13)."""
    if g.variants.marker_choice == "auto":
        return automatic_marker(g, territory, winner)
    candidates = marker_candidates(g, territory, winner)
    if len(candidates) == 1:
        return candidates[0]

    def why_not(choice: Choice) -> Refusal:
        return Refusal("not_a_marker", "7.3", {"space": choice[-1], "faction": winner})

    _, space = await ask(
        g.seat_of[winner],
        "choose_marker",
        lambda: [("marker", SPACE_IDS[space]) for space in candidates],
        rule="7.3",
        about={"territory": TERRITORY_IDS[territory], "faction": winner},
        why_not=why_not,
    )
    g.decided_by(winner)
    return SPACE_OF[str(space)]


def automatic_marker(g: WunderWaffen, territory: Territory, winner: Faction) -> Space:
    """7.3 by option: a borrowed token first, then the own token with the weakest front, ties at random."""

    def worth(space: Space) -> int:
        placed = g.spaces[space]
        assert placed is not None
        return STRENGTH[FRONTS[placed.token]] if placed.owner == winner else -1

    mine = [s for s in spaces_of(territory) if (placed := g.spaces[s]) is not None and placed.faction == winner]
    least = min(map(worth, mine))
    tied = [space for space in mine if worth(space) == least]
    return tied[0] if len(tied) == 1 else g.pick(tied)
