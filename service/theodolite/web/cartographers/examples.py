"""Examples of requests in the specification: a game of Heroes of two players.

Faces that are not known, such as the attack pattern, are invented: do not copy them from a card.
"""

from typing import Any

_EMPTY = ["..........."]

TABLE: dict[str, Any] = {
    "game": "heroes",
    "map": "C",
    "season": "summer",
    "decrees": {"A": "deepwood", "B": "jorekburg", "C": "caravansary", "D": "silos"},
    "ambushes": ["zombie_plague"],
    "players": [
        {
            "name": "Ann",
            "coins": 4,
            "stars": ["C6", "E6", "D5", "D7"],
            "drawn": [
                "FF.........",
                "F..VV......",
                "....V......",
                ".....H.....",
                ".WW........",
                ".AA........",
                ".......Z...",
                *_EMPTY * 4,
            ],
            "seasons": [
                {"season": "spring", "decrees": [0, 4], "coins": 2, "monsters": -1, "written": 5}
            ],
        },
        {
            "name": "Ben",
            "coins": 2,
            "drawn": [
                "...........",
                "..FFFF.....",
                "..F..VVV...",
                "..AA...V...",
                "..WW.......",
                *_EMPTY * 4,
                "....Z......",
                "...........",
            ],
            "seasons": [
                {"season": "spring", "decrees": [6, 8], "coins": 1, "monsters": -4, "written": 11}
            ],
        },
    ],
    "rulings": {"summer_threshold": "by_game"},
}

SCORE: dict[str, Any] = {"snapshot": TABLE}

UPDATE: dict[str, Any] = {
    "snapshot": {
        "game": "heroes",
        "map": "C",
        "players": [
            {name: TABLE["players"][0][name] for name in ("name", "drawn", "stars", "coins")}
        ],
    },
    "move": {"card": "settlement", "spaces": ["A3", "B3"], "terrain": "village"},
}

END: dict[str, Any] = {
    "snapshot": TABLE,
    "given": {"revealed": ["lagoon", "hillside_terrace", "wildwood_garden", "frontier_dwelling"]},
}

CHECK: dict[str, Any] = {
    "snapshot": TABLE,
    "player": "Ben",
    "move": {
        "card": {"card": "wren_the_lioness", "pattern": ["*.*", ".H.", "..*"]},
        "spaces": ["H6"],
        "terrain": "hero",
        "stars": ["G5", "G7", "I7"],
    },
}

ACTIONS: dict[str, Any] = {
    "snapshot": TABLE,
    "player": "Ann",
    "given": {"card": "wildwood_garden"},
    "value": "season",
    "limit": 3,
}

_FRESH: dict[str, Any] = {
    "game": "cartographers",
    "map": "A",
    "season": "spring",
    "decrees": {
        "A": "sentinel_wood",
        "B": "canal_lake",
        "C": "great_city",
        "D": "borderlands",
    },
    "players": [{"name": "Ann", "drawn": _EMPTY * 11}, {"name": "Ben", "drawn": _EMPTY * 11}],
}

REPLAY: dict[str, Any] = {
    "record": {
        "snapshot": _FRESH,
        "turns": [
            {
                "card": "great_river",
                "moves": {
                    "Ann": {"spaces": ["A1", "A2", "A3"], "terrain": "water"},
                    "Ben": {"spaces": ["C1", "B2", "B1", "A2", "A3"], "terrain": "water"},
                },
            },
            {"card": "temple_ruins"},
            {
                "card": "hamlet",
                "moves": {
                    "Ann": {"spaces": ["B6", "C6", "C7"], "terrain": "village"},
                    "Ben": {"spaces": ["J6", "K6", "K7"], "terrain": "village"},
                },
            },
            {
                "card": "kobold_onslaught",
                "moves": {
                    "Ann": {"spaces": ["E5", "F5", "G5", "F6"], "terrain": "monster"},
                    "Ben": {"spaces": ["H4", "I4", "J4", "I5"], "terrain": "monster"},
                },
            },
        ],
    }
}

_DRAWN = ["WWW........", "VV.........", ".V.........", *_EMPTY * 8]

DISPUTE: dict[str, Any] = {
    "before": _FRESH,
    "after": {**_FRESH, "players": [{"name": "Ann", "drawn": _DRAWN}, _FRESH["players"][1]]},
    "player": "Ann",
    "given": {"cards": ["great_river", "hamlet"]},
}

PICTURE: dict[str, Any] = {"snapshot": TABLE, "spaces": ["E2", "F2", "E3", "F3"], "player": "Ann"}
