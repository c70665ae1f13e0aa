"""The decisions beside the round: losses and retreats, placements, leaders, replacements, the end of the game."""

from __future__ import annotations

from casusbelli.kernel import Choice

from ..board import own_units, stats
from ..cards import CARD_NUMBER, CARDS
from ..content import (
    FACTION,
    HOME_MASK,
    IS_ARMY,
    LEADER,
    LEADERS,
    RED,
    SPACE,
    SPACES,
    UNIT,
    UNITS,
    VC_MASK,
    WHITE,
)
from ..endings import CONDITIONS, red_condition
from ..replacements import SIDE_POOL
from .battles import attack_value, prize, step_price
from .events import threatening
from .lines import raid_weight, stranded
from .marches import place_value
from .markers import influence_value
from .redeploy import leader_value
from .situation import NODE_AT, Situation

_MARKERS = ("open_feud", "quarrel", "recall", "embezzlement", "intrigue", "calm")
"""In-Fighting markers, the worst for the enemy first."""


def _space_of(choice: Choice) -> int:
    return SPACE[str(choice[-1])]


def _where(s: Situation, space: int) -> float:
    """Worth of holding a space."""
    n = NODE_AT.get(space)
    return s.worth[n] if n is not None else 0.0


# -- battles -----------------------------------------------------------------------------------------------------------


def loss(s: Situation, options: list[Choice]) -> Choice:
    """choose_losses, step_loss: the cheapest step."""
    return min(options, key=lambda c: step_price(s, UNIT[str(c[1])]))


def substitute(s: Situation, options: list[Choice]) -> Choice:
    """replace_with_corps: the least corps saves the army's place."""
    corps = [c for c in options if c[0] == "replace"]
    return min(corps, key=lambda c: s.unit_value(UNIT[str(c[1])])) if corps else options[0]


def cancel_retreat(s: Situation, options: list[Choice], space: int) -> Choice:
    """Pay a step for a place that is worth it."""
    payers = [c for c in options if c[0] in ("pay", "miracle")]
    cheapest = min(payers, key=lambda c: step_price(s, UNIT[str(c[1])]))
    price = step_price(s, UNIT[str(cheapest[1])])
    return cheapest if _where(s, space) > price or _where(s, space) >= 6 else next(c for c in options if c not in payers)


def retreat(s: Situation, options: list[Choice]) -> Choice:
    """retreat_path: where the unit is most use, away from the enemy."""
    if options[0][0] == "retreat_leader":
        return max(options, key=lambda c: leader_value(s, _space_of(c)))
    unit = UNIT[str(options[0][1])]
    return max(options, key=lambda c: place_value(s, unit, _space_of(c)))


def withdraw(s: Situation, options: list[Choice], space: int) -> Choice:
    """leader_withdraw: out of a battle that would be lost for a place that is not worth it."""
    battle = s.g.battle
    bad = battle is not None and attack_value(s, s.foe, battle.attackers, space) > 2.5
    return options[0] if bad and _where(s, space) < 6 else ("stay",)


def reinforce(s: Situation, options: list[Choice]) -> Choice:
    """leader_reinforce: the strongest unit that nobody misses."""
    attacking = s.g.battle is not None and s.g.battle.side == s.me

    def worth(choice: Choice) -> float:
        if choice[0] == "pass":
            return 0.2
        unit = UNIT[str(choice[2])]
        here = s.g.where[unit]
        alone = not attacking and here in NODE_AT and len(own_units(s.g, here, s.me)) == 1
        return -1.0 if alone else stats(s.g, unit)[0] + 0.1 * LEADERS[LEADER[str(choice[1])]].rating

    return max(options, key=worth)


def initiative(s: Situation, options: list[Choice]) -> Choice:
    """play_initiative: where much hangs on a battle."""
    battle = s.g.battle
    if battle is None or len(options) == 1:
        return options[0]
    stake = prize(s, battle.side, battle.target)
    return options[1] if stake >= 6 else ("pass",)


def surprise(s: Situation, options: list[Choice]) -> Choice:
    """surprise_cavalry: only with a leader who succeeds more often than not."""
    best = max((c for c in options if c[0] == "surprise"), key=lambda c: LEADERS[LEADER[str(c[1])]].rating)
    return best if LEADERS[LEADER[str(best[1])]].rating >= 4 else ("pass",)


def advance(s: Situation, options: list[Choice], target: int) -> Choice:
    """Who follows up: whoever does more there; a city is never left empty for nothing."""
    best: tuple[float, Choice] = (0.0, ("done",))
    first = not own_units(s.g, target, s.me)
    for choice in options:
        if choice[0] == "advance_leader":
            here = s.g.leader_at[LEADER[str(choice[1])]]
            value = leader_value(s, target) - leader_value(s, here)
        elif choice[0] == "advance":
            unit = UNIT[str(choice[1])]
            if s.holds_alone(s.g.where[unit], [unit]):
                continue
            taken = 1 << target if s.g.control[target] != s.me else 0
            value = s.shifted(s.g.where[unit], target, s.strength(unit), 1, taken)
            if first:
                value += prize(s, s.me, target) + 0.1 * s.strength(unit)
        else:
            continue
        if value > best[0]:
            best = (value, choice)
    return best[1]


def exploit(s: Situation, options: list[Choice], here: int) -> Choice:
    """Ride on when something is to be taken."""
    go = [c for c in options if c[0] == "exploit"]
    if go:
        return max(go, key=lambda c: LEADERS[LEADER[str(c[1])]].rating)
    stack = [u for u in own_units(s.g, here, s.me) if not UNITS[u].immobile]
    strength = sum(s.strength(u) for u in stack)
    best: tuple[float, Choice] = (0.3, ("halt",))
    for choice in options:
        if choice[0] == "exploit_to":
            space = _space_of(choice)
            taken = 1 << space if s.g.control[space] != s.me else 0
            value = s.shifted(here, space, strength, len(stack), taken) + (
                raid_weight(s) * stranded(s, s.foe, taken) + 0.2 if taken else 0.0
            )
            if value > best[0]:
                best = (value, choice)
    return best[1]


def counterattack(s: Situation, options: list[Choice], here: int) -> Choice:
    units = [u for u in own_units(s.g, here, s.me) if not UNITS[u].immobile]
    best: tuple[float, Choice] = (0.0, ("pass",))
    for choice in options:
        if choice[0] == "counterattack":
            value = attack_value(s, s.me, units, _space_of(choice))
            if value > best[0]:
                best = (value, choice)
    return best[1]


def treachery(s: Situation, options: list[Choice]) -> Choice:
    """makhno_treachery: a blow where it hurts most."""

    def worth(choice: Choice) -> float:
        if len(choice) < 2:
            return 0.0
        return sum(s.unit_value(u) for u in own_units(s.g, _space_of(choice), s.foe))

    return max(options, key=worth)


# -- placements --------------------------------------------------------------------------------------------------------


def place(s: Situation, options: list[Choice], piece: str | None) -> Choice:
    """Where a unit or leader comes on the map."""
    if options[0][0] == "place_leader":
        return max(options, key=lambda c: leader_value(s, _space_of(c)))
    name = piece if piece in UNIT else str(options[0][1]) if str(options[0][1]) in UNIT else None
    if name is None:
        return max(options, key=lambda c: cutting(s, c))
    unit = UNIT[name]
    spaces = [c for c in options if c[0] != "to_reserve"]
    if not spaces:
        return options[0]
    best = max(spaces, key=lambda c: place_value(s, unit, _space_of(c)))
    if len(spaces) < len(options) and not _needed(s, unit, _space_of(best)):
        return next(c for c in options if c[0] == "to_reserve")
    return best


def landing(s: Situation, options: list[Choice]) -> Choice:
    """White AC 43: the port that is worth most, an empty one rather than a held one."""
    ports = [c for c in options if c[0] == "land"]
    held = s.g.board.held[s.foe]
    return max(ports, key=lambda c: _where(s, _space_of(c)) - 3.0 * (held >> _space_of(c) & 1))


def embark(s: Situation, options: list[Choice]) -> Choice:
    """Fresh troops and the reserve go; who holds a port stays."""
    free = [c for c in options if c[0] == "embark" and s.g.where[UNIT[str(c[1])]] < 0]
    return free[0] if free else options[-1]


def _needed(s: Situation, unit: int, space: int) -> bool:
    """A corps stays in the land where a city would be empty without it."""
    return space in NODE_AT and not own_units(s.g, space, s.me) and place_value(s, unit, space) > 0.5


def cutting(s: Situation, choice: Choice) -> float:
    """Greens, partisans and risings: where the enemy's supply runs, or near his cities."""
    space = _space_of(choice)
    near = min((s.near[n][space] for n, at in enumerate(s.worth) if at), default=9)
    return stranded(s, s.foe, 1 << space) - 0.1 * near


def spaces_to_hurt(s: Situation, options: list[Choice]) -> Choice:
    """NO ACT, propaganda, typhoid: the most dangerous stack."""
    named = [c for c in options if c[-1] in SPACE]
    return max(named, key=lambda c: threatening(s, _space_of(c))) if named else options[0]


def event_target(s: Situation, options: list[Choice]) -> Choice:
    units = [c for c in options if c[0] == "target"]
    if units:
        return max(units, key=lambda c: s.unit_value(UNIT[str(c[1])]) + 0.3 * _where(s, s.g.where[UNIT[str(c[1])]]))
    spaces = [c for c in options if c[0] == "space"]
    if spaces and own_units(s.g, _space_of(spaces[0]), s.foe):
        return max(spaces, key=lambda c: threatening(s, _space_of(c)))
    return max(spaces, key=lambda c: cutting(s, c)) if spaces else options[0]


def free_own(s: Situation, options: list[Choice]) -> Choice:
    """no_act_remove: the strongest own stack."""

    def worth(choice: Choice) -> float:
        return sum(s.strength(u) for u in own_units(s.g, _space_of(choice), s.me)) if choice[-1] in SPACE else 0.0

    return max(options, key=worth)


def recall(s: Situation, options: list[Choice]) -> Choice:
    return max(options, key=lambda c: LEADERS[LEADER[str(c[1])]].rating)


def marker(_: Situation, options: list[Choice]) -> Choice:
    """in_fighting_pick: the worst for the enemy."""
    return min(options, key=lambda c: _MARKERS.index(str(c[1])))


# -- logistics ---------------------------------------------------------------------------------------------------------


def purchase(s: Situation, options: list[Choice]) -> Choice:
    """spend_rs: armies in contact first, then lost armies, then corps; earmarked steps before free ones."""
    if options[0][0] == "rebuild_at":
        unit = UNIT[str(options[0][1])]
        return max(options, key=lambda c: place_value(s, unit, _space_of(c)))

    def worth(choice: Choice) -> float:
        verb = choice[0]
        if verb == "stop":
            return 0.0
        unit = UNIT[str(choice[1])]
        row, own_pool = UNITS[unit], choice[2] != SIDE_POOL
        bonus = 0.2 if own_pool else 0.0
        if verb == "flip":
            here = s.g.where[unit]
            gain = row.full[0] - row.reduced[0] + 0.7
            if here >= 0:
                gain += 0.6 * s.contact(here) + 0.1 * _where(s, here)
            return (gain if row.army else 1.2 * gain) + bonus
        if not row.army:
            return 1.5 + bonus
        return row.reduced[0] + 1.5 + (0.3 if verb == "rebuild_full" else 0.0) + bonus

    return max(options, key=worth)


def buy_influence(s: Situation, options: list[Choice], target: Choice) -> Choice:
    return target if influence_value(s, _faction(target), 1) > 0.4 else ("stop",)


def _faction(choice: Choice) -> int:
    return FACTION[str(choice[1])]


def buy_leader(s: Situation, options: list[Choice]) -> Choice:
    if options[0][0] == "place_leader":
        return max(options, key=lambda c: leader_value(s, _space_of(c)))
    named = [c for c in options if c[0] == "buy_leader"]

    def worth(choice: Choice) -> float:
        row = LEADERS[LEADER[str(choice[1])]]
        return row.rating + len(row.abilities) + 2.0 * ("multi_space" in row.abilities)

    return max(named, key=worth) if named else options[-1]


def conditions(s: Situation, options: list[Choice]) -> Choice:
    """secret_conditions: those that are met, then the nearest to hand."""
    order = ("poland", "urals", "don", "ukraine", "baltic")

    def rank(choice: Choice) -> tuple[bool, int]:
        name = str(choice[1])
        return (not red_condition(s.g, CONDITIONS.index(name)), order.index(name))

    return min(options, key=rank)


# -- the end of 1919 [5.2] ---------------------------------------------------------------------------------------------


def wins_now(s: Situation) -> bool:
    """Whether the game would be ours if it ended now."""
    g, victory = s.g, s.g.rules.victory
    homes = HOME_MASK[RED] & VC_MASK
    red = (
        g.vp[RED] >= victory.red_end_vp
        and g.board.control[RED] & homes == homes
        and sum(red_condition(g, n) for n in range(len(CONDITIONS))) >= victory.red_conditions_required
    )
    return red == (s.me == RED)


def end_card(s: Situation, options: list[Choice]) -> Choice:
    """end_game_card: a strong card to have a say in the end."""
    cards = [c for c in options if c[0] == "secret_card"]
    good = [c for c in cards if CARDS[s.me][CARD_NUMBER[str(c[1])]].value >= 4]
    return good[-1] if good else options[0]


def end_modifier(s: Situation, options: list[Choice]) -> Choice:
    return ("modifier", -1 if wins_now(s) else 1)


def card_to_take(s: Situation, options: list[Choice]) -> Choice:
    """event_cards: the strongest card back; or the box to look into."""
    cards = [c for c in options if c[0] == "card"]
    if cards:
        return max(cards, key=lambda c: CARDS[s.me][CARD_NUMBER[str(c[1])]].value)
    own = "white" if s.me == WHITE else "red"
    return next((c for c in options if c[-1] == own), options[0])


def region(s: Situation, options: list[Choice]) -> Choice:
    """name_regions: where most of our steps are missing."""
    missing: dict[str, float] = {}
    for unit, space in enumerate(s.g.where):
        if space >= 0 and s.g.side[unit] == s.me and s.g.reduced[unit]:
            here = SPACES[space].region
            missing[here] = missing.get(here, 0.0) + (1.0 if IS_ARMY[unit] else 0.5)
    return max(options, key=lambda c: missing.get(str(c[1]), 0.5 if c[1] == "reserve" else 0.0))


def restored(s: Situation, options: list[Choice]) -> Choice:
    """optional_setup_restore: the unit that is nearest to the enemy."""
    return max(options, key=lambda c: s.contact(s.g.where[UNIT[str(c[1])]]))
