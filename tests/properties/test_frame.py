"""Each property can fail: it finds a violation in responses that are corrupted accordingly."""

import json
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from properties import deductions, held
from properties.frame import (
    GAMES,
    Adapter,
    Answer,
    Property,
    Request,
    Service,
    Violation,
    adapter,
    first_violation,
    resolve,
    walk,
)
from properties.held import PROPERTIES, properties_of
from properties.texts import disagreements, flaws, numbers_of, spaces_of

Json = dict[str, Any]
Spoil = Callable[[Request, Json], Json]

SEEDS = range(40)


class Corrupted(Service):
    """A service whose responses are corrupted."""

    def __init__(self, client: FlaskClient, game: str, spoil: Spoil) -> None:
        super().__init__(client, game)
        self.spoil = spoil

    def ask(self, request: Request, language: str = "en") -> Answer:
        """Send a request and corrupt the response."""
        answer = super().ask(request, language)
        if not answer.ok or answer.document is None:
            return answer
        return Answer(answer.status, orjson.dumps(self.spoil(request, answer.document)))


def turned(_: Request, document: Json) -> Json:
    """Invert the verdict."""
    return {**document, "legal": not document["legal"]} if "legal" in document else document


def last_reason_first(_: Request, document: Json) -> Json:
    """Put the checks of a move in reverse order, as if all had failed."""
    checks = [{**check, "status": "failed"} for check in reversed(document["checks"])]
    return document if document["legal"] else {**document, "checks": checks}


def contradicted(_: Request, document: Json) -> Json:
    """Let every check of a move fail as well."""
    failed = [{**check, "status": "failed"} for check in document["checks"]]
    return {**document, "checks": [*document["checks"], *failed]}


def off_the_table(_: Request, document: Json) -> Json:
    """Make the table after the move invalid."""
    return (
        {**document, "after": {**document["after"], "beach": "east"}}
        if document.get("after")
        else document
    )


def impossible(request: Request, document: Json) -> Json:
    """Make a dispute impossible."""
    verdict = {"possible": False, "more": False}
    return {**document, **verdict} if request.operation == "disputes" else document


def unchecked(request: Request, document: Json) -> Json:
    """Remove the checks of a half day."""
    return {**document, "checks": []} if request.operation == "legality-checks" else document


def always_mattering(_: Request, document: Json) -> Json:
    """Claim that all rulings could matter."""
    rulings = [{**ruling, "could_matter": True} for ruling in document.get("rulings", ())]
    return {**document, "rulings": rulings} if rulings else document


def elsewhere(_: Request, document: Json) -> Json:
    """Make the pointers of differences invalid."""
    differences = [
        {**each, "pointer": f"{each['pointer']}/nowhere"}
        for each in document.get("differences", ())
    ]
    return {**document, "differences": differences}


def all_the_same(request: Request, _: Json) -> Json:
    """Return the same response for every value of a field."""
    return {"legal": True, "checks": [], "operation": request.operation}


def said(text: str) -> Spoil:
    """Replace all explanations by one sentence."""

    def spoil(_: Request, document: Json) -> Json:
        spoilt = json.loads(json.dumps(document))
        for _at, value in walk(spoilt):
            if isinstance(value, dict) and "explanation" in value:
                value["explanation"] = text
        return dict(spoilt)

    return spoil


def numbered() -> Spoil:
    """Number the responses."""
    count = 0

    def spoil(_: Request, document: Json) -> Json:
        nonlocal count
        count += 1
        return {**document, "number": count}

    return spoil


def more_worlds(request: Request, document: Json) -> Json:
    """Add a world for each tile on the board."""
    lying = sum(letter != "." for row in request.body["snapshot"]["crops"] for letter in row)
    return {**document, "worlds": {"count": 1 + lying, "exact": True}}


def without_fields(_: Request, document: Json) -> Json:
    """Leave out the fields of a response."""
    return {}


def narrowed(request: Request, document: Json) -> Json:
    """Remove the terrains of focused spaces."""
    spaces = {at: {**each, "terrain": []} for at, each in document["spaces"].items()}
    return {**document, "spaces": spaces} if "focus" in request.body else document


def without_premises(_: Request, document: Json) -> Json:
    """Remove the premises of all steps."""
    steps = [{**step, "because": []} for step in document["steps"]]
    return {**document, "steps": steps}


def without_start(request: Request, document: Json) -> Json:
    """Remove the start tiles of a disc."""
    if request.operation != "scenarios" or document["disc"] is None:
        return document
    return {**document, "disc": {**document["disc"], "start": []}}


SPOILT: list[tuple[Property, str, Spoil]] = [
    (held.what_is_illegal_has_a_failed_check, "misterra", turned),
    (held.the_first_reason_is_the_thing_to_mend, "misterra", last_reason_first),
    (held.no_check_contradicts_another, "misterra", contradicted),
    (held.what_is_legal_leads_to_a_possible_table, "misterra", off_the_table),
    (held.a_legal_turn_is_possible, "misterra", impossible),
    (held.a_record_is_its_turns, "misterra", unchecked),
    (held.could_matter_is_exact, "misterra", always_mattering),
    (held.differences_point_into_the_tables, "misterra", elsewhere),
    (held.every_judged_field_matters, "misterra", all_the_same),
    (held.what_is_said_is_fit_to_be_heard, "misterra", said("The tile on beach:E3.")),
    (held.points_follow_from_what_is_said, "misterra", said("No number.")),
    (held.the_same_request_has_the_same_answer, "misterra", numbered()),
    (held.every_request_is_answered, "misterra", without_fields),
    (deductions.laying_what_is_certain_changes_nothing, "tiwanaku", more_worlds),
    (deductions.laying_every_possible_value_leaves_the_same, "tiwanaku", more_worlds),
    (deductions.focus_changes_nothing, "tiwanaku", narrowed),
    (deductions.every_chain_proves_its_value, "tiwanaku", without_premises),
    (deductions.a_puzzle_follows_by_its_tier, "tiwanaku", without_start),
]


@pytest.mark.parametrize(
    ("holds", "game", "spoil"), SPOILT, ids=lambda one: getattr(one, "__name__", one)
)
def test_property_can_fail(client: FlaskClient, holds: Property, game: str, spoil: Spoil) -> None:
    service, of = Corrupted(client, game, spoil), adapter(game)
    assert any(any(holds(service, of, seed)) for seed in SEEDS)


def test_a_crash_is_no_answer(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise KeyError("behind")

    monkeypatch.setattr("theodolite.misterra.ending.conditions", crash)
    found = first_violation(client, held.every_request_is_answered, adapter("misterra"), range(9))
    assert found is not None
    assert "end-checks" in found
    assert "status 500" in found


def test_every_property_has_a_corruption() -> None:
    known = {name for game in GAMES for name in properties_of(adapter(game))}
    assert known == {holds.__name__ for holds, _, _ in SPOILT}
    assert {*PROPERTIES} < known


def test_describes_a_violation_with_its_request(client: FlaskClient) -> None:
    def never(_service: Service, of: Adapter, seed: int) -> Any:
        if seed == 3:
            yield Violation(Request("scores", {"beach": "left"}), "for no reason")

    document = first_violation(client, never, adapter("misterra"), range(9))
    assert document == (
        'misterra, never, seed 3: for no reason\nPOST /v3/misterra/scores\n{"beach": "left"}'
    )
    assert first_violation(client, never, adapter("misterra"), range(3)) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_first_seeds_cover_every_operation_and_empty_boards(game: str) -> None:
    of = adapter(game)
    requests = [of.draw(seed) for seed in range(len(of.draws))]
    assert [request.operation for request in requests] == [*of.draws]
    assert {"disputes", "replays"} < {*of.draws}
    assert of.draw(5) == of.draw(5)


def test_resolves_pointers() -> None:
    value = {"a/b": [{"~": 1}], "c": None}
    for pointer, found in walk(value):
        assert resolve(value, pointer) == found
    for nowhere in ("/d", "/a~1b/1", "/c/e", "/a~1b/x"):
        with pytest.raises(KeyError):
            resolve(value, nowhere)


@pytest.mark.parametrize(
    ("language", "text", "flaw"),
    [
        ("en", "The tile on beach:E3.", "an identifier: 'beach:'"),
        ("en", "By removal_order.", "an identifier: 'removal_order'"),
        ("en", "It may be .", "nothing where a name should be: ' .'"),
        ("en", "The card  shows this.", "two blanks: 'd  s'"),
        ("en", "The {card}.", "a blank that was not filled: '{'"),
        ("en", "1 spaces of your parchment are empty.", "one of many: '1 spaces'"),
        ("fr", "La carte de Ann.", "no elision: 'de Ann'"),
        ("fr", "La case montre jungle.", "no article: 'montre jungle'"),
        ("de", "Es zählt mountain.", "no word of this language's texts: 'mountain'"),
        ("nl", "Cassandra staat op D3, een gebergtetegel.", None),
        ("en", "C1 and D1 are adjacent.", None),
        ("en", "11 spaces of your parchment are empty.", None),
    ],
)
def test_finds_flaws_of_a_sentence(language: str, text: str, flaw: str | None) -> None:
    assert flaw in [*flaws("misterra", language, text, ["Cassandra"]), None]
    assert flaw or not [*flaws("misterra", language, text, ["Cassandra"])]


def test_finds_spaces_and_numbers_of_a_sentence() -> None:
    text = "N05/E06 and C3: 12 of 7, once."
    assert spaces_of(text) == {"N05/E06", "C3"}
    assert numbers_of(text) == {12, 7, 1}
    assert not [*disagreements({"en": "One tile on A1.", "nl": "1 tegel op A1."})]
    (spaces, numbers) = disagreements({"en": "2 tiles on A1.", "nl": "3 tegels op A2."})
    assert "spaces" in spaces
    assert "numbers" in numbers
