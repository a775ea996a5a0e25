"""The rules of Maps of Misterra as a library: pure functions on frozen data.

These names are the library; everything else in the modules is free to change. Page numbers in
docstrings are those of the English rulebook.
"""

from theodolite.misterra.board import GRID, Board, Island, Terrain
from theodolite.misterra.disputes import resolve
from theodolite.misterra.ending import conditions
from theodolite.misterra.half_days import Exchange, HalfDay, judge, legal_actions
from theodolite.misterra.mapping import update
from theodolite.misterra.replays import RecordedTurn, replay
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

__all__ = [
    "GRID",
    "Board",
    "Exchange",
    "HalfDay",
    "Island",
    "Place",
    "Player",
    "Presumption",
    "RecordedTurn",
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
    "resolve",
    "score",
    "solo_score",
    "update",
]
