"""The 31 presumption cards: every threshold of every table and one below it, and the traps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from misterra.tables import EMPTY
from theodolite.misterra.board import GRID, Board, Terrain
from theodolite.misterra.presumptions import CARDS, face_faults, judge
from theodolite.misterra.snapshot import Presumption, Rulings, Side

J, L, M, S = Terrain
Rows = Sequence[str]


def rows(letters: str) -> list[str]:
    """Letters in reading order as five rows; the rest of the board is empty."""
    board = letters.ljust(25, ".")
    return [board[i : i + 5] for i in range(0, 25, 5)]


def on(spaces: Sequence[int], letter: str = "J") -> list[str]:
    """A board with one terrain on some spaces."""
    return rows("".join(letter if space in spaces else "." for space in range(25)))


def earned(
    presumption: Presumption,
    parchment: Rows,
    beach: Side = Side.RIGHT,
    rulings: Rulings = Rulings(),  # noqa: B008 - frozen
) -> list[tuple[int, str]]:
    """The points and the spaces of each part of a card."""
    outcome = judge(presumption, Board.from_rows(parchment), beach, rulings)
    return [(part.points, " ".join(GRID.name_all(part.spaces))) for part in outcome.parts]


def total(presumption: Presumption, parchment: Rows, beach: Side = Side.RIGHT) -> int:
    return sum(points for points, _ in earned(presumption, parchment, beach))


EDGE = [space for space in range(25) if GRID.edge >> space & 1]
DOMINOES = [
    *((5 * row + column, 5 * row + column + 1) for row in range(5) for column in (0, 2)),
    (4, 9),
    (14, 19),
]
# No two of these dominoes that touch have the same letter.
DOMINO_LETTERS = ["JM", "LS", "JM", "LS", "JM", "JL"]


def dominoes(count: int) -> list[str]:
    """A board of so many zones of exactly two spaces, 12 at most."""
    board = ["."] * 25
    for spaces, letter in list(zip(DOMINOES, "".join(DOMINO_LETTERS), strict=True))[:count]:
        for space in spaces:
            board[space] = letter
    return rows("".join(board))


class Printed(NamedTuple):
    """The table that the rulebook prints for some cards: points by count."""

    cards: Sequence[int]
    board: Callable[[int], Rows]
    points: Mapping[int, int]
    face: Mapping[str, Any] = {}


PRINTED = [
    Printed(
        [1, 2, 3, 4],
        lambda size: rows("J" * size),
        {2: 0, 3: 2, 4: 5, 5: 9, 6: 9, 25: 9},
        {"terrain": J},
    ),
    Printed(
        [5, 6, 7, 8],
        lambda count: on(EDGE[:count]),
        {0: 0, 3: 0, 4: 4, 5: 4, 6: 8, 7: 8, 8: 14, 9: 15, 10: 16, 16: 22},
        {"terrain": J},
    ),
    Printed(
        [13, 14, 15, 16],
        lambda count: rows("J" * count),
        {0: 0, 2: 0, 3: 3, 4: 3, 5: 6, 6: 6, 7: 12, 8: 13, 9: 14, 25: 30},
        {"terrain": J, "avoid": L},
    ),
    Printed(
        [17],
        lambda size: rows("M" * size),
        {0: 0, 3: 0, 4: 4, 5: 4, 6: 10, 7: 10, 8: 15, 9: 15, 10: 20, 11: 20, 25: 20},
    ),
    Printed(
        [18],
        lambda size: rows("S" * size),
        {0: 0, 1: 0, 2: 6, 3: 10, 4: 18, 5: 25, 6: 30, 25: 30},
    ),
    Printed(
        [19],
        lambda count: rows(("JL" * 13)[:count]),
        {0: 0, 4: 0, 5: 3, 7: 3, 8: 10, 11: 10, 12: 15, 15: 15, 16: 20, 24: 20, 25: 30},
    ),
    Printed(
        [20],
        dominoes,
        {0: 0, 3: 0, 4: 6, 5: 6, 6: 10, 7: 10, 8: 15, 9: 15, 10: 20, 11: 20, 12: 25},
    ),
    Printed(
        [21],
        lambda count: rows("L" * count),
        {0: 0, 7: 0, 8: 6, 9: 6, 10: 9, 11: 9, 12: 12, 14: 12, 15: 18, 25: 18},
    ),
    Printed([22], lambda count: rows("M" * count), {count: 3 * count for count in range(26)}),
    Printed(
        [23],
        lambda sets: rows("JLMS" * sets),
        {0: 0, 2: 0, 3: 5, 4: 8, 5: 12, 6: 18},
    ),
    *(
        Printed(
            cards,
            lambda count: rows("JL.MM" * count),
            {count: each * count for count in range(6)},
            {"pattern": ("JL",)},
        )
        for cards, each in (([24, 25, 26, 27], 5), ([28, 29, 30, 31], 8))
    ),
]

TABLE_CASES = [
    pytest.param(
        Presumption(card, **printed.face), printed.board(count), points, id=f"{card}-{count}"
    )
    for printed in PRINTED
    for card in printed.cards
    for count, points in printed.points.items()
]


@pytest.mark.parametrize(("presumption", "parchment", "points"), TABLE_CASES)
def test_a_card_pays_what_its_table_says(
    presumption: Presumption, parchment: Rows, points: int
) -> None:
    assert total(presumption, parchment) == points


def test_every_threshold_is_tried_and_one_below_it() -> None:
    tried = {card: printed.points for printed in PRINTED for card in printed.cards}
    for card in CARDS.values():
        for threshold, points in card.table:
            assert tried[card.number][threshold] == points
            assert threshold - 1 in tried[card.number]


@pytest.mark.parametrize("terrain", Terrain)
def test_the_terrain_on_the_card_is_the_one_that_counts(terrain: Terrain) -> None:
    other = Terrain((terrain + 1) % 4)
    mine, others = ("JLMS"[terrain] * 8, "JLMS"[other] * 8)
    assert total(Presumption(1, terrain), rows(mine)) == 9
    assert total(Presumption(1, terrain), rows(others)) == 0
    assert total(Presumption(5, terrain), on(EDGE[:8], "JLMS"[terrain])) == 14
    assert total(Presumption(5, terrain), on(EDGE[:8], "JLMS"[other])) == 0
    assert total(Presumption(13, terrain, other), rows(mine)) == 13
    assert total(Presumption(13, other, terrain), rows(mine)) == 0


def test_cards_1_to_4_pay_each_zone_for_itself() -> None:
    parchment = ["JJJ.J", "....J", "JJJ.J", "....J", "JJ..J"]
    assert earned(Presumption(2, J), parchment) == [
        (2, "A1 B1 C1"),
        (9, "E1 E2 E3 E4 E5"),
        (2, "A3 B3 C3"),
    ]


def test_a_zone_does_not_join_at_corners_or_around_the_edge() -> None:
    assert earned(Presumption(1, S), ["...SS", "S....", "SS...", "..S..", "....."]) == [
        (2, "A2 A3 B3")
    ]


@pytest.mark.parametrize("corner", ["A1", "E1", "A5", "E5"])
def test_a_corner_is_one_space_of_the_edge(corner: str) -> None:
    spaces = {corner, "B1", "D5", "E3"}
    parchment = on([GRID.spaces[name] for name in spaces])
    assert earned(Presumption(6, J), parchment) == [
        (4, " ".join(sorted(spaces, key=GRID.names.index)))
    ]
    assert total(Presumption(6, J), on([GRID.spaces[name] for name in spaces - {corner}])) == 0


def test_spaces_inside_are_no_edge() -> None:
    inside = [space for space in range(25) if space not in EDGE]
    assert len(inside) == 9
    assert total(Presumption(7, J), on(inside)) == 0
    assert total(Presumption(7, J), on(range(25))) == 22


# Row 1 and column A hold all four terrains, row 3 and column C one; nothing else does either.
LINES = ["JLMSS", "LMM..", "MMMMM", "S.M..", "J.M.."]
ROWS = {9: [(4, "A1 B1 C1 D1 E1")], 11: [(5, "A3 B3 C3 D3 E3")]}
COLUMNS = {9: [(4, "A1 A2 A3 A4 A5")], 11: [(5, "C1 C2 C3 C4 C5")]}


@pytest.mark.parametrize("card", [9, 11])
@pytest.mark.parametrize("beach", Side)
def test_lines_run_towards_the_beach_or_along_it(card: int, beach: Side) -> None:
    beside = beach in (Side.LEFT, Side.RIGHT)
    perpendicular, parallel = (ROWS, COLUMNS) if beside else (COLUMNS, ROWS)
    assert earned(Presumption(card), LINES, beach) == perpendicular[card]
    assert earned(Presumption(card + 1), LINES, beach) == parallel[card]


@pytest.mark.parametrize(("card", "each"), [(9, 4), (10, 4), (11, 5), (12, 5)])
def test_every_line_of_a_full_board_can_pay(card: int, each: int) -> None:
    latin = ["JLMSJ", "LMSJL", "MSJLM", "SJLMS", "JLMSJ"]
    full = latin if card in (9, 10) else ["S" * 5] * 5
    assert total(Presumption(card), full) == 5 * each


def test_a_line_with_a_gap_pays_nothing() -> None:
    gap = ["JLMS.", "SSSS.", ".....", ".....", "....."]
    assert [total(Presumption(card), gap) for card in (9, 10, 11, 12)] == [0, 0, 0, 0]


def test_three_terrains_and_two_are_neither_all_nor_one() -> None:
    board = ["JJLLM", "JJJJL", ".....", ".....", "....."]
    assert [total(Presumption(card), board) for card in (9, 11)] == [0, 0]


def test_only_an_orthogonal_neighbour_spoils_a_space() -> None:
    # B2 touches the lagoon at B1; A1 and C1 do too; the others meet it at a corner at most.
    parchment = ["JLJ..", "JJJ..", "J.J..", ".....", "....."]
    assert earned(Presumption(14, J, L), parchment) == [(3, "A2 C2 A3 C3")]
    assert earned(Presumption(14, J, M), parchment) == [(12, "A1 C1 A2 B2 C2 A3 C3")]


def test_an_empty_neighbour_spoils_nothing() -> None:
    assert total(Presumption(15, M, S), on([0, 12, 24], "M")) == 3


def test_of_several_largest_zones_one_pays() -> None:
    parchment = ["JJJJ.", ".....", "LLLL.", ".....", "SSS.."]
    assert earned(Presumption(17), parchment) == [(4, "A1 B1 C1 D1")]


def test_one_single_space_zone_spoils_card_18() -> None:
    assert total(Presumption(18), ["JJJJJ", "LLLLL", ".....", ".....", "....."]) == 25
    assert total(Presumption(18), ["JJJJJ", "LLLLL", "..S..", ".....", "....."]) == 0


def test_of_several_smallest_zones_one_pays() -> None:
    assert earned(Presumption(18), ["JJ.LL", ".....", "SSSSS", ".....", "....."]) == [(6, "A1 B1")]


def test_only_zones_of_the_very_size_count_for_cards_19_and_20() -> None:
    parchment = ["J.LL.", ".....", "J.SSS", ".....", "J.L.M"]
    assert earned(Presumption(19), parchment) == [(3, "A1 A3 A5 C5 E5")]
    assert total(Presumption(20), parchment) == 0
    assert total(Presumption(20), ["JJ.LL", ".....", "MM.SS", ".....", "JJJ.L"]) == 6


def test_of_several_most_common_terrains_one_pays() -> None:
    parchment = rows("J" * 8 + "L" * 8 + "M" * 8)
    assert earned(Presumption(21), parchment) == [(6, "A1 B1 C1 D1 E1 A2 B2 C2")]


def test_a_terrain_one_lacks_is_not_the_one_of_least() -> None:
    assert earned(Presumption(22), rows("JJJJLL")) == [(6, "E1 A2")]
    assert total(Presumption(22), rows("JJ" + "LL" + "MM" + "SS")) == 6


def test_a_parchment_of_one_terrain_is_all_of_least() -> None:
    assert total(Presumption(22), ["LLLLL"] * 5) == 75


def test_a_terrain_too_few_holds_the_sets_back() -> None:
    assert total(Presumption(23), rows("J" * 7 + "L" * 7 + "M" * 7 + "SS")) == 0
    assert earned(Presumption(23), rows("JJJJLLLLMMMMSSS"))[0][0] == 5


@pytest.mark.parametrize("card", sorted({17, 18, 19, 20, 21, 22, 23, 9, 10, 11, 12}))
def test_an_empty_parchment_earns_nothing(card: int) -> None:
    assert earned(Presumption(card), EMPTY) == []


def orientated(value: str) -> Rulings:
    return Rulings(pattern_orientation=value)  # type: ignore[arg-type]


def test_a_pattern_overlaps_itself() -> None:
    assert earned(Presumption(24, pattern=("SS",)), ["SSS..", *EMPTY[1:]]) == [
        (5, "A1 B1"),
        (5, "B1 C1"),
    ]
    assert total(Presumption(28, pattern=("SS", "SS")), ["SSSSS"] * 5) == 16 * 8


@pytest.mark.parametrize(
    ("orientation", "points"),
    [("as_printed", 5), ("any_rotation", 10), ("any_rotation_or_mirror", 10)],
)
def test_a_symmetric_pattern_counts_once_for_each_set_of_spaces(
    orientation: str, points: int
) -> None:
    # Turned by half a turn this pattern covers the same spaces again.
    parchment = ["JJ...", "J....", ".....", ".....", "....."]
    assert (
        sum(
            points
            for points, _ in earned(
                Presumption(24, pattern=("JJ",)), parchment, rulings=orientated(orientation)
            )
        )
        == points
    )


@pytest.mark.parametrize(
    ("orientation", "spaces"),
    [
        ("as_printed", ["A1 A2 B2"]),
        ("any_rotation", ["A1 A2 B2", "D1 E1 D2"]),
        ("any_rotation_or_mirror", ["A1 A2 B2", "D1 E1 D2", "E3 D4 E4"]),
    ],
)
def test_a_pattern_turns_as_the_ruling_allows(orientation: str, spaces: list[str]) -> None:
    pattern = ("J.", "LM")
    parchment = ["J..LJ", "LM.M.", "....J", "...ML", "....."]
    assert earned(Presumption(29, pattern=pattern), parchment, rulings=orientated(orientation)) == [
        (8, names) for names in spaces
    ]


def test_a_dot_in_a_pattern_is_any_space_even_an_empty_one() -> None:
    pattern = ("J.L",)
    assert total(Presumption(31, pattern=pattern), ["J.L..", "JML..", *EMPTY[2:]]) == 16


def test_a_pattern_does_not_wrap_around_the_edge() -> None:
    assert total(Presumption(25, pattern=("JL",)), ["....J", "L....", *EMPTY[2:]]) == 0
    assert total(Presumption(25, pattern=("J", "L")), ["....L", *EMPTY[1:4], "....J"]) == 0


def test_a_pattern_as_large_as_the_board() -> None:
    whole = ("JLMSJ", "LMSJL", "MSJLM", "SJLMS", "JLMSJ")
    assert total(Presumption(26, pattern=whole), whole) == 5


@pytest.mark.parametrize("card", CARDS)
def test_reports_missing_and_superfluous_faces(card: int) -> None:
    needed = CARDS[card].face
    missing = {("missing_face", (name,)) for name in needed}
    assert {fault[:2] for fault in face_faults(Presumption(card))} == missing
    everything = Presumption(card, J, L, ("JJ",))
    assert {fault.path[0] for fault in face_faults(everything)} == {
        "terrain",
        "avoid",
        "pattern",
    } - set(needed)


def test_reports_two_equal_terrains() -> None:
    (fault,) = face_faults(Presumption(13, J, J))
    assert fault[:2] == ("same_terrain", ("avoid",))


def test_which_cards_pay_once() -> None:
    once = {*range(5, 9), *range(13, 24)}
    assert {number for number, card in CARDS.items() if card.once} == once
    assert list(CARDS) == list(range(1, 32))
