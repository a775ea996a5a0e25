"""Every recorded request says what it said in API 1; the day compares a sample of them."""

import pytest
from flask.testing import FlaskClient

from grammar import mapping
from grammar.recorded import HERE, Recorded, changed, differences, load, untimed

FILES = {path.name.partition(".")[0]: path for path in sorted(HERE.glob("*.jsonl.xz"))}
EACH = 20
"""The sample takes one of as many requests."""
MOST = 30
"""The most differences that a failed test lists."""

every_game = pytest.mark.parametrize("game", FILES)


def intended(game: str) -> dict[str, str]:
    """The differences that are meant: the ids of requests, each with the reason."""
    reasons: dict[str, str] = mapping.module_of(game).INTENDED
    return reasons


def compare(client: FlaskClient, game: str, requests: list[Recorded]) -> None:
    """Fail with the differences, without the diffs that pytest makes of long values."""
    meant = intended(game)
    requests = [
        each for each in requests if not {each.id, each.id.partition(" sent")[0]} & {*meant}
    ]
    with untimed():
        found = [difference for recorded in requests for difference in changed(client, recorded)]
    if found:
        shown = "\n".join(found[:MOST])
        pytest.fail(f"{len(found)} differences, of which the first:\n{shown}", pytrace=False)


@every_game
def test_every_difference_that_is_meant_is_one(client: FlaskClient, game: str) -> None:
    recorded = {each.id: each for each in load(FILES[game])}
    with untimed():
        assert [id_ for id_ in intended(game) if not changed(client, recorded[id_])] == []


@every_game
def test_a_sample_of_the_answers_says_the_same(client: FlaskClient, game: str) -> None:
    compare(client, game, load(FILES[game])[::EACH])


@every_game
def test_every_answer_says_the_same(client: FlaskClient, game: str) -> None:
    compare(client, game, load(FILES[game]))


@every_game
def test_a_spoiled_answer_is_found(client: FlaskClient, game: str) -> None:
    recorded = next(each for each in load(FILES[game]) if each.status == 200)
    spoiled = recorded._replace(answer={**recorded.answer, "rulings": "spoiled"})
    with untimed():
        (found,) = changed(client, spoiled)
    assert found.startswith(f'{recorded.id}: /rulings: recorded "spoiled", now [')
    (found,) = changed(client, recorded._replace(status=500))
    assert found.startswith(f"{recorded.id}: status: recorded 500, now 200: ")


def test_a_difference_is_a_pointer_and_both_values_in_short() -> None:
    long = "x" * 200
    recorded = {"a": [1, 2], "b": f"{long}yz", "c": None}
    assert list(differences(recorded, {"a": [1.0], "b": f"{long}z", "d": True})) == [
        "/a/0: recorded 1, now 1.0",
        "/a/1: recorded 2, now missing",
        f'/b: recorded …{"x" * 77}yz", now …{"x" * 78}z"',
        "/c: recorded null, now missing",
        "/d: not recorded, now true",
    ]


def test_names_and_citations_are_those_of_api_3() -> None:
    asked = mapping.request("treasure-hunt", "boards", {"a": 1})
    assert asked == ("/v3/treasure-hunt/notations", {"snapshot": {"a": 1}})
    cited = [{"rule": "r", "page": 6}, {"rule": "r", "section": "S", "heading": "H"}]
    references = [{"rule": "r", "reference": "p. 6"}, {"rule": "r", "reference": "S"}]
    assert mapping.cited(cited) == references
    assert mapping.renamed({"turn": "move"})([{"turn": 1}]) == [{"move": 1}]
