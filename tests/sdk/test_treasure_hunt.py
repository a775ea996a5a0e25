"""The questions about Treasure Hunt: what is read from the answer."""

import pytest

from sdk.stub import Stub, answer
from theodolite_sdk import Theodolite


def test_missions_print_player_by_player(stub: Stub, referee: Theodolite) -> None:
    def demand(met: bool | None, explanation: str) -> dict[str, object]:
        rule = "treasure_hunt.end.mission"
        return {"demand": "treasure", "met": met, "rule": rule, "explanation": explanation}

    items = [demand(True, "A diamond."), demand(False, "No gold."), demand(None, "Unknown.")]
    players = [
        {"name": "Cassandra", "complete": True, "won": True, "items": items},
        {"name": "Elliott", "complete": None, "won": None, "items": []},
    ]
    stub.script = [answer({"players": players, "winners": ["Cassandra"]}, Content_Language="nl")]
    missions = referee.treasure_hunt.check_missions({})
    assert str(missions).splitlines() == [
        "Cassandra",
        "  ✓ A diamond.",
        "  ✗ No gold.",
        "  ? Unknown.",
        "",
        "Elliott",
        "",
        "Cassandra wint.",
    ]
    assert missions["Elliott"].won is None
    with pytest.raises(KeyError, match="Ada"):
        missions["Ada"]


def test_a_verdict_prints_rule_by_rule(stub: Stub, referee: Theodolite) -> None:
    rule = "treasure_hunt.move.count"
    check = {"rule": rule, "status": "failed", "explanation": "1 of 9 steps.", "action": 1}
    stub.script = [answer({"legal": False, "checks": [check]}, Content_Language="de")]
    verdict = referee.treasure_hunt.check_legality({}, {})
    assert str(verdict).splitlines() == ["nicht erlaubt", f"✗ 1 of 9 steps. [{rule}]"]
