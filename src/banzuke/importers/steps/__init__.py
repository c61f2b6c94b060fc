"""Steps that several importers share: kinds of files, encodings, names of columns, cells."""
