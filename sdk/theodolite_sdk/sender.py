"""The one sender: every request of the SDK goes out, is repeated and fails here."""

from collections.abc import Mapping
from http import HTTPStatus
from importlib.metadata import version
from random import uniform
from time import sleep
from typing import Any, NamedTuple, TypeVar

import msgspec
import requests
from requests.auth import AuthBase
from urllib3.exceptions import HTTPError, InvalidHeader, ReadTimeoutError
from urllib3.util import Retry

from theodolite_sdk.deadline import DeadlineAdapter, deadline
from theodolite_sdk.errors import (
    ConnectionFailed,
    NotSent,
    Problem,
    ProblemError,
    TimedOut,
    UnexpectedAnswer,
    problem_error,
)
from theodolite_sdk.words import ENGLISH, SPOKEN

__all__ = [
    "BACKOFF",
    "LONGEST_PAUSE",
    "Received",
    "Sender",
    "decoded",
    "encoded",
    "language_of",
]

Answer = TypeVar("Answer")

BACKOFF = 0.2
"""Seconds before the first repetition, give or take half; each further one doubles it."""

PATIENCE = 10
"""An answer may take so many times the timeout in all, which is how long it may pause."""
LARGEST = 64 << 20
"""Bytes of an answer: more than any of Theodolite has."""
LONGEST_PAUSE = 60.0
"""Seconds: a service that asks for a longer pause is not asked again, its error is raised."""

# Repeating here, not in urllib3: an adapter's Retry has done its part before the body is read,
# so an answer that breaks off half way would be lost.
_BROKEN = (
    requests.ConnectionError,
    requests.exceptions.ChunkedEncodingError,
    requests.exceptions.ContentDecodingError,
)

_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Sender:
    """Connections to one service, kept open and pooled; threads may share them.

    The arguments are those of `Theodolite`.
    """

    def __init__(
        self, url: str, api_key: str | None, language: str | None, timeout: float, retries: int
    ) -> None:
        if not url.lower().startswith(("http://", "https://")):
            raise ValueError(f"{url!r} is no HTTP address: it must start with http:// or https://")
        self._url = url.rstrip("/")
        self._timeout = timeout
        self._retries = retries
        self._session = _Session()
        adapter = DeadlineAdapter(pool_maxsize=64)
        self._session.mount("http://", adapter)
        self._session.mount("https://", adapter)
        self._session.headers["User-Agent"] = f"theodolite-sdk/{version('theodolite-sdk')}"
        if language:
            self._session.headers["Accept-Language"] = language
        if api_key:
            self._session.auth = _Bearer(api_key)

    def ask(
        self,
        method: str,
        path: str,
        answer: type[Answer],
        body: object = None,
        **request: Any,
    ) -> Answer:
        """Send a request as `send` does and read the answer's JSON as an `answer`."""
        response = self.send(method, path, body, **request)
        return decoded(response.content, answer, language_of(response))

    def send(
        self,
        method: str,
        path: str,
        body: object = None,
        **request: Any,
    ) -> "Received":
        """Send a request, again and again if need be, and return its whole answer.

        Args:
            method: `GET` or `POST`.
            path: Below the base URL, with the leading slash.
            body: Sent as JSON.
            request: For another body what `requests.request` takes: data, files, headers.

        Raises:
            ConnectionFailed: No whole answer came; `TimedOut` for want of time.
            NotSent: There is no sending it: the address, the key or the body cannot be written.
            ProblemError: The service answered with a problem.
        """
        if body is not None:
            json = {"Content-Type": "application/json"}
            request = {"data": encoded(body), "headers": json}
        attempt = 0
        while True:
            try:
                return self._attempt(method, path, **request)
            except (ConnectionFailed, ProblemError) as error:
                asked = error.retry_after or 0.0
                if attempt == self._retries or not error.may_pass or asked > LONGEST_PAUSE:
                    raise
            sleep(asked + BACKOFF * 2**attempt * uniform(0.5, 1.5))  # noqa: S311
            attempt += 1

    def _attempt(self, method: str, path: str, **request: Any) -> "Received":
        try:
            with (
                deadline(self._timeout * PATIENCE),
                self._session.request(
                    method,
                    self._url + path,
                    timeout=self._timeout,
                    allow_redirects=False,
                    stream=True,
                    **request,
                ) as response,
            ):
                received = Received.whole(response)
        except requests.Timeout as error:
            raise TimedOut(f"{self._url} did not answer within {self._timeout:g} s") from error
        except _BROKEN as error:
            if _is_late(error):
                raise TimedOut(f"{self._url} gave no whole answer in time") from error
            raise ConnectionFailed(f"{self._url} gave no whole answer: {error}") from error
        except (requests.RequestException, HTTPError, ValueError) as error:
            # requests has one error for headers that cannot be sent and those that came.
            if error.args and isinstance(error.args[0], InvalidHeader):
                raise UnexpectedAnswer(f"{self._url} gave no HTTP answer: {error}") from error
            raise NotSent(f"{self._url!r} cannot be asked: {error}") from error
        if received.status != HTTPStatus.OK:
            raise problem_error(_problem(received), _retry_after(received))
        return received

    def close(self) -> None:
        """Close the connections that are kept open between requests."""
        self._session.close()


class Received(NamedTuple):
    """A whole answer."""

    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes

    @classmethod
    def whole(cls, response: requests.Response) -> "Received":
        """Read an answer to its end.

        Raises:
            UnexpectedAnswer: It is larger than any of Theodolite.
        """
        content = bytearray()
        for piece in response.iter_content(1 << 16):
            content += piece
            if len(content) > LARGEST:
                raise UnexpectedAnswer(f"an answer of more than {LARGEST >> 20} MiB")
        return cls(response.status_code, response.reason or "", response.headers, bytes(content))


class _Session(requests.Session):
    """A session that follows no redirections, and so reads nothing of them for itself."""

    def get_redirect_target(self, _response: requests.Response) -> None:
        """Return None: an answer leads nowhere."""


def _is_late(error: requests.RequestException) -> bool:
    """Whether an answer broke off for want of time."""
    return bool(error.args) and isinstance(error.args[0], ReadTimeoutError)


class _Bearer(AuthBase):
    """Sends the key; as `auth`, because a `.netrc` would overwrite a header of the session."""

    def __init__(self, key: str) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = f"Bearer {self._key}"
        return request


def encoded(body: object) -> bytes:
    """A body as JSON.

    Raises:
        NotSent: It holds what JSON cannot.
    """
    try:
        return msgspec.json.encode(body)
    except (TypeError, ValueError, RecursionError) as error:
        raise NotSent(f"the body cannot be written: {error}") from error


def language_of(response: Received) -> str:
    """The language of an answer's texts."""
    return response.headers.get("Content-Language", ENGLISH)


def decoded(content: bytes, answer: type[Answer], language: str = ENGLISH) -> Answer:
    """Read JSON as an `answer` in a language: unknown fields are passed over.

    Raises:
        UnexpectedAnswer: It is no JSON, or lacks what every `answer` has.
    """
    unspoken = SPOKEN.set(language)
    try:
        return msgspec.json.decode(content, type=answer)
    except _UNREADABLE as error:
        name = getattr(answer, "__name__", answer)
        raise UnexpectedAnswer(f"the answer is not a {name} of Theodolite: {error}") from error
    finally:
        SPOKEN.reset(unspoken)


def _problem(response: Received) -> Problem:
    """The problem as worded by the service, or by HTTP if something else answers in its place."""
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
    except _UNREADABLE:
        problem = Problem()
    return msgspec.structs.replace(
        problem,
        status=response.status,
        title=problem.title or response.reason,
        detail=problem.detail or response.headers.get("Location", ""),
        request_id=problem.request_id or response.headers.get("X-Request-ID"),
    )


def _retry_after(response: Received) -> float | None:
    """Seconds of the `Retry-After` header, whether it gives seconds or a date."""
    value = response.headers.get("Retry-After")
    try:
        return Retry().parse_retry_after(value) if value else None
    except (InvalidHeader, ValueError, OverflowError):
        return None
