"""The examples, run as they stand against the real server."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "tiwanaku"


def run(*command: str | Path) -> str:
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, timeout=60, encoding="utf-8"
    ).stdout


def test_curl_tells_what_the_record_ends_with(server: str) -> None:
    table = EXAMPLES / "two-players.json"
    answer = json.loads(run("sh", EXAMPLES / "score_with_curl.sh", table, server))
    assert answer["final"]
    totals = {player["name"]: player["total"] for player in answer["players"]}
    assert totals == {"Ana": 22, "Bo": 32}


def test_the_sdk_tells_every_point_of_the_record(server: str) -> None:
    told = run(sys.executable, EXAMPLES / "replay_record.py", EXAMPLES / "record.json", server)
    assert "Bo wins." in told.splitlines()
    record = json.loads((EXAMPLES / "record.json").read_text("utf-8"))
    begun = {player["name"]: player["score"] for player in record["snapshot"]["players"]}
    ledger = told.partition("\n\n")[0].splitlines()
    gained: dict[str, int] = {}
    for line in ledger:
        if line in begun:
            side = gained[line] = 0
            name = line
        else:
            side += int(line[:5])
            gained[name] = side
    assert {name: begun[name] + points for name, points in gained.items()} == {"Ana": 22, "Bo": 32}


def test_the_sdk_tells_what_can_be_known(server: str) -> None:
    told = run(sys.executable, EXAMPLES / "deduce.py", EXAMPLES / "board.json", server)
    assert told.startswith("2 worlds fit.\n")
    assert told.endswith("B1 is 2, by steps (1, 2)\n")
