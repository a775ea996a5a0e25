"""Updating the island when a terrain is mapped on one of its spaces (p. 5).

Covers the five things that can happen to a space. Who may map where is judged in `turn`.
"""

from typing import Literal, NamedTuple

from theodolite.grid import Space
from theodolite.misterra.board import Island, Terrain
from theodolite.misterra.snapshot import Rulings

__all__ = ["Change", "Effect", "update"]

Effect = Literal["placed", "confirmed", "replaced", "already_confirmed", "none_in_supply"]


class Change(NamedTuple):
    """What mapping a terrain did to a space, and the tile that went back to the supply, if any.

    `says` is the key of the rule's sentence.
    """

    space: Space
    terrain: Terrain
    effect: Effect
    returned: Terrain | None = None
    says: str = "says"

    @property
    def rule(self) -> str:
        """The rule that decided."""
        return f"misterra.map.{self.effect}"


def update(
    island: Island, space: Space, terrain: Terrain, rulings: Rulings
) -> tuple[Island, Change]:
    """Map a terrain on a space: the island after it, and what changed.

    A sketch card maps two spaces one after the other: call this for the first, then for the second
    on the island that the first left.
    """
    tiles, confirmed = island
    bit = 1 << space
    there = tiles.at(space)
    # A confirmed tile stays for good.
    if confirmed & bit:
        return island, Change(space, terrain, "already_confirmed")
    # A terrain of which the supply has no tile changes nothing on the island.
    if not island.supply(terrain) and not (
        there == terrain and rulings.empty_supply == "may_confirm"
    ):
        says = "hazy" if there == terrain else "says"
        return island, Change(space, terrain, "none_in_supply", says=says)
    # An empty space receives a hazy tile.
    if there is None:
        return Island(tiles.laid(space, terrain), confirmed), Change(space, terrain, "placed")
    # A hazy tile that matches is turned to its confirmed side.
    if there == terrain:
        return Island(tiles, confirmed | bit), Change(space, terrain, "confirmed")
    # A hazy tile that differs makes way for a hazy tile of the terrain.
    return Island(tiles.laid(space, terrain), confirmed), Change(space, terrain, "replaced", there)
