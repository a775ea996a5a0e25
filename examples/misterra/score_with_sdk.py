"""Score a finished game with the SDK: python score_with_sdk.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import InvalidSnapshot, Theodolite

TWO_PLAYERS = Path(__file__).with_name("two-players.json")


def main(file: str = str(TWO_PLAYERS), url: str = "http://127.0.0.1:8000") -> None:
    table = json.loads(Path(file).read_text("utf-8"))["snapshot"]
    with Theodolite(url) as referee:
        try:
            sheet = referee.misterra.score(table)
        except InvalidSnapshot as refused:
            # Every fault of the table at once, each with its place and its code.
            sys.exit(str(refused))
    print(sheet)
    for name in sheet.winners:
        best = max(sheet[name].items, key=lambda item: item.points)
        print(f"\n{name}'s best line: {best.points} for {best.category} on {' '.join(best.spaces)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
