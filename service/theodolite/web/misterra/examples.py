"""Examples for the specification. The faces of their cards are invented."""

from typing import Any

__all__ = ["FINISHED_GAME", "ISLAND_UPDATE", "PICTURE"]

FINISHED_GAME: dict[str, Any] = {
    "beach": "right",
    "island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    "players": [
        {
            "name": "Cassandra",
            "parchment": ["JJLSS", "JMLSS", "MMLMS", "SSMMJ", "SSJJJ"],
            "meeple": "C3",
            "claims": ["D1"],
            "presumptions": [{"card": 9}, {"card": 3, "terrain": "lagoon"}],
        },
        {
            "name": "Elliott",
            "parchment": ["..LS.", "JJMSS", "..MMS", "S...J", "....."],
            "meeple": "beach:E3",
            "claims": ["A5"],
            "presumptions": [
                {"card": 13, "terrain": "steppe", "avoid": "mountain"},
                {"card": 24, "pattern": ["SS"]},
            ],
        },
    ],
    "variants": {"master_cartographers": True},
    "rulings": {"disputed_regions": "nobody_scores"},
    "display": [["lagoon", "lagoon"], ["jungle", "steppe"]],
    "deck": 31,
}

ISLAND_UPDATE: dict[str, Any] = {
    "island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    "sketch": [{"space": "B1", "terrain": "lagoon"}, {"space": "A1", "terrain": "steppe"}],
}

PICTURE: dict[str, Any] = {
    "snapshot": FINISHED_GAME,
    "spaces": ["D1", "D2", "E2", "E3"],
    "player": "Cassandra",
}
