"""2: how a choice names a token: by its front, or by both sides where the backs lie open (R22)."""

from __future__ import annotations

from casusbelli.kernel import Choice

from .content import FRONTS, PIECE_ORDER, Piece, Token
from .state import WunderWaffen


def backs_told(g: WunderWaffen, token: Token) -> list[str]:
    """A ready token as its player sees it: front, whom the back serves, back."""
    back = g.back_of(token)
    return [FRONTS[token], back.back_for, back.back]


def different(
    g: WunderWaffen, tokens: list[Token], verb: str, fronts: list[Piece] | None = None, *, backs_seen: bool
) -> list[Choice]:
    """The tokens by what is seen of them: by front (if they are given, they need not be found), or by both sides."""
    if not backs_seen:
        return [(verb, front) for front in fronts or fronts_of(tokens)]
    told = sorted({tuple(backs_told(g, token)) for token in tokens}, key=lambda t: (PIECE_ORDER[t[0]], t))
    return [(f"{verb}_token", *sides) for sides in told]


def fronts_of(tokens: list[Token]) -> list[Piece]:
    fronts = {FRONTS[token] for token in tokens}
    return [piece for piece in PIECE_ORDER if piece in fronts]


def named_token(g: WunderWaffen, tokens: list[Token], choice: Choice) -> Token:
    """The token a choice names. Those with the same front were mixed before: the first is as good as any (R22)."""
    match choice:
        case (_, front):
            return next(filter(lambda token: FRONTS[token] == front, tokens))
        case _:
            return next(token for token in tokens if backs_told(g, token) == list(choice[1:]))
