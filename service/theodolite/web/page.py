"""The score sheet that people use at the table: a page of static files, served at `/`."""

import gzip
from functools import cache
from importlib.resources import files
from mimetypes import guess_type

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

__all__ = ["blueprint"]

_FILES = files("theodolite.web").joinpath("page")

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def index() -> Response:
    """The page."""
    return _serve("index.html")


@blueprint.get("/page/<path:name>")
def file(name: str) -> Response:
    """A file of the page."""
    return _serve(name)


@blueprint.get("/service-worker.js")
def service_worker() -> Response:
    """What keeps the page working offline; a worker rules the folder that it is served from."""
    return _serve("service-worker.js")


def _serve(name: str) -> Response:
    plain, packed = _read(name)
    is_packed = "gzip" in request.accept_encodings
    response = Response(packed if is_packed else plain, mimetype=guess_type(name)[0])
    response.headers["Vary"] = "Accept-Encoding"
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    # The browser asks whether a file has changed before it uses one that it has kept.
    response.cache_control.no_cache = True
    response.add_etag()
    return response.make_conditional(request)


@cache
def _read(name: str) -> tuple[bytes, bytes]:
    """A file as it is and packed by gzip; NotFound if the page has no such file."""
    parts = name.split("/")
    path = _FILES.joinpath(*parts)
    if ".." in parts or not path.is_file():
        raise NotFound
    plain = path.read_bytes()
    return plain, gzip.compress(plain, mtime=0)
