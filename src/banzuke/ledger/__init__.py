"""The ledger: what was played, kept for good; every change a revision, every list derived.

Only results, people and events are kept; ratings are replayed from them. Nothing is ever
overwritten: a row holds from the revision that wrote it until the one that ended it, so the
results as of any revision can be read again.
"""
