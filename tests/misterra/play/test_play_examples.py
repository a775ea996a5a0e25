"""The examples of the play, run as they stand against the real server."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples" / "misterra"

TOLD = {
    ("judge_half_day.py", "half-day.json"): [
        "not legal",
        "sees neither, only C2, B3, C3, D3, C4. (p. 5)",
        "D3 → E3 → beach:E3: lay a card in 3 places, not claim there",
        "Sketch cards are left.",
    ],
    ("replay_record.py", "record.json"): [
        "Elliott: legal",
        "The end of the game is triggered.",
        "Cassandra wins.",
    ],
    ("explain_dispute.py", "dispute.json"): [
        "possible",
        "  D3, maps steppe on C2 and lagoon on C3\n",
    ],
    ("play_otoma.py", "otoma-turn.json"): [
        "C2 was empty: a hazy mountain tile is placed.",
        "E3: confirmed",
        "As large, so yours to choose: C3 B4 D4.",
    ],
}


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        encoding="utf-8",
    )


@pytest.mark.parametrize(("script", "file"), TOLD, ids=[script for script, _ in TOLD])
def test_the_example_tells_what_it_promises(server: str, script: str, file: str) -> None:
    result = run(EXAMPLES / script, EXAMPLES / file, server)
    assert result.returncode == 0, result.stderr
    for sentence in TOLD[script, file]:
        assert sentence in result.stdout


def test_a_record_that_is_not_legal_fails_and_says_why(server: str, tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "record.json").read_text("utf-8"))
    record["record"]["turns"][1]["moves"][0]["path"] = ["B2"]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), "utf-8")
    result = run(EXAMPLES / "replay_record.py", path, server)
    assert result.returncode == 1
    assert "Not a step to an orthogonally adjacent space: beach beside A2 → B2." in result.stdout
    assert result.stderr == "The record is legal up to turn 2.\n"
