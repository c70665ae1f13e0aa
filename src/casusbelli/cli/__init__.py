"""The command ``casus``."""

from __future__ import annotations


def main() -> None:
    from .app import run

    run()
