"""The lab: simulations, arenas, benchmarks, plots."""
