"""What every game says is what somebody has read and approved."""

import re
from string import Formatter

import pytest
from flask.testing import FlaskClient

from approve import GAMES, answered, approved, asked, unasked
from theodolite.rulebook import Rulebook

TABLES = {game: approved(game) for game in GAMES}
QUESTIONS = [(game, name) for game in GAMES for name in asked(game)]


@pytest.mark.parametrize(("game", "name"), QUESTIONS)
def test_what_is_said_is_what_was_approved(client: FlaskClient, game: str, name: str) -> None:
    # `make approve` renews the table; what changed in it is to be read.
    assert answered(client, game, *asked(game)[name]) == TABLES[game][name]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_approved_that_is_not_asked(game: str) -> None:
    assert TABLES[game].keys() == asked(game).keys()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_rule_can_say_goes_unread(game: str) -> None:
    said = {finding.sentences["en"] for told in TABLES[game].values() for finding in told.findings}
    unsaid = [
        (rule.id, key)
        for rule in Rulebook(f"theodolite.{game}").rules.values()
        for key, template in rule.texts["en"].items()
        if key != "text" and not any(map(pattern(template).fullmatch, said))
    ]
    assert unsaid == list(unasked(game))


def pattern(template: str) -> re.Pattern[str]:
    """What a template can come to."""
    parts = (
        re.escape(text) + (".+" if blank is not None else "")
        for text, blank, _, _ in Formatter().parse(template)
    )
    return re.compile("".join(parts))
