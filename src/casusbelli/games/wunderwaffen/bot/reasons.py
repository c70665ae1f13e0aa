"""Why a bot would choose something, in one or two sentences: from what its seat can foresee and from its own habits."""

from __future__ import annotations

from collections.abc import Iterator

from casusbelli.game import Position, Reason
from casusbelli.kernel import Choice, Params

from ..content import CARDS, CONFERENCE, FRONTS, GERMAN, MORALE, POLITICS_TRACK, SPACE_OF, TRACKS, Faction
from ..laboratory import research_points
from ..state import WunderWaffen
from .estimate import rounds_left
from .habits import liking, removal
from .picks import Picks
from .programme import card_worth
from .weights import Common

MOST = 2


def reasons(g: WunderWaffen, position: Position, choice: Choice, common: Common) -> list[Reason]:
    """The weightiest first. ``g`` is a world imagined by the seat: nothing hidden is looked at."""
    foreseen = position.preview(choice) or {}
    found: list[Reason] = []
    match position.decision, choice[0]:
        case "choose_play", "buy_card":
            found += purchase(g, str(choice[1]))
        case "choose_play", "end_turn" | "discard_rest":
            found.append(Reason("nothing_left"))
        case "choose_play", _:
            found += play(g, choice, foreseen)
        case "pick_ready", _:
            found += pick(g, position, str(choice[1]), common)
        case "select_part2", _:
            if choice[1] == removal(position.about["faction"], position.options)[1]:
                found.append(Reason("front_least_wanted", {"front": choice[1], "faction": position.about["faction"]}))
        case "setup_research", _:
            found += first_card(g, position, str(choice[1]))
        case "choose_marker", _:
            found += marker(g, choice)
        case "intercept_air_raid", "pass":
            found.append(Reason("raid_not_worth_it", {"step": g.research}))
        case "intercept_air_raid", _:
            points = research_points(g)
            found.append(Reason("saves_points", {"points": points}) if points else Reason("saves_step", {"step": g.research}))
        case "choose_strategy_bonus" | "choose_effect_target", _:
            found += gains(g, position.seat, foreseen)
        case _:
            pass
    return found[:MOST]


def pick(g: WunderWaffen, position: Position, front: str, common: Common) -> Iterator[Reason]:
    """A front to make ready: how the bot likes it beside the others in the pool. Chance may prefer one liked nearly as much."""
    faction: Faction = position.about["faction"]
    liked = {str(option[1]): liking(g, faction, str(option[1]), common) for option in position.options}
    best = max(liked, key=lambda each: liked[each])
    if liked[front] == liked[best]:
        yield Reason("front_wanted", {"front": front, "faction": faction})
    elif liked[best] - liked[front] <= common.pick_noise:
        yield Reason("front_near", {"front": front, "best": best, "faction": faction})


def picking(picks: Picks, position: Position, choice: Choice) -> list[Reason]:
    """A front to make ready, where the board is looked at: what it could do there, or that it is missed least."""
    front = str(choice[1])
    worth = picks.fronts([str(option[1]) for option in position.options])
    best = max(worth, key=worth.__getitem__)
    told = {"front": front, "faction": picks.faction}
    if worth[front] == worth[best]:
        return [Reason("front_given" if picks.giving else "front_serves", told)]
    if worth[best] - worth[front] <= picks.noise:
        return [Reason("front_given_near" if picks.giving else "front_serves_near", {**told, "best": best})]
    return []


def play(g: WunderWaffen, choice: Choice, foreseen: Params) -> Iterator[Reason]:
    """A play: what it brings, and for a back whom it serves."""
    use, _, faction, piece, *target = map(str, choice)
    seat = g.seat_of[g.active]
    yield from conquest(g, foreseen)
    if "eliminated" in foreseen:
        yield Reason("eliminates", {**foreseen["eliminated"], "space": target[0]})
    match use:
        case "conference":
            yield Reason("conference_pays", {"n": CONFERENCE.vp_by_box[len(g.conference)], "faction": faction})
        case "reserve":
            yield Reason("keeps_for_later", {"piece": piece})
        case "access":
            yield Reason("opens_the_way", {"territory": target[0]})
        case "air_raid":
            yield Reason("raids_research", {"step": g.research})
        case "solution":
            yield Reason("clears_space", {"space": target[0]})
        case _:
            pass
    yield from gains(g, seat, foreseen)
    if use == "place" and not foreseen["territory"]["winner"]:
        yield from foothold(g, faction, foreseen["territory"])
    if faction != g.active:
        yield lent(g, faction, foreseen)


def conquest(g: WunderWaffen, foreseen: Params) -> Iterator[Reason]:
    territory = foreseen.get("territory")
    if territory is None or territory["winner"] is None:
        return
    winner = territory["winner"]
    points = foreseen["score"].get(winner) or territory["vp"] + territory["track_vp"]
    told = {"territory": territory["id"], "faction": winner, "points": points}
    if winner == g.active:
        yield Reason("fortifies" if winner == GERMAN else "conquers", told)
    else:
        yield Reason("decides_for", told)


def foothold(g: WunderWaffen, faction: Faction, territory: Params) -> Iterator[Reason]:
    """Tokens of a faction in a territory that is still open."""
    if faction == g.active:
        there = territory["tokens"].get(faction, 0)
        yield Reason("two_of_three" if there > 1 else "foothold", {"territory": territory["id"], "vp": territory["vp"]})


def lent(g: WunderWaffen, faction: Faction, foreseen: Params) -> Reason:
    """Whom a back serves, and with how many points at once."""
    given = foreseen["score"].get(faction, 0)
    return Reason("lends_points" if given > 0 else "lends", {"faction": faction, "n": given})


def gains(g: WunderWaffen, seat: str, foreseen: Params) -> Iterator[Reason]:
    """Points and boxes for the seat's own factions, then what rivals lose."""
    mine = [faction for faction, whose in g.seat_of.items() if whose == seat]
    conquered = "territory" in foreseen and foreseen["territory"]["winner"] in mine
    for faction in mine:
        n = foreseen.get("score", {}).get(faction, 0)
        if n > 0 and not conquered:
            yield Reason("gains_points", {"faction": faction, "n": n})
        for track in (MORALE, POLITICS_TRACK):
            step = foreseen.get(track, {}).get(faction, 0)
            if step > 0:
                box = g.box(track, faction) + step
                yield Reason(
                    "track_rises", {"faction": faction, "track": track, "box": box, "vp": TRACKS[track].vp_by_box[box - 1]}
                )
        if foreseen.get("strategy", {}).get(faction):
            yield Reason("strategy_rises", {"faction": faction})
    if GERMAN in mine and foreseen.get("research", 0) > 0:
        yield Reason("research_rises", {"step": g.research + foreseen["research"]})
    for faction, n in foreseen.get("score", {}).items():
        if n < 0 and faction not in mine:
            yield Reason("rival_loses", {"faction": faction, "n": -n})


def purchase(g: WunderWaffen, card: str) -> Iterator[Reason]:
    yield Reason("worth_the_points", {"card": card, "points": research_points(g), "value": CARDS[card].value})


def first_card(g: WunderWaffen, position: Position, card: str) -> Iterator[Reason]:
    left = rounds_left(g)
    best = max(position.options, key=lambda choice: card_worth(CARDS[str(choice[1])], left))
    yield Reason("card_pays_most" if best[1] == card else "card_with_another", {"card": card})


def marker(g: WunderWaffen, choice: Choice) -> Iterator[Reason]:
    placed = g.spaces[SPACE_OF[str(choice[1])]]
    if placed is not None:
        borrowed = placed.owner != placed.faction
        yield Reason("borrowed_stays" if borrowed else "weakest_stays", {"owner": placed.owner, "front": FRONTS[placed.token]})
