"""The client of Cartographers and Heroes; `types` has what it sends and what is returned."""

from theodolite_sdk.cartographers.client import Cartographers

__all__ = ["Cartographers"]
