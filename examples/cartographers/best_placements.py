"""List the best placements for a card on each map of a table: best_placements.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

TABLE = Path(__file__).with_name("two-players.json")


def main(file: str = str(TABLE), url: str = "http://127.0.0.1:8000") -> None:
    table = json.loads(Path(file).read_text("utf-8"))["snapshot"]
    with Theodolite(url) as referee:
        for player in table["players"]:
            name = player["name"]
            found = referee.cartographers.actions(
                table, name, {"card": "orchard"}, value="season", limit=3
            )
            print(f"{name}: {found.total} placements of Orchard")
            for placement in found.moves:
                best = placement.values[0]
                print(f"  {best.change:+} with {best.terrain} on {' '.join(placement.spaces)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
