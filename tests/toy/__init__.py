"""The smallest game: hedges on two rows of three spaces, and one question."""
