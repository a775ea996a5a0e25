"""A printed score sheet of Cartographers: seasons, remarks, and each language."""

from typing import Any

import msgspec
import pytest

from sdk.stub import Stub, answer
from theodolite_sdk import Theodolite
from theodolite_sdk.cartographers.types import ScoreSheet
from theodolite_sdk.model import LANGUAGE

ITEM = {
    "category": "decree",
    "decree": "D",
    "card": "the_cauldrons",
    "points": 2,
    "spaces": ["A1", "B3"],
    "rule": "cartographers.card.the_cauldrons",
    "reference": "Glossar",
    "explanation": "Two.",
    "parts": [{"points": 2, "spaces": ["A1", "B3"]}],
}
COINS = {
    **{key: ITEM[key] for key in ("rule", "reference", "explanation")},
    "category": "coins",
    "points": 3,
    "spaces": [],
}
ANN = {
    "name": "Ann",
    "rank": 1,
    "total": 21,
    "monster_loss": 2,
    "seasons": [
        {"season": "spring", "recorded": True, "total": 9, "adds_up": True},
        {"season": "summer", "recorded": True, "total": 7, "adds_up": False},
        {"season": "autumn", "recorded": False, "total": 5, "items": [ITEM, COINS]},
    ],
}
ANSWER: dict[str, Any] = {
    "players": [ANN],
    "final": False,
    "winners": ["Ann"],
    "decided_by": "total",
    "missing": ["winter"],
    "remarks": [{"player": "Ann", "rule": "r", "reference": "s", "explanation": "Odd."}],
    "rulings": [{"name": "coin_limit", "value": "none", "could_matter": True}],
}


def sheet(language: str = "en", **fields: Any) -> ScoreSheet:
    document = msgspec.json.encode({**ANSWER, **fields, LANGUAGE: language})
    return msgspec.json.decode(document, type=ScoreSheet)


def test_a_sheet_is_printed_by_seasons() -> None:
    printed = str(sheet()).splitlines()
    assert [line.split() for line in printed[2:5]] == [
        ["Spring", "9"],
        ["Summer", "7"],
        ["Autumn", "5"],
    ]
    text = "\n".join(printed)
    for line in (
        "Ann wins.",
        "Not scored yet: Winter.",
        "Odd.",
        "As written on the sheet.",
        "the sum there is another",
        "D The cauldrons",
        "Coins",
        "Two. (Glossar)",
    ):
        assert line in text
    assert "<th>Spring</th><td>9</td>" in sheet()._repr_html_()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nl", ["Lente", "Nog niet geteld: Winter."]),
        ("fr", ["Printemps", "Pas encore compté : Hiver."]),
        ("de", ["Frühling", "Noch nicht gewertet: Winter."]),
    ],
)
def test_a_sheet_speaks_the_language_of_its_answer(language: str, said: list[str]) -> None:
    assert all(words in str(sheet(language)) for words in said)


def test_the_rating_of_a_solo_game() -> None:
    def rated(**solo: Any) -> str:
        return str(sheet(winners=[], decided_by=None, solo=solo))

    numbers: dict[str, Any] = {"numbers": 85, "rating": 30}
    said = rated(**numbers, title="Legendary Cartographer")
    assert "Numbers of the cards: 85. Rating: 30. Legendary Cartographer" in said
    assert "Rating: 30.\n" in rated(**numbers, title=None)
    nothing = rated(numbers=None, rating=None, title=None)
    assert "Rating" not in nothing
    assert "wins" not in nothing


def test_a_player_is_found_by_name() -> None:
    assert sheet()["Ann"].total == 21
    with pytest.raises(KeyError):
        sheet()["Ben"]


@pytest.mark.parametrize("side", ["A", ["^.........."] + ["..........."] * 10])
def test_a_map_is_read_from_a_photograph_until_there_is_nothing_to_ask(
    stub: Stub, referee: Theodolite, side: str | list[str]
) -> None:
    drawn = ["F.........."] + ["..........."] * 10
    stub.script = [
        answer({"corners": [[0, 0.5]], "ask": ["A1", "A2"]}),
        answer({"corners": [[0, 0.5]], "rows": drawn}),
    ]
    reading = referee.cartographers.guide_photo(
        b"picture", {"A1": "F", "A2": "."}.__getitem__, side
    )
    assert reading.rows == tuple(drawn)
    first, second = (request.body for request in stub.received)
    assert (b"A" if isinstance(side, str) else b'["^..........","') in first
    assert b'[{"space":"A1","symbol":"F"},{"space":"A2","symbol":"."}]' in second
