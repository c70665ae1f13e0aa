"""The bots of Churchill: decision tables (officer), half known (recruit), played with patience (marshal)."""

from .officer import Marshal, Officer, Recruit

__all__ = ["Marshal", "Officer", "Recruit"]
