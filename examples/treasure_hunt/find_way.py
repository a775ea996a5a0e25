"""Replay a record with the SDK, and find the quickest way to a card: find_way.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

RECORD = Path(__file__).with_name("record.json")


def main(file: str = str(RECORD), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))
    with Theodolite(url) as theodolite:
        referee = theodolite.treasure_hunt
        replay = referee.replay(record["snapshot"], record["turns"])
        print("The record is legal." if replay.legal else "The record is not legal.")
        after, player = replay.after.to_request(), replay.after.players[0]
        print(f"\n{referee.check_missions(after)}")
        target = player.routes.square.cards[-1]
        way = referee.way(after, player.name, 1, [target])
        print(
            f"\n{player.name} to {target}: {way.expected_turns} turns, {way.fewest_turns} with luck"
        )
        for best in way.first:
            print(f"  {best.pips}: {best.at}, then {best.expected_after}")
        roll = {"die": "brown", "pips": 7}
        for position in referee.legal_actions(after, player.name, roll).positions:
            ends = ", ".join(end.at for end in position.ends)
            print(f"\nWith a 7 {position.mover} can end on {ends}")


if __name__ == "__main__":
    main(*sys.argv[1:])
