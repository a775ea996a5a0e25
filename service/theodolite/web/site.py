"""The service's own operations and files: health, games, specification, reference."""

from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from typing import Annotated

import msgspec
from flask import Blueprint, Flask, Response, current_app
from msgspec import Struct

from theodolite import __version__
from theodolite.web.operations import games_of, listing
from theodolite.web.plain_reference import plain_reference
from theodolite.web.responses import description
from theodolite.web.serving.executors import Executor, routed
from theodolite.web.static_files import StaticFiles


class Health(Struct):
    """The state of the service."""

    status: Annotated[str, description("`ok` when alive, `ready` when able to answer.")]
    version: Annotated[str, description("The version of the service.")] = __version__


class GameResponse(Struct):
    """A game that the service judges."""

    id: Annotated[str, description("The first part of the ids of its operations and rules.")]
    path: Annotated[str, description("The beginning of its paths.")]
    name: Annotated[str, description("The name printed on the box.")]
    questions: Annotated[list[str], description("The paths that take a POST.")]
    rulings: Annotated[list[str], description("The names of its rulings.")]


class GameList(Struct):
    """The games that the service judges."""

    games: Annotated[list[GameResponse], description("The games, in the order of the page.")]
    version: Annotated[str, description("The version of the service.")] = __version__


def health(_locale: str) -> Health:
    """Tell whether the service is alive."""
    return Health("ok")


def ready(_locale: str) -> Health:
    """Tell whether the service can answer. It keeps no state, so it can once it is alive."""
    return Health("ready")


def games(_locale: str) -> GameList:
    """List the games, each with its operations and rulings."""
    return GameList(
        [
            GameResponse(
                game.id,
                game.path,
                game.name,
                sorted(
                    game.path + each.path for each in game.operations if each.schema is not None
                ),
                list(game.rulebook.rulings),
            )
            for game in games_of(current_app)
        ]
    )


OPERATIONS = (
    listing(health, "/healthz", tagged=False),
    listing(ready, "/readyz", tagged=False),
    listing(games, "/v3/games"),
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
  tryItOutEnabled: true
});
"""
_SWAGGER_UI = ("favicon-32x32.png", "swagger-ui-bundle.js", "swagger-ui.css")
"""The files of Swagger UI that the reference loads."""


def _reference_files() -> dict[str, bytes]:
    """The files of Swagger UI, which loads nothing from another host."""
    import flask_swagger_ui  # type: ignore[import-untyped] # noqa: PLC0415 - not on a device

    folder = files(flask_swagger_ui).joinpath("dist")
    return {
        "index.html": _REFERENCE.encode(),
        "start.js": _START.encode(),
        **{name: folder.joinpath(name).read_bytes() for name in _SWAGGER_UI},
    }


def blueprint(app: Flask) -> Blueprint:
    """The specification of an app, and the reference made from it."""
    site = Blueprint("service", __name__)
    specifications = StaticFiles(partial(_specification_files, app), Executor.FAR_SEARCH)
    reference_files = StaticFiles(_reference_files, Executor.BRIEF)

    def openapi(name: str) -> Response:
        """The specification, or the reference in plain text that is made from it."""
        return specifications.response(name)

    def reference(name: str) -> Response:
        """A file of the reference."""
        return reference_files.response(name)

    routed(openapi, specifications.route)
    routed(reference, reference_files.route)
    for name in ("openapi.json", "openapi.yaml", "llms.txt", "llms-full.txt"):
        site.add_url_rule(f"/{name}", view_func=openapi, defaults={"name": name})
    for path in ("/docs", "/docs/"):
        site.add_url_rule(path, view_func=reference, defaults={"name": "index.html"})
    site.add_url_rule("/docs/<name>", view_func=reference)
    return site
