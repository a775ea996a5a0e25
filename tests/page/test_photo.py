"""From a photograph to the accepted board: at most 15 taps and 20 seconds."""

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from page.conftest import PHONE, OpenContext
from page.sheet import SPACES, TABLE, Sheet

if TYPE_CHECKING:
    from photo.drawn import Drawing

pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")

NAMES = {"J": "jungle", "L": "lagoon", "M": "mountain", "S": "steppe"}
MOST_TAPS = 15
MOST_SECONDS = 20


def name_of(letter: str) -> str:
    if letter == ".":
        return "empty"
    terrain = NAMES[letter.upper()]
    return terrain if letter.isupper() else f"hazy {terrain}"


@pytest.fixture
def phone(open_context: OpenContext) -> Sheet:
    context = open_context(**PHONE, service_workers="block")
    context.set_default_timeout(MOST_SECONDS * 1000)
    return Sheet.open(context.new_page(), TABLE)


def drawn(seed: int, kind: str, tmp_path: Path) -> "tuple[Drawing, Path]":
    from photo.drawn import draw  # noqa: PLC0415 - needs OpenCV

    drawing = draw(seed, "island" if kind == "island" else "parchment")
    path = tmp_path / "board.jpg"
    path.write_bytes(drawing.data)
    return drawing, path


def open_photo(sheet: Sheet, panel: str, path: Path) -> None:
    sheet.go("Island" if panel == "Island" else "Cassandra")
    region = sheet.page.get_by_role("region", name=panel, exact=True)
    region.get_by_role("button", name="Photo").tap()
    sheet.page.get_by_label("Choose or take a photograph").set_input_files(path)


def answer(sheet: Sheet, rows: tuple[str, ...]) -> None:
    """Says what lies on the space asked about, as long as one is asked about."""
    page = sheet.page
    current = page.locator(".photo-space.current")
    dialog = page.get_by_role("dialog")
    accept = dialog.get_by_role("button", name="Lay this board")
    while True:
        expect(dialog.locator("[aria-busy=false]")).to_be_visible(timeout=MOST_SECONDS * 1000)
        if current.count() == 0:
            break
        space = current.get_attribute("data-photo-space") or ""
        letter = "".join(rows)[SPACES.index(space)]
        sheet.tap(dialog.get_by_role("button", name=name_of(letter), exact=True))
    sheet.tap(accept)
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("kind", "seed"), [("parchment", 3), ("island", 5)])
def test_a_photograph_becomes_a_board(phone: Sheet, kind: str, seed: int, tmp_path: Path) -> None:
    drawing, path = drawn(seed, kind, tmp_path)
    board, panel = (
        (phone.island, "Island")
        if kind == "island"
        else (phone.parchment("Cassandra"), "Parchment of Cassandra")
    )
    begun = time.monotonic()
    open_photo(phone, panel, path)
    phone.page.locator(".photo-space").first.wait_for()
    answer(phone, drawing.rows)
    assert phone.rows(board) == list(drawing.rows)
    assert phone.taps <= MOST_TAPS
    assert time.monotonic() - begun < MOST_SECONDS


def test_the_corners_can_be_dragged_and_nudged(phone: Sheet, tmp_path: Path) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    open_photo(phone, "Parchment of Cassandra", path)
    page = phone.page
    page.get_by_role("button", name="Corners").tap()
    corner = page.get_by_role("button", name="Top left corner")
    before = corner.get_attribute("cx"), corner.get_attribute("cy")
    box = corner.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20)
    expect(page.locator(".lens")).to_be_visible()
    page.mouse.up()
    moved = corner.get_attribute("cx"), corner.get_attribute("cy")
    assert moved != before
    page.mouse.move(x + 30, y + 20)
    page.mouse.down()
    page.mouse.move(x, y)
    page.mouse.up()
    corner.press("ArrowRight")
    corner.press("ArrowLeft")
    page.get_by_role("button", name="The corners are right").tap()
    page.locator(".photo-space").first.wait_for()
    answer(phone, drawing.rows)
    assert phone.rows(phone.parchment("Cassandra")) == list(drawing.rows)


def test_a_board_that_lies_otherwise_is_turned(phone: Sheet, tmp_path: Path) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    open_photo(phone, "Parchment of Cassandra", path)
    phone.page.locator(".photo-space").first.wait_for()
    phone.page.get_by_role("button", name="Turn").tap()
    turned = tuple(
        "".join(drawing.rows[column][4 - row] for column in range(5)) for row in range(5)
    )
    answer(phone, turned)
    assert phone.rows(phone.parchment("Cassandra")) == list(turned)


def test_what_is_no_photograph_is_refused_politely(phone: Sheet, tmp_path: Path) -> None:
    path = tmp_path / "board.jpg"
    path.write_text("no photograph")
    open_photo(phone, "Island", path)
    expect(phone.page.locator(".refusal")).to_have_text(
        re.compile("This file cannot be read as a photograph.")
    )
    assert phone.kept() == TABLE
