"""Asks the application as a server would: one request, one response, in the same thread."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from theodolite.web.app import create_app

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


class Reply(NamedTuple):
    """The response of the application.

    Attributes:
        status: The HTTP status code.
        headers: Names and values.
        body: The bytes of the body.
    """

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def ask(method: str, target: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Send a request to the application.

    Only the game of the path is imported: all four take four times as long.

    Args:
        method: The HTTP method.
        target: The path and query, such as `/v3/misterra/scores`.
        headers: Header fields by name.
        body: The bytes of the body.
    """
    path, _, query = target.partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote(path, "latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": "device",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.errors": BytesIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in headers.items():
        key = name.upper().replace("-", "_")
        environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
    return _sent(_application(_game_of(path)), environ)


def _sent(application: "WSGIApplication", environ: dict[str, Any]) -> Reply:
    begun: list[tuple[int, list[tuple[str, str]]]] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
        begun.append((int(status.split(maxsplit=1)[0]), headers))

    body: Iterable[bytes] = application(environ, start_response)
    try:
        content = b"".join(body)
    finally:
        if hasattr(body, "close"):
            body.close()
    (status, sent) = begun[-1]
    return Reply(status, sent, content)


def _game_of(path: str) -> str | None:
    """The package of the game of a path; None for paths that belong to no game."""
    match path.split("/"):
        case ["", "v3", name, _, *_] if name.replace("-", "").isalpha():
            package = name.replace("-", "_")
            known = find_spec(f"theodolite.web.{package}")
            return package if known and known.submodule_search_locations else None
    return None


@cache
def _application(game: str | None) -> "WSGIApplication":
    if game is None:
        return create_app()
    return create_app(games=[import_module(f"theodolite.web.{game}.game").GAME])
