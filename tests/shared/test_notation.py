"""Cases in compact notation are written out as the runner takes them."""

from typing import Any

import pytest

from theodolite.notation import written_out

NOTATION = {
    "rows": {
        "columns": 3,
        "rows": 2,
        "empty": ".",
        "fields": {"map": {"R": "R", "f": "R"}, "drawn": {"F": "F", "f": "F"}},
    },
    "words": ["spaces"],
}
CHAPTER: dict[str, Any] = {
    "section": "One",
    "each": "{card} on {map}",
    "request": {
        "method": "POST",
        "path": "/v1/{question}",
        "body": {
            "map": "{map}",
            "card": "{card}",
            "players": [{"name": "{who}", "drawn": "{map}"}],
        },
    },
    "answer": {"status": 200, "body": {"spaces": "{found}", "points": "{points}"}},
}


def case(**fields: Any) -> dict[str, Any]:
    told = {"id": "T-1", "why": "Because.", "question": "scores", **fields}
    (made,) = written_out({**CHAPTER, "case": [told]}, NOTATION)
    return made


def test_a_case_fills_in_the_template_of_its_chapter() -> None:
    assert case(map="Rf/F", card="x", who="Ann", found="A1 A2", points=3) == {
        "id": "T-1",
        "why": "Because.",
        "title": "x on Rf/F",
        "section": "One",
        "request": {
            "method": "POST",
            "path": "/v1/scores",
            "body": {
                "map": ["RR.", "..."],
                "card": "x",
                "players": [{"name": "Ann", "drawn": [".F.", "F.."]}],
            },
        },
        "answer": {"status": 200, "body": {"spaces": ["A1", "A2"], "points": 3}},
    }


def test_what_a_case_does_not_have_is_left_out() -> None:
    made = case(map="A")
    assert made["request"]["body"] == {"map": "A", "players": []}
    assert made["answer"]["body"] == {}


def test_what_a_case_says_itself_is_laid_over() -> None:
    made = case(
        title="Own",
        section="Two",
        rulings={"one": "other"},
        body={"card": "{null}", "deep": {"spaces": "A1"}},
        expect={"points": 4},
        points=3,
    )
    assert (made["title"], made["section"], made["rulings"]) == ("Own", "Two", {"one": "other"})
    assert made["request"]["body"]["card"] is None
    assert made["request"]["body"]["deep"] == {"spaces": ["A1"]}
    assert made["answer"]["body"] == {"points": 4}


@pytest.mark.parametrize(("over", "body"), [({}, None), ({"expect": {"a": [1]}}, {"a": [1]})])
def test_a_question_without_a_body_has_none(over: dict[str, Any], body: object) -> None:
    chapter = {
        "request": {"method": "GET", "path": "/"},
        "answer": {"status": 200},
        "case": [{"id": "T-1", "why": "W", **over}],
    }
    (made,) = written_out(chapter, NOTATION)
    assert "body" not in made["request"]
    assert made["answer"].get("body") == body
    assert made["title"] == "W"
    assert "section" not in made
