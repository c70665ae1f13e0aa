"""The lobby: whose turn it is, who looks for whom, and who may be watched."""
