"""The client of Treasure Hunt: what is read from the response."""

import pytest

from sdk.stub import Stub, answer
from theodolite_sdk import Theodolite


def test_missions_print_player_by_player(stub: Stub, referee: Theodolite) -> None:
    def demand(met: bool | None, explanation: str) -> dict[str, object]:
        return {
            "category": "treasure",
            "met": met,
            "points": None if met is None else int(met),
            "rule": "treasure_hunt.end.mission",
            "reference": "S. 7",
            "explanation": explanation,
        }

    items = [demand(True, "A diamond."), demand(False, "No gold."), demand(None, "Unknown.")]
    players = [
        {"name": "Cassandra", "total": 3, "complete": True, "won": True, "items": items},
        {"name": "Elliott", "complete": None, "won": None, "items": []},
    ]
    won = {"players": players, "winners": ["Cassandra"], "decided_by": "won"}
    stub.script = [answer(won, Content_Language="nl")]
    missions = referee.treasure_hunt.score({})
    assert str(missions).splitlines() == [
        "                         Cassandra   Elliott",
        "────────────────────────────────────────────",
        "Totaal                           3         ?",
        "",
        "Cassandra wint.",
        "",
        "Cassandra: 3 punten",
        "    1  Schat           ✓ A diamond. (S. 7)",
        "    0  Schat           ✗ No gold. (S. 7)",
        "    ?  Schat           ? Unknown. (S. 7)",
        "",
        "Elliott: ? punten",
    ]
    assert "<th>Schat</th>" in missions._repr_html_()
    assert missions["Elliott"].won is None
    with pytest.raises(KeyError, match="Ada"):
        missions["Ada"]


def test_a_verdict_prints_rule_by_rule(stub: Stub, referee: Theodolite) -> None:
    rule = "treasure_hunt.move.count"
    check = {
        "rule": rule,
        "status": "failed",
        "reference": "S. 5",
        "explanation": "1 of 9 steps.",
        "action": 1,
    }
    stub.script = [answer({"legal": False, "checks": [check]}, Content_Language="de")]
    verdict = referee.treasure_hunt.check({}, "Cassandra", {})
    assert str(verdict).splitlines() == ["nicht erlaubt", "✗ 1 of 9 steps. (S. 5)"]


def test_a_segment_is_read_until_there_is_nothing_to_ask(stub: Stub, referee: Theodolite) -> None:
    rows = ["FFFFFFFFFFWFFFF"] * 15
    two = [{"corners": [[at, 0]], "confidence": 0.9} for at in (0, 50)]
    stub.script = [
        answer({"corners": [[0, 0]], "boards": two}),
        answer({"corners": [[50, 0]], "ask": ["N01/E01", "N01/E11"]}),
        answer({"corners": [[50, 0]], "rows": rows}),
    ]
    said = {"N01/E01": "F", "N01/E11": "W"}
    reading = referee.treasure_hunt.guide_photo(
        b"picture", said.__getitem__, place=lambda reading: reading.boards[1].corners
    )
    assert reading.rows == tuple(rows)
    first, *others = (request.body for request in stub.received)
    assert b"corners" not in first
    assert all(b"[[50.0,0.0]]" in body for body in others)
    assert b'{"space":"N01/E11","symbol":"W"}' in others[-1]
