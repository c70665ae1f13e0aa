"""One folder a game: its rules, content, words, bot and board."""
