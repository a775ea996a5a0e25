"""The rules of Maps of Misterra: pure functions on frozen data.

What somebody wants who asks them without the service; the other modules have the rest.
"""

from theodolite.misterra.board import GRID, Board, Island, Terrain
from theodolite.misterra.disputes import settle
from theodolite.misterra.ending import conditions
from theodolite.misterra.mapping import update
from theodolite.misterra.replays import replay
from theodolite.misterra.scoring import Scores, score
from theodolite.misterra.snapshot import (
    Place,
    Player,
    Presumption,
    Rulings,
    Side,
    Snapshot,
    impossibilities,
)
from theodolite.misterra.solo import solo_score
from theodolite.misterra.turn import HalfDay, judge, legal_actions

__all__ = [
    "GRID",
    "Board",
    "HalfDay",
    "Island",
    "Place",
    "Player",
    "Presumption",
    "Rulings",
    "Scores",
    "Side",
    "Snapshot",
    "Terrain",
    "conditions",
    "impossibilities",
    "judge",
    "legal_actions",
    "replay",
    "score",
    "settle",
    "solo_score",
    "update",
]
