"""The sentences of every game are those that were approved (`make approve` renews them)."""

import re
from string import Formatter

import pytest
from flask.testing import FlaskClient

from approve import GAMES, answered, approved, requests_of, untried
from theodolite.rulebook import Rulebook

TABLES = {game: approved(game) for game in GAMES}
REQUESTS = [(game, name) for game in GAMES for name in requests_of(game)]


@pytest.mark.parametrize(("game", "name"), REQUESTS)
def test_answers_are_as_approved(client: FlaskClient, game: str, name: str) -> None:
    answer, wanted = answered(client, game, *requests_of(game)[name]), TABLES[game][name]
    # pytest would take minutes to compare long answers.
    changed = [one for one in answer.findings if one not in wanted.findings]
    assert not changed, "`make approve` renews the table; read what changed in it"
    is_approved = answer == wanted
    assert is_approved, "`make approve` renews the table"


@pytest.mark.parametrize("game", GAMES)
def test_every_approved_answer_belongs_to_a_request(game: str) -> None:
    assert TABLES[game].keys() == requests_of(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_rule_is_approved(game: str) -> None:
    approved_sentences = {
        finding.sentences["en"] for answer in TABLES[game].values() for finding in answer.findings
    }
    missing = [
        (rule.id, key)
        for rule in Rulebook(f"theodolite.{game}").rules.values()
        for key, template in rule.texts["en"].items()
        if key != "text" and not any(map(pattern(template).fullmatch, approved_sentences))
    ]
    assert missing == list(untried(game))


def pattern(template: str) -> re.Pattern[str]:
    """A pattern that matches the filled template."""
    parts = (
        re.escape(text) + (".+" if blank is not None else "")
        for text, blank, _, _ in Formatter().parse(template)
    )
    return re.compile("".join(parts))
