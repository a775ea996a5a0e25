"""Worlds shown, notes, and why a space does not have a value: checked by the laws themselves."""

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference import tiwanaku as reference
from theodolite.grid import Space, each
from theodolite.tiwanaku.board import LETTERS, TERRAIN_NAMES, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import Deductions, WhyNot, deduce
from theodolite.tiwanaku.different_worlds import different_worlds
from theodolite.tiwanaku.scenarios import violations
from theodolite.tiwanaku.snapshot import ByTerrain
from theodolite.tiwanaku.solver import Value
from theodolite.tiwanaku.survey import values_left
from tiwanaku.checker import check_steps, singly
from tiwanaku.explanations import board_of, check_explanation, plain_steps
from tiwanaku.positions import CONTRACT, Position, positions, tiles_of
from tiwanaku.test_every_kind_of_board import KINDS, drawn, values

SHORT = BoardName.SHORT
MOST = 100
"""Of a board with fewer worlds all of them are listed."""


def layers(land: Land) -> tuple[int, ...]:
    return (*land.terrain, *land.crops)


@pytest.mark.parametrize("kind", KINDS)
def test_shows_different_worlds_that_fit(kind: str) -> None:
    for land, tiles in islice(drawn(kind, 4), 4):
        shown = different_worlds(land, tiles, 6, Clock())
        found = deduce(land, tiles, explain=False, count_to=7)
        assert len(shown) == min(6, found.worlds)
        assert len({*map(layers, shown)}) == len(shown)
        for world in shown:
            assert not [*violations(world)]
            assert tiles_of(world) == tiles
            assert all(
                not lying & ~there for lying, there in zip(layers(land), layers(world), strict=True)
            )


def test_the_second_world_is_nearly_as_far_as_any() -> None:
    shares = []
    for land, tiles in islice(positions(SHORT, Random(5), known=(0.5, 0.7), planted=0.5), 30):
        worlds = [*map(layers, different_worlds(land, tiles, MOST, Clock()))]
        if 2 < len(worlds) < MOST:
            others = worlds[1:]
            first, second = map(layers, different_worlds(land, tiles, 2, Clock()))
            shares.append(_apart(first, second) / max(_apart(first, other) for other in others))
    assert len(shares) >= 10
    assert sum(shares) >= 0.8 * len(shares)


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """In how many values two worlds differ."""
    return sum((a & ~b).bit_count() for a, b in zip(one, other, strict=True))


def test_worlds_shown_together_show_most_of_what_is_possible() -> None:
    position = next(drawn("nearly empty", 4))
    shown = different_worlds(*position, 10, Clock())
    possible = values(deduce(*position, explain=False, count_to=1))
    seen = {value for value in possible if any(_shows(world, value) for world in shown)}
    assert len(seen) >= 0.8 * len(possible)


def _shows(world: Land, value: Value) -> bool:
    space, terrain, level = value
    if level is None:
        return world.terrain_at(space) == terrain
    return world.level_at(space) == level


@pytest.mark.parametrize("kind", KINDS)
def test_proves_why_a_space_does_not_have_a_value(kind: str) -> None:
    for position in islice(drawn(kind, 6), 2):
        land = position.land
        possible = values(deduce(*position, explain=False, count_to=1))
        every = [*values_left(land, each(land.grid.everywhere & ~land.planted))]
        if not possible:
            assert deduce(*position, why_not=every[0]).why_not is None
            continue
        for value in every[:: max(1, len(every) // 5)]:
            found = deduce(*position, focus=1 << value.space, why_not=value)
            assert found.why_not is not None
            assert found.why_not.possible is (value in possible)
            if value not in possible:
                check_struck(position, found, found.why_not)


def check_struck(position: Position, found: Deductions, why_not: WhyNot) -> None:
    """The steps prove that the space has another value, or that it does not have this one."""
    names, (space, terrain, level) = position.land.grid.names, why_not.value
    said = check_steps(board_of(*position), plain_steps(found.steps, names))
    assert why_not.steps is not None
    ended = said[why_not.steps[-1]]
    by_terrain = ("terrain", "terrain", TERRAIN_NAMES[terrain])
    kind, has, value = by_terrain if level is None else ("crop", "crops", level)
    assert any(
        one["space"] == names[space]
        and (one.get("not") == {kind: value} or (has in one and value not in one[has]))
        for one in singly(ended)
    )


def test_a_tile_on_the_board_needs_no_step() -> None:
    other = deduce(*CONTRACT, why_not=Value(CONTRACT.land.grid.spaces["A1"], level=3)).why_not
    assert other is not None
    assert (other.possible, other.steps) == (False, ())


def test_notes_leave_the_worlds_that_agree_with_them() -> None:
    random, compared = Random(17), 0
    for land, tiles in islice(
        positions(BoardName.SHORT, Random(4), known=(0.6, 0.95), planted=0.5), 12
    ):
        if not 0 < deduce(land, tiles, explain=False, count_to=40).worlds < 40:
            continue
        counts, compared = dict(zip(LETTERS, tiles, strict=True)), compared + 1
        worlds = [
            worded(world, land)
            for world in reference.worlds(land.terrain_rows(), land.crop_rows(), counts, 40)
        ]
        every = [*values_left(land, each(land.grid.everywhere))]
        for count in (1, 3, 8):
            notes = {*random.sample(every, min(count, len(every)))}
            fit = [world for world in worlds if not notes & world]
            found = deduce(land, tiles, notes=notes, odds=True)
            assert found.consistent is bool(fit)
            assert (found.worlds, found.exact) == (len(fit), True)
            shown = different_worlds(land, tiles, 3, Clock(), notes=notes)
            assert len(shown) == min(3, len(fit))
            check_explanation(land, tiles, found, notes)
            if fit:
                assert found.explained
                assert values(found) == frozenset[Value]().union(*fit)
                assert found.odds is not None
                for value in every:
                    share = sum(value in world for world in fit) / len(fit)
                    assert found.odds.of(value) == pytest.approx(share, abs=1e-4)
            else:
                assert found.conflict is not None
    assert compared > 5


def worded(world: Mapping[tuple[int, int], tuple[str, int]], land: Land) -> frozenset[Value]:
    """The values that a world of the reference shows."""
    return frozenset(
        value
        for (column, row), (letter, level) in world.items()
        for space in [Space(row * land.grid.columns + column)]
        for value in (Value(space, Terrain(LETTERS.index(letter))), Value(space, level=level))
    )


def test_a_note_is_a_step_and_a_premise(client: FlaskClient) -> None:
    # A busy machine takes longer than the default.
    excluded = {"space": "D5", "value": 3}
    asked = {"notes": [excluded], "why_not": excluded, "time_limit_ms": 5_000}
    answer = client.post("/v3/tiwanaku/deductions", json=body_of(*CONTRACT) | asked).get_json()
    assert answer["worlds"] == {"count": 1, "exact": True}
    assert answer["why_not"]["possible"] is False
    notes = [step for step in answer["steps"] if step["law"] == "note"]
    assert [(step["explanation"], step["because"]) for step in notes] == [
        ("A note says that D5 is not chili.", [])
    ]
    d5 = next(one for one in answer["certain"] if one["space"] == "D5" and "crop" in one)
    assert (d5["crop"], notes[0]["id"] in d5["steps"]) == (1, True)
    refused = client.post(
        "/v3/tiwanaku/deductions",
        json=body_of(*CONTRACT) | {"notes": [{"space": "F1", "value": "mud"}]},
    ).get_json()
    assert [(fault["code"], fault["pointer"]) for fault in refused["errors"]] == [
        ("unknown_space", "/notes/0/space")
    ]


def body_of(land: Land, tiles: ByTerrain) -> dict[str, Any]:
    table = {"board": "short", "terrain": land.terrain_rows(), "crops": land.crop_rows()}
    return {"snapshot": {**table, "tiles": dict(zip(TERRAIN_NAMES, tiles, strict=True))}}


def test_answers_in_words(client: FlaskClient) -> None:
    body = {**body_of(*CONTRACT), "focus": [], "worlds": 3}
    answer = client.post(
        "/v3/tiwanaku/deductions", json={**body, "why_not": {"space": "C4", "value": "mud"}}
    ).get_json()
    assert answer["worlds"]["count"] == len(answer["worlds"]["shown"]) == 2
    assert answer["why_not"] == {"space": "C4", "value": "mud", "possible": False, "steps": [1, 2]}
    last = next(step for step in answer["steps"] if step["id"] == 2)
    assert last["explanation"].endswith("C4 belongs to it.")
    refused = client.post(
        "/v3/tiwanaku/deductions", json={**body, "why_not": {"space": "F1", "value": "mud"}}
    ).get_json()
    assert [(fault["code"], fault["pointer"]) for fault in refused["errors"]] == [
        ("unknown_space", "/why_not/space")
    ]


def test_worlds_that_are_shown_agree_with_all_that_is_answered(client: FlaskClient) -> None:
    board = {"board": "long", "terrain": ["." * 9] * 5, "crops": ["." * 9] * 5}
    tiles = {"mud": 12, "sand": 14, "grass": 10, "rock": 9}
    asked = {"worlds": 2, "why_not": {"space": "A1", "value": "mud"}, "time_limit_ms": 1_500}
    body = {"snapshot": {**board, "tiles": tiles}, **asked}
    answer = client.post("/v3/tiwanaku/deductions", json=body).get_json()
    shown = answer["worlds"]["shown"]
    letters = {world["terrain"][0][0] for world in shown}
    undecided = {(one["space"], one.get("terrain")) for one in answer["undecided"]}
    names = {"M": "mud", "S": "sand", "G": "grass", "R": "rock"}
    assert not undecided & {("A1", names[letter]) for letter in letters}
    assert answer["consistent"] is (True if shown else None)
    assert answer["worlds"]["count"] >= len(shown)
