"""A copy that the page knows from earlier photographs: few taps, a file, and what it unlearns."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import requests
from playwright.sync_api import expect

from journeys.conftest import PHONE, Visit
from journeys.sheet import SPACES, TABLE, Sheet
from journeys.test_photo import (
    MOST_SECONDS,
    answer,
    name_of,
    name_what_is_asked,
    open_photo,
    read_photograph,
    say_beach,
)
from journeys.test_way import BOARDS, enter_cards_and_claims, enter_names
from theodolite_sdk.photos import load_looks

if TYPE_CHECKING:
    from photo.painted import Painted, Run

pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")

MOST_TAPS_OF_A_GAME = 20
MOST_TAPS_OF_THE_FOURTH = 3
COPIES = (500, 501)
"""Seeds of print runs."""
OTHER_COPY = 505
PICTURES = (8_001, 8_003, 8_001)
"""Seeds of photographs that the whole board is in."""
ROWS = [rows for _, rows in BOARDS]


def copy_of(seed: int) -> "Run":
    """Return a print run of islands."""
    import numpy as np  # noqa: PLC0415 - comes with OpenCV

    from photo.painted import printed  # noqa: PLC0415 - needs OpenCV

    return printed(np.random.default_rng((seed, 9)), "island")


def bare_of_parchments(run: "Run") -> "Run":
    """Return the same print run with the bare spaces of a parchment."""
    from photo.scene import hue  # noqa: PLC0415 - needs OpenCV

    return replace(run, bare=hue(85, 15, 85))


def painted(
    seed: int, run: "Run", folder: Path, kind: Any = "island", rows: Sequence[str] | None = None
) -> "tuple[Painted, Path]":
    """Make a photograph of a board of a copy in normal light."""
    from photo.painted import paint  # noqa: PLC0415 - needs OpenCV
    from photo.scene import NORMAL  # noqa: PLC0415

    board = paint(seed, NORMAL, kind, rows, run)
    path = folder / f"{seed}.jpg"
    path.write_bytes(board.data)
    return board, path


def learn(server: str, boards: "Sequence[Painted]") -> dict[str, Any]:
    """Return what the service learns from boards whose every question is answered."""
    looks: dict[str, Any] | None = None
    for board in boards:
        truth = dict(zip(SPACES, "".join(board.rows), strict=True))
        samples: dict[str, str] = {}
        while True:
            named = [{"space": space, "symbol": symbol} for space, symbol in samples.items()]
            form = {"board": board.kind, "ask": "one", "corners": json.dumps(board.corners)}
            form |= {"samples": json.dumps(named)} if named else {}
            form |= {"looks": json.dumps(looks)} if looks else {}
            files = {"photo": ("board.jpg", board.data)}
            url = f"{server}/v3/misterra/photos"
            reading = requests.post(url, data=form, files=files, timeout=MOST_SECONDS).json()
            if not reading["ask"]:
                break
            samples |= {space: truth[space] for space in reading["ask"]}
        looks = reading["looks"] or looks
    assert looks is not None
    return looks


def opened(visit: Visit, table: dict[str, Any] | None = None, who: str = "") -> Sheet:
    return visit(PHONE, table, who=who)


def known(sheet: Sheet) -> dict[str, Any]:
    """Return the looks that the browser keeps, by the kind of board."""
    kept: dict[str, Any] = sheet.page.evaluate(
        "JSON.parse(localStorage.getItem('theodolite.looks') ?? '{}')"
    )
    return kept


def read_island(sheet: Sheet, board: "Painted", path: Path, *, first: bool) -> int:
    """Photograph the island until it is right and accepted.

    Returns:
        The number of taps once the photograph is taken.
    """
    sheet.go("Island")
    open_photo(sheet, "Island", path, go=False)
    before = sheet.taps
    if first:
        say_beach(sheet)
    sheet.page.locator(".photo-space").first.wait_for()
    answer(sheet, board.rows, correct=True)
    assert sheet.rows(sheet.island) == list(board.rows)
    return sheet.taps - before


def the_fourth_island_of_a_copy_takes_at_most_three_taps(visit: Visit, tmp_path: Path) -> None:
    fourth = []
    for copy in COPIES:
        phone = opened(visit, TABLE)
        run = copy_of(copy)
        for number in range(4):
            board, path = painted(10 * copy + number, run, tmp_path)
            taps = read_island(phone, board, path, first=number == 0)
        fourth.append(taps)
        phone.go("Island")
        open_photo(phone, "Island", path, go=False)
        expect(phone.page.get_by_text("Your copy is known from")).to_be_visible()
    assert sum(fourth) / len(fourth) <= MOST_TAPS_OF_THE_FOURTH


def a_game_of_two_of_a_known_copy_takes_at_most_twenty_taps(
    visit: Visit, server: str, tmp_path: Path
) -> None:
    run = copy_of(COPIES[0])
    runs = {"island": run, "parchment": bare_of_parchments(run)}
    phone = opened(visit)
    for kind, own in runs.items():
        known_boards = [painted(7_000 + seed, own, tmp_path, kind)[0] for seed in range(3)]
        looks = {f"misterra/{kind}": learn(server, known_boards)}
        phone.page.evaluate(
            """looks => {
                const kept = JSON.parse(localStorage.getItem("theodolite.looks") ?? "{}");
                localStorage.setItem("theodolite.looks", JSON.stringify({...kept, ...looks}));
            }""",
            looks,
        )
    enter_names(phone)
    for seed, (panel, rows) in zip(PICTURES, BOARDS, strict=True):
        kind = "island" if panel == "Island" else "parchment"
        _, path = painted(seed, runs[kind], tmp_path, kind, rows)
        read_photograph(phone, panel, path, rows)
    enter_cards_and_claims(phone)
    assert phone.taps <= MOST_TAPS_OF_A_GAME


def looks_are_forgotten_saved_and_read_from_a_file(visit: Visit, tmp_path: Path) -> None:
    run = copy_of(COPIES[0])
    phone = opened(visit, TABLE)
    board, path = painted(5_000, run, tmp_path)
    read_island(phone, board, path, first=True)
    kept = known(phone)
    assert set(kept) == {"misterra/island"}

    phone.go("Island")
    open_photo(phone, "Island", path, go=False)
    status = phone.page.locator(".copy [role=status]")
    expect(status).to_have_text("Your copy is known from 1 photograph.")
    with phone.page.expect_download() as saved:
        phone.tap(phone.page.get_by_role("button", name="Save tiles as a file"))
    assert saved.value.suggested_filename == "misterra-island-looks.json"
    file = tmp_path / "looks.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text()) == kept["misterra/island"]
    assert load_looks(file) is not None
    phone.tap(phone.page.get_by_role("button", name="Forget"))
    expect(status).to_have_text("Forgotten.")
    assert known(phone) == {}
    phone.tap(phone.page.locator(".copy").get_by_role("button", name="Undo"))
    expect(status).to_have_text("Your copy is known from 1 photograph.")
    assert known(phone) == kept

    other = opened(visit, TABLE, "other")
    other.go("Island")
    open_photo(other, "Island", path, go=False)
    status = other.page.locator(".copy [role=status]")
    say_beach(other)
    expect(status).to_have_text(
        "Your copy is not known yet. What you name is remembered on this device."
    )
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({**kept["misterra/island"], "kind": "misterra/parchment"}))
    other.page.get_by_label("Load saved tiles").set_input_files(wrong)
    expect(status).to_have_text("This file holds no saved tiles of this board.")
    assert known(other) == {}
    other.page.get_by_label("Load saved tiles").set_input_files(file)
    expect(status).to_have_text("Your copy is known from 1 photograph.")
    assert known(other) == kept
    # The board is read once more with what is known now.
    expect(other.page.locator("[data-letter]").first).to_be_visible()


def another_copy_is_noticed_and_teaches_nothing(visit: Visit, tmp_path: Path) -> None:
    phone = opened(visit, TABLE)
    board, path = painted(5_000, copy_of(COPIES[0]), tmp_path)
    read_island(phone, board, path, first=True)
    kept = known(phone)
    board, path = painted(5_001, copy_of(OTHER_COPY), tmp_path)
    phone.go("Island")
    open_photo(phone, "Island", path, go=False)
    phone.page.locator(".photo-space").first.wait_for()
    expect(phone.page.locator(".copy [role=status]")).to_contain_text("unlike your copy")
    answer(phone, board.rows, correct=True)
    assert phone.rows(phone.island) == list(board.rows)
    assert known(phone) == kept


def looks_of_an_older_form_are_kept_until_the_copy_is_learnt_anew(
    visit: Visit, server: str, tmp_path: Path
) -> None:
    phone = opened(visit, TABLE)
    board, path = painted(5_000, copy_of(COPIES[0]), tmp_path)
    learnt = learn(server, [board])
    older = {"misterra/island": {**learnt, "version": learnt["version"] - 1}}
    phone.page.evaluate(
        "looks => localStorage.setItem('theodolite.looks', JSON.stringify(looks))", older
    )
    phone.go("Island")
    open_photo(phone, "Island", path, go=False)
    say_beach(phone)
    status = phone.page.locator(".copy [role=status]")
    expect(status).to_contain_text("your copy must be learnt once more")
    assert known(phone) == older
    answer(phone, board.rows, correct=True)
    assert phone.rows(phone.island) == list(board.rows)
    assert known(phone)["misterra/island"]["version"] == learnt["version"]


def naming_a_space_read_wrongly_unlearns_it(visit: Visit, tmp_path: Path) -> None:
    phone = opened(visit, TABLE)
    run = copy_of(COPIES[0])
    board, path = painted(5_000, run, tmp_path, rows=ROWS[0])
    exchanged = str.maketrans("JS", "SJ")
    mistaken = tuple(row.translate(exchanged) for row in board.rows)
    phone.go("Island")
    open_photo(phone, "Island", path, go=False)
    say_beach(phone)
    phone.page.locator(".photo-space").first.wait_for()
    answer(phone, mistaken)
    assert phone.rows(phone.island) == list(mistaken)

    board, path = painted(5_001, run, tmp_path, rows=ROWS[1])
    truth = dict(zip(SPACES, "".join(board.rows), strict=True))
    phone.go("Island")
    open_photo(phone, "Island", path, go=False)
    phone.page.locator(".photo-space").first.wait_for()
    name_what_is_asked(phone, board.rows)
    corrected = 0
    for space, letter in truth.items():
        shown = phone.page.locator(f'[data-photo-space="{space}"]')
        if shown.get_attribute("data-letter") != letter:
            corrected += 1
            phone.tap(shown)
            dialog = phone.page.get_by_role("dialog")
            phone.tap(dialog.get_by_role("button", name=name_of(letter), exact=True))
            name_what_is_asked(phone, board.rows)
    wrong = sum(letter in "JS" for letter in truth.values())
    assert 0 < corrected < wrong
    phone.tap(phone.page.get_by_role("button", name="Use this board"))
    assert phone.rows(phone.island) == list(board.rows)

    board, path = painted(5_002, run, tmp_path, rows=ROWS[2])
    read_island(phone, board, path, first=False)


def test_a_copy_is_known_forgotten_saved_and_read_from_a_file(visit: Visit, tmp_path: Path) -> None:
    looks_are_forgotten_saved_and_read_from_a_file(visit, tmp_path)
