"""The service's own pages: health, the games it judges, the specification and its reference."""

from functools import cache
from importlib.resources import files
from typing import Any, cast

import flask_swagger_ui  # type: ignore[import-untyped]
import orjson
import yaml
from flask import Blueprint, Flask, Response, current_app, send_from_directory
from marshmallow import Schema, fields

from theodolite.web.misterra.bodies import RULEBOOK
from theodolite.web.openapi import specification
from theodolite.web.operations import listing

__all__ = ["blueprint", "specification_yaml"]

blueprint = Blueprint("service", __name__)

_SWAGGER_UI = files(flask_swagger_ui).joinpath("dist")


class HealthAnswer(Schema):
    """The state of the service."""

    status = fields.String(required=True)


class GameAnswer(Schema):
    """A game that is judged."""

    id = fields.String(required=True, metadata={"description": "Its part of the path: /v1/<id>."})
    name = fields.String(required=True)
    questions = fields.List(
        fields.String(), required=True, metadata={"description": "The paths that take a POST."}
    )
    rulings = fields.List(fields.String(), required=True)


class GameListAnswer(Schema):
    """The games that are judged."""

    games = fields.List(fields.Nested(GameAnswer), required=True)


@listing(blueprint, "/healthz", answer=HealthAnswer())
def health(_language: str) -> dict[str, str]:
    """Whether the service is alive."""
    return {"status": "ok"}


@listing(blueprint, "/readyz", answer=HealthAnswer())
def ready(_language: str) -> dict[str, str]:
    """Whether the service can answer: it can from its first moment on, for it keeps no state."""
    return {"status": "ready"}


@listing(blueprint, "/v1/games", answer=GameListAnswer())
def games(_language: str) -> dict[str, Any]:
    """The games that are judged, with their questions and rulings."""
    questions = sorted(
        rule.rule
        for rule in current_app.url_map.iter_rules()
        if rule.endpoint.startswith("misterra") and "POST" in (rule.methods or ())
    )
    return {
        "games": [
            {
                "id": "misterra",
                "name": "Maps of Misterra",
                "questions": questions,
                "rulings": list(RULEBOOK.rulings),
            }
        ]
    }


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
