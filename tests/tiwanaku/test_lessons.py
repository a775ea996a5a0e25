"""The lessons of the page: each board's hint needs the law of its lesson and no other."""

import json
from importlib.resources import files
from typing import Any

import pytest
from flask.testing import FlaskClient

LESSONS: dict[str, list[dict[str, Any]]] = json.loads(
    files("theodolite.web").joinpath("page/puzzle/lessons.json").read_text("utf-8")
)
BOARDS = [
    pytest.param(law, board, id=f"{law} {at}")
    for law, boards in LESSONS.items()
    for at, board in enumerate(boards, 1)
]
TERRAINS = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}


@pytest.mark.parametrize(("law", "board"), BOARDS)
def test_a_board_needs_just_its_law(client: FlaskClient, law: str, board: dict[str, Any]) -> None:
    table = {key: board[key] for key in ("terrain", "crops", "tiles")}
    body = {"snapshot": {"board": "short", **table}, "layable": True}
    hint = client.post("/v3/tiwanaku/hints", json=body).get_json()["hint"]
    assert hint["space"] == board["space"]
    assert {step["law"] for step in hint["steps"]} == {law}
    found = str(hint["crop"]) if "crop" in hint else hint["terrain"]
    assert found == TERRAINS.get(board["is"], board["is"])


def test_each_law_has_three_boards() -> None:
    assert {law: len(boards) for law, boards in LESSONS.items()} == dict.fromkeys(LESSONS, 3)
    boards = [json.dumps(board) for boards in LESSONS.values() for board in boards]
    assert len(set(boards)) == len(boards)
