"""Updating the island when a terrain is mapped on one of its spaces (p. 5).

Covers the five things that can happen to a space. Whether a player may map there is judged in
`half_days`.
"""

from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.misterra.board import Island, Terrain
from theodolite.misterra.snapshot import Rulings

Effect = Literal["placed", "confirmed", "replaced", "already_confirmed", "none_in_supply"]


class Change(NamedTuple):
    """The result of mapping a terrain on a space.

    Attributes:
        space: The space.
        terrain: The terrain mapped.
        effect: The effect on the space.
        returned: The terrain of the tile that went back to the supply; None without one.
        key: The key of the sentence of `rule`.
    """

    space: Space
    terrain: Terrain
    effect: Effect
    returned: Terrain | None = None
    key: str = "says"

    @property
    def rule(self) -> str:
        """The id of the rule that decided."""
        return f"misterra.map.{self.effect}"


def update(
    island: Island, space: Space, terrain: Terrain, rulings: Rulings
) -> tuple[Island, Change]:
    """Map a terrain on a space.

    A sketch card maps two spaces one after the other: call this for the first, then for the second
    on the island that the first call returned.

    Args:
        island: The island before.
        space: The space to map, 0 to 24 in reading order.
        terrain: The terrain of that half of the card.
        rulings: The rulings in force; `empty_supply` bears on it.

    Returns:
        The island after it, and the change.

    >>> from theodolite.misterra import GRID, Rulings
    >>> island = Island.from_rows(["j....", ".....", ".....", ".....", "....."])
    >>> island, change = update(island, GRID.spaces["A1"], Terrain.JUNGLE, Rulings())
    >>> change.effect, island.rows()[0]
    ('confirmed', 'J....')
    """
    tiles, confirmed = island
    bit = 1 << space
    there = tiles.at(space)
    # A confirmed tile stays for good.
    if confirmed & bit:
        return island, Change(space, terrain, "already_confirmed")
    # Without a tile in the supply nothing changes on the island.
    if not island.supply(terrain) and not (
        there == terrain and rulings.empty_supply == "may_confirm"
    ):
        key = "hazy" if there == terrain else "says"
        return island, Change(space, terrain, "none_in_supply", key=key)
    # An empty space receives a hazy tile.
    if there is None:
        return Island(tiles.laid(space, terrain), confirmed), Change(space, terrain, "placed")
    # A hazy tile that matches is turned to its confirmed side.
    if there == terrain:
        return Island(tiles, confirmed | bit), Change(space, terrain, "confirmed")
    # A hazy tile that differs makes way for a hazy tile of the terrain.
    return Island(tiles.laid(space, terrain), confirmed), Change(space, terrain, "replaced", there)
