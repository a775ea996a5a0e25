"""Properties that answers of every game have, on random tables; see `frame`."""
