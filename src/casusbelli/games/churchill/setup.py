"""9: the set-up of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from casusbelli.kernel import OptionValue

from .content import (
    ABOMB_SPACES,
    AGENDA_TOKENS,
    DECKS,
    FRONTS,
    NUMBERS,
    PATHS,
    POWER_ROWS,
    POWERS,
    RESERVES,
    SCENARIOS,
    STEP,
    VERSIONS,
    ScenarioRow,
    Spaces,
)
from .state import CENTRE, Churchill, Leader, Options


def options_from(chosen: Mapping[str, OptionValue]) -> Options:
    """The options of the new-match form as the rules read them."""
    return Options(
        first_edition=chosen["edition"] == "first",
        tournament_scoring=chosen["victory_scoring"] == "tournament",
        german_reserves=bool(chosen["german_reserves_option"]),
        secret_agenda=bool(chosen["secret_agenda"]),
        hidden_score=bool(chosen["hidden_score"]),
        leader_roll_on_tiebreak=bool(chosen["leader_roll_on_tiebreak"]),
        rivalry_min_gap=int(chosen["rivalry_min_gap"]),
        turn_timer=bool(chosen["turn_timer"]),
        open_hands=tuple(p for p in POWERS if p in str(chosen["open_hands"]).split("+")),
    )


def set_up(scenario: str, options: Options, seed: bytes) -> Churchill:
    """9: everything in its place, decks shuffled, the first conference about to begin."""
    row = SCENARIOS[scenario]
    g = Churchill(
        phase="conference",
        seed=seed,
        scenario=scenario,
        options=options,
        conference=row.first_conference,
        first_conference=row.first_conference,
        last_conference=row.last_conference,
    )
    shuffle_decks(g, row)
    place_fronts(g, row)
    place_markers(g, row)
    g.leaders = {p: Leader(POWER_ROWS[p].leader) for p in POWERS}
    g.removed_issues = list(row.removed_issues)
    g.table = dict.fromkeys(row.issues_on_table, CENTRE)
    return g


def shuffle_decks(g: Churchill, row: ScenarioRow) -> None:
    """9.2: one version of every conference, unseen; the staff decks; 10.2: the secret agenda tokens."""
    g.conference_deck = [g.pick(VERSIONS[n]) for n in range(row.first_conference, row.last_conference + 1)]
    for power in POWERS:
        deck = list(DECKS[power])
        g.shuffle(deck)
        g.decks[power] = deck
    if g.options.secret_agenda:
        tokens = list(AGENDA_TOKENS)
        g.shuffle(tokens)
        for power in POWERS:
            g.agenda_tokens[power] = sorted(tokens.pop() for _ in range(NUMBERS.agenda_tokens_each))
        g.unseen_tokens = tokens


def place_fronts(g: Churchill, row: ScenarioRow) -> None:
    """Fronts, fleets and Axis reserves, and what the Fronts have already passed."""
    g.fronts = {f: STEP[f, row.fronts[f]] for f in FRONTS}
    g.support = dict.fromkeys(FRONTS, 0)
    g.armies = dict.fromkeys(FRONTS, 0)
    g.naval = dict(row.naval)
    in_play = {"german_army": row.german_armies, "japanese_army": row.japanese_armies, "ijn_fleet": row.ijn_fleets}
    for unit, reserve in RESERVES.items():
        g.reserves[unit] = 0 if unit in row.eliminated_reserves else in_play.get(unit, reserve.count)
        g.lost_reserves[unit] = reserve.count - g.reserves[unit]
    for front, step in g.fronts.items():
        for space in PATHS[front][1 : step + 1]:
            g.entered[space.id] = row.history.get(f"{space.id}_entered", 0)
            g.b29_reached = g.b29_reached or space.b29
        for space in PATHS[front][:step]:
            g.behind.extend(space.countries)


def place_markers(g: Churchill, row: ScenarioRow) -> None:
    """Networks, alignments, command of the regions, the bomb and the global markers."""

    def spread(rows: tuple[Spaces, ...]) -> dict[str, str]:
        return {country: r.power for r in rows for country in r.spaces}

    g.networks = {country: (power, 1) for country, power in spread(row.networks).items()}
    g.alignments = spread(row.alignments)
    if g.first_edition:
        g.alignments.update(spread(row.alignments_only_first_edition))
    g.leadership = dict(row.leadership)
    g.abomb = {p: ABOMB_SPACES[space].step for p, space in row.abomb.items()}
    g.globals = {m: p for m, p in row.global_issues.items() if p in POWERS}
