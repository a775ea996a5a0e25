"""Requests whose responses contain every sentence of Tiwanaku: numbered cases and some boards."""

import json
from pathlib import Path
from typing import Any

from suites import suite
from theodolite.web.tiwanaku.examples import PLAYER, SNAPSHOT

Json = dict[str, Any]

UNTRIED = (
    ("tiwanaku.discover.terrain", "misread"),
    ("tiwanaku.divine.crop", "misread"),
    ("tiwanaku.turn.one_action", "solo"),
    ("tiwanaku.turn.one_action", "lacking"),
    ("tiwanaku.turn.one_action", "both"),
    # These sentences of all games are approved with Cartographers.
    ("tiwanaku.turn.left", "passed"),
    ("tiwanaku.turn.left", "failed"),
    ("tiwanaku.turn.left", "twice"),
    ("tiwanaku.wheel.lawful", "not_checked"),
    ("tiwanaku.law.last_tiles", "none"),
    ("tiwanaku.law.reach", "no_way"),
    ("tiwanaku.law.reach", "too_far"),
    ("tiwanaku.law.reach", "crowded_none"),
    ("tiwanaku.law.reach", "touching_none"),
    ("tiwanaku.law.reach", "unfit_none"),
    ("tiwanaku.law.reach", "no_way_none"),
    ("tiwanaku.law.all_five_seen", "min"),
)
"""Sentences that need a slow machine, that no board tried brought about, or of spoilt disputes."""

_CASES = """
01.06 01.07 01.18 01.22 01.24 01.25 01.28 01.31
02.03 02.06 02.08
03.07 03.11 03.15 03.16 03.18 03.20 03.22 03.26 03.27
04.05 04.06 04.07 04.09 04.10 04.17 04.18 04.19 04.22 04.26 04.28 04.32
05.07 05.08 05.10 05.12 05.16 05.20
06.15 06.18 06.19 06.22 06.23 06.29 06.37 06.38 06.41 06.48
07.16 07.19 07.23 07.24 07.26 07.27
08.01 08.03 08.05 08.10 08.12 08.14 08.15 08.16 08.17 08.22 08.23 08.31 08.32 08.33 08.35 08.36
08.37 08.38 08.42 08.43 08.45 08.46 08.48 08.49 08.54 08.57 08.58 08.59 08.61 08.64 08.66 08.67
08.69 08.71 08.72 08.74
09.04 09.07 09.10 09.11 09.12 09.16 09.17 09.21 09.22 09.26 09.33 09.42 09.46 09.47 09.56 09.57
09.63 09.64 09.68 09.74 09.77
10.02 10.03 10.04 10.07 10.08 10.09 10.13 10.14 10.16 10.17 10.18 10.20 10.24 10.27 10.28 10.31
10.36 10.51 10.53 10.54 10.65 10.66 10.102 10.103 10.104 10.105 10.107
11.10 11.11 11.13
12.09 12.13 12.14 12.18 12.19 12.21 12.27 12.28 12.32
13.01 13.04 13.05 13.08 13.11 13.16 13.33 13.34 13.36 13.39 13.40 13.48 13.49 13.50 13.53 13.54
13.57 13.58 13.60 13.64 13.66 13.67 13.68 13.69 13.70
20.04 20.08 20.15 20.19 20.20 20.21 20.22 20.23 20.25
21.02 21.05 21.15 21.19
"""
"""Numbered cases that between them say every sentence of play."""

_LAWS: dict[str, tuple[str, str, tuple[int, int, int, int]]] = {
    # Boards between whose proofs every law has its say.
    "last places": (
        "SS.S. MMMM. ..R.R MMMG. MMGG.",
        "15.3. 321.. ..3.1 2.45. 3521.",
        (10, 5, 5, 5),
    ),
    "joined": ("MMG.G MM..G .GSSS G.... G.RRR", "2.5.. 51..3 .2351 3.... 4.351", (5, 5, 10, 5)),
    "a terrain by search": (
        "G..SS ..... G.RRR GGSRR ...S.",
        "1..21 ..... ..421 42153 ...2.",
        (6, 8, 6, 5),
    ),
    "corners": ("..GGG M.SG. ..S.S .GG.S GRRR.", "..... 5..2. ..3.. .5... ...5.", (5, 5, 10, 5)),
    "a crop by search": (
        "MRS.G M..SG MR... MR.M. RR.MM",
        ".1... ....4 13... .5.5. ...14",
        (10, 4, 5, 6),
    ),
    "too small": (".MM.G ...GG .MRS. S.SS. .RRR.", ".31.3 ...51 ..14. 1.23. .415.", (7, 5, 5, 8)),
    "blocks": ("RRSM. RS... .SG.M G.GS. GM...", "3.... .5... .4..1 5..5. 4....", (6, 10, 6, 3)),
    "too few levels": (
        ".RSSG MM... MR..G MRMMG RRR.M",
        ".1..3 ..... ..... .5.5. ..4..",
        (10, 4, 5, 6),
    ),
    "complete": ("R.MMG R..MM .G.SS RGGSS RRGRS", "..... ..... ..... .4... ...14", (5, 5, 6, 9)),
    "no U and no V": (
        "M.M.M SGGRR .RGRR S..MR R..MM",
        "3.1.. ...4. ...2. ....3 3....",
        (9, 3, 3, 10),
    ),
    "a corner alone": (
        "R.SM. .SSM. ..G.M GGG.. GM..S",
        "...5. .53.. ..1.. ..... 4....",
        (6, 10, 6, 3),
    ),
    "no shape": ("...S. ...SG MR.M. MR.MG .RRMM", "..... ....4 13... 45... ....4", (10, 4, 5, 6)),
    "a corner or nothing": (
        "S.S.. M.MM. R.R.. MM..G ..GG.",
        "..4.. ..1.. ..... .1... .....",
        (10, 5, 5, 5),
    ),
    "no tile left": (
        ".R.S. M..SG .R..G MRMM. .R..M",
        "...1. ...24 .3..1 .52.. .....",
        (10, 4, 5, 6),
    ),
    "neither a corner nor a U": (
        "MSS.. ..... ..RG. .MR.G M...S",
        "321.. ..... ..1.. .42.2 2....",
        (10, 4, 6, 5),
    ),
    "touching or nothing": (
        "S.R.S ..RS. S.G.. ..M.. ...RM",
        "....4 ..42. 1.... ..... ...3.",
        (6, 10, 1, 8),
    ),
    "closed": ("..MMG GSG.G .SSG. GGSMM .R.M.", "....1 1...3 .312. 5453. ...4.", (7, 5, 11, 2)),
}
_VIOLATED: Json = {
    "board": "short",
    "terrain": ["MMMMM", "MSSRR", "GGSRR", "GGRSS", "MMRSS"],
    "crops": ["12345", "13121", "24534", "31253", "54142"],
    "start": [],
    "otoma": None,
}


_OPEN: Json = {
    "snapshot": {
        **SNAPSHOT,
        "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..RRM"],
        "players": [{**SNAPSHOT["players"][0], "meeples": ["D5"]}, SNAPSHOT["players"][1]],
    },
    "player": "Ana",
}


def _requests() -> dict[str, dict[str, Json]]:
    requests: dict[str, dict[str, Json]] = {}
    for case in suite("tiwanaku").cases:
        operation = str(case.request["path"]).rpartition("/")[2]
        if case.id.removeprefix("TATC-") in _CASES.split():
            requests.setdefault(operation, {})[case.id] = case.request["body"]
    names = ("mud", "sand", "grass", "rock")
    requests["deductions"] = {
        name: {
            "snapshot": {
                "board": "short",
                "terrain": terrain.split(),
                "crops": crops.split(),
                "tiles": dict(zip(names, tiles, strict=True)),
            },
            "time_limit_ms": 10_000,
        }
        for name, (terrain, crops, tiles) in _LAWS.items()
    }
    requests["deductions"]["notes"] = {
        **requests["deductions"]["corners"],
        "focus": ["E5"],
        "notes": [{"space": "E5", "value": value} for value in (*names[:3], 2, 3, 4, 5)],
    }
    agreed = Path(__file__).parents[1] / "shared" / "agreement.ndjson"
    cases = [json.loads(line) for line in agreed.read_text("utf-8").splitlines()]
    (twice,) = (case["request"] for case in cases if case["title"] == "A pawn moves away once")
    requests["legality-checks"]["a pawn twice"] = twice
    requests["scenarios"]["every law broken"] = {"check": _VIOLATED}
    requests["advice"] = {"one crop certain": PLAYER, "one crop open": _OPEN}
    return requests


REQUESTS = _requests()
"""By operation: each body by name."""
