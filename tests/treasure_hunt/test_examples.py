"""The examples of the game, run against the real server."""

import json
import subprocess
import sys
from pathlib import Path

from theodolite.web.card_packs import load
from theodolite.web.games import GAMES

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "treasure_hunt"


def run(*command: str | Path) -> str:
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, timeout=60, encoding="utf-8"
    ).stdout


def test_curl_example_judges_the_record(server: str) -> None:
    record = EXAMPLES / "record.json"
    answer = json.loads(run("sh", EXAMPLES / "replay_with_curl.sh", record, server))
    assert (answer["legal"], answer["stopped_at"], len(answer["turns"])) == (True, None, 6)


def test_sdk_example_prints_missions_and_the_quickest_way(server: str) -> None:
    printed = run(sys.executable, EXAMPLES / "find_way.py", EXAMPLES / "record.json", server)
    lines = printed.splitlines()
    assert lines[0] == "The record is legal."
    for line in (
        "✓ This treasure is held: gold.",
        "✓ 2 of 2 coordinates.",
        "✗ Explorer 1 of Cassandra is not home but on N08/E18.",
    ):
        assert f"{line} (HET EINDE VAN HET SPEL)" in " ".join(printed.split())
    assert any(line.startswith("Cassandra to N22/E20: ") for line in lines)
    assert "  7: explorer 1 to N09/E18, then for N22/E20 and N06/E06" in lines
    at = lines.index("Elliott to N10/E05: 4.0833 turns; with a fallen tree on")
    assert lines[at + 1] == "  N08/E17 and N09/E17: 5.5833"


def test_loads_the_example_board_pack() -> None:
    pack = load([EXAMPLES / "board-pack.toml"], GAMES)["treasure_hunt"]
    assert [*pack.segments] == ["A", "B", "C", "D"]
    assert pack.title == "An invented board"
