"""Who may ask, how often and from which pages: API keys, rate limits, CORS and security headers."""

import hmac
import re
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from theodolite.web.problems import VERSION, Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = [
    "ALWAYS_ANSWERED",
    "GUARDED",
    "HEAD_ONLY",
    "REFUSED",
    "Admitted",
    "Limits",
    "LimitsError",
    "load_keys",
    "new_key",
    "register",
]

GUARDED = "/v1/"
"""Where the paths begin for which keys and rates hold; all others are open to everybody."""
ALWAYS_ANSWERED = "/healthz"
"""The path that is answered under any load: to be busy is not to be dead."""

REFUSED = "theodolite.refused"
"""The key of an environ under which a server names the problem that it found with a request."""

HEAD_ONLY = "theodolite.head_only"
"""The key of an environ whose body has not come: it is asked only whether to wait for the body."""

STORE_SECONDS = 0.03
"""How long the store of the rates may take to answer before the service does without."""
_STORES = ("memory://", "redis://", "rediss://", "redis+unix://")
_KEY_LINE = re.compile(r"([\w.@-]{1,64})\s+([0-9a-fA-F]{64})\Z", re.ASCII)
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?\Z", re.ASCII)
_PREFLIGHT_SECONDS = 86_400

_SECURITY = [
    # All that the page and the reference need comes from this service; they also draw images
    # (blob) and write some into style sheets (data).
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
]


class Admitted(BaseException):
    """A request that nothing is known against; its body may come."""


class LimitsError(Exception):
    """Limits that cannot be used: everything that is wrong with them, one thing a line."""


@dataclass(frozen=True)
class Limits:
    """What a service lets in; by default everything.

    Attributes:
        keys: The name of each API key, by the SHA-256 of the key. Without any, none is asked for.
        rate: How often each key, or without keys each address, may ask: say `100/minute`.
        rate_store: Where that is counted: `memory://` of each process, or a Redis that all
            processes and machines share, `redis://host`.
        origins: The origins of other sites whose pages may ask: say `https://example.org`.
        proxies: How many proxies stand in front and are trusted to say for whom they ask.
        largest_batch: The most bytes of a batch; None for any number.

    Raises:
        LimitsError: The rate or an origin is none.
    """

    keys: Mapping[bytes, str] = field(default_factory=dict)
    rate: str | None = None
    rate_store: str = "memory://"
    origins: Sequence[str] = ()
    proxies: int = 0
    largest_batch: int | None = None

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise LimitsError("\n".join(faults))

    def _faults(self) -> Iterator[str]:
        for origin in self.origins:
            if not _ORIGIN.match(origin):
                yield f"{origin!r} is not an origin such as https://example.org"
        if self.rate is not None:
            from limits import parse_many  # noqa: PLC0415 - only where rates are set, to start fast

            try:
                parse_many(self.rate)
            except ValueError:
                yield f"{self.rate!r} is not a rate such as 100/minute"
        if not self.rate_store.startswith(_STORES):
            yield f"{self.rate_store!r} is not a store such as redis://localhost"
        elif self.rate_store != _STORES[0] and find_spec("redis") is None:
            yield "a store that is shared needs the extra theodolite[rates]"


def new_key(name: str) -> tuple[str, str]:
    """A fresh API key, and the line for the file of keys: its name and its SHA-256.

    The hash may be a fast one, for a key is 256 random bits that nobody can try out. The slow ones
    are for passwords, and here would let anybody keep the service busy with wrong keys.

    Raises:
        LimitsError: The name is not one that the file can hold.
    """
    key = secrets.token_urlsafe(32)
    line = f"{name} {sha256(key.encode()).hexdigest()}"
    if not _KEY_LINE.match(line):
        raise LimitsError(f"{name!r} has other characters than letters, digits and _ . @ -")
    return key, line


def load_keys(path: Path) -> Mapping[bytes, str]:
    """Read a file of API keys: lines of a name and a SHA-256; `#` begins a comment.

    Raises:
        LimitsError: Lines that are neither, or no key at all.
        OSError: The file cannot be read.
    """
    keys = {}
    faults = []
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        entry = line.partition("#")[0].strip()
        if found := _KEY_LINE.match(entry):
            keys[bytes.fromhex(found[2])] = found[1]
        elif entry:
            faults.append(f"{path}:{number}: not a name and the 64 hexadecimal digits of a SHA-256")
    # An empty file is a mistake, and would open the door to everybody.
    if not keys and not faults:
        faults.append(f"{path}: no API key")
    if faults:
        raise LimitsError("\n".join(faults))
    return keys


def register(app: Flask, limits: Limits) -> None:
    """Hold an app to limits; those that are not set cost nothing."""
    # Flask takes None for its own limit, which is that of JSON.
    app.config["LARGEST_BATCH"] = limits.largest_batch or sys.maxsize
    # The order decides: a caller is known before it is counted, and counted before it is refused.
    app.before_request(_refuse_overload)
    if limits.keys:
        app.before_request(partial(_identify, limits.keys))
    if limits.rate is not None:
        _slow_down(app, limits.rate, limits.rate_store)
    if limits.keys:
        app.before_request(_ask_for_key)
    app.before_request(_refuse)
    app.before_request(_admit)
    if limits.origins:
        _share(app, limits.origins)
    if limits.proxies:
        trusted = limits.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=trusted, x_proto=trusted, x_host=trusted
        )
    app.wsgi_app = _SecurityHeaders(app.wsgi_app)  # type: ignore[method-assign]


_HEADERS: Mapping[str, Mapping[str, str]] = {
    "overloaded": {"Retry-After": "1"},
    # RFC 9110, section 12.5.3.
    "unsupported-encoding": {"Accept-Encoding": "identity"},
}
"""Headers of the problems that a server finds."""


def _refuse_overload() -> None:
    # Such a refusal costs nothing else, not even a look at the store of the rates.
    if request.environ.get(REFUSED) == "overloaded":
        _refuse()


def _refuse() -> None:
    problem = request.environ.get(REFUSED)
    if problem is not None:
        raise Problem(problem, headers=_HEADERS.get(problem))


def _admit() -> None:
    if HEAD_ONLY in request.environ:
        if request.routing_exception is not None:
            raise request.routing_exception
        raise Admitted


def _is_guarded() -> bool:
    # A browser asks with OPTIONS whether it may ask, and sends no key with that.
    return request.path.startswith(GUARDED) and request.method != "OPTIONS"


def _credentials() -> tuple[str, str]:
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower(), key.strip()


def _identify(keys: Mapping[bytes, str]) -> None:
    scheme, key = _credentials()
    digest = sha256(key.encode()).digest()
    # Every key is compared, each in constant time, whichever fits.
    names = [name for known, name in keys.items() if hmac.compare_digest(known, digest)]
    if scheme == "bearer" and names:
        g.caller = names[0]


def _ask_for_key() -> None:
    if _is_guarded() and "caller" not in g:
        # RFC 6750, section 3.
        error = ', error="invalid_token"' if _credentials()[1] else ""
        challenge = f'Bearer realm="theodolite"{error}'
        raise Problem("unauthorized", headers={"WWW-Authenticate": challenge})


def _slow_down(app: Flask, rate: str, store: str) -> None:
    from flask_limiter import Limiter, RateLimitExceeded  # noqa: PLC0415
    from limits.errors import StorageError  # noqa: PLC0415

    limiter = Limiter(
        lambda: g.get("caller") or request.remote_addr or "",
        app=app,
        application_limits=[rate],
        storage_uri=store,
        storage_options={} if store == _STORES[0] else _impatient(),
        # Without its store the service answers, counts for itself, and says so in its log.
        in_memory_fallback_enabled=True,
        strategy="moving-window",
    )

    def refuse(_error: RateLimitExceeded) -> Response:
        limit, seconds = limiter.current_limit, 0
        # The store that counted is asked again, and may be late this time.
        with suppress(StorageError):
            if limit is not None:
                # Flask-Limiter rounds up to the second after.
                seconds = int(limit.reset_at - time())
        headers = {"Retry-After": str(max(1, seconds))}
        return Problem("too-many-requests", headers=headers).response()

    app.register_error_handler(RateLimitExceeded, refuse)
    limiter.request_filter(lambda: not _is_guarded() or _COUNTED in request.environ)
    app.before_request(_note_counted)


_COUNTED = "theodolite.counted"


def _impatient() -> dict[str, Any]:
    """Options of a Redis: everybody waits for it, so it is not waited for long."""
    from redis.backoff import NoBackoff  # noqa: PLC0415
    from redis.retry import Retry  # noqa: PLC0415

    wait = {"socket_timeout": STORE_SECONDS, "socket_connect_timeout": STORE_SECONDS}
    return {**wait, "retry": Retry(NoBackoff(), 0), "wrap_exceptions": True}


def _note_counted() -> None:
    # A request that leaves the loop is begun twice, and counted once.
    request.environ[_COUNTED] = True


def _share(app: Flask, origins: Sequence[str]) -> None:
    from flask_cors import CORS  # noqa: PLC0415

    CORS(
        app,
        resources=rf"{GUARDED}.*",
        origins=list(origins),
        methods=["GET", "POST"],
        allow_headers=["Accept-Language", "Authorization", "Content-Type", "X-Request-ID"],
        expose_headers=["Retry-After", VERSION[0], "WWW-Authenticate", "X-Request-ID"],
        max_age=_PREFLIGHT_SECONDS,
    )


class _SecurityHeaders:
    """A WSGI application that tells browsers with every answer what it may not be used for."""

    def __init__(self, app: "WSGIApplication") -> None:
        self.app = app

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            headers.extend(_SECURITY)
            return start_response(status, headers, *error)

        return self.app(environ, start)
