"""Photographs on the pages of Cartographers and Tiwanaku."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import Sheet
from journeys.test_everyone import serious

pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")

MOST_SECONDS = 120
MAP = 4
"""A drawn sheet of side A, in coloured pencil."""
OTHER_MAP = 2
"""One of side B."""
PERSON = 9_405
"""The seed of a hand that writes letters."""
MAPS_OF_PERSON = (9_409, 9_413)
"""Sheets of side A with terrain and monsters alone."""
VALLEY = 2
SIGNS = {
    "F": "forest",
    "V": "village",
    "A": "farm",
    "W": "water",
    "M": "monster",
    "H": "hero",
    ".": "empty",
}
GROUNDS = {"M": "mud", "S": "sand", "G": "grass", "R": "rock", ".": "empty"}
"""Labels of the buttons, by letter."""
CROPS = {"1": "sweet potato", "2": "coca leaves", "3": "chili", "4": "maize", "5": "quinoa"}


def opened(visit: Visit, path: str) -> Sheet:
    return visit(PHONE, path=path)


def give(sheet: Sheet, button: Locator, path: Path) -> None:
    with sheet.page.expect_file_chooser() as chooser:
        sheet.tap(button)
    chooser.value.set_files(path)


def dialog_when_ready(sheet: Sheet) -> Locator:
    """Return the dialog, once the photograph has been read."""
    dialog = sheet.page.get_by_role("dialog")
    expect(dialog.locator("[aria-busy=false]")).to_be_visible(timeout=MOST_SECONDS * 1000)
    return dialog


def answer(sheet: Sheet, name: Callable[[Locator, str], None]) -> None:
    """Name the content of each space that the page asks about."""
    current = sheet.page.locator(".photo-space.current")
    sheet.page.locator(".photo-space").first.wait_for()
    while True:
        dialog = dialog_when_ready(sheet)
        if current.count() == 0:
            return
        name(dialog, current.get_attribute("data-photo-space") or "")


def photographed_map(
    seed: int, folder: Path, rows: Sequence[str] | None = None, person: int | None = None
) -> tuple[Path, list[str]]:
    """Make a photograph of a sheet that a person drew, and return its rows too.

    The rows are invented if None, and so is the person.
    """
    from photo.maps import map_sheet  # noqa: PLC0415 - needs OpenCV
    from photo.scene import EASY  # noqa: PLC0415

    drawing = map_sheet(seed, EASY, rows, person)
    path = folder / f"map-{seed}.jpg"
    path.write_bytes(drawing.data)
    return path, list(drawing.rows)


def map_given(visit: Visit, path: Path) -> Sheet:
    """Open a phone on which the first player's map is photographed."""
    phone = opened(visit, "/cartographers/")
    phone.go("Player 1")
    panel = phone.page.locator(".map-panel.now")
    give(phone, panel.get_by_role("button", name="Photograph it"), path)
    return phone


def letter_at(rows: Sequence[str], space: str) -> str:
    return rows["ABCDEFGHIJK".index(space[0])][int(space[1:]) - 1]


def naming_signs(sheet: Sheet, rows: Sequence[str]) -> Callable[[Locator, str], None]:
    """Tap the terrain that is drawn."""

    def name(dialog: Locator, space: str) -> None:
        sign = SIGNS[letter_at(rows, space)]
        sheet.tap(dialog.get_by_role("button", name=sign, exact=True))

    return name


def correct(
    sheet: Sheet, name: Callable[[Locator, str], None], truth: Callable[[str], str]
) -> None:
    """Name what is asked about, then misread spaces until, by their letters, there are none."""
    answer(sheet, name)
    read = sheet.page.locator(".photo-space:not(.printed)")
    pairs = "all => all.map(({dataset}) => [dataset.photoSpace, dataset.letter])"
    # Each answer may put others right.
    while wrong := [space for space, letter in read.evaluate_all(pairs) if letter != truth(space)]:
        sheet.tap(sheet.page.locator(f'[data-photo-space="{wrong[0]}"]'))
        name(sheet.page.get_by_role("dialog"), wrong[0])
        answer(sheet, name)


def use_map(sheet: Sheet, rows: Sequence[str]) -> None:
    """Name what is asked about on a map, correct what was misread, and use it."""
    correct(sheet, naming_signs(sheet, rows), lambda space: letter_at(rows, space))
    sheet.tap(sheet.page.get_by_role("dialog").get_by_role("button", name="Use this map"))


def reads_a_map_in_the_signs_of_its_player(visit: Visit, tmp_path: Path) -> None:
    path, rows = photographed_map(MAP, tmp_path)
    phone = map_given(visit, path)
    answer(phone, naming_signs(phone, rows))
    # Printed mountains need no name.
    expect(phone.page.locator(".photo-space.printed")).to_have_count(5)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(phone) == []
    phone.tap(phone.page.get_by_role("button", name="Use this map"))
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert phone.kept()["players"][0]["drawn"] == rows
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    assert phone.kept()["players"][0]["drawn"] == ["." * 11] * 11
    panel = phone.page.locator(".map-panel.now")
    expect(panel.get_by_role("button", name="Photograph it")).to_be_visible()


BEFORE = [
    "...........",
    "...........",
    "....WW.....",
    "...WWW.....",
    "..AA...FF..",
    "..AAA..FFF.",
    "........F..",
    "....VV.....",
    "....VVV....",
    "...........",
    "...........",
]
AFTER = ["VVV........", "VV.........", *BEFORE[2:]]


def a_player_whose_signs_are_known_is_asked_about_less(visit: Visit, tmp_path: Path) -> None:
    phone = opened(visit, "/cartographers/")
    phone.page.get_by_role("textbox", name="Name").first.fill("Anna")
    phone.go("Anna")
    photograph = phone.page.locator(".map-panel.now").get_by_role("button", name="Photo")
    status = phone.page.locator(".copy [role=status]")
    asked = []
    for seed, known in zip(
        MAPS_OF_PERSON, ["are not known yet.", "are known from 1 photograph."], strict=True
    ):
        path, rows = photographed_map(seed, tmp_path, person=PERSON)
        give(phone, photograph, path)
        before = phone.taps
        answer(phone, naming_signs(phone, rows))
        asked.append(phone.taps - before)
        expect(status).to_contain_text(f"Anna\u2019s signs {known}")
        use_map(phone, rows)
        assert phone.kept()["players"][0]["drawn"] == rows
    first, second = asked
    assert second <= first / 2
    # Nobody is known by a name that nobody has typed.
    phone.go("Player 2")
    give(phone, photograph, path)
    dialog_when_ready(phone)
    expect(status).to_have_count(0)


def a_dispute_is_judged_from_two_photographs(visit: Visit, tmp_path: Path) -> None:
    phone = opened(visit, "/cartographers/")
    phone.go("Score sheet")
    panel = phone.page.get_by_role("region", name="Record of the game")
    phone.tap(panel.get_by_role("button", name="Dispute a map"))
    for when, rows in (("Before", BEFORE), ("After", AFTER)):
        path, _ = photographed_map(MAP, tmp_path, rows)
        shown = panel.get_by_role("group", name=when, exact=True)
        give(phone, shown.get_by_role("button", name="Photo"), path)
        use_map(phone, rows)
        expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert serious(phone) == []
    panel.get_by_label("Add a card").select_option("hamlet")
    phone.tap(panel.get_by_role("button", name="Could this have happened?"))
    expect(panel.locator(".verdict")).to_have_text("Yes, it could")
    expect(panel.locator(".accounts li li")).to_have_text("Hamlet: village A1 A2 A3 B1 B2")


def detects_the_other_side_of_the_map(visit: Visit, tmp_path: Path) -> None:
    path, rows = photographed_map(OTHER_MAP, tmp_path)
    phone = map_given(visit, path)
    dialog = dialog_when_ready(phone)
    expect(dialog.get_by_text("The mountains lie as on side B")).to_be_visible()
    phone.tap(dialog.get_by_role("button", name="Side A", exact=True))
    # If the player insists, the page says that the position of the board is unclear.
    expect(dialog.locator("[data-fault]")).to_have_attribute("data-fault", "no_board")
    dialog.get_by_label("Retake").set_input_files(path)
    phone.tap(dialog.get_by_role("button", name="Side B", exact=True))
    answer(phone, naming_signs(phone, rows))
    # Seven spaces are wasteland and five are mountains.
    expect(phone.page.locator(".photo-space.printed")).to_have_count(12)
    phone.tap(phone.page.get_by_role("button", name="Use this map"))
    table = phone.kept()
    assert (table["map"], table["players"][0]["drawn"]) == ("B", rows)


def offers_only_sides_with_a_known_print(visit: Visit, tmp_path: Path) -> None:
    path, _ = photographed_map(OTHER_MAP, tmp_path)
    phone = opened(visit, "/cartographers/#photograph")
    sides = phone.page.get_by_role("dialog").get_by_role("group").get_by_role("button")
    expect(sides).to_have_text(["Side A", "Side B", "Side C"])
    phone.page.get_by_role("dialog").get_by_label("Choose or take a photograph").set_input_files(
        path
    )
    phone.tap(dialog_when_ready(phone).get_by_role("button", name="Side B", exact=True))
    expect(phone.page.locator(".photo-space.printed")).to_have_count(12)


def photographed_board(board: str, folder: Path) -> tuple[Path, list[str], list[str]]:
    """Make a photograph of a short or long board, and return its terrain and crops."""
    from photo.scene import EASY  # noqa: PLC0415 - needs OpenCV
    from photo.valleys import valley as drawn  # noqa: PLC0415
    from theodolite.tiwanaku.board import BoardName  # noqa: PLC0415

    drawing = drawn(VALLEY, EASY, BoardName(board))
    path = folder / "board.jpg"
    path.write_bytes(drawing.data)
    return path, list(drawing.terrain), list(drawing.crops)


def board_given(visit: Visit, path: Path, chosen: str = "Short") -> Sheet:
    """Open a phone on which one of the two boards is photographed."""
    phone = opened(visit, "/tiwanaku/")
    phone.go("Game")
    phone.tap(phone.page.get_by_role("button", name=chosen))
    phone.go("Tiles")
    give(phone, phone.page.get_by_role("button", name="Photograph it"), path)
    return phone


@pytest.fixture(scope="module")
def valley(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[str]]:
    return photographed_board("short", tmp_path_factory.mktemp("valley"))


def naming(sheet: Sheet, terrain: list[str], crops: list[str]) -> Callable[[Locator, str], None]:
    """Tap the terrain and the crop."""

    def name(dialog: Locator, space: str) -> None:
        row, column = int(space[1]) - 1, "ABCDEFGHI".index(space[0])
        letter, level = terrain[row][column], crops[row][column]
        sheet.tap(dialog.get_by_role("button", name=GROUNDS[letter], exact=True))
        if letter != ".":
            crop = "no crop" if level == "." else f"{CROPS[level]} ({level})"
            sheet.tap(dialog.get_by_role("button", name=crop, exact=True))

    return name


def reads_terrain_and_crops(visit: Visit, valley: tuple[Path, list[str], list[str]]) -> None:
    path, terrain, crops = valley
    phone = board_given(visit, path)
    answer(phone, naming(phone, terrain, crops))
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious(phone) == []
    phone.tap(phone.page.get_by_role("button", name="Use this board"))
    table = phone.kept()
    assert (table["terrain"], table["crops"]) == (terrain, crops)
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    expect(phone.page.get_by_role("button", name="Photograph it")).to_be_visible()


def detects_the_other_board(visit: Visit, tmp_path: Path, board: str) -> None:
    path, terrain, crops = photographed_board(board, tmp_path)
    phone = board_given(visit, path, chosen="Long" if board == "short" else "Short")
    dialog = dialog_when_ready(phone)
    expect(dialog.get_by_text(f"It looks like the {board} board")).to_be_visible()
    phone.tap(dialog.get_by_role("button", name=board.capitalize()))
    answer(phone, naming(phone, terrain, crops))
    phone.tap(phone.page.get_by_role("button", name="Use this board"))
    table = phone.kept()
    assert table["board"] == board
    assert (table["terrain"], table["crops"]) == (terrain, crops)


def accepts_a_part_of_a_board(visit: Visit, tmp_path: Path) -> None:
    path, _, _ = photographed_board("long", tmp_path)
    phone = board_given(visit, path)
    phone.tap(dialog_when_ready(phone).get_by_role("button", name="Short"))
    expect(phone.page.locator(".photo-space")).to_have_count(25)
    expect(phone.page.locator(".photo-space.current")).to_have_count(1)


def trying_a_photograph_stores_nothing(
    open_context: OpenContext, valley: tuple[Path, list[str], list[str]]
) -> None:
    path, terrain, crops = valley
    context = open_context(**DESK, service_workers="block")
    context.set_default_timeout(MOST_SECONDS * 1000)
    page = context.new_page()
    page.goto("/#games")
    desk = Sheet(page, "tiwanaku")
    desk.page.get_by_role("link", name="Photograph a board").click()
    expect(desk.page.locator(".offer")).to_have_count(3)
    desk.page.get_by_role("link", name="Tiwanaku").click()
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("^Short")).click()
    dialog.get_by_label("Choose or take a photograph").set_input_files(path)
    desk.page.locator(".photo-space").first.wait_for()
    dialog_when_ready(desk)
    # By keyboard: the arrow keys move over the board, and typing names a space.
    current = desk.page.locator(".photo-space.current")
    current.focus()
    before = current.get_attribute("data-photo-space") or ""
    desk.page.keyboard.press("ArrowDown" if before[1] < "5" else "ArrowUp")
    expect(current).to_be_focused()
    assert current.get_attribute("data-photo-space") != before
    answer(desk, naming(desk, terrain, crops))
    expect(dialog.locator(".read-rows")).to_have_text("\n".join([*terrain, "", *crops]))
    expect(dialog.get_by_role("button", name="Another photograph")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    keys = desk.page.evaluate("Object.keys(localStorage)")
    assert keys == []


def test_maps_are_read_in_the_signs_of_their_players(visit: Visit, tmp_path: Path) -> None:
    reads_a_map_in_the_signs_of_its_player(visit, tmp_path)
    detects_the_other_side_of_the_map(visit, tmp_path)


def test_tiles_and_crops_are_read_and_a_trial_stores_nothing(
    visit: Visit, valley: tuple[Path, list[str], list[str]], open_context: OpenContext
) -> None:
    reads_terrain_and_crops(visit, valley)
    trying_a_photograph_stores_nothing(open_context, valley)
