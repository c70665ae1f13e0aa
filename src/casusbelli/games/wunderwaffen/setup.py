"""3: set-up, from the empty board to the first turn."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from casusbelli.kernel import OptionValue, Seat

from .content import (
    ALLIES,
    ARRANGEMENTS,
    BERLIN_SPACES,
    CARDS,
    FACTIONS,
    FRONTS,
    GERMAN,
    GROUPS,
    MORALE,
    NUMBERS,
    OWNER,
    POLITICS_TRACK,
    RESEARCH,
    RESERVE,
    SPACE_IDS,
    TERRITORIES,
    TOKENS,
    TRACKS,
    ArrangementRow,
    Faction,
)
from .laboratory import choose_setup_cards, refill
from .sequence import pick_ready
from .state import NOTHING, Variants, WunderWaffen


def seat_name(factions: tuple[Faction, ...]) -> Seat:
    """A seat is called after the factions it leads."""
    return "_".join(factions)


def seats_of(arrangement: ArrangementRow) -> tuple[Seat, ...]:
    return tuple(seat_name(factions) for factions in arrangement.seats)


def set_up(scenario: str, options: Mapping[str, OptionValue], seed: bytes) -> WunderWaffen:
    """3: factions to seats, markers to the start, everything German; Politics mirrors the Morale stack (R3)."""
    seat_of = {faction: seat_name(factions) for factions in ARRANGEMENTS[scenario].seats for faction in factions}
    g = WunderWaffen(
        phase="setup_tokens",
        seed=seed,
        variants=msgspec.convert([options[field] for field in Variants.__struct_fields__], Variants),
        seat_of={faction: seat_of[faction] for faction in FACTIONS},
        score=dict.fromkeys(FACTIONS, 0),
        tracks={track: [[] for _ in range(row.boxes)] for track, row in TRACKS.items()},
        research=RESEARCH.start_step,
        strategy=dict.fromkeys(ALLIES, 0),
        cards_owned=[],
        cards_face_up={group: [] for group in GROUPS},
        cards_bag={group: [card.id for card in CARDS.values() if card.group == group] for group in GROUPS},
        owner=[GERMAN] * len(TERRITORIES),
        marker=[None] * len(TERRITORIES),
        spaces=[None] * len(SPACE_IDS),
        access=[],
        berlin=[None] * len(BERLIN_SPACES),
        overflow=[],
        conference=[],
        reserve={ally: dict.fromkeys(RESERVE) for ally in ALLIES},
        pool={faction: [n for n, owner in enumerate(OWNER) if owner == faction] for faction in FACTIONS},
        ready={faction: [NOTHING] * NUMBERS.ready_tokens for faction in FACTIONS},
        discard={faction: [] for faction in FACTIONS},
        removed={faction: [] for faction in FACTIONS},
        backs=list(range(len(TOKENS))),
        active=GERMAN,
    )
    stack = list(FACTIONS)
    g.shuffle(stack)
    g.tracks[MORALE][TRACKS[MORALE].start_box - 1] = stack
    g.tracks[POLITICS_TRACK][TRACKS[POLITICS_TRACK].start_box - 1] = stack[::-1]
    g.mix_backs(list(range(len(FRONTS))))
    for faction in ARRANGEMENTS[scenario].compensated:
        g.score[faction] = g.variants.compensation
        if g.variants.compensation:
            g.earned[faction] = {"compensation": g.variants.compensation}
    return g


async def setup_tokens(g: WunderWaffen) -> None:
    """3: everybody picks three tokens before the Research cards are seen (R50)."""
    for faction in FACTIONS:
        await pick_ready(g, faction)
    for group in GROUPS:
        refill(g, group)
    g.phase = "setup_research"


async def setup_research(g: WunderWaffen) -> None:
    """3: the German's first cards; he counts as the active player."""
    await choose_setup_cards(g)
    g.active = FACTIONS[0]
    g.report("part_began", "3", part=1)
    g.phase = "turn"
