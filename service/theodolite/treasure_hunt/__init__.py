"""The rules of Treasure Hunt: pure functions on frozen data.

A table is a `Snapshot`, a `Turn` a sequence of actions. Spaces are indices from 0 to 899 in the
order of `GRID.names`, sets of spaces are integers with one bit for each.
"""

from theodolite.treasure_hunt.actions import (
    Change,
    Discard,
    Drawn,
    Log,
    Move,
    NamedPiece,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import GRID, Board, Terrain
from theodolite.treasure_hunt.choices import legal_actions
from theodolite.treasure_hunt.disputes import resolve
from theodolite.treasure_hunt.impossibilities import impossibilities
from theodolite.treasure_hunt.joint_way import find_joint_way
from theodolite.treasure_hunt.missions import mission_checks, winners
from theodolite.treasure_hunt.placing import placement_checks
from theodolite.treasure_hunt.quickest_way import WayQuery, find_quickest_way
from theodolite.treasure_hunt.replays import replay
from theodolite.treasure_hunt.snapshot import (
    Card,
    CreepThrough,
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
    "CreepThrough",
    "Discard",
    "Drawn",
    "Explorer",
    "Info",
    "Log",
    "Mission",
    "Move",
    "NamedPiece",
    "Place",
    "Play",
    "Player",
    "Roll",
    "Route",
    "Rulings",
    "Skip",
    "Snapshot",
    "Terrain",
    "Treasure",
    "Turn",
    "Walker",
    "WayQuery",
    "find_joint_way",
    "find_quickest_way",
    "impossibilities",
    "judge",
    "legal_actions",
    "mission_checks",
    "placement_checks",
    "replay",
    "resolve",
    "update",
    "winners",
]
