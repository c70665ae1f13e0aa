"""People: sessions, accounts, and what belongs to a person alone."""
