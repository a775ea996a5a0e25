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
    replayed = ask("replays", record)
    assert {key: answer[key] for key in ("legal", "stopped_at")}.items() <= replayed.items()
    draws = [*recorded_draws(record["record"])]
    assert [*turns] == [pointer for pointer, _ in draws]
    # The first maps have most placements, so that few of them are looked at.
    for pointer, asked in [draws[0], *draws[5::7]] if draws else ():
        turn = turns[pointer]
        assert (turn["value"], turn["best"]["value"]) == weigh(asked)


@pytest.mark.parametrize("seed", range(8, 16))
def test_reviews_tell_what_legal_actions_and_legality_checks_tell(ask: Ask, seed: int) -> None:
    record = random_record(Random(f"review {seed}"))
    answer = ask("reviews", record)
    for turn, (_, asked) in [*zip(answer["turns"], recorded_draws(record["record"]), strict=True)][
        ::3
    ]:
        assert turn["cost"] == turn["best"]["value"] - turn["value"] >= 0
        move = asked["move"]
        given = {name: move[name] for name in ("card", "on", "after_ruins")}
        best = {**asked, "move": {**given, **turn["best"]["move"]}}
        assert ask("legality-checks", best)["legal"]
        if given["on"] != asked["player"] or not move["spaces"]:
            continue
        listed = {"snapshot": asked["snapshot"], "player": asked["player"], "given": given}
        found = ask("legal-actions", {**listed, "value": "game", "limit": 1000})
        values = [value["change"] for one in found["moves"] for value in one["values"]]
        assert turn["best"]["value"] == values[0]
        drawn = [
            value
            for one in found["moves"]
            for value in one["values"]
            if one["spaces"] == sorted_as(one["spaces"], move["spaces"])
            and one["stars"] == sorted_as(one["stars"], move.get("stars", []))
            and value["terrain"] == move["terrain"]
            and value.get("destroys") == move.get("destroys")
        ]
        # Of a gorgon's targets only the best is listed, and of placements 1000.
        assert [turn["value"]] == [value["change"] for value in drawn] or not drawn
        assert drawn or move.get("destroys") or found["more"]


def sorted_as(order: list[str], spaces: list[str]) -> list[str]:
    """Spaces in an order, if they are the same."""
    return order if {*order} == {*spaces} else spaces


def test_costs_nothing_to_take_the_best(ask: Ask) -> None:
    body = deepcopy(REPLAY)
    for i, turn in enumerate(body["record"]["turns"]):
        for name in turn.get("moves", {}):
            pointer = f"/record/turns/{i}/moves/{name}"
            for _ in range(2):
                reviewed = {one["pointer"]: one for one in ask("reviews", body)["turns"]}
                if pointer not in reviewed:
                    return
                turn["moves"][name] = reviewed[pointer]["best"]["move"]
            assert reviewed[pointer]["cost"] == 0


def test_reviews_an_empty_record(ask: Ask) -> None:
    answer = ask("reviews", {"record": {**REPLAY["record"], "turns": []}})
    assert (answer["turns"], answer["moments"], answer["reviewed"]) == ([], [], 0)


def test_reviews_a_record_up_to_where_it_stops(ask: Ask) -> None:
    body = random_record(Random("review 0"))
    pointers = [turn["pointer"] for turn in ask("reviews", body)["turns"]]
    *_, i, _, name = pointers[1].split("/")
    body["record"]["turns"][int(i)]["moves"][name] = {"spaces": []}
    answer = ask("reviews", body)
    assert answer["stopped_at"]["player"] == name
    assert [turn["pointer"] for turn in answer["turns"]] == pointers[:1]
    del body["record"]["turns"][int(i) + 1 :]
    body["record"]["turns"][int(i)]["moves"][name] = {}
    answer = ask("reviews", body)
    assert (answer["legal"], answer["stopped_at"]) == (None, None)
    assert [turn["pointer"] for turn in answer["turns"]] == pointers[:1]


def test_refuses_decrees_that_are_missing(ask: Ask) -> None:
    start = REPLAY["record"]["snapshot"]
    known = {**start, "decrees": {"A": start["decrees"]["A"]}}
    answer = ask("reviews", {"record": {**REPLAY["record"], "snapshot": known}})
    codes = [error["code"] for error in answer["errors"]]
    assert {*codes} == {"decree_missing"}
    assert len(codes) == len({error["pointer"] for error in answer["errors"]})
