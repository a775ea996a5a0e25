"""Problems: the one form of every error of the service, `application/problem+json` (RFC 9457)."""

import logging
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib.resources import files
from typing import Annotated, Any

from flask import Blueprint, Flask, Response, current_app, render_template_string, request
from msgspec import UNSET, Struct, UnsetType
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from theodolite import __version__
from theodolite.rulebook import Rulebook
from theodolite.verdict import NOTHING, Fault, Path, Values
from theodolite.web.responses import description, request_locale, respond

VERSION = ("Theodolite-Version", __version__)
"""The header field of every response that names the version of the service."""
PROBLEM = "theodolite.problem"
"""The key of a WSGI environ for the type of the problem that its response is."""
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
MAX_NEAREST = 60
"""Characters of an unknown path that are compared with known ones."""
MAX_LISTED = 1000
"""The most faults of a request that a problem lists."""

problem_types: Mapping[str, Mapping[str, Any]] = _TABLE["types"]
"""Every problem type by the last part of its path: `status`, and texts by locale."""


class ErrorResponse(Struct):
    """A fault of a request."""

    pointer: Annotated[str, description("JSON Pointer into the request body.")]
    code: str
    detail: Annotated[str, description("What is wrong, in words.")]
    line: Annotated[int | UnsetType, description("The line of a text, from 1.")] = UNSET
    column: Annotated[int | UnsetType, description("The column of a text, from 1.")] = UNSET


class ProblemResponse(Struct):
    """A problem (RFC 9457)."""

    type: Annotated[str, description("Path of a page about it.")]
    title: Annotated[str, description("The problem type in a few words.")]
    status: Annotated[int, description("The HTTP status.")]
    detail: Annotated[str, description("A sentence about this occurrence.")]
    request_id: Annotated[str, description("The id of the request.")]
    errors: Annotated[
        list[ErrorResponse] | UnsetType, description("Every fault of the request, at most 1000.")
    ] = UNSET


class Problem(Exception):  # noqa: N818 - RFC 9457's own name
    """A request that cannot be answered.

    Args:
        type: The problem type, a key of `problem_types`.
        faults: Every fault of the request.
        detail: Further details, appended to the type's text.
        text: The key of the type's text for this occurrence.
        values: What fills the blanks of that text.
        headers: Further header fields of the response.
    """

    def __init__(
        self,
        type: str,  # noqa: A002 - RFC 9457's own name
        *,
        faults: Sequence[Fault] = (),
        detail: str | None = None,
        text: str = "text",
        values: Values = NOTHING,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(type)
        self.type, self.faults = type, faults
        self.detail, self.text, self.values = detail, text, values
        self.headers = headers or {}

    def document(self) -> ProblemResponse:
        """The problem in the locale of the current request."""
        # The id of a game's operation begins with the game.
        game = (request.endpoint or "").partition(".")[0]
        rulebook = current_app.extensions[RULEBOOKS].get(game)
        return self.localized(request_locale(), rulebook, request.environ.get(REQUEST_ID, ""))

    def localized(
        self, locale: str, rulebook: Rulebook | None, request_id: str = ""
    ) -> ProblemResponse:
        """The problem in a locale and the words of a game, outside of a request too."""
        entry = problem_types[self.type]
        text = str(entry[locale][self.text]).format_map(self.values)
        answer = ProblemResponse(
            f"/problems/{self.type}",
            entry[locale].get(f"title_{self._part()}", entry[locale]["title"]),
            entry["status"],
            f"{text} ({self.detail})" if self.detail else text,
            request_id,
        )
        if self.faults:
            errors = [_error(fault, rulebook, locale) for fault in self.faults[:MAX_LISTED]]
            answer.errors = errors
            found = len(self.faults)
            amount = "one" if found == 1 else "many" if found <= MAX_LISTED else "more"
            answer.detail = _TABLE[locale][amount].format(
                count=len(errors), detail=errors[0].detail
            )
        return answer

    def _part(self) -> str:
        """The part of the request that the first fault lies in."""
        fault = self.faults[0] if self.faults else Fault("")
        first, second = [*fault.path, fault.values.get("member", ""), ""][:2]
        # A record that is not wrapped is no possible record either.
        is_bare = fault.code == "bare_table"
        is_record = first == "record" and (is_bare or second not in ("", "snapshot"))
        return "record" if is_record else str(first)

    def response(self) -> Response:
        """The response to the current request."""
        status = problem_types[self.type]["status"]
        request.environ[PROBLEM] = self.type
        response = respond(self.document(), status=status, mimetype="application/problem+json")
        response.headers.extend(self.headers)
        return response


def unsupported_media_type(wanted: str) -> Problem:
    """The problem of a request body of another media type than the wanted one."""
    return Problem(
        "unsupported-media-type",
        text="wanted",
        values={"wanted": wanted},
        headers={"Accept": wanted},
    )


def _error(fault: Fault, rulebook: Rulebook | None, locale: str) -> ErrorResponse:
    place: Any = {name: fault.values[name] for name in ("line", "column") if name in fault.values}
    return ErrorResponse(pointer(fault.path), fault.code, explain(fault, rulebook, locale), **place)


def explain(fault: Fault, rulebook: Rulebook | None, locale: str) -> str:
    """The sentence of a fault: the game's own if it has one, else the one of all games."""
    if rulebook is None:
        return _generic(fault, locale).format_map(fault.values)
    own = rulebook.fault(locale, fault.code, fault.values)
    return own or rulebook.fill(locale, _generic(fault, locale), fault.values)


def _generic(fault: Fault, locale: str) -> str:
    code = "wrong_type_such" if "such" in fault.values else fault.code
    return str(_TABLE[locale]["faults"][code])


def fault_sentences(rulebooks: Iterable[Rulebook], locale: str) -> dict[str, str]:
    """Every code of a fault, in alphabetical order, with its sentence.

    Blanks stand in braces under their names, words that depend on a number in the plural.
    """
    tables = [rulebook.words(locale, "faults") for rulebook in rulebooks]
    sentences = {
        code: text for table in [*tables, _TABLE[locale]["faults"]] for code, text in table.items()
    }
    return {code: _plain(sentences[code]) for code in sorted(sentences)}


def _plain(template: str) -> str:
    return re.sub(r"\{(\w+):\w+\}", r"{\1}", re.sub(r"\{\w+:[^|}]*\|([^}]*)\}", r"\1", template))


def pointer(path: Path) -> str:
    """The JSON Pointer (RFC 6901) of a path.

    >>> pointer(("draws", "a/b", 0))
    '/draws/a~1b/0'
    """
    return "".join(f"/{_escape(part)}" for part in path)


def _escape(part: str | int) -> str:
    # JSON Pointer, RFC 6901 section 3.
    return str(part).replace("~", "~0").replace("/", "~1")


pages = Blueprint("problems", __name__)

_PAGE = """<!doctype html>
<html lang="{{ language }}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{{ title }} · Theodolite</title>
<h1>{{ title }}</h1><p>{{ text }}</p><p>HTTP {{ status }}</p>
{% if sentences %}<dl>{% for code, sentence in sentences.items() %}
<dt id="{{ code }}"><code>{{ code }}</code></dt><dd>{{ sentence }}</dd>{% endfor %}
</dl>{% endif %}
"""


@pages.get("/problems/<type>")
def problem_page(type: str) -> str:  # noqa: A002 - RFC 9457's own name
    """The page that a problem's `type` leads to. That of `invalid-snapshot` lists all codes."""
    if type not in problem_types:
        raise NotFound
    entry, locale = problem_types[type], request_locale()
    texts, rulebooks = entry[locale], current_app.extensions[RULEBOOKS].values()
    return render_template_string(
        _PAGE,
        language=locale,
        sentences=fault_sentences(rulebooks, locale) if type == "invalid-snapshot" else {},
        title=texts["title"],
        text=texts["text"],
        status=entry["status"],
    )


def _not_found() -> Problem:
    """The problem of a path that does not exist, with the nearest one that does."""
    path, unknown = request.path, Problem("not-found")
    if path == "/v1" or path.startswith("/v1/"):
        return Problem("not-found", text="old")
    known = [rule.rule for rule in current_app.url_map.iter_rules() if rule.rule.startswith("/v3")]
    path = path[:MAX_NEAREST].rstrip("/")
    folder = path.rpartition("/")[0]
    # The name of an operation is likelier wrong than that of the game.
    near = get_close_matches(path, [each for each in known if each.startswith(f"{folder}/")], 1)
    near = near or get_close_matches(path, known, 1, 0.7)
    return Problem("not-found", text="nearest", values={"nearest": near[0]}) if near else unknown


def register(app: Flask) -> None:
    """Answer every error of an app, from any path, with a problem."""
    app.register_blueprint(pages)
    app.register_error_handler(Problem, Problem.response)

    def refused(error: HTTPException) -> Response:
        if isinstance(error, NotFound):
            return _not_found().response()
        headers = {}
        if isinstance(error, MethodNotAllowed):
            headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        # The request and the error refer to each other: without this only the garbage collector
        # frees them.
        error.__traceback__ = error.__context__ = None
        return Problem(_BY_STATUS.get(error.code or 0, "bad-request"), headers=headers).response()

    def failed(error: Exception) -> Response:
        logging.getLogger(__name__).error("unhandled", exc_info=error, extra={"path": request.path})
        return Problem("internal").response()

    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(Exception, failed)
