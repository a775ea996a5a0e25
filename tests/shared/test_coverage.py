"""Each sentence of the rulebooks: the cases named for it prove it."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from rulebook_coverage import FOLDER, Sentence, sentences, share
from suites import suite

GAMES = sorted(path.parent.name for path in FOLDER.glob("*/coverage.toml"))
LEAST_SHARE = 0.97
SENTENCES = [
    (game, place, sentence)
    for game in GAMES
    for place, each in sentences(game).items()
    for sentence in each
]

Said = frozenset[tuple[object, ...]]


@pytest.mark.parametrize("game", GAMES)
def test_nearly_every_sentence_is_covered(game: str) -> None:
    met, of = share(sentences(game))
    assert met / of >= LEAST_SHARE
    texts = [sentence.text for each in sentences(game).values() for sentence in each]
    assert len({*texts}) == len(texts)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [(game, sentence) for game, _, sentence in SENTENCES],
    ids=[f"{game} {place} {sentence.text}" for game, place, sentence in SENTENCES],
)
def test_the_cases_prove_the_sentence(client: FlaskClient, game: str, sentence: Sentence) -> None:
    if sentence.nobody or sentence.missing:
        assert not (sentence.nobody and sentence.missing)
        return
    names = {f"{game}.{rule}" for rule in f"{sentence.rules} {sentence.remarked}".split()}
    kept = {number: _said(client, game, number, names) for number in sentence.holds.split()}
    broken = {number: _said(client, game, number, names) for number in sentence.breaks.split()}
    assert kept
    assert broken or sentence.rules
    for number, said in kept.items():
        if sentence.rules:
            assert _mentions(said), number
            assert not any("failed" in each for each in said), number
        else:
            assert not any("remarked" in each for each in said), number
            assert ("answer", True) in said, number
    for number, said in broken.items():
        if sentence.codes and ("answer", True) not in said:
            assert any(("code", code) in said for code in sentence.codes.split()), number
        elif sentence.remarked:
            assert any("remarked" in each for each in said), number
        else:
            assert _mentions(said), number
            assert said not in kept.values(), number


def _mentions(said: Said) -> bool:
    return any(each[0] == "rule" for each in said)


def _said(client: FlaskClient, game: str, number: str, rules: set[str]) -> Said:
    """Facts of the answer to a case: about some rules, and of the answer as a whole."""
    cases = suite(game)
    (case,) = (each for each in cases.cases if each.id == f"{cases.abbreviation}-{number}")
    request = case.request
    answer = client.open(request["path"], method=request["method"], json=request.get("body"))
    body: dict[str, Any] = answer.get_json()
    remarks = [each["rule"] for each in body.pop("remarks", ())]
    return frozenset(
        {
            ("answer", answer.status_code < 400),
            *((key, body.get(key)) for key in ("possible", "legal", "decided_by")),
            *(("rule", rule) for rule in rules.intersection(case.covers)),
            *(("remarked", rule) for rule in rules.intersection(remarks)),
            *(("code", each["code"]) for each in body.get("errors", ())),
            *_cited(body, rules),
        }
    )


def _cited(value: object, rules: set[str]) -> Iterator[tuple[object, ...]]:
    """Facts of an answer wherever it cites one of the rules."""
    if isinstance(value, dict):
        if value.get("rule") in rules:
            said = (value.get(key) for key in ("status", "met", "points", "effect"))
            yield ("rule", value["rule"], *said, str(value.get("parts")))
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _cited(inner, rules)
