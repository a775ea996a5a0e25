"""The client of Maps of Misterra; `types` has what it sends and what is returned."""

from theodolite_sdk.misterra.client import Misterra

__all__ = ["Misterra"]
