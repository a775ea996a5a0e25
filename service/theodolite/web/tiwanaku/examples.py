"""Examples of requests, for the specification. Their discs and paths are invented."""

from typing import Any

SNAPSHOT: dict[str, Any] = {
    "board": "short",
    "mode": "competitive",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    "start": ["A1", "B2", "C3", "E4", "E5"],
    "diversity_top": None,
    "players": [
        {
            "name": "Ana",
            "colour": "blue",
            "meeples": ["B1", "C2"],
            "score": 21,
            "offerings": [],
            "diversity": {"mud": 1, "sand": 2, "grass": 1, "rock": 1},
        },
        {
            "name": "Bo",
            "colour": "green",
            "meeples": ["D3", "B4"],
            "score": 17,
            "offerings": [],
            "diversity": {"mud": 0, "sand": 2, "grass": 1, "rock": 1},
        },
    ],
    "final": None,
    "rulings": {},
}

SCORE: dict[str, Any] = {"snapshot": SNAPSHOT}

PLAYER: dict[str, Any] = {"snapshot": SNAPSHOT, "player": "Ana"}

_MOVE: dict[str, Any] = {
    "action": {"type": "explore", "from": None, "path": ["E5", "D5"], "wheel": "rock"},
    "offering": [],
}

CHECK: dict[str, Any] = {**PLAYER, "move": _MOVE}

REPLAY: dict[str, Any] = {
    "record": {
        "snapshot": SNAPSHOT,
        "turns": [
            {"player": "Ana", "move": _MOVE},
            {"player": "Bo", "move": {"action": {"type": "recall", "from": "D3"}}},
        ],
    }
}

DISPUTE: dict[str, Any] = {
    "before": SNAPSHOT,
    "after": {
        **SNAPSHOT,
        "players": [{**SNAPSHOT["players"][0], "score": 25}, SNAPSHOT["players"][1]],
    },
    "player": "Ana",
}

_BOARD = {field: SNAPSHOT[field] for field in ("board", "terrain", "crops", "tiles")}

DEDUCTION: dict[str, Any] = {
    "snapshot": {**_BOARD, "rulings": {"crop_limit": "box"}},
    "focus": ["B1"],
    "explain": True,
    "count_to": 10_000,
    "time_limit_ms": 5000,
}

HINT: dict[str, Any] = {"snapshot": _BOARD, "max_tier": 3, "seen": [], "layable": False}

SCENARIO: dict[str, Any] = {"draw": {"board": "short", "seed": 19, "unique": "from_start"}}

PICTURE: dict[str, Any] = {
    "snapshot": SNAPSHOT,
    "possible": {"D5": {"terrain": ["rock"], "crops": [1, 3]}},
    "spaces": ["C2", "C3", "C4"],
}
