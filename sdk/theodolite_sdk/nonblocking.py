"""The transport of `AsyncTheodolite`: httpx, with a deadline for the whole response."""

from os import environ

try:
    import anyio
    import httpx
    from anyio.lowlevel import current_token
except ModuleNotFoundError as error:
    raise ImportError(
        "AsyncTheodolite needs httpx: pip install 'theodolite-sdk[async]'", name=error.name
    ) from error

from theodolite_sdk.errors import (
    ConnectionFailed,
    NotSent,
    TimedOut,
    UnexpectedAnswer,
)
from theodolite_sdk.transport import CONNECTIONS, LARGEST, Received, Request, unreachable

_REFUSED = (httpx.ConnectError, httpx.ProxyError)
# httpx raises an ImportError for a proxy that it has no package for.
_NOT_SENT = (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, ImportError)


class NonblockingTransport:
    """Connections that are kept open and pooled; the tasks of one event loop share them.

    Args:
        client: The caller's own client, which is used as it is and left open.
    """

    _loop: object = None
    _slots: anyio.CapacityLimiter

    def __init__(self, client: httpx.AsyncClient | None = None) -> None:
        self._is_own = client is None
        self._client = client

    def _enter_loop(self) -> httpx.AsyncClient:
        """Begin anew in another event loop: connections work in the loop that made them."""
        loop = current_token()
        if self._client and self._loop == loop:
            return self._client
        if self._is_own or self._client is None:
            self._client = _client()
        self._slots = anyio.CapacityLimiter(CONNECTIONS)
        self._loop = loop
        return self._client

    async def send(self, request: Request) -> Received:
        """Send a request as `Transport.send` says."""
        try:
            client = self._enter_loop()
            async with self._slots:
                with anyio.fail_after(request.deadline):
                    return await self._exchange(client, request)
        except TimeoutError as error:
            raise TimedOut(f"{request.url} gave no whole answer in time") from error
        except httpx.TimeoutException as error:
            raise TimedOut(f"{request.url} did not answer within {request.timeout:g} s") from error
        except _REFUSED as error:
            raise unreachable(request.url, error) from error
        except (httpx.NetworkError, httpx.RemoteProtocolError, httpx.DecodingError) as error:
            raise ConnectionFailed(f"{request.url} gave no whole answer: {error}") from error
        except _NOT_SENT as error:
            raise NotSent(f"{request.url!r} cannot be asked: {error}") from error

    async def _exchange(self, client: httpx.AsyncClient, request: Request) -> Received:
        async with client.stream(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            timeout=request.timeout,
        ) as response:
            content = bytearray()
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > LARGEST:
                    raise UnexpectedAnswer(f"an answer of more than {LARGEST >> 20} MiB")
            return Received(
                response.status_code, response.reason_phrase, response.headers, bytes(content)
            )

    async def pause(self, seconds: float) -> None:
        """Let other tasks run for some seconds."""
        await anyio.sleep(seconds)

    async def close(self) -> None:
        """Close the connections that are kept open between requests."""
        if self._is_own and self._client and self._loop == current_token():
            await self._client.aclose()


def _client() -> httpx.AsyncClient:
    # The slots bound the connections: waiting for one takes nothing of a request's time.
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=CONNECTIONS)
    try:
        return httpx.AsyncClient(limits=limits)
    except OSError as error:
        name = f"SSL_CERT_FILE={environ.get('SSL_CERT_FILE')}"
        raise ValueError(f"the certificates of {name} cannot be read: {error}") from error
