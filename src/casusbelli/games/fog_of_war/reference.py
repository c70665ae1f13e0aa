"""What rulebook, player aid and card browser tell from the content: facts, tables, cards, provinces, Victory cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casusbelli.game import LANGUAGES, Piece, Reference, Table
from casusbelli.words.texts import Labels

from .content import (
    ALLIED,
    AXIS,
    BONUS,
    CAMPAIGN,
    CARD_KINDS,
    CARD_ROWS,
    CARD_SETS,
    EDGES,
    EVENTS,
    FOLDER,
    INDUSTRY,
    NEUTRAL,
    NEUTRAL_CARDS,
    NEUTRAL_ROWS,
    OFF_MAP,
    PROVINCE,
    PROVINCES,
    PURCHASES,
    SEAS,
    SEGMENTS,
    SIDE_CARDS,
    SIDE_ROWS,
    SIDES,
    STRAITS,
    VICTORY_CARDS,
    YEARS,
    CardRow,
    Side,
    names,
)
from .intelligence import ACTION_COST, STEP_COST
from .setup import HIGHEST_BID


def _amount(value: int) -> str:
    return str(value) if value else "–"


def _plus(value: int) -> str:
    return f"+{value}" if value else "0"


def reference(language: str) -> Reference:
    """Everything in one language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    words = Labels(names(language), FOLDER, language)
    return Reference(_facts(words), _tables(words), tuple(_pieces(words)))


def _facts(words: Labels) -> dict[str, Any]:
    sources = {side: [p for p in PROVINCES if PROVINCE[p].supply_source == side] for side in SIDES}
    return {
        "first_year": CAMPAIGN.first_year,
        "last_year": CAMPAIGN.last_year,
        "hand": CAMPAIGN.hand_size,
        "placements": CAMPAIGN.initial_placements,
        "victory_drawn": CAMPAIGN.victory_cards_drawn,
        "victory_kept": CAMPAIGN.victory_cards_kept,
        "victory_total": len(VICTORY_CARDS),
        "victory_names": _listed([words.name(card.province) for card in VICTORY_CARDS.values()]),
        "threshold": CAMPAIGN.axis_vp_threshold,
        "tokens": CAMPAIGN.intel_tokens_total,
        "tokens_axis": SIDE_ROWS[AXIS].intel,
        "tokens_allied": SIDE_ROWS[ALLIED].intel,
        "tokens_box": CAMPAIGN.intel_tokens_total - SIDE_ROWS[AXIS].intel - SIDE_ROWS[ALLIED].intel,
        "tokens_bought": PURCHASES["buy_intel"].effect.tokens,
        "industry_axis": SIDE_ROWS[AXIS].industry,
        "industry_allied": SIDE_ROWS[ALLIED].industry,
        "industry_step": INDUSTRY[1] - INDUSTRY[0],
        "industry_top": INDUSTRY[-1],
        "provinces": len(PROVINCES),
        "lands": len(PROVINCES) - len(SEAS),
        "seas": len(SEAS),
        "cards_axis": SIDE_CARDS[AXIS].total(),
        "cards_allied": SIDE_CARDS[ALLIED].total(),
        "cards_neutral": len(NEUTRAL_CARDS),
        "usa_cards": CARD_SETS["allied_usa"].cards,
        "ussr_cards": CARD_SETS["allied_ussr"].cards,
        "invasion": BONUS["invasion"],
        "strait": BONUS["invasion_strait"],
        "winter": BONUS["winter_normal"],
        "snow": BONUS["winter_snow"],
        "sun": BONUS["winter_sun"],
        "advantage": BONUS["advantage"],
        "wheel_attacker": BONUS["wheel_attacker"],
        "wheel_defender": BONUS["wheel_defender"],
        "bid_limit": HIGHEST_BID,
        "look_cost": STEP_COST,
        "look_now_cost": ACTION_COST,
        "sources_axis": _listed([words.name(p) for p in sources[AXIS]]),
        "sources_allied": _listed([words.name(p) for p in sources[ALLIED]]),
        "start_axis": _listed([words.name(p) for p in SIDE_ROWS[AXIS].start_provinces]),
        "start_allied": _listed([words.name(p) for p in SIDE_ROWS[ALLIED].start_provinces]),
        "minors": _listed([words.name(p) for p in PROVINCES if PROVINCE[p].minor_neutral]),
        "ussr": _listed([words.name(p) for p in PROVINCES if PROVINCE[p].power == "ussr"]),
        "straits": _listed([" – ".join(words.name(p) for p in PROVINCES if p in strait) for strait in STRAITS]),
        "urals": OFF_MAP["urals"].resources_when_ussr_at_war,
        **{f"{event}_year": year for event, year in _dates()},
    }


def _dates() -> Iterator[tuple[str, int]]:
    """The years at whose end something happens by itself."""
    for event in EVENTS.values():
        for trigger in (event.trigger, *event.trigger.events):
            if trigger.kind == "end_of_year":
                yield event.id, trigger.year


def _listed(things: Sequence[str]) -> str:
    return ", ".join(things)


# -- tables ------------------------------------------------------------------------------------------------------------


def _tables(words: Labels) -> dict[str, Table]:
    return {
        "strengths": _strengths(words),
        "sets": _sets(words),
        "deck": _deck(words),
        "provinces": _provinces(words),
        "dial": _dial(words),
        "bonuses": _bonuses(words),
        "usa": _usa(words),
        "purchases": _purchases(words),
        "neutrals": _neutral_garrisons(words),
        "neighbours": _neighbours(words),
    }


def _row_of(kind: str) -> CardRow:
    return next(row for row in CARD_ROWS.values() if row.kind == kind)


def _strengths(words: Labels) -> Table:
    """What each kind is worth in each battle; n is the number on the card."""

    def worth(row: CardRow, value: int) -> str:
        return "–" if not value else "n" if row.kind not in {"air", "decoy"} else str(value)

    rows = [(words.name(kind), _row_of(kind)) for kind in CARD_KINDS]
    rows.append((words("neutral_army"), next(iter(NEUTRAL_ROWS.values()))))
    head = ("", words("land_attack"), words("land_defence"), words("sea_attack"), words("sea_defence"))
    cells = tuple(
        (name, worth(r, r.land_attack), worth(r, r.land_defence), worth(r, r.naval_attack), worth(r, r.naval_defence))
        for name, r in rows
    )
    return Table(head, cells)


def _sets(words: Labels) -> Table:
    return Table(
        (words("set"), words("cards"), words("enters")),
        tuple((words.name(s.id), str(s.cards), words(f"entry_{s.entry}")) for s in CARD_SETS.values()),
    )


def _deck(words: Labels) -> Table:
    """How many cards of each value a side has, later sets included."""
    values = sorted({row.value for row in CARD_ROWS.values()}, key=_by_kind)
    rows = tuple((words.name(v), str(SIDE_CARDS[AXIS][v] or "–"), str(SIDE_CARDS[ALLIED][v] or "–")) for v in values)
    return Table(("", words.name(AXIS), words.name(ALLIED)), rows)


def _by_kind(value: str) -> tuple[int, str]:
    return list(CARD_KINDS).index(value.split("_")[0]), value


def _provinces(words: Labels) -> Table:
    head = (
        words("number"),
        words("province"),
        words("start"),
        words("resources"),
        words("vp"),
        words("winter"),
        words("neutral_cards"),
    )
    rows = tuple(
        (
            str(row.number),
            words.name(p),
            words.name(row.start_control),
            _amount(row.resources),
            _amount(row.vp),
            _plus(row.winter_bonus),
            _amount(row.neutral_cards),
        )
        for p, row in ((p, PROVINCE[p]) for p in PROVINCES)
    )
    return Table(head, rows)


def _dial(words: Labels) -> Table:
    def bonus(attacker: int, defender: int) -> str:
        if attacker:
            return words("attacker_bonus", value=attacker)
        return words("defender_bonus", value=defender) if defender else "–"

    head = (words("age"), words("segment"), words("launch"), words("enemy_look"), words("bonus"))
    yes = {True: words("yes"), False: words("no")}
    rows = tuple(
        (str(s.age), words.name(s.id), yes[s.launch], yes[s.intel], bonus(s.attacker_bonus, s.defender_bonus)) for s in SEGMENTS
    )
    return Table(head, rows)


def _bonuses(words: Labels) -> Table:
    to = {"wheel_attacker": "A", "wheel_defender": "D", "advantage": "A / D"}
    ids = [b for b in BONUS if b != "invasion_strait"]
    return Table(
        (words("what"), words("bonus")), tuple((words(f"bonus_{b}"), f"{to.get(b, 'D')} {_plus(BONUS[b])}") for b in ids)
    )


def _usa(words: Labels) -> Table:
    by_year = OFF_MAP["usa_canada"].resources_by_year
    years = tuple(str(year) for year in YEARS)
    return Table(("", *years), ((words.name("usa_canada"), *(str(by_year[year]) for year in years)),))


def _purchases(words: Labels) -> Table:
    who = {"both": words("both"), AXIS: words.name(AXIS), ALLIED: words.name(ALLIED)}
    rows = tuple((words(f"buy_{p.id}", tokens=p.effect.tokens), str(p.cost), who[p.side]) for p in PURCHASES.values())
    return Table((words("buys"), words("points"), words("who")), rows)


def _neutral_garrisons(words: Labels) -> Table:
    rows = tuple((words.name(p), str(PROVINCE[p].neutral_cards)) for p in PROVINCES if PROVINCE[p].neutral_cards)
    return Table((words("province"), words("neutral_cards")), rows)


def _neighbours(words: Labels) -> Table:
    """Who touches whom; the spaces outside the map touch only for the Allies."""
    near: dict[str, list[str]] = {place: [] for place in (*PROVINCES, *OFF_MAP)}
    for edge in EDGES.values():
        near[edge.a].append(edge.b)
        near[edge.b].append(edge.a)
    order = list(near)
    rows = tuple((words.name(p), _listed([words.name(q) for q in sorted(near[p], key=order.index)])) for p in order)
    return Table((words("province"), words("neighbours")), rows)


# -- the card browser --------------------------------------------------------------------------------------------------


def _pieces(words: Labels) -> Iterator[Piece]:
    for side in SIDES:
        for value in sorted(SIDE_CARDS[side], key=_by_kind):
            yield _card(words, side, value)
    for row in sorted(NEUTRAL_ROWS.values(), key=lambda row: row.strength):
        facts = ((words("count"), str(row.count)), (words("fights"), _fights(words, row)))
        tags = {words("side"): words.name(NEUTRAL), words("kind"): words("neutral_army")}
        yield Piece(
            row.value, words("group_neutral"), words.name(row.value), words("text_neutral"), facts, tags, f"cards {row.value}"
        )
    for card in VICTORY_CARDS.values():
        tags = {words("side"): words.name(AXIS), words("kind"): words("victory_card")}
        text = words("text_victory", province=words.name(card.province), year=CAMPAIGN.last_year)
        yield Piece(card.id, words("group_victory"), words.name(card.id), text, (), tags)
    for province in PROVINCES:
        yield _province(words, province)


def _card(words: Labels, side: Side, value: str) -> Piece:
    rows = [row for row in CARD_ROWS.values() if row.side == side and row.value == value]
    kind = rows[0].kind
    sets = _listed([f"{words.name(row.set)} {row.count}" for row in rows])
    facts = ((words("count"), str(SIDE_CARDS[side][value])), (words("set"), sets), (words("fights"), _fights(words, rows[0])))
    tags = {words("side"): words.name(side), words("kind"): words.name(kind)}
    group = words("group_side", side=words.name(side))
    return Piece(f"{side}.{value}", group, words.name(value), words(f"text_{kind}"), facts, tags, f"cards {value} side={side}")


def _fights(words: Labels, row: CardRow) -> str:
    parts = [
        words("fight_land_attack", n=row.land_attack) if row.land_attack else "",
        words("fight_land_defence", n=row.land_defence) if row.land_defence else "",
        words("fight_sea", n=row.naval_defence) if row.naval_defence else "",
    ]
    return _listed([part for part in parts if part]) or words("fight_never")


def _province(words: Labels, province: str) -> Piece:
    row = PROVINCE[province]
    facts = [
        (words("number"), str(row.number)),
        (words("start"), words.name(row.start_control)),
        (words("resources"), _amount(row.resources)),
        (words("vp"), _amount(row.vp)),
        (words("winter"), _plus(row.winter_bonus)),
    ]
    if row.neutral_cards:
        facts.append((words("neutral_cards"), str(row.neutral_cards)))
    if row.supply_source != "none":
        facts.append((words("source"), words.name(row.supply_source)))
    tags = {words("side"): words.name(row.start_control), words("kind"): words(row.kind)}
    return Piece(province, words("group_provinces"), words.name(province), "", tuple(facts), tags)


# -- where things are --------------------------------------------------------------------------------------------------


def whereabouts(view: Mapping[str, Any]) -> dict[str, list[str]]:
    """Where provinces and Victory cards are for all that a view tells. Action cards are values; where they lie is a secret."""
    found = {province: [here["control"]] for province, here in view["provinces"].items()}
    for province, here in view["provinces"].items():
        if here["quagmire"]:
            found[province].append("quagmire")
        if here["supplied"] is False:
            found[province].append("cut_off")
    victory = view["victory"]
    for card in VICTORY_CARDS:
        if victory["kept"] and card in victory["kept"]:
            found[card] = ["kept"]
        elif victory["boxed"] and card in victory["boxed"]:
            found[card] = ["boxed"]
        elif card in victory["seen"]:
            found[card] = ["board"]
        elif card in victory["possible"]:
            found[card] = ["perhaps"]
    return found
