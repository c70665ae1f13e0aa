"""The courier takes what is due from the outbox and sends it.

Whoever has claimed a sending is the only one to send it; what became of it is written under the claim. A process that dies with a
claim in its hands is followed by another one when the claim is old: nothing is lost. (Should it have died between handing a
letter in and saying so, the letter goes a second time under the same Message-ID, and mail programs show it once.)

Letters are made when they are sent, from the match as it is then: what is no longer true is not sent.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import NamedTuple

from casusbelli.words.texts import catalogue, say

from ..archive import Archive, Looked
from ..history import Unplayable
from ..hours import Hours
from ..housekeeping import deadlines
from ..people.secret import Keeper
from ..records import Glance
from ..settings import Settings
from ..store import Store, StoreError
from ..turns import Crowded, Owner
from ..words import page_words, speaker
from .book import BACK_OFF, Addressee, Book, Sending
from .herald import Herald
from .hooks import BadHook, HookFailed, deliver, networks
from .letters import (
    Section,
    Why,
    address_of,
    game_of,
    moment_in_words,
    read_tale,
    retell,
    sentence,
    span_in_words,
    write_letter,
)
from .presence import LASTS, Presence
from .smtp import MailServer, Undeliverable
from .wants import KINDS, URGENT

log = logging.getLogger("casusbelli.table.post")

TICK = 5.0
AT_A_TIME = 4
"""So many letters and hooks are under way at once."""

BOUNCES, HOOK_FAILURES = 3, 10
"""After so many failures in a row a channel is switched off."""

UNSUBSCRIBE = "unsubscribe"
OURS = {"confirm", "reset", "exists", "test", "changed", "returned"}
"""Letters that are answers to what somebody did a moment ago: they go at once."""


class Decision(NamedTuple):
    """What becomes of a sending: send · drop · hold (until ``due``) · digest."""

    what: str
    due: int = 0


class Courier:
    """Sends what is due."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        book: Book,
        herald: Herald,
        presence: Presence,
        archive: Archive,
        keeper: Keeper,
        hours: Hours,
    ) -> None:
        self._store = store
        self._settings = settings
        self._book = book
        self._herald = herald
        self._presence = presence
        self._archive = archive
        self._keeper = keeper
        self._hours = hours
        self.url = settings.public_url.rstrip("/")
        self.mail = MailServer(settings.smtp_url) if settings.smtp_url and settings.mail_from and self.url else None
        self._allowed = networks(settings.webhook_allow)
        self._places = asyncio.Semaphore(AT_A_TIME)
        self.hand_over = deliver
        """How a webhook is dialled; trials put something else here."""

    async def tick(self) -> None:
        """Send everything that is due now."""
        now = self._hours.now()
        for person, due in await asyncio.to_thread(self._book.digests_due, now):
            await self._book.begin_digest(person, due, now)
        waiting = await asyncio.to_thread(self._book.waiting, now)
        await asyncio.gather(*(self._carry(person, channel) for person, channel in waiting))

    async def _carry(self, person: str, channel: str) -> None:
        async with self._places:
            try:
                await self._carry_claimed(person, channel)
            except StoreError as error:
                log.warning("the post waits: %s", error)
            except Exception:
                log.exception("a sending fails")

    async def _carry_claimed(self, person: str, channel: str) -> None:
        now = self._hours.now()
        claim, sendings = await self._book.claim(person, channel, now)
        to = await asyncio.to_thread(partial(self._book.addressee, person, shut=True))
        going: list[Sending] = []
        for one in sendings:
            decision = await asyncio.to_thread(self._decide, one, to, now)
            if decision.what == "send":
                going.append(one)
            elif decision.what == "hold":
                await self._book.settle(claim, [one.id], "due", now, due=decision.due)
            elif decision.what == "digest" and to is not None:
                await self._book.fold(person, to.settings, to.zone, now)
                await self._book.settle(claim, [one.id], "digest", now)
            else:
                await self._book.settle(claim, [one.id], "dropped", now)
        if going and to is not None:
            await (self._mail(claim, going, to) if channel == "mail" else self._hook(claim, going, to))

    # -- whether and when ----------------------------------------------------------------------------------------------------

    def _decide(self, one: Sending, to: Addressee | None, now: int) -> Decision:
        """The rules in their order: still true, not there, not at night, not in the digest, not too many. In a thread."""
        if to is None or (one.channel == "mail" and self.mail is None):
            return Decision("drop")
        if to.shut and KINDS.get(one.kind) != "security":
            return Decision("drop")
        if one.kind in OURS:
            return Decision("send")
        if to.open(one.channel) is None or one.channel not in to.settings.by(one.kind):
            return Decision("drop")
        glance = self._store.glance(one.match) if one.match is not None else None
        if one.match is not None and (glance is None or not self._still_true(one, glance)):
            return Decision("drop")
        if one.match is not None and self._is_here(one, now):
            return Decision("drop")
        if KINDS[one.kind] == "security":
            return Decision("send")
        loud = to.settings.after_quiet(now, to.zone)
        if loud > now and not self._urgent(one, now):
            return Decision("hold", loud)
        if one.channel == "mail" and not one.folded:
            if to.settings.digest != "off" and KINDS[one.kind] in {"post", "live"}:
                return Decision("digest")
            if self._book.crowded(one.person, now):
                return Decision("digest")
        return Decision("send")

    def _still_true(self, one: Sending, glance: Glance) -> bool:
        if one.kind in {"over", "analysis"}:
            return True
        if glance.over or one.seat is None:
            return False
        held = glance.seats.get(one.seat)
        if held is None or held.guest != one.person or held.caretaker is not None:
            return one.kind == "seat_taken"
        if one.kind in {"turn_post", "turn_live", "clock"}:
            return one.seat in glance.asked and one.key.rsplit(":", 1)[-1] == str(self._herald.stint(glance, one.seat)[1])
        if one.kind == "proposal":
            house = deadlines(self._store, [glance.record.id]).get(glance.record.id)
            n = one.key.rsplit(":", 1)[-1]
            return house is not None and any(str(p.n) == n and not p.answers.get(one.seat) for p in house.proposals)
        return True

    def _is_here(self, one: Sending, now: int) -> bool:
        assert one.match is not None
        return self._presence.here(one.person, one.match) or now < self._book.seen_at(one.person, one.match) + LASTS

    def _urgent(self, one: Sending, now: int) -> bool:
        return one.kind == "clock" and int(one.data.get("until", 0)) < now + URGENT

    # -- mail ----------------------------------------------------------------------------------------------------------------

    async def _mail(self, claim: str, going: list[Sending], to: Addressee) -> None:
        """One letter for all of them; those that answer what somebody did have an address of their own, and go one by one."""
        assert self.mail is not None
        now, ours = self._hours.now(), going[0].kind in OURS
        address = str(going[0].data["to"]) if ours else to.reaches["mail"].address
        together = going[:1] if ours else [one for one in going if one.kind not in OURS]
        ids = [one.id for one in together]
        if rest := [one.id for one in going if one.id not in ids]:
            await self._book.settle(claim, rest, "due", now, due=now)
        sections = [await self._section(one, to) for one in together]
        t = speaker(page_words(to.language))
        subject = sentence(going[0].kind, going[0].data, to.language) if not ours else t(f"post.letter.{going[0].kind}.subject")
        if len(sections) > 1:
            subject = t("post.letter.more", subject=subject, n=len(sections) - 1)
        letter = write_letter(
            sender=self._settings.mail_from,
            public_url=self.url,
            to=address,
            name=to.name,
            language=to.language,
            subject=subject,
            sections=sections,
            letter_id=going[0].id,
            at=now,
            why=None if ours else self._why(going[0], to),
        )
        try:
            await asyncio.to_thread(self.mail.send, letter, address)
        except Undeliverable as error:
            if not ours:
                await self._book.answered(to.person, "mail", str(error), now, failed=error.hard, most=BOUNCES)
            await self._later(claim, together, str(error), hopeless=error.hard)
            return
        await self._book.settle(claim, ids, "sent", now, error=None)
        if not ours:
            await self._book.answered(to.person, "mail", "sent", now, failed=False, most=BOUNCES)

    def _why(self, one: Sending, to: Addressee) -> Why:
        group = KINDS[one.kind]
        token = self._keeper.lock(f"{UNSUBSCRIBE} {to.person} {group}").decode()
        return Why(group, f"{self.url}/unsubscribe/{token}", f"{self.url}/account/notifications")

    async def _section(self, one: Sending, to: Addressee) -> Section:
        t = speaker(page_words(to.language))
        if one.kind in OURS:
            path = str(one.data.get("path", "/account/notifications"))
            return Section(t(f"post.letter.{one.kind}.text", **one.data), [], "", "", self.url + path)
        link = self.url + address_of(one.kind, one.match, one.seat, one.data)
        title = sentence(one.kind, one.data, to.language)
        told: list[str] = []
        question = ""
        if one.match is not None and one.kind in {"turn_post", "turn_live", "clock"}:
            told, question = await self._tale(one, to)
        return Section(title, told, question, await asyncio.to_thread(self._left, one, to), link)

    async def _tale(self, one: Sending, to: Addressee) -> tuple[list[str], str]:
        """What the seat was told since it last chose, and what it is asked: from that seat's view alone."""
        game = game_of(one.data)
        glance = await asyncio.to_thread(self._store.glance, one.match or "")
        if game is None or glance is None:
            return [], ""
        looked = Looked(glance.record.id, "over" if glance.over else str(glance.seq), "tale", 0, one.seat)
        try:
            answer = await self._archive.read(looked, Owner(one.person, one.person))
        except (Crowded, Unplayable):
            return [], ""
        return retell(game, read_tale(answer.body), to.language) if answer.body is not None else ([], "")

    def _left(self, one: Sending, to: Addressee) -> str:
        """How much time is left, in the reader's own hours."""
        house = deadlines(self._store, [one.match]).get(one.match) if one.match is not None else None
        clocks = house.clocks if house is not None else None
        if clocks is None or one.seat is None or one.seat not in clocks.seats:
            return ""
        out, now = clocks.out_at(one.seat), self._hours.now()
        if out is None or out <= now:
            return ""
        left, until = span_in_words(to.language, out - now), moment_in_words(to.language, out, to.zone)
        return say(page_words(to.language), "post.letter.left", {"left": left, "until": until})

    # -- webhooks ------------------------------------------------------------------------------------------------------------

    async def _hook(self, claim: str, going: list[Sending], to: Addressee) -> None:
        for one in going:
            now, reach = self._hours.now(), to.reaches.get("webhook")
            if reach is None:
                await self._book.settle(claim, [one.id], "dropped", now)
                continue
            game = game_of(one.data)
            told: dict[str, object] = {
                "id": one.id,
                "kind": one.kind,
                "match": one.match,
                "game": say(catalogue(game, to.language), "game.title") if game is not None else None,
                "seat": one.seat,
                "url": self.url + address_of(one.kind, one.match, one.seat, one.data),
                "text": sentence(one.kind, one.data, to.language),
                "at": now,
            }
            secret = self._keeper.unlock(reach.secret) if reach.secret is not None else None
            try:
                status = await asyncio.to_thread(self.hand_over, reach.address, secret or "", told, self._allowed)
            except (HookFailed, BadHook) as error:
                await self._book.answered(to.person, "webhook", str(error), now, failed=True, most=HOOK_FAILURES)
                await self._later(claim, [one], str(error), hopeless=False)
                continue
            await self._book.settle(claim, [one.id], "sent", now, error=None)
            await self._book.answered(to.person, "webhook", str(status), now, failed=False, most=HOOK_FAILURES)

    async def _later(self, claim: str, failed: list[Sending], reason: str, *, hopeless: bool) -> None:
        """Try again after a while, a longer one each time; in the end give it up."""
        now = self._hours.now()
        for one in failed:
            more = {"attempts": one.attempts + 1, "error": reason[:200]}
            if hopeless or one.attempts >= len(BACK_OFF):
                await self._book.settle(claim, [one.id], "dead", now, **more)
            else:
                await self._book.settle(claim, [one.id], "due", now, due=now + BACK_OFF[one.attempts], **more)


def read_unsubscribe(keeper: Keeper, token: str) -> tuple[str, str] | None:
    """Whose letters of which group a link stops; None where it is none of ours."""
    words = (keeper.unlock(token.encode()) or "").split()
    return (words[1], words[2]) if len(words) == 3 and words[0] == UNSUBSCRIBE and words[2] in set(KINDS.values()) else None
