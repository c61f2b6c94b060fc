"""What a person asks for, from files in to ratings out; commands and routes call these."""
