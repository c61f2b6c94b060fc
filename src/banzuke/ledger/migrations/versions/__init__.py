"""Steps from one form of the tables to the next, one file each, named by number."""
