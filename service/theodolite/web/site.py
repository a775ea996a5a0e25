"""The service's own pages: health, the games it judges, the specification and its reference."""

from functools import partial
from importlib.resources import files
from typing import Annotated

import flask_swagger_ui  # type: ignore[import-untyped]
import orjson
import yaml
from flask import Blueprint, Flask, Response, current_app
from msgspec import Struct

from theodolite import __version__
from theodolite.web.answers import says
from theodolite.web.openapi import specification
from theodolite.web.operations import games_of, listing
from theodolite.web.serving.lanes import Lane
from theodolite.web.static_files import StaticFiles

__all__ = ["OPERATIONS", "blueprint", "specification_files"]


class Health(Struct):
    """The state of the service."""

    status: str
    version: Annotated[str, says("The version of the service.")] = __version__


class GameAnswer(Struct):
    """A game that is judged."""

    id: Annotated[str, says("The first part of the ids of its operations and rules.")]
    path: Annotated[str, says("Where its addresses begin.")]
    name: str
    questions: Annotated[list[str], says("The paths that take a POST.")]
    rulings: list[str]


class GameList(Struct):
    """The games that are judged."""

    games: list[GameAnswer]
    version: Annotated[str, says("The version of the service.")] = __version__


def health(_language: str) -> Health:
    """Whether the service is alive."""
    return Health("ok")


def ready(_language: str) -> Health:
    """Whether the service can answer: it can from its first moment on, for it keeps no state."""
    return Health("ready")


def games(_language: str) -> GameList:
    """The games that are judged, with their questions and rulings."""
    return GameList(
        [
            GameAnswer(
                game.id,
                game.path,
                game.name,
                sorted(game.path + each.path for each in game.operations if each.body is not None),
                list(game.rulebook.rulings),
            )
            for game in games_of(current_app)
        ]
    )


OPERATIONS = (
    listing(health, "/healthz", tagged=False),
    listing(ready, "/readyz", tagged=False),
    listing(games, "/v1/games"),
)


def specification_files(app: Flask) -> dict[str, bytes]:
    """The specification of an app as `openapi.json` and `openapi.yaml`."""
    # Through JSON, so that no two places of the document share an object.
    document = orjson.loads(orjson.dumps(specification(app)))
    return {
        "openapi.json": orjson.dumps(document),
        "openapi.yaml": yaml.safe_dump(
            document, sort_keys=False, allow_unicode=True, width=100, encoding="utf-8"
        ),
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
    """The reference in which requests can be tried. It loads nothing from any other host."""
    folder = files(flask_swagger_ui).joinpath("dist")
    return {
        "index.html": _REFERENCE.encode(),
        "start.js": _START.encode(),
        **{name: folder.joinpath(name).read_bytes() for name in _SWAGGER_UI},
    }


def blueprint(app: Flask) -> Blueprint:
    """The specification of an app, and the reference made from it."""
    site = Blueprint("service", __name__)
    specifications = StaticFiles(partial(specification_files, app), Lane.FAR_SEARCH)
    reference_files = StaticFiles(_reference_files, Lane.BRIEF)

    @site.get("/<any('openapi.json', 'openapi.yaml'):name>")
    def openapi(name: str) -> Response:
        """The specification."""
        return specifications.response(name)

    @site.get("/docs", defaults={"name": "index.html"})
    @site.get("/docs/", defaults={"name": "index.html"})
    @site.get("/docs/<name>")
    def reference(name: str) -> Response:
        """A file of the reference."""
        return reference_files.response(name)

    return site
