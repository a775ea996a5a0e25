"""Advice of Tiwanaku, compared with the mean over all worlds, listed one by one."""

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference import tiwanaku as reference
from theodolite.grid import Space, each
from theodolite.rulebook import LANGUAGES
from theodolite.tiwanaku.actions import (
    Divine,
    Explore,
    FinalPrediction,
    Pass,
    Prediction,
    Recall,
    Turn,
)
from theodolite.tiwanaku.advice import Chances, advise, expected_points
from theodolite.tiwanaku.board import LETTERS, BoardName, Land, Terrain
from theodolite.tiwanaku.clock import Clock, TimeIsUp
from theodolite.tiwanaku.snapshot import Colour, Final, Mode, Player, Rulings, Snapshot
from theodolite.web.tiwanaku import advice as web
from theodolite.web.tiwanaku.examples import PLAYER, SNAPSHOT
from tiwanaku.positions import CONTRACT, positions

Cell = tuple[str, int]
World = list[Cell]
TABLES, MOST_WORLDS = 20, 400
OFFERING = (0, 0, 1, 3, 6, 10)


def tables() -> Iterator[tuple[Snapshot, list[World]]]:
    """Tables of one player, and their worlds: each a terrain letter and a level by space."""
    random, count = Random(4), 0
    for land, tiles in positions(BoardName.SHORT, Random(9), known=(0.8, 0.9), planted=0.5):
        worlds = reference.worlds_by_maps(
            land.terrain_rows(), land.crop_rows(), dict(zip(LETTERS, tiles, strict=True)), 400
        )
        bare = [*each(land.bare)]
        if not 1 < len(worlds) < MOST_WORLDS or len(bare) < 3:
            continue
        player = Player(
            "Ana",
            Colour.BLUE,
            tuple(random.sample(bare, random.randint(1, 3))),
            score=random.choice([0, 2, 10, 30]),
            offerings=tuple(sorted(random.sample(range(1, 6), random.randint(0, 4)))),
            diversity=tuple(random.randint(0, 3) for _ in LETTERS),  # type: ignore[arg-type]
        )
        columns = land.grid.columns
        table = Snapshot(Mode.COMPETITIVE, land, tiles, (player, Player("Bo", Colour.GREEN)))
        cells = [(s % columns, s // columns) for s in each(land.grid.everywhere)]
        yield table, [[world[cell] for cell in cells] for world in worlds]
        count += 1
        if count == TABLES:
            return


def resolved(worlds: list[World]) -> list[tuple[bool, bool]]:
    """Whether terrain and crop of each space are the same in all worlds."""
    return [
        (len({t for t, _ in held}) == 1, len({k for _, k in held}) == 1)
        for held in zip(*worlds, strict=True)
    ]


def discovered(player: Player, letter: str) -> int:
    """The points of a discovery: a point for each own pawn on the level reached."""
    steps = [*player.diversity]
    steps[LETTERS.index(letter)] += 1
    return steps.count(steps[LETTERS.index(letter)])


def predicted(player: Player, says: int, true: int) -> tuple[int, Player]:
    """The change of the measure by a prediction, and the player afterwards."""
    tokens = {*player.offerings}
    if says != true:
        lost = min(true, player.score)
        return -lost, player._replace(score=player.score - lost)
    more = tokens | {true}
    after = player._replace(score=player.score + true, offerings=tuple(sorted(more)))
    return true + OFFERING[len(more)] - OFFERING[len(tokens)], after


@pytest.fixture(scope="module")
def drawn() -> list[tuple[Snapshot, list[World]]]:
    return [*tables()]


def test_discoveries_are_means_over_all_worlds(drawn: list[tuple[Snapshot, list[World]]]) -> None:
    compared = 0
    for table, worlds in drawn:
        advice, before = advise(table, 0), resolved(worlds)
        assert advice.worlds == len(worlds)
        for one in advice.discoveries:
            compared += 1
            points = certain = left = 0.0
            for world in worlds:
                letter = world[one.space][0]
                alike = [other for other in worlds if other[one.space][0] == letter]
                points += discovered(table.players[0], letter)
                left += len(alike)
                certain += sum(
                    (is_t and not was_t and space != one.space) or (is_k and not was_k)
                    for space, ((was_t, was_k), (is_t, is_k)) in enumerate(
                        zip(before, resolved(alike), strict=True)
                    )
                )
            means = (points / len(worlds), left / len(worlds), certain / len(worlds))
            assert (one.points, one.worlds, one.certain) == pytest.approx(means, abs=1e-4)
    assert compared >= TABLES


def test_predictions_are_means_over_all_worlds(drawn: list[tuple[Snapshot, list[World]]]) -> None:
    compared = 0
    for table, worlds in drawn:
        player = table.players[0]
        for one in advise(table, 0).predictions:
            compared += 1
            held = [world[one.space][1] for world in worlds]
            points = [predicted(player, one.level, true)[0] for true in held]
            wrong = [p for p, true in zip(points, held, strict=True) if true != one.level]
            assert one.chance == pytest.approx(held.count(one.level) / len(worlds), abs=1e-4)
            assert one.right == predicted(player, one.level, one.level)[0]
            assert (one.wrong is None) == (not wrong)
            assert one.wrong is None or one.wrong == pytest.approx(
                sum(wrong) / len(wrong), abs=1e-4
            )
            assert one.value == pytest.approx(sum(points) / len(worlds), abs=1e-4)
            turn = Turn(Divine((Prediction(one.space, one.level),)))
            assert expected_points(table, 0, turn) == pytest.approx(one.value)
    assert compared >= TABLES


@pytest.mark.parametrize("mode", [Mode.COMPETITIVE, Mode.SOLO])
def test_several_predictions_are_weighed_together(
    drawn: list[tuple[Snapshot, list[World]]], mode: Mode
) -> None:
    random, compared = Random(1), 0
    for drawn_table, worlds in drawn:
        table = drawn_table._replace(mode=mode)
        spaces = table.players[0].meeples
        if len(spaces) < 2:
            continue
        compared += 1
        says = [(space, random.choice([world[space][1] for world in worlds])) for space in spaces]
        total = 0
        for world in worlds:
            player = table.players[0]
            for space, level in says:
                points, player = predicted(player, level, world[space][1])
                total += points
                if world[space][1] != level and mode == Mode.COMPETITIVE:
                    break
        turn = Turn(Divine(tuple(Prediction(space, level) for space, level in says)))
        assert expected_points(table, 0, turn) == pytest.approx(total / len(worlds), abs=1e-4)
    assert compared >= 5


def best_points(player: Player, worlds: list[World], left: list[Space], *, solo: bool) -> float:
    """The most that predictions for these spaces bring, in points over all worlds."""
    best = -inf if solo else 0.0
    for space in left:
        others = [one for one in left if one != space]
        for says in {world[space][1] for world in worlds}:
            total = 0.0
            for true in {world[space][1] for world in worlds}:
                alike = [world for world in worlds if world[space][1] == true]
                points, after = predicted(player, says, true)
                total += points * len(alike)
                if others and (solo or says == true):
                    total += best_points(after, alike, others, solo=solo)
            best = max(best, total)
    return best


@pytest.mark.parametrize("mode", [Mode.COMPETITIVE, Mode.SOLO])
def test_the_best_predictions_together_are_found(
    drawn: list[tuple[Snapshot, list[World]]], mode: Mode
) -> None:
    several = 0
    for drawn_table, worlds in drawn:
        table = drawn_table._replace(mode=mode)
        player, plan = table.players[0], advise(table, 0).together
        assert plan is not None
        best = best_points(player, worlds, [*player.meeples], solo=mode == Mode.SOLO)
        assert plan.value == pytest.approx(max(best, 0) / len(worlds), abs=1e-4)
        right = [w for w in worlds if all(w[s][1] == says for s, says in plan.predictions)]
        assert plan.chance == pytest.approx(len(right) / len(worlds), abs=1e-4)
        several += len(plan.predictions) > 1
        if mode == Mode.COMPETITIVE:
            made = tuple(Prediction(space, says) for space, says in plan.predictions)
            turn = Turn(Divine(made) if made else None)
            assert expected_points(table, 0, turn) == pytest.approx(plan.value, abs=1e-4)
    assert several >= 5


def test_at_the_end_one_prediction_is_made_at_a_time() -> None:
    table = contract_table()._replace(final=Final(starter="Ana"))
    plan = advise(table, 0).together
    assert plan == ([(table.land.grid.spaces["B1"], 2)], 1, 4)


def contract_table() -> Snapshot:
    land, tiles = CONTRACT
    space = land.grid.spaces
    ana = Player("Ana", Colour.BLUE, (space["B1"], space["C2"]), 21, (1, 3), (1, 2, 1, 1))
    return Snapshot(Mode.COMPETITIVE, land, tiles, (ana, Player("Bo", Colour.GREEN)))


def test_best_comes_first_and_ties_are_broken_as_stated(
    drawn: list[tuple[Snapshot, list[World]]],
) -> None:
    for table, _ in drawn:
        advice = advise(table, 0)
        values = [(-one.value, -one.chance, one.space, one.level) for one in advice.predictions]
        assert values == sorted(values)
        ranks = [(-d.points, -d.certain, d.worlds, d.space) for d in advice.discoveries]
        assert ranks == sorted(ranks)


def test_what_the_wheel_showed_is_not_known_before() -> None:
    table, grid = contract_table(), contract_table().land.grid
    path = (grid.spaces["D5"],)
    unread, read = Explore(None, path), Explore(None, path, wheel=Terrain.MUD)
    assert expected_points(table, 0, Turn(unread)) == expected_points(table, 0, Turn(read)) == 2


def test_other_turns_bring_what_they_offer() -> None:
    table, grid = contract_table(), contract_table().land.grid
    chances = Chances(table)
    recall = Recall(grid.spaces["B1"])
    # The tokens count already as if they were offered.
    assert expected_points(table, 0, Turn(recall, (1, 3)), chances) == 0
    # One alone is worth nothing, and leaves one that is worth nothing.
    assert expected_points(table, 0, Turn(recall, (1,)), chances) == -1
    assert expected_points(table, 0, Turn(Pass()), chances) == 0
    assert expected_points(table, 0, Turn(), chances) == 0
    assert expected_points(table, 0, Turn(Explore(None, (grid.spaces["A1"],))), chances) == 0


def test_a_mistake_ends_a_turn_without_an_offering_unless_ruled_otherwise() -> None:
    table, grid = contract_table(), contract_table().land.grid
    wrong = FinalPrediction(Prediction(grid.spaces["B1"], 5))
    for turn in (Turn(wrong), Turn(wrong, (1, 3))):
        assert expected_points(table, 0, turn) == -2
    lenient = table.under(Rulings(offering_after_error="yes"))
    assert expected_points(lenient, 0, Turn(wrong, (1,))) == -3


def test_without_worlds_there_is_no_advice() -> None:
    table = contract_table()._replace(tiles=(4, 9, 7, 5))
    assert advise(table, 0) == (0, (), (), ((), 1, 0))
    explore = Turn(Explore(None, (table.land.grid.spaces["D5"],)))
    divine = Turn(Divine((Prediction(table.land.grid.spaces["B1"], 2),)))
    assert expected_points(table, 0, explore) == expected_points(table, 0, divine) == 0


def test_advice_keeps_to_the_clock() -> None:
    table = contract_table()._replace(land=Land(BoardName.SHORT))
    ana, bo = (player._replace(meeples=()) for player in table.players)
    with pytest.raises(TimeIsUp):
        advise(table._replace(players=(ana, bo)), 0, Clock(0.2))


def test_the_own_space_may_become_certain_by_its_crop_only() -> None:
    land, tiles = CONTRACT
    d5: Space = land.grid.spaces["D5"]
    first = next(one for one in advise(contract_table(), 0).discoveries if one.space == d5)
    # Its terrain is certain already, and so nothing is learnt.
    assert (first.worlds, first.certain) == (2, 0)
    assert sum(tiles) == len(land.grid.names)


def advised(client: FlaskClient, body: Any, language: str = "en") -> Any:
    response = client.post("/v3/tiwanaku/advice", json=body, headers={"Accept-Language": language})
    return response.get_json()


def test_the_service_says_what_each_action_brings(client: FlaskClient) -> None:
    answer = advised(client, PLAYER)
    assert (answer["exact"], answer["worlds"]) == (True, 2)
    best = answer["predictions"][0]
    assert (best["space"], best["level"], best["chance"], best["wrong"]) == ("B1", 2, 1, None)
    assert best["explanation"] == "B1 is level 2 for certain: 2 points."
    d5 = next(one for one in answer["discoveries"] if one["space"] == "D5")
    assert d5["explanation"] == (
        "D5 brings 2 points on average and leaves 2 of 2 possible worlds. Newly certain spaces: 0."
    )


def test_decimals_are_written_as_the_language_does(client: FlaskClient) -> None:
    ana, bo = SNAPSHOT["players"]
    table = {
        **SNAPSHOT,
        "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..RRM"],
        "players": [{**ana, "meeples": ["D5"]}, bo],
    }
    texts = {
        language: advised(client, {"snapshot": table, "player": "Ana"}, language)["predictions"]
        for language in LANGUAGES
    }
    assert texts["en"][0]["explanation"] == (
        "D5 is level 3 in 50% of the worlds: "
        "3 points if right, 1 lost on average if wrong, 1 in all."
    )
    assert len({one[0]["explanation"] for one in texts.values()}) == len(LANGUAGES)


def test_without_time_nothing_is_listed(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "WORK", -1)
    answer = advised(client, PLAYER)
    assert (answer["exact"], answer["discoveries"], answer["predictions"]) == (False, [], [])
