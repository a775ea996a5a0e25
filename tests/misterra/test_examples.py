"""The examples of scores, run as they stand against the real server."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from theodolite.misterra.presumptions import CARDS
from theodolite.web.card_packs import load
from theodolite.web.games import GAMES

Json = dict[str, Any]

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "misterra"
PLAYED = ["two-players.json", "four-players.json", "solo.json"]


def run(*command: str | Path) -> str:
    return subprocess.run(
        command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60, encoding="utf-8"
    ).stdout


def body(game: str) -> Json:
    """The body of a request for the scores of a game."""
    read: Json = json.loads((EXAMPLES / game).read_text("utf-8"))
    return read


@pytest.mark.parametrize("game", PLAYED)
def test_curl_and_the_sdk_tell_what_the_service_answers(
    server: str, ask: Callable[[str, Json], Json], game: str
) -> None:
    answer = ask("scores", body(game))
    assert json.loads(run("sh", EXAMPLES / "score_with_curl.sh", EXAMPLES / game, server)) == answer
    sheet = run(sys.executable, EXAMPLES / "score_with_sdk.py", EXAMPLES / game, server)
    (totals,) = [line.split()[1:] for line in sheet.splitlines() if line.startswith("Total")]
    assert totals == [str(player["total"]) for player in answer["players"]]
    for player in answer["players"]:
        assert f"{player['name']}: {player['total']} points" in sheet


@pytest.mark.parametrize(
    "command", [["sh", "score_with_curl.sh"], [sys.executable, "score_with_sdk.py"]]
)
def test_an_impossible_table_fails_and_says_why(
    server: str, tmp_path: Path, command: list[str]
) -> None:
    impossible = tmp_path / "table.json"
    impossible.write_text(
        json.dumps({"snapshot": {**body(PLAYED[0])["snapshot"], "beach": "east", "deck": -1}})
    )
    program, script = command
    result = subprocess.run(
        [program, EXAMPLES / script, impossible, server],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode != 0
    for code in ("unknown_side", "out_of_range"):
        assert code in result.stdout + result.stderr


def test_the_chat_bot_scores_tables_and_names_lines_and_columns(server: str) -> None:
    text = "beach: left\nisland: J.LS./JMLSS/..LMS/S.MM./SS..J\nplayer Ann: JJ.../"
    table = f"{text}JJ.../...../...../....."
    moves = [f'Ann {{"path": ["{at}"], "action": {{"type": "discard"}}}}' for at in ("A2", "E5")]
    tables = [table, f"{text}JQ.../././.", *(f"{table} at A1\n{move}" for move in moves)]
    chat = "\n\n".join(["hello", *(f"!misterra\n{each}" for each in tables)])
    answers = subprocess.run(
        [sys.executable, EXAMPLES / "chat_bot.py", server],
        input=chat,
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    ).stdout.split("\n\n")
    assert answers[0].startswith("Ann has ")
    assert answers[0].endswith("Best: Ann.")
    assert answers[1].startswith("I cannot read this table:\n/snapshot, line 3, column 20: ")
    assert answers[2] == "Yes, that is legal."
    assert answers[3].startswith("not legal\n")
    assert "✗ Not a step to an orthogonally adjacent space: A1 → E5. (p. 4)" in answers[3]


def test_a_league_becomes_a_csv(server: str, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.txt"
    spoilt.write_text("beach: up", "utf-8")
    games = [EXAMPLES / "two-players.json", spoilt, EXAMPLES / "four-players.json"]
    league = subprocess.run(
        [sys.executable, EXAMPLES / "league.py", *games],
        env={**os.environ, "THEODOLITE_URL": server},
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    head, first, *others = league.stdout.splitlines()
    assert (head, first) == ("table,player,rank,points", "two-players,Cassandra,1,93")
    assert [line.partition(",")[0] for line in others] == ["two-players", *["four-players"] * 4]
    assert f"{spoilt}: 422 Not a possible snapshot" in league.stderr


def test_the_game_of_two_has_something_in_every_category(ask: Callable[[str, Json], Json]) -> None:
    answer = ask("scores", body("two-players.json"))
    for player in answer["players"]:
        subtotals = player["subtotals"]
        assert all(subtotals[name] for name in subtotals if name != "completeness")
    assert answer["removed"]["tiles"]
    assert answer["decided_by"] == "total"


def test_the_game_of_four_has_a_dispute_and_a_tie(ask: Callable[[str, Json], Json]) -> None:
    answer = ask("scores", body("four-players.json"))
    assert len(answer["players"]) == 4
    assert [claim["player"] for claim in answer["removed"]["claims"]] == ["Cassandra", "Elliott"]
    assert answer["decided_by"] == "fidelity"
    first, second = sorted(answer["players"], key=lambda player: player["rank"])[:2]
    assert first["total"] == second["total"]
    assert first["subtotals"]["fidelity"] > second["subtotals"]["fidelity"]
    assert answer["rulings"][0]["could_matter"]


def test_the_solo_game_has_titles(ask: Callable[[str, Json], Json]) -> None:
    solo = ask("scores", body("solo.json"))["solo"]
    assert solo["otoma_claims"] > 0
    assert set(solo["titles"]) == {"total", "presumptions", "fidelity", "claims"}


def test_the_card_pack_has_every_face_and_says_that_all_are_invented() -> None:
    pack = EXAMPLES / "card-pack.toml"
    assert load([pack], GAMES)["misterra"].keys() == {
        number for number, card in CARDS.items() if card.face
    }
    text = pack.read_text("utf-8")
    assert 'title = "Invented faces' in text
    groups = [group for group in text.split("\n# ") if "[presumptions." in group]
    assert len(groups) == 4
    assert all("(Invented.)" in group for group in groups)


def test_with_the_card_pack_a_table_needs_the_numbers_alone(tmp_path: Path, command: Path) -> None:
    numbers = body("two-players.json")
    for player in numbers["snapshot"]["players"]:
        player["presumptions"] = [{"card": held["card"]} for held in player["presumptions"]]
    path = tmp_path / "table.json"
    path.write_text(json.dumps(numbers))
    sheet = run(command, "score", path, "--card-pack", EXAMPLES / "card-pack.toml")
    assert "1. " in sheet
