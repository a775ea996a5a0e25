"""The examples, run as they stand against the real server."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "tiwanaku"


def run(*command: str | Path) -> str:
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, timeout=60, encoding="utf-8"
    ).stdout


def test_curl_prints_the_end_of_the_record(server: str) -> None:
    table = EXAMPLES / "two-players.json"
    answer = json.loads(run("sh", EXAMPLES / "score_with_curl.sh", table, server))
    assert answer["final"]
    totals = {player["name"]: player["total"] for player in answer["players"]}
    assert totals == {"Ana": 22, "Bo": 32}


def test_the_sdk_prints_every_point_of_the_record(server: str) -> None:
    output = run(sys.executable, EXAMPLES / "replay_record.py", EXAMPLES / "record.json", server)
    assert "Bo wins." in output.splitlines()
    record = json.loads((EXAMPLES / "record.json").read_text("utf-8"))["record"]
    begun = {player["name"]: player["score"] for player in record["snapshot"]["players"]}
    ledger = output.partition("\n\n")[0].splitlines()
    gained: dict[str, int] = {}
    for line in ledger:
        if line in begun:
            side = gained[line] = 0
            name = line
        else:
            side += int(line[:5])
            gained[name] = side
    assert {name: begun[name] + points for name, points in gained.items()} == {"Ana": 22, "Bo": 32}


def test_the_sdk_prints_deductions(server: str) -> None:
    output = run(sys.executable, EXAMPLES / "deduce.py", EXAMPLES / "board.json", server)
    assert output.startswith("2 worlds fit.\n")
    assert output.endswith("B1 is 2, by steps (1, 2)\n")


def test_the_sdk_prints_a_solo_turn_with_the_move_of_otoma(server: str) -> None:
    turn = EXAMPLES / "solo-turn.json"
    output = run(sys.executable, EXAMPLES / "play_solo_turn.py", turn, server)
    assert "F2 → G2 → H2 → I2 → I3 → H3" in output
    gains = [line.split()[:4] for line in output.splitlines() if re.match(r"\w+ +[+-]\d+ = ", line)]
    assert gains == [
        ["Ana", "+3", "=", "18"],
        ["Otoma", "+3", "=", "35"],
        ["Otoma", "+3", "=", "38"],
    ]


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_some_world_fits_every_board(client: FlaskClient, file: Path) -> None:
    body = json.loads(file.read_text("utf-8"))
    snapshot = body.get("record", body)["snapshot"]
    asked = {"snapshot": snapshot, "explain": False, "count_to": 1, "time_limit_ms": 10_000}
    assert client.post("/v3/tiwanaku/deductions", json=asked).get_json()["consistent"]


def test_no_example_leaves_out_the_check_of_the_wheel() -> None:
    for file in EXAMPLES.iterdir():
        assert "check_wheel" not in file.read_text("utf-8")
