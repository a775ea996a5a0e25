"""Replay a record with the SDK, and find the quickest way to a card: find_way.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

RECORD = Path(__file__).with_name("record.json")


def main(file: str = str(RECORD), url: str = "http://127.0.0.1:8000") -> None:
    record = json.loads(Path(file).read_text("utf-8"))["record"]
    with Theodolite(url) as theodolite:
        referee = theodolite.treasure_hunt
        replay = referee.replay(record)
        print("The record is legal." if replay.legal else "The record is not legal.")
        after, player = replay.after.to_request(), replay.after.players[0]
        print(f"\n{referee.score(after)}")
        target = player.routes.square.cards[-1]
        way = referee.route(after, player.name, 1, [target], within=4)
        print(
            f"\n{player.name} to {target}: {way.expected_turns} turns, {way.fewest_turns} with luck"
        )
        for best in way.first:
            print(f"  {best.pips}: {best.at}, then {best.expected_after}")
        chances = ", ".join(f"{chance:.0%}" for chance in way.within)
        print(f"  There within 1, 2, 3 and 4 turns: {chances}")
        targets = [target, *player.routes.circle.cards[-1:]]
        for best in referee.route(after, player.name, None, targets).first:
            shares = " and ".join(", ".join(share) or "nothing" for share in best.shares)
            print(f"  {best.pips}: explorer {best.explorer} to {best.at}, then for {shares}")
        given = {"roll": {"die": "brown", "pips": 7}}
        moves = referee.actions(after, player.name, given=given).moves
        for mover in dict.fromkeys(move.mover for move in moves):
            ends = ", ".join(move.at for move in moves if move.mover == mover)
            print(f"\nWith a 7 {mover} can end on {ends}")


if __name__ == "__main__":
    main(*sys.argv[1:])
