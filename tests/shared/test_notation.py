"""Cases in compact notation become requests and answers in full."""

from typing import Any

import pytest

from theodolite.conformance.notations import written_out

ROWS = ["....."] * 5
EMPTY = "/".join(ROWS)
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
        "path": "/v3/{question}",
        "body": {
            "map": "{map}",
            "card": "{card}",
            "players": [{"name": "{who}", "drawn": "{map}"}],
        },
    },
    "answer": {"status": 200, "body": {"spaces": "{found}", "points": "{points}"}},
}


def case(**fields: Any) -> dict[str, Any]:
    written = {"id": "T-1", "why": "Because.", "question": "scores", **fields}
    (made,) = written_out({**CHAPTER, "case": [written]}, NOTATION)
    return made


def test_a_case_fills_in_the_template_of_its_chapter() -> None:
    assert case(map="Rf/F", card="x", who="Ann", found="A1 A2", points=3) == {
        "id": "T-1",
        "why": "Because.",
        "title": "x on Rf/F",
        "section": "One",
        "rules": [],
        "request": {
            "method": "POST",
            "path": "/v3/scores",
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
def test_a_request_without_a_body_has_none(over: dict[str, Any], body: object) -> None:
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


def test_a_case_with_an_unknown_key_is_refused() -> None:
    chapter = {"case": [{"id": "MATC-0.01", "title": "A", "island": "J", "islnd": "L", "why": "B"}]}
    with pytest.raises(ValueError, match=r"MATC-0\.01: unknown keys: \['islnd'\]"):
        written_out(chapter, {"language": "misterra"})


def test_a_case_changes_the_table_of_its_chapter() -> None:
    chapter = {
        "every": {"page": 3},
        "table": {"beach": "right", "island": EMPTY, "player": {"Ada": "at none", "Bo": ""}},
        "case": [
            {
                "id": "MATC-0.01",
                "title": "A",
                "why": "B",
                "then": "Ada: total -25",
                "island": f"J{EMPTY[1:]}",
                "player": {"Bo": "-", "Cy": "claims A1"},
            }
        ],
    }
    (made,) = written_out(chapter, {"language": "misterra"})
    assert made["page"] == 3
    assert made["request"]["body"]["snapshot"] == {
        "beach": "right",
        "island": ["J....", *ROWS[1:]],
        "players": [
            {"name": "Ada", "parchment": ROWS, "meeple": None},
            {"name": "Cy", "parchment": ROWS, "claims": ["A1"]},
        ],
    }
    assert made["answer"] == {
        "status": 200,
        "body": {"players": [{"name": "Ada", "total": -25}]},
    }


def test_there_is_no_notation_of_another_name() -> None:
    with pytest.raises(ValueError, match="no notation is called chess"):
        written_out({"case": []}, {"language": "chess"})
