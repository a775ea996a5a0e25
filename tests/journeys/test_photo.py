"""Photographs on Misterra's page: at most 18 taps for a board, and 35 for a game of two."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import expect

from journeys.conftest import PHONE, OpenContext, Visit
from journeys.sheet import SPACES, TABLE, Sheet, wait_for
from journeys.test_way import BOARDS, enter_cards_and_claims, enter_names

if TYPE_CHECKING:
    from photo.drawn import Drawing

pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")

NAMES = {"J": "jungle", "L": "lagoon", "M": "mountain", "S": "steppe"}
MOST_TAPS = 18
MOST_TAPS_OF_A_GAME = 35
GOOD_LIGHT = (4, 2, 7)
"""Seeds of drawn photographs on which every kind has one appearance."""
MOST_SECONDS = 120


def name_of(letter: str) -> str:
    if letter == ".":
        return "empty"
    terrain = NAMES[letter.upper()]
    return terrain if letter.isupper() else f"hazy {terrain}"


def drawn(seed: int, kind: str, tmp_path: Path) -> "tuple[Drawing, Path]":
    from photo.drawn import draw  # noqa: PLC0415 - needs OpenCV

    drawing = draw(seed, "island" if kind == "island" else "parchment")
    path = tmp_path / "board.jpg"
    path.write_bytes(drawing.data)
    return drawing, path


def open_photo(sheet: Sheet, panel: str, path: Path, *, go: bool = True) -> None:
    if go:
        sheet.go("Island" if panel == "Island" else "Cassandra")
    region = sheet.page.get_by_role("region", name=panel, exact=True)
    # The tap opens the file chooser at once.
    with sheet.page.expect_file_chooser() as chooser:
        sheet.tap(region.get_by_role("button", name=re.compile("^Photo")))
    chooser.value.set_files(path)


def say_beach(sheet: Sheet, side: str = "on the right") -> None:
    """Answer on which side of the photograph the beach lies."""
    sheet.tap(sheet.page.get_by_role("dialog").get_by_role("button", name=f"Beach {side}"))


def name_what_is_asked(sheet: Sheet, rows: tuple[str, ...]) -> None:
    """Name the terrain of each space that the page asks about."""
    current = sheet.page.locator(".photo-space.current")
    dialog = sheet.page.get_by_role("dialog")
    while True:
        expect(dialog.locator("[aria-busy=false]")).to_be_visible(timeout=MOST_SECONDS * 1000)
        if current.count() == 0:
            return
        space = current.get_attribute("data-photo-space") or ""
        letter = "".join(rows)[SPACES.index(space)]
        sheet.tap(dialog.get_by_role("button", name=name_of(letter), exact=True))


def answer(
    sheet: Sheet, rows: tuple[str, ...], *, correct: bool = False, more: bool = False
) -> None:
    """Name the terrain of each space that the page asks about, and accept the board.

    Args:
        sheet: The page.
        rows: The rows of the board.
        correct: Whether misread spaces are corrected too.
        more: Whether other boards of the photograph are left to read.
    """
    page = sheet.page
    dialog = page.get_by_role("dialog")
    name_what_is_asked(sheet, rows)
    for space, letter in zip(SPACES, "".join(rows), strict=True) if correct else ():
        shown = page.locator(f'[data-photo-space="{space}"]')
        if shown.get_attribute("data-letter") != letter:
            sheet.tap(shown)
            sheet.tap(dialog.get_by_role("button", name=name_of(letter), exact=True))
            name_what_is_asked(sheet, rows)
    sheet.tap(dialog.get_by_role("button", name="Use this board"))
    expect(dialog).to_have_count(int(more))


def read_photograph(phone: Sheet, panel: str, path: Path, rows: list[str]) -> None:
    """Read a board of the open station, and correct what was misread."""
    open_photo(phone, panel, path, go=False)
    if panel == "Island":
        say_beach(phone)
    phone.page.locator(".photo-space").first.wait_for()
    answer(phone, tuple(rows), correct=True)


def reads_a_board(phone: Sheet, kind: str, seed: int, tmp_path: Path) -> None:
    drawing, path = drawn(seed, kind, tmp_path)
    board, panel = (
        (phone.island, "Island")
        if kind == "island"
        else (phone.parchment("Cassandra"), "Parchment of Cassandra")
    )
    open_photo(phone, panel, path)
    say_beach(phone)
    phone.page.locator(".photo-space").first.wait_for()
    answer(phone, drawing.rows)
    assert phone.rows(board) == list(drawing.rows)
    assert phone.taps <= MOST_TAPS


def a_photograph_before_the_game_becomes_its_island(
    open_context: OpenContext, tmp_path: Path
) -> None:
    drawing, path = drawn(5, "island", tmp_path)
    context = open_context(**PHONE, service_workers="block")
    context.set_default_timeout(MOST_SECONDS * 1000)
    page = context.new_page()
    page.goto("/#games")
    phone = Sheet(page)
    phone.tap(page.get_by_role("link", name="Photograph a board"))
    phone.tap(page.get_by_role("link", name="Maps of Misterra"))
    dialog = page.get_by_role("dialog")

    def photograph() -> None:
        dialog.get_by_label("Choose or take a photograph").set_input_files(path)
        say_beach(phone)
        page.locator(".photo-space").first.wait_for()

    photograph()
    answer(phone, drawing.rows)
    assert phone.rows(phone.island) == list(drawing.rows)
    # Names are remembered, and a second photograph replaces nothing.
    page.goto("/#photographs")
    phone.tap(page.get_by_role("link", name="Maps of Misterra"))
    photograph()
    expect(dialog.locator(".copy")).to_contain_text("Your copy is known from 1 photograph.")
    name_what_is_asked(phone, drawing.rows)
    expect(dialog.locator(".main")).to_have_text("Use this board")
    phone.tap(dialog.get_by_role("button", name="Close"))
    expect(page.locator(".notice")).to_contain_text("What was read of the photograph is kept")
    games = page.evaluate("JSON.parse(localStorage.getItem('theodolite.games')).length")
    assert games == 2


def a_dialog_closed_early_remembers_what_was_named(phone: Sheet, tmp_path: Path) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    open_photo(phone, "Parchment of Cassandra", path)
    say_beach(phone)
    phone.page.locator(".photo-space.current").wait_for()
    dialog = phone.page.get_by_role("dialog")
    space = phone.page.locator(".photo-space.current").get_attribute("data-photo-space") or ""
    letter = "".join(drawing.rows)[SPACES.index(space)]
    phone.tap(dialog.get_by_role("button", name=name_of(letter), exact=True))
    phone.tap(dialog.get_by_role("button", name="Close"))
    wait_for(phone.page, "async () => localStorage.getItem('theodolite.looks') !== null")
    # A board on which something lies stays as it is.
    assert phone.kept() == TABLE


def naming_again_discards_earlier_answers(phone: Sheet, tmp_path: Path) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    open_photo(phone, "Parchment of Cassandra", path)
    say_beach(phone)
    phone.page.locator(".photo-space").first.wait_for()
    exchanged = str.maketrans("JLMSjlms", "LJSMljsm")
    mistaken = tuple(row.translate(exchanged) for row in drawing.rows)
    name_what_is_asked(phone, mistaken)
    shown = phone.page.locator(".photo-space[data-letter]")
    expect(shown).to_have_count(len(SPACES))
    phone.tap(phone.page.get_by_role("button", name="Start over"))
    expect(shown).to_have_count(0)
    answer(phone, drawing.rows)
    assert phone.rows(phone.parchment("Cassandra")) == list(drawing.rows)


def lists_unnamed_kinds_and_reads_one_that_is_shown(phone: Sheet, tmp_path: Path) -> None:
    drawing, path = drawn(5, "island", tmp_path)
    page = phone.page
    open_photo(phone, "Island", path)
    say_beach(phone)
    page.locator(".photo-space").first.wait_for()
    unnamed = page.locator(".unnamed")
    expect(unnamed).to_have_count(0)
    name_what_is_asked(phone, drawing.rows)
    expect(unnamed).to_contain_text("hazy jungle · hazy steppe · empty.")
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    dialog = page.get_by_role("dialog")
    last = page.locator('.photo-space[data-letter="S"]').last
    phone.tap(last)
    phone.tap(dialog.get_by_role("button", name="hazy steppe", exact=True))
    name_what_is_asked(phone, drawing.rows)
    expect(unnamed).to_contain_text("hazy jungle · empty.")
    assert any(url.endswith("/misterra/photos") for url in requested)
    # A correction is used on the whole board.
    requested.clear()
    phone.tap(page.locator('.photo-space[data-letter="M"]').last)
    phone.tap(dialog.get_by_role("button", name="hazy mountain", exact=True))
    name_what_is_asked(phone, drawing.rows)
    assert any(url.endswith("/misterra/photos") for url in requested)


def drags_and_nudges_corners(phone: Sheet, tmp_path: Path) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    open_photo(phone, "Parchment of Cassandra", path)
    say_beach(phone)
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


def turns_a_board(phone: Sheet, tmp_path: Path, way: str) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    open_photo(phone, "Parchment of Cassandra", path)
    say_beach(phone, "below" if way == "asked" else "on the right")
    phone.page.locator(".photo-space").first.wait_for()
    if way == "turned by hand":
        phone.page.get_by_role("button", name="Turn").tap()
    turned = tuple(
        "".join(drawing.rows[column][4 - row] for column in range(5)) for row in range(5)
    )
    answer(phone, turned)
    assert phone.rows(phone.parchment("Cassandra")) == list(turned)


def blurred(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    return photo.filter(ImageFilter.GaussianBlur(max(photo.size) / 150))


def darkened(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    return photo.point(lambda light: light // 6)


def cut_off(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    left = sorted(x for x, _ in drawing.corners)[1]
    return photo.crop((round(left), 0, *photo.size))


def without_a_board(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    return photo.crop((0, 0, 40, 40)).resize(photo.size)


FAULTS = {
    "blurred": (blurred, {"blurred"}),
    "dark": (darkened, {"dark"}),
    "cut off": (cut_off, {"cut_off", "no_board"}),
    "no board": (without_a_board, {"no_board"}),
}


def names_what_is_wrong_and_retakes_the_photograph(
    phone: Sheet, tmp_path: Path, fault: str
) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    spoil, named = FAULTS[fault]
    bad = tmp_path / "bad.jpg"
    spoil(Image.open(path), drawing).save(bad)
    open_photo(phone, "Parchment of Cassandra", bad)
    faults = phone.page.locator("[data-fault]")
    faults.first.wait_for()
    found = {faults.nth(at).get_attribute("data-fault") for at in range(faults.count())}
    assert found & named
    phone.page.get_by_label("Retake").set_input_files(path)
    say_beach(phone)
    phone.page.locator(".photo-space").first.wait_for()
    answer(phone, drawing.rows)
    assert phone.rows(phone.parchment("Cassandra")) == list(drawing.rows)


def without_colours(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    return photo.convert("L")


def with_noise(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    noise = Image.effect_noise(photo.size, 150).convert("RGB")
    return Image.blend(photo, noise, 0.5)


def with_a_piece(photo: Image.Image, drawing: "Drawing") -> Image.Image:
    # In the middle of the parchment, the middle of space C3.
    across, down = (sum(part) / 4 for part in zip(*drawing.corners, strict=True))
    circle = (across - 30, down - 30, across + 30, down + 30)
    ImageDraw.Draw(photo).ellipse(circle, (255, 0, 255))
    return photo


WARNINGS = {
    "noisy": (with_noise, r"its finest edges reach [1-9]\.\d+, of a clear picture 1\."),
    "no_colours": (without_colours, r"they differ by 0(\.\d+)?, and 0\.08 is needed\."),
    "occupied": (with_a_piece, r"stand on (.., )*C3(, ..)*: it differs from all else by \d"),
}


def warns_in_numbers(phone: Sheet, tmp_path: Path, code: str) -> None:
    drawing, path = drawn(3, "parchment", tmp_path)
    spoil, words = WARNINGS[code]
    spoil(Image.open(path), drawing).save(path, quality=100)
    open_photo(phone, "Parchment of Cassandra", path)
    dialog = phone.page.get_by_role("dialog")
    if code == "no_colours":
        phone.tap(dialog.get_by_role("button", name="Go on with it"))
    if code == "occupied":
        say_beach(phone)
    warning = phone.page.locator(f'[data-warning="{code}"]')
    expect(warning).to_have_text(re.compile(words), timeout=MOST_SECONDS * 1000)


def a_game_of_two_takes_at_most_thirty_five_taps(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = visit(PHONE)
    enter_names(phone)
    for seed, (panel, rows) in zip(GOOD_LIGHT, BOARDS, strict=True):
        monkeypatch.setattr("photo.drawn.deal", lambda _rng, _kind, rows=rows: list(rows))
        _, path = drawn(seed, "island" if panel == "Island" else "parchment", tmp_path)
        read_photograph(phone, panel, path, rows)
    enter_cards_and_claims(phone)
    assert phone.taps <= MOST_TAPS_OF_A_GAME


def refuses_files_that_are_not_photographs(phone: Sheet, tmp_path: Path) -> None:
    path = tmp_path / "board.jpg"
    path.write_text("no photograph")
    open_photo(phone, "Island", path)
    expect(phone.page.locator(".refusal")).to_have_text(
        re.compile("This file cannot be read as a photograph.")
    )
    assert phone.kept() == TABLE


def reads_a_photograph_that_another_app_shares(open_context: OpenContext, tmp_path: Path) -> None:
    _, path = drawn(GOOD_LIGHT[0], "island", tmp_path)
    # The form below stands for another app, so the page's policy for forms does not bind it.
    phone = Sheet.open(open_context(**PHONE, bypass_csp=True).new_page(), TABLE)
    # `/misterra/` has a worker of its own; what is shared goes to that of the first page.
    wait_for(
        phone.page,
        """async () => {
            const worker = await navigator.serviceWorker.getRegistration("/");
            return worker?.active?.state === "activated";
        }""",
    )
    # The request that the manifest describes.
    phone.page.evaluate(
        """() => {
            const form = document.body.appendChild(document.createElement("form"));
            const sent = {id: "other", action: "/share", method: "post"};
            Object.assign(form, {...sent, enctype: "multipart/form-data"});
            form.innerHTML = '<input type="file" name="photo">';
        }"""
    )
    phone.page.set_input_files("#other input", path)
    phone.page.evaluate("document.getElementById('other').submit()")
    expect(phone.page.locator(".notice")).to_contain_text("A photograph was shared")
    phone.go("Island")
    island = phone.page.get_by_role("region", name="Island", exact=True)
    phone.tap(island.get_by_role("button", name=re.compile("^Photo")))
    phone.tap(phone.page.get_by_role("button", name="Use the shared photograph"))
    side = phone.page.get_by_role("dialog").get_by_role("button", name="Beach on the right")
    expect(side).to_be_visible(timeout=MOST_SECONDS * 1000)


def test_an_island_is_read_off_a_photograph(visit: Visit, tmp_path: Path) -> None:
    reads_a_board(visit(PHONE, TABLE), "island", 5, tmp_path)
    lists_unnamed_kinds_and_reads_one_that_is_shown(visit(PHONE, TABLE), tmp_path)
    a_dialog_closed_early_remembers_what_was_named(visit(PHONE, TABLE), tmp_path)
    refuses_files_that_are_not_photographs(visit(PHONE, TABLE), tmp_path)


def test_a_photograph_is_shared_and_its_corners_put_right(
    visit: Visit, tmp_path: Path, open_context: OpenContext
) -> None:
    drags_and_nudges_corners(visit(PHONE, TABLE), tmp_path)
    naming_again_discards_earlier_answers(visit(PHONE, TABLE), tmp_path)
    turns_a_board(visit(PHONE, TABLE), tmp_path, "asked")
    reads_a_photograph_that_another_app_shares(open_context, tmp_path)
    a_photograph_before_the_game_becomes_its_island(open_context, tmp_path)


def test_what_is_wrong_with_a_photograph_is_named(visit: Visit, tmp_path: Path) -> None:
    for fault in FAULTS:
        names_what_is_wrong_and_retakes_the_photograph(visit(PHONE, TABLE), tmp_path, fault)
    for code in WARNINGS:
        warns_in_numbers(visit(PHONE, TABLE), tmp_path, code)
