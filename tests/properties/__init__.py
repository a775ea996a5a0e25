"""Properties of the responses of every game, tested on random tables; see `frame`."""
