"""The Flask application."""

from collections.abc import Mapping

from flask import Flask

from theodolite.misterra.snapshot import Presumption
from theodolite.web import misterra, page, problems, service, telemetry

__all__ = ["create_app"]

BLUEPRINTS = (page.blueprint, service.blueprint, misterra.blueprint)
LARGEST_BODY = 1 << 20
"""The most bytes of JSON that a request may have."""


def create_app(card_pack: Mapping[int, Presumption] | None = None) -> Flask:
    """Build the application.

    Args:
        card_pack: the printed faces of presumption cards, by number.
    """
    app = Flask("theodolite", static_folder=None)
    app.config["CARD_PACK"] = card_pack or {}
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    telemetry.register(app)
    problems.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
