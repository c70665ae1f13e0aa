"""The bots of Churchill: decision tables (officer), half remembered (recruit), with a look ahead (marshal)."""

from .marshal import Marshal
from .officer import Officer, Recruit

__all__ = ["Marshal", "Officer", "Recruit"]
