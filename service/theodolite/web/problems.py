"""Every error of the service, in the one shape of RFC 9457: `application/problem+json`."""

import logging
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Annotated, Any

from flask import Blueprint, Flask, Response, current_app, render_template_string, request
from msgspec import UNSET, Struct, UnsetType
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from theodolite import __version__
from theodolite.rulebook import Rulebook
from theodolite.verdict import NOTHING, Fault, Values
from theodolite.web.answers import language, respond, says

__all__ = [
    "MOST_LISTED",
    "REQUEST_ID",
    "RULEBOOKS",
    "VERSION",
    "Problem",
    "ProblemAnswer",
    "explain",
    "problem_types",
    "register",
    "unsupported_media_type",
]

VERSION = ("Theodolite-Version", __version__)
"""The header field of every response that names the version of the service."""
REQUEST_ID = "theodolite.request_id"
"""The key of a request's id in its WSGI environ."""
RULEBOOKS = "theodolite.rulebooks"
"""The key of an app's extensions under which are the rulebooks of its games, by their ids."""


_TABLE = tomllib.loads(files("theodolite.web").joinpath("problems.toml").read_text("utf-8"))
_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
MOST_LISTED = 1000
"""How many of the things that are wrong with a body are told."""

problem_types: Mapping[str, Mapping[str, Any]] = _TABLE["types"]
"""Every type of problem by the last part of its URL path: `status`, and texts by language."""


class ErrorAnswer(Struct):
    """Something that is wrong with a body."""

    pointer: Annotated[str, says("JSON Pointer into the body.")]
    code: Annotated[str, says("A stable code.")]
    detail: Annotated[str, says("What is wrong, in words.")]


class ProblemAnswer(Struct):
    """A problem, as RFC 9457 shapes it."""

    type: Annotated[str, says("Path of a page about it.")]
    title: str
    status: int
    detail: str
    request_id: str
    errors: Annotated[list[ErrorAnswer] | UnsetType, says("Everything wrong with a body.")] = UNSET


class Problem(Exception):  # noqa: N818 - RFC 9457's own name
    """A request that cannot be answered.

    Args:
        type: the type of the problem, a key of `problem_types`.
        faults: for a body that is not a possible snapshot, everything wrong with it.
        detail: what is particular about this occurrence, to add to the type's text.
        says: which of the type's texts tells of this occurrence.
        values: what fills the blanks of that text.
        headers: headers of the answer.
    """

    def __init__(
        self,
        type: str,  # noqa: A002 - RFC 9457's own name
        *,
        faults: Sequence[Fault] = (),
        detail: str | None = None,
        says: str = "text",
        values: Values = NOTHING,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(type)
        self.type, self.faults = type, faults
        self.detail, self.says, self.values = detail, says, values
        self.headers = headers or {}

    def document(self) -> ProblemAnswer:
        """The answer, in the language of the request."""
        # The endpoint of a game's question begins with the game.
        game = (request.endpoint or "").partition(".")[0]
        rulebook = current_app.extensions[RULEBOOKS].get(game)
        return self.told(language(), rulebook, request.environ.get(REQUEST_ID, ""))

    def told(self, spoken: str, rulebook: Rulebook | None, request_id: str = "") -> ProblemAnswer:
        """The answer, in a language and the words of a game; whoever asked."""
        entry = problem_types[self.type]
        text = str(entry[spoken][self.says]).format_map(self.values)
        answer = ProblemAnswer(
            f"/problems/{self.type}",
            entry[spoken]["title"],
            entry["status"],
            f"{text} ({self.detail})" if self.detail else text,
            request_id,
        )
        if self.faults:
            errors = [_error(fault, rulebook, spoken) for fault in self.faults[:MOST_LISTED]]
            answer.errors = errors
            found = len(self.faults)
            amount = "one" if found == 1 else "many" if found <= MOST_LISTED else "more"
            answer.detail = _TABLE[spoken][amount].format(
                count=len(errors), detail=errors[0].detail
            )
        return answer

    def response(self) -> Response:
        """The response, in the language of the request."""
        status = problem_types[self.type]["status"]
        response = respond(self.document(), status=status, mimetype="application/problem+json")
        response.headers.extend(self.headers)
        return response


def unsupported_media_type(wanted: str) -> Problem:
    """The problem of a request body in another media type than the one that is read."""
    return Problem(
        "unsupported-media-type",
        says="wanted",
        values={"wanted": wanted},
        headers={"Accept": wanted},
    )


def _error(fault: Fault, rulebook: Rulebook | None, spoken: str) -> ErrorAnswer:
    pointer = "".join(f"/{_escape(part)}" for part in fault.path)
    return ErrorAnswer(pointer, fault.code, explain(fault, rulebook, spoken))


def explain(fault: Fault, rulebook: Rulebook | None, spoken: str) -> str:
    """A fault in words: the game's where it has its own, else those for any body."""
    if rulebook is None:
        return _generic(fault, spoken).format_map(fault.values)
    own = rulebook.fault(spoken, fault.code, fault.values)
    return own or rulebook.fill(spoken, _generic(fault, spoken), fault.values)


def _generic(fault: Fault, spoken: str) -> str:
    return str(_TABLE[spoken]["faults"][fault.code])


def _escape(part: str | int) -> str:
    # JSON Pointer, RFC 6901 section 3.
    return str(part).replace("~", "~0").replace("/", "~1")


pages = Blueprint("problems", __name__)

_PAGE = """<!doctype html>
<html lang="{{ language }}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ title }} · Theodolite</title>
<h1>{{ title }}</h1><p>{{ text }}</p><p>HTTP {{ status }}</p>
"""


@pages.get("/problems/<type>")
def problem_page(type: str) -> str:  # noqa: A002 - RFC 9457's own name
    """The page that a problem's `type` leads to."""
    if type not in problem_types:
        raise NotFound
    entry = problem_types[type]
    texts = entry[language()]
    return render_template_string(
        _PAGE,
        language=language(),
        title=texts["title"],
        text=texts["text"],
        status=entry["status"],
    )


def register(app: Flask) -> None:
    """Give every error of an app, from any path, the one shape."""
    app.register_blueprint(pages)
    app.register_error_handler(Problem, Problem.response)

    def refused(error: HTTPException) -> Response:
        headers = {}
        if isinstance(error, MethodNotAllowed):
            headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        # The request holds it, and it the frames that it came through, with the request.
        error.__traceback__ = error.__context__ = None
        return Problem(_BY_STATUS.get(error.code or 0, "bad-request"), headers=headers).response()

    def failed(error: Exception) -> Response:
        logging.getLogger(__name__).error("unhandled", exc_info=error, extra={"path": request.path})
        return Problem("internal").response()

    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(Exception, failed)
