"""Warnings before dear or lossy steps: what a preview adds for the shell, from what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Caution
from casusbelli.kernel import Choice, Params, Seat

from .content import (
    BERLIN,
    BERLIN_RING,
    CARDS,
    FRONTS,
    GERMAN,
    OWNER,
    RESEARCH_STEPS,
    SPACE_OF,
    SPACES_PER_TERRITORY,
    TERRITORY_OF,
    Faction,
    Territory,
)
from .laboratory import affordable_cards, research_points
from .menu import Menu, ready_sides, reserve_sides
from .state import WunderWaffen


def cautions(g: WunderWaffen, seat: Seat, decision: str, choice: Choice, foreseen: Params, after: WunderWaffen) -> list[Caution]:
    """All that this choice may cost, the gravest first."""
    mine = [faction for faction, whose in g.seat_of.items() if whose == seat]
    found: list[Caution] = []
    match decision, choice[0]:
        case "choose_play", "buy_card":
            found += purchase(g, str(choice[1]))
        case "choose_play", "discard_rest":
            found.append(Caution("warn", "discards_rest", {"count": len(g.ready_tokens(g.active))}, "4.2"))
        case "choose_play", "end_turn":
            found += left_unused(g)
        case "choose_play", use:
            found += [*conquest(g, mine, foreseen), *opened(g, mine, foreseen, after), *wasted_play(after, foreseen)]
            if use == "solution":
                found += solution(g, foreseen)
            if use == "air_raid" and foreseen["interceptors"]:
                found.append(Caution("note", "may_be_intercepted", {"fronts": foreseen["interceptors"]}, "8.5"))
        case "intercept_air_raid", "pass":
            found += fallen_research(g, foreseen)
        case "intercept_air_raid", _:
            found += interception(g)
        case "choose_marker", _:
            found += marker(g, choice)
        case "select_part2", _:
            found.append(Caution("note", "left_for_part2", {"front": foreseen["front"], "left": foreseen["left"]}, "10.2"))
        case _:
            pass
    return found + list(leaders_helped(g, mine, foreseen))


def conquest(g: WunderWaffen, mine: list[Faction], foreseen: Params) -> Iterator[Caution]:
    """7.1: the third token decides the territory, and not always for whoever laid it."""
    territory = foreseen.get("territory")
    if territory is None or territory["winner"] is None or territory["winner"] in mine:
        return
    winner = territory["winner"]
    german = "fortress_holds" if territory["held"] else "fortress_for_german"
    key = german if winner == GERMAN else "rival_conquers"
    yield Caution("warn", key, {"faction": winner, "territory": territory["id"], "points": territory["points"]}, "7.1")


def gates(g: WunderWaffen, conquered: Territory | None = None) -> int:
    """9: territories beside Berlin that Allies own; one just conquered changes hands only when its marker is chosen."""
    return sum(g.owner[territory] != GERMAN or territory == conquered for territory in BERLIN_RING)


def opened(g: WunderWaffen, mine: list[Faction], foreseen: Params, after: WunderWaffen) -> Iterator[Caution]:
    """9: the last gate opens Berlin for the Allies that own one."""
    told = foreseen.get("territory")
    conquered = TERRITORY_OF[told["id"]] if told and told["winner"] not in (None, GERMAN) else None
    if gates(g) < BERLIN.open_when_adjacent_allied <= gates(after, conquered):
        now = g.part > 1 or g.variants.berlin_in_part1
        yield Caution("warn" if GERMAN in mine else "note", "opens_berlin", {"now": now}, "9")


def wasted_play(after: WunderWaffen, foreseen: Params) -> Iterator[Caution]:
    """4.2: ready tokens that no play for oneself would be left for."""
    if "then" in foreseen or not after.ready_tokens(after.active):
        return
    menu = Menu(after)
    sides = list(ready_sides(after))
    own = [side for side in sides if side[1] == after.active]
    if after.own_left and not any(map(menu.playable, own)):
        yield Caution("warn", "own_play_lost", {"count": after.own_left}, "4.2")


def solution(g: WunderWaffen, foreseen: Params) -> Iterator[Caution]:
    """5.9: the token of another Ally is paid for."""
    paid = -foreseen["score"].get(g.active, 0)
    if paid > 0:
        receiver = next(faction for faction, n in foreseen["score"].items() if n > 0)
        yield Caution("warn", "solution_costs", {"n": paid, "faction": receiver}, "5.9")


def purchase(g: WunderWaffen, card: str) -> Iterator[Caution]:
    """8.3: all research points go with one card, whatever it costs."""
    points, value = research_points(g), CARDS[card].value
    if value < points:
        yield Caution("ask", "points_wasted", {"card": card, "value": value, "points": points}, "8.3")
    yield Caution("note", "research_resets", {"step": g.research}, "8.3")


def left_unused(g: WunderWaffen) -> Iterator[Caution]:
    """What the turn would end without."""
    cards = affordable_cards(g)
    if cards:
        yield Caution("note", "points_unused", {"points": research_points(g)}, "8.3")
    kept = [side for side in reserve_sides(g) if Menu(g).playable(side)]
    if kept:
        yield Caution("note", "reserve_unused", {"count": len(kept)}, "5.10")


def interception(g: WunderWaffen) -> Iterator[Caution]:
    """8.5, R9: what meeting a raid costs in the next turn."""
    if g.variants.intercept_cost != "all_own_plays":
        yield Caution("ask", "interception_one_play", {}, "8.5")
    elif g.intercepts_used == 0:
        yield Caution("ask", "interception_all_plays", {"tokens": len(g.ready_tokens(GERMAN)) - 1}, "8.5")
    else:
        yield Caution("note", "interception_again", {}, "8.5")


def fallen_research(g: WunderWaffen, foreseen: Params) -> Iterator[Caution]:
    """8.3: points that a raid takes away."""
    before = research_points(g)
    after = RESEARCH_STEPS[g.research + foreseen["research"]].research_points
    if after < before:
        yield Caution("note", "points_fall", {"before": before, "after": after}, "8.3")


def marker(g: WunderWaffen, choice: Choice) -> Iterator[Caution]:
    """7.3: a token of one's own stays on the board although a borrowed one could."""
    space = SPACE_OF[str(choice[1])]
    placed = g.spaces[space]
    first = space - space % SPACES_PER_TERRITORY
    if placed is None or placed.owner != placed.faction:
        return
    others = [p for p in g.spaces[first : first + SPACES_PER_TERRITORY] if p is not None and p.faction == placed.faction]
    if any(p.owner != p.faction for p in others):
        yield Caution("note", "own_token_stays", {"front": FRONTS[placed.token], "faction": OWNER[placed.token]}, "7.3")


def leaders_helped(g: WunderWaffen, mine: list[Faction], foreseen: Params) -> Iterator[Caution]:
    """Points for a rival who already leads."""
    best = max(g.score.values())
    for faction, n in foreseen.get("score", {}).items():
        if n > 0 and faction not in mine and g.score[faction] == best and best > max(g.score[f] for f in mine):
            yield Caution("note", "leader_gains", {"faction": faction, "before": best, "after": best + n}, "8.6")
