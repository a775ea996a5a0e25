"""Judge a half day with the SDK, and list the legal actions: judge_half_day.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

HALF_DAY = Path(__file__).with_name("half-day.json")


def main(file: str = str(HALF_DAY), url: str = "http://127.0.0.1:8000") -> None:
    request = json.loads(Path(file).read_text("utf-8"))
    table, player = request["snapshot"], request["player"]
    with Theodolite(url) as referee:
        print(referee.misterra.check(table, player, request["move"]))
        print(f"\n{player} can")
        for place in referee.misterra.actions(table, player).moves:
            way = " → ".join(place.move.path or ()) or f"stay on {place.meeple}"
            claim = "claim there" if place.claim else "not claim there"
            print(f"  {way}: lay a card in {len(place.placements)} places, {claim}")
        end = referee.misterra.end(table, player)
    print("\nThe game ends." if end.triggered else "\nThe game goes on:")
    for condition in end.conditions:
        print(f"  {condition.explanation}")


if __name__ == "__main__":
    main(*sys.argv[1:])
