"""Play Otoma's turn of a solo game with the SDK: play_otoma.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

OTOMA_TURN = Path(__file__).with_name("otoma-turn.json")


def main(file: str = str(OTOMA_TURN), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))["record"]
    with Theodolite(url) as referee:
        replay = referee.misterra.replay(record)
    (turn,) = replay.turns
    for half_day in turn.moves:
        for action in half_day.actions:
            done = action.done if isinstance(action.done, str) else action.done.explanation
            print(f"{action.space}: {done}")
        if half_day.claim is not None:
            print(f"Otoma claims {' '.join(half_day.claim.spaces)} from {half_day.claim.space}.")
            if half_day.claim.tied_with:
                print(f"As large, so yours to choose: {' '.join(half_day.claim.tied_with)}.")
    print("\n".join(replay.after.island) if replay else turn)


if __name__ == "__main__":
    main(*sys.argv[1:])
