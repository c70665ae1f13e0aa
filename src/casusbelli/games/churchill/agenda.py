"""4.21, 5.1: the Agenda segment."""

from __future__ import annotations

from casusbelli.kernel import Ask, Choice, Refusal, ask, together

from .cards import PLAYS, roll_chief, spend
from .conference import reveal_card
from .content import AGENDA_BONUS, DECKS, FROM_LEFT, ISSUES, NUMBERS, POWERS, STAFF, Power
from .floor import why_no_card
from .issues import space_id
from .leaders import break_tie
from .state import CENTRE, LAST_SPACE, Churchill, no_cards

PICKS_EACH = 2


async def conference(g: Churchill) -> None:
    """4.21: turn up the conference card and deal the staff cards."""
    reveal_card(g)
    deal(g)
    g.phase = "agenda"


def deal(g: Churchill) -> None:
    """5.13: in odd conferences every card still in the game is shuffled; then each power draws seven (R9)."""
    for power in POWERS:
        deck = g.decks[power]
        if g.conference % 2 and g.conference != g.first_conference:
            deck = [card for card in DECKS[power] if card not in g.removed[power]]
            g.shuffle(deck)
            g.decks[power] = deck
            g.discards[power] = []
        hand = sorted(deck[: NUMBERS.hand_size], key=lambda card: STAFF[card].number)
        del deck[: NUMBERS.hand_size]
        g.hands[power] = hand
        g.reveal()
        if power in g.options.open_hands:
            g.report("dealt", "5.13", power=power, count=len(hand), cards=list(hand), known=True)
        else:
            g.report("dealt", "5.13", power=power, count=len(hand), private={power: {"cards": list(hand), "known": True}})


async def agenda(g: Churchill) -> None:
    """5.13: all commit a staff card in secret; the highest value wins the agenda."""
    asked = {p: commit_ask(g, p) for p in POWERS if g.hands[p]}
    committed = await together(asked) if asked else {}
    g.agenda_values = dict.fromkeys(POWERS, 0)
    for power, choice in committed.items():
        card = str(choice[1])
        spend(g, power, card)
        g.agenda_cards[power] = card
        value = (roll_chief(g, power, card) if PLAYS[card].chief else PLAYS[card].value) + AGENDA_BONUS[power]
        g.agenda_values[power] = value
        g.report("agenda_revealed", "5.13", power=power, card=card, value=value)
    best = max(g.agenda_values.values())
    tied = [p for p in POWERS if g.agenda_values[p] == best]
    g.agenda_winner = tied[0] if len(tied) == 1 else await break_tie(g, "agenda_tie_leader", tied)
    g.report("agenda_won", "5.14", power=g.agenda_winner)
    g.phase = "agenda_issues"


def commit_ask(g: Churchill, power: Power) -> Ask:
    def why_not(choice: Choice) -> Refusal | None:
        return why_no_card(g, power, choice)

    return ask(power, "agenda_commit_card", lambda: [("agenda_commit_card", c) for c in g.hands[power]], "5.13", why_not=why_not)


async def agenda_issues(g: Churchill) -> None:
    """5.14: the winner's first issue starts on his track; then each power puts two issues on the centre."""
    winner = g.agenda_winner
    lead = g.agenda_values[winner] - min(g.agenda_values[p] for p in POWERS if p != winner)
    space = min(lead, LAST_SPACE)
    issue = await pick_issue(g, winner, "agenda_first_issue", space)
    g.table[issue] = (winner, space) if space else CENTRE
    g.report("issue_tabled", "5.14", power=winner, issue=issue, to=space_id(g.table[issue]))
    for power in FROM_LEFT[winner]:
        for left in range(PICKS_EACH, 0, -1):
            issue = await pick_issue(g, power, "agenda_pick_issue", left)
            g.table[issue] = CENTRE
            g.report("issue_tabled", "5.14", power=power, issue=issue, to=space_id(CENTRE))
    g.turn = FROM_LEFT[winner][0]
    g.opening, g.spoken = dict(g.table), no_cards()
    g.phase = "meeting"


async def pick_issue(g: Churchill, power: Power, decision: str, number: int) -> str:
    """5.14: an issue that is neither on the table nor out of the game."""

    def why_not(choice: Choice) -> Refusal | None:
        issue = choice[-1]
        if issue not in ISSUES:
            return None
        return Refusal("issue_out_of_game" if issue in g.removed_issues else "issue_on_table", "5.14", {"issue": issue})

    about = {"space" if decision == "agenda_first_issue" else "left": number}
    choice = await ask(power, decision, lambda: [(decision, i) for i in g.pool()], "5.14", about=about, why_not=why_not)
    return str(choice[1])
