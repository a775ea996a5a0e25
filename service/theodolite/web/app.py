"""The Flask application."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface

from theodolite.web import page, problems, site
from theodolite.web.answers import respond
from theodolite.web.card_packs import CARD_PACKS
from theodolite.web.games import GAMES
from theodolite.web.operations import Game, mount
from theodolite.web.serving import limits, telemetry
from theodolite.web.serving.limits import Limits
from theodolite.web.serving.logs import LogWriter

__all__ = ["create_app"]

LARGEST_BODY = 1 << 20
"""The most bytes of JSON that a request may have."""


class _NoSessions(SessionInterface):
    """Nothing is kept between requests."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The session of every request: none."""
        return _NO_SESSION


_NO_SESSION = NullSession()


class _Application(Flask):
    """Flask, with the answer to OPTIONS in JSON like every other."""

    def make_default_options_response(self) -> Response:
        """The methods of an address, as a header field and in the body."""
        allowed = super().make_default_options_response().headers["Allow"]
        response = respond({"methods": sorted(allowed.split(", "))})
        response.headers["Allow"] = allowed
        return response


def create_app(
    card_packs: Mapping[str, Any] | None = None,
    access_log: LogWriter | None = None,
    allowed: Limits = Limits(),  # noqa: B008 - it is frozen
    tally: telemetry.Tally | None = None,
    games: Sequence[Game] = GAMES,
) -> Flask:
    """Build the application.

    Args:
        card_packs: what `card_packs.load` read, by the ids of the games.
        access_log: takes a line for each request; None for no lines.
        allowed: whom the service lets in; by default everybody.
        tally: where answers are counted, for several processes that share it.
        games: what it judges.
    """
    app = _Application("theodolite", static_folder=None)
    app.session_interface = _NoSessions()
    # A redirect would be an answer of another shape than every error has.
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    app.config[CARD_PACKS] = card_packs or {}
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    tally = tally or telemetry.Tally()
    telemetry.register(app, access_log, tally)
    problems.register(app)
    limits.register(app, allowed)
    app.register_blueprint(page.blueprint(_entries(games)))
    app.register_blueprint(site.blueprint(app))
    mount(app, games, site.OPERATIONS)
    tally.begin(app.view_functions)
    return app


def _entries(games: Sequence[Game]) -> Sequence[page.Entry]:
    """The ways into the page: of the games that bring their own part of it, and of those here."""
    return [
        entry
        for game in games
        for entry in (
            page.shipped([game.id]) if game.page is None else [page.Entry(game.id, game.page)]
        )
    ]
