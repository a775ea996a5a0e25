"""Tables and disputes of Misterra: the example, and positions drawn at random."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from theodolite.misterra.presumptions import CARDS

EXAMPLES = Path(__file__).parents[1] / "examples" / "misterra"
EXAMPLE: dict[str, Any] = json.loads((EXAMPLES / "four-players.json").read_text("utf-8"))
"""The body of a request for scores."""

_LETTERS = "JLMS"
_TERRAINS = ("jungle", "lagoon", "mountain", "steppe")
_SPACES = [f"{column}{row}" for row in "12345" for column in "ABCDE"]


def random_tables(count: int) -> Iterator[dict[str, Any]]:
    """Finished games of four: parchments half like the island, markers and cards."""
    rng = random.Random(2)  # noqa: S311 - no secret
    for _ in range(count):
        tiles = rng.sample(_LETTERS * 12, 25)
        island = [letter.lower() if rng.random() < 0.1 else letter for letter in tiles]
        markers = [space for space, letter in enumerate(island) if letter.isupper()]
        rng.shuffle(markers)
        cards = rng.sample(sorted(CARDS), 8)
        terrains = rng.sample(_TERRAINS, 4)
        yield {
            "beach": rng.choice(("left", "right", "top", "bottom")),
            "island": _rows(island),
            "players": [
                {
                    "name": name,
                    "parchment": _rows(
                        [tile if rng.random() < 0.5 else rng.choice(_LETTERS) for tile in tiles]
                    ),
                    "meeple": rng.choice(_SPACES),
                    "claims": _claims(markers[6 * i : 6 * i + 6], island),
                    "presumptions": [
                        _card(rng, card, terrains) for card in cards[2 * i : 2 * i + 2]
                    ],
                }
                for i, name in enumerate(("Cassandra", "Elliott", "Mathilda", "Francois"))
            ],
        }


def broad_disputes() -> Iterator[dict[str, Any]]:
    """Disputes over tables on which a turn has very many possible plays."""
    patches = ["JJjLL", "JJLLl", "MMSss", "MMSSs", "mmSSs"]
    steppes = ["SSSSS", "SSSSS", "SSMMM", "MMMMM", "MMMML"]
    for island in (patches, steppes, [row.lower() for row in steppes]):
        turned = [row[::-1] for row in reversed(island)]
        before = _lone_table(island, "C3")
        for after in (before, _lone_table(turned, "A1")):
            yield {"before": before, "after": after, "player": "Elliott"}


def _lone_table(island: list[str], meeple: str) -> dict[str, Any]:
    parchment = [row.upper() for row in island]
    player = {"name": "Elliott", "parchment": parchment, "meeple": meeple}
    return {"beach": "right", "island": island, "players": [player]}


def _rows(letters: list[str]) -> list[str]:
    return ["".join(letters[start : start + 5]) for start in range(0, 25, 5)]


def _claims(spaces: list[int], island: list[str]) -> list[str]:
    """The first markers among these spaces, three at most and each on another terrain."""
    by_terrain = {island[space]: _SPACES[space] for space in reversed(spaces)}
    return list(by_terrain.values())[:3]


def _card(rng: random.Random, number: int, terrains: list[str]) -> dict[str, Any]:
    """A card with an invented face; cards 1-4 differ in terrain, and so do cards 5-8 (p. 8)."""
    first, second = rng.sample(_TERRAINS, 2)
    if number <= 8:
        first = terrains[number % 4]
    pattern = [rng.choice(_LETTERS) + rng.choice(_LETTERS), rng.choice(_LETTERS) + "."]
    faces = {"terrain": first, "avoid": second, "pattern": pattern}
    return {"card": number, **{field: faces[field] for field in sorted(CARDS[number].face)}}
