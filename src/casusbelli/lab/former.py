"""What the kernel was called upon for before games and matches left it: bots of those days find it here."""

from casusbelli.game import *  # noqa: F403
from casusbelli.kernel import *  # noqa: F403
