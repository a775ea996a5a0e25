"""The examples in the docstrings of the SDK, with a real service."""

import doctest
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import theodolite_sdk
from theodolite_sdk import AsyncTheodolite, Theodolite, model

EXAMPLES = Path(__file__).parents[2] / "examples"
CLASSES: list[tuple[str, type]] = [
    ("", Theodolite),
    ("", AsyncTheodolite),
    ("", model.Model),
    *(
        (game, type(getattr(Theodolite(), game)))
        for game in ("misterra", "cartographers", "tiwanaku", "treasure_hunt")
    ),
]


def documented() -> list[tuple[str, str, Any]]:
    """The game, the name and the member of each docstring; what games share once."""
    found: dict[Any, tuple[str, str, Any]] = {}
    for game, kind in CLASSES:
        found[kind] = (game, kind.__name__, kind)
        for name, member in inspect.getmembers(kind, inspect.isfunction):
            if name[0] != "_" and name != "close":
                found.setdefault(inspect.unwrap(member), (game, f"{kind.__name__}.{name}", member))
    return [*found.values()]


def globals_of(game: str, server: str) -> dict[str, Any]:
    """The names in examples: `half_day` is `misterra/half-day.json`."""
    folder = EXAMPLES / (game or "misterra")
    requests = {
        path.stem.replace("-", "_"): json.loads(path.read_bytes())
        for folder_ in (EXAMPLES / "misterra", folder)
        for path in folder_.glob("*.json")
    }
    return {"referee": Theodolite(server), **vars(theodolite_sdk), **requests}


@pytest.mark.parametrize(
    ("game", "name", "member"), documented(), ids=[name for _, name, _ in documented()]
)
def test_every_method_has_an_example_that_runs(
    game: str,
    name: str,
    member: Any,
    server: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("THEODOLITE_URL", server)
    monkeypatch.chdir(EXAMPLES.parent)
    text = inspect.getdoc(member) or ""
    known = globals_of(game, server)
    examples = doctest.DocTestParser().get_doctest(text, known, name, None, None)
    if inspect.isfunction(member):
        assert examples.examples
        assert all(
            each.want or "=" in each.source or each.source.startswith(("import", "from"))
            for each in examples.examples
        )
    said: list[str] = []
    doctest.DocTestRunner().run(examples, out=said.append, clear_globs=False)
    assert "".join(said) == ""
