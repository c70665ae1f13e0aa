"""Is everything that may be chosen, and everything that is written, to be seen? See ``walk.py``."""
