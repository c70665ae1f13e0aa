"""The bots of Churchill: decision tables (officer), the tables half known (recruit), the tables and a look ahead (marshal)."""

from .marshal import Marshal
from .officer import Officer, Recruit

__all__ = ["Marshal", "Officer", "Recruit"]
