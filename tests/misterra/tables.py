"""Boards and players that many tests share."""

from typing import Any

Json = dict[str, Any]

EMPTY = ["....."] * 5
FULL = ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"]
"""An island that is confirmed throughout, or a parchment that is covered throughout."""


def player(name: str = "Ada", **other: Any) -> Json:
    """A player with an empty parchment, and other fields."""
    return {"name": name, "parchment": EMPTY, **other}
