"""The games that are judged: the one place that knows them all."""

from theodolite.web.cartographers.game import GAME as CARTOGRAPHERS
from theodolite.web.misterra.game import GAME as MISTERRA
from theodolite.web.tiwanaku.game import GAME as TIWANAKU
from theodolite.web.treasure_hunt.game import GAME as TREASURE_HUNT

__all__ = ["GAMES"]

GAMES = (
    MISTERRA,
    CARTOGRAPHERS,
    TIWANAKU,
    TREASURE_HUNT,
)
