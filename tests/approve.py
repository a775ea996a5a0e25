"""Writes the sentences of every game to tables that a person reads and approves: `make approve`.

`<game>/approved_requests.py` lists the requests (`REQUESTS`), and sentences that no request is sure
to cause (`UNTRIED`). In `approved/<game>.toml`, `found` lists the verdict and the findings of each
response: rule or fault code, and the number of the sentence. Each sentence follows once, in every
language.
"""

import argparse
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from theodolite.rulebook import LANGUAGES
from theodolite.web.app import create_app

Json = dict[str, Any]

HERE = Path(__file__).parent
GAMES = tuple(sorted(path.parent.name for path in HERE.glob("*/approved_requests.py")))
"""The games with requests."""
_FOUND = ("pointer", "line", "status", "met", "effect", "points")
"""Fields of a finding that are written beside its rule."""


class Finding(NamedTuple):
    """A sentence of a response in every language, its rule or fault code, and further fields."""

    about: str
    facts: str
    sentences: Mapping[str, str]


class Answer(NamedTuple):
    """The verdict of a response, and its findings."""

    verdict: Sequence[str]
    findings: Sequence[Finding]


def requests_of(game: str) -> Mapping[str, tuple[str, Json]]:
    """Return the requests of a game by name, as operation and body."""
    requests: Mapping[str, Mapping[str, Json]] = import_module(f"{game}.approved_requests").REQUESTS
    return {
        f"{operation}: {name}": (operation, body)
        for operation, bodies in requests.items()
        for name, body in bodies.items()
    }


def untried(game: str) -> Sequence[tuple[str, str]]:
    """Return sentences, by rule and key, that no request is sure to cause."""
    sentences: Sequence[tuple[str, str]] = getattr(
        import_module(f"{game}.approved_requests"), "UNTRIED", ()
    )
    return sentences


def answered(client: FlaskClient, game: str, operation: str, body: Json) -> Answer:
    """Send a request in every language, and return the response."""
    answers = [_answer(client, game, operation, body, language) for language in LANGUAGES]
    findings = []
    for translations in zip(*(_findings(answer) for answer in answers), strict=True):
        about = translations[0].get("rule") or translations[0].get("code") or operation
        sentences = dict(zip(LANGUAGES, map(_sentence, translations), strict=True))
        findings.append(
            Finding(about.removeprefix(f"{game}."), " ".join(_facts(translations[0])), sentences)
        )
    return Answer(list(_verdict(answers[0])), findings)


def approved(game: str) -> Mapping[str, Answer]:
    """Load the approved response to each request of a game."""
    table = tomllib.loads(_table(game).read_text("utf-8"))
    return {name: _read(lines, table) for name, lines in table["found"].items()}


def _read(lines: Sequence[str], table: Json) -> Answer:
    findings = []
    for about, number, facts in filter(None, map(_split, lines)):
        findings.append(Finding(about, facts, table[about][int(number) - 1]))
    return Answer([line for line in lines if not _split(line)], findings)


def _split(line: str) -> tuple[str, str, str] | None:
    found = re.fullmatch(r"(\S+)#(\d+) ?(.*)", line)
    return found and (found[1], found[2], found[3])


def collect(client: FlaskClient, game: str) -> Json:
    """Make the table of all responses of a game."""
    found: dict[str, list[str]] = {}
    sentences_about: dict[str, list[Mapping[str, str]]] = {}
    for name, (operation, body) in requests_of(game).items():
        answer = answered(client, game, operation, body)
        lines = found[name] = list(answer.verdict)
        for about, facts, sentences in answer.findings:
            known = sentences_about.setdefault(about, [])
            if sentences not in known:
                known.append(sentences)
            lines.append(f"{about}#{known.index(sentences) + 1} {facts}".rstrip())
    return {"found": found, **sentences_about}


def _answer(client: FlaskClient, game: str, operation: str, body: Json, language: str) -> Json:
    response = client.post(
        f"/v3/{game.replace('_', '-')}/{operation}",
        json=body,
        headers={"Accept-Language": language},
    )
    answer: Json = response.get_json()
    assert response.status_code in (200, 422), answer
    return answer


def _verdict(answer: Json) -> Iterator[str]:
    """Yield the scalar fields of a response, such as `legal`."""
    for name, value in answer.items() if "errors" not in answer else ():
        inner = value.values() if isinstance(value, dict) else [value]
        if not any(isinstance(one, dict | list) for one in inner):
            yield f"{name} {json.dumps(value)}"


def _findings(answer: Any) -> Iterator[Json]:
    """Yield every part of a response that has its own sentence, in order."""
    if isinstance(answer, dict):
        if "explanation" in answer or "pointer" in answer:
            yield answer
        answer = list(answer.values())
    if isinstance(answer, list):
        for inner in answer:
            yield from _findings(inner)


def _sentence(finding: Json) -> str:
    sentence: str = finding.get("explanation") or finding["detail"]
    return sentence


def _facts(finding: Json) -> Iterator[str]:
    for name in _FOUND:
        value = finding.get(name)
        if value is not None:
            yield value if isinstance(value, str) else json.dumps(value)
    if finding.get("spaces"):
        yield f"[{' '.join(finding['spaces'])}]"


def _table(game: str) -> Path:
    return HERE / "approved" / f"{game}.toml"


def _format(table: Json) -> Iterator[str]:
    yield "# Written by `make approve`: read what it changed before it is committed."
    yield "\n[found]"
    for name, lines in table["found"].items():
        yield f"{_quoted(name)} = ["
        yield from (f"  {_quoted(line)}," for line in lines)
        yield "]"
    for about, findings in table.items():
        if about != "found":
            for sentences in findings:
                yield f"\n[[{_quoted(about)}]]"
                yield from (f"{language} = {_quoted(text)}" for language, text in sentences.items())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Renew the tables of the named games, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help=f"one of {', '.join(GAMES)}")
    client = create_app().test_client()
    for game in parser.parse_args(arguments).game or GAMES:
        lines = "\n".join(_format(collect(client, game)))
        _table(game).write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
