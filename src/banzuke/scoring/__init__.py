"""Scoring: how games become points, points the standings of an event, and events a circuit."""
