"""Tiwanaku: the rules, and what can be known of the secret world.

What somebody wants who asks them without the service; the other modules have the rest.
"""

from theodolite.tiwanaku.actions import legal_actions
from theodolite.tiwanaku.board import GRIDS, BoardName, Crop, Land, Terrain
from theodolite.tiwanaku.deductions import Deductions, deduce
from theodolite.tiwanaku.deeds import Turn
from theodolite.tiwanaku.disputes import settle
from theodolite.tiwanaku.ending import check_end
from theodolite.tiwanaku.replays import Record, replay
from theodolite.tiwanaku.scenarios import Disc, check, draw
from theodolite.tiwanaku.setups import set_up
from theodolite.tiwanaku.snapshot import Colour, Mode, Player, Rulings, Snapshot
from theodolite.tiwanaku.standings import score
from theodolite.tiwanaku.turn import judge

__all__ = [
    "GRIDS",
    "BoardName",
    "Colour",
    "Crop",
    "Deductions",
    "Disc",
    "Land",
    "Mode",
    "Player",
    "Record",
    "Rulings",
    "Snapshot",
    "Terrain",
    "Turn",
    "check",
    "check_end",
    "deduce",
    "draw",
    "judge",
    "legal_actions",
    "replay",
    "score",
    "set_up",
    "settle",
]
