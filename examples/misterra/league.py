"""Scores the tables of a league: league.py FILE... prints a CSV, a row for each player.

A file has a table as text, or a request in JSON. THEODOLITE_URL names another service than that of
this computer.
"""

import csv
import json
import sys
from pathlib import Path
from typing import Any

from theodolite_sdk import ProblemError, Theodolite


def table(path: Path) -> Any:
    text = path.read_text("utf-8")
    return json.loads(text)["snapshot"] if text.startswith("{") else text


def main(*names: str) -> None:
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["table", "player", "rank", "points"])
    with Theodolite() as referee:
        sheets = referee.misterra.score_many(table(Path(name)) for name in names)
        for name, sheet in zip(names, sheets, strict=True):
            if isinstance(sheet, ProblemError):
                print(f"{name}: {sheet}", file=sys.stderr)
                continue
            for player in sheet.players:
                rows.writerow([Path(name).stem, player.name, player.rank, player.total])


if __name__ == "__main__":
    main(*sys.argv[1:])
