"""Requests to a service at an address, or to the application in this process."""

from collections.abc import Callable, Mapping
from http.client import HTTPException
from ssl import SSLError
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 30
"""Seconds to wait for another service."""
_ADVICE = " Is it running? `theodolite serve` starts one."


class Reply(NamedTuple):
    """A response: its status, its header fields and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        """The media type of the body, without parameters."""
        kinds = [value for name, value in self.headers.items() if name.lower() == "content-type"]
        return "".join(kinds).partition(";")[0]


class UnreachableError(Exception):
    """A service gives no answer; the text says why."""


Send = Callable[[str, str, Mapping[str, str], bytes | None], Reply]
"""Sends a request: method, path, headers and body.

Raises UnreachableError if there is no answer.
"""


def ask_here(card_packs: Mapping[str, Any] | None = None) -> Send:
    """Return what asks the application in this process.

    Args:
        card_packs: The result of `card_packs.load`.
    """
    from theodolite.web.app import create_app

    app = create_app(card_packs)

    def send(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        response = app.test_client().open(path, method=method, headers=dict(headers), data=body)
        return Reply(response.status_code, dict(response.headers), response.data)

    return send


def ask_at(url: str, api_key: str | None = None) -> Send:
    """Return what asks the service at an address.

    Args:
        url: The address, such as `http://127.0.0.1:8000`.
        api_key: Sent as a bearer token.
    """
    key = {"Authorization": f"Bearer {api_key}"} if api_key else {}

    def send(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        request = Request(  # noqa: S310
            url.rstrip("/") + path, body, {**headers, **key}, method=method
        )
        try:
            try:
                response = urlopen(request, timeout=PATIENCE)  # noqa: S310
            except HTTPError as error:
                response = error
            with response:
                return Reply(response.status, dict(response.headers), response.read())
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", error)
            words = f"{getattr(reason, 'strerror', None) or reason}".rstrip(".")
            advice = "" if isinstance(reason, SSLError) else _ADVICE
            raise UnreachableError(
                f"No service can be reached at {url}: {words}.{advice}"
            ) from error

    return send
