"""The board of Treasure Hunt laid segment by segment on the page, and saved as a board pack."""

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import Sheet
from journeys.test_everyone import serious
from journeys.test_photo_games import correct, give
from journeys.test_treasure_hunt import PACK, QUARTERS, SMALL, board, opened, press
from theodolite.treasure_hunt.board import lay_segments
from theodolite.web.treasure_hunt.packs import PackSchema

SIDE = 15
SEGMENT = tomllib.loads(PACK.read_text("utf-8"))["segments"]["A"]


def part(sheet: Sheet, name: str) -> None:
    """Choose which part of the board is laid."""
    group = sheet.page.get_by_role("group", name="Which segment")
    sheet.tap(group.get_by_role("button", name=name, exact=True))


def seen(sheet: Sheet) -> list[str]:
    """Return the rows of the board as they are seen."""
    letters = (
        board(sheet)
        .locator("[data-space]")
        .evaluate_all("spaces => spaces.map(space => space.dataset.tile).join('')")
    )
    side = 15 if len(letters) == SIDE * SIDE else 30
    return [letters[at : at + side] for at in range(0, len(letters), side)]


def rows_field(sheet: Sheet) -> Locator:
    """Return the field with the rows of the segment, opened."""
    summary = sheet.page.get_by_text("Rows as text", exact=True)
    if summary.locator("..").get_attribute("open") is None:
        sheet.tap(summary)
    return sheet.page.locator(".rows textarea")


def saved(sheet: Sheet, folder: Path) -> Path:
    """Save the board, and return the file."""
    with sheet.page.expect_download() as download:
        press(sheet, "Save this board")
    path = folder / "board-pack.toml"
    download.value.save_as(path)
    return path


def paints_a_segment_by_rectangle_and_fill(visit: Visit) -> None:
    phone = opened(visit, None, **PHONE)
    phone.go("Board")
    part(phone, "Segment A")
    expect(board(phone).locator("[data-space]")).to_have_count(SIDE * SIDE)
    phone.choose("water")
    press(phone, "Fill")
    phone.tap(phone.space(board(phone), "N03/E03"))
    phone.choose("sand")
    press(phone, "Rectangle")
    phone.tap(phone.space(board(phone), "N07/E12"))
    phone.tap(phone.space(board(phone), "N03/E03"))
    water, sand = "W" * SIDE, "WW" + "S" * 10 + "WWW"
    drawn = [*[water] * 8, *[sand] * 5, *[water] * 2]
    assert seen(phone) == drawn
    # Opening the station, the segment, two tools, two shapes and three spaces.
    assert phone.taps == 9
    # The other segments are as they were.
    rows = phone.kept()["board"]["rows"]
    assert all(row[SIDE:] == "?" * SIDE for row in rows)
    assert rows[SIDE:] == ["?" * 30] * SIDE
    press(phone, "Undo")
    assert seen(phone) == ["W" * 15] * 15
    part(phone, "All")
    assert len(seen(phone)) == 30


def typing_goes_on_in_the_next_row_of_the_segment(visit: Visit) -> None:
    desk = opened(visit, None, **DESK)
    desk.go("Board")
    part(desk, "Segment D")
    desk.space(board(desk), "N30/E16").focus()
    desk.page.keyboard.type("W" * SIDE + "S")
    assert [row[:2] for row in seen(desk)[:2]] == ["WW", "S?"]
    assert desk.kept()["board"]["rows"][28][14:17] == "?S?"


def pasted_rows_lay_a_segment_and_errors_name_the_place(visit: Visit) -> None:
    desk = opened(visit, None, **DESK)
    desk.go("Board")
    part(desk, "Segment C")
    field = rows_field(desk)
    rows = SEGMENT["rows"]
    trouble = desk.page.locator(".rows + .troubles")
    field.fill("\n".join(rows[:14]))
    expect(trouble).to_have_text("Segment C has 14 rows instead of 15.")
    field.fill("\n".join([rows[0], rows[1][:2] + "X" + rows[1][3:], *rows[2:]]))
    expect(trouble).to_have_text(
        "Segment C, row 2, column 3: \u201cX\u201d is not a terrain. Use W, F, S, P or ?."
    )
    field.fill("\n".join([*rows[:14], rows[14][:9]]))
    expect(trouble).to_have_text("Segment C, row 15 has 9 letters instead of 15.")
    assert seen(desk) == ["?" * SIDE] * SIDE
    field.fill("\n".join(rows).lower())
    expect(trouble).to_have_count(0)
    assert seen(desk) == rows


def saves_the_board_as_a_pack_and_loads_it(visit: Visit, tmp_path: Path) -> None:
    """The service takes the file, and a segment turned by the page lies as the service lays it."""
    desk = opened(visit, None, **DESK)
    desk.go("Board")
    packed = tomllib.loads(PACK.read_text("utf-8"))["segments"]
    for name, segment in packed.items():
        part(desk, f"Segment {name}")
        rows_field(desk).fill("\n".join(segment["rows"]))
    part(desk, "All")
    desk.choose("bridge")
    row = next(at for at, line in enumerate(packed["A"]["rows"]) if line[6] == "P")
    desk.space(board(desk), f"N{SIDE - row:02}/E07").click()
    path = saved(desk, tmp_path)
    kept = desk.kept()
    made = tomllib.loads(path.read_text("utf-8"))
    assert made["title"] == "My board"
    assert {name: one["rows"] for name, one in made["segments"].items()} == {
        name: one["rows"] for name, one in packed.items()
    }
    bridges = [one["bridges"] for one in made["segments"].values()]
    assert [len(one) for one in bridges] == [1, 0, 0, 0]
    pack = PackSchema().load_fast({key: value for key, value in made.items() if key != "game"})
    laid = lay_segments(
        [(pack.segments[name], 0) for name in made["segments"]], north_up=made["north"] == "up"
    )
    assert laid.rows() == kept["board"]["rows"]

    # Paint goes to the segment, wherever it lies and however it is turned.
    press(desk, "Turn segment A")
    part(desk, "Segment A")
    desk.choose("sand")
    press(desk, "Fill")
    desk.space(board(desk), QUARTERS[0]).click()
    turned = desk.kept()
    assert turned["laid"][QUARTERS[0]] == {"segment": "A", "turn": 90}
    assert turned["pack"]["segments"]["B"] == kept["pack"]["segments"]["B"]
    segments = turned["pack"]["segments"]
    loaded = PackSchema().load_fast({"north": turned["pack"]["north"], "segments": segments})
    laid = lay_segments(
        [(loaded.segments[name], 90 if name == "A" else 0) for name in segments],
        north_up=turned["pack"]["north"] == "up",
    )
    assert laid.rows() == turned["board"]["rows"]

    # Another game on this device is offered the board, and any device takes the file.
    press(desk, "Undo")
    desk.page.reload()
    desk.go("Board")
    expect(desk.page.get_by_role("button", name="My board", exact=True)).to_be_visible()
    other = opened(visit, None, "other", **DESK)
    other.go("Board")
    other.page.locator("input[type=file]").set_input_files(path)
    expect(other.page.get_by_role("heading", name="My board")).to_be_visible()
    assert other.kept()["board"] == kept["board"]


def a_segment_fits_a_phone(visit: Visit) -> None:
    phone = opened(visit, None, **PHONE)
    phone.go("Board")
    part(phone, "Segment D")
    phone.choose("forest")
    rows_field(phone)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert phone.page.evaluate(SMALL, 44) == []
    assert serious(phone) == []


def reads_segments_off_photographs(visit: Visit, tmp_path: Path) -> None:
    pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")
    from photo.scene import EASY  # noqa: PLC0415 - needs OpenCV
    from photo.segments import segment  # noqa: PLC0415

    shown = segment(3_000_001, EASY)
    path = tmp_path / "segment.jpg"
    path.write_bytes(shown.data)
    phone = opened(visit, None, **PHONE)
    phone.go("Board")
    words = {"W": "water", "F": "forest", "S": "sand", "P": "path", "?": "unclear"}

    def letter_at(space: str) -> str:
        return shown.rows[int(space[1:3]) - 1][int(space[5:]) - 1]

    def name(dialog: Locator, space: str) -> None:
        phone.tap(dialog.get_by_role("button", name=words[letter_at(space)], exact=True))

    taps = []
    # The first one teaches how the terrains look.
    for which in ("Segment B", "Segment A"):
        before = phone.taps
        part(phone, which)
        give(phone, phone.page.get_by_role("button", name="Photograph it"), path)
        correct(phone, name, letter_at)
        phone.tap(phone.page.get_by_role("button", name="Use this board"))
        expect(phone.page.get_by_role("dialog")).to_have_count(0)
        assert seen(phone) == list(shown.rows)
        taps.append(phone.taps - before)
    first, second = taps
    assert first <= 20
    assert second <= 5


def test_a_segment_is_painted_and_the_board_saved_as_a_pack(visit: Visit, tmp_path: Path) -> None:
    paints_a_segment_by_rectangle_and_fill(visit)
    typing_goes_on_in_the_next_row_of_the_segment(visit)
    pasted_rows_lay_a_segment_and_errors_name_the_place(visit)
    a_segment_fits_a_phone(visit)
    saves_the_board_as_a_pack_and_loads_it(visit, tmp_path)
