"""The transport of `Theodolite`: requests, with a deadline for the whole response."""

from time import sleep

import requests
from urllib3.exceptions import (
    HTTPError,
    InvalidHeader,
    MaxRetryError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

from theodolite_sdk.deadline import DeadlineAdapter, deadline
from theodolite_sdk.errors import (
    ConnectionFailed,
    NotSent,
    TimedOut,
    UnexpectedAnswer,
)
from theodolite_sdk.transport import CONNECTIONS, LARGEST, Received, Request, unreachable

# Retries happen in the sender and not in urllib3: an adapter's Retry is done before the response
# body is read, so that a response that breaks off half way would not be retried.
_BROKEN = (
    requests.ConnectionError,
    requests.exceptions.ChunkedEncodingError,
    requests.exceptions.ContentDecodingError,
)


class BlockingTransport:
    """Connections that are kept open and pooled; threads may share them.

    Args:
        session: The caller's own session, which is used as it is and left open.
    """

    def __init__(self, session: requests.Session | None = None) -> None:
        self._is_own = session is None
        self._session = session or _session()

    async def send(self, request: Request) -> Received:
        """Send a request as `Transport.send` says; blocks until the response is whole."""
        try:
            with (
                deadline(request.deadline),
                self._session.request(
                    request.method,
                    request.url,
                    headers=request.headers,
                    data=request.content,
                    timeout=request.timeout,
                    auth=_as_it_is if "Authorization" in request.headers else None,
                    allow_redirects=False,
                    stream=True,
                ) as response,
            ):
                return Received(
                    response.status_code, response.reason or "", response.headers, _whole(response)
                )
        except requests.Timeout as error:
            raise TimedOut(f"{request.url} did not answer within {request.timeout:g} s") from error
        except _BROKEN as error:
            if _is_late(error):
                raise TimedOut(f"{request.url} gave no whole answer in time") from error
            if _is_unreachable(error):
                raise unreachable(request.url, error) from error
            raise ConnectionFailed(f"{request.url} gave no whole answer: {error}") from error
        except (OSError, HTTPError, ValueError) as error:
            # requests has one error for headers that cannot be sent and those that came.
            if error.args and isinstance(error.args[0], InvalidHeader):
                raise UnexpectedAnswer(f"{request.url} gave no HTTP answer: {error}") from error
            raise NotSent(f"{request.url!r} cannot be asked: {error}") from error

    async def pause(self, seconds: float) -> None:
        """Block for some seconds."""
        sleep(seconds)

    def close(self) -> None:
        """Close the connections that are kept open between requests."""
        if self._is_own:
            self._session.close()


def _session() -> requests.Session:
    session = _Session()
    adapter = DeadlineAdapter(pool_maxsize=CONNECTIONS)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session


class _Session(requests.Session):
    """A session that follows no redirects, so that no response is read without a deadline."""

    def get_redirect_target(self, _response: requests.Response) -> None:
        """Return None: no response is a redirect."""


def _as_it_is(request: requests.PreparedRequest) -> requests.PreparedRequest:
    """Authenticate with the header that is there: without an `auth`, a `.netrc` replaces it."""
    return request


def _whole(response: requests.Response) -> bytes:
    content = bytearray()
    for piece in response.iter_content(1 << 16):
        content += piece
        if len(content) > LARGEST:
            raise UnexpectedAnswer(f"an answer of more than {LARGEST >> 20} MiB")
    return bytes(content)


def _is_late(error: requests.RequestException) -> bool:
    """Return whether a response broke off because time was up."""
    return bool(error.args) and isinstance(error.args[0], ReadTimeoutError)


def _is_unreachable(error: requests.RequestException) -> bool:
    """Return whether there was no connection at all, rather than one that broke."""
    if not (error.args and isinstance(error.args[0], MaxRetryError)):
        return False
    return isinstance(error.args[0].reason, (NewConnectionError, ProxyError, SSLError))
