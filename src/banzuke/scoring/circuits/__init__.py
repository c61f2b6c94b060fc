"""Circuits: what the places of an event are worth, and how events make the table of a season."""
