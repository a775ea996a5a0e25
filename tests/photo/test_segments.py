"""Reading a segment of Treasure Hunt's board into a board pack."""

import json
from functools import cache
from io import BytesIO
from typing import Any

from flask.testing import FlaskClient

from photo.scene import EASY
from photo.segments import PrintedSegment, segment
from theodolite.web.treasure_hunt.packs import SEGMENT, PackSchema
from theodolite.web.treasure_hunt.photos import AT_ONCE

PATH = "/v3/treasure-hunt/photos"


@cache
def shown() -> PrintedSegment:
    return segment(3_000_001, EASY)


def post(client: FlaskClient, **parts: Any) -> Any:
    texts = {name: json.dumps(part) for name, part in parts.items()}
    return client.post(PATH, data={"photo": (BytesIO(shown().data), "segment.jpg"), **texts})


def test_a_segment_is_read_into_a_board_pack(client: FlaskClient) -> None:
    truth = dict(zip(SEGMENT.names, "".join(shown().rows), strict=True))
    answer = post(client, corners=shown().corners).get_json()
    assert answer["rows"] is None
    named: dict[str, str] = {}
    rounds = 0
    while answer["ask"]:
        assert not named.keys() & set(answer["ask"])
        assert len(answer["ask"]) <= AT_ONCE or not named
        named |= {space: truth[space] for space in answer["ask"]}
        samples = [{"space": space, "symbol": symbol} for space, symbol in named.items()]
        answer = post(client, corners=shown().corners, samples=samples).get_json()
        rounds += 1
    assert rounds <= 6
    assert len(named) <= 45
    missing = set(truth.values()) - set(named.values())
    wrong = [name for name, at in truth.items() if answer_of(answer, name) != at]
    assert all(truth[name] in missing for name in wrong)
    pack = PackSchema().load_fast(
        {"north": "down", "segments": {"A": {"rows": answer["rows"], "bridges": []}}}
    )
    assert list(pack.segments["A"].rows) == answer["rows"]


def answer_of(answer: Any, name: str) -> str:
    space = next(space for space in answer["spaces"] if space["space"] == name)
    return str(space["symbol"])


def test_faults_of_samples_are_listed(client: FlaskClient) -> None:
    samples = [
        {"space": "N16/E01", "symbol": "W"},
        {"space": "N01/E01", "symbol": "."},
        {"space": "N02/E01", "symbol": "?"},
    ]
    response = post(client, samples=samples, map="A")
    assert response.status_code == 422
    assert {fault["pointer"] for fault in response.get_json()["errors"]} == {
        "/samples/0/space",
        "/samples/1/symbol",
        "/map",
    }
