"""Play Otoma's turn of a solo game with the SDK: play_otoma.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

OTOMA_TURN = Path(__file__).with_name("otoma-turn.json")


def main(file: str = str(OTOMA_TURN), url: str = "http://127.0.0.1:8000") -> None:
    request = json.loads(Path(file).read_text("utf-8"))
    with Theodolite(url) as referee:
        turn = referee.misterra.otoma_turn(request["snapshot"], request["half_days"])
    for half_day in turn.half_days:
        for action in half_day.actions:
            done = action.done if isinstance(action.done, str) else action.done.explanation
            print(f"{action.space}: {done}")
        if half_day.claim is not None:
            print(f"Otoma claims {' '.join(half_day.claim.spaces)} from {half_day.claim.space}.")
            if half_day.claim.tied_with:
                print(f"As large, so yours to choose: {' '.join(half_day.claim.tied_with)}.")
    print(turn if turn.after is None else "\n".join(turn.after.island))


if __name__ == "__main__":
    main(*sys.argv[1:])
