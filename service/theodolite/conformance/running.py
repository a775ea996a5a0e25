"""Asks the cases of a suite of an implementation, and compares its answers.

An answer contains what is expected; `mismatches` states the rules. The caller sends the requests.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from theodolite.conformance.cases import Case, Lists


class Reply(NamedTuple):
    """The response of an implementation.

    Attributes:
        status: The HTTP status.
        headers: The headers.
        body: The JSON of the body; None if it has none.
    """

    status: int
    headers: Mapping[str, str]
    body: Any


Ask = Callable[[str, str, Mapping[str, str], bytes | None], Reply]
"""Sends a method, a path, headers and a body."""


class Result(NamedTuple):
    """The outcome of a case: what is wrong with the answer; nothing if it passed."""

    case: Case
    faults: Sequence[str]


def run(cases: Iterable[Case], lists: Lists, ask: Ask) -> Iterator[Result]:
    """Ask every case that is not skipped, one by one.

    Args:
        cases: The cases, say `Suite.cases`.
        lists: How the suite compares lists.
        ask: Sends a request to the implementation.
    """
    for case in cases:
        yield Result(case, [] if case.skip else list(_faults(case, lists, ask)))


def _faults(case: Case, lists: Lists, ask: Ask) -> Iterator[str]:
    request, expected = case.request, case.answer
    headers, body = dict(request.get("headers", {})), None
    if "body" in request or "text" in request:
        headers = {"Content-Type": "application/json"} | headers
        body = request.get("text", json.dumps(request.get("body"))).encode()
    reply = ask(request["method"], request["path"], headers, body)
    if reply.status != expected["status"]:
        yield f"status: {reply.status} where {expected['status']} is expected"
    given = {name.lower(): value for name, value in reply.headers.items()}
    for name, beginning in expected.get("headers", {}).items():
        if not given.get(name.lower(), "").startswith(beginning):
            yield f"{name}: {given.get(name.lower())!r} where {beginning!r} is expected"
    if "body" in expected:
        yield from mismatches(expected["body"], reply.body, lists)


def mismatches(
    expected: Any, answer: Any, lists: Lists, pointer: str = "", name: str = ""
) -> Iterator[str]:
    """Everything of the expected JSON that an answer does not contain, with a pointer to its place.

    An object contains another if it has its fields and they match; a list is compared as `lists`
    says of the field `name`; anything else is equal, and of the same type.

    Args:
        expected: The expected JSON.
        answer: The JSON of the answer.
        lists: How lists are compared.
        pointer: Where both stand.
        name: The field that holds them.
    """
    if isinstance(expected, dict) and isinstance(answer, dict):
        for key, value in expected.items():
            if key not in answer:
                yield f"{pointer}/{key}: missing"
            else:
                yield from mismatches(value, answer[key], lists, f"{pointer}/{key}", key)
    elif isinstance(expected, list) and isinstance(answer, list):
        if name in lists.identified:
            yield from _unidentified(expected, answer, lists, pointer, name)
        elif len(answer) != len(expected):
            yield f"{pointer}: {answer!r} where {len(expected)} are expected"
        elif name in lists.in_any_order:
            yield from _unpaired(expected, answer, lists, pointer, name)
        else:
            for i, (wanted, found) in enumerate(zip(expected, answer, strict=True)):
                yield from mismatches(wanted, found, lists, f"{pointer}/{i}", name)
    elif type(answer) is not type(expected) or answer != expected:
        yield f"{pointer}: {answer!r} where {expected!r} is expected"


def _unidentified(
    expected: Sequence[Any], answer: Sequence[Any], lists: Lists, pointer: str, name: str
) -> Iterator[str]:
    for wanted in expected:
        keys = [key for key in lists.identified[name] if key in wanted]
        same = [found for found in answer if all(found.get(key) == wanted[key] for key in keys)]
        where = f"{pointer}/({', '.join(str(wanted[key]) for key in keys)})"
        if len(same) == 1:
            yield from mismatches(wanted, same[0], lists, where, name)
        elif not any(_contains(found, wanted, lists, name) for found in same):
            yield f"{where}: none of {len(same)} contains {wanted!r}"


def _unpaired(
    expected: Sequence[Any], answer: Sequence[Any], lists: Lists, pointer: str, name: str
) -> Iterator[str]:
    left = list(answer)
    for wanted in expected:
        for found in left:
            if _contains(found, wanted, lists, name):
                left.remove(found)
                break
        else:
            yield f"{pointer}: {wanted!r} is not among {left!r}"


def _contains(answer: Any, expected: Any, lists: Lists, name: str) -> bool:
    return not any(mismatches(expected, answer, lists, name=name))
