"""How requests are sent: every request of the SDK is sent, retried and fails here."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from importlib.metadata import version
from json import dumps
from logging import getLogger
from random import uniform
from re import IGNORECASE
from re import compile as re_compile
from typing import Any, TypedDict, TypeVar
from urllib.parse import urlsplit

import msgspec
from urllib3 import encode_multipart_formdata
from urllib3.exceptions import InvalidHeader
from urllib3.util import Retry

from theodolite_sdk.errors import (
    ConnectionFailed,
    NotSent,
    Problem,
    ProblemError,
    UnexpectedAnswer,
    Unreachable,
    problem_error,
)
from theodolite_sdk.transport import Received, Request, Transport
from theodolite_sdk.words import ENGLISH, LANGUAGE, Language

Response = TypeVar("Response")
Value = TypeVar("Value")

BACKOFF = 0.2
"""Seconds before the first retry, give or take half; the pause doubles with each further one."""
PATIENCE = 10
"""How many timeouts a whole response may take; the timeout itself bounds each pause in it."""
LONGEST_PAUSE = 60.0
"""Seconds: if the service asks for a longer pause, its error is raised instead of a retry."""

LONGEST_TIMEOUT = 86_400
"""Seconds: a day."""

_URL = re_compile(r"https?://[^\s/?#:@][^\s?#]*", IGNORECASE)
_BASE_URL = "a base URL that starts with http:// or https:// and has a host, and no ? or #"
_TIMEOUT = f"a number of seconds above 0, at most {LONGEST_TIMEOUT}"
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_LOG = getLogger("theodolite_sdk")
_RECORD: ContextVar[list[Received] | None] = ContextVar("_RECORD", default=None)
"""Where responses are kept for a caller that asked for them, in this thread or task."""


class Options(TypedDict, total=False):
    """Options of one call, before those of its client.

    Attributes:
        timeout: Seconds, as the client has them.
        headers: Header fields of the request, before those of the client.
        language: Language of explanations.
    """

    timeout: float
    headers: Mapping[str, str]
    language: Language


class Sender:
    """Requests to one service.

    The arguments are those of `Theodolite`, and how requests reach the service.

    Attributes:
        is_closed: Whether requests are refused, because the connections are closed.
    """

    def __init__(
        self,
        transport: Transport,
        url: str,
        *,
        api_key: str | None,
        language: str | None,
        timeout: float,
        retries: int,
    ) -> None:
        _check("url", url, str, _BASE_URL, _is_base_url)
        _check("retries", retries, int, "a whole number from 0", lambda it: it >= 0)
        _check("api_key", api_key, (str, type(None)), "a string or None")
        self.is_closed = False
        self._transport = transport
        self._url = url.rstrip("/")
        self._retries = retries
        self._has_answered = False
        self._headers = {"User-Agent": f"theodolite-sdk/{version('theodolite-sdk')}"}
        # A key that was read from a file ends in a line break.
        if key := (api_key or "").strip():
            self._headers["Authorization"] = f"Bearer {key}"
        self._timeout = timeout
        _, self._headers = self._with({"language": language})

    def _with(self, options: Mapping[str, Any]) -> tuple[float, dict[str, str]]:
        """Return the timeout and the headers of requests with some options.

        Raises:
            TypeError, ValueError: An option is out of its range; the text names it.
        """
        if unknown := [*options.keys() - Options.__annotations__.keys()]:
            known = ", ".join(Options.__annotations__)
            raise TypeError(f"{unknown[0]} is no option of a call; those are {known}")
        timeout, headers = options.get("timeout", self._timeout), {**self._headers}
        _check("timeout", timeout, (int, float), _TIMEOUT, lambda it: 0 < it <= LONGEST_TIMEOUT)
        language = options.get("language")
        _check("language", language, (str, type(None)), "a string or None")
        if language:
            headers["Accept-Language"] = language
        more = options.get("headers", {})
        _check("headers", more, Mapping, "a mapping of strings")
        return timeout, {**headers, **more}

    async def ask(
        self,
        method: str,
        path: str,
        response: type[Response],
        body: object = None,
        *,
        fields: Mapping[str, str | bytes | tuple[str, bytes]] | None = None,
        options: Options | None = None,
    ) -> Response:
        """Send a request as `send` does, and return the JSON of the response as an object.

        Raises:
            UnexpectedAnswer: The response is not JSON of the class `response`.
            TheodoliteError: As `send` raises it.
        """
        accepted = {"Accept": "application/json"}
        received = await self.send(
            method, path, body, fields=fields, headers=accepted, options=options
        )
        return decoded(received.content, response, language_of(received))

    async def send(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        fields: Mapping[str, str | bytes | tuple[str, bytes]] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        options: Options | None = None,
    ) -> Received:
        """Send a request, retry it if that may help, and return the whole response.

        Args:
            method: `GET` or `POST`.
            path: Below the base URL, with the leading slash.
            body: Sent as JSON.
            fields: Sent as a form instead; a file is its name with its content.
            content: Sent as it is instead.
            headers: Headers besides those of every request.
            options: What the call has otherwise than the client.

        Raises:
            ConnectionFailed: No whole response arrived; `TimedOut` if that took too long.
            NotSent: The address, the API key or the body cannot be sent.
            ProblemError: The service responded with a problem.
        """
        timeout, sent = self._with(options or {})
        sent |= headers or {}
        if body is not None:
            content, sent["Content-Type"] = encoded(body), "application/json"
        elif fields is not None:
            content, sent["Content-Type"] = encode_multipart_formdata(fields)
        request = Request(
            method,
            self._url + path,
            sent,
            content,
            timeout,
            timeout * PATIENCE,
        )
        attempt = 0
        while True:
            try:
                return await self._attempt(request)
            except (ConnectionFailed, ProblemError) as error:
                asked = error.retry_after or 0.0
                if attempt == self._retries or not self._may_pass(error) or asked > LONGEST_PAUSE:
                    raise
                pause = asked + BACKOFF * 2**attempt * uniform(0.5, 1.5)  # noqa: S311
                _LOG.warning("%s %s again in %.1f s: %s", method, path, pause, error)
            await self._transport.pause(pause)
            attempt += 1

    def _may_pass(self, error: ConnectionFailed | ProblemError) -> bool:
        """Return whether to try again: a service that never answered is not there at all."""
        return error.may_pass and (self._has_answered or not isinstance(error, Unreachable))

    async def _attempt(self, request: Request) -> Received:
        if self.is_closed:
            raise NotSent("this client is closed: make a new one")
        received = await self._transport.send(request)
        self._has_answered = True
        _LOG.debug(
            "%s %s: %d, request %s",
            request.method,
            request.url,
            received.status,
            received.headers.get("X-Request-ID"),
        )
        if received.status != HTTPStatus.OK:
            raise problem_error(_problem(received), _retry_after(received))
        if (record := _RECORD.get()) is not None:
            record.append(received)
        return received


@contextmanager
def recorded() -> Iterator[list[Received]]:
    """Collect the responses that arrive within the block."""
    responses: list[Received] = []
    unset = _RECORD.set(responses)
    try:
        yield responses
    finally:
        _RECORD.reset(unset)


def encoded(body: object) -> bytes:
    """Return a request body as JSON.

    Raises:
        NotSent: It has a value that JSON does not have, such as NaN or bytes.
    """
    try:
        # msgspec's own JSON has null for NaN, and base64 for bytes.
        plain = msgspec.to_builtins(body, builtin_types=(bytes, bytearray, memoryview))
        text = dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise NotSent(f"the body cannot be written: {error}") from error


def _check(
    name: str,
    value: Value,
    kind: type | tuple[type, ...],
    right: str,
    is_right: Callable[[Value], bool] = lambda _: True,
) -> None:
    if isinstance(value, bool) or not isinstance(value, kind):
        raise TypeError(f"{name} must be {right}, not {type(value).__name__}")
    if not is_right(value):
        raise ValueError(f"{name} must be {right}, not {value!r}")


def _is_base_url(url: str) -> bool:
    try:
        # The port is checked when it is asked for.
        return bool(_URL.fullmatch(url)) and urlsplit(url).port != 0
    except ValueError:
        return False


def language_of(response: Received) -> str:
    """Return the language of a response's texts, such as `nl`."""
    return response.headers.get("Content-Language", ENGLISH)


def decoded(content: bytes, response: type[Response], language: str = ENGLISH) -> Response:
    """Return JSON as an object; fields that its class does not know are ignored.

    Args:
        content: The JSON document, in UTF-8.
        response: The class of the object.
        language: The language of its texts.

    Raises:
        UnexpectedAnswer: It is not JSON, or lacks a required field.
    """
    previous = LANGUAGE.set(language)
    try:
        return msgspec.json.decode(content, type=response)
    except _UNREADABLE as error:
        name = getattr(response, "__name__", response)
        raise UnexpectedAnswer(f"the answer is not a {name} of Theodolite: {error}") from error
    finally:
        LANGUAGE.reset(previous)


def _problem(response: Received) -> Problem:
    """Return the problem as the service words it, or from HTTP if something else responds."""
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
    """Return the seconds of the `Retry-After` header, which gives seconds or a date."""
    value = response.headers.get("Retry-After")
    try:
        return Retry().parse_retry_after(value) if value else None
    except (InvalidHeader, ValueError, OverflowError):
        return None
