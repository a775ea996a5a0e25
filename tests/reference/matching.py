"""Whether an answer contains what a case expects of it: the language of MATC."""

from collections.abc import Iterator
from typing import Any


def mismatches(
    expected: object, answer: object, lists: dict[str, Any], where: str = "", name: str = ""
) -> Iterator[str]:
    """What of the expected JSON is not in the answer, each as a pointer and a sentence.

    Objects: every expected field is there and matches. Lists: by the rule that `lists` (of
    suite.json) has for the field that holds them, and in order where it has none; lists in a
    list follow the rule of the outer one. All else is equal, and of the same type.
    """
    if isinstance(expected, dict) and isinstance(answer, dict):
        for key, value in expected.items():
            if key in answer:
                yield from mismatches(value, answer[key], lists, f"{where}/{key}", key)
            else:
                yield f"{where}/{key}: missing"
    elif isinstance(expected, list) and isinstance(answer, list):
        yield from list_mismatches(expected, answer, lists, where, name)
    elif type(expected) is not type(answer) or expected != answer:
        yield f"{where}: expected {expected!r}, not {answer!r}"


def list_mismatches(
    expected: list[Any], answer: list[Any], lists: dict[str, Any], where: str, name: str
) -> Iterator[str]:
    """What of an expected list is not in the list of the answer."""
    if name in lists["identified"]:
        for wanted in expected:
            keys = [key for key in lists["identified"][name] if key in wanted]
            same = [found for found in answer if all(found.get(k) == wanted[k] for k in keys)]
            label = where + "/" + ", ".join(str(wanted[key]) for key in keys)
            if len(same) == 1:
                yield from mismatches(wanted, same[0], lists, label, name)
            elif not any(contains(found, wanted, lists, name) for found in same):
                yield f"{label}: none of {len(same)} contains {wanted!r}"
    elif len(expected) != len(answer):
        yield f"{where}: expected {len(expected)}, not {len(answer)}: {answer!r}"
    elif name in lists["in_any_order"]:
        left = list(answer)
        for wanted in expected:
            index = next((i for i, x in enumerate(left) if contains(x, wanted, lists, name)), None)
            if index is None:
                yield f"{where}: {wanted!r} is not among {left!r}"
            else:
                del left[index]
    else:
        for index, (wanted, found) in enumerate(zip(expected, answer, strict=True)):
            yield from mismatches(wanted, found, lists, f"{where}/{index}", name)


def contains(answer: object, expected: object, lists: dict[str, Any], name: str) -> bool:
    """Whether an element of the list `name` contains what is expected of one."""
    return not any(mismatches(expected, answer, lists, name=name))
