"""Why a choice of politics is not on offer. A refusal tells a seat nothing that it does not know."""

from __future__ import annotations

from casusbelli.kernel import Choice, Refusal

from .cards import BOXES, CARD_NUMBER, PC_BOX, PC_NUMBER, POLITICAL
from .content import CP, FACTION, FACTIONS, RED, SIDE_OF, SIGN, SPACE
from .factions import in_play
from .influence import blocked_step
from .state import Chaos


def why_not_allocate(g: Chaos, side: int, box: int, choice: Choice) -> Refusal | None:
    """The boxes are filled one after the other, each with a card of the hand [8.1]."""
    verb, *ids = choice
    target = str(ids[-1]) if ids else ""
    if target not in BOXES:
        return None
    if BOXES.index(target) != box:
        return Refusal("box_filled" if BOXES.index(target) < box else "boxes_in_order", "8.1", {"box": target, "now": BOXES[box]})
    if verb == "leave_empty":
        return Refusal("cards_left_for_boxes", "8.1")
    card = str(ids[0])
    if card not in CARD_NUMBER:
        return None
    mine = SIDE_OF[card.partition("_")[0]] == side
    return Refusal("already_placed" if mine and CARD_NUMBER[card] in g.placed[side] else "not_in_hand", "8.1", {"card": card})


def why_not_choose(g: Chaos, box: int, choice: Choice) -> Refusal | None:
    """Only ordinary cards that are left in the box's deck are chosen [8.2]."""
    card = str(choice[-1])
    if card not in PC_NUMBER:
        return None
    number = PC_NUMBER[card]
    if PC_BOX[number] != box:
        return Refusal("card_of_other_box", "8.2", {"card": card, "box": BOXES[PC_BOX[number]]})
    if POLITICAL[number].special:
        return Refusal("special_only_drawn", "8.2", {"card": card})
    return Refusal("political_discarded" if number in g.pc_discard else "political_chosen", "8.2", {"card": card})


def why_not_declare(chosen: int, choice: Choice) -> Refusal | None:
    """A bonus belongs to the card that was just chosen and to the side it names [8.2]."""
    card = str(choice[-1])
    if card not in PC_NUMBER:
        return None
    return Refusal("no_bonus_for_you" if PC_NUMBER[card] == chosen else "not_just_chosen", "8.2", {"card": card})


def why_not_replace(choice: Choice) -> Refusal | None:
    """Spies look into the red and the white box [8.3]."""
    box = str(choice[-1])
    if box not in BOXES:
        return None
    return Refusal("spies_elsewhere" if box == "other" else "box_is_empty", "8.3", {"box": box})


def why_no_influence(g: Chaos, rule: str, choice: Choice) -> Refusal | None:
    """Influence goes to factions in play [8.4]."""
    faction = str(choice[-1])
    return Refusal("out_of_play", rule, {"faction": faction}) if faction in FACTION and not in_play(g, FACTION[faction]) else None


def why_no_diplomacy(g: Chaos, side: int, shift: int, choice: Choice) -> Refusal | None:
    """Diplomacy moves markers between control boxes, never from or into one [17.6]."""
    refusal = why_no_influence(g, "17.6", choice)
    name = str(choice[-1])
    if refusal or name not in FACTION:
        return refusal
    faction, step = FACTION[name], SIGN[side] * shift
    if abs(g.fcm[faction]) == 2:
        return Refusal("diplomacy_from_control", "17.6", {"faction": name})
    if abs(g.fcm[faction] + step) == 2:
        return Refusal("diplomacy_into_control", "17.6", {"faction": name})
    block = blocked_step(g, faction, step, political=False)
    return Refusal("marker_held", "8.5", {"faction": name, "block": block}) if block else None


def why_no_subjugation(g: Chaos, choice: Choice) -> Refusal | None:
    """A republic falls when Red holds all its victory cities and the Central Powers are gone [19.5]."""
    name = str(choice[-1])
    if name not in FACTION:
        return None
    row = FACTIONS[FACTION[name]]
    if not row.subjugable:
        return Refusal("never_subjugated", "19.5", {"faction": name})
    held = [city for city in row.victory_cities if g.control[SPACE[city]] != RED]
    if held:
        return Refusal("cities_to_take", "19.5", {"faction": name, "cities": held})
    barred = row.cp_restricted and in_play(g, CP)
    return Refusal("region_cp_restricted" if barred else "out_of_play", "19.5", {"faction": name})
