"""Score a game from photographs of its boards: score_photographs.py [FILE [URL]].

The photographs are drawn, and so are their boards. FILE names a photograph for the island and one
for each player's parchment, each with what somebody said who was asked about some of its spaces.
Whatever else is to be known is asked for.
"""

import json
import sys
from pathlib import Path
from typing import Any

from theodolite_sdk import Theodolite

PHOTOGRAPHS = Path(__file__).with_name("photographs.json")


def main(file: str = str(PHOTOGRAPHS), url: str = "http://127.0.0.1:8000") -> None:
    asked = json.loads(Path(file).read_text("utf-8"))
    table = asked["table"]
    with Theodolite(url) as referee:

        def rows(name: str, board: str) -> Any:
            shown = asked["photographs"][name]
            photo = Path(file).with_name(shown["file"])

            def said(space: str) -> str:
                return shown["said"].get(space) or input(f"What lies on {space} of {name}? ")

            read = referee.misterra.guide_photo(photo, said, board)
            print("\n".join(read.rows or ()))
            print()
            return read.rows

        table["island"] = rows("island", "island")
        for player in table["players"]:
            player["parchment"] = rows(player["name"], "parchment")
        print(referee.misterra.score(table))


if __name__ == "__main__":
    main(*sys.argv[1:])
