"""Requests about the play that are refused: every fault by its pointer and code."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient

from misterra.tables import EMPTY, OTOMA_CHECK
from theodolite.rulebook import LANGUAGES
from theodolite.web.misterra.examples import ACTIONS, CHECK, DISPUTE, END, REPLAY

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

GOOD: dict[str, Json] = {
    "legality-checks": CHECK,
    "legal-actions": ACTIONS,
    "end-checks": END,
    "replays": REPLAY,
    "disputes": DISPUTE,
}
GONE = object()


def spoilt(good: Json, **changes: Any) -> Json:
    """A valid request with some values changed or removed; `~` in a pointer stands for a slash."""
    body = deepcopy(good)
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
    ("replays", {"record~turns~1~player": "Ada"}, [("/record/turns/1/player", "unknown_player")]),
    ("legality-checks", {"player": 3}, [("/player", "wrong_type")]),
    ("legality-checks", {"player": GONE}, [("/player", "required")]),
    # Otoma plays in a solo game alone, as its cards say.
    (
        "replays",
        {"record~turns~1": {"player": "Otoma", "moves": []}},
        [("/record/turns/1/player", "unknown_player")],
    ),
    (
        "replays",
        {"record~turns~1": {"player": "Otoma", "moves": [{}]}},
        [("/record/turns/1/moves/0/actions", "required")],
    ),
    ("legal-actions", {"player": "Otoma"}, [("/player", "otoma_by_cards")]),
    (
        "disputes",
        {"player": "Otoma"},
        [("/after/otoma", "required"), ("/before/otoma", "required")],
    ),
    ("end-checks", {"player": "Otoma"}, [("/snapshot/otoma", "required")]),
    # Places: what is not written as one
    ("legality-checks", {"move~path": ["f1"]}, [("/move/path/0", "unknown_space")]),
    (
        "legality-checks",
        {"move~path": ["D3", "beach", "beach:"]},
        [("/move/path/1", "unknown_space"), ("/move/path/2", "unknown_space")],
    ),
    (
        "replays",
        {"record~turns~0~moves~0~path": ["beach:a3"]},
        [("/record/turns/0/moves/0/path/0", "unknown_space")],
    ),
    (
        "legality-checks",
        {"move~action~spaces": ["B3", "E"]},
        [("/move/action/spaces/1", "unknown_space")],
    ),
    # Half days
    ("legality-checks", {"move~action~type": "dig"}, [("/move/action/type", "unknown_value")]),
    ("legality-checks", {"move~action~spaces": GONE}, [("/move/action/spaces", "required")]),
    (
        "legality-checks",
        {"move~action~type": "claim"},
        [("/move/action/spaces", "superfluous_field")],
    ),
    ("legality-checks", {"move~action~spaces": ["B3"]}, [("/move/action/spaces", "item_count")]),
    ("legality-checks", {"move~sketch": GONE}, [("/move/sketch", "required")]),
    ("legality-checks", {"move~sketch": ["jungle"]}, [("/move/sketch", "item_count")]),
    (
        "legality-checks",
        {"move~sketch": ["jungle", "swamp"]},
        [("/move/sketch/1", "unknown_terrain")],
    ),
    ("legality-checks", {"move~lagoon~reveal": GONE}, [("/move/lagoon/reveal", "required")]),
    ("legality-checks", {"move~mvoe": []}, [("/move/mvoe", "unknown_field")]),
    ("legality-checks", {"move": GONE}, [("/move", "required")]),
    ("legality-checks", {"move~path": ["C3"] * 61}, [("/move/path", "too_many")]),
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
            "move~path": ["f1", "beach:A3"],
            "move~sketch": GONE,
            "snapshot~deck": -1,
            "snapshot~players~1~meeple": "A1",
        },
        [("/move/path/0", "unknown_space"), ("/snapshot/deck", "out_of_range")],
    ),
    # Faults between fields, nested and outer ones at once
    (
        "legality-checks",
        {
            "player": "Ada",
            "move~sketch": GONE,
            "snapshot~players~1~meeple": "A1",
            "snapshot~players~1~presumptions": [{"card": 1}],
        },
        [
            ("/move/sketch", "required"),
            ("/player", "unknown_player"),
            ("/snapshot/players/1/meeple", "meeple_on_empty_space"),
            ("/snapshot/players/1/presumptions/0/terrain", "missing_face"),
        ],
    ),
    (
        "replays",
        {"record~turns~0~moves~0~sketch": None, "record~turns~1~player": "Ada"},
        [
            ("/record/turns/0/moves/0/sketch", "required"),
            ("/record/turns/1/player", "unknown_player"),
        ],
    ),
    # Records
    ("replays", {"record~turns": REPLAY["record"]["turns"] * 31}, [("/record/turns", "too_many")]),
    ("replays", {"scores": True}, [("/scores", "unknown_field")]),
    (
        "replays",
        {"record~turns~1~revealed": [["jungle", "jungle"]] * 6},
        [("/record/turns/1/revealed", "too_many")],
    ),
]

OTOMA_FAULTS: list[tuple[Json, list[tuple[str, str]]]] = [
    ({"snapshot~otoma": GONE}, [("/snapshot/otoma", "required")]),
    ({"move~actions": []}, [("/move/actions", "item_count")]),
    (
        {"move~actions~0": {"space": "C2", "do": "confirm", "terrain": "jungle"}},
        [
            ("/move/actions/0/otherwise", "required"),
            ("/move/actions/0/terrain", "superfluous_field"),
        ],
    ),
    ({"move~actions~1~do": "dig"}, [("/move/actions/1/do", "unknown_value")]),
    ({"move~claim_at": "z9"}, [("/move/claim_at", "unknown_space")]),
    ({"move~claim_at": "B2"}, [("/move/claim_at", "superfluous_field")]),
    ({"move~path": []}, [("/move/path", "unknown_field")]),
]


def assert_refused(
    client: FlaskClient, endpoint: str, body: Json, faults: list[tuple[str, str]], language: str
) -> None:
    response = client.post(
        f"/v3/misterra/{endpoint}", json=body, headers={"Accept-Language": language}
    )
    answer = response.get_json()
    assert response.status_code == 422, answer
    assert response.mimetype == "application/problem+json"
    assert sorted((error["pointer"], error["code"]) for error in answer["errors"]) == faults
    assert all(error["detail"] and "{" not in error["detail"] for error in answer["errors"])


@pytest.mark.parametrize(("endpoint", "changes", "faults"), FAULTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_reports_every_fault(
    client: FlaskClient,
    endpoint: str,
    changes: Json,
    faults: list[tuple[str, str]],
    language: str,
) -> None:
    assert_refused(client, endpoint, spoilt(GOOD[endpoint], **changes), faults, language)


@pytest.mark.parametrize(("changes", "faults"), OTOMA_FAULTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_reports_every_fault_of_a_half_day_of_otoma(
    client: FlaskClient, changes: Json, faults: list[tuple[str, str]], language: str
) -> None:
    body = spoilt(OTOMA_CHECK, **changes)
    assert_refused(client, "legality-checks", body, faults, language)


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
    move = {
        "path": [],
        "lagoon": CHECK["move"]["lagoon"],
        "sketch": ["jungle", "lagoon"],
        "action": {"type": "discard"},
    }
    del move[optional]
    answer = ask("legality-checks", {**CHECK, "move": move})
    # Without the exchange the card taken is not there; without its use, it is not whole.
    assert answer["legal"] is {"lagoon": False, "action": None}.get(optional, True)


def test_a_half_day_that_is_not_whole_is_not_legal_yet(ask: Ask) -> None:
    answer = ask("legality-checks", {**CHECK, "move": {}})
    assert (answer["legal"], answer["after"], answer["changes"]) == (None, None, [])
    missing = answer["checks"][-1]
    assert (missing["rule"], missing["status"]) == ("misterra.sketch.chosen", "not_checked")
    assert missing["explanation"].startswith("It is not said whether the card is mapped")
    assert answer["unchecked"] == ["misterra.turn.order", "misterra.sketch.chosen"]


@pytest.mark.parametrize(
    ("move", "named"),
    [
        ({"path": ["F3"]}, "F3"),
        ({"path": ["D3", "beach:E6", "beach:C3"]}, "the beach space beside E6 and the beach space"),
        ({"path": ["beach:A3"]}, "the beach space beside A3"),
        ({"sketch": ["jungle", "lagoon"], "action": {"type": "map", "spaces": ["E5", "F5"]}}, "F5"),
        (
            {
                "sketch": ["jungle", "lagoon"],
                "action": {"type": "map", "spaces": ["E3", "beach:E3"]},
            },
            "the beach space beside E3",
        ),
    ],
)
def test_a_move_over_the_edge_is_illegal(ask: Ask, move: Json, named: str) -> None:
    answer = ask("legality-checks", {**CHECK, "move": move})
    assert (answer["legal"], answer["after"], answer["changes"]) == (False, None, [])
    (failed,) = [check for check in answer["checks"] if check["status"] == "failed"]
    assert failed["rule"] == "misterra.setup.board"
    assert failed["explanation"].startswith(f"Over the edge of the board: {named}")
    record = {
        "snapshot": CHECK["snapshot"],
        "turns": [{"player": CHECK["player"], "moves": [move]}],
    }
    answer = ask("replays", {"record": record})
    assert answer["stopped_at"] == {"turn": 0, "move": 0, "player": CHECK["player"]}
    assert failed in answer["turns"][0]["moves"][0]["checks"]


def test_a_table_can_be_sent_as_text(client: FlaskClient, ask: Ask) -> None:
    response = client.post("/v3/misterra/notations", json={"snapshot": CHECK["snapshot"]})
    text = response.get_data(as_text=True)
    assert ask("legality-checks", {**CHECK, "snapshot": text}) == ask("legality-checks", CHECK)
    assert ask("updates", {**CHECK, "snapshot": text}) == ask("updates", CHECK)
    record = {"snapshot": text, "turns": []}
    assert ask("replays", {"record": record})["legal"]


def test_the_island_alone_can_be_drawn(client: FlaskClient) -> None:
    body = {"snapshot": {"island": EMPTY, "otoma": {"claims": []}}, "spaces": ["A1"]}
    response = client.post("/v3/misterra/pictures", json=body)
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")


def test_a_limit_leaves_off_the_last_entries(ask: Ask) -> None:
    whole = ask("legal-actions", ACTIONS)
    assert (whole["total"], whole["more"]) == (len(whole["moves"]), False)
    answer = ask("legal-actions", {**ACTIONS, "limit": 3})
    assert (answer["moves"], answer["total"]) == (whole["moves"][:3], whole["total"])
    assert answer["more"]


def test_a_record_stops_at_a_wrong_claim_of_otoma(ask: Ask) -> None:
    move = OTOMA_CHECK["move"]
    turn = {"player": "Otoma", "moves": [move, {**move, "claim": True, "claim_at": "E5"}]}
    answer = ask("replays", {"record": {"snapshot": OTOMA_CHECK["snapshot"], "turns": [turn]}})
    assert answer["stopped_at"] == {"turn": 0, "move": 1, "player": "Otoma"}
    checks = answer["turns"][0]["moves"][1]["checks"]
    failed = [check["rule"] for check in checks if check["status"] == "failed"]
    assert failed == ["misterra.solo.claim"]


def test_accepts_the_table_after_in_requests(ask: Ask) -> None:
    after = ask("legality-checks", CHECK)["after"]
    assert ask("legal-actions", {"snapshot": after, "player": "Elliott"})["moves"]
    assert ask("scores", {"snapshot": after})["players"]
    before = CHECK["snapshot"]
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
