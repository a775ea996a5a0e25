"""WSGI behind ASGI: the environ of a request, and the response of an application."""

import re
import sys
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from theodolite.web.serving.limits import REFUSED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import WSGIApplication

LONGEST_FIELD = 1024
"""Characters of a header field that are parsed: a long one would delay everybody."""

_HOST = re.compile(
    r"(\[[0-9a-z:.%]+\]|([0-9a-z._~!$&'()*+,;=-]|%[0-9a-f]{2})*)(:[0-9]{0,5})?\Z", re.IGNORECASE
)
"""A field value of `Host` (RFC 9110, section 7.2)."""
_EMPTY = (204, 304)
_LEFT_OUT = (b"date",)
"""Header fields that uvicorn adds itself."""
_LEFT_OUT_OF_EMPTY = (b"date", b"content-length")
_UNPREFIXED = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}
_EVERY_ENVIRON = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.input_terminated": True,
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}


def environ_of(scope: dict[str, Any]) -> dict[str, Any]:
    """The WSGI environ of a request (PEP 3333), without its body."""
    host, port = scope["server"]
    client = scope["client"]
    environ = {
        **_EVERY_ENVIRON,
        "REQUEST_METHOD": scope["method"],
        # WSGI strings hold bytes: UTF-8 is disguised as Latin-1.
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "REMOTE_ADDR": client[0] if client else "",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
    }
    hosts = 0
    for name, value in scope["headers"]:
        # WSGI does not distinguish X_Forwarded_For from X-Forwarded-For, and only the second is
        # set by a proxy.
        if b"_" in name:
            continue
        hosts += name == b"host"
        key, text = _key(name), value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]},{text}"
        if name.startswith(b"x-forwarded-"):
            # A proxy appends to what its client claims, which may be long, or a quote without end.
            text = text.replace('"', "")[-LONGEST_FIELD:]
        environ[key] = text[:LONGEST_FIELD]
    if problem := _refusal(environ, hosts, scope["raw_path"]):
        environ[REFUSED] = problem
    return environ


def _refusal(environ: dict[str, Any], hosts: int, raw_path: bytes) -> str | None:
    """The problem of a request that is refused for its headers or for the spelling of its path."""
    is_old = environ["SERVER_PROTOCOL"] == "HTTP/1.0"
    if hosts > 1 or not (is_old or hosts) or not _HOST.match(environ.get("HTTP_HOST", "")):
        return "bad-request"
    if b"%" in raw_path or raw_path.startswith(b"//"):
        return "not-found"
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        return "unsupported-encoding"
    return None


# Most requests have the same fields.
@lru_cache(maxsize=64)
def _key(name: bytes) -> str:
    """The key of a field of a request in its environ."""
    field = name.decode("latin-1").upper()
    return _UNPREFIXED.get(field) or f"HTTP_{field.replace('-', '_')}"


class Reply:
    """The response of a WSGI application."""

    status: int
    headers: list[tuple[bytes, bytes]]

    def __init__(self, app: "WSGIApplication", environ: dict[str, Any]) -> None:
        self.body: Iterable[bytes] = app(environ, self._start)

    def _start(self, status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        self.status = int(status[:3])
        left_out = _LEFT_OUT_OF_EMPTY if self.status in _EMPTY else _LEFT_OUT
        self.headers = [
            field for name, value in headers if (field := _field(name, value))[0] not in left_out
        ]

    @property
    def start(self) -> dict[str, Any]:
        """The ASGI message that begins the response."""
        return {"type": "http.response.start", "status": self.status, "headers": self.headers}

    def gather(self) -> None:
        """Make a stream one body, for a client that knows no chunks."""
        body = b"".join(self.body)
        self.close()
        self.body = [body]
        self.headers.append((b"content-length", b"%d" % len(body)))

    def close(self) -> None:
        """Tell the application that the response is sent, or never will be."""
        if hasattr(self.body, "close"):
            self.body.close()


# Most fields of an answer are those of the answer before.
@lru_cache(maxsize=64)
def _field(name: str, value: str) -> tuple[bytes, bytes]:
    return name.lower().encode("latin-1"), value.encode("latin-1")
