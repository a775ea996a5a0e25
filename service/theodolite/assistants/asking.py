"""A client of the service at an address, or of the application in this process."""

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from requests import PreparedRequest, Response, Session
from requests.adapters import BaseAdapter

from theodolite_sdk import Theodolite

if TYPE_CHECKING:
    from flask import Flask

    from theodolite_sdk.words import Language

HERE = "http://theodolite"
"""The address of the application in this process, for a session of `session_here`."""
PATIENCE = 30.0
"""Seconds to wait for another service."""


def referee(
    url: str | None,
    *,
    api_key: str | None = None,
    language: str | None = None,
    card_packs: Mapping[str, Any] | None = None,
) -> Theodolite:
    """Return a client of a service.

    Args:
        url: The address, such as `http://127.0.0.1:8000`; None for the application in this process.
        api_key: Sent as a bearer token.
        language: The language of the texts.
        card_packs: The result of `card_packs.load`, for this process.
    """
    locale = cast("Language | None", language)
    session = None if url else session_here(card_packs)
    return Theodolite(
        url or HERE, api_key=api_key, language=locale, timeout=PATIENCE, session=session
    )


def session_here(card_packs: Mapping[str, Any] | None = None) -> Session:
    """Return a session whose requests to `HERE` the application in this process answers."""
    from theodolite.web.app import create_app

    session = Session()
    session.trust_env = False
    session.headers["Accept-Encoding"] = "identity"
    session.mount(HERE, _Application(create_app(card_packs)))
    return session


class _Application(BaseAdapter):
    """An adapter of requests that calls a Flask application."""

    def __init__(self, app: "Flask") -> None:
        super().__init__()
        self._app = app

    def send(self, request: PreparedRequest, *_: Any, **__: Any) -> Response:
        url = urlsplit(request.url or "")
        answer = self._app.test_client().open(
            f"{url.path}?{url.query}",
            method=request.method,
            headers=dict(request.headers),
            data=request.body,
        )
        response = Response()
        response.status_code, response.reason = answer.status_code, answer.status
        response.headers.update(answer.headers)
        response.raw, response.request = BytesIO(answer.data), request
        response.url = request.url or ""
        return response

    def close(self) -> None:
        """Close nothing: there are no connections."""
