"""Points of scoring cards on many maps at once equal those of each map alone."""

from random import Random

import numpy as np
import pytest

from theodolite.bulk.cartographers_points import Maps, card_points, monster_points
from theodolite.cartographers.board import DRAWN_LETTERS, GRID, Drawn, Map, Print
from theodolite.cartographers.facts import MAPS, SCORING_CARDS
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.scoring import monster_spaces
from theodolite.cartographers.scoring_cards import parts_of

RULINGS = (Rulings(), Rulings(destroyed_ruins="gone", great_city="only_largest"))


def random_maps(printed: Print, count: int, seed: int) -> list[Drawn]:
    """Maps with patches of terrain, from empty to full."""
    random = Random(seed)
    maps = []
    for _ in range(count):
        cells = [".FVAWHMDZTGXd"[random.randrange(13)] for _ in range(121)]
        share = random.random()
        for _ in range(60):
            at = random.randrange(121)
            for space in (at, at + 1, at + 11):
                if space < 121:
                    cells[space] = random.choice("FVAW." if random.random() < share else "FV..")
        layers = [
            sum(1 << i for i, cell in enumerate(cells) if cell == letter) & printed.plain
            for letter in DRAWN_LETTERS
        ]
        maps.append(Drawn(*layers))
    full = (1 << 121) - 1
    return [*maps, Drawn(), Drawn(forest=full & printed.plain), Drawn(village=printed.plain)]


@pytest.mark.parametrize("name", ["A", "B", "none"])
@pytest.mark.parametrize("rulings", RULINGS)
def test_points_of_many_maps_equal_those_of_each(name: str, rulings: Rulings) -> None:
    printed = MAPS.get(name) or Print()
    drawn = random_maps(printed, 300, seed=len(name))
    points = card_points(Maps.of(drawn, printed), [*SCORING_CARDS], rulings)
    lands = [Map(printed, one).land for one in drawn]
    for i, card in enumerate(SCORING_CARDS.values()):
        expected = [sum(part.points for part in parts_of(card, land, rulings)) for land in lands]
        assert points[:, i].tolist() == expected, card.id
    assert monster_points(Maps.of(drawn, printed)).tolist() == [
        -monster_spaces(land).bit_count() for land in lands
    ]


def test_scores_more_maps_than_a_block() -> None:
    drawn = np.zeros((5000, 121), np.uint8)
    drawn[4999, 0] = 1
    points = card_points(Maps(drawn, Print()), ["sentinel_wood", "lost_barony"])
    assert points.sum(0).tolist() == [1, 3]
    assert points[4999].tolist() == [1, 3]


def test_accepts_no_maps() -> None:
    assert card_points(Maps(np.zeros((0, 121), np.uint8), Print()), ["silos"]).shape == (0, 1)


@pytest.mark.parametrize(
    "drawn",
    [
        np.zeros((1, 120), np.uint8),
        np.zeros(121, np.uint8),
        np.zeros((1, 121), np.int64),
        np.full((1, 121), 13, np.uint8),
    ],
)
def test_rejects_other_arrays(drawn: np.ndarray) -> None:
    with pytest.raises(ValueError, match="drawn"):
        Maps(drawn, Print())


def test_spaces_are_in_reading_order() -> None:
    maps = Maps.of(
        [Drawn(forest=1 << GRID.spaces["A2"], destroyed=1 << GRID.spaces["A1"])], Print()
    )
    assert maps.drawn[0, :3].tolist() == [11, 1, 0]
