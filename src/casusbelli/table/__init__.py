"""The table: a server where matches are played, kept and shown."""
