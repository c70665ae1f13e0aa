"""Bots from outside: programs of other people that play here through the same socket and frames as everybody else."""
