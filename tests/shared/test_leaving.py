"""Players who leave the table: a record judged with them and without, the table, and its score."""

from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from properties.frame import GAMES, Json, Request, Service
from spoilt.records import lawful, replayed
from theodolite.web.app import create_app
from theodolite.web.games import GAMES as ALL

FEW = 4
"""The records of each game."""


@pytest.fixture(params=GAMES, scope="module")
def service(request: pytest.FixtureRequest) -> Service:
    return Service(create_app().test_client(), request.param)


@cache
def records_of(service: Service) -> list[tuple[Json, list[str]]]:
    """Lawful records of several players, and their names."""
    found = (lawful(service, service.game, Random(seed)) for seed in range(200))
    records = (
        one["record"] for one in found if one and isinstance(one["record"]["snapshot"], dict)
    )
    named = ((one, [player["name"] for player in one["snapshot"]["players"]]) for one in records)
    return [*islice((one for one in named if len(one[1]) > 1), FEW)]


def players_of(turn: Json) -> set[str]:
    """Those who play in a turn of a record."""
    moves = turn.get("moves")
    return {turn["player"]} if "player" in turn else {*moves} if isinstance(moves, dict) else set()


def failed(turn: Any) -> list[str]:
    """The rules that a turn of a replay breaks, the order of the answer kept."""
    moves = turn.get("moves") or ()
    checks = [check for one in (turn, *moves) for check in one["checks"]]
    return [check["rule"] for check in checks if check["status"] == "failed"]


def with_leave(record: Json, at: int, name: str) -> Json:
    """A record in which a player leaves before a turn."""
    turns = record["turns"]
    return {**record, "turns": [*turns[:at], {"player": name, "left": True}, *turns[at:]]}


def test_only_those_who_stay_play_on(service: Service) -> None:
    """Up to the next turn of the player who left nothing changes; that one is illegal."""
    seen = set()
    for seed, (record, names) in enumerate(records_of(service)):
        random, turns = Random(seed), record["turns"]
        at, name = random.randrange(len(turns) + 1), random.choice(names)
        answer = replayed(service, with_leave(record, at, name))
        assert answer
        later = [i for i in range(at, len(turns)) if name in players_of(turns[i])]
        before = replayed(service, {**record, "turns": turns[:at]})
        assert before
        assert before["turns"] == answer["turns"][: len(before["turns"])]
        assert answer["turns"][at]["legal"] is True
        stop = answer["stopped_at"]
        if later:
            assert answer["legal"] is False
            assert stop["turn"] <= later[0] + 1
            if stop["turn"] == later[0] + 1 and stop["player"] == name:
                assert failed(answer["turns"][-1])[0] == f"{service.game}.turn.left"
                seen.add("later")
        assert answer["after"]["left"] == [name]
        seen.add("left")
    assert seen == {"later", "left"}


def test_nobody_leaves_twice_and_the_last_ends_the_game(service: Service) -> None:
    for record, names in records_of(service):
        gone = [{"player": name, "left": True} for name in names]
        twice = replayed(service, {**record, "turns": [gone[0], *gone]})
        assert twice
        assert (twice["legal"], twice["stopped_at"]["turn"]) == (False, 1)
        assert failed(twice["turns"][1]) == [f"{service.game}.turn.left"]
        all_gone = replayed(service, {**record, "turns": gone})
        assert all_gone
        assert all_gone["legal"] is True
        table = all_gone["after"]
        ended = service.ask(Request("end-checks", {"snapshot": table})).document
        assert (ended["over"], ended["next_player"], ended["still_to_play"]) == (True, None, [])
        on = replayed(service, {**record, "turns": [*gone, *record["turns"]]})
        assert on
        assert on["legal"] is False


def test_who_left_wins_nothing_and_is_passed_over(service: Service) -> None:
    game = next(one for one in ALL if one.id == service.game)
    for record, names in records_of(service):
        if record["snapshot"].get("mode", "competitive") != "competitive":
            continue
        table = replayed(service, {**record, "turns": []})
        assert table
        for name in names:
            left = {**table["after"], "left": [name]}
            text = game.notation and game.notation.write(left)
            scored = service.ask(Request("scores", {"snapshot": text}))
            if scored.ok:
                assert name not in scored.document["winners"]
                assert [one["name"] for one in scored.document["players"]] == names
            ended = service.ask(Request("end-checks", {"snapshot": left, "player": names[0]}))
            assert name not in [ended.document["next_player"], *ended.document["still_to_play"]]


@pytest.mark.parametrize(
    "turn",
    [
        {"player": "Nobody", "left": True},
        {"player": "Otoma", "left": True},
        {"left": True},
        {"player": 0, "left": True},
    ],
)
def test_leaves_that_mean_nothing_are_refused(service: Service, turn: Json) -> None:
    record, _ = records_of(service)[0]
    answer = service.ask(Request("replays", {"record": {**record, "turns": [turn]}}))
    assert answer.status == 422
    assert {pointer for pointer, _ in answer.faults} == {"/record/turns/0/player"}


def test_a_table_is_left_once_by_those_at_it(service: Service) -> None:
    record, names = records_of(service)[0]
    for left, code in (["Nobody"], "unknown_player"), ([names[0]] * 2, "entry_twice"):
        table = {**record["snapshot"], "left": left}
        assert service.ask(Request("end-checks", {"snapshot": table})).codes == {code}
