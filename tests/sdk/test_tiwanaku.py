"""The client of Tiwanaku: what is sent, and what is read from the response."""

from typing import Any

import pytest

from sdk.stub import Stub, answer
from theodolite_sdk import Theodolite
from theodolite_sdk.tiwanaku.types import Action, Move, Player, Record, RecordedTurn, Snapshot

PLAIN: dict[str, Any] = {
    "board": "short",
    "mode": "competitive",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    "players": [{"name": "Ana", "colour": "blue", "meeples": ["B1"], "score": 21}],
}
SNAPSHOT = Snapshot(
    "short",
    "competitive",
    PLAIN["terrain"],
    PLAIN["crops"],
    {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    [Player("Ana", "blue", ["B1"], 21)],
)
STANDING: dict[str, Any] = {
    "players": [
        {
            "name": "Ana",
            "rank": 1,
            "total": 21,
            "diversity_steps": 5,
            "items": [
                {
                    "category": "recorded",
                    "points": 21,
                    "spaces": [],
                    "rule": "tiwanaku.score.recorded",
                    "reference": "S. 9",
                    "explanation": "The marker stands on 21.",
                }
            ],
        }
    ],
    "winners": ["Ana"],
    "decided_by": "diversity_steps",
    "final": False,
    "rulings": [{"name": "offering_size", "value": "any", "could_matter": True}],
}


@pytest.mark.parametrize("snapshot", [SNAPSHOT, PLAIN], ids=["typed", "plain"])
def test_prints_a_score_sheet_in_the_language_of_its_answer(
    stub: Stub, referee: Theodolite, snapshot: Any
) -> None:
    stub.script = [answer(STANDING, Content_Language="de")]
    standing = referee.tiwanaku.score(snapshot)
    assert stub.received[0].json == {"snapshot": PLAIN}
    assert standing["Ana"].total == 21
    lines = str(standing).splitlines()
    assert "Marker                      21" in lines
    assert "Wenn das Spiel jetzt endete: Ana gewinnt durch Vielfalt." in lines
    assert "   21  Marker          The marker stands on 21. (S. 9)" in lines
    with pytest.raises(KeyError, match="Bo"):
        standing["Bo"]


def test_distinguishes_a_move_from_the_reserve_from_an_unknown_start(
    stub: Stub, referee: Theodolite
) -> None:
    stub.script = [answer({"legal": True, "turns": [], "after": PLAIN})] * 2
    for action, sent in (
        (Action("explore", from_=None, path=["E5"]), {"from": None, "path": ["E5"]}),
        (Action("recall", from_="B1"), {"from": "B1"}),
    ):
        referee.tiwanaku.replay(Record(SNAPSHOT, [RecordedTurn("Ana", Move(action))]))
        asked: Any = stub.received[-1].json
        assert asked["record"]["turns"][0]["move"]["action"] == {"type": action.type, **sent}


def test_what_is_not_said_of_a_board_is_not_sent(stub: Stub, referee: Theodolite) -> None:
    board = {name: PLAIN[name] for name in ("board", "terrain", "crops", "tiles")}
    step = {
        "id": 2,
        "law": "one_each",
        "rule": "tiwanaku.law.one_each",
        "reference": "p. 6",
        "explanation": "Coca is the only one left.",
        "because": [1],
    }
    worlds = {"count": 2, "exact": True}
    body = {"consistent": True, "truncated": False, "worlds": worlds, "spaces": {}, "steps": [step]}
    stub.script = [answer(body)]
    deductions = referee.tiwanaku.deduce(board, focus=["B1"])
    assert stub.received[0].json == {"snapshot": board, "focus": ["B1"]}
    assert str(deductions) == "  2. Coca is the only one left. (1)"


def test_a_board_is_read_from_a_photograph_until_there_is_nothing_to_ask(
    stub: Stub, referee: Theodolite
) -> None:
    rows = {"terrain": PLAIN["terrain"], "crops": PLAIN["crops"], "corners": [[0, 0.5]]}
    unsure = {"space": "B1", "terrain": "M", "crop": "1", "confidence": 0.4, "review": True}
    stub.script = [
        answer({"corners": [[0, 0.5]], "ask": ["A1"]}),
        answer({**rows, "ask": ["B1"], "unlawful": ["A1", "B1"], "spaces": [unsure]}),
        answer(rows),
    ]
    said = {"A1": ("M", "1"), "B1": ("M", ".")}
    reading = referee.tiwanaku.guide_photo(b"picture", said.__getitem__, "short")
    assert (reading.terrain, reading.crops) == (tuple(PLAIN["terrain"]), tuple(PLAIN["crops"]))
    assert reading.to_review == ()
    first, second, third = (request.body for request in stub.received)
    assert b"short" in first
    assert b'{"space":"A1","terrain":"M","crop":"1"}' in second
    assert b'{"space":"B1","terrain":"M","crop":"."}' in third


def test_reports_an_impossible_board(stub: Stub, referee: Theodolite) -> None:
    unsure = {"space": "B1", "terrain": "M", "crop": "1", "confidence": 0.4, "review": True}
    stub.script = [answer({"unlawful": ["A1", "B1"], "spaces": [unsure]})]
    reading = referee.tiwanaku.read_photo(b"picture", "short")
    assert reading.unlawful == ("A1", "B1")
    assert [space.space for space in reading.to_review] == ["B1"]
