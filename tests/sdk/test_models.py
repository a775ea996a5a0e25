"""The generated models: the specification makes them, and type checkers find slips in requests."""

import sys
from importlib import import_module

import msgspec
import pytest

from sdk import models
from sdk.slips import found_by, slips
from sdk.test_contract import SPECIFICATION
from theodolite_sdk.misterra.types import Otoma, ReturnedSnapshot, Snapshot

SDK = models.ROOT / "sdk"


def test_the_models_are_as_the_specification_makes_them() -> None:
    """After a change of `openapi.yaml`, `make models` renews them."""
    made = models.modules(SPECIFICATION)
    assert made == {path: (SDK / path).read_text("utf-8") for path in made}


def test_a_type_checker_finds_each_slip() -> None:
    """`make lint-sdk` has pyright do the same."""
    options = ["--strict", "--no-incremental", "--no-error-summary", "--python-version=3.11"]
    assert found_by([sys.executable, "-m", "mypy", *options]) == slips()
    assert len(slips()) == 20


ROLES = """
    Account Action ActionType ActionsRequestValue
    CardList Change Colour Dispute EndCheck Entry Given Item LegalActions
    Legality Move Otoma OtomaMove Partial Player PlayerScore Record RecordedTurn Replay Review
    Rulings Sample ScoreSheet Snapshot Solo Terrain TurnReview TurnVerdict Update Variants
"""
"""Names of several packages, each of which stands for the same role in every game."""


def test_a_name_has_one_role_in_all_packages() -> None:
    packages: dict[str, set[int]] = {}
    for game in ("misterra", "cartographers", "tiwanaku", "treasure_hunt"):
        package = import_module(f"theodolite_sdk.{game}.types")
        for name in package.__all__:
            packages.setdefault(name, set()).add(id(getattr(package, name)))
    several = {name for name, classes in packages.items() if len(classes) > 1}
    assert {name.removeprefix("Returned") for name in several} == set(ROLES.split())


def test_words_of_a_newer_service_go_back_as_they_came() -> None:
    table = {"beach": "north", "island": [], "players": [], "otoma": {"claims": ["A1"]}}
    request = msgspec.convert(table, ReturnedSnapshot).to_request()
    assert isinstance(request, Snapshot)
    assert isinstance(request.otoma, Otoma)
    assert msgspec.json.decode(msgspec.json.encode(request)) == table


def test_models_cannot_be_changed() -> None:
    snapshot = Snapshot("left", [], [])
    with pytest.raises(AttributeError):
        snapshot.deck = 3  # type: ignore[misc]
