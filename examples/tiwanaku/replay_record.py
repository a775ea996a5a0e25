"""Replay the record of a game with the SDK, point by point: replay_record.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

RECORD = Path(__file__).with_name("record.json")


def main(file: str = str(RECORD), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))["record"]
    with Theodolite(url) as referee:
        replay = referee.tiwanaku.replay(record)
        sheet = referee.tiwanaku.score(replay.after.to_request())
    for side, gains in replay.ledger.items():
        print(side)
        for gain in gains:
            print(f"{gain.points:>5}  {gain.explanation}")
    if not replay:
        for check in replay.turns[-1].checks:
            print(check)
        sys.exit("The record is not legal.")
    print(f"\n{sheet}")


if __name__ == "__main__":
    main(*sys.argv[1:])
