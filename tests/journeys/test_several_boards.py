"""A photograph of a whole table: its boards are tapped one by one, and resolve a dispute."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from journeys import test_cartographers, test_photo_games
from journeys.conftest import PHONE, Visit
from journeys.sheet import TABLE, Sheet
from journeys.test_photo import answer, say_beach

if TYPE_CHECKING:
    from photo.tables import Table

pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")

BEFORE = (TABLE["island"], *(player["parchment"] for player in TABLE["players"]))
AFTER = (
    ["J.LS.", "jMLSS", ".lLMS", "S.mm.", "SS..J"],
    ["JJLSS", "JLLSS", "MLLMS", "SSMMJ", "SSJJJ"],
    TABLE["players"][1]["parchment"],
)
"""The same boards when Cassandra has mapped two lagoons, on B2 and B3."""
MAPS = 40
"""Two drawn sheets of side A; on one of them a hero, as no base game has it."""
BLANK = ["....."] * 5
UNMAPPED = {
    **TABLE,
    "island": BLANK,
    "players": [{**player, "parchment": BLANK} for player in TABLE["players"]],
}
"""The table with its pieces, but without tiles."""


def photographed(
    seed: int, folder: Path, rows: Sequence[Sequence[str]] | None = None
) -> "tuple[Table, Path]":
    """Make a photograph of an island and two parchments with these rows, or of two maps."""
    from photo.scene import EASY  # noqa: PLC0415 - needs OpenCV
    from photo.tables import misterra, sheets  # noqa: PLC0415

    table = misterra(seed, EASY, rows) if rows else sheets(seed, EASY)
    path = folder / f"{seed}.jpg"
    path.write_bytes(table.data)
    return table, path


def tap_board(sheet: Sheet, table: "Table", number: int) -> None:
    """Tap one of the boards that the page found in a photograph."""
    boards = sheet.page.locator(".board-found")
    boards.first.wait_for()
    middle = [sum(axis) / 4 for axis in zip(*table.boards[number], strict=True)]
    at = boards.evaluate_all(
        """(boards, [x, y]) => {
            const far = boards.map(({points}) => Math.hypot(
                [...points].reduce((sum, point) => sum + point.x / 4, 0) - x,
                [...points].reduce((sum, point) => sum + point.y / 4, 0) - y,
            ));
            return far.indexOf(Math.min(...far));
        }""",
        middle,
    )
    sheet.tap(boards.nth(at))


def confirm_corners(sheet: Sheet) -> None:
    """Say that the corners are right, if the page asks."""
    doubtful = sheet.page.get_by_role("button", name="The corners are right")
    spaces = sheet.page.locator(".photo-space")
    expect(doubtful.or_(spaces).first).to_be_visible()
    if doubtful.count() > 0:
        sheet.tap(doubtful)
    spaces.first.wait_for()


def use_board(sheet: Sheet, rows: Sequence[str], *, more: bool) -> None:
    """Answer what is asked about a board, correct it and use it."""
    confirm_corners(sheet)
    answer(sheet, tuple(rows), correct=True, more=more)


def one_photograph_fills_every_board(phone: Sheet, tmp_path: Path) -> None:
    table, path = photographed(40, tmp_path, BEFORE)
    phone.go("Island")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap(phone.page.get_by_role("button", name="Photograph it").locator("visible=true"))
    chooser.value.set_files(path)
    dialog = phone.page.get_by_role("dialog")
    for number, title in enumerate(("Island", "Parchment of Cassandra", "Parchment of Elliott")):
        expect(dialog).to_contain_text(f"Tap this board in the picture: {title}.")
        tap_board(phone, table, number)
        if number == 0:
            say_beach(phone)
        use_board(phone, BEFORE[number], more=number < len(BEFORE) - 1)
    expect(dialog).to_have_count(0)
    assert phone.kept() == TABLE


def one_photograph_fills_the_maps_of_two_players(visit: Visit, tmp_path: Path) -> None:
    table, path = photographed(MAPS, tmp_path)
    empty = test_cartographers.table(drawn=["." * 11] * 11)
    players = [{**empty["players"][0], "name": name} for name in ("Ann", "Ben")]
    kept = {**empty, "game": "combined", "players": players}
    phone = visit(PHONE, kept, "/cartographers/")
    phone.go("Ann")
    photograph = phone.page.get_by_role("button", name="Photograph it").locator("visible=true")
    test_photo_games.give(phone, photograph, path)
    dialog = phone.page.get_by_role("dialog")
    for number, (name, rows) in enumerate(zip(("Ann", "Ben"), table.rows, strict=True)):
        expect(dialog).to_contain_text(f"Tap this board in the picture: Map of {name}.")
        tap_board(phone, table, number)
        confirm_corners(phone)
        test_photo_games.use_map(phone, rows)
    expect(dialog).to_have_count(0)
    drawn = [tuple(player["drawn"]) for player in phone.kept()["players"]]
    assert drawn == [*table.rows]


def a_dispute_is_judged_from_two_photographs(phone: Sheet, tmp_path: Path) -> None:
    page = phone.page
    phone.tap(page.get_by_role("tab", name="Dispute"))
    for seed, when, boards in ((40, "Before", BEFORE), (41, "After", AFTER)):
        phone.tap(page.get_by_role("button", name=when, exact=True))
        table, path = photographed(seed, tmp_path, boards)
        panel = page.get_by_role("region", name=f"Island: {when}")
        with page.expect_file_chooser() as chooser:
            phone.tap(panel.get_by_role("button", name="Photo", exact=True))
        chooser.value.set_files(path)
        for number in range(2):
            tap_board(phone, table, number)
            if (when, number) == ("Before", 0):
                say_beach(phone)
            use_board(phone, boards[number], more=number == 0)
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert phone.rows(phone.island) == boards[0]
    expect(phone.island.locator(".is-different")).to_have_count(1)
    phone.tap(page.get_by_role("button", name="Could this have happened?"))
    expect(page.locator(".stamp-word")).to_have_text("Yes, it could")
    expect(page.locator(".accounts > li").first).to_contain_text("lagoon B3")
    # The game itself is as it was.
    assert phone.kept() == UNMAPPED


def test_one_photograph_fills_every_board(visit: Visit, tmp_path: Path) -> None:
    one_photograph_fills_every_board(visit(PHONE, UNMAPPED), tmp_path)
