"""The service's own pages: health, the games it judges, the specification and its reference."""

from functools import cache
from importlib.resources import files
from typing import Annotated, Any, cast

import flask_swagger_ui  # type: ignore[import-untyped]
import orjson
import yaml
from flask import Blueprint, Flask, Response, current_app, send_from_directory
from msgspec import Struct

from theodolite.web.answers import says
from theodolite.web.openapi import specification
from theodolite.web.operations import games_of, listing

__all__ = ["OPERATIONS", "blueprint", "specification_yaml"]

blueprint = Blueprint("service", __name__)

_SWAGGER_UI = files(flask_swagger_ui).joinpath("dist")


class Health(Struct):
    """The state of the service."""

    status: str


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
    listing(health, "/healthz"),
    listing(ready, "/readyz"),
    listing(games, "/v1/games"),
)


def specification_yaml(app: Flask) -> str:
    """The specification as it is committed and served."""
    return yaml.safe_dump(_specification(app), sort_keys=False, allow_unicode=True, width=100)


@cache
def _specification(app: Flask) -> dict[str, Any]:
    # Through JSON, so that no two places of the document share an object.
    return cast("dict[str, Any]", orjson.loads(orjson.dumps(specification(app))))


def _this_app() -> Flask:
    return cast("Flask", current_app._get_current_object())  # type: ignore[attr-defined]


@blueprint.get("/openapi.json")
def openapi_json() -> Response:
    """The specification as JSON."""
    return Response(orjson.dumps(_specification(_this_app())), mimetype="application/json")


@blueprint.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The specification as YAML."""
    return Response(specification_yaml(_this_app()), mimetype="application/yaml")


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


@blueprint.get("/docs")
def reference() -> str:
    """A reference in which requests can be tried, served from the package alone."""
    return _REFERENCE


@blueprint.get("/docs/start.js")
def reference_start() -> Response:
    """What starts the reference."""
    return Response(_START, mimetype="text/javascript")


@blueprint.get("/docs/<name>")
def reference_file(name: str) -> Response:
    """A file of the reference."""
    return send_from_directory(str(_SWAGGER_UI), name)
