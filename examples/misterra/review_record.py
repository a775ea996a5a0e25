"""Review the record of a game with the SDK: review_record.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

RECORD = Path(__file__).with_name("opening.json")


def main(file: str = str(RECORD), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))["record"]
    with Theodolite(url) as referee:
        review = referee.misterra.review(record)
    for turn in review.turns:
        print(turn.explanation)
    print("\nThe moments of the game:")
    for number in review.moments:
        turn = review.turns[number]
        print(f"{turn.player} could have had {turn.cost:g} more: {turn.explanation}")
    if review.truncated:
        print("\nThe time was up before the end of the record.")


if __name__ == "__main__":
    main(*sys.argv[1:])
