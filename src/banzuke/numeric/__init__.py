"""Maths and machinery without games."""
