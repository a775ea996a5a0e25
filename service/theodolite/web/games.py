"""The games that are judged: the one place that knows them all."""

from theodolite.web.misterra.game import GAME as MISTERRA

__all__ = ["GAMES"]

GAMES = (MISTERRA,)
