"""The files in examples/cartographers, run against the real server."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from theodolite.cartographers.snapshot import Season
from theodolite.web.card_packs import load
from theodolite.web.games import GAMES

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "cartographers"
TABLES = {"two-players": "record", "heroes": "heroes-record", "solo": "solo-record"}


def run(*command: str | Path) -> str:
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, timeout=60, encoding="utf-8"
    ).stdout


def example(name: str) -> Json:
    read: Json = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    return read


@pytest.fixture
def ask(client: Any) -> Ask:
    def ask(operation: str, body: Json) -> Json:
        response = client.post(f"/v3/cartographers/{operation}", json=body)
        assert response.status_code == 200, response.get_json()
        answer: Json = response.get_json()
        return answer

    return ask


@pytest.mark.parametrize("name", TABLES)
def test_curl_and_the_sdk_print_the_answers_of_the_service(
    server: str, ask: Ask, name: str
) -> None:
    answer = ask("scores", example(name))
    file = EXAMPLES / f"{name}.json"
    assert json.loads(run("sh", EXAMPLES / "score_with_curl.sh", file, server)) == answer
    sheet = run(sys.executable, EXAMPLES / "score_with_sdk.py", file, server)
    (totals,) = [line.split()[1:] for line in sheet.splitlines() if line.startswith("Total")]
    assert totals == [str(player["total"]) for player in answer["players"]]


@pytest.mark.parametrize("name", TABLES)
def test_a_record_is_legal_and_ends_with_its_table(server: str, ask: Ask, name: str) -> None:
    record = example(TABLES[name])
    judged = ask("replays", record)
    assert judged["legal"]
    ended = [turn["season"] for turn in judged["turns"] if turn.get("scores")]
    assert ended == ["spring", "summer", "autumn", "winter"]
    # The last season scores the same as the table of winter.
    scored = ask("scores", example(name))
    assert judged["scores"]["players"] == scored["players"]
    assert scored["final"]
    file = EXAMPLES / f"{TABLES[name]}.json"
    assert json.loads(run("sh", EXAMPLES / "replay_with_curl.sh", file, server)) == judged
    printed = run(sys.executable, EXAMPLES / "replay_record.py", file, server)
    assert "winter: " in printed


def test_example_games_have_the_described_features(ask: Ask) -> None:
    assert ask("scores", example("two-players"))["decided_by"] == "monsters"
    assert ask("scores", example("solo"))["solo"]["title"] == "Legendary Cartographer"
    players = example("heroes")["snapshot"]["players"]
    heroes = "".join(row for player in players for row in player["drawn"])
    assert {*"HX"} <= {*heroes}
    cards = {turn.get("card") for turn in example("record")["record"]["turns"]}
    assert cards & {"temple_ruins", "outpost_ruins"}
    turns = example("heroes-record")["record"]["turns"]
    assert any("choices" in turn.get("season_end", {}) for turn in turns)


def test_placements_and_a_dispute_with_the_sdk(server: str) -> None:
    best = run(sys.executable, EXAMPLES / "best_placements.py", EXAMPLES / "solo.json", server)
    assert "placements of Orchard" in best
    answer = run(sys.executable, EXAMPLES / "explain_dispute.py", EXAMPLES / "dispute.json", server)
    assert answer.splitlines() == [
        "Possible.",
        "  great_river: A1 A2 A3",
        "  temple_ruins: nothing is drawn",
        "  hamlet: B6 C6 C7",
        "  farmland: H9 I9",
        "  orchard: D1 D2 D3 E1",
    ]


def test_the_card_pack_can_be_read() -> None:
    pack = load([EXAMPLES / "card-pack.toml"], GAMES)["cartographers"]
    assert pack.cards["dragon_inferno"].turns == "clockwise"
    assert [card.kind for card in pack.cards.values()][-4:] == [
        "ambush",
        "explore",
        "ruins",
        "hero",
    ]
    assert pack.maps["D"].ruins.bit_count() == 3
    assert pack.maps["islands"].wasteland.bit_count() == 4
    assert pack.lengths == {Season.SUMMER: 7}
