"""Deduce the certain values of the secret world with the SDK, and why: deduce.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

BOARD = Path(__file__).with_name("board.json")


def main(file: str = str(BOARD), url: str = "http://127.0.0.1:8000") -> None:
    board = json.loads(Path(file).read_text("utf-8"))
    with Theodolite(url) as referee:
        known = referee.tiwanaku.deduce(**board, time_limit_ms=5000)
    print(f"{known.worlds.count} worlds fit.\n")
    print(known)
    for value in known.certain:
        print(f"\n{value.space} is {value.terrain or value.crop}, by steps {value.steps}")


if __name__ == "__main__":
    main(*sys.argv[1:])
