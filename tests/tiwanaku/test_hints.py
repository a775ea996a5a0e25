"""Hints of Tiwanaku: the easiest first, by the laws alone, and why there is none."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.grid import each, set_of
from theodolite.rulebook import LANGUAGES
from theodolite.tiwanaku.board import TERRAIN_NAMES, BoardName
from theodolite.tiwanaku.clock import Clock
from theodolite.tiwanaku.deductions import deduce
from theodolite.tiwanaku.hints import Hint, find_hint
from theodolite.tiwanaku.laws import TIERS
from theodolite.web.tiwanaku.examples import HINT
from tiwanaku.positions import CONTRACT, Position, positions, tiles_of, worlds_of

SHORT = BoardName.SHORT


def drawn() -> list[Position]:
    boards = positions(SHORT, Random(21), known=(0.5, 0.9), planted=0.6)
    return list(islice(boards, 12))


@pytest.mark.parametrize("position", drawn())
def test_a_hint_is_certain_and_proved_by_no_harder_tier(position: Position) -> None:
    land, tiles = position
    certain = {value for value, _ in deduce(land, tiles, explain=False, count_to=1).certain}
    easiest: int | None = None
    for tier in (1, 2, 3):
        found = find_hint(land, tiles, max_tier=tier)
        if isinstance(found, str):
            assert easiest is None
            continue
        assert found.value in certain
        assert certain >= {found.value._replace(space=space) for space in each(found.also)}
        # A harder tier is not used while an easier one will do.
        easiest = easiest or tier
        assert found.tier == easiest
        assert max(TIERS[step.law] for step in found.steps) <= found.tier
        last = found.steps[-1].concludes
        assert (last.at, last.kind) == (
            found.value.space,
            "terrain" if found.value.level is None else "crop",
        )


@pytest.mark.parametrize("position", drawn()[:6])
def test_asking_on_comes_to_an_end_and_never_repeats_a_space(position: Position) -> None:
    land, tiles = position
    certain = {value.space for value, _ in deduce(land, tiles, explain=False, count_to=1).certain}
    seen = set_of(())
    while isinstance(found := find_hint(land, tiles, seen=seen), Hint):
        assert not seen >> found.value.space & 1
        seen |= 1 << found.value.space
        assert found.more == isinstance(find_hint(land, tiles, seen=seen), Hint)
    hinted = set_of(certain) & ~seen
    if found != "inconsistent":
        assert found == ("beyond_tier" if hinted else "all_seen" if certain else "ask_the_wheel")


def test_says_that_the_board_is_inconsistent_before_all_else() -> None:
    land, _ = CONTRACT
    assert find_hint(land, (4, 9, 7, 5)) == "inconsistent"
    world = worlds_of(SHORT)[0]
    assert find_hint(world, tiles_of(world)) == "solved"


def test_says_that_the_wheel_must_be_asked() -> None:
    land, tiles = CONTRACT
    known = set_of(value.space for value, _ in deduce(land, tiles, explain=False).certain)
    assert find_hint(land, tiles, seen=known) == "all_seen"
    for value, _ in deduce(land, tiles, explain=False).certain:
        space, terrain, level = value
        if level is None:
            land = land.discovered(space, terrain)
    for space, _, level in [value for value, _ in deduce(land, tiles, explain=False).certain]:
        land = land.with_crop(space, level or 0)
    assert find_hint(land, tiles) == "ask_the_wheel"


@pytest.mark.parametrize("position", drawn()[:6])
def test_leaves_out_crops_that_cannot_be_laid_yet(position: Position) -> None:
    land, tiles = position
    certain = [value for value, _ in deduce(land, tiles, explain=False, count_to=1).certain]
    layable = {value for value in certain if value.level is None or land.laid >> value.space & 1}
    seen = set_of(())
    while isinstance(found := find_hint(land, tiles, seen=seen, layable=True), Hint):
        assert found.value in layable
        seen |= 1 << found.value.space
    if found != "inconsistent":
        left = {value for value in layable if not seen >> value.space & 1}
        assert found == ("beyond_tier" if left else "all_seen" if layable else "ask_the_wheel")


def test_a_crop_without_terrain_waits_for_it(client: FlaskClient) -> None:
    land, tiles = drawn()[1]
    snapshot = {
        "board": "short",
        "terrain": land.terrain_rows(),
        "crops": land.crop_rows(),
        "tiles": dict(zip(TERRAIN_NAMES, tiles, strict=True)),
    }
    body = {"snapshot": snapshot}
    hint = hinted(client, body)["hint"]
    assert "crop" in hint
    assert not land.laid >> land.grid.spaces[hint["space"]] & 1
    assert "terrain" in hinted(client, {**body, "layable": True})["hint"]


def test_keeps_to_the_clock() -> None:
    land, tiles = CONTRACT
    assert find_hint(land, tiles, clock=Clock(work=1)) == "out_of_time"


def test_supposes_values_only_if_wanted() -> None:
    for land, tiles in positions(SHORT, Random(3), known=(0.5, 0.5), planted=0.5):
        found = find_hint(land, tiles, max_tier=4)
        if isinstance(found, Hint) and found.tier == 4:
            assert find_hint(land, tiles) == "beyond_tier"
            assert found.deciding.law == "suppose"
            return


def hinted(client: FlaskClient, body: Any, language: str = "en") -> Any:
    response = client.post("/v3/tiwanaku/hints", json=body, headers={"Accept-Language": language})
    return response.get_json()


def test_the_nudge_tells_where_and_by_which_law_but_not_what(client: FlaskClient) -> None:
    answer = hinted(client, HINT)
    hint = answer["hint"]
    assert (hint["space"], hint["crop"], hint["technique"]) == ("B1", 2, "one_each")
    assert hint["nudge"] == (
        "Look at A1 and B1. A region of n spaces holds the levels 1 to n, each once."
    )
    assert hint["where"] == ["A1", "B1"]
    assert answer["explanation"] == hint["steps"][-1]["explanation"]
    nudges = {
        hinted(client, HINT, language)["hint"]["nudge"] for language in ("en", "nl", "fr", "de")
    }
    assert len(nudges) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_hint_is_explained_in_words(client: FlaskClient, language: str) -> None:
    tiles = {"mud": 4, "sand": 9, "grass": 7, "rock": 5}
    answer = hinted(client, {"snapshot": {**HINT["snapshot"], "tiles": tiles}}, language)
    assert (answer["hint"], answer["why"], answer["more"]) == (None, "inconsistent", False)
    assert answer["explanation"].endswith(".")


def test_refuses_spaces_that_the_board_lacks_and_tiers_beyond_the_laws(client: FlaskClient) -> None:
    codes = {e["code"] for e in hinted(client, {**HINT, "seen": ["I5"]})["errors"]}
    assert codes == {"unknown_space"}
    assert {e["code"] for e in hinted(client, {**HINT, "max_tier": 5})["errors"]} == {"limit_range"}


def test_the_last_tiles_of_a_terrain_are_one_hint(client: FlaskClient) -> None:
    terrain = ["GGMGG", "SGMGG", "SGMGR", "SGMRR", "SSMRR"]
    crops = ["13524", "42413", "15352", "34243", "25151"]
    rows = [row.replace("M", ".") for row in terrain]
    planted = [
        "".join("." if tile == "." else crop for tile, crop in zip(*both, strict=True))
        for both in zip(rows, crops, strict=True)
    ]
    body = {
        "snapshot": {
            "board": "short",
            "terrain": rows,
            "crops": planted,
            "tiles": {"mud": 5, "sand": 5, "grass": 10, "rock": 5},
        },
        "layable": True,
    }
    hint = client.post("/v3/tiwanaku/hints", json=body).get_json()["hint"]
    assert hint["terrain"] == "mud"
    assert sorted([hint["space"], *hint["also"]]) == ["C1", "C2", "C3", "C4", "C5"]
