"""Asking about one space at a time, and looks of a copy of a game."""

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from photo.drawn import Drawing, draw
from photo.evaluate import Shown, drawn_board, painted_board
from photo.test_photos import faults, form, post
from theodolite.grid import Grid
from theodolite.photo import (
    Descriptors,
    Look,
    Looks,
    Photograph,
    Reading,
    decode,
    network,
    read_board,
)
from theodolite.photo.looks import MOST, MOST_BYTES, OVERHEAD, ToKinds, doubt
from theodolite.photo.tiles import SIZE, VERSION
from theodolite.web.photos import LARGEST_TEXT, MOST_LOOKS

GRID = Grid(5, 5)
MAKERS = {"drawn": drawn_board, "painted": painted_board}


@cache
def shown(name: str) -> Shown:
    return MAKERS[name](2_000_000 + [*MAKERS].index(name), "normal")


@cache
def photograph(name: str) -> Photograph:
    return decode(shown(name).data)


def darker(picture: Photograph) -> Photograph:
    """The same table in less light."""
    return replace(picture, pixels=(picture.pixels * 0.9).astype(np.uint8))


def read(
    name: str,
    samples: Mapping[str, str],
    looks: Looks | None = None,
    picture: Photograph | None = None,
    *,
    one: bool = True,
) -> Reading:
    corners = shown(name).corners
    return read_board(picture or photograph(name), samples, corners, GRID, looks=looks, one=one)


@cache
def known(name: str) -> Looks:
    """Looks learnt from every space of a photograph."""
    looks = read(name, shown(name).truth).looks
    assert looks is not None
    return looks


def symbols(reading: Reading) -> dict[str, str | None]:
    return {space.space: space.symbol for space in reading.spaces}


def look(at: int, size: int = SIZE, symbol: str = "J") -> Look:
    return Look(f"photograph {at}", "A1", symbol, bytes([at % 128]) * size)


@pytest.mark.parametrize("name", MAKERS)
def test_one_space_is_asked_about_until_there_is_nothing_to_ask(name: str) -> None:
    truth = shown(name).truth
    samples: dict[str, str] = {}
    before: dict[str, str | None] = {}
    used_elsewhere = False
    while True:
        reading = read(name, samples)
        now = symbols(reading)
        assert samples.items() <= now.items()
        used_elsewhere |= sum(now[space] != before.get(space) for space in now) > 1
        missed = [space for space, kind in truth.items() if kind not in samples.values()]
        if not (reading.ask or missed):
            break
        (space,) = reading.ask or missed[:1]
        assert space not in samples
        samples[space], before = truth[space], now
    assert len(samples) < len(truth)
    assert used_elsewhere
    unseen = {space.space for space in reading.spaces if not space.review}
    assert [at for at in sorted(unseen) if now[at] != truth[at]] == []


def test_no_hazy_side_of_the_example_is_taken_for_a_clear_one() -> None:
    """Before a person shows the kinds that nobody was asked about, too."""
    example = Path(__file__).parents[2] / "examples" / "misterra"
    picture = decode((example / "island.jpg").read_bytes())
    truth = dict(zip(GRID.names, "SLSjjLLMMslSSSJsLSJmlLLSL", strict=True))
    reading = read_board(picture, {}, None, GRID, one=True)
    samples: dict[str, str] = {}
    while reading.ask:
        samples |= {space: truth[space] for space in reading.ask}
        given = reading.descriptors
        reading = read_board(picture, samples, reading.corners, GRID, one=True, descriptors=given)
    assert {each.space: each.symbol for each in reading.spaces if not each.review} == truth
    assert len(samples) < 12


def test_nothing_is_asked_about_spaces_that_are_all_named() -> None:
    reading = read("drawn", shown("drawn").truth)
    assert reading.ask == ()
    assert symbols(reading) == shown("drawn").truth


@pytest.mark.parametrize("name", MAKERS)
def test_looks_read_another_photograph_of_the_same_copy(name: str) -> None:
    reading = read(name, {}, known(name), darker(photograph(name)))
    assert reading.looks_fit == "good"
    assert reading.looks is None
    assert len(reading.ask) <= 1
    for space in reading.spaces:
        assert space.review or space.symbol == shown(name).truth[space.space]


def test_a_kind_that_patches_believe_to_be_another_is_asked_about() -> None:
    looks = known("drawn")
    reading = read("drawn", {}, looks)
    assert reading.ask == ()
    truth = shown("drawn").truth
    common, next_, *_ = sorted({*truth.values()}, key=[*truth.values()].count, reverse=True)
    patches = {one.symbol: one.descriptor[network.SIZE :] for one in looks.samples}
    other = {common: patches[next_], next_: patches[common]}
    exchanged = tuple(
        replace(
            one,
            descriptor=one.descriptor[: network.SIZE] + other.get(one.symbol, patches[one.symbol]),
        )
        for one in looks.samples
    )
    doubted = read("drawn", {}, replace(looks, samples=exchanged))
    assert symbols(doubted) == symbols(reading)
    assert {truth[space] for space in doubted.ask} < other.keys()
    marked = {truth[space.space] for space in doubted.spaces if space.review}
    assert marked == other.keys()


def test_naming_a_space_again_unlearns_its_looks() -> None:
    truth = shown("drawn").truth
    space, kind = next(iter(truth.items()))
    wrong = next(other for other in truth.values() if other != kind)
    taught = read("drawn", {**truth, space: wrong}).looks
    assert taught is not None
    for picture in (photograph("drawn"), darker(photograph("drawn"))):
        corrected = read("drawn", {space: kind}, taught, picture).looks
        assert corrected is not None
        named = {look.symbol for look in corrected.samples if look.space == space}
        assert named == {kind}


@pytest.mark.parametrize("undecided", [0, 1])
def test_patches_and_quantiles_must_each_tell_the_kind(undecided: int) -> None:
    """Their mean alone would believe a kind that one of them cannot tell from the next."""
    clear = np.array([[0.1, 1.0]])
    close = np.array([[0.8, 1.0]])
    same = np.array([[0.9, 1.0]])
    for other, doubtful in ((close, False), (same, True)):
        kinds = [clear, clear]
        kinds[undecided] = other
        assert bool(doubt(ToKinds(*kinds), 1.0)[0] >= 1) is doubtful


def test_looks_of_another_copy_or_kind_are_refused() -> None:
    other = read("drawn", {"A1": shown("drawn").truth["A1"]}, known("painted"))
    assert other.looks_fit == "poor"
    assert other.looks is not None
    assert {look.space for look in other.looks.samples} == {"A1"}
    plain = symbols(read("drawn", {}))
    for refused in (
        replace(known("drawn"), kind="another board"),
        replace(known("drawn"), version=99),
        replace(known("drawn"), samples=()),
        Looks("tiles", (look(1),), version=1),
        Looks("tiles", (look(1, SIZE - 1),), VERSION),
        Looks("tiles", (look(1, symbol=""),), VERSION),
        Looks("tiles", (look(1, 0),), VERSION),
    ):
        reading = read("drawn", {}, refused)
        assert (reading.looks_fit, symbols(reading)) == ("none", plain)


def test_descriptors_of_a_reading_are_those_of_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    truth = shown("drawn").truth
    samples = dict(list(truth.items())[:3])
    first = read("drawn", samples)
    assert first.descriptors is not None
    assert 4 * len(first.descriptors.numbers) / 3 < 64_000
    corners, picture = shown("drawn").corners, photograph("drawn")
    given: Descriptors | None = first.descriptors
    again = read_board(picture, samples, corners, GRID, one=True, descriptors=given)
    assert again == first
    for other in (
        replace(first.descriptors, board="another board"),
        replace(first.descriptors, version=99),
        replace(first.descriptors, numbers=first.descriptors.numbers[:-1]),
    ):
        assert read_board(picture, samples, corners, GRID, one=True, descriptors=other) == first
    found = read_board(picture, samples, None, GRID, one=True)
    monkeypatch.setattr(network, "describe_tiles", None)
    kept = found.descriptors
    placed = read_board(picture, samples, found.corners, GRID, one=True, descriptors=kept)
    assert placed.descriptors == kept
    assert read_board(picture, samples, corners, GRID, one=True, descriptors=given) == first


@pytest.mark.parametrize("pattern", [b"\0", b"\xff", b"\0\x7c", b"\0\xfc\x12"])
def test_any_descriptors_are_read(pattern: bytes) -> None:
    known = read("drawn", {"A1": "J"}).descriptors
    assert known is not None
    length = len(known.numbers)
    hostile = replace(known, numbers=(pattern * length)[:length])
    reading = read_board(
        photograph("drawn"),
        {"A1": "J"},
        shown("drawn").corners,
        GRID,
        one=True,
        descriptors=hostile,
    )
    assert all(0 <= space.confidence <= 1 for space in reading.spaces)


def test_patches_answer_without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt = known("drawn")
    monkeypatch.setattr(network, "network", lambda: None)
    reading = read("drawn", shown("drawn").truth, learnt)
    assert reading.descriptors is None
    assert reading.looks_fit == "none"
    assert reading.looks is not None
    assert (reading.looks.version, symbols(reading)) == (1, shown("drawn").truth)


@settings(deadline=None, max_examples=5)
@given(
    st.lists(st.tuples(st.binary(min_size=SIZE, max_size=SIZE), st.sampled_from("JS")), max_size=4)
)
def test_any_numbers_are_compared(hostile: list[tuple[bytes, str]]) -> None:
    samples = tuple(Look("", "", symbol, numbers) for numbers, symbol in hostile)
    reading = read("drawn", {}, Looks("tiles", samples, VERSION))
    assert reading.looks_fit in ({"poor", "good"} if hostile else {"none"})
    assert all(0 <= space.confidence <= 1 for space in reading.spaces)


@pytest.mark.parametrize("size", [1, SIZE, 1_500])
def test_looks_are_bounded(size: int) -> None:
    every = [look(at, size) for at in range(2 * MOST)]
    once = Looks("tiles").taught(every, [])
    by_turns = Looks("tiles")
    for each in every:
        by_turns = by_turns.taught([each], [])
    assert once == by_turns
    assert list(once.samples) == every[-len(once.samples) :]
    assert 0 < len(once.samples) <= MOST
    sent = sum(OVERHEAD + len(base64.b64encode(each.descriptor)) for each in once.samples)
    assert sent <= MOST_BYTES + 4 * MOST


def test_a_sample_replaces_that_of_the_same_space_and_what_it_contradicts() -> None:
    first, second, third = (look(at) for at in range(3))
    again = replace(first, symbol="S")
    looks = Looks("tiles", (first, second, third)).taught([again], [third])
    assert looks.samples == (second, again)
    assert Looks("tiles").taught([], []).samples == ()


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return draw(2_000_000)


def sent(**changes: Any) -> dict[str, Any]:
    usual = {
        "photograph": "0a",
        "space": "A1",
        "symbol": "J",
        "descriptor": base64.b64encode(bytes(SIZE)).decode(),
    }
    return {"version": VERSION, "kind": "misterra/island", "samples": [usual | changes]}


@pytest.mark.parametrize(
    "looks",
    [
        {},
        {"version": "1", "kind": "", "samples": []},
        {"version": 1, "kind": "misterra/island", "samples": [7]},
        sent(descriptor="§"),
        sent(descriptor=base64.b64encode(bytes(2_001)).decode()),
        sent(symbol="J" * 101),
        sent(space=None),
        sent() | {"samples": sent()["samples"] * (MOST + 1)},
    ],
)
def test_malformed_looks_are_a_fault(
    client: FlaskClient, drawing: Drawing, looks: dict[str, Any]
) -> None:
    assert faults(post(client, form(drawing, looks=json.dumps(looks)))) == {("/looks", "bad_looks")}


def test_looks_of_any_response_may_be_sent() -> None:
    assert MOST <= MOST_LOOKS
    assert MOST_BYTES < LARGEST_TEXT


def test_looks_and_the_way_of_asking_must_be_known(client: FlaskClient, drawing: Drawing) -> None:
    parts = form(drawing, looks="[]", ask="two")
    assert faults(post(client, parts)) == {("/looks", "bad_looks"), ("/ask", "unknown_value")}


@pytest.mark.parametrize("changes", [{"symbol": "?"}, {"symbol": "JJ"}, {"descriptor": ""}])
def test_looks_that_do_not_suit_the_board_are_not_used(
    client: FlaskClient, drawing: Drawing, changes: dict[str, str]
) -> None:
    parts = form(drawing, looks=json.dumps(sent(**changes)), ask="one")
    answer = post(client, parts).get_json()
    assert answer["looks_fit"] == "none"
    assert len(answer["ask"]) <= 1
    assert answer["looks"]["kind"] == f"misterra/{drawing.kind}"


def test_looks_of_a_response_are_those_of_the_next_request(
    client: FlaskClient, drawing: Drawing
) -> None:
    first = post(client, form(drawing)).get_json()
    assert first["looks_fit"] is None
    parts = form(drawing, samples=None, looks=json.dumps(first["looks"]), ask="one")
    second = post(client, parts).get_json()
    assert second["looks_fit"] == "good"
    assert len(second["ask"]) <= 1
