"""Score a game from photographs of its boards: score_photographs.py [FILE [URL [LOOKS]]].

The photographs are drawn, and so are their boards. FILE names a photograph for the island and one
for each player's parchment, each with some spaces that a person has named. The script asks for the
others that it needs. The folder LOOKS keeps what is learnt of this copy of the game,
so that its next photographs need fewer answers.
"""

import json
import sys
from pathlib import Path
from typing import Any, Literal

from theodolite_sdk import Theodolite
from theodolite_sdk.photos import load_looks, save_looks

PHOTOGRAPHS = Path(__file__).with_name("photographs.json")


def main(file: str = str(PHOTOGRAPHS), url: str = "http://127.0.0.1:8000", looks: str = "") -> None:
    request = json.loads(Path(file).read_text("utf-8"))
    table = request["table"]
    with Theodolite(url) as referee:

        def rows(name: str, board: Literal["island", "parchment"]) -> Any:
            photograph = request["photographs"][name]
            path = Path(file).with_name(photograph["file"])

            def answer(space: str) -> str:
                return photograph["said"].get(space) or input(f"What lies on {space} of {name}? ")

            known = Path(looks) / f"{board}.json" if looks else None
            read = referee.misterra.guide_photo(
                path, answer, board, looks=load_looks(known) if known else None, ask="one"
            )
            if known:
                save_looks(known, read)
            print("\n".join(read.rows or ()))
            print()
            return read.rows

        table["island"] = rows("island", "island")
        for player in table["players"]:
            player["parchment"] = rows(player["name"], "parchment")
        print(referee.misterra.score(table))


if __name__ == "__main__":
    main(*sys.argv[1:])
