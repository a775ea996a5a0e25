"""Looks of a hand: signs that a person named on other maps."""

import base64
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

from flask.testing import FlaskClient

from photo.hands import guide
from photo.maps import Sheet, map_sheet
from theodolite.cartographers.board import EMPTY, GRID
from theodolite.cartographers.facts import MAPS as PRINTS
from theodolite.grid import NOWHERE, each
from theodolite.photo import Look, Looks, Photograph, Reading, decode, read_signs
from theodolite.photo.looks import MOST_BYTES, OVERHEAD

PERSON, OTHER_STYLE = 7_100_000, 7_100_001
MAPS = "/v3/cartographers/photos"


@cache
def sheet(seed: int, person: int = PERSON) -> Sheet:
    return map_sheet(seed, person=person)


@cache
def photograph(seed: int, person: int = PERSON) -> Photograph:
    return decode(sheet(seed, person).data)


def truth(seed: int, person: int = PERSON) -> dict[str, str]:
    return dict(zip(GRID.names, "".join(sheet(seed, person).rows), strict=True))


def read(
    seed: int, samples: Mapping[str, str], looks: Looks | None = None, person: int = PERSON
) -> Reading:
    shown = sheet(seed, person)
    return read_signs(
        photograph(seed, person),
        samples,
        shown.corners,
        GRID,
        printed=dict.fromkeys(each(shown.printed.mountains | shown.printed.wasteland), EMPTY),
        ruins=tuple(each(shown.printed.ruins or NOWHERE)),
        looks=looks,
    )


@cache
def known(seed: int = 1) -> Looks:
    """Looks learnt from a map whose questions a person answered."""
    looks = guide(sheet(seed), None)[1]
    assert looks is not None
    return looks


def answer(reading: Reading) -> Reading:
    """The reading without what it says of looks."""
    return replace(reading, looks=None, looks_fit=None)


def test_looks_leave_less_to_name_on_another_map_of_the_same_hand() -> None:
    plain, _ = guide(sheet(2), None)
    taught, _ = guide(sheet(2), known())
    assert taught.fit == "good"
    assert taught.named < plain.named
    assert taught.unseen == 0


def test_looks_that_are_not_used_change_nothing() -> None:
    plain = answer(read(2, {}))
    another_hand = guide(sheet(3, OTHER_STYLE), None)[1]
    assert sheet(3, OTHER_STYLE).style != sheet(2).style
    for looks, fit in (
        (Looks("signs"), "none"),
        (replace(known(), kind="tiles"), "none"),
        (replace(known(), version=99), "none"),
        (Looks("signs", (Look("", "", "F", bytes(7)),)), "none"),
        (another_hand, "poor"),
    ):
        reading = read(2, {}, looks)
        assert reading.looks_fit == fit
        assert answer(reading) == plain


def test_looks_of_this_very_photograph_read_it_as_its_samples_do() -> None:
    samples = {at: truth(2)[at] for at in read(2, {}).ask}
    by_samples = read(2, samples)
    by_looks = read(2, {}, by_samples.looks)
    assert by_looks.looks is None
    doubtful = {
        space.space
        for reading in (by_samples, by_looks)
        for space in reading.spaces
        if space.review
    }
    for one, two in zip(by_samples.spaces, by_looks.spaces, strict=True):
        assert one.symbol == two.symbol or one.space in doubtful


def test_naming_a_sign_again_unlearns_the_wrong_name() -> None:
    space, kind = next(item for item in truth(2).items() if item[1] != EMPTY)
    wrong = next(other for other in "FVAW" if other != kind)
    mistaken = read(2, {space: wrong}, known()).looks
    assert mistaken is not None
    corrected = read(2, {space: kind}, mistaken).looks
    assert corrected is not None
    this = corrected.samples[-1].photograph
    assert [look.symbol for look in corrected.samples if look.photograph == this] == [kind]


def test_a_hundred_signs_and_more_are_kept() -> None:
    (look, *_) = known().samples
    every = [replace(look, photograph=str(at)) for at in range(400)]
    kept = Looks("signs").taught(every, []).samples
    assert len(kept) >= 100
    assert list(kept) == every[-len(kept) :]
    size = len(base64.b64encode(look.descriptor)) + OVERHEAD
    assert size * len(kept) <= MOST_BYTES


def sent(client: FlaskClient, seed: int, **parts: Any) -> dict[str, Any]:
    shown = sheet(seed)
    side = "A" if shown.printed == PRINTS["A"] else "B"
    form = {
        "photo": (BytesIO(shown.data), "map.jpg"),
        "map": side,
        "corners": json.dumps(shown.corners),
        **{name: json.dumps(part) for name, part in parts.items()},
    }
    response: dict[str, Any] = client.post(MAPS, data=form).get_json()
    return response


def test_looks_of_a_response_are_those_of_the_next_request(client: FlaskClient) -> None:
    asked = sent(client, 1)["ask"]
    samples = [{"space": space, "symbol": truth(1)[space]} for space in asked]
    first = sent(client, 1, samples=samples)
    assert first["looks_fit"] is None
    assert {look["symbol"] for look in first["looks"]["samples"]} <= set(truth(1).values())
    assert first["looks"]["kind"] == "cartographers"
    second = sent(client, 2, looks=first["looks"])
    assert second["looks_fit"] == "good"
    assert len(second["ask"]) < len(sent(client, 2)["ask"])
    other = {**first["looks"], "kind": "tiwanaku"}
    assert sent(client, 2, looks=other)["looks_fit"] == "none"
