"""Boards and players that many tests share."""

from typing import Any

Json = dict[str, Any]

EMPTY = ["....."] * 5
FULL = ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"]
"""An island that is confirmed throughout, or a parchment that is covered throughout."""


def player(name: str = "Ada", **other: Any) -> Json:
    """A player with an empty parchment, and other fields."""
    return {"name": name, "parchment": EMPTY, **other}


OTOMA_CHECK: Json = {
    "snapshot": {
        "beach": "right",
        "island": [".....", ".J.s.", "..LSs", ".MmL.", "....."],
        "players": [
            {
                "name": "Cassandra",
                "parchment": [".....", "...S.", "..LSS", ".MML.", "....."],
                "meeple": "C3",
                "claims": ["D3"],
            }
        ],
        "otoma": {"claims": []},
        "display": [["lagoon", "lagoon"], ["jungle", "steppe"], ["mountain", "steppe"]],
        "deck": 83,
    },
    "player": "Otoma",
    "move": {
        "actions": [
            {"space": "C2", "do": "confirm", "otherwise": "mountain"},
            {"space": "D4", "do": "map", "terrain": "jungle"},
        ]
    },
}
"""A legality check of a half day of Otoma."""
