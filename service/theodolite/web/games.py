"""GAMES, the one tuple that knows all games. A new game is added here."""

from theodolite.web.cartographers.game import GAME as CARTOGRAPHERS
from theodolite.web.misterra.game import GAME as MISTERRA
from theodolite.web.tiwanaku.game import GAME as TIWANAKU
from theodolite.web.treasure_hunt.game import GAME as TREASURE_HUNT

GAMES = (
    MISTERRA,
    CARTOGRAPHERS,
    TIWANAKU,
    TREASURE_HUNT,
)
