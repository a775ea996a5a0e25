"""The texts of every game, as somebody has read and approved them: `make approve` renews them.

A game brings `<game>/asked.py` with what is to be asked (`ASKED`), and `UNASKED` where a sentence
cannot be brought about for certain; what it says stands in
`approved/<game>.toml`. `found` lists each answer's verdict and what it found: the rule, of a fault
its code, with the number of its sentence. Then each sentence stands once, in every language.
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

__all__ = ["GAMES", "Finding", "answered", "approved", "asked", "say", "unasked"]

Json = dict[str, Any]

HERE = Path(__file__).parent
GAMES = tuple(sorted(path.parent.name for path in HERE.glob("*/asked.py")))
"""The games that bring questions."""
_FOUND = ("pointer", "line", "status", "met", "effect", "points")
"""What is told of a finding beside its rule, where the answer has it."""


class Finding(NamedTuple):
    """A sentence of an answer in every language, what it is about, and what else is told there."""

    about: str
    facts: str
    sentences: Mapping[str, str]


class Told(NamedTuple):
    """What an answer says as a whole, and its findings."""

    verdict: Sequence[str]
    findings: Sequence[Finding]


def asked(game: str) -> Mapping[str, tuple[str, Json]]:
    """The questions of a game by name: each its path and its body."""
    questions: Mapping[str, Mapping[str, Json]] = import_module(f"{game}.asked").ASKED
    return {
        f"{question}: {name}": (question, body)
        for question, bodies in questions.items()
        for name, body in bodies.items()
    }


def unasked(game: str) -> Sequence[tuple[str, str]]:
    """The sentences of a game, by rule and key, that no question can be sure to bring about."""
    told: Sequence[tuple[str, str]] = getattr(import_module(f"{game}.asked"), "UNASKED", ())
    return told


def answered(client: FlaskClient, game: str, question: str, body: Json) -> Told:
    """What a game says when it is asked a question."""
    answers = [_answer(client, game, question, body, language) for language in LANGUAGES]
    findings = []
    for told in zip(*(_findings(answer) for answer in answers), strict=True):
        about = told[0].get("rule") or told[0].get("code") or question
        sentences = dict(zip(LANGUAGES, map(_sentence, told), strict=True))
        findings.append(
            Finding(about.removeprefix(f"{game}."), " ".join(_facts(told[0])), sentences)
        )
    return Told(list(_verdict(answers[0])), findings)


def approved(game: str) -> Mapping[str, Told]:
    """What a game says to each of its questions as it was approved."""
    table = tomllib.loads(_table(game).read_text("utf-8"))
    return {name: _read(lines, table) for name, lines in table["found"].items()}


def _read(lines: Sequence[str], table: Json) -> Told:
    findings = []
    for about, number, facts in filter(None, map(_split, lines)):
        findings.append(Finding(about, facts, table[about][int(number) - 1]))
    return Told([line for line in lines if not _split(line)], findings)


def _split(line: str) -> tuple[str, str, str] | None:
    found = re.fullmatch(r"(\S+)#(\d+) ?(.*)", line)
    return found and (found[1], found[2], found[3])


def say(client: FlaskClient, game: str) -> Json:
    """The table of everything that a game says when it is asked its questions."""
    found: dict[str, list[str]] = {}
    said: dict[str, list[Mapping[str, str]]] = {}
    for name, (question, body) in asked(game).items():
        told = answered(client, game, question, body)
        lines = found[name] = list(told.verdict)
        for about, facts, sentences in told.findings:
            known = said.setdefault(about, [])
            if sentences not in known:
                known.append(sentences)
            lines.append(f"{about}#{known.index(sentences) + 1} {facts}".rstrip())
    return {"found": found, **said}


def _answer(client: FlaskClient, game: str, question: str, body: Json, language: str) -> Json:
    response = client.post(
        f"/v1/{game.replace('_', '-')}/{question}",
        json=body,
        headers={"Accept-Language": language},
    )
    answer: Json = response.get_json()
    assert response.status_code in (200, 422), answer
    return answer


def _verdict(answer: Json) -> Iterator[str]:
    """What an answer says as a whole, such as whether all was legal."""
    for name, value in answer.items() if "errors" not in answer else ():
        inner = value.values() if isinstance(value, dict) else [value]
        if not any(isinstance(one, dict | list) for one in inner):
            yield f"{name} {json.dumps(value)}"


def _findings(answer: Any) -> Iterator[Json]:
    """Every part of an answer that has a sentence of its own, in order."""
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


def _written(told: Json) -> Iterator[str]:
    yield "# Written by `make approve`: read what it changed before it is committed."
    yield "\n[found]"
    for name, lines in told["found"].items():
        yield f"{_quoted(name)} = ["
        yield from (f"  {_quoted(line)}," for line in lines)
        yield "]"
    for about, said in told.items():
        if about != "found":
            for sentences in said:
                yield f"\n[[{_quoted(about)}]]"
                yield from (f"{language} = {_quoted(text)}" for language, text in sentences.items())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Renew the tables of the games named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help=f"one of {', '.join(GAMES)}")
    client = create_app().test_client()
    for game in parser.parse_args(arguments).game or GAMES:
        lines = "\n".join(_written(say(client, game)))
        _table(game).write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
