"""Requests about the play that are refused: every fault by its pointer and code."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from misterra.tables import EMPTY
from theodolite.rulebook import LANGUAGES
from theodolite.web.misterra.examples import (
    DISPUTE,
    LEGALITY_CHECK,
    OTOMA_TURN,
    PLAYER_QUESTION,
    REPLAY,
)

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

GOOD: dict[str, Json] = {
    "legality-checks": LEGALITY_CHECK,
    "legal-actions": PLAYER_QUESTION,
    "end-checks": PLAYER_QUESTION,
    "otoma-turns": OTOMA_TURN,
    "replays": REPLAY,
    "disputes": DISPUTE,
}
GONE = object()


def spoilt(endpoint: str, **changes: Any) -> Json:
    """A valid request with some values changed or removed; `~` in a pointer stands for a slash."""
    body = deepcopy(GOOD[endpoint])
    for pointer, value in changes.items():
        *path, last = pointer.split("~")
        part: Any = body
        for key in path:
            part = part[int(key)] if isinstance(part, list) else part[key]
        if value is GONE:
            del part[last]
        elif isinstance(part, list):
            part[int(last)] = value
        else:
            part[last] = value
    return body


FAULTS: list[tuple[str, Json, list[tuple[str, str]]]] = [
    # Players
    ("legality-checks", {"player": "Ada"}, [("/player", "unknown_player")]),
    ("legal-actions", {"player": "Ada"}, [("/player", "unknown_player")]),
    ("end-checks", {"player": "Ada"}, [("/player", "unknown_player")]),
    ("disputes", {"player": "Ada"}, [("/player", "unknown_player")]),
    ("replays", {"turns~1~player": "Ada"}, [("/turns/1/player", "unknown_player")]),
    ("legality-checks", {"player": 3}, [("/player", "wrong_type")]),
    ("legality-checks", {"player": GONE}, [("/player", "required")]),
    # Otoma plays in a solo game alone, and its half days are its own.
    (
        "replays",
        {"turns~1": {"player": "Otoma", "moves": []}},
        [("/turns/1/player", "unknown_player")],
    ),
    (
        "replays",
        {"turns~1": {"player": "Otoma", "moves": []}},
        [
            ("/turns/1/half_days", "superfluous_field"),
            ("/turns/1/player", "unknown_player"),
        ],
    ),
    (
        "replays",
        {"turns~1~otoma_half_days": []},
        [("/turns/1/otoma_half_days", "superfluous_field")],
    ),
    # Places
    ("legality-checks", {"half_day~move": ["F1"]}, [("/half_day/move/0", "unknown_space")]),
    (
        "legality-checks",
        {"half_day~move": ["D3", "beach:C3", "beach:A3"]},
        [("/half_day/move/1", "unknown_space")],
    ),
    ("legality-checks", {"half_day~move": ["beach:A3"]}, [("/half_day/move/0", "unknown_space")]),
    (
        "replays",
        {"turns~0~half_days~0~move": ["beach:A3"]},
        [("/turns/0/half_days/0/move/0", "unknown_space")],
    ),
    (
        "legality-checks",
        {"half_day~action~spaces": ["B3", "beach:E3"]},
        [("/half_day/action/spaces/1", "unknown_space")],
    ),
    # Half days
    (
        "legality-checks",
        {"half_day~action~type": "dig"},
        [("/half_day/action/type", "unknown_value")],
    ),
    (
        "legality-checks",
        {"half_day~action~spaces": GONE},
        [("/half_day/action/spaces", "required")],
    ),
    (
        "legality-checks",
        {"half_day~action~type": "claim"},
        [("/half_day/action/spaces", "superfluous_field")],
    ),
    (
        "legality-checks",
        {"half_day~action~spaces": ["B3"]},
        [("/half_day/action/spaces", "item_count")],
    ),
    ("legality-checks", {"half_day~sketch": GONE}, [("/half_day/sketch", "required")]),
    ("legality-checks", {"half_day~sketch": ["jungle"]}, [("/half_day/sketch", "item_count")]),
    (
        "legality-checks",
        {"half_day~sketch": ["jungle", "swamp"]},
        [("/half_day/sketch/1", "unknown_terrain")],
    ),
    (
        "legality-checks",
        {"half_day~lagoon~reveal": GONE},
        [("/half_day/lagoon/reveal", "required")],
    ),
    ("legality-checks", {"half_day~mvoe": []}, [("/half_day/mvoe", "unknown_field")]),
    ("legality-checks", {"move": GONE}, [("/half_day", "required")]),
    ("legality-checks", {"half_day~move": ["C3"] * 61}, [("/half_day/move", "too_many")]),
    # Snapshots within
    (
        "legality-checks",
        {"snapshot~island~2": "..lSx"},
        [("/snapshot/island/2", "unknown_letter")],
    ),
    ("legal-actions", {"snapshot": GONE}, [("/snapshot", "required")]),
    (
        "disputes",
        {"before~beach": "north", "after~players~1~meeple": "A1"},
        [("/before/beach", "unknown_side")],
    ),
    # Faults within fields, all at once
    (
        "legality-checks",
        {
            "player": "Ada",
            "half_day~move": ["F1", "beach:A3"],
            "half_day~sketch": GONE,
            "snapshot~deck": -1,
            "snapshot~players~1~meeple": "A1",
        },
        [("/half_day/move/0", "unknown_space"), ("/snapshot/deck", "out_of_range")],
    ),
    # Faults between fields, nested and outer ones at once
    (
        "legality-checks",
        {
            "player": "Ada",
            "half_day~move": ["beach:A3"],
            "half_day~sketch": GONE,
            "snapshot~players~1~meeple": "A1",
            "snapshot~players~1~presumptions": [{"card": 1}],
        },
        [
            ("/half_day/move/0", "unknown_space"),
            ("/half_day/sketch", "required"),
            ("/player", "unknown_player"),
            ("/snapshot/players/1/meeple", "meeple_on_empty_space"),
            ("/snapshot/players/1/presumptions/0/terrain", "missing_face"),
        ],
    ),
    (
        "replays",
        {
            "turns~0~half_days~0~move": ["beach:A3"],
            "turns~0~half_days~0~sketch": None,
            "turns~1~player": "Otoma",
        },
        [
            ("/turns/0/half_days/0/move/0", "unknown_space"),
            ("/turns/0/half_days/0/sketch", "required"),
            ("/turns/1/half_days", "superfluous_field"),
            ("/turns/1/player", "unknown_player"),
        ],
    ),
    # Otoma
    ("otoma-turns", {"snapshot~otoma": GONE}, [("/snapshot/otoma", "required")]),
    ("otoma-turns", {"moves": []}, [("/half_days", "item_count")]),
    (
        "otoma-turns",
        {"half_days~0~actions~0": {"space": "C2", "do": "confirm", "terrain": "jungle"}},
        [
            ("/half_days/0/actions/0/otherwise", "required"),
            ("/half_days/0/actions/0/terrain", "superfluous_field"),
        ],
    ),
    (
        "otoma-turns",
        {"half_days~0~actions~1~do": "dig"},
        [("/half_days/0/actions/1/do", "unknown_value")],
    ),
    ("otoma-turns", {"half_days~1~claim_at": "Z9"}, [("/half_days/1/claim_at", "unknown_space")]),
    (
        "otoma-turns",
        {"half_days~0~claim_at": "B2"},
        [("/half_days/0/claim_at", "superfluous_field")],
    ),
    # Records
    ("replays", {"turns": [REPLAY["turns"][0]] * 61}, [("/turns", "too_many")]),
    ("replays", {"scores": 1}, [("/scores", "wrong_type")]),
    (
        "replays",
        {"turns~1~revealed": [["jungle", "jungle"]] * 6},
        [("/turns/1/revealed", "too_many")],
    ),
]


@pytest.mark.parametrize(("endpoint", "changes", "faults"), FAULTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_reports_every_fault(
    client: FlaskClient,
    endpoint: str,
    changes: Json,
    faults: list[tuple[str, str]],
    language: str,
) -> None:
    response = client.post(
        f"/v3/misterra/{endpoint}",
        json=spoilt(endpoint, **changes),
        headers={"Accept-Language": language},
    )
    answer = response.get_json()
    assert response.status_code == 422, answer
    assert response.mimetype == "application/problem+json"
    assert sorted((error["pointer"], error["code"]) for error in answer["errors"]) == faults
    assert all(error["detail"] and "{" not in error["detail"] for error in answer["errors"])


@pytest.mark.parametrize("endpoint", GOOD)
def test_the_examples_are_answered_in_every_language(client: FlaskClient, endpoint: str) -> None:
    responses = [
        client.post(
            f"/v3/misterra/{endpoint}", json=GOOD[endpoint], headers={"Accept-Language": language}
        )
        for language in LANGUAGES
    ]
    assert [response.status_code for response in responses] == [200] * len(LANGUAGES)
    assert [response.headers["Content-Language"] for response in responses] == list(LANGUAGES)


@pytest.mark.parametrize(
    "optional", ["path", "lagoon", "sketch", "action"], ids=lambda name: f"without {name}"
)
def test_fields_of_a_half_day_are_optional(ask: Ask, optional: str) -> None:
    half_day = {
        "path": [],
        "lagoon": LEGALITY_CHECK["move"]["lagoon"],
        "sketch": ["jungle", "lagoon"],
        "action": {"type": "discard"},
    }
    del half_day[optional]
    assert ask("legality-checks", {**LEGALITY_CHECK, "move": half_day})["checks"]


def test_a_record_stops_at_a_wrong_claim_of_otoma(ask: Ask) -> None:
    record = {
        "snapshot": OTOMA_TURN["snapshot"],
        "turns": [
            {
                "player": "Otoma",
                "moves": [
                    OTOMA_TURN["moves"][0],
                    {**OTOMA_TURN["moves"][1], "claim_at": "B2"},
                ],
            }
        ],
    }
    answer = ask("replays", {"record": record})
    assert answer["stopped_at"] == {"turn": 0, "move": 1}
    checks = answer["turns"][0]["moves"][1]["checks"]
    failed = [check["rule"] for check in checks if check["status"] == "failed"]
    assert failed == ["misterra.solo.claim"]


def test_accepts_the_table_after_in_requests(ask: Ask) -> None:
    after = ask("legality-checks", LEGALITY_CHECK)["after"]
    assert ask("legal-actions", {"snapshot": after, "player": "Elliott"})["moves"]
    assert ask("scores", {"snapshot": after})["players"]
    before = LEGALITY_CHECK["snapshot"]
    request = {"before": before, "after": after, "player": "Cassandra"}
    assert ask("disputes", request)["possible"]


@pytest.mark.parametrize(
    ("steppe", "claims", "could_matter"),
    [
        # The marker on B2 and the meeple on D2 share a region by hazy tiles alone.
        (".sss.", ["B2"], True),
        # There is no marker in it, and yet the region in the answer is another.
        (".sss.", [], True),
        (".SSS.", ["B2"], False),
    ],
)
def test_reports_a_ruling_that_could_change_a_region(
    ask: Ask, steppe: str, claims: list[str], could_matter: bool
) -> None:
    snapshot = {
        "beach": "right",
        "island": [".....", ".S.SS", steppe, ".MMLJ", "....."],
        "players": [
            {"name": "Cassandra", "parchment": EMPTY, "claims": claims},
            {"name": "Elliott", "parchment": EMPTY, "meeple": "D2"},
        ],
    }
    answer = ask("legal-actions", {"snapshot": snapshot, "player": "Elliott"})
    assert [(r["name"], r["could_matter"]) for r in answer["rulings"]] == [
        ("claim_region", could_matter)
    ]
