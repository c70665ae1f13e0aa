"""Words at the edge: the catalogue and its templates, and sentences as plain text. A rule knows none of it."""
