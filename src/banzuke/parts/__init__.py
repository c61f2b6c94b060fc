"""Steps that several systems share."""
