"""Generates hostile requests from the operations of an application, new games included.

A request depends on its seed alone, so that a failure can be repeated.
"""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import Flask

from properties.requests import corrupted
from theodolite.web.game import operations_of
from theodolite.web.operations import Operation

JSON, BATCH, FORM = "application/json", "application/x-ndjson", "multipart/form-data"
_FILES = (
    *("/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/docs/start.js", "/docs/none"),
    *("/page/games.json", "/page/shell/link.js", "/page/misterra/game.js", "/page/none"),
    *("/problems/not-json", "/problems/invalid-snapshot", "/problems/none"),
)
"""Paths of rules with blanks."""
DEAR = ("/routes", "/scenarios")
"""Searches take as long as a hundred other requests, so they are sent a tenth as often."""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"
)


class Asked(NamedTuple):
    """A valid request to an operation, to be corrupted."""

    method: str
    path: str
    media_type: str
    example: Any


def asked(app: Flask) -> list[Asked]:
    """List every operation of an application."""
    operations = operations_of(app)
    paths = {rule.endpoint: rule.rule for rule in app.url_map.iter_rules()}
    return [
        Asked(each.method, paths[id_], each.media_type if each.schema else "", _example(each))
        for id_, each in operations.items()
    ]


def files(app: Flask) -> list[Asked]:
    """List all other paths of an application: specification, reference, page, metrics, problems."""
    rules = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if rule.endpoint not in operations_of(app) and not rule.arguments - set(rule.defaults or ())
    }
    return [Asked("GET", path, "", None) for path in (*sorted(rules), *_FILES)]


def _example(operation: Operation) -> Any:
    return json.loads(json.dumps(operation.example))


def whole_request(
    method: str,
    path: str,
    body: bytes = b"",
    media_type: str = JSON,
    headers: Sequence[tuple[str, str]] = (),
) -> bytes:
    """Assemble the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: referee", f"Content-Length: {len(body)}"]
    if media_type:
        lines.append(f"Content-Type: {media_type}")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + body


def example(one: Asked) -> bytes:
    """Make a valid request; for operations on photographs, one with an unreadable picture."""
    if one.media_type == FORM:
        return whole_request(one.method, one.path, *form(one.example, PIXEL))
    body = b"" if one.method == "GET" else json.dumps(one.example).encode()
    return whole_request(one.method, one.path, body, one.media_type or JSON)


def form(parts: Any, photo: bytes) -> tuple[bytes, str]:
    """Make the body of a form with a file, and its media type."""
    body = b""
    for name, value in parts.items() if isinstance(parts, dict) else ():
        quoted = str(name).replace("\r", "").replace("\n", "").encode("utf-8", "replace")
        is_file = name == "photo"
        content = photo if is_file else json.dumps(value).encode()
        file = b'; filename="board.jpg"' if is_file else b""
        body += b'--board\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % (
            quoted,
            file,
            content,
        )
    return body + b"--board--\r\n", f"{FORM}; boundary=board"


def attack(operations: Sequence[Asked], seed: int) -> bytes:
    """Make a hostile request or, one time in twenty, bytes that are not a request."""
    rng = random.Random(seed)
    one = _chosen(rng, operations)
    if rng.random() < 0.05:
        return _broken(rng, example(one))
    method, path = one.method, one.path
    if rng.random() < 0.03:
        method = rng.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
    if rng.random() < 0.03:
        path = rng.choice(_PATHS)(path)
    media_type = one.media_type or JSON
    value = one.example
    for _ in range(rng.randrange(4)):
        value = corrupted(rng, value)
    if one.media_type == FORM:
        photo = rng.choice([PIXEL, PIXEL[:-9], b"", b"\xff\xd8\xff" * 9, rng.randbytes(40)])
        body, media_type = form(value, photo)
    elif one.method == "GET":
        body = b""
    else:
        body = json.dumps(value).encode()
    if one.media_type == BATCH:
        lines = [body] * rng.randrange(4) + [rng.choice(_LINES) for _ in range(rng.randrange(9))]
        body = b"\n".join(lines)
    if rng.random() < 0.05 and body:
        cut = rng.randrange(len(body))
        body = body[:cut] + rng.randbytes(rng.randrange(4)) + body[cut + rng.randrange(9) :]
    if rng.random() < 0.03:
        media_type = rng.choice(_MEDIA_TYPES)
    return whole_request(method, path, body, media_type, _headers(rng))


def _chosen(rng: random.Random, operations: Sequence[Asked]) -> Asked:
    one = rng.choice(operations)
    is_spared = one.path.endswith(DEAR) and rng.random() < 0.9
    return rng.choice(operations) if is_spared else one


_PATHS: Sequence[Callable[[str], str]] = (
    lambda path: f"/{path}",
    lambda path: f"{path}/",
    lambda path: f"{path}/../..{path}",
    lambda path: f"{path}%00",
    lambda path: f"{path}?{'a=b&' * 500}",
    lambda path: path.upper(),
    lambda path: path.replace("/", "//"),
    lambda path: f"{path}%ff%fe",
    lambda path: f"/problems{path}",
    lambda path: f"/docs/..%2f..%2f{path}",
    lambda path: "/" + "x" * 9_000,
    lambda path: "*",
    lambda path: f"{path}#",
    lambda path: path.replace("m", "%6d"),
    lambda path: "/a" * 10_000,
    lambda path: "/" + "%41" * 9_000,
    lambda path: f"http://referee{path}",
)
_MEDIA_TYPES = (
    *("", "text/plain", "application/json; charset=utf-7", "application/xml", "é", "x" * 999),
    *(BATCH, JSON, FORM, f"{FORM}; boundary=", f"{FORM}; boundary={'b' * 500}", "APPLICATION/JSON"),
)
_HEADERS = (
    ("Accept-Language", ",".join("a" * 300)),
    ("Accept-Language", "nl;q=x, fr;q=-1, de;q=1e309, en;q=0"),
    ("Accept-Language", "fr"),
    ("Accept", "image/webp;q=0"),
    ("Accept-Encoding", "br;q=1, gzip;q=nan"),
    ("X-Request-ID", "a" * 4000),
    ("X-Request-ID", "\u20ac"),
    ("X-Forwarded-For", "unknown, 1.2.3.4.5"),
    ("X_Forwarded_For", "192.0.2.1"),
    ("Forwarded", "for=_hidden"),
    ("Authorization", "Bearer " + "=" * 900),
    ("Cookie", "a=b; " * 200),
    ("Range", "bytes=9999999-, 0-0, -1"),
    ("If-None-Match", '"' * 99),
    ("If-Modified-Since", "Thu, 99 Foo 99999 99:99:99 GMT"),
    ("Expect", "100-continue"),
    ("Connection", "Upgrade"),
    ("Upgrade", "h2c"),
    ("Connection", "Upgrade, HTTP2-Settings\r\nUpgrade: h2c"),
    ("Connection", "upgrade\r\nUpgrade: websocket"),
    ("Host", "other"),
    ("Content-Type", "application/json" + ";a=b" * 5_000),
    ("Accept-Encoding", "gzip;q=0.5," * 2_000),
    ("Accept-Language", "nl;q=0.5," * 2_000),
    ("If-None-Match", '"a",' * 5_000),
    ("Authorization", "Digest " + 'a="b",' * 4_000),
    ("X-Forwarded-For", "192.0.2.1," * 2_000),
    ("A", "\r\nA: ".join("b" * 500)),
    ("Content-Encoding", "gzip"),
    ("Origin", "null"),
    ("Transfer-Encoding-", "chunked"),
    ("Date", "tomorrow"),
)
_SIZES = (0, 1, 10, 100, 1_000, 1_030, 5_000, 20_000, 33_000)
_FILLERS = (
    *("a", ",", ";", '"', " ", "\t", "=", "a,"),
    *("a;q=0.5,", ';a="b"', "-1, ", "\u00e9", "%41", "()"),
)
_NAMES = (*(name for name, _ in _HEADERS), "Accept", "TE", "Trailer", "Via", "X-Real-IP")


def _headers(rng: random.Random) -> list[tuple[str, str]]:
    """Up to two known attacks, and one time in five a field of any name, size and form."""
    headers = [rng.choice(_HEADERS) for _ in range(rng.randrange(3))]
    if rng.random() < 0.2:
        value = rng.choice(_FILLERS) * rng.choice(_SIZES)
        headers.append((rng.choice(_NAMES), value[: rng.choice(_SIZES)]))
    return headers


_LINES = (b"", b" ", b"1", b"{}", b"[" * 900, b'"', b"\xff", b"null", b"{" * 50, b"1e999")


def _broken(rng: random.Random, request: bytes) -> bytes:
    """Make bytes that are not a complete request."""
    head, _, body = request.partition(b"\r\n\r\n")
    ways: list[Callable[[], bytes]] = [
        lambda: request[: rng.randrange(len(request))],
        lambda: rng.randbytes(rng.randrange(1, 200)),
        lambda: (
            head.replace(b"HTTP/1.1", rng.choice([b"HTTP/9.9", b"HTTP/0.9", b""])) + b"\r\n\r\n"
        ),
        lambda: head + b"\r\nContent-Length: 1\r\n\r\n" + body,
        lambda: head + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + body,
        lambda: head + b"\r\nX: " + b"y" * 40_000 + b"\r\n\r\n",
        lambda: head.replace(b"Content-Length: ", b"Content-Length: -") + b"\r\n\r\n" + body,
        lambda: b"\r\n" * 40 + request[: rng.randrange(len(request))],
        lambda: (
            head.replace(b"Content-Length", b"Transfer-Encoding: chunked\r\nX")
            + b"\r\n\r\n5\r\n{\r\n"
        ),
    ]
    return rng.choice(ways)()
