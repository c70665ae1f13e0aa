"""What each side has legitimately seen of piles it may not look at.

A pile is named ``def:<province>:<axis|allied|neutral>``, ``op:<side>:<space>``, ``quag:<province>:<side>`` (the attacker's
cards) or ``vic:board``. Every change of a pile is noted here, in numbers: both sides know the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .content import NEUTRAL, OPPONENT, SIDES, USSR, Side, Space
from .state import Sighting, War

BOARD = "vic:board"


def defence_pile(province: str, owner: str) -> str:
    return f"def:{province}:{owner}"


def operation_pile(side: Side, space: Space) -> str:
    return f"op:{side}:{space}"


def quagmire_pile(province: str, attacker: Side) -> str:
    return f"quag:{province}:{attacker}"


@lru_cache(maxsize=1024)
def _parts(pile: str) -> tuple[str, str, str]:
    """What the name of a pile is made of; the third is empty for the victory cards."""
    kind, first, *rest = pile.split(":")
    return kind, first, rest[0] if rest else ""


def pile_owner(pile: str) -> str:
    """The side whose cards lie there, ``neutral``, or nobody's (the victory cards)."""
    kind, first, last = _parts(pile)
    return first if kind == "op" else last


def pile_cards(g: War, pile: str) -> list[str]:
    """The cards of a pile; an operation's Province card is one of them."""
    kind, first, last = _parts(pile)
    if kind == "def":
        holder = g.neutral if last == NEUTRAL else g.forces[last].defence
        return holder.get(first, [])
    if kind == "op":
        operation = g.forces[first].operations.get(last)
        return [*operation.cards, operation.target] if operation else []
    if kind == "quag":
        quagmire = g.quagmires.get(first)
        return quagmire.cards if quagmire and quagmire.attacker == last else []
    return g.victory_board


def may_see_neutral(g: War, side: Side, province: str) -> bool:
    """9.2, R-25: the controller sees the Neutral cards of a province; the Allies see those of the Soviet ones."""
    return g.control[province] == side or (province in USSR and side == OPPONENT["axis"])


def watchers(pile: str) -> tuple[Side, ...]:
    """The sides that keep sightings of a pile: all but its owner."""
    owner = pile_owner(pile)
    return (OPPONENT[owner],) if owner in SIDES else SIDES


def see(g: War, side: Side, pile: str, how: str, seen: Iterable[str], size: int, *, complete: bool) -> None:
    """Note a sighting. A complete one makes all earlier ones of the pile idle."""
    known = g.forces[side].dossier
    if not size:
        known.pop(pile, None)
        return
    sighting = Sighting(g.turn_no, how, size, sorted(seen), complete)
    if complete or pile not in known:
        known[pile] = [sighting]
    elif how == "interdiction" == known[pile][-1].how and known[pile][-1].turn == g.turn_no:
        known[pile][-1] = sighting  # the same reveal, one card later
    else:
        known[pile].append(sighting)


def cards_added(g: War, pile: str, count: int = 1) -> None:
    for side in watchers(pile):
        for sighting in g.forces[side].dossier.get(pile, ()):
            sighting.added += count


def cards_removed(g: War, pile: str, count: int, left: int) -> None:
    """Cards left the pile unseen; when none is left the sightings are void."""
    for side in watchers(pile):
        known = g.forces[side].dossier
        if pile in known:
            if left:
                for sighting in known[pile]:
                    sighting.removed += count
            else:
                del known[pile]


def pile_gone(g: War, pile: str) -> None:
    for side in watchers(pile):
        g.forces[side].dossier.pop(pile, None)


def pile_renamed(g: War, old: str, new: str) -> None:
    """The same cards under a new name: a quagmire's attackers become the garrison."""
    for side in watchers(old):
        known = g.forces[side].dossier
        if old in known:
            known[new] = known.pop(old)


def remembered(g: War, side: Side, pile: str) -> list[Sighting]:
    """The sightings a screen may show: all of them, or without the memory aids those a player could still be looking at."""
    sightings = g.forces[side].dossier.get(pile, [])
    return sightings if "memory_aids" in g.options else [s for s in sightings if is_fresh(g, s.turn)]


def is_fresh(g: War, turn: int) -> bool:
    """R-81: of this turn or the one before."""
    return turn >= g.turn_no - 1


def certain(sightings: Sequence[Sighting]) -> list[str]:
    """Cards that must be in the pile now: shown, and nothing has left it since."""
    sure = [s.seen for s in sightings if not s.removed and len(s.seen) <= s.size]
    if len(sure) <= 1:
        return list(sure[0]) if sure else []
    together: Counter[str] = Counter()
    for seen in sure:
        together |= Counter(seen)
    return sorted(together.elements())


def drawn_from(sightings: Sequence[Sighting], size: int) -> tuple[list[str], int]:
    """The shown cards of a complete sighting and how many of the pile's cards, at least, are still among them."""
    for s in sightings:
        if s.complete:
            return s.seen, max(0, size - s.added)
    return [], 0
