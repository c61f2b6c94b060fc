"""Rulebooks, and what is done by them: replay, lists, explanations, predictions."""
