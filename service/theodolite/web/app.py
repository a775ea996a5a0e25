"""The Flask application: `create_app` puts its parts together."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface

from theodolite.web import page, problems, site
from theodolite.web.card_packs import CARD_PACKS
from theodolite.web.game import Game, mount
from theodolite.web.responses import respond
from theodolite.web.serving import limits, telemetry
from theodolite.web.serving.limits import Limits
from theodolite.web.serving.metrics import MetricsCollector

LARGEST_BODY = 1 << 20
"""The most bytes of a JSON request body."""


class _NoSessions(SessionInterface):
    """No sessions: the service is stateless."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The empty session of every request."""
        return _NO_SESSION


_NO_SESSION = NullSession()


class _Application(Flask):
    """Flask with JSON responses to OPTIONS."""

    def make_default_options_response(self) -> Response:
        """The methods of a path, as a header field and in the body."""
        allowed = super().make_default_options_response().headers["Allow"]
        response = respond({"methods": sorted(allowed.split(", "))})
        response.headers["Allow"] = allowed
        return response


def create_app(
    card_packs: Mapping[str, Any] | None = None,
    access_log: telemetry.AccessLog | None = None,
    allowed: Limits = Limits(),  # noqa: B008 - it is frozen
    metrics: MetricsCollector | None = None,
    games: Sequence[Game] | None = None,
    *,
    referee: page.Referee = page.SERVICE,
) -> Flask:
    """Build the application.

    Args:
        card_packs: The result of `card_packs.load`.
        access_log: Writes a line for each request; None for no access log.
        allowed: API keys and rate limits; by default no keys and no limits.
        metrics: Counts responses; shared by several processes.
        games: The games to judge; None for all.
        referee: Where the page has its questions answered.
    """
    if games is None:
        from theodolite.web.games import GAMES  # noqa: PLC0415 - a device imports one game

        games = GAMES
    app = _Application("theodolite", static_folder=None)
    app.session_interface = _NoSessions()
    # A redirect would not have the form of a problem.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    app.config[CARD_PACKS] = card_packs or {}
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    metrics = metrics or MetricsCollector()
    telemetry.register(app, access_log, metrics)
    problems.register(app)
    limits.register(app, allowed)
    app.register_blueprint(page.blueprint(_entries(games), referee))
    app.register_blueprint(site.blueprint(app))
    mount(app, games, site.OPERATIONS)
    metrics.begin(app.view_functions)
    return app


def _entries(games: Sequence[Game]) -> Sequence[page.Entry]:
    """The page's entries: of games with a page folder of their own, and of games shipped here."""
    return [
        entry
        for game in games
        for entry in (
            page.shipped([game.id]) if game.page is None else [page.Entry(game.id, game.page)]
        )
    ]
