"""Answers: JSON in the language of the request."""

from typing import Any

import orjson
from flask import Response, request

from theodolite.rulebook import LANGUAGES

__all__ = ["language", "respond"]


def language() -> str:
    """The language in which the request wants its texts, by its Accept-Language header."""
    if "Accept-Language" in request.headers:
        # Best first. `nl-BE` is content with `nl` before it falls back to what it likes less.
        for tag, quality in request.accept_languages:
            primary = tag.partition("-")[0].lower()
            if quality > 0 and primary in LANGUAGES:
                return primary
    return LANGUAGES[0]


def respond(
    answer: Any,
    spoken: str | None = None,
    *,
    status: int = 200,
    mimetype: str = "application/json",
) -> Response:
    """A response with a JSON body, in the language spoken; by default that of the request."""
    # The body goes to the server as the list it is, not through an iterator that closes.
    response = Response([orjson.dumps(answer)], status, mimetype=mimetype, direct_passthrough=True)
    response.headers["Content-Language"] = spoken or language()
    response.headers["Vary"] = "Accept-Language"
    return response
