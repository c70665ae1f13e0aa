"""What people send by forms."""

from __future__ import annotations

import re

from .service import AnyRequest

LOCAL = re.compile(r"/(?![/\\])[!-~]{0,300}")


async def read_form(request: AnyRequest) -> dict[str, str]:
    """The fields of a form; of a field that comes twice (a switch behind its "off") the last."""
    form = await request.form()
    return {key: value for key, value in form.multi_items() if isinstance(value, str)}


def local_address(text: str, otherwise: str = "/") -> str:
    """Where somebody wanted to go: a page of this server and no other."""
    return text if LOCAL.fullmatch(text) else otherwise
