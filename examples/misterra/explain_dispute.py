"""Find out with the SDK if one table can become another: explain_dispute.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite
from theodolite_sdk.misterra.types import ReturnedMove

DISPUTE = Path(__file__).with_name("dispute.json")


def describe(move: ReturnedMove) -> str:
    """Describe a half day in a few words."""
    words = [" → ".join(move.path or ()) or "stays"]
    if move.lagoon is not None:
        words.append("exchanges a card")
    if move.action is not None and move.action.spaces is not None:
        halves = zip(move.sketch or (), move.action.spaces, strict=True)
        words.append("maps " + " and ".join(f"{terrain} on {space}" for terrain, space in halves))
    elif move.action is not None:
        words.append(f"{move.action.type}s")
    return ", ".join(words)


def main(file: str = str(DISPUTE), url: str = "http://127.0.0.1:8000") -> None:
    tables = json.loads(Path(file).read_text("utf-8"))
    with Theodolite(url) as referee:
        dispute = referee.misterra.dispute(tables["before"], tables["after"], tables["player"])
    print("possible" if dispute.possible else "not possible")
    for account in dispute.accounts:
        print(f"  {'; then '.join(map(describe, account.moves))}")
    for difference in dispute.differences:
        print(f"  {difference.pointer}: {difference.explanation}")


if __name__ == "__main__":
    main(*sys.argv[1:])
