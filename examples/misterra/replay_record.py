"""Replay the record of a game with the SDK, and score it: replay_record.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

RECORD = Path(__file__).with_name("record.json")


def main(file: str = str(RECORD), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))["record"]
    with Theodolite(url) as referee:
        replay = referee.misterra.replay(record)
    for turn in replay.turns:
        print(f"{turn.player}: {'legal' if turn else 'not legal'}")
        for check in [*turn.checks, *(check for half in turn.moves for check in half.checks)]:
            if check.status == "failed":
                print(f"  {check}")
        if turn.end is not None and turn.end.triggered:
            print("  The end of the game is triggered.")
    if replay.stopped_at is not None:
        sys.exit(f"The record is legal up to turn {replay.stopped_at.turn + 1}.")
    print("\nThe game goes on." if replay.scores is None else f"\n{replay.scores}")


if __name__ == "__main__":
    main(*sys.argv[1:])
