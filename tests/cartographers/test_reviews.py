"""Reviews of records against plain enumeration, and turn by turn."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.cartographers_play import recorded_draws, weigh
from reference.cartographers_tables import random_record
from theodolite.web.cartographers.examples import REPLAY

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]


@pytest.fixture
def ask(client: FlaskClient) -> Ask:
    """Send a request, and return the response."""

    def ask(operation: str, body: Json) -> Json:
        answer: Json = client.post(f"/v3/cartographers/{operation}", json=body).get_json()
        return answer

    return ask


@pytest.mark.parametrize("seed", range(8))
def test_reviews_agree_with_a_plain_enumeration(ask: Ask, seed: int) -> None:
    record = random_record(Random(f"review {seed}"))
    answer = ask("reviews", record)
    turns = {turn["pointer"]: turn for turn in answer["turns"]}
    assert answer["replay"] == ask("replays", record)
    draws = [*recorded_draws(record)]
    assert [*turns] == [pointer for pointer, _ in draws]
    # The first maps have most placements, so that few of them are looked at.
    for pointer, asked in [draws[0], *draws[5::7]] if draws else ():
        turn = turns[pointer]
        assert (turn["value"], turn["best"]["value"]) == weigh(asked)


@pytest.mark.parametrize("seed", range(8, 16))
def test_reviews_tell_what_legal_actions_and_legality_checks_tell(ask: Ask, seed: int) -> None:
    record = random_record(Random(f"review {seed}"))
    answer = ask("reviews", record)
    for turn, (_, asked) in [*zip(answer["turns"], recorded_draws(record), strict=True)][::3]:
        assert turn["cost"] == turn["best"]["value"] - turn["value"] >= 0
        checked = ask("legality-checks", {**asked, "draw": turn["best"]["draw"]})
        assert checked.get("legal"), checked
        if asked["on"] != asked["player"] or not asked["draw"]["spaces"]:
            continue
        bare = {name: value for name, value in asked.items() if name != "draw"}
        found = ask("legal-actions", {**bare, "value": "game", "limit": 1000})
        values = [value["change"] for one in found["placements"] for value in one["values"]]
        assert turn["best"]["value"] == values[0]
        drawn = [
            value
            for one in found["placements"]
            for value in one["values"]
            if one["spaces"] == sorted_as(one["spaces"], asked["draw"]["spaces"])
            and one["stars"] == sorted_as(one["stars"], asked["draw"].get("stars", []))
            and value["terrain"] == asked["draw"]["terrain"]
            and value.get("destroys") == asked["draw"].get("destroys")
        ]
        # Of a gorgon's targets only the best is listed, and of placements 1000.
        assert [turn["value"]] == [value["change"] for value in drawn] or not drawn
        assert drawn or asked["draw"].get("destroys") or found["more"]


def sorted_as(order: list[str], spaces: list[str]) -> list[str]:
    """Spaces in an order, if they are the same."""
    return order if {*order} == {*spaces} else spaces


def test_costs_nothing_to_take_the_best(ask: Ask) -> None:
    record = deepcopy(REPLAY)
    for i, turn in enumerate(record["seasons"][0]["turns"]):
        for name in turn.get("draws", {}):
            pointer = f"/seasons/0/turns/{i}/draws/{name}"
            for _ in range(2):
                reviewed = {one["pointer"]: one for one in ask("reviews", record)["turns"]}
                if pointer not in reviewed:
                    return
                turn["draws"][name] = reviewed[pointer]["best"]["draw"]
            assert reviewed[pointer]["cost"] == 0


def test_reviews_an_empty_record(ask: Ask) -> None:
    answer = ask("reviews", {**REPLAY, "seasons": []})
    assert (answer["turns"], answer["moments"], answer["reviewed"]) == ([], [], 0)


def test_reviews_an_illegal_record_up_to_where_it_stops(ask: Ask) -> None:
    record = random_record(Random("review 0"))
    pointers = [turn["pointer"] for turn in ask("reviews", record)["turns"]]
    *_, i, _, j, _, name = pointers[1].split("/")[1:]
    record["seasons"][int(i)]["turns"][int(j)]["draws"][name] = {"spaces": []}
    answer = ask("reviews", record)
    assert answer["replay"]["stopped_at"]["player"] == name
    assert [turn["pointer"] for turn in answer["turns"]] == pointers[:1]


def test_refuses_decrees_that_are_missing(ask: Ask) -> None:
    record = {
        **REPLAY,
        "snapshot": {**REPLAY["snapshot"], "decrees": {"A": REPLAY["snapshot"]["decrees"]["A"]}},
    }
    codes = [error["code"] for error in ask("reviews", record)["errors"]]
    assert {*codes} == {"decree_missing"}
    assert len(codes) == len({*(error["pointer"] for error in ask("reviews", record)["errors"])})
