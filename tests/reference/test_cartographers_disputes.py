"""Random disputes: the service names the space of a map that was changed."""

from random import Random

import pytest
from flask.testing import FlaskClient

from reference import cartographers_tables
from reference.cartographers import LETTERS, SPACES, Json, Sheet
from reference.cartographers_play import sheets_of
from reference.cartographers_tables import random_dispute, shown

DISPUTES = 60


@pytest.fixture(autouse=True)
def _unaltered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random disputes whose cards did lead from the one map to the other."""
    monkeypatch.setattr(cartographers_tables, "_alter", lambda *_: None)


def named(client: FlaskClient, body: Json, after: Sheet) -> set[str] | None:
    """The spaces of the differences if this had come of it; None if it can have."""
    body["after"]["players"][0] |= shown(after)
    answer = client.post("/v3/cartographers/disputes", json=body).get_json()
    if answer["possible"]:
        return None
    assert answer["differences"]
    found = [one for each in answer["differences"] for one in (each, *each["alternatives"])]
    return {space for one in found for space in one["spaces"]}


@pytest.mark.parametrize("seed", range(DISPUTES))
def test_a_space_that_is_erased_is_named(client: FlaskClient, seed: int) -> None:
    rng = Random(seed)
    body = random_dispute(rng)
    before, after = sheets_of(body)
    if before.drawn:
        space = rng.choice(sorted(before.drawn))
        after.drawn.pop(space)
        assert named(client, body, after) == {space}


@pytest.mark.parametrize("seed", range(DISPUTES))
def test_a_space_that_no_card_drew_is_named(client: FlaskClient, seed: int) -> None:
    rng = Random(seed)
    body = random_dispute(rng)
    _, after = sheets_of(body)
    free = [space for space in SPACES if space in after.empty]
    if free:
        space = rng.choice(free)
        after.drawn[space] = rng.choice([*LETTERS.values()][:4])
        spaces = named(client, body, after)
        # It may pass for what a card drew elsewhere.
        assert spaces is None or space in spaces
