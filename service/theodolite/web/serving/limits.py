"""Access control: API keys, rate limits, CORS and security headers."""

import hmac
import logging
import re
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast
from urllib.parse import urlsplit

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix

from theodolite.web.problems import VERSION, Problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from theodolite.web.serving.rates import Rates

GUARDED = "/v3"
"""The prefix of the paths that need a key and count for rates. All others are public."""
ALWAYS_ANSWERED = "/healthz"
"""The path that is answered under any load, so that a busy worker does not seem dead."""

NETWORK = 64
"""The bits of an IPv6 address that name a network."""

REFUSED = "theodolite.refused"
"""The key of an environ under which a server names the problem that it found with a request."""

RATE_HEADERS: Final = ("RateLimit", "RateLimit-Policy")
"""The fields with what is left of each rate, and with the rates.

See draft-ietf-httpapi-ratelimit-headers-10.
"""
_GUARD = "theodolite.guard"
"""The key of an app's extensions under which is its guard."""
_ADMISSION = "theodolite.admission"
"""The key of an environ under which is the admission of a request."""

_log = logging.getLogger(__name__)

KEY_NAME = "theodolite.key_name"
"""The key of an environ for the name of the API key that a request is sent with; None without."""

OWN_STORE = "memory://"
"""The store of rates that each process has for itself."""
_STORES = (OWN_STORE, "redis://", "rediss://", "redis+unix://")
_KEY_LINE = re.compile(r"([\w.@-]{1,64})\s+([0-9a-fA-F]{64})\Z", re.ASCII)
_WITH_PORT = re.compile(r"(?:\[([^]]+)\]|([0-9.]+))(?::[0-9]+)?\Z", re.ASCII)
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?\Z", re.ASCII)
_PREFLIGHT_SECONDS = 86_400

_SECURITY = [
    # The page and the reference load files of this service only. They also draw images (blob) and
    # have some in style sheets (data).
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
]


class LimitsError(Exception):
    """Invalid limits. The message names all that is wrong, one fault a line."""


@dataclass(frozen=True)
class Limits:
    """The limits of a service; by default none.

    Attributes:
        keys: The name of each API key, by the SHA-256 of the key. Without any, none is asked for.
        rate: The requests of each key, or without keys of each address: say `100/minute`.
        rate_store: Where that is counted: `memory://` of each process, or a Redis that all
            processes and machines share, `redis://host`.
        origins: The origins of other sites whose pages may ask: say `https://example.org`.
        proxies: The number of trusted proxies that name the client.
        largest_batch: The most bytes of a batch; None for any number.
        ipv6_prefix: The bits of an IPv6 address that name a caller: a network has 64 or fewer.
        key_file: The file that `keys` was read from, to be read again at a signal.

    Raises:
        LimitsError: The rate, its store or an origin is invalid.
    """

    keys: Mapping[bytes, str] = field(default_factory=dict)
    rate: str | None = None
    rate_store: str = OWN_STORE
    origins: Sequence[str] = ()
    proxies: int = 0
    largest_batch: int | None = None
    ipv6_prefix: int = NETWORK
    key_file: Path | None = None

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
                admits = all(each.amount for each in parse_many(self.rate))
            except ValueError:
                admits = False
            if not admits:
                yield f"{self.rate!r} is not a rate such as 100/minute"
        if not _is_store(self.rate_store):
            yield f"{self.rate_store!r} is not a store such as redis://localhost"
        elif self.rate_store != OWN_STORE and find_spec("redis") is None:
            yield "a store that is shared needs the extra theodolite[rates]"


def _is_store(address: str) -> bool:
    try:
        urlsplit(address).port  # noqa: B018 - which raises
    except ValueError:
        return False
    return address.startswith(_STORES)


def new_key(name: str) -> tuple[str, str]:
    """A new API key, and its line for the file of keys: its name and its SHA-256.

    A key is 256 random bits, which nobody can guess, so a fast hash suffices. Slow hashes are for
    passwords; here they would let clients keep the service busy with wrong keys.

    Raises:
        LimitsError: The name has characters that the file cannot hold.
    """
    key = secrets.token_urlsafe(32)
    line = f"{name} {sha256(key.encode()).hexdigest()}"
    if not _KEY_LINE.match(line):
        raise LimitsError(f"{name!r} has other characters than letters, digits and _ . @ -")
    return key, line


def load_keys(path: Path) -> Mapping[bytes, str]:
    """Read a file of API keys: lines of a name and a SHA-256; `#` begins a comment.

    Raises:
        LimitsError: There are invalid lines, or there is no key.
        OSError: The file cannot be read.
    """
    keys = {}
    faults = []
    for number, line in enumerate(path.read_text("utf-8-sig", "replace").splitlines(), 1):
        entry = line.partition("#")[0].strip()
        if found := _KEY_LINE.match(entry):
            keys[bytes.fromhex(found[2])] = found[1]
        elif entry:
            faults.append(f"{path}:{number}: not a name and the 64 hexadecimal digits of a SHA-256")
    # An empty file is a mistake. It would make the service public.
    if not keys and not faults:
        faults.append(f"{path}: no API key")
    if faults:
        raise LimitsError("\n".join(faults))
    return keys


_NO_FIELDS: Final[Mapping[str, str]] = MappingProxyType({})


class Admission(NamedTuple):
    """The result of looking at the head of a request.

    Attributes:
        caller: Identifies the caller in queues and counts: its API key, else its address.
        problem: The problem with which the request is refused; None if it is not.
        headers: Further header fields of that problem.
        rates: The rate-limit fields of the response.
    """

    caller: str
    problem: str | None = None
    headers: Mapping[str, str] = _NO_FIELDS
    rates: Mapping[str, str] = _NO_FIELDS


class Guard:
    """Names the callers of requests, and refuses those without a key or over the rate."""

    def __init__(self, limits: Limits) -> None:
        self._keys = limits.keys
        self._key_file = limits.key_file
        self._prefix = limits.ipv6_prefix
        self._rates = _rates(limits)
        trusted = limits.proxies
        self._name_client = ProxyFix(_no_answer, x_for=trusted, x_proto=trusted, x_host=trusted)

    def reload(self) -> None:
        """Read the file of keys again. If it is not valid, it is logged, and the keys stay."""
        if self._key_file is None:
            return
        try:
            self._keys = load_keys(self._key_file)
        except (LimitsError, OSError) as error:
            _log.error("The API keys stay as they were: %s", error)
        else:
            _log.info("Read %d API keys.", len(self._keys))

    def admit(self, environ: "WSGIEnvironment") -> Admission:
        """Admit or refuse a request. Only the first call for a request counts it."""
        admission: Admission | None = environ.get(_ADMISSION)
        if admission is None:
            admission = environ[_ADMISSION] = self._admission(environ)
        return admission

    def count(self, environ: "WSGIEnvironment") -> Admission:
        """Admit or refuse one more request on the lines of an admitted request."""
        return self._admission(environ)

    def caller(self, environ: "WSGIEnvironment") -> str:
        """The caller of a request, as in `Admission`; counts nothing."""
        self._name_client(environ, _no_start)
        scheme, _, key = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        is_named = self._keys and scheme.lower() == "bearer"
        environ[KEY_NAME] = name = self._name_of(key.strip()) if is_named else None
        # The name of a key has no space, and an address no name before it.
        if name is not None:
            return f"key {name}"
        return network(environ.get("REMOTE_ADDR", ""), self._prefix)

    def _admission(self, environ: "WSGIEnvironment") -> Admission:
        caller = self.caller(environ)
        # A refusal of an overloaded service costs nothing else, not even a look at the store.
        if environ.get(REFUSED) == "overloaded" or not _is_guarded(environ):
            return Admission(caller)
        rates: Mapping[str, str] = _NO_FIELDS
        if self._rates is not None:
            rates, wait = self._rates.count(caller)
            if wait is not None:
                return Admission(caller, "too-many-requests", {"Retry-After": str(wait)}, rates)
        if self._keys and environ[KEY_NAME] is None:
            # RFC 6750, section 3.
            key = environ.get("HTTP_AUTHORIZATION", "").partition(" ")[2].strip()
            error = ', error="invalid_token"' if key else ""
            challenge = f'Bearer realm="theodolite"{error}'
            return Admission(caller, "unauthorized", {"WWW-Authenticate": challenge}, rates)
        return Admission(caller, rates=rates)

    def _name_of(self, key: str) -> str | None:
        digest = sha256(key.encode()).digest()
        # Every key is compared, each in constant time, whichever fits.
        names = [name for known, name in self._keys.items() if hmac.compare_digest(known, digest)]
        return names[0] if names else None


@lru_cache(maxsize=1024)
def network(address: str, prefix: int) -> str:
    """The network of an IPv6 address: a client with one address has all of its network.

    Any other address is itself, without the port that some proxies name beside it.

    >>> network("2001:db8::1", 64), network("::ffff:192.0.2.1", 64), network("192.0.2.1", 64)
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    >>> network("[2001:db8::1]:4711", 64), network("192.0.2.1:4711", 64)
    ('2001:db8::/64', '192.0.2.1')
    """
    if ported := _WITH_PORT.match(address):
        address = ported[1] or ported[2]
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found.packed, prefix), strict=False))


def _rates(limits: Limits) -> "Rates | None":
    if limits.rate is None:
        return None
    from theodolite.web.serving.rates import Rates  # noqa: PLC0415 - only then, to start fast

    return Rates(limits.rate, limits.rate_store)


def _is_guarded(environ: "WSGIEnvironment") -> bool:
    # Flask ignores further slashes at the start of a path.
    path = f"/{environ['PATH_INFO'].lstrip('/')}"
    # A browser asks with OPTIONS whether it may ask, and sends no key with that.
    return path.startswith(GUARDED) and environ["REQUEST_METHOD"] != "OPTIONS"


def _no_answer(_environ: "WSGIEnvironment", _start: "StartResponse") -> Iterable[bytes]:
    """The application behind a middleware that is used only to change the environ."""
    return ()


def _no_start(*_: Any) -> Any:
    """The start of no response."""


def register(app: Flask, limits: Limits) -> None:
    """Hold an app to limits; those that are not set cost nothing."""
    # Flask takes None for its own limit, which is that of JSON.
    app.config["LARGEST_BATCH"] = limits.largest_batch or sys.maxsize
    guard = app.extensions[_GUARD] = Guard(limits)
    app.before_request(_refuse)
    if limits.origins:
        _share(app, limits.origins)
    app.wsgi_app = _Guarded(app.wsgi_app, guard)  # type: ignore[method-assign]


def guard_of(app: Flask) -> Guard:
    """The guard of an app; one that admits every request for an app without limits."""
    return cast("Guard", app.extensions.get(_GUARD) or Guard(Limits()))


_HEADERS: Mapping[str, Mapping[str, str]] = {
    "overloaded": {"Retry-After": "1"},
    # RFC 9110, section 12.5.3.
    "unsupported-encoding": {"Accept-Encoding": "identity"},
}
"""Headers of the problems that a server finds."""


def _refuse() -> None:
    environ = request.environ
    admission: Admission = environ[_ADMISSION]
    if admission.problem is not None:
        raise Problem(admission.problem, headers=admission.headers)
    problem = environ.get(REFUSED)
    if problem is not None:
        raise Problem(problem, headers=_HEADERS.get(problem))


def _share(app: Flask, origins: Sequence[str]) -> None:
    from flask_cors import CORS  # noqa: PLC0415

    CORS(
        app,
        resources=rf"{GUARDED}.*",
        origins=list(origins),
        methods=["GET", "POST"],
        allow_headers=["Accept-Language", "Authorization", "Content-Type", "X-Request-ID"],
        expose_headers=[
            *RATE_HEADERS,
            "Retry-After",
            VERSION[0],
            "WWW-Authenticate",
            "X-Request-ID",
        ],
        max_age=_PREFLIGHT_SECONDS,
    )


class _Guarded:
    """A WSGI application that admits requests, and adds header fields to their responses.

    The fields are those of rates, and those that tell browsers how a response may be used.
    """

    def __init__(self, app: "WSGIApplication", guard: Guard) -> None:
        self.app, self.guard = app, guard

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        admission = self.guard.admit(environ)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            is_strict = "Content-Security-Policy" not in dict(headers)
            headers += [*_SECURITY[not is_strict :], *admission.rates.items()]
            return start_response(status, headers, *error)

        return self.app(environ, start)
