"""Maps: reading and writing their rows."""

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
from theodolite.grid import NOWHERE, Space


def test_maps_are_written_as_read_without_their_print() -> None:
    typed = rows("FVAWHMDZTGXd/^R#")
    shown = read_drawn(rows("FVAWHMDZTGX/^R#d"), printed("/^R#"))
    assert shown.rows() == rows("FVAWHMDZTGX/...d")
    assert read_print(rows("^R#")) == printed("^R#")
    assert typed[0][:11] == "FVAWHMDZTGX"


def test_layers_of_drawn_maps_are_in_the_order_of_terrains() -> None:
    assert [Drawn._fields[terrain] for terrain in Terrain] == [*TERRAIN_NAMES]
    assert TERRAIN_NAMES == ("forest", "village", "farm", "water", "hero", "monster")


def test_ignores_crossed_out_wasteland() -> None:
    assert read_drawn(rows("X"), printed("#")) == Drawn()
    assert not list(misprints(DRAWN_ROWS.read(rows("X")), printed("#")))


def test_keeps_destroyed_dragons_apart_from_other_destroyed_spaces() -> None:
    drawn = land("DFX").drawn.with_destroyed(spaces("A1 A2 A3 A4"))
    assert drawn.rows() == rows("dXXX")
    assert drawn.with_destroyed(spaces("A1")) == drawn
    assert drawn.letter(Space(0)) == "d"
    assert drawn.letter(Space(4)) == "."


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
def test_reports_letters_that_cannot_be_on_a_print(
    drawn: str, print_: str, faults: list[tuple[str, int]]
) -> None:
    found = list(misprints(DRAWN_ROWS.read(rows(drawn)), printed(print_)))
    assert [(fault.code, fault.path[0]) for fault in found] == faults


def test_accepts_ruins_on_any_plain_space_if_they_are_not_known() -> None:
    unknown = Print(spaces("A1"), None, NOWHERE)
    assert not list(misprints(DRAWN_ROWS.read(rows(".R")), unknown))
    found = misprints(DRAWN_ROWS.read(rows("R")), unknown)
    assert [fault.code for fault in found] == ["printed_mismatch"]


def test_reports_rows_of_another_form() -> None:
    assert [fault.code for fault in DRAWN_ROWS.faults(["F"])] == ["row_count", "row_length"]
    assert [fault.code for fault in DRAWN_ROWS.faults(rows("f"))] == ["unknown_letter"]
    assert [fault.code for fault in PRINT_ROWS.faults(rows("F"))] == ["unknown_letter"]


def test_ruins_and_stars_do_not_fill_spaces() -> None:
    shown = land("^R#X", stars="A5")
    assert shown.filled == spaces("A1 A3 A4")
    assert shown.empty & spaces("A2 A5") == spaces("A2 A5")
    assert land("").printed.plain == shown.printed.plain | spaces("A1 A3")
