"""The rules of Treasure Hunt: pure functions on frozen data."""

from theodolite.treasure_hunt.actions import Change, Drawn, Turn
from theodolite.treasure_hunt.board import GRID, Board, Terrain
from theodolite.treasure_hunt.choices import legal_actions
from theodolite.treasure_hunt.disputes import settle
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.missions import mission_checks, winners
from theodolite.treasure_hunt.placing import placement_checks
from theodolite.treasure_hunt.replays import replay
from theodolite.treasure_hunt.routes import ways
from theodolite.treasure_hunt.snapshot import (
    Card,
    Explorer,
    Info,
    Mission,
    Player,
    Route,
    Rulings,
    Snapshot,
    Treasure,
    Walker,
)
from theodolite.treasure_hunt.turn import judge, update

__all__ = [
    "GRID",
    "Board",
    "Card",
    "Change",
    "Drawn",
    "Explorer",
    "Info",
    "Mission",
    "Player",
    "Route",
    "Rulings",
    "Snapshot",
    "Terrain",
    "Treasure",
    "Turn",
    "Walker",
    "impossibilities",
    "judge",
    "legal_actions",
    "mission_checks",
    "placement_checks",
    "replay",
    "settle",
    "update",
    "ways",
    "winners",
]
