"""Looking after the house: reports, what is done about them, and the log of who did what."""
