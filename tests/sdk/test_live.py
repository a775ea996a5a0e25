"""The SDK and the service, each as it is installed, over a real connection."""

import json
import os
import re
import runpy
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sdk.test_contract import GAMES, OPERATIONS, call, response_of
from service.serving import running
from theodolite_sdk import InvalidSnapshot, NotFound, Theodolite
from theodolite_sdk.misterra.types import ScoreSheet

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
README = ROOT / "sdk" / "README.md"
SNIPPETS = "\n".join(re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL))
_EXAMPLE = OPERATIONS["misterra.scores"].example["snapshot"]


@pytest.fixture
def referee(server: str) -> Iterator[Theodolite]:
    with Theodolite(server, language="nl") as theodolite:
        yield theodolite


@pytest.mark.parametrize("name", [name for name in OPERATIONS if not name.endswith(".photos")])
def test_the_example_of_every_operation_is_answered(referee: Theodolite, name: str) -> None:
    assert call(referee, name) is not None


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    """The whole tables within an example."""
    if isinstance(value, dict):
        tables = [value.get(name) for name in ("snapshot", "before", "after")]
        yield from (table for table in tables if isinstance(table, dict) and "players" in table)
        value = [*value.values()]
    if isinstance(value, list):
        for inner in value:
            yield from _tables(inner)


@pytest.mark.parametrize("game", GAMES)
def test_a_returned_table_is_the_same_table_as_a_request(referee: Theodolite, game: str) -> None:
    package = import_module(f"theodolite_sdk.{game}.types")
    examples = [json.loads(path.read_bytes()) for path in (EXAMPLES / game).glob("*.json")]
    for name in ("scores", "replays", "reviews", "disputes"):
        operation = OPERATIONS[f"{game}.{name}"]
        examples += [operation.example, response_of(operation)]
    tables = list(_tables(examples))
    assert len(tables) > 2
    for table in tables:
        request = msgspec.convert(table, package.ReturnedSnapshot).to_request()
        assert isinstance(request, package.Snapshot)
        client = getattr(referee, game)
        assert client.notation(request) == client.notation(table)


def test_many_games_are_answered_in_order(referee: Theodolite) -> None:
    first, second, third = referee.misterra.score_many([_EXAMPLE, {}, _EXAMPLE])
    assert isinstance(first, ScoreSheet)
    assert isinstance(second, InvalidSnapshot)
    assert {fault.pointer for fault in second.errors} == {
        f"/snapshot/{name}" for name in ("beach", "island", "players")
    }
    assert third == first


def test_a_refusal_names_every_fault(referee: Theodolite) -> None:
    with pytest.raises(InvalidSnapshot) as raised:
        referee.misterra.score({"beach": "up", "island": ["....."], "players": []})
    assert {fault.pointer for fault in raised.value.errors} == {
        f"/snapshot/{name}" for name in ("beach", "island", "players")
    }


def test_texts_are_in_the_language_asked_for(server: str, referee: Theodolite) -> None:
    with Theodolite(server) as english:
        assert english.misterra.rules()[0].text != referee.misterra.rules()[0].text


def test_another_address_of_the_service_is_not_found(server: str) -> None:
    with Theodolite(f"{server}/elsewhere") as referee, pytest.raises(NotFound) as raised:
        referee.misterra.rules()
    assert raised.value.request_id


def test_the_service_describes_and_counts_itself(referee: Theodolite) -> None:
    assert "/v3/misterra/scores" in referee.specification()["paths"]
    assert "scores" in referee.games()[0].operations
    assert referee.metrics().startswith("# HELP")


def test_the_readme_runs(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "readme.py"
    script.write_text(SNIPPETS.replace("http://127.0.0.1:8000", server), "utf-8")
    runpy.run_path(str(script))
    assert "Cassandra wins." in capsys.readouterr().out


def test_a_worker_killed_under_load_loses_no_request(tmp_path: Path) -> None:
    with (
        running(tmp_path / "log", "--workers", "2") as service,
        Theodolite(service.url) as client,
        ThreadPoolExecutor(4) as threads,
    ):
        sheets = threads.map(client.misterra.score, repeat(_EXAMPLE, 600))
        first = list(islice(sheets, 100))
        os.kill(service.workers()[-1], signal.SIGKILL)
        assert [sheet.winners for sheet in [*first, *sheets]] == [("Cassandra",)] * 600
