"""The Flask application."""

from collections.abc import Mapping

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from theodolite.misterra.snapshot import Presumption
from theodolite.web import page, problems, site
from theodolite.web.misterra import photos, play, scores
from theodolite.web.serving import limits, telemetry
from theodolite.web.serving.limits import Limits

__all__ = ["create_app"]

GAMES = ("misterra",)
BLUEPRINTS = (
    page.blueprint(page.shipped(GAMES)),
    site.blueprint,
    scores.blueprint,
    play.blueprint,
    photos.blueprint,
)
LARGEST_BODY = 1 << 20
"""The most bytes of JSON that a request may have."""


class _NoSessions(SessionInterface):
    """Nothing is kept between requests."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session of every request: none."""
        return _NO_SESSION


_NO_SESSION = NullSession()


class _Application(Flask):
    """Flask, but for what a service without state can do without."""

    session_interface = _NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Bind the routes by what the request has already parsed, a twentieth of a request less."""
        if request is None:
            return super().create_url_adapter(None)
        return MapAdapter(
            self.url_map,
            request.host,
            request.root_path,
            "",
            request.scheme,
            request.path,
            request.method,
            request.query_string.decode("latin-1"),
        )


def create_app(
    card_pack: Mapping[int, Presumption] | None = None,
    access_log: int | None = None,
    allowed: Limits = Limits(),  # noqa: B008 - it is frozen
    tally: telemetry.Tally | None = None,
) -> Flask:
    """Build the application.

    Args:
        card_pack: the printed faces of presumption cards, by number.
        access_log: the file descriptor that takes a line for each request; None for no lines.
        allowed: whom the service lets in; by default everybody.
        tally: where answers are counted, for several processes that share it.
    """
    app = _Application("theodolite", static_folder=None)
    app.config["CARD_PACK"] = card_pack or {}
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    tally = tally or telemetry.Tally()
    telemetry.register(app, access_log, tally)
    problems.register(app)
    limits.register(app, allowed)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    tally.begin(app.view_functions)
    return app
