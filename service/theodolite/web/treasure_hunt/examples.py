"""An example request for each operation of Treasure Hunt; board and missions are invented."""

from typing import Any

_ROWS = [
    *["F" * 30] * 6,
    *["FFFF" + "S" * 8 + "WW" + "S" * 12 + "FFFF"] * 5,
    "F" * 6 + "P" * 18 + "F" * 6,
    *["FFFF" + "S" * 8 + "WW" + "S" * 12 + "FFFF"] * 5,
    *["FFFFFF" + "SSS?SS" + "WW" + "S" * 10 + "FFFFFF"] * 4,
    *["F" * 30] * 9,
]

TABLE: dict[str, Any] = {
    "board": {"rows": _ROWS, "bridges": [["N12/E13", "N12/E14"]]},
    "players": [
        {
            "name": "Cassandra",
            "colour": "red",
            "home": "N01/E01",
            "explorers": [{"at": "N12/E10"}, {"at": "N18/E10", "terrain": "sand"}],
            "routes": {
                "triangle": {
                    "cards": ["N07/E21", "N13/E20"],
                    "info": ["buried", "open"],
                    "treasures": ["gold"],
                },
                "circle": {"cards": ["N08/E10"]},
                "square": {"cards": ["N15/E19"]},
            },
            "coordinates": 6,
            "treasures": ["choice"],
            "hand": ["shovel", "boat"],
            "free": ["tree"],
            "mission": {
                "difficulty": 2,
                "treasures": ["diamond", "gold"],
                "coordinates": 9,
            },
        },
        {
            "name": "Elliott",
            "colour": "blue",
            "home": "N30/E30",
            "explorers": [{"at": "N12/E16"}, {"at": "N30/E30"}],
            "routes": {
                "triangle": {"cards": ["N10/E06"]},
                "circle": {"cards": ["N15/E10"], "info": ["closed"], "treasures": [None]},
                "square": {"cards": []},
            },
        },
    ],
    "trees": [["N09/E08", "N10/E08"]],
    "walkers": [{"at": "N20/E20", "moved_by": None}],
    "creep_throughs": ["N12/E08"],
    "variants": {"young": False, "teams": False},
    "rulings": {},
}

_MOVE = {
    "actions": [
        {"do": "roll", "die": "brown", "pips": 7},
        {
            "do": "move",
            "mover": "explorer:1",
            "path": [f"N12/E{east}" for east in range(11, 18)],
        },
    ],
}
_WALK = {
    "actions": [
        {"do": "roll", "die": "brown", "pips": 9},
        {"do": "move", "mover": "explorer:1", "path": ["N13/E16"]},
    ],
}
_TURN = {"player": "Cassandra", "move": _MOVE}

SCORE = {"snapshot": TABLE}
CHECK = {"snapshot": TABLE, **_TURN}
ACTIONS = {
    "snapshot": TABLE,
    "player": "Cassandra",
    "given": {"roll": {"die": "brown", "pips": 7}},
    "limit": 3,
}
ROUTE = {"snapshot": TABLE, "player": "Cassandra", "explorer": 2, "targets": ["N15/E19"]}
REPLAY = {"record": {"snapshot": TABLE, "turns": [_TURN, {"player": "Elliott", "move": _WALK}]}}
REVIEW = {"record": {"snapshot": TABLE, "turns": [_TURN]}}
PICTURE = {"snapshot": TABLE, "spaces": ["N12/E17"]}

_CASSANDRA, _ELLIOTT = TABLE["players"]
DISPUTE = {
    "before": TABLE,
    "after": {
        **TABLE,
        "players": [
            {**_CASSANDRA, "explorers": [{"at": "N12/E17"}, _CASSANDRA["explorers"][1]]},
            _ELLIOTT,
        ],
    },
    "player": "Cassandra",
}
