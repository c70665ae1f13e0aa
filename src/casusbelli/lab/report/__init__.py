"""One page of pictures of a study, in three languages, that opens without a network."""

from .page import make_report

__all__ = ["make_report"]
