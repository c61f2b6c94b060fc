"""banzuke: the rating office for any game."""
