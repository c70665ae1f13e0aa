"""What rulebook, player aid and card browser tell from the content: facts, tables, persons, conferences, issues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from casusbelli.game import LANGUAGES, Piece, Reference, Table
from casusbelli.words.texts import Labels

from .content import (
    ABOMB_SPACES,
    CONFERENCES,
    COUNTRIES,
    DECKS,
    ENDINGS,
    FOLDER,
    FRONTS,
    ISSUES,
    LEADERS,
    LINES,
    NUMBERS,
    PATHS,
    POL_MIL,
    POWER_ROWS,
    POWERS,
    SCENARIOS,
    SPACES,
    STAFF,
    Person,
    ScenarioRow,
    Space,
    names,
)


def reference(language: str) -> Reference:
    """Everything in one language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    words = Labels(names(language), FOLDER, language)
    return Reference(_facts(words), _tables(words), tuple(_pieces(words)))


def _facts(words: Labels) -> dict[str, Any]:
    landing = {space.id: space.naval_required for space in _spaces() if space.kind == "amphibious"}
    return {
        **{f"production_{power}": POWER_ROWS[power].base_production for power in POWERS},
        "hand": NUMBERS.hand_size,
        "arctic": NUMBERS.arctic_naval_threshold,
        "naval_cap": NUMBERS.naval_cap,
        "strength": NUMBERS.base_strength,
        "support": NUMBERS.support_strength,
        "army": abs(NUMBERS.reserve_strength),
        "breakthrough": NUMBERS.breakthrough_threshold,
        "breakthrough_sum": NUMBERS.breakthrough_threshold + NUMBERS.front_die,
        "bomb": NUMBERS.abomb_success_min,
        "spread": ENDINGS["allied_victory"].max_spread,
        "lost_first": -ENDINGS["negotiated_peace"].adjust_first,
        "lost_second": -ENDINGS["negotiated_peace"].adjust_second,
        "won_third": ENDINGS["negotiated_peace"].adjust_third,
        "landing": min(landing.values()),
        "normandy": landing["normandy"],
        "leadership": NUMBERS.leadership_bonus,
        "leadership_issue": NUMBERS.leadership_issue_bonus,
        "leadership_both": NUMBERS.leadership_both_bonus,
        "directed": NUMBERS.directed_offensive_support,
        "agenda_tokens": NUMBERS.agenda_tokens_each,
        "agenda_vp": NUMBERS.agenda_vp,
        "seconds": NUMBERS.turn_timer_seconds,
        **{f"leader_{leader}": person.value for leader, person in LEADERS.items()},
    }


def _spaces() -> Iterator[Space]:
    for path in PATHS.values():
        yield from path


# -- tables ------------------------------------------------------------------------------------------------------------


def _tables(words: Labels) -> dict[str, Table]:
    return {
        "issues": _issues(words),
        "fronts": _fronts(words),
        "pol_mil": _pol_mil(words),
        "score": _score(words),
        "setups": _setups(words),
    }


def _issues(words: Labels) -> Table:
    """The issues by kind, with what winning one does."""
    kinds: dict[str, list[str]] = {}
    for issue, row in ISSUES.items():
        kinds.setdefault(row.category, []).append(issue)
    rows = tuple((words(f"issue_{kind}"), words.listed(issues), words(f"issue_{kind}_does")) for kind, issues in kinds.items())
    return Table((words("kind"), words("issues"), words("does")), rows)


def _fronts(words: Labels) -> Table:
    def space(row: Space) -> str:
        marks = [words("needs_ships", count=row.naval_required)] if row.naval_required else []
        marks += ["B29"] if row.b29 else []
        marks += [words("kamikaze")] if row.kamikaze else []
        return f"{words.name(row.id)} ({', '.join(marks)})" if marks else words.name(row.id)

    rows = tuple(
        (words.name(front), words.name(row.color), " → ".join(space(step) for step in PATHS[front][1:]))
        for front, row in FRONTS.items()
    )
    return Table((words("front"), words("colour"), words("way")), rows)


def _pol_mil(words: Labels) -> Table:
    head = ("", *(str(n) for n in range(1, len(POL_MIL[0]) + 1)))
    return Table(head, tuple((str(n), *map(words.name, row)) for n, row in enumerate(POL_MIL, 1)))


def _score(words: Labels) -> Table:
    """Every line of the sheet, with what it pays to whom."""
    rows = tuple(
        (row.letter, words.name(line), words(f"score_{line}"), *(str(row.each[power] or "–") for power in POWERS))
        for line, row in LINES.items()
    )
    return Table((words("line"), words("for"), words("when"), *map(words.name, POWERS)), rows)


def _setups(words: Labels) -> Table:
    """Where the scenarios begin, one a column."""
    columns = [_setup(words, scenario) for scenario in SCENARIOS.values()]
    rows = tuple((title, *(column[title] for column in columns)) for title in columns[0])
    return Table(("", *(words(f"scenario_{scenario}") for scenario in SCENARIOS)), rows)


def _setup(words: Labels, scenario: ScenarioRow) -> dict[str, str]:
    networks = {words("networks_of", power=words.name(power)): _networks(words, scenario, power) for power in POWERS}
    return {
        words("conferences"): f"{scenario.first_conference}–{scenario.last_conference}",
        **{words.name(front): _stand(words, scenario, front, row.theater) for front, row in FRONTS.items()},
        **networks,
        words("commands"): words.listed(scenario.leadership.values()),
        words("bomb"): words.listed(scenario.abomb.values()),
    }


def _stand(words: Labels, scenario: ScenarioRow, front: str, theater: str) -> str:
    ships = scenario.naval.get(theater, 0)
    return words("stands", space=words.name(scenario.fronts[front]), count=ships)


def _networks(words: Labels, scenario: ScenarioRow, power: str) -> str:
    aligned = {space for row in scenario.alignments if row.power == power for space in row.spaces}
    spaces = [space for row in scenario.networks if row.power == power for space in row.spaces]
    return ", ".join(words.name(space) + ("*" if space in aligned else "") for space in spaces) or "–"


# -- the card browser --------------------------------------------------------------------------------------------------


def _pieces(words: Labels) -> Iterator[Piece]:
    for leader in LEADERS.values():
        yield _person(words, leader, words("group_leaders"))
    for power in POWERS:
        for card in DECKS[power]:
            yield _person(words, STAFF[card], words("group_staff", power=words.name(power)))
    for conference in CONFERENCES.values():
        bands = [
            f"{words.name(f'{conference.id}.{band.band}.title')}: {words.name(f'{conference.id}.{band.band}.text')}"
            for band in conference.bands
        ]
        number = str(conference.conference)
        tags = {words("kind"): words("conference"), words("conferences"): number}
        facts = ((words("conferences"), number), (words("version"), conference.version.upper()))
        yield Piece(conference.id, words("group_conferences"), words.name(conference.id), "\n".join(bands), facts, tags)
    for issue, row in ISSUES.items():
        tags = {words("kind"): words("issue")}
        yield Piece(issue, words("group_issues"), words.name(issue), words(f"issue_{row.category}_does"), (), tags)
    for country in COUNTRIES.values():
        tags = {words("kind"): words(country.kind)}
        space = ((words("space"), words.name(country.space)),) if country.space in SPACES else ()
        yield Piece(country.id, words("group_countries"), words.name(country.id), "", space, tags)
    for step in ABOMB_SPACES.values():
        yield Piece(step.id, words("group_bomb"), words.name(step.id), "", ((words("step"), str(step.step)),), {})


def _person(words: Labels, person: Person, group: str) -> Piece:
    value = words("die") if not person.value else str(person.value)
    facts = ((words("value"), value), (words("role"), words.name(f"{person.id}.role")))
    kind = words("leader") if person.id in LEADERS else words("staff")
    tags = {words("power"): words.name(person.power), words("kind"): kind, words("value"): value}
    return Piece(person.id, group, words.name(person.id), words.name(f"{person.id}.text"), facts, tags, f"person {person.id}")


# -- where things are --------------------------------------------------------------------------------------------------


def whereabouts(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Where issues, persons and countries are, for all that a view tells."""
    found: dict[str, list[str]] = {}
    for issue, (where, power, _) in view["issues"].items():
        found[issue] = [where, power] if power else [where]
    for card in view["hand"] or ():
        found[card] = ["hand"]
    for row in view["powers"].values():
        found.update({card: ["discards"] for card in row["discards"]})
        found.update({card: ["removed"] for card in row["removed"]})
        found[row["leader"]["id"]] = ["active" if row["leader"]["active"] else "inactive"]
    for country, power in view["alignments"].items():
        found[country] = ["aligned", power]
    for country, (power, _) in view["networks"].items():
        found.setdefault(country, []).extend(["network", power])
    if view["card"]:
        found[view["card"]] = ["in_force"]
    return found
