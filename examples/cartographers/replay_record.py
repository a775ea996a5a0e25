"""Judge the record of a game with the SDK, and score it: replay_record.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

RECORD = Path(__file__).with_name("record.json")


def main(file: str = str(RECORD), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))["record"]
    with Theodolite(url) as referee:
        replay = referee.cartographers.replay(record)
    for turn in replay.turns:
        print(f"{turn.season}: {turn.card or 'the end'}")
        for check in [*turn.checks, *(check for move in turn.moves for check in move.checks)]:
            if check.status == "failed":
                print(f"  {check}")
        for effect in turn.effects:
            print(f"  {effect.ambush}: {len(effect.changes)} changes on {effect.player}'s map")
    if replay.stopped_at is not None:
        sys.exit(f"The record is legal up to {replay.stopped_at.season}.")
    print(f"\n{replay.scores}")


if __name__ == "__main__":
    main(*sys.argv[1:])
