"""The smallest game, for the guide on adding a game: hedges on two rows of three spaces."""
