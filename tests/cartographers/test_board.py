"""Maps as they are typed in and written."""

import pytest

from cartographers.pictures import land, printed, rows, spaces
from theodolite.cartographers.board import (
    DRAWN_ROWS,
    PRINT_ROWS,
    TERRAIN_NAMES,
    Drawn,
    Print,
    Terrain,
    misprints,
    read_drawn,
    read_print,
)


def test_a_map_is_written_as_it_was_read_but_for_its_print() -> None:
    typed = rows("FVAWHMDZTGXd/^R#")
    shown = read_drawn(rows("FVAWHMDZTGX/^R#d"), printed("/^R#"))
    assert shown.rows() == rows("FVAWHMDZTGX/...d")
    assert read_print(rows("^R#")) == printed("^R#")
    assert typed[0][:11] == "FVAWHMDZTGX"


def test_what_is_drawn_is_held_by_terrain() -> None:
    assert [Drawn._fields[terrain] for terrain in Terrain] == [*TERRAIN_NAMES]
    assert TERRAIN_NAMES == ("forest", "village", "farm", "water", "hero", "monster")


def test_wasteland_crossed_out_means_nothing() -> None:
    assert read_drawn(rows("X"), printed("#")) == Drawn()
    assert not list(misprints(DRAWN_ROWS.read(rows("X")), printed("#")))


def test_a_destroyed_dragon_is_told_from_other_destroyed_spaces() -> None:
    drawn = land("DFX").drawn.with_destroyed(spaces("A1 A2 A3 A4"))
    assert drawn.rows() == rows("dXXX")
    assert drawn.with_destroyed(spaces("A1")) == drawn
    assert drawn.letter(0) == "d"
    assert drawn.letter(4) == "."


@pytest.mark.parametrize(
    ("drawn", "print_", "faults"),
    [
        ("^R#", "^R#", []),
        ("...F", "^R#", []),
        (".^R/#", "^R#", [("printed_mismatch", 0), ("printed_mismatch", 1)]),
        ("FA.", "^.#", [("drawn_on_print", 0)]),
        ("...R", "^R#", [("printed_mismatch", 0)]),
        ("X", "^", [("drawn_on_print", 0)]),
        ("d", "#", [("drawn_on_print", 0)]),
    ],
)
def test_what_cannot_be_drawn_on_a_print_is_told(
    drawn: str, print_: str, faults: list[tuple[str, int]]
) -> None:
    found = list(misprints(DRAWN_ROWS.read(rows(drawn)), printed(print_)))
    assert [(fault.code, fault.path[0]) for fault in found] == faults


def test_ruins_may_be_typed_anywhere_plain_where_they_are_not_known() -> None:
    unknown = Print(spaces("A1"), None, 0)
    assert not list(misprints(DRAWN_ROWS.read(rows(".R")), unknown))
    found = misprints(DRAWN_ROWS.read(rows("R")), unknown)
    assert [fault.code for fault in found] == ["printed_mismatch"]


def test_rows_of_another_form_are_told() -> None:
    assert [fault.code for fault in DRAWN_ROWS.faults(["F"])] == ["row_count", "row_length"]
    assert [fault.code for fault in DRAWN_ROWS.faults(rows("f"))] == ["unknown_letter"]
    assert [fault.code for fault in PRINT_ROWS.faults(rows("F"))] == ["unknown_letter"]


def test_ruins_and_stars_fill_nothing() -> None:
    shown = land("^R#X", stars="A5")
    assert shown.filled == spaces("A1 A3 A4")
    assert shown.empty & spaces("A2 A5") == spaces("A2 A5")
    assert land("").printed.plain == shown.printed.plain | spaces("A1 A3")
