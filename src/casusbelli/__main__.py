"""``python -m casusbelli`` is ``casus``."""

from casusbelli.cli import main

main()
