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

ISLAND_UPDATE: dict[str, Any] = {
    "island": ["J.LS.", "jMLSS", "..LMS", "S.mm.", "SS..J"],
    "sketch": [{"space": "B1", "terrain": "lagoon"}, {"space": "A1", "terrain": "steppe"}],
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

PLAYER_QUESTION: dict[str, Any] = {"snapshot": _TABLE, "player": "Elliott"}

LEGALITY_CHECK: dict[str, Any] = {
    "snapshot": _TABLE,
    "player": "Cassandra",
    "half_day": {
        "lagoon": {"discard": ["jungle", "steppe"], "reveal": ["jungle", "lagoon"]},
        "sketch": ["jungle", "lagoon"],
        "action": {"type": "map", "spaces": ["B3", "C3"]},
    },
}

OTOMA_TURN: dict[str, Any] = {
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
    "half_days": [
        {
            "actions": [
                {"space": "C2", "do": "confirm", "otherwise": "mountain"},
                {"space": "D4", "do": "map", "terrain": "jungle"},
            ]
        },
        {
            "actions": [
                {"space": "C4", "do": "confirm", "otherwise": "steppe"},
                {"space": "B1", "do": "map", "terrain": "jungle"},
            ],
            "claim": True,
        },
    ],
}

REPLAY: dict[str, Any] = {
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
            "half_days": [
                {
                    "move": ["beach:E3"],
                    "sketch": ["steppe", "lagoon"],
                    "action": {"type": "map", "spaces": ["E3", "D3"]},
                },
                {
                    "move": ["E3", "D3"],
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
            "half_days": [
                {
                    "move": ["beach:E3"],
                    "sketch": ["steppe", "steppe"],
                    "action": {"type": "map", "spaces": ["E3", "E4"]},
                },
                {
                    "move": ["E3"],
                    "sketch": ["steppe", "steppe"],
                    "action": {"type": "map", "spaces": ["E4", "E5"]},
                },
            ],
            "revealed": [["jungle", "steppe"], ["mountain", "mountain"]],
        },
    ],
    "scores": True,
}

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

LEGAL_ACTIONS: dict[str, Any] = {
    "snapshot": {**REPLAY["snapshot"], "display": [["lagoon", "lagoon"]]},
    "player": "Cassandra",
    "value": "now",
}
