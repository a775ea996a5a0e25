"""Records beside the table that is seen: agreement, and the turn that is wrong."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from properties.frame import GAMES, Json, Service
from spoilt.records import fault, lawful, replayed, spoilt

FEW = 2
"""The records of each game that are spoilt."""
NEIGHBOURS: dict[str, Callable[[list[Any]], list[Any]]] = {
    "nothing": lambda _: [],
    "backwards": lambda turns: turns[::-1],
    "first_four_times": lambda turns: turns[:1] * 4,
    "without_the_first": lambda turns: turns[1:],
}


def record_of(service: Service, game: str, seed: int) -> Json:
    """A lawful record, and the table after it."""
    found = (lawful(service, game, Random(100 * seed + i)) for i in range(100))
    return next(one for one in found if one is not None)


@pytest.fixture(params=GAMES)
def service(client: FlaskClient, request: pytest.FixtureRequest) -> Service:
    return Service(client, request.param)


def test_a_record_agrees_with_its_own_table(service: Service) -> None:
    for seed in range(FEW):
        right = record_of(service, service.game, seed)
        answer = replayed(service, **right)
        assert answer
        seen = answer["seen"]
        assert (seen["agrees"], seen["differences"], seen["corrections"]) == (True, [], [])


def test_a_table_of_another_game_differs(service: Service) -> None:
    right, *others = (record_of(service, service.game, seed) for seed in range(2, 8))
    seen = next(other["seen"] for other in others if other["record"] != right["record"])
    answer = replayed(service, right["record"], seen=seen)
    assert answer
    assert not answer["seen"]["agrees"]
    said = [each["explanation"] for each in answer["seen"]["differences"]]
    assert not [one for one in said if one[0] in ": " or one.startswith("table")]


def test_without_a_table_nothing_is_compared(service: Service) -> None:
    answer = replayed(service, record_of(service, service.game, 0)["record"])
    assert answer
    assert "seen" not in answer


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
def test_unlawful_neighbours_are_answered(service: Service, neighbour: str) -> None:
    right = record_of(service, service.game, 1)
    record = right["record"]
    changed = {**record, "turns": NEIGHBOURS[neighbour](record["turns"])}
    answer = replayed(service, changed, seen=right["seen"])
    assert answer
    seen = answer["seen"]
    assert seen["agrees"] == (not seen["differences"])


def test_the_spoilt_turn_is_named(service: Service) -> None:
    """For the most part: `python -m spoilt.records` measures it. Each correction leads there."""
    outcomes = []
    for seed in range(FEW):
        random, right = Random(seed), record_of(service, service.game, seed)
        outcomes += [fault(service, one) for one in spoilt(random, **right)]
    faults = [outcome[0] for outcome in outcomes if outcome is not None]
    assert not [says for says in faults if "does not lead" in says]
    missed = [says for says in faults if says]
    assert len(missed) <= len(faults) / 4, missed


def test_letters_of_maps_become_words(client: FlaskClient) -> None:
    start = "beach: top\nisland: JM.../...../...../...../.....\nplayer Ada: at A1\n"
    seen = start.replace("JM.", "jLS")
    body = {"record": {"snapshot": start, "turns": []}, "seen": seen}
    (found,) = client.post("/v3/misterra/replays", json=body).get_json()["seen"]["differences"]
    assert found["explanation"] == (
        "island, A1, B1, C1: jungle, mountain, nothing by the record, "
        "a hazy jungle tile, lagoon, steppe on the table."
    )
