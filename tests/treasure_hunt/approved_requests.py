"""Requests whose answers use every sentence of the rules: numbered cases."""

from typing import Any

from suites import suite

Json = dict[str, Any]

_CASES = """
01.06 01.14 01.19 01.21 01.28 01.29 01.30 01.32 01.33
02.01 02.02 02.07 02.11 02.18 02.20 02.21 02.22 02.23 02.28 02.30 02.35 02.37 02.38 02.41
03.03 03.04 03.08 03.09 03.16 03.18 03.19 03.20 03.22 03.25 03.26 03.31
05.02 05.05 05.14 05.21 05.23 05.24 05.26 05.29 05.30 05.35 05.40 05.43
06.02 06.05 06.10 06.18 06.24
08.03 08.05 08.08 08.17 08.23
10.02 10.07 10.08 10.09 10.12 10.13 10.14 10.17 10.18 10.20 10.21 10.22 10.23 10.24 10.25 10.26
10.27 10.28 10.29 10.30 10.32 10.33 10.34 10.35 10.36 10.38 10.39
11.01 11.02 11.03 11.04 11.05 11.06 11.09 11.12 11.13 11.19 11.20 11.21 11.24 11.26 11.31 11.32
11.33 11.36 11.37 11.38 11.39 11.40 11.41 11.46 11.47 11.52 11.62
12.01 12.12 12.13
13.01 13.03 13.04 13.06 13.10 13.12 13.15 13.21 13.25 13.33 13.34
14.02 14.04 14.06 14.10 14.15 14.18 14.19 14.20 14.21 14.22 14.23 14.24 14.25
"""
"""The ids of numbered cases whose answers together use every sentence."""


def _requests() -> dict[str, dict[str, Json]]:
    operations: dict[str, dict[str, Json]] = {}
    for case in suite("treasure_hunt").cases:
        operation = str(case.request["path"]).rpartition("/")[2]
        if case.id.removeprefix("HATC-") in _CASES.split():
            operations.setdefault(operation, {})[case.id] = case.request["body"]
    return operations


REQUESTS = _requests()
"""The request bodies of each operation, by the ids of their cases."""

UNTRIED = (
    ("treasure_hunt.setup", "three_plus"),
    ("treasure_hunt.setup", "twice"),
    # These sentences of all games are approved with Cartographers.
    ("treasure_hunt.turn.left", "passed"),
    ("treasure_hunt.turn.left", "failed"),
    ("treasure_hunt.turn.left", "twice"),
    ("treasure_hunt.creep", "stays"),
    ("treasure_hunt.supply", "too_many_of_card"),
    ("treasure_hunt.supply", "too_many_of_treasure"),
)
"""Sentences of disputes, or that need a board pack, which these requests do not use."""
