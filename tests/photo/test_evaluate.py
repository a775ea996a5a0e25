"""The script that measures how well photographs are read."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from photo import real_boards
from photo.evaluate import (
    Outcome,
    Samples,
    Shown,
    judge,
    main,
    misterra,
    real,
    report,
    truth_of,
)
from photo.maps import map_sheet
from photo.painted import paint
from photo.real_boards import HALVES, boards_of, cross_validated, row, tasks_of
from photo.scene import EASY
from photo.valleys import valley
from theodolite.grid import Grid
from theodolite.photo import Photograph, Point, Reading

SEED = 3_100_000


def outcome(**changes: Any) -> Outcome:
    usual: dict[str, Any] = {
        "spaces": 25,
        "at_once": 25,
        "wrong": 0,
        "named": 8,
        "kinds": 6,
        "missed": 0,
        "off": 0.05,
        "doubtful": False,
        "decoding": 20.0,
        "first": 80.0,
        "given": 20.0,
    }
    return Outcome(**usual | changes)


def test_the_table_has_intervals() -> None:
    outcomes = [outcome() for _ in range(98)]
    outcomes += [outcome(off=0.4), outcome(wrong=2, missed=1, at_once=22, off=0.4, doubtful=True)]
    printed = dict(line.strip("| ").split(" | ") for line in report(outcomes).splitlines())
    assert printed["boards"] == "100"
    assert printed["boards perfect once all that is asked is answered"] == "99.0% (94.6% to 99.8%)"
    assert printed["spaces wrong and not marked"].startswith("2 of 2500, at most 1 in ")
    assert printed["boards on which a kind was asked for by its name only"] == "1"
    assert printed["corners found within 15% of a space"].startswith("98.0%")
    assert printed["corners found or marked"].startswith("99.0%")
    assert printed["marks: spaces asked beyond one of each kind"].startswith("2.00")


def test_counts_kinds_that_were_not_asked_about() -> None:
    island = paint(SEED, EASY)

    def silent(
        photograph: Photograph, samples: Samples, corners: Sequence[Point] | None
    ) -> Reading:
        """A reader that asks about one space."""
        reading = misterra(photograph, samples, corners)
        return replace(reading, ask=() if samples else reading.ask[:1])

    outcome = judge(Shown(island.data, truth_of(island.rows, Grid(5, 5)), island.corners, silent))
    assert outcome.kinds > 2
    assert outcome.missed == outcome.kinds - 1
    assert outcome.named == outcome.kinds
    assert outcome.wrong == 0


def test_reports_no_corners_without_ground_truth() -> None:
    assert "corners found" not in report([outcome(off=None)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    island = paint(SEED, EASY)
    sheet = map_sheet(SEED, EASY)
    board = valley(SEED, EASY)
    side = "A" if sheet.printed.wasteland == 0 else "B"
    known: dict[str, tuple[bytes, dict[str, Any]]] = {
        "island": (island.data, {"rows": island.rows, "corners": island.corners}),
        "map": (sheet.data, {"map": side, "rows": sheet.rows}),
        "valley": (
            board.data,
            {"board": board.board, "terrain": board.terrain, "crops": board.crops},
        ),
    }
    for name, (data, facts) in known.items():
        (tmp_path / f"{name}.jpg").write_bytes(data)
        (tmp_path / f"{name}.json").write_text(json.dumps(facts), "utf-8")
    return tmp_path


def test_evaluates_a_folder_of_photographs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = {name: len(real(folder / f"{name}.jpg").truth) for name in ("island", "map", "valley")}
    assert sizes["island"] == 25
    assert sizes["map"] == 121
    assert sizes["valley"] in (25, 45)
    monkeypatch.setattr(sys, "argv", ["evaluate", "--photographs", str(folder), "--jobs", "1"])
    main()
    printed = capsys.readouterr().out
    assert "| boards | 3 |" in printed
    assert "corners and samples given" in printed


def read_real(layout: str, named: int, unseen: int = 0, early: int = 0) -> real_boards.Outcome:
    return real_boards.Outcome(layout, 25, named, early, unseen, 0)


def test_cut_offs_are_chosen_by_the_other_half_of_the_layouts() -> None:
    careful = [read_real(layout, named=10) for layout in "abc"]
    usual = [read_real(layout, named=9) for layout in "abc"]
    daring = [read_real("a", named=5, unseen=9), read_real("b", 5), read_real("c", 5)]
    # By "b" alone, the daring ones look safe: the next more careful ones are chosen.
    chosen = [usual[0], usual[2], careful[1]]
    assert cross_validated([careful, usual, daring], "abc") == chosen
    hasty = [read_real(layout, named=8, early=3) for layout in "abc"]
    assert cross_validated([careful, hasty], "abc") == [careful[0], careful[2], careful[1]]


def test_intervals_are_over_layouts() -> None:
    same = [read_real("a", named=10)] * 2
    cells = ["one", "10.00 of 25 (10.00 to 10.00)", *["0 of 50"] * 3]
    assert row("one", same) == f"| {' | '.join(cells)} |"
    one_layout = [read_real("a", named=6), read_real("a", named=10, unseen=1)]
    assert "8.00 of 25 (8.00 to 8.00) | 0 of 50 | 1 of 50 (1 to 1)" in row("one", one_layout)
    two = [read_real("a", named=6), read_real("b", named=10, unseen=1)]
    assert "8.00 of 25 (6.00 to 10.00) | 0 of 50 | 1 of 50 (0 to 2)" in row("one", two)


def test_evaluates_real_boards_with_looks_of_other_layouts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[dict[str, Any]] = [{"file": "sudoku.jpg", "corners": [], "grid": [9, 9]}]
    for layout in "ab":
        rng = np.random.default_rng(ord(layout))
        kinds = rng.integers(3, size=(3, 3))
        flat = np.array([(200, 60, 60), (60, 170, 60), (60, 60, 200)])[kinds].repeat(60, 0)
        pixels = flat.repeat(60, 1) + rng.normal(0, 8, (180, 180, 3))
        picture = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        picture.save(tmp_path / f"{layout}.png")
        rows = ["".join("JLS"[kind] for kind in these) for these in kinds]
        corners = [(0, 0), (180, 0), (180, 180), (0, 180)]
        facts = {"rows": rows, "corners": corners, "layout": layout}
        known.append({"file": f"{layout}.png", **facts})
    (tmp_path / "boards.json").write_text(json.dumps(known), "utf-8")
    assert len(boards_of(tmp_path, "a")) == 1
    boards = boards_of(tmp_path)
    monkeypatch.setattr(real_boards, "CUT_OFFS", ({},))
    monkeypatch.setattr(real_boards, "SERVICE", 0)
    monkeypatch.setattr(real_boards, "DRAWS", 2)
    monkeypatch.setattr(real_boards, "WAYS", {"one": 0, "two others": 2, "one other": 1})
    for task in tasks_of(boards, "one other", "J"):
        assert {task.board.layout, *(other.layout for other in task.learnt_from)} == {"a", "b"}
    assert [task.board.layout for task in tasks_of(boards, "one other", "J")] == ["a", "b"] * 2
    assert [task.board.layout for task in tasks_of(boards, "one", "J")] == ["a", "b"]
    head, *lines = real_boards.report(boards, "J", map).splitlines()
    assert head.startswith("| 2 boards, 2 layouts |")
    ways = [f"| {way}{of}" for way in ("one", "one other") for of in ("", *HALVES)]
    assert [line.split(" | ", 1)[0] for line in lines] == ways
    for line, spaces in zip(lines, (18, 9, 9, 36, 18, 18), strict=True):
        assert f" 0 of {spaces} | 0 of {spaces} |" in line


def test_copies_are_learnt_from_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(real_boards, "SHOTS", 2)
    real_boards.paint_copies(tmp_path, range(1, 3), "easy")
    boards = boards_of(tmp_path, "island")
    assert {board.layout for board in boards} == {
        f"island-{at}" for at in ("1-0", "1-1", "2-0", "2-1")
    }
    for task in tasks_of(boards_of(tmp_path), "looks of 1 photograph", ""):
        assert [other.copy for other in task.learnt_from] == [task.board.copy]
    outcomes = [real_boards.judge(task) for task in tasks_of(boards, "one", "", quick=True)]
    assert [each.group for each in outcomes] == [f"island-{seed}" for seed in (1, 1, 2, 2)]
    assert sum(each.unseen for each in outcomes) == 0


@pytest.mark.parametrize("options", [["real"], ["drawn", "--folder", "x"]])
def test_a_folder_of_real_boards_is_named(
    options: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evaluate", *options])
    with pytest.raises(SystemExit):
        main()
    assert "--folder" in capsys.readouterr().err
