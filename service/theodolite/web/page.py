"""The score sheet that people use at the table: a page of static files, served at `/`."""

from importlib.resources import files

from flask import Blueprint, Response, send_from_directory

__all__ = ["blueprint"]

_FILES = str(files("theodolite.web").joinpath("page"))

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def index() -> Response:
    """The page."""
    return send_from_directory(_FILES, "index.html")


@blueprint.get("/page/<path:name>")
def file(name: str) -> Response:
    """A file of the page."""
    return send_from_directory(_FILES, name)


@blueprint.get("/service-worker.js")
def service_worker() -> Response:
    """What keeps the page working offline; a worker rules the folder that it is served from."""
    return send_from_directory(_FILES, "service-worker.js")
