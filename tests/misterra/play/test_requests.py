"""Requests about the play that cannot be judged: every fault by its pointer and code."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from misterra.tables import EMPTY
from theodolite.rulebook import LANGUAGES
from theodolite.web.misterra.play_examples import (
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


def spoilt(question: str, **changes: Any) -> Json:
    """A good request with what lies at some pointers changed, `~` standing for a slash, or gone."""
    body = deepcopy(GOOD[question])
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
        {"turns~1": {"player": "Otoma", "otoma_half_days": []}},
        [("/turns/1/player", "unknown_player")],
    ),
    (
        "replays",
        {"turns~1": {"player": "Otoma", "half_days": []}},
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
        [("/half_day/move/1", "unknown_space"), ("/half_day/move/2", "unknown_space")],
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
    ("legality-checks", {"half_day": GONE}, [("/half_day", "required")]),
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
        [("/after/players/1/meeple", "meeple_on_empty_space"), ("/before/beach", "unknown_side")],
    ),
    # All at once, and what cannot be read says nothing of the rest
    (
        "legality-checks",
        {"player": "Ada", "half_day~move": ["F1", "beach:A3"], "snapshot~deck": -1},
        [
            ("/half_day/move/0", "unknown_space"),
            ("/half_day/move/1", "unknown_space"),
            ("/player", "unknown_player"),
            ("/snapshot/deck", "out_of_range"),
        ],
    ),
    # Otoma
    ("otoma-turns", {"snapshot~otoma": GONE}, [("/snapshot/otoma", "required")]),
    ("otoma-turns", {"half_days": []}, [("/half_days", "item_count")]),
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
        {"half_days~1~claim_at": "B2"},
        [("/half_days/1/claim_at", "not_largest_region")],
    ),
    ("otoma-turns", {"half_days~0~claim_at": "B2"}, [("/half_days/0/claim_at", "no_claim")]),
    # Records
    ("replays", {"turns": [REPLAY["turns"][0]] * 61}, [("/turns", "too_many")]),
    ("replays", {"scores": 1}, [("/scores", "wrong_type")]),
    (
        "replays",
        {"turns~1~revealed": [["jungle", "jungle"]] * 6},
        [("/turns/1/revealed", "too_many")],
    ),
]


@pytest.mark.parametrize(("question", "changes", "faults"), FAULTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_told(
    client: FlaskClient,
    question: str,
    changes: Json,
    faults: list[tuple[str, str]],
    language: str,
) -> None:
    response = client.post(
        f"/v1/misterra/{question}",
        json=spoilt(question, **changes),
        headers={"Accept-Language": language},
    )
    answer = response.get_json()
    assert response.status_code == 422, answer
    assert response.mimetype == "application/problem+json"
    assert sorted((error["pointer"], error["code"]) for error in answer["errors"]) == faults
    assert all(error["detail"] and "{" not in error["detail"] for error in answer["errors"])


@pytest.mark.parametrize("question", GOOD)
def test_the_examples_are_answered_in_every_language(client: FlaskClient, question: str) -> None:
    told = [
        client.post(
            f"/v1/misterra/{question}", json=GOOD[question], headers={"Accept-Language": language}
        )
        for language in LANGUAGES
    ]
    assert [response.status_code for response in told] == [200] * len(LANGUAGES)
    assert [response.headers["Content-Language"] for response in told] == list(LANGUAGES)


@pytest.mark.parametrize(
    "optional", ["move", "lagoon", "sketch", "action"], ids=lambda name: f"without {name}"
)
def test_a_half_day_may_leave_out_what_the_question_is_not_about(ask: Ask, optional: str) -> None:
    half_day = {
        "move": [],
        "lagoon": LEGALITY_CHECK["half_day"]["lagoon"],
        "sketch": ["jungle", "lagoon"],
        "action": {"type": "discard"},
    }
    del half_day[optional]
    assert ask("legality-checks", {**LEGALITY_CHECK, "half_day": half_day})["checks"]


def test_otomas_claim_in_a_record_is_pointed_at(client: FlaskClient) -> None:
    record = {
        "snapshot": OTOMA_TURN["snapshot"],
        "turns": [
            {
                "player": "Otoma",
                "otoma_half_days": [
                    OTOMA_TURN["half_days"][0],
                    {**OTOMA_TURN["half_days"][1], "claim_at": "B2"},
                ],
            }
        ],
    }
    answer = client.post("/v1/misterra/replays", json=record).get_json()
    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [
        ("/turns/0/otoma_half_days/1/claim_at", "not_largest_region")
    ]


def test_the_table_after_can_be_asked_about_in_turn(ask: Ask) -> None:
    after = ask("legality-checks", LEGALITY_CHECK)["after"]
    assert ask("legal-actions", {"snapshot": after, "player": "Elliott"})["positions"]
    assert ask("scores", after)["players"]
    before = LEGALITY_CHECK["snapshot"]
    asked = {"before": before, "after": after, "player": "Cassandra"}
    assert ask("disputes", asked)["possible"]


@pytest.mark.parametrize(
    ("steppe", "claims", "could_matter"),
    [
        # The marker on B2 and the meeple on D2 share a region by hazy tiles alone.
        (".sss.", ["B2"], True),
        # Nobody's marker is in it, and yet the region told of is another.
        (".sss.", [], True),
        (".SSS.", ["B2"], False),
    ],
)
def test_a_ruling_that_could_change_a_region_is_told(
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
