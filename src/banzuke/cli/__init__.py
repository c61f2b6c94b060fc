"""The command line: each command parses, calls one workflow, and prints."""
