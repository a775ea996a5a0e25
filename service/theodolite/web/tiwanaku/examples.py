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

PLAYER: dict[str, Any] = {"snapshot": SNAPSHOT, "player": "Ana"}

LEGALITY_CHECK: dict[str, Any] = {
    **PLAYER,
    "turn": {"action": {"type": "explore", "from": "B1", "path": ["A1", "B1"]}},
}

TURN: dict[str, Any] = {
    **PLAYER,
    "turn": {
        "action": {"type": "explore", "from": None, "path": ["E5", "D5"], "wheel": "rock"},
        "offering": [],
    },
}

REPLAY: dict[str, Any] = {
    "snapshot": SNAPSHOT,
    "turns": [
        {"player": "Ana", "turn": TURN["turn"]},
        {"player": "Bo", "turn": {"action": {"type": "recall", "from": "D3"}}},
    ],
}

DISPUTE: dict[str, Any] = {
    "before": SNAPSHOT,
    "after": {
        **SNAPSHOT,
        "players": [{**SNAPSHOT["players"][0], "score": 25}, SNAPSHOT["players"][1]],
    },
    "player": "Ana",
}

SET_UP: dict[str, Any] = {
    "board": "long",
    "mode": "solo",
    "difficulty": "easy",
    "players": [{"name": "Ana", "colour": "blue"}],
    "terrain": [".........", ".G..M....", ".........", "...S...R.", "....G...."],
    "crops": [".........", ".1..2....", ".........", "...3...1.", "....4...."],
    "tiles": {"mud": 11, "sand": 12, "grass": 11, "rock": 11},
    "start": ["B2", "E2", "D4", "H4", "E5"],
    "otoma": [
        {"colour": "yellow", "space": "B2"},
        {"colour": "brown", "space": "E2"},
        {"colour": "green", "space": "D4"},
        {"colour": "white", "space": "H4"},
        {"colour": "purple", "space": "E5"},
    ],
}

_SOLO: dict[str, Any] = {
    "board": "long",
    "mode": "solo",
    "terrain": SET_UP["terrain"],
    "crops": SET_UP["crops"],
    "tiles": SET_UP["tiles"],
    "start": SET_UP["start"],
    "players": [
        {
            "name": "Ana",
            "colour": "blue",
            "meeples": [],
            "score": 10,
            "offerings": [],
            "diversity": {"mud": 0, "sand": 0, "grass": 0, "rock": 0},
        }
    ],
    "otoma": {
        "pawns": SET_UP["otoma"],
        "score": 21,
        "diversity": {"mud": 1, "sand": 1, "grass": 2, "rock": 1},
    },
    "paths": [["A2:left", "A4:left"]],
}

OTOMA_MOVES: dict[str, Any] = {
    "snapshot": _SOLO,
    "after_move": None,
    "moves": [
        {"pawn": "brown", "direction": "right", "wheel": {"terrain": "sand", "crop": 5}},
        {"pawn": "purple", "direction": "up"},
    ],
}

_BOARD = {field: SNAPSHOT[field] for field in ("board", "terrain", "crops", "tiles")}

DEDUCTION: dict[str, Any] = {
    **_BOARD,
    "rulings": {"crop_limit": "box"},
    "focus": ["B1"],
    "explain": True,
    "count_to": 10_000,
    "time_limit_ms": 5000,
}

HINT: dict[str, Any] = {**_BOARD, "rulings": {}, "max_tier": 3, "seen": [], "layable": False}

SCENARIO_CHECK: dict[str, Any] = {
    "board": "short",
    "terrain": ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"],
    "crops": ["13524", "42413", "15352", "34243", "25251"],
    "start": ["A1", "C3", "E5"],
    "otoma": None,
}

SCENARIO: dict[str, Any] = {"board": "short", "seed": 19, "unique": "from_start"}

PICTURE: dict[str, Any] = {
    "snapshot": SNAPSHOT,
    "possible": {"D5": {"terrain": ["rock"], "crops": [1, 3]}},
    "spaces": ["C2", "C3", "C4"],
}
