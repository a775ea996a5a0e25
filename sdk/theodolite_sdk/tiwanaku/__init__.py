"""The client of Tiwanaku; `types` has what it sends and what is returned."""

from theodolite_sdk.tiwanaku.client import Tiwanaku

__all__ = ["Tiwanaku"]
