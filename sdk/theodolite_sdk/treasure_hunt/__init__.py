"""The client of Treasure Hunt; `types` has what it sends and what is returned."""

from theodolite_sdk.treasure_hunt.client import TreasureHunt

__all__ = ["TreasureHunt"]
