"""Tiwanaku: the rules of play, and deductions about the secret world.

Pure functions on frozen data. The names here are the library's; other modules may change.
"""

from theodolite.tiwanaku.actions import Turn
from theodolite.tiwanaku.advice import Chances, advise, expected_points
from theodolite.tiwanaku.board import GRIDS, BoardName, Crop, Land, Terrain
from theodolite.tiwanaku.deductions import Deductions, deduce
from theodolite.tiwanaku.disputes import resolve
from theodolite.tiwanaku.ending import check_end
from theodolite.tiwanaku.hints import find_hint
from theodolite.tiwanaku.legal_actions import legal_actions
from theodolite.tiwanaku.odds import Odds, find_odds
from theodolite.tiwanaku.replays import Record, replay
from theodolite.tiwanaku.scenarios import Disc, check, draw
from theodolite.tiwanaku.scoring import score
from theodolite.tiwanaku.set_ups import set_up
from theodolite.tiwanaku.snapshot import Colour, Mode, Player, Rulings, Snapshot
from theodolite.tiwanaku.turns import judge

__all__ = [
    "GRIDS",
    "BoardName",
    "Chances",
    "Colour",
    "Crop",
    "Deductions",
    "Disc",
    "Land",
    "Mode",
    "Odds",
    "Player",
    "Record",
    "Rulings",
    "Snapshot",
    "Terrain",
    "Turn",
    "advise",
    "check",
    "check_end",
    "deduce",
    "draw",
    "expected_points",
    "find_hint",
    "find_odds",
    "judge",
    "legal_actions",
    "replay",
    "resolve",
    "score",
    "set_up",
]
