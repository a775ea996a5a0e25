"""Second implementations of the rules of each game, and random comparisons with the service."""
