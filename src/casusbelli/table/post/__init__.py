"""Telling people what waits for them: in the page, by mail, by webhook."""
