"""A siege: the attacks we know, run against a server of our own on this machine, and whether each was held.

Nothing but loopback is used. The server is started as a player starts it, on a free port, over a database that is thrown away;
its limits are the usual ones except for those that would only make one wait (see ``ground.SETTINGS``). Addresses are played by
the header of a trusted proxy, which the server believes from this machine. Every loop is bounded in number and in time.
"""

from .run import SiegeError, besiege

__all__ = ["SiegeError", "besiege"]
