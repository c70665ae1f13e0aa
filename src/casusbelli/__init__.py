"""Casus Belli: war-and-politics board games, every rule enforced."""

__version__ = "0.1.0"
