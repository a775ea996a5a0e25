"""Examples of requests for the specification. Start positions and faces of cards are invented."""

from typing import Any

FINISHED_GAME: dict[str, Any] = {
    "beach": "right",
    "island": ["J.LS.", "jMLSS", ".JLMS", "S.mm.", "SS..J"],
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

SCORE: dict[str, Any] = {"snapshot": FINISHED_GAME}

UPDATE: dict[str, Any] = {
    "snapshot": {"island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"]},
    "move": {
        "sketch": ["lagoon", "steppe"],
        "action": {"type": "map", "spaces": ["B1", "A1"]},
    },
}

PICTURE: dict[str, Any] = {
    "snapshot": FINISHED_GAME,
    "spaces": ["D1", "D2", "E2", "E3"],
    "player": "Cassandra",
}

_TABLE: dict[str, Any] = {
    "beach": "right",
    "island": [".....", ".J.s.", "..lSs", ".Mml.", "....."],
    "players": [
        {
            "name": "Cassandra",
            "parchment": [".....", "...S.", "..LSS", ".....", "....."],
            "meeple": "C3",
            "claims": ["D3"],
        },
        {
            "name": "Elliott",
            "parchment": [".....", ".....", ".....", ".MML.", "....."],
            "meeple": "D4",
        },
    ],
    "display": [
        ["lagoon", "lagoon"],
        ["jungle", "steppe"],
        ["mountain", "steppe"],
        ["jungle", "mountain"],
        ["lagoon", "steppe"],
    ],
    "deck": 83,
}

END: dict[str, Any] = {"snapshot": _TABLE, "player": "Elliott"}

CHECK: dict[str, Any] = {
    "snapshot": _TABLE,
    "player": "Cassandra",
    "move": {
        "lagoon": {"discard": ["jungle", "steppe"], "reveal": ["jungle", "lagoon"]},
        "sketch": ["jungle", "lagoon"],
        "action": {"type": "map", "spaces": ["B3", "C3"]},
    },
}

_RECORD: dict[str, Any] = {
    "snapshot": {
        "beach": "right",
        "island": [".....", ".J...", ".....", ".....", "...J."],
        "players": [
            {"name": "Cassandra", "parchment": ["....."] * 5},
            {"name": "Elliott", "parchment": ["....."] * 5},
        ],
        "display": [
            ["mountain", "steppe"],
            ["lagoon", "steppe"],
            ["steppe", "steppe"],
            ["steppe", "steppe"],
            ["jungle", "lagoon"],
        ],
        "deck": 99,
    },
    "turns": [
        {
            "player": "Cassandra",
            "moves": [
                {
                    "path": ["beach:E3"],
                    "sketch": ["steppe", "lagoon"],
                    "action": {"type": "map", "spaces": ["E3", "D3"]},
                },
                {
                    "path": ["E3", "D3"],
                    "lagoon": {
                        "discard": ["jungle", "lagoon"],
                        "reveal": ["lagoon", "mountain"],
                    },
                    "sketch": ["lagoon", "mountain"],
                    "action": {"type": "map", "spaces": ["D3", "C3"]},
                },
            ],
            "revealed": [["jungle", "jungle"], ["lagoon", "lagoon"]],
        },
        {
            "player": "Elliott",
            "moves": [
                {
                    "path": ["beach:E3"],
                    "sketch": ["steppe", "steppe"],
                    "action": {"type": "map", "spaces": ["E3", "E4"]},
                },
                {
                    "path": ["E3"],
                    "sketch": ["steppe", "steppe"],
                    "action": {"type": "map", "spaces": ["E4", "E5"]},
                },
            ],
            "revealed": [["jungle", "steppe"], ["mountain", "mountain"]],
        },
    ],
}

REPLAY: dict[str, Any] = {"record": _RECORD}

DISPUTE: dict[str, Any] = {
    "before": _TABLE,
    "after": {
        **_TABLE,
        "island": [".....", ".Jss.", "..LSs", ".Mml.", "....."],
        "players": [
            _TABLE["players"][0],
            {
                "name": "Elliott",
                "parchment": [".....", "..S..", "..L..", ".MML.", "....."],
                "meeple": "D3",
            },
        ],
        "display": _TABLE["display"][:4],
    },
    "player": "Elliott",
}

ACTIONS: dict[str, Any] = {
    "snapshot": {**_RECORD["snapshot"], "display": [["lagoon", "lagoon"]]},
    "player": "Cassandra",
    "value": "now",
}
