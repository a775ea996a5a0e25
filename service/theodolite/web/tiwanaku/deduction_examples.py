"""Examples of questions about the secret world, for the specification. Their discs are invented."""

from typing import Any

from theodolite.web.tiwanaku.play_examples import SNAPSHOT

__all__ = ["DEDUCTION", "PICTURE", "SCENARIO", "SCENARIO_CHECK"]

_BOARD = {field: SNAPSHOT[field] for field in ("board", "terrain", "crops", "tiles")}

DEDUCTION: dict[str, Any] = {
    **_BOARD,
    "rulings": {"crop_limit": "box"},
    "focus": ["B1"],
    "explain": True,
    "count_to": 10_000,
    "time_limit_ms": 5000,
}

SCENARIO_CHECK: dict[str, Any] = {
    "board": "short",
    "terrain": ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"],
    "crops": ["13524", "42413", "15352", "34243", "25251"],
    "start": ["A1", "C3", "E5"],
    "otoma": None,
}

SCENARIO: dict[str, Any] = {"board": "short", "seed": 7, "unique": "from_start"}

PICTURE: dict[str, Any] = {
    "snapshot": SNAPSHOT,
    "possible": {"D5": {"terrain": ["rock"], "crops": [1, 3]}},
    "spaces": ["C2", "C3", "C4"],
}
