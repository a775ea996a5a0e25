"""Judge a turn of a solo game, Otoma's move included: play_solo_turn.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

TURN = Path(__file__).with_name("solo-turn.json")


def main(file: str = str(TURN), url: str = "http://127.0.0.1:8000") -> None:
    request = json.loads(Path(file).read_text("utf-8"))
    with Theodolite(url) as referee:
        turn = referee.tiwanaku.check(**request)
    for check in turn.checks:
        print(check)
    for gain in turn.changes:
        print(f"{gain.player:<6}{gain.points:>+3} = {gain.score_after}  {gain.explanation}")
    if turn.after is not None:
        print("\n".join(turn.after.terrain))


if __name__ == "__main__":
    main(*sys.argv[1:])
