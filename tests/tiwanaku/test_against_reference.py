"""Moves, turns and standings against the reference, at random."""

from random import Random
from typing import Any

import pytest

from reference import tiwanaku_play as reference
from theodolite.tiwanaku.actions import legal_actions
from theodolite.tiwanaku.impossibilities import Draft, impossibilities
from theodolite.tiwanaku.snapshot import Snapshot
from theodolite.tiwanaku.standings import score
from theodolite.tiwanaku.turn import judge
from tiwanaku import documents

SEEDS = range(60)


def told(table: Snapshot) -> Any:
    names = table.land.grid.names
    return (
        table.land.terrain_rows(),
        table.land.crop_rows(),
        [
            (
                player.name,
                sorted(names[space] for space in player.meeples),
                player.score,
                sorted(player.offerings),
                player.diversity,
            )
            for player in table.players
        ],
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_and_the_standing_after_it(seed: int) -> None:
    rng = Random(seed)
    world = reference.random_snapshot(rng)
    document = world[0]
    played = reference.random_turn(rng, world)
    table = documents.snapshot(document)
    assert not list(impossibilities(Draft(**table._asdict())))
    seat = [player.name for player in table.players].index(played["player"])
    verdict = judge(table, seat, documents.turn(document["board"], played["turn"]))
    expected = reference.play(document, played["player"], played["turn"])
    assert verdict.legal == (expected is not None)
    if expected is None:
        return
    assert [(i.category, i.points, i.score_after) for i in verdict.items] == expected["items"]
    assert verdict.after is not None
    assert told(verdict.after) == told(documents.snapshot(expected["after"]))
    scores, standing = score(verdict.after), reference.standings(expected["after"])
    assert {side.name: side.total for side in scores.sides} == standing["totals"]
    names = [side.name for side in scores.sides]
    assert dict(zip(names, scores.standing.ranks, strict=True)) == standing["ranks"]
    assert [names[winner] for winner in scores.standing.winners] == standing["winners"]
    assert scores.standing.decided_by == standing["decided_by"]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_player_may_do(seed: int) -> None:
    rng = Random(seed)
    document, *_ = reference.random_snapshot(rng)
    table = documents.snapshot(document)
    names = table.land.grid.names
    for seat, player in enumerate(table.players):
        expected = reference.legal_actions(document, player.name)
        actions = legal_actions(table, seat)
        assert {
            (None if move.start is None else names[move.start], names[move.end]): len(move.path)
            for move in actions.moves
        } == expected["moves"]
        assert [names[space] for space in actions.recalls] == sorted(
            expected["recalls"], key=names.index
        )
        assert sorted(names[space] for space in actions.divinable) == expected["divinable"]
        if document["rulings"]["offering_size"] == "any":
            offered = sorted((list(tokens), points) for tokens, points in actions.offerings)
            assert offered == expected["offerings"]
