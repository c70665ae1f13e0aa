"""The bots of Churchill: decision tables (officer), half known (recruit), weighed by the likely ending (marshal)."""

from .officer import Marshal, Officer, Recruit

__all__ = ["Marshal", "Officer", "Recruit"]
