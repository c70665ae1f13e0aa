"""Tournaments: small and real. Round robin and Swiss, for two, three or four seats."""
