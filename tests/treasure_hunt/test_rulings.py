"""`could_matter` is true exactly if another value of the ruling changes the response."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from reference.treasure_hunt_comparisons import random_missions
from reference.treasure_hunt_plays import random_play, random_record
from reference.treasure_hunt_rulings import decided
from reference.treasure_hunt_tables import random_placement, random_roll
from theodolite.rulings import values_of
from theodolite.treasure_hunt.snapshot import Rulings

DRAWN = [
    ("legality-checks", random_play),
    ("legality-checks", random_placement),
    ("updates", random_play),
    ("legal-actions", random_roll),
    ("replays", random_record),
    ("scores", random_missions),
    ("end-checks", random_missions),
]
SEEDS = range(4)


@pytest.mark.parametrize(("operation", "draw"), DRAWN)
def test_could_matter_agrees_with_other_values(
    client: FlaskClient, operation: str, draw: Callable[[Random], Any]
) -> None:
    for seed in SEEDS:
        body = draw(Random(seed))
        path = f"/v3/treasure-hunt/{operation}"
        answer = client.post(path, json=body)
        if answer.status_code != 200:
            continue
        now = without_rulings(answer.get_json())
        for ruling in answer.get_json()["rulings"]:
            name = ruling["name"]
            # Explorers at home stay home by either value, in another place of the response.
            if name == "home_place":
                continue
            others = [
                client.post(path, json=decided(body, name, value))
                for value in values_of(Rulings)[name]
            ]
            differs = any(without_rulings(one.get_json()) != now for one in others)
            assert ruling["could_matter"] == differs, (operation, seed, name)


def without_rulings(part: Any) -> Any:
    """A part of an answer without any rulings."""
    if isinstance(part, dict):
        return {
            key: without_rulings(one)
            for key, one in part.items()
            if key not in ("rulings", "request_id")
        }
    return [without_rulings(one) for one in part] if isinstance(part, list) else part
