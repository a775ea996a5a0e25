"""The score sheet that people use at the table: a page of static files, served at `/`."""

import gzip
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
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
    if name not in _contents():
        raise NotFound
    plain, packed = _contents()[name]
    is_packed = request.accept_encodings.quality("gzip") > 0
    response = Response(packed if is_packed else plain, mimetype=guess_type(name)[0])
    response.headers["Vary"] = "Accept-Encoding"
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    # The browser asks whether a file has changed before it uses one that it has kept.
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def _contents() -> Mapping[str, tuple[bytes, bytes]]:
    """Every file of the page by its name, as it is and packed by gzip."""
    with as_file(_FILES) as folder:
        plain = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
    return {name: (content, gzip.compress(content, mtime=0)) for name, content in plain.items()}
