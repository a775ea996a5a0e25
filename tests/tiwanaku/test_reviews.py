"""Reviews of records, compared with the advice asked for turn by turn."""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.tiwanaku_play import random_record
from theodolite import reviews as frame
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.tiwanaku.actions import (
    Action,
    Divine,
    Explore,
    FinalOffering,
    FinalPrediction,
    Prediction,
)
from theodolite.tiwanaku.advice import Chances, advise, expected_points
from theodolite.tiwanaku.legal_actions import legal_actions
from theodolite.tiwanaku.odds import find_odds
from theodolite.tiwanaku.replays import Record, replay
from theodolite.tiwanaku.reviews import review, weigh
from theodolite.tiwanaku.snapshot import Mode, Snapshot
from theodolite.web.tiwanaku.examples import REPLAY
from theodolite.web.tiwanaku.game import GAME
from theodolite.web.tiwanaku.moves import records_of
from tiwanaku.test_whole_games import play

Json = dict[str, Any]
Ask = Callable[[Mapping[str, Any]], Json]
RULEBOOK = Rulebook("theodolite.tiwanaku")
RECORD: Json = json.loads(
    Path(__file__).parents[2].joinpath("examples/tiwanaku/record.json").read_text("utf-8")
)
FEW_EMPTY = 8


def loaded(body: Json) -> tuple[Snapshot, Sequence[Record]]:
    """The first table of a record, and its turns."""
    operation = GAME.operation("replays")
    assert operation is not None
    assert operation.schema is not None
    record = operation.schema.load_fast(body)["record"]
    return record["snapshot"], records_of(record)


@pytest.fixture
def ask(client: FlaskClient) -> Ask:
    """Ask for a review."""

    def ask(body: Mapping[str, Any]) -> Json:
        answer: Json = client.post("/v3/tiwanaku/reviews", json=body).get_json()
        return answer

    return ask


def best_of_advice(table: Snapshot, record: Record) -> float:
    """The most expected points that `advice` finds, at least 0."""
    found = advise(table, record.seat)
    discoveries = [one.points for one in found.discoveries]
    return max(0, *discoveries, *(one.value for one in found.predictions), 0)


def test_reviews_tell_what_advice_tells(ask: Ask) -> None:
    answer = ask(RECORD)
    snapshot, records = loaded(RECORD)
    replayed = replay(snapshot, records)
    assert answer["legal"]
    assert not answer["truncated"]
    assert answer["reviewed"] == len(answer["turns"]) == len(records) - 2
    for turn in answer["turns"]:
        at = int(turn["pointer"].removeprefix("/record/turns/"))
        table, record = replayed.tables[at], records[at]
        assert turn["player"] == table.player_names[record.seat]
        value = expected_points(table, record.seat, record.turn)
        assert turn["value"] == pytest.approx(value, abs=5e-5)
        best = max(value, best_of_advice(table, record))
        assert turn["best"]["value"] == pytest.approx(best, abs=5e-5)
        assert turn["cost"] == pytest.approx(best - value, abs=1e-4)


@pytest.mark.parametrize("mode", Mode)
def test_reviews_random_games_of_each_mode(mode: Mode) -> None:
    reviewed = 0
    for table, seat, turn, _ in play(Random(5), mode)[1]:
        if table.land.empty.bit_count() > FEW_EMPTY or isinstance(turn.action, FinalOffering):
            continue
        record, chances = Record(seat, turn), Chances(table)
        weighed = weigh(table, record, chances=chances)
        for language in LANGUAGES:
            assert RULEBOOK.word(language, weighed.says)
        assert weighed.best is not None
        assert weighed.cost is not None
        assert weighed.cost >= 0
        value = expected_points(table, seat, turn, chances)
        assert weighed.value == pytest.approx(value, abs=5e-5)
        found, best = advise(table, seat), weighed.best.value
        # A solo player must predict everything; the tile spent decides where a group may go.
        if mode is Mode.COMPETITIVE:
            assert best == pytest.approx(max(value, best_of_advice(table, record)), abs=5e-5)
        else:
            assert best <= max(value, best_of_advice(table, record)) + 5e-5
        if mode is Mode.SOLO and weighed.cost > 0 and weighed.best.action.predicts:
            assert len(legal_actions(table, seat).divinable) == 1
        assert found.worlds > 0
        reviewed += 1
    assert reviewed >= 3


def test_costs_nothing_to_take_the_best() -> None:
    snapshot, records = loaded(RECORD)
    replayed = replay(snapshot, records)
    for table, record in zip(replayed.tables, records, strict=False):
        best = weigh(table, record).best
        assert best is not None
        names, (space, predicts, offers) = table.land.grid.spaces, best.action
        made = tuple(Prediction(names[at], level) for at, level in predicts)
        action: Action | None = None
        if made:
            action = Divine(made) if table.final is None else FinalPrediction(*made)
        elif space is not None:
            action = Explore(None, (names[space],))
        turn = record.turn._replace(action=action, offering=offers)
        assert weigh(table, Record(record.seat, turn)).cost == 0


def test_random_records_are_reviewed_up_to_where_they_stop(
    client: FlaskClient, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame, "review", partial(frame.review, work=1500))
    for seed in range(8):
        record = random_record(Random(f"review {seed}"))
        answer = ask(record)
        replayed = client.post("/v3/tiwanaku/replays", json=record).get_json()
        stop = answer["stopped_at"]
        assert (answer["legal"], stop) == (replayed["legal"], replayed["stopped_at"])
        played = record["record"]["turns"][: stop and stop["turn"]]
        assert [turn["pointer"] for turn in answer["turns"]] == [
            f"/record/turns/{at}"
            for at, one in enumerate(played)
            if one["move"]["action"]["type"] != "final_offering"
        ]
        assert answer["reviewed"] == sum(turn["value"] is not None for turn in answer["turns"])
        for turn in answer["turns"]:
            assert (turn["cost"] is None) == (turn["value"] is None) == (turn["best"] is None)
            assert turn["value"] is None or turn["cost"] >= 0


def test_reviews_an_empty_record(ask: Ask) -> None:
    answer = ask({"record": {**RECORD["record"], "turns": []}})
    assert (answer["turns"], answer["moments"], answer["reviewed"]) == ([], [], 0)
    assert not answer["truncated"]


def test_reviews_an_illegal_record_up_to_where_it_stops(ask: Ask) -> None:
    body = deepcopy(REPLAY)
    first, _ = body["record"]["turns"]
    body["record"]["turns"] = [first, first]
    answer = ask(body)
    assert answer["stopped_at"] == {"turn": 1, "move": 0, "player": "Ana"}
    assert [turn["pointer"] for turn in answer["turns"]] == ["/record/turns/0"]


def test_turns_too_early_to_be_counted_have_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot, records = loaded(RECORD)
    weighed_last = frame.review
    monkeypatch.setattr(
        frame, "review", lambda decisions: weighed_last([*decisions][:2])._replace(truncated=True)
    )
    found = review(records, replay(snapshot, records))
    assert found.truncated
    assert [one.value is None for one in found.weighed] == [True] * 24 + [False] * 2
    assert [one.path[1] for one in found.weighed] == [*range(26)]
    assert {one.says.name for one in found.weighed[:24]} == {"TOO_EARLY"}


def test_a_table_without_a_lawful_map_has_no_value() -> None:
    snapshot, records = loaded(REPLAY)
    table = snapshot._replace(tiles=(0, 0, 0, 25))
    assert find_odds(table.land, table.tiles) is None
    weighed = weigh(table, records[0])
    assert (weighed.value, weighed.says.name) == (None, "NO_WORLD")
