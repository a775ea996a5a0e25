"""Draws compared with the cards of the game, and with those of a real copy."""

from typing import Any

import pytest

from theodolite.treasure_hunt import judge
from theodolite.treasure_hunt.snapshot import Card, Deck, Treasure
from treasure_hunt.scenes import played, scene, spaces

SIX = "S1 S. S. S. S. Sa"
OVER = "roll white 5; 1 >>>>>; log 1"
FULL = {"ann": {"hand": "boat boat"}, "bo": {"hand": "boat boat boat"}}


@pytest.mark.parametrize(
    ("deck", "drawn", "players", "says"),
    [
        (Deck(), "N05/E05 boat", 2, []),
        (Deck(three_plus=spaces("N05/E05")), "N05/E05 boat", 2, ["setup three_plus"]),
        (Deck(three_plus=spaces("N05/E05")), "N05/E05 boat", 3, []),
        (Deck(actions={Card.BOAT: 1}), "N05/E05 boat", 2, []),
        (Deck(actions={Card.BOAT: 0}), "N05/E05 boat", 2, ["supply too_many_of_card"]),
        (
            Deck(treasures={Treasure.GOLD: 0}),
            "N05/E05 closed triangle gold",
            2,
            ["supply too_many_of_treasure"],
        ),
        (Deck(treasures={Treasure.GOLD: 0}), "N05/E05 closed triangle unseen", 2, []),
    ],
)
def test_draws_agree_with_a_real_copy(
    deck: Deck, drawn: str, players: int, says: list[str]
) -> None:
    table = scene(SIX, players=players)._replace(deck=deck)
    checks = judge(table, played(table, f"{OVER} drawn {drawn}")).checks
    failed = [check for _, check in checks if check.status == "failed"]
    assert [f"{one.rule.partition('.')[2]} {one.says}" for one in failed] == says


@pytest.mark.parametrize(
    ("options", "drawn", "legal"),
    [
        ({"cy": {"hand": "boat boat boat", "boats": 2}}, "boat", True),
        ({"cy": {"hand": "boat boat boat", "boats": 3}}, "boat", False),
        ({"cy": {"hand": "boat boat boat", "boats": 3}}, "walker", True),
        # There are too many already, so that the draw is not at fault.
        ({"cy": {"hand": "boat boat boat", "boats": 4}}, "boat", True),
    ],
)
def test_draws_do_not_exceed_the_cards_of_the_game(
    options: dict[str, Any], drawn: str, legal: bool
) -> None:
    table = scene(SIX, players=3, also=["N20/E20 5", "N21/E20 6"], fill="W", **FULL, **options)
    assert judge(table, played(table, f"{OVER} drawn N05/E05 {drawn}")).legal == legal
