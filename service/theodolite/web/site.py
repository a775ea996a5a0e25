"""The service's own operations and files: health, games, specification, reference."""

from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from typing import Annotated

import msgspec
from flask import Blueprint, Flask, Response, current_app
from msgspec import Struct

from theodolite import __version__
from theodolite.web.game import Game, games_of
from theodolite.web.operations import listing
from theodolite.web.plain_reference import plain_reference
from theodolite.web.responses import description
from theodolite.web.serving.executors import routed
from theodolite.web.static_files import StaticFiles


class Health(Struct):
    """The state of the service."""

    status: Annotated[str, description("`ok` when alive, `ready` when able to answer.")]
    version: Annotated[str, description("The version of the service.")] = __version__


class GameResponse(Struct):
    """A game that the service judges."""

    id: Annotated[str, description("Its part of a path.")]
    name: Annotated[str, description("The name printed on the box.")]
    path: Annotated[str, description("The beginning of its paths, which lists its operations.")]
    operations: Annotated[list[str], description("What can be asked, below that path.")]
    lists: Annotated[list[str], description("What can be read, below that path.")]


class GameList(Struct):
    """The version of the service, and the games that it judges."""

    version: Annotated[str, description("The version of the service.")]
    games: Annotated[list[GameResponse], description("The games, in the order of the page.")]
    links: Annotated[
        dict[str, str], description("The reference, the plain reference and the specification.")
    ]


def health(_locale: str) -> Health:
    """Tell whether the service is alive."""
    return Health("ok")


def ready(_locale: str) -> Health:
    """Tell whether the service can answer. It keeps no state, so it can once it is alive."""
    return Health("ready")


def games(_locale: str) -> GameList:
    """List the games, each with its operations."""
    return GameList(
        __version__,
        [
            GameResponse(
                game.segment, game.name, game.path, _names(game, "POST"), _names(game, "GET")
            )
            for game in games_of(current_app)
        ],
        {
            "reference": "/docs",
            "plain_reference": "/llms.txt",
            "specification": "/openapi.json",
        },
    )


def _names(game: Game, method: str) -> list[str]:
    return [each.path[1:] for each in game.operations if each.method == method and each.path]


OPERATIONS = (
    listing(health, "/healthz", tagged=False),
    listing(ready, "/readyz", tagged=False),
    listing(games, "/v3"),
)


def _specification_files(app: Flask) -> Mapping[str, bytes]:
    # A worker that nobody asks for the specification does without these modules.
    from theodolite.web.openapi import specification_files  # noqa: PLC0415

    specifications = specification_files(app)
    return {
        **specifications,
        **plain_reference(msgspec.json.decode(specifications["openapi.json"])),
    }


_REFERENCE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Theodolite reference</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png"></head>
<body><div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script></body></html>
"""
_START = """SwaggerUIBundle({
  dom_id: "#reference", url: "/openapi.json", deepLinking: true, validatorUrl: null,
  tryItOutEnabled: true,
  // Not the service of the first server, but this one.
  requestInterceptor: request => {
    request.url = request.url.replace("%s", location.origin);
    return request;
  }
});
"""
_SWAGGER_UI = ("favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css")
"""The files of Swagger UI that the reference loads."""


def _reference_files() -> dict[str, bytes]:
    """The files of Swagger UI, which loads nothing from another host."""
    import flask_swagger_ui  # type: ignore[import-untyped] # noqa: PLC0415 - not on a device

    from theodolite.web.openapi import ORIGIN  # noqa: PLC0415

    folder = files(flask_swagger_ui).joinpath("dist")
    return {
        "index.html": _REFERENCE.encode(),
        "start.js": (_START % ORIGIN).encode(),
        **{name: folder.joinpath(name).read_bytes() for name in _SWAGGER_UI},
    }


def blueprint(app: Flask) -> Blueprint:
    """The specification of an app, and the reference made from it."""
    site = Blueprint("service", __name__)
    specifications = StaticFiles(partial(_specification_files, app))
    reference_files = StaticFiles(_reference_files)

    def openapi(name: str) -> Response:
        """The specification, or the reference in plain text that is made from it."""
        return specifications.response(name)

    def example(name: str) -> Response:
        """A large example of the specification."""
        return specifications.response(f"examples/{name}")

    def reference(name: str) -> Response:
        """A file of the reference."""
        return reference_files.response(name)

    routed(openapi, specifications.route)
    routed(example, specifications.route)
    routed(reference, reference_files.route)
    for name in ("openapi.json", "openapi.yaml", "llms.txt", "llms-full.txt"):
        site.add_url_rule(f"/{name}", view_func=openapi, defaults={"name": name})
    site.add_url_rule("/examples/<name>", view_func=example)
    for path in ("/docs", "/docs/"):
        site.add_url_rule(path, view_func=reference, defaults={"name": "index.html"})
    site.add_url_rule("/docs/<name>", view_func=reference)
    return site
