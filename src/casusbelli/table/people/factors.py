"""The second factor: six digits that change every half minute."""

from __future__ import annotations

import hmac
import io
import time

import pyotp
import segno

STEP = 30
DRIFT = 1
"""A clock may be half a minute wrong."""
ISSUER = "Casus Belli"


def new_seed() -> str:
    return pyotp.random_base32()


def step_of(seed: str, digits: str) -> int | None:
    """The half minute these digits are of, if they are of one about now."""
    typed = "".join(digits.split())
    present = int(time.time()) // STEP
    codes = pyotp.TOTP(seed)
    for step in range(present - DRIFT, present + DRIFT + 1):
        if hmac.compare_digest(codes.generate_otp(step).encode(), typed.encode()):
            return step
    return None


def address_of_seed(seed: str, name: str) -> str:
    """What an authenticator reads."""
    return pyotp.TOTP(seed).provisioning_uri(name, issuer_name=ISSUER)


def picture_of(text: str) -> str:
    """A QR code as an SVG element for a page."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=True, scale=5, border=3, light="#fff", dark="#000", omitsize=True
    )
    return drawn.getvalue().decode()
