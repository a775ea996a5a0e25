"""The rules of Cartographers and Cartographers Heroes: pure functions on frozen data."""

from theodolite.cartographers.accounts import SearchTooLongError, resolve
from theodolite.cartographers.actions import legal_actions
from theodolite.cartographers.board import GRID, Drawn, Map, Print, Terrain, read_drawn, read_print
from theodolite.cartographers.disputes import Dispute
from theodolite.cartographers.drawing import Draw, Sheet, draw
from theodolite.cartographers.facts import CARDS, MAPS, SCORING_CARDS, Card, Shape
from theodolite.cartographers.legality import Turn, judge, offer
from theodolite.cartographers.replays import SeasonRecord, TurnRecord, replay
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import score
from theodolite.cartographers.season_ends import end_season
from theodolite.cartographers.snapshot import Box, Player, Season, Snapshot
from theodolite.cartographers.solo import place

__all__ = [
    "CARDS",
    "GRID",
    "MAPS",
    "SCORING_CARDS",
    "Box",
    "Card",
    "Dispute",
    "Draw",
    "Drawn",
    "Map",
    "Player",
    "Print",
    "Rulings",
    "SearchTooLongError",
    "Season",
    "SeasonRecord",
    "Shape",
    "Sheet",
    "Snapshot",
    "Terrain",
    "Turn",
    "TurnRecord",
    "draw",
    "end_season",
    "judge",
    "legal_actions",
    "offer",
    "place",
    "read_drawn",
    "read_print",
    "replay",
    "resolve",
    "score",
]
