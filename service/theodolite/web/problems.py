"""Every error of the service, in the one shape of RFC 9457: `application/problem+json`."""

import logging
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from flask import Blueprint, Flask, Response, render_template_string, request
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from theodolite.rulebook import Rulebook
from theodolite.verdict import Fault
from theodolite.web.answers import language, respond
from theodolite.web.serving.telemetry import REQUEST_ID

__all__ = ["Problem", "ProblemAnswer", "explain", "problem_types", "register"]

_TABLE = tomllib.loads(files("theodolite.web").joinpath("problems.toml").read_text("utf-8"))
_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
}
_MOST_LISTED = 1000

problem_types: Mapping[str, Mapping[str, Any]] = _TABLE["types"]
"""Every type of problem by the last part of its URL path: `status`, and texts by language."""


class Problem(Exception):  # noqa: N818 - RFC 9457's own name
    """A request that cannot be answered.

    Args:
        type: the type of the problem, a key of `problem_types`.
        faults: for a body that is not a possible snapshot, everything wrong with it.
        rulebook: the game whose words explain the faults.
        detail: what is particular about this occurrence, to add to the type's text.
        headers: headers of the answer.
    """

    def __init__(
        self,
        type: str,  # noqa: A002 - RFC 9457's own name
        *,
        faults: Sequence[Fault] = (),
        rulebook: Rulebook | None = None,
        detail: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(type)
        self.type, self.faults, self.rulebook = type, faults, rulebook
        self.detail, self.headers = detail, headers or {}

    def document(self) -> dict[str, Any]:
        """The answer's JSON, in the language of the request."""
        spoken = language()
        entry = problem_types[self.type]
        answer = {
            "type": f"/problems/{self.type}",
            "title": entry[spoken]["title"],
            "status": entry["status"],
            "detail": f"{entry[spoken]['text']} ({self.detail})"
            if self.detail
            else entry[spoken]["text"],
            "request_id": request.environ.get(REQUEST_ID, ""),
        }
        if self.faults:
            errors = [self._error(fault, spoken) for fault in self.faults[:_MOST_LISTED]]
            answer["detail"] = _TABLE[spoken]["one" if len(self.faults) == 1 else "many"].format(
                count=len(self.faults), detail=errors[0]["detail"]
            )
            answer["errors"] = errors
        return answer

    def response(self) -> Response:
        """The answer, in the language of the request."""
        status = problem_types[self.type]["status"]
        response = respond(self.document(), status=status, mimetype="application/problem+json")
        response.headers.extend(self.headers)
        return response

    def _error(self, fault: Fault, spoken: str) -> dict[str, str]:
        return {
            "pointer": "".join(f"/{_escape(part)}" for part in fault.path),
            "code": fault.code,
            "detail": explain(fault, self.rulebook, spoken),
        }


def explain(fault: Fault, rulebook: Rulebook | None, spoken: str) -> str:
    """A fault in words: the game's where it has its own, else those for any body."""
    detail = rulebook and rulebook.fault(spoken, fault.code, fault.values)
    return detail or str(_TABLE[spoken]["faults"][fault.code].format_map(fault.values))


def _escape(part: str | int) -> str:
    # JSON Pointer, RFC 6901 section 3.
    return str(part).replace("~", "~0").replace("/", "~1")


class _FaultAnswer(Schema):
    pointer = fields.String(required=True, metadata={"description": "JSON Pointer into the body."})
    code = fields.String(required=True, metadata={"description": "A stable code."})
    detail = fields.String(required=True, metadata={"description": "What is wrong, in words."})


class ProblemAnswer(Schema):
    """A problem, as RFC 9457 shapes it."""

    type = fields.String(required=True, metadata={"description": "Path of a page about it."})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.List(
        fields.Nested(_FaultAnswer), metadata={"description": "Everything wrong with a body."}
    )


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
        return Problem(_BY_STATUS.get(error.code or 0, "bad-request"), headers=headers).response()

    def failed(error: Exception) -> Response:
        logging.getLogger(__name__).error("unhandled", exc_info=error, extra={"path": request.path})
        return Problem("internal").response()

    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(Exception, failed)
