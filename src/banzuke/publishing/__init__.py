"""Ratings as people read them: lists, histories, explanations; as tables, JSON and files."""
