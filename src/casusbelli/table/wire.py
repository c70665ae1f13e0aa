"""What goes over the socket, as types. See docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from casusbelli.bots.accounts import Account, Alternative
from casusbelli.game import Reason
from casusbelli.kernel import Choice, Params, Refusal, Seat, Told

from .pace import Pace
from .records import Card, HouseLine, Proposal, StandingAnswer

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[A-Za-z0-9_.:-]+\Z")]
Counted = Annotated[int, Meta(ge=0, le=2**31)]
Offered = Annotated[tuple[Annotated[str, Meta(max_length=200)] | int, ...], Meta(min_length=1, max_length=32)]


# -- from the client -----------------------------------------------------------------------------------------------------


class Act(Struct, frozen=True, tag="act", tag_field="t"):
    """Play this choice, if the question is still the one asked at ``seq``."""

    id: Id
    seq: Counted
    choice: Offered


class Undo(Struct, frozen=True, tag="undo", tag_field="t"):
    id: Id
    seq: Counted


class Why(Struct, frozen=True, tag="why", tag_field="t"):
    n: Counted
    choice: Offered


class Preview(Struct, frozen=True, tag="preview", tag_field="t"):
    n: Counted
    choice: Offered


class Advise(Struct, frozen=True, tag="advice", tag_field="t"):
    """What would the best bot choose?"""

    n: Counted


class Heed(Struct, frozen=True, tag="mentor", tag_field="t"):
    """Let a mentor look on, or let it be."""

    on: bool


class Say(Struct, frozen=True, tag="chat", tag_field="t"):
    id: Id
    text: str


class SayCard(Struct, frozen=True, tag="say", tag_field="t"):
    """Say something by a card; ``slots`` fill its gaps."""

    id: Id
    card: Annotated[str, Meta(max_length=40)]
    slots: Annotated[
        dict[Annotated[str, Meta(max_length=20)], Annotated[str, Meta(max_length=60)] | int], Meta(max_length=4)
    ] = {}


class Command(Struct, frozen=True, tag="coach", tag_field="t"):
    """Go about in a lesson: ``step`` for ``to``, ``key`` for ``answer``."""

    id: Id
    seq: Counted
    do: Literal["next", "back", "skip", "restart", "do_it", "to", "answer"]
    step: Annotated[str, Meta(max_length=60)] = ""
    key: Annotated[str, Meta(max_length=20)] = ""


class Think(Struct, frozen=True, tag="sandbox", tag_field="t"):
    """In a sandbox: ``n`` is a line, a world or the face of a die (0: the mean), ``hand`` who plays ``seat``."""

    id: Id
    seq: Counted
    do: Literal["redo", "reroll", "dice", "keep", "branch", "line", "drop", "world", "hand"]
    n: Annotated[int, Meta(ge=0, le=9999)] = 0
    seat: Annotated[str, Meta(max_length=60)] = ""
    hand: Annotated[str, Meta(max_length=60)] = ""


class Propose(Struct, frozen=True, tag="propose", tag_field="t"):
    """Something that needs the others; ``data`` says what, by its kind."""

    id: Id
    seq: Counted
    kind: Literal["take_back", "end", "pause", "resume", "time", "open_seat", "friendly", "spectators"]
    data: Annotated[
        dict[Annotated[str, Meta(max_length=20)], Annotated[str, Meta(max_length=60)] | int | bool], Meta(max_length=4)
    ] = {}


class Answer(Struct, frozen=True, tag="answer", tag_field="t"):
    """Yes or no to proposal n."""

    id: Id
    n: Counted
    yes: bool


class Withdraw(Struct, frozen=True, tag="withdraw", tag_field="t"):
    id: Id
    n: Counted


class Claim(Struct, frozen=True, tag="claim", tag_field="t"):
    """What becomes of a seat that is out of time: the win, more time, or an officer plays on."""

    id: Id
    seq: Counted
    seat: Annotated[str, Meta(max_length=60)]
    how: Literal["win", "time", "bot"]


class Leave(Struct, frozen=True, tag="leave", tag_field="t"):
    """Resign."""

    id: Id
    confirm: Literal[True]


class Return(Struct, frozen=True, tag="return", tag_field="t"):
    """Take one's seat back from the caretaker."""

    id: Id


class Stand(Struct, frozen=True, tag="stand", tag_field="t"):
    """Let the house answer this decision from now on, by letting things take their course."""

    id: Id
    decision: Annotated[str, Meta(max_length=60)]
    unless: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=8)] = []
    until: Literal["chapter", "match"] = "chapter"
    alarm: Annotated[str, Meta(max_length=60)] = ""
    of: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=8)] = []


class DropStanding(Struct, frozen=True, tag="unstand", tag_field="t"):
    """Take standing answer n away."""

    id: Id
    n: Counted


class Here(Struct, frozen=True, tag="here", tag_field="t"):
    """Somebody looks at the table and does something there. At most every half minute."""

    id: Id


class Seen(Struct, frozen=True, tag="seen", tag_field="t"):
    """So many events of the seat have been seen, on this device: what is told of one's absence begins there on every other."""

    id: Id
    told: Counted


Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Pledge(Struct, frozen=True, tag="pledge", tag_field="t"):
    """Commit to a value of one's own before the deal: its hash (``game.deal.value_commitment``)."""

    id: Id
    commitment: Hash


class Show(Struct, frozen=True, tag="show", tag_field="t"):
    """Show the value one has committed to, when all have."""

    id: Id
    value: Hash


HouseSaid = Pledge | Show | Propose | Answer | Withdraw | Claim | Leave | Return | Stand | DropStanding
"""What is asked of the house, not of the rules."""

FromClient = Act | Undo | Why | Preview | Advise | Heed | Say | SayCard | Command | Think | Here | Seen | HouseSaid

understand = msgspec.json.Decoder(FromClient).decode


# -- from the server -----------------------------------------------------------------------------------------------------


class Ack(Struct, frozen=True, tag="ack", tag_field="t"):
    """It is durable. Sent after the commit, also for an id that comes a second time."""

    id: str
    seq: int


class Refused(Struct, frozen=True, tag="refused", tag_field="t"):
    """Nothing has changed. ``seq`` is the present number of actions."""

    id: str | None
    seq: int
    reason: str
    refusal: Refusal | None = None


class WhyAnswer(Struct, frozen=True, tag="why", tag_field="t"):
    n: int
    refusal: Refusal | None


class PreviewAnswer(Struct, frozen=True, tag="preview", tag_field="t"):
    n: int
    preview: Params | None


class Advice(Struct, frozen=True, tag="advice", tag_field="t"):
    """One of the options, the bot's reasons for it, and what it would have chosen next; none where nobody may advise."""

    n: int
    choice: Choice | None
    why: list[Reason] = []
    others: list[Alternative] = []

    @classmethod
    def of(cls, n: int, told: Account | None) -> Advice:
        return cls(n, None) if told is None else cls(n, told.choice, told.why, told.others)


class Mentored(Struct, frozen=True, tag="mentor", tag_field="t"):
    """Whether a mentor looks on."""

    on: bool


class Marked(Struct, frozen=True, tag="mark", tag_field="t"):
    """A clearly better choice was there: ``choices`` stood before the one that was made, ``gain`` is of the chance to win."""

    choices: int
    decision: str
    chosen: Choice
    better: Choice
    gain: float
    why: list[Reason] = []


class Said(Struct, frozen=True, tag="chat", tag_field="t", omit_defaults=True):
    """A line of chat. ``n`` numbers the lines of a match, ``at`` is a time in ISO 8601; of a ``card`` there is no text."""

    n: int
    seat: Seat
    name: str
    text: str
    at: str
    card: Card | None = None


class Player(Struct, frozen=True, omit_defaults=True):
    """Who sits there. ``invite`` is the address of an open seat, for those who may hand it on."""

    name: str
    kind: str
    bot: str | None
    online: bool
    invite: str | None = None
    caretaker: str | None = None
    """The bot that plays for a person who has left, and how that person left."""
    left: str | None = None
    owner: str | None = None
    """Whose program it is; None: a person, or a bot of the house."""
    deep: bool = False
    """A bot that searches, and so thinks for long."""


class DealTold(Struct, frozen=True, tag="deal", tag_field="t"):
    """Before the deal, in place of a frame: what the server and the seats have committed to, and who has shown."""

    commitment: str
    seats: list[Seat]
    pledges: dict[Seat, str]
    showing: bool
    shown: list[Seat]
    until: int | None
    now: int
    players: msgspec.Raw
    closed: bool = False


class Players(Struct, frozen=True, tag="players", tag_field="t"):
    players: msgspec.Raw


class Over(Struct, frozen=True, omit_defaults=True):
    """The end. ``by`` is there where the house ended the match and not its rules; ``seat`` is whom it was about."""

    winners: tuple[Seat, ...]
    ending: str
    scores: dict[Seat, float]
    seed: str
    by: str | None = None
    seat: Seat | None = None


class Question(Struct, frozen=True):
    """``seconds``: what is left of the time for it, where it has a limit."""

    decision: str
    rule: str
    about: Params
    options: list[Choice]
    seconds: int | None = None


class Waiting(Struct, frozen=True):
    seat: Seat
    decision: str


AllTold = list[Told]
"""Named here because ``Events`` has a field ``list``, which would be taken for the type where somebody asks what it holds."""


class Events(Struct, frozen=True):
    """``first`` is the number of the first one listed, counted per viewpoint from 0."""

    first: int = msgspec.field(name="from")
    list: AllTold


class Step(Struct, frozen=True):
    """A beat: the position at the moment of event ``at``, as what turns the next beat's view (or the frame's) back into it."""

    at: int
    back: Any


class Frame(Struct, frozen=True, tag="frame", tag_field="t"):
    """Everything one viewpoint may know now. ``beats`` are the positions through which it was reached; ``own`` is how many
    events the seat had been told when it last chose: where its recap begins. ``acts``: how many it had been told before each
    choice, from the first listed event on."""

    seq: int
    choices: int
    seat: Seat | None
    over: Over | None
    view: Any
    ask: Question | None
    waiting: list[Waiting]
    undo: bool
    undo_why: str | None
    events: Events
    players: msgspec.Raw
    beats: list[Step] = []
    own: int | None = None
    acts: list[int] = []


class ClockFace(Struct, frozen=True):
    """One seat's clock: what is left of bank and free time in milliseconds, and when it will be out."""

    bank: int
    free: int | None
    running: bool
    until: int | None
    flag: int | None


class ClockTold(Struct, frozen=True, tag="clock", tag_field="t"):
    """All clocks, as they are at ``now`` by the server. ``paused`` is since when, ``resumes`` until when."""

    now: int
    pace: Pace
    at_flag: str
    seats: dict[Seat, ClockFace]
    paused: int | None
    resumes: int | None


class HouseTold(Struct, frozen=True, tag="house", tag_field="t"):
    """Lines of the house for the log, numbered apart."""

    lines: list[HouseLine]


class ProposalsTold(Struct, frozen=True, tag="proposals", tag_field="t"):
    """All that is proposed and not decided."""

    list: list[Proposal]
    now: int


class StandingTold(Struct, frozen=True, tag="standing", tag_field="t"):
    """The standing answers of one's own seat; what can be left to one, with its exceptions; whether the game has chapters; and
    what may end one, with what that may be about."""

    list: list[StandingAnswer]
    offers: dict[str, tuple[str, ...]]
    chapters: bool
    alarms: dict[str, tuple[str, ...]] = {}


class LessonFrame(Frame, frozen=True, tag="frame", tag_field="t"):
    """A frame of a lesson: with what the coach says now."""

    coach: dict[str, Any] = {}


class SandboxFrame(Frame, frozen=True, tag="frame", tag_field="t"):
    """A frame of a sandbox: with its lines, worlds and hands."""

    sandbox: dict[str, Any] = {}


encode = msgspec.json.Encoder().encode
