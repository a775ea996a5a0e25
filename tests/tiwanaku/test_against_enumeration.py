"""Compares deductions on short boards with a plain search through all worlds."""

from itertools import islice
from random import Random

from reference import tiwanaku as reference
from theodolite.tiwanaku.board import LETTERS, BoardName
from theodolite.tiwanaku.deductions import deduce
from tiwanaku.positions import Position, positions

POSITIONS = 150
MOST_WORLDS = 100


def test_possible_values_and_counted_worlds_are_those_of_all_worlds() -> None:
    drawn = positions(BoardName.SHORT, Random(12), known=(0.7, 0.96), planted=0.7)
    for position in islice(drawn, POSITIONS):
        difference = compared(position)
        assert difference is None, (position, difference)


def compared(position: Position) -> str | None:
    """The differences; None if there are none, or too many worlds to try them all."""
    land, tiles = position
    worlds = reference.worlds(
        land.terrain_rows(), land.crop_rows(), dict(zip(LETTERS, tiles, strict=True)), MOST_WORLDS
    )
    if len(worlds) == MOST_WORLDS:
        return None
    found = deduce(land, tiles, explain=False)
    if not worlds:
        return None if found.consistent is False else "there is no world"
    if not (found.consistent and found.exact and found.worlds == len(worlds)):
        return f"{found.worlds} worlds, not {len(worlds)}"
    for space, possible in found.spaces.items():
        row, column = divmod(space, land.grid.columns)
        shown = {world[column, row] for world in worlds}
        if {LETTERS[terrain] for terrain in possible.terrain} != {letter for letter, _ in shown}:
            return f"terrains of {land.grid.names[space]}"
        if {*possible.crops} != {level for _, level in shown}:
            return f"levels of {land.grid.names[space]}"
    return None
