"""Find out with the SDK if one map can become another: explain_dispute.py [FILE [URL]]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

DISPUTE = Path(__file__).with_name("dispute.json")


def main(file: str = str(DISPUTE), url: str = "http://127.0.0.1:8000") -> None:
    dispute = json.loads(Path(file).read_text("utf-8"))
    with Theodolite(url) as referee:
        answer = referee.cartographers.dispute(**dispute)
    print("Possible." if answer.possible else "Not possible.")
    for account in answer.accounts:
        for card, step in zip(dispute["given"]["cards"], account.moves, strict=True):
            print(f"  {card}: {' '.join(step.spaces) if step else 'nothing is drawn'}")
    for difference in answer.differences:
        print(f"  {difference.explanation}")


if __name__ == "__main__":
    main(*sys.argv[1:])
