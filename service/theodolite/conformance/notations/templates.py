"""Test cases in compact notation: chapters in TOML whose cases fill in a template.

A chapter's `request` and `answer` are the template. In it the text `{name}` stands for the field of
that name of a case, whatever its type; what a case does not have is left out, in a list an object
without its first field too, and `{null}` is null.
Within a longer text a field is put in as text. `body` and `expect` of a case are laid
over the bodies of request and answer, object by object.

`notation` of a suite makes short texts long. A field named in its `rows` holds rows
of letters: a text with `/` between them stands for the top left of a board, each letter for that of
the field's table, all else for the empty one. A field named in its `words` holds words: a text
stands for a list of them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_FIELD = re.compile(r"\{(\w+)\}")
_ABSENT = object()


def written_out(chapter: Mapping[str, Any], notation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cases of a chapter as the runner takes them.

    Args:
        chapter: `case`, `request` and `answer`, and `section` if one holds for all. `each` and
            `rules` are templates too: of titles, and of the rules that a case is about.
        notation: the suite's `rows` and `words`.
    """
    return [_case(chapter, case, notation) for case in chapter["case"]]


def _case(
    chapter: Mapping[str, Any], case: Mapping[str, Any], notation: Mapping[str, Any]
) -> dict[str, Any]:
    request = _filled(chapter["request"], case)
    answer = _filled(chapter["answer"], case)
    for part, over in ((request, "body"), (answer, "expect")):
        if "body" in part or over in case:
            body = laid_over(part.get("body", {}), case.get(over, {}))
            part["body"] = _long(body, "", notation)
    common = {key: case[key] for key in ("id", "why", "skip", "rulings") if key in case}
    title = case.get("title") or _filled(chapter.get("each", case["why"]), case)
    section = case.get("section", chapter.get("section"))
    rules = _filled(case.get("rules", chapter.get("rules", ())), case)
    return {
        **common,
        "title": title,
        "rules": rules,
        "request": request,
        "answer": answer,
        **({} if section is None else {"section": section}),
    }


def _filled(template: Any, case: Mapping[str, Any]) -> Any:
    """A template with the fields of a case; _ABSENT where it has none."""
    if isinstance(template, Mapping):
        filled = {key: _filled(value, case) for key, value in template.items()}
        return {key: value for key, value in filled.items() if value is not _ABSENT}
    if isinstance(template, Sequence) and not isinstance(template, str):
        parts = [(part, _filled(part, case)) for part in template]
        return [value for part, value in parts if not _is_absent(part, value)]
    if not isinstance(template, str):
        return template
    if field := _FIELD.fullmatch(template):
        return None if field[1] == "null" else _nulled(case.get(field[1], _ABSENT))
    return _FIELD.sub(lambda found: str(case.get(found[1], "")), template)


def _is_absent(part: Any, filled: Any) -> bool:
    """Whether an element of a list is none of a case's, by its first field if it is an object."""
    if isinstance(part, Mapping) and part:
        return next(iter(part)) not in filled
    return filled is _ABSENT


def _nulled(value: Any) -> Any:
    """A case's own value, `{null}` in it being null."""
    return value if value is _ABSENT else _filled(value, {})


def laid_over(base: Any, over: Any) -> Any:
    """A value with another laid over it, object by object; `{null}` in that one is null."""
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        laid = {key: laid_over(base[key], over[key]) for key in base.keys() & over.keys()}
        return {**base, **_nulled(over), **laid}
    return _nulled(over)


def _long(value: Any, name: str, notation: Mapping[str, Any]) -> Any:
    """A value of a field with its rows and words written out."""
    if isinstance(value, dict):
        return {key: _long(inner, key, notation) for key, inner in value.items()}
    if isinstance(value, list):
        return [_long(inner, name, notation) for inner in value]
    if isinstance(value, str) and name in notation["words"]:
        return value.split()
    if isinstance(value, str) and "/" in value and name in notation["rows"]["fields"]:
        return _rows(value, notation["rows"], notation["rows"]["fields"][name])
    return value


def _rows(text: str, board: Mapping[str, Any], letters: Mapping[str, str]) -> list[str]:
    empty = board["empty"]
    given = ["".join(letters.get(letter, empty) for letter in row) for row in text.split("/")]
    rows = [*given, *[""] * board["rows"]][: board["rows"]]
    return [row.ljust(board["columns"], empty) for row in rows]
