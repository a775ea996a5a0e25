"""The command `theodolite`: what it prints, and its exit codes."""

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from misterra.tables import EMPTY
from theodolite import __version__
from theodolite.cli import detection, main
from theodolite.cli.detection import detect_game
from theodolite.rulebook import LANGUAGES
from theodolite.web import fields
from theodolite.web.app import create_app
from theodolite.web.game import Game
from theodolite.web.games import GAMES
from theodolite.web.misterra.examples import FINISHED_GAME
from theodolite.web.schemas import Schema
from theodolite_sdk.misterra.types import ScoreSheet

Json = dict[str, Any]
Run = Callable[..., Result]

EXAMPLES = Path(__file__).parents[2] / "examples" / "misterra"
SOLO: Json = {
    "beach": "left",
    "island": ["SSS..", *EMPTY[1:]],
    "players": [{"name": "Ada", "parchment": ["SSS..", *EMPTY[1:]]}],
    "otoma": {"claims": ["A1"]},
}


@pytest.fixture
def run() -> Run:
    def run(*arguments: str | Path, typed: bytes = b"") -> Result:
        return CliRunner().invoke(main, list(map(str, arguments)), input=typed)

    return run


@pytest.fixture
def table(tmp_path: Path) -> Callable[[Any], Path]:
    def write(content: Any) -> Path:
        path = tmp_path / "table.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return path

    return write


Write = Callable[[Any], Path]


def test_prints_version_and_help(run: Run) -> None:
    assert run("--version").output == f"theodolite, version {__version__}\n"
    for command in ("serve", "score", "replay", "conform", "openapi"):
        assert command in run("--help").output
        assert run(command, "--help").exit_code == 0


def test_prints_a_score_sheet(run: Run, table: Write) -> None:
    result = run("score", table(FINISHED_GAME))
    assert result.exit_code == 0
    with create_app().test_client() as client:
        answer = client.post("/v3/misterra/scores", json={"snapshot": FINISHED_GAME}).get_json()
    assert result.output == f"{msgspec.convert(answer, ScoreSheet)}\n"
    assert "Fidelity" in result.output
    assert "Cassandra wins." in result.output.splitlines()
    assert result.stderr == ""


def test_prints_dutch(run: Run, table: Write) -> None:
    result = run("score", table(FINISHED_GAME), "--language", "nl")
    assert "velden komen overeen met het eiland" in result.output
    assert "Cassandra wint." in result.output.splitlines()
    assert "Angstig" in run("score", table(SOLO), "--language", "nl").output


def test_json_output_equals_the_response_of_the_service(run: Run, table: Write, ask: Any) -> None:
    result = run("score", table(FINISHED_GAME), "--json")
    assert json.loads(result.output) == ask("scores", {"snapshot": FINISHED_GAME})


def test_reads_standard_input(run: Run, table: Write) -> None:
    typed = json.dumps(FINISHED_GAME).encode()
    assert run("score", "-", typed=typed).output == run("score", table(FINISHED_GAME)).output


def test_an_impossible_table_exits_with_2_and_lists_the_faults(run: Run, table: Write) -> None:
    path = table({**FINISHED_GAME, "beach": "east", "deck": -1})
    result = run("score", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    first, *faults = result.stderr.splitlines()
    assert first == f"{path}: 2 things are wrong with this request."
    assert faults == [
        "  /snapshot/beach: There is no side east. The sides are left, right, top, bottom. "
        "[unknown_side]",
        "  /snapshot/deck: -1 is out of range: 0 to 104 is allowed. [out_of_range]",
    ]


@pytest.mark.parametrize("content", ["{", "[", '{"deck": NaN}', '{"beach": "left"'])
def test_invalid_json_exits_with_2(run: Run, table: Write, content: str) -> None:
    result = run("score", table(content))
    assert result.exit_code == 2
    assert "is not a JSON document" in result.stderr


def test_accepts_files_larger_than_a_request(run: Run, table: Write) -> None:
    result = run("score", table(json.dumps(FINISHED_GAME).ljust(2_000_000)))
    assert result.exit_code == 0


def test_finds_the_game_by_file_or_option(run: Run, table: Write) -> None:
    expected = run("score", table(FINISHED_GAME)).output
    assert run("score", "--game", "misterra", table(FINISHED_GAME)).output == expected
    unknown = run("score", "--game", "chess", table(FINISHED_GAME))
    assert unknown.exit_code == 2
    assert "misterra" in unknown.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_recognises_and_prints_a_table_of_each_game(run: Run, game: Game, language: str) -> None:
    scores = game.operation("scores")
    assert scores is not None
    typed = json.dumps(scores.example).encode()
    result = run("score", "-", "--language", language, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(run("score", "-", "--json", "--language", language, typed=typed).output)
    printed = " ".join(result.output.split())
    for player in answer["players"]:
        assert player["name"] in printed
        for item in player.get("items", ()):
            assert " ".join(item["explanation"].split()) in printed


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_recognises_and_prints_a_record_of_each_game(run: Run, game: Game) -> None:
    replays = game.operation("replays")
    assert replays is not None
    typed = json.dumps(replays.example).encode()
    result = run("replay", "-", typed=typed)
    legal = json.loads(run("replay", "-", "--json", typed=typed).output)["legal"]
    assert (result.exit_code, result.stderr) == (0 if legal else 1, "")
    assert "\n   1. " in result.output


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.operation("reviews")], ids=lambda game: game.id
)
def test_prints_the_review_of_a_record(run: Run, game: Game) -> None:
    reviews = game.operation("reviews")
    assert reviews is not None
    typed = json.dumps(reviews.example).encode()
    printed = run("review", "-", "--game", game.id, typed=typed).output
    answer = json.loads(run("review", "-", "--json", "--game", game.id, typed=typed).output)
    for number, turn in enumerate(answer["turns"]):
        mark = "*" if number in answer["moments"] else " "
        assert f"{mark}{number + 1:>3}. " in printed
        assert f"  {turn['explanation']}\n" in printed


class _Harbour(Schema):
    """A request of another game."""

    ships = fields.Integer(0, 9)
    name = fields.Integer(0, 9)


class _Wrapper(Schema):
    """A request with a table inside."""

    snapshot = fields.Nested(_Harbour())
    player = fields.Integer(0, 9)


TEXT = "beach: left\nisland: J.LS./JMLSS/..LMS/S.MM./SS..J\nplayer Ann: at A1\n"


@pytest.mark.parametrize(
    ("request_", "game"),
    [
        ({"snapshot": FINISHED_GAME}, "misterra"),
        ({"snapshot": {"island": []}}, "misterra"),
        ({"snapshot": TEXT}, "misterra"),
        ({"ships": 3}, "harbour"),
        ({"snapshot": {"ships": 3}}, "wrapper"),
        ({}, None),
        ([], None),
        ({"snapshot": {"beach": "left", "ships": 3}}, None),
    ],
)
def test_recognises_a_game_by_the_most_known_fields(request_: object, game: str | None) -> None:
    schemas: dict[Any, Schema] = {"harbour": _Harbour(), "wrapper": _Wrapper()}
    for one in GAMES:
        scores = one.operation("scores")
        assert scores is not None
        assert scores.schema is not None
        schemas[one] = scores.schema
    found: Any = detect_game(schemas, request_)
    assert getattr(found, "id", found) == game


def test_an_unrecognised_document_asks_for_the_option(
    run: Run, table: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detection, "detect_game", lambda *_: None)
    result = run("score", table({}))
    assert result.exit_code == 2
    assert "Which game is it? Give --game " in result.stderr


def test_prints_a_record(run: Run) -> None:
    result = run("replay", EXAMPLES / "record.json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.splitlines()[:3] == ["legal", "   1. ✓ Cassandra", "   2. ✓ Elliott"]


def test_an_illegal_record_exits_with_1_and_gives_the_reason(run: Run, table: Write) -> None:
    record = json.loads((EXAMPLES / "record.json").read_text("utf-8"))
    record["record"]["turns"][1]["moves"][0]["path"] = ["B2"]
    result = run("replay", table(record))
    assert result.exit_code == 1
    step = "Not a step to an orthogonally adjacent space: beach beside A2 → B2. (p. 4)"
    assert result.output.splitlines()[:5] == [
        "not legal",
        "   1. ✓ Cassandra",
        "   2. ✗ Elliott",
        f"      {step}",
        "      The mountain tile under the meeple on B2 is still hazy, and a claim is made from a "
        "confirmed tile. (p. 5)",
    ]
    assert json.loads(run("replay", "--json", table(record)).output)["legal"] is False


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["score", "nowhere.json"],
        ["score", "."],
        ["score", "-", "--language", "es"],
        ["score", "-", "--card-pack", "nowhere.toml"],
        ["serve", "--port", "0"],
        ["serve", "--workers", "0"],
        ["serve", "--card-pack", "nowhere.toml"],
        ["referee"],
    ],
)
def test_invalid_usage_exits_with_2(run: Run, arguments: Sequence[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr


def test_a_card_pack_completes_card_faces(run: Run, table: Write, tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text('[presumptions.1]\nterrain = "steppe"\n')
    held = {**SOLO, "players": [{**SOLO["players"][0], "presumptions": [{"card": 1}]}]}
    refused = run("score", table(held))
    assert refused.exit_code == 2
    assert "/snapshot/players/0/presumptions/0/terrain: What the printed face" in refused.stderr
    result = run("score", table(held), "--card-pack", pack)
    assert result.exit_code == 0
    assert "1 steppe zone is large enough: A1, B1, C1 → 2." in " ".join(result.output.split())


@pytest.mark.parametrize("arguments", [("score", "-"), ("serve",)])
def test_an_invalid_card_pack_exits_with_2(
    command: Path, tmp_path: Path, arguments: Sequence[str]
) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text('[presumptions.13]\nterrain = "steppe"\navoid = "desert"\n')
    for given, variable in (["--card-pack", str(pack)], None), ([], str(pack)):
        result = subprocess.run(
            [command, *arguments, *given],
            env={"THEODOLITE_CARD_PACK": variable} if variable else {},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert result.returncode == 2
        assert result.stderr.decode() == (
            f"{pack}: presumptions.13.avoid: "
            "There is no terrain desert. The terrains are jungle, lagoon, mountain, steppe.\n"
        )


def test_openapi_prints_the_committed_specification(run: Run) -> None:
    committed = Path(__file__).parents[2] / "openapi.yaml"
    assert run("openapi").output == committed.read_text("utf-8")
