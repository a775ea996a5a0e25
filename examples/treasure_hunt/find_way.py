"""Replay a record with the SDK, and find the quickest way to a card: find_way.py [FILE [URL]]."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from theodolite_sdk import ProblemError, Theodolite

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
        rival = replay.after.players[1]
        goal = rival.routes.circle.cards[-1]
        way = referee.route(after, rival.name, 1, [goal])
        trees = sorted({tree for best in way.first for at in best.path for tree in trees_on(at)})
        tables = (replace(after, trees=(*after.trees, tree)) for tree in trees)
        there = {"player": rival.name, "explorer": 1, "targets": [goal]}
        longer = referee.many("routes", ({**there, "snapshot": table} for table in tables))
        turns = {
            tree: each.expected_turns
            for tree, each in zip(trees, longer, strict=True)
            if not isinstance(each, ProblemError)  # Else the tree may not lie there.
        }
        print(f"\n{rival.name} to {goal}: {way.expected_turns} turns; with a fallen tree on")
        for tree in sorted(turns, key=turns.__getitem__, reverse=True)[:3]:
            print(f"  {' and '.join(tree)}: {turns[tree]}")
        given = {"roll": {"die": "brown", "pips": 7}}
        moves = referee.actions(after, player.name, given=given).moves
        for mover in dict.fromkeys(move.mover for move in moves):
            ends = ", ".join(move.at for move in moves if move.mover == mover)
            print(f"\nWith a 7 {mover} can end on {ends}")


def trees_on(space: str) -> Iterator[tuple[str, str]]:
    """The trees that could lie on a space and on one beside it."""
    north, east = int(space[1:3]), int(space[5:])
    for n, e in ((north - 1, east), (north + 1, east), (north, east - 1), (north, east + 1)):
        if 1 <= n <= 30 and 1 <= e <= 30:
            beside = f"N{n:02}/E{e:02}"
            yield min(space, beside), max(space, beside)


if __name__ == "__main__":
    main(*sys.argv[1:])
