"""Score a table with the SDK: python score_with_sdk.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import InvalidSnapshot, Theodolite

TWO_PLAYERS = Path(__file__).with_name("two-players.json")


def main(file: str = str(TWO_PLAYERS), url: str = "http://127.0.0.1:8000") -> None:
    table = json.loads(Path(file).read_text("utf-8"))["snapshot"]
    with Theodolite(url) as referee:
        try:
            sheet = referee.cartographers.score(table)
        except InvalidSnapshot as refused:
            # Every fault of the table at once, each with its place and its code.
            sys.exit(str(refused))
    print(sheet)
    for name in sheet.winners:
        best = max(sheet[name].seasons, key=lambda season: season.total)
        print(f"\n{name}'s best season: {best.season}, {best.total} points")


if __name__ == "__main__":
    main(*sys.argv[1:])
