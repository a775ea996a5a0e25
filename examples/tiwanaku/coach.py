"""Ask for hints and advice in the middle of a game with the SDK: coach.py [URL]."""

import json
import sys
from pathlib import Path

from theodolite_sdk import Theodolite

TABLE = Path(__file__).with_name("mid-game.json")


def main(url: str = "http://127.0.0.1:8000") -> None:
    table = json.loads(TABLE.read_text("utf-8"))["snapshot"]
    seen: list[str] = []
    with Theodolite(url) as referee:
        while hint := referee.tiwanaku.hint(table, seen=seen).hint:
            print(f"{hint.space}: {hint.nudge}")
            seen.append(hint.space)
        advice = referee.tiwanaku.advise(table, "Ana")
    print(f"\n{advice.worlds} worlds are possible.")
    for discovery in advice.discoveries[:2]:
        print(discovery.explanation)
    for prediction in advice.predictions[:2]:
        print(prediction.explanation)
    if advice.together:
        made = ", ".join(f"{one.space} {one.level}" for one in advice.together.predictions)
        print(f"Predict {made or 'nothing'}: {advice.together.value:.1f} points on average.")


if __name__ == "__main__":
    main(*sys.argv[1:])
