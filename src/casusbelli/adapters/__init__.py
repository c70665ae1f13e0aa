"""The games as other people's toolkits know them: PettingZoo, Gymnasium, OpenSpiel.

Each adapter is imported only when it is used and needs an extra: ``pip install 'casus-belli[rl]'`` for the first two,
``'casus-belli[openspiel]'`` for the third. ``docs/lab.md`` explains observations and actions.
"""
