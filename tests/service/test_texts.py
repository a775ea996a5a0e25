"""Texts are complete in every language, have equal placeholders, and can be filled."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from random import Random
from string import Formatter
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient

from reference.misterra_tables import random_table, random_update
from theodolite.misterra.mapping import Effect
from theodolite.rulebook import LANGUAGES, Rulebook
from theodolite.web.games import GAMES
from theodolite.web.misterra.schemas import RULEBOOK

Json = dict[str, Any]
Texts = dict[str, str]

TABLES = [
    table
    for package in (*(f"theodolite.{game.id}" for game in GAMES), "theodolite.web")
    for table in files(package).iterdir()
    if table.name in ("rules.toml", "rulings.toml", "words.toml", "problems.toml")
]


def leaves(tree: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield every text of a nested table with its path."""
    for name, inner in tree.items():
        if isinstance(inner, dict):
            yield from leaves(inner, (*path, name))
        else:
            yield ".".join((*path, name)), str(inner)


def translations(tree: Mapping[str, Any]) -> Iterator[list[Texts]]:
    """Yield, for every place with texts in several languages, the texts of each by path."""
    if LANGUAGES[0] in tree:
        yield [
            dict(leaves(texts if isinstance(texts, dict) else {"": texts}))
            for texts in (tree[language] for language in LANGUAGES)
        ]
    else:
        for inner in tree.values():
            if isinstance(inner, dict):
                yield from translations(inner)


FORMS = {"many": "kinds", "terms": "kinds"}
"""Forms of one value, of which each language takes those that its sentence needs."""


def blanks(text: str) -> set[str]:
    """The values that a text shows; those that only choose a form of a word are no such."""
    parts = Formatter().parse(text)
    shown = {name for _, name, spec, _ in parts if name is not None and "|" not in (spec or "")}
    return {FORMS.get(name, name) for name in shown}


ALL = [texts for table in TABLES for texts in translations(tomllib.loads(table.read_text("utf-8")))]


def test_finds_texts_of_every_kind() -> None:
    assert {table.name for table in TABLES} == {
        "rules.toml",
        "rulings.toml",
        "words.toml",
        "problems.toml",
    }
    assert len(ALL) > 60


@pytest.mark.parametrize("texts", ALL, ids=lambda texts: next(iter(texts[0].values()))[:40])
def test_every_language_has_every_text_and_placeholder(texts: list[Texts]) -> None:
    english, *others = texts
    headings = {name for name in english if name.startswith("headings.")}
    for other in others:
        # Headings need no translation into the language of the rulebook.
        assert other.keys() in (english.keys(), english.keys() - headings)
        for name, text in other.items():
            assert text.strip()
            assert blanks(text) == blanks(english[name])
            # A word, a name or blanks alone may be the same in two languages, but not a sentence.
            worded = re.sub(r"{.*?}", "", text).strip()
            assert text != english[name] or " " not in worded or name.startswith("cards.")


@pytest.mark.parametrize("rule", RULEBOOK.rules.values(), ids=lambda rule: rule.id)
def test_every_rule_has_a_page_and_a_text(rule: Any) -> None:
    assert 3 <= rule.page <= 11
    for language in LANGUAGES:
        assert rule.texts[language]["text"].endswith(".")
        assert blanks(rule.texts[language]["text"]) == set()


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Record which sentences of rules are used: (rule, key)."""
    sentences: set[tuple[str, str]] = set()
    say = Rulebook.sentence

    def listen(self: Rulebook, language: str, rule: str, key: str, values: Any) -> str:
        sentences.add((rule, key))
        return say(self, language, rule, key, values)

    monkeypatch.setattr(Rulebook, "sentence", listen)
    return sentences


SCORING = ("misterra.score.", "misterra.presumption.", "misterra.solo.otoma_claims")
EFFECTS = {f"misterra.map.{effect}" for effect in get_args(Effect)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_tables_use_every_sentence_of_scores_and_updates(
    client: FlaskClient, used: set[tuple[str, str]], language: str
) -> None:
    expected = {
        (rule.id, key)
        for rule in RULEBOOK.rules.values()
        if rule.id.startswith(SCORING) or rule.id in EFFECTS
        for key in rule.texts[language]
        if key != "text"
    }
    seed = 10_000 * (1 + LANGUAGES.index(language))
    while expected - used:
        for operation, body in (
            ("scores", {"snapshot": random_table(Random(seed))}),
            ("updates", random_update(Random(seed))),
        ):
            response = client.post(
                f"/v3/misterra/{operation}", json=body, headers={"Accept-Language": language}
            )
            for explanation in explanations(response.get_json()):
                assert explanation.endswith(".")
                assert "{" not in explanation
        seed += 1
        assert seed % 10_000 < 2000, expected - used


def explanations(answer: Any) -> Iterator[str]:
    """Yield every explanation in an answer."""
    if isinstance(answer, dict):
        if "explanation" in answer:
            yield answer["explanation"]
        answer = list(answer.values())
    if isinstance(answer, list):
        for inner in answer:
            yield from explanations(inner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_use_the_language_of_the_request(client: FlaskClient, language: str) -> None:
    headers = {"Accept-Language": language}
    rules = client.get("/v3/misterra/rules", headers=headers).get_json()["rules"]
    assert rules == [
        {"id": rule.id, "page": rule.page, "text": rule.texts[language]["text"]}
        for rule in RULEBOOK.rules.values()
    ]
    rulings = client.get("/v3/misterra/rulings", headers=headers).get_json()["rulings"]
    assert [ruling["why"] for ruling in rulings] == [
        ruling.why[language] for ruling in RULEBOOK.rulings.values()
    ]
    cards = client.get("/v3/misterra/cards", headers=headers).get_json()["cards"]
    assert [card["card"] for card in cards] == list(range(1, 32))
    for card in cards:
        assert card["text"] == RULEBOOK.rules[card["rule"]].texts[language]["text"]
        assert card["face"] is None


def test_scores_are_equal_in_every_language(client: FlaskClient) -> None:
    for seed in range(100):
        table = random_table(Random(seed))
        answers = [
            client.post(
                "/v3/misterra/scores",
                json={"snapshot": table},
                headers={"Accept-Language": language},
            ).get_json()
            for language in LANGUAGES
        ]
        bare = [[strip(player) for player in answer["players"]] for answer in answers]
        assert all(scores == bare[0] for scores in bare)


def strip(player: Json) -> Json:
    return {
        **player,
        "items": [{**item, "explanation": None, "reference": None} for item in player["items"]],
    }


def test_lists_every_rule_that_answers_cite(client: FlaskClient) -> None:
    known = {rule["id"] for rule in client.get("/v3/misterra/rules").get_json()["rules"]}
    pages = {rule.id: rule.page for rule in RULEBOOK.rules.values()}
    for seed in range(100):
        table = random_table(Random(seed))
        answer = client.post("/v3/misterra/scores", json={"snapshot": table}).get_json()
        for player in answer["players"]:
            for item in player["items"]:
                assert item["rule"] in known
                assert item["reference"] == f"p. {pages[item['rule']]}"
