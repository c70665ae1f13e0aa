"""What people send by forms."""

from __future__ import annotations

import re

from casusbelli.words.texts import say

from .service import AnyRequest, Service
from .tidy import tidy_name
from .words import language_of, page_words

LOCAL = re.compile(r"/(?![/\\])[!-~]{0,300}")


async def read_form(request: AnyRequest) -> dict[str, str]:
    """The fields of a form; of a field that comes twice (a switch behind its "off") the last. Without what no text holds."""
    form = await request.form()
    return {key: value.replace("\0", "") for key, value in form.multi_items() if isinstance(value, str)}


async def called(service: Service, request: AnyRequest, form: dict[str, str]) -> str:
    """The name in the form, else the one the guest has, else a name for somebody without one."""
    guest = await service.guests.of(request)
    usual = guest.name if guest else say(page_words(language_of(request)), "guest.unnamed")
    return tidy_name(form.get("name", "")) or usual


def local_address(text: str, otherwise: str = "/") -> str:
    """Where somebody wanted to go: a page of this server and no other."""
    return text if LOCAL.fullmatch(text) else otherwise
