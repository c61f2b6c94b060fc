"""The site over the network: routes answer with what ``workflows.site`` makes, read only."""
