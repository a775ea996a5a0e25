"""The script in whose table all claims about photographs are made."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

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


def test_the_table_tells_how_sure_it_is() -> None:
    outcomes = [outcome() for _ in range(98)]
    outcomes += [outcome(off=0.4), outcome(wrong=2, missed=1, at_once=22, off=0.4, doubtful=True)]
    told = dict(line.strip("| ").split(" | ") for line in report(outcomes).splitlines())
    assert told["boards"] == "100"
    assert told["boards perfect once all that is asked is answered"] == "99.0% (94.6% to 99.8%)"
    assert told["spaces wrong and not marked"].startswith("2 of 2500, at most 1 in ")
    assert told["boards on which a kind was asked for by its name only"] == "1"
    assert told["corners found within 15% of a space"].startswith("98.0%")
    assert told["corners found or marked"].startswith("99.0%")
    assert told["marks: spaces asked beyond one of each kind"].startswith("2.00")


def test_who_is_not_asked_about_a_kind_shows_it() -> None:
    island = paint(SEED, EASY)

    def silent(
        photograph: Photograph, samples: Samples, corners: Sequence[Point] | None
    ) -> Reading:
        """Asks about one space and no more."""
        reading = misterra(photograph, samples, corners)
        return replace(reading, ask=() if samples else reading.ask[:1])

    outcome = judge(Shown(island.data, truth_of(island.rows, Grid(5, 5)), island.corners, silent))
    assert outcome.kinds > 2
    assert outcome.missed == outcome.kinds - 1
    assert outcome.named == outcome.kinds
    assert outcome.wrong == 0


def test_where_nobody_knows_the_corners_nothing_is_said_of_them() -> None:
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


def test_a_folder_of_photographs_of_any_game_is_judged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sizes = {name: len(real(folder / f"{name}.jpg").truth) for name in ("island", "map", "valley")}
    assert sizes["island"] == 25
    assert sizes["map"] == 121
    assert sizes["valley"] in (25, 45)
    monkeypatch.setattr(sys, "argv", ["evaluate", "--photographs", str(folder), "--jobs", "1"])
    main()
    told = capsys.readouterr().out
    assert "| boards | 3 |" in told
    assert "corners and samples given" in told
