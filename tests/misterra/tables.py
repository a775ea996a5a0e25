"""Boards that many tests lay, and players who sit at them."""

from typing import Any

__all__ = ["EMPTY", "FULL", "Json", "player"]

Json = dict[str, Any]

EMPTY = ["....."] * 5
FULL = ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"]
"""Confirmed throughout, or a parchment that is covered throughout."""


def player(name: str = "Ada", **other: Any) -> Json:
    """A player with an empty parchment, and whatever else is said of them."""
    return {"name": name, "parchment": EMPTY, **other}
