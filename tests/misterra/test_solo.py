"""The solo score: Otoma's claims come off, and four tables give titles."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from misterra.tables import EMPTY

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

ISLAND = ["JJJJJ", "JJJJJ", "LLLLL", "LLLLL", "SSSSS"]


def rows(letters: str) -> list[str]:
    """Letters in reading order as five rows; the rest of the board is empty."""
    board = letters.ljust(25, ".")
    return [board[i : i + 5] for i in range(0, 25, 5)]


def solo(parchment: list[str], island: list[str], *otoma: str, **more: Any) -> Json:
    return {
        "beach": "left",
        "island": island,
        "players": [{"name": "Ada", "parchment": parchment, **more}],
        "otoma": {"claims": otoma},
    }


@pytest.mark.parametrize(
    ("mountains", "confirmed", "extra", "total", "title"),
    [
        (0, 0, 0, -25, "Insignificant"),
        (18, 6, 0, 59, "Insignificant"),
        (17, 4, 9, 60, "Dim"),
        (21, 5, 0, 69, "Dim"),
        (20, 3, 9, 70, "Famous"),
        (25, 2, 0, 79, "Famous"),
        (22, 4, 9, 80, "Memorable"),
        (25, 7, 0, 89, "Memorable"),
        (25, 3, 9, 90, "Illustrious"),
        (25, 12, 0, 99, "Illustrious"),
        (25, 8, 9, 100, "Eternal"),
        (25, 12, 9, 108, "Eternal"),
    ],
)
def test_titles_for_the_total(  # noqa: PLR0917 - a row of the table above
    ask: Ask, mountains: int, confirmed: int, extra: int, total: int, title: str
) -> None:
    # 3 for each mountain by card 22, 2 for each that is confirmed, 9 by card 1 if it is held.
    cards = [{"card": 22}, {"card": 1, "terrain": "mountain"}][: 2 if extra else 1]
    island = rows("M" * confirmed)
    answer = ask("scores", {"snapshot": solo(rows("M" * mountains), island, presumptions=cards)})
    assert answer["solo"]["total"] == total
    assert answer["solo"]["titles"]["total"] == title


@pytest.mark.parametrize(
    ("spaces", "cards", "points", "title"),
    [
        (0, (), 0, "Apprentice"),
        (5, (22, 17), 19, "Apprentice"),
        (10, (17,), 20, "Assistant"),
        (13, (22,), 39, "Assistant"),
        (5, (22, 18), 40, "Expert"),
        (13, (22, 17), 59, "Expert"),
        (10, (22, 18), 60, "Dean"),
        (25, (22, 18), 105, "Dean"),
    ],
)
def test_titles_for_presumptions(
    ask: Ask, spaces: int, cards: Sequence[int], points: int, title: str
) -> None:
    held = [{"card": card} for card in cards]
    answer = ask("scores", {"snapshot": solo(rows("L" * spaces), EMPTY, presumptions=held)})
    assert answer["players"][0]["subtotals"]["presumptions"] == points
    assert answer["solo"]["titles"]["presumptions"] == title


@pytest.mark.parametrize(
    ("faithful", "title"),
    [
        (0, "Paper-Pusher"),
        (9, "Paper-Pusher"),
        (10, "Topographer"),
        (14, "Topographer"),
        (15, "Surveyor"),
        (19, "Surveyor"),
        (20, "Cartographer"),
        (25, "Cartographer"),
    ],
)
def test_titles_for_fidelity(ask: Ask, faithful: int, title: str) -> None:
    answer = ask("scores", {"snapshot": solo(rows("".join(ISLAND)[:faithful]), ISLAND)})
    assert answer["players"][0]["subtotals"]["fidelity"] == 2 * faithful
    assert answer["solo"]["titles"]["fidelity"] == title


@pytest.mark.parametrize(
    ("mine", "otomas", "title"),
    [
        (0, 5, "Fearful"),
        (3, 3, "Fearful"),
        (1, 0, "Prudent"),
        (4, 1, "Prudent"),
        (4, 0, "Bold"),
        (8, 1, "Bold"),
        (8, 0, "Intrepid"),
        (10, 2, "Intrepid"),
    ],
)
def test_titles_for_claims_less_those_of_otoma(
    ask: Ask, mine: int, otomas: int, title: str
) -> None:
    island = [*rows("S" * mine)[:2], ".....", *rows("L" * otomas)[:2]]
    claims, otoma = ["A1"] * (mine > 0), ["A4"] * (otomas > 0)
    answer = ask("scores", {"snapshot": solo(EMPTY, island, *otoma, claims=claims)})
    assert answer["solo"]["otoma_claims"] == 2 * otomas
    assert answer["players"][0]["subtotals"]["claims"] == 2 * mine
    assert answer["solo"]["titles"]["claims"] == title


def test_otomas_claims_come_off_and_the_rest_is_below_zero_if_need_be(ask: Ask) -> None:
    answer = ask(
        "scores",
        {"snapshot": solo(EMPTY, ["SSS..", ".....", "L....", ".....", "....."], "A1", "A3")},
    )
    assert answer["players"][0]["total"] == -25
    assert answer["solo"]["otoma_claims"] == 8
    assert answer["solo"]["total"] == -33
    steppe, lagoon = answer["solo"]["items"]
    assert (steppe["points"], lagoon["points"]) == (6, 2)
    assert steppe["rule"] == "misterra.solo.otoma_claims"
    assert steppe["explanation"] == (
        "Otoma's marker on A1 claims a steppe region of 3 tiles: A1, B1, C1."
    )
    assert answer["solo"]["titles"] == {
        "total": "Insignificant",
        "presumptions": "Apprentice",
        "fidelity": "Paper-Pusher",
        "claims": "Fearful",
    }


def test_a_region_shared_with_otoma_earns_neither_anything(ask: Ask) -> None:
    island = ["SSSSS", *EMPTY[1:]]
    answer = ask("scores", {"snapshot": solo(EMPTY, island, "E1", claims=["A1"])})
    assert answer["solo"]["otoma_claims"] == 0
    assert answer["players"][0]["subtotals"]["claims"] == 0
    assert answer["removed"]["claims"] == [
        {"player": "Ada", "space": "A1"},
        {"player": "Otoma", "space": "E1"},
    ]
    both = solo(EMPTY, island, "E1", claims=["A1"])
    both["rulings"] = {"disputed_regions": "everyone_scores"}
    answer = ask("scores", {"snapshot": both})
    assert (answer["solo"]["otoma_claims"], answer["players"][0]["subtotals"]["claims"]) == (10, 10)


def test_a_single_player_without_otoma_plays_no_solo_game(ask: Ask) -> None:
    snapshot = solo(EMPTY, EMPTY)
    answer = ask("scores", {"snapshot": snapshot})
    assert (answer["winners"], answer["decided_by"]) == ([], None)
    del snapshot["otoma"]
    answer = ask("scores", {"snapshot": snapshot})
    assert answer["winners"] == ["Ada"]
    assert "solo" not in answer
    assert "solo" not in ask("scores", {"snapshot": {**snapshot, "otoma": None}})
