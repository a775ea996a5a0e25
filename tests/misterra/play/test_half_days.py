"""Half days from the table of cases, each on every image of the board."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from misterra.play.images import IMAGES, Turn, image
from misterra.tables import EMPTY
from theodolite.rulebook import LANGUAGES

Json = dict[str, Any]
Ask = Callable[[str, Json], Json]

_DATA = tomllib.loads(
    (Path(__file__).parents[2] / "cases" / "play" / "half_days.toml").read_text("utf-8")
)
CASES: list[Json] = [{**_DATA["table"], **case} for case in _DATA["case"]]


def legality_check(case: Json) -> Json:
    """The request of a case: a half day of Cassandra, with Elliott at the table."""
    me = {"name": "Cassandra", "parchment": case["parchment"], **case["me"]}
    other = {"name": "Elliott", "parchment": EMPTY, **case.get("other", {})}
    snapshot = {"beach": case["beach"], "island": case["island"], "players": [me, other]}
    snapshot |= {name: case[name] for name in ("display", "deck", "rulings") if name in case}
    return {"snapshot": snapshot, "player": "Cassandra", "move": case["move"]}


def rules(answer: Json, status: str) -> list[str]:
    """The rules of a half day; whose turn it is has cases of its own."""
    names = [
        check["rule"].removeprefix("misterra.")
        for check in answer["checks"]
        if check["status"] == status
    ]
    return sorted(name for name in names if not name.startswith("turn."))


def test_cases_have_unique_ids() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids)) > 60


@pytest.mark.parametrize("turn", IMAGES.values(), ids=IMAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_half_day(ask: Ask, case: Json, turn: Turn) -> None:
    case = image(case, turn)
    request = legality_check(case)
    answer = ask("legality-checks", request)
    assert rules(answer, "failed") == case["failed"]
    assert answer["legal"] == (not case["failed"])
    if "not_checked" in case:
        assert rules(answer, "not_checked") == case["not_checked"]
    if "effects" in case:
        assert [change["effect"] for change in answer["changes"]] == case["effects"]
        assert [change["space"] for change in answer["changes"]] == case["move"]["action"]["spaces"]
    for name, matters in case.get("could_matter", {}).items():
        assert {r["name"]: r["could_matter"] for r in answer["rulings"]} == {name: matters}
    if not answer["legal"]:
        assert answer["changes"] == []
        assert answer["after"] is None
        return
    after, me = answer["after"], answer["after"]["players"][0]
    place = [case["me"].get("meeple"), *case["move"].get("path", ())][-1]
    assert me["meeple"] == place
    assert after["island"] == case.get("island_after", after["island"])
    assert me["parchment"] == case.get("parchment_after", me["parchment"])
    assert me["claims"] == case.get("claims_after", case["me"].get("claims", []))
    display = after.get("display")
    # TOML has no null: an empty card stands for an unknown one.
    shown = display and [card or [] for card in display]
    assert shown == case.get("display_after", request["snapshot"].get("display"))


@pytest.mark.parametrize("case", [case for case in CASES if "says" in case], ids=lambda c: c["id"])
def test_the_sentence_names_the_spaces(ask: Ask, case: Json) -> None:
    answer = ask("legality-checks", legality_check(case))
    assert case["says"] in [check["explanation"] for check in answer["checks"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_sentence_is_translated(client: Any, case: Json) -> None:
    answers = {
        language: client.post(
            "/v3/misterra/legality-checks",
            json=legality_check(case),
            headers={"Accept-Language": language},
        ).get_json()
        for language in LANGUAGES
    }
    for checks in zip(*(answer["checks"] for answer in answers.values()), strict=True):
        assert len({check["rule"] for check in checks}) == 1
        sentences = {check["explanation"] for check in checks}
        assert len(sentences) == len(LANGUAGES)
        assert not any("{" in sentence for sentence in sentences)
