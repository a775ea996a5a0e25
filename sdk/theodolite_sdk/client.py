"""Where a caller begins: `Theodolite` is one service, with an attribute for each game."""

from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from theodolite_sdk.blocking import BlockingTransport
from theodolite_sdk.modes import Async, Client, Mode, RawAsync, RawSync, Sync, endpoint
from theodolite_sdk.responses import Game, GameList, Health
from theodolite_sdk.sender import Sender
from theodolite_sdk.transport import Transport

if TYPE_CHECKING:
    from theodolite_sdk.cartographers import Cartographers
    from theodolite_sdk.misterra import Misterra
    from theodolite_sdk.tiwanaku import Tiwanaku
    from theodolite_sdk.treasure_hunt import TreasureHunt


class Service(Client[Mode]):
    """The operations of a service, with an attribute for each game.

    Each method raises a `TheodoliteError` if something goes wrong.
    """

    # A game is imported on first use, because a caller rarely needs all of them.

    @cached_property
    def misterra(self) -> "Misterra[Mode]":
        """The operations of Maps of Misterra."""
        from theodolite_sdk.misterra import Misterra

        return Misterra(self._sender, self._mode)

    @cached_property
    def cartographers(self) -> "Cartographers[Mode]":
        """The operations of Cartographers and Heroes."""
        from theodolite_sdk.cartographers import Cartographers

        return Cartographers(self._sender, self._mode)

    @cached_property
    def tiwanaku(self) -> "Tiwanaku[Mode]":
        """The operations of Tiwanaku."""
        from theodolite_sdk.tiwanaku import Tiwanaku

        return Tiwanaku(self._sender, self._mode)

    @cached_property
    def treasure_hunt(self) -> "TreasureHunt[Mode]":
        """The operations of Treasure Hunt."""
        from theodolite_sdk.treasure_hunt import TreasureHunt

        return TreasureHunt(self._sender, self._mode)

    @endpoint
    async def games(self) -> tuple[Game, ...]:
        """Return the games that the service judges, each with its operations."""
        return (await self._sender.ask("GET", "/v3", GameList)).games

    @endpoint
    async def health(self) -> Health:
        """Return that the service is alive, and its version."""
        return await self._sender.ask("GET", "/healthz", Health)

    @endpoint
    async def ready(self) -> Health:
        """Return that the service takes requests; raises `ServerError` while it does not."""
        return await self._sender.ask("GET", "/readyz", Health)

    @endpoint
    async def metrics(self) -> str:
        """Return the service's metrics in the Prometheus text format."""
        return (await self._sender.send("GET", "/metrics")).content.decode("utf-8", "replace")

    @endpoint
    async def specification(self) -> dict[str, Any]:
        """Return the OpenAPI document of the service, as it describes itself."""
        return await self._sender.ask("GET", "/openapi.json", dict[str, Any])


class _Connection(Service[Mode]):
    """A service with the connections to it."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        api_key: str | None = None,
        language: str | None = None,
        timeout: float = 10.0,
        retries: int = 5,
    ) -> None:
        transport, mode = self._connect()
        sender = Sender(
            transport, url, api_key=api_key, language=language, timeout=timeout, retries=retries
        )
        super().__init__(sender, mode)

    def _connect(self) -> tuple[Transport, type[Mode]]:
        """Return how requests are sent, and how methods run."""
        raise NotImplementedError


class Theodolite(_Connection[Sync]):
    """A connection to a Theodolite service; threads may share it.

    Each method raises a `TheodoliteError` if something goes wrong.

    Args:
        url: Where the service is, such as `http://127.0.0.1:8000`, without `?` and `#`.
        api_key: Sent as a bearer token, for a service that asks for one.
        language: Language of explanations, such as `nl`; English if None.
        timeout: Seconds to wait for a connection, and for each next byte of a response: above 0,
            at most a day. A whole response may take ten times as long, however its bytes come.
        retries: How often, from 0, a request is repeated after a broken connection, a timeout or a
            429, 502, 503 or 504, with the pause that the service asks for or else a growing one.
            The service stores nothing, so that any request may be repeated.

    Raises:
        ValueError: An argument is out of its range; the text names it.
        TypeError: An argument is of another type.
    """

    def _connect(self) -> tuple[Transport, type[Sync]]:
        self._transport = BlockingTransport()
        return self._transport, Sync

    @cached_property
    def with_raw_response(self) -> Service[RawSync]:
        """The same service, whose methods return a `RawResponse`: status, headers, request id."""
        return Service(self._sender, RawSync)

    def close(self) -> None:
        """Close the connections; further requests raise `NotSent`."""
        self._sender.is_closed = True
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncTheodolite(_Connection[Async]):
    """A connection to a Theodolite service, whose methods are awaited (asyncio or trio).

    It has the arguments, methods, errors, retries and limits of time of `Theodolite`. The tasks of
    one event loop may share it: at most 64 requests are under way, and further ones wait without a
    limit of time. Needs `pip install 'theodolite-sdk[async]'`.

    Raises:
        ValueError: An argument is out of its range; the text names it.
        TypeError: An argument is of another type.
        ImportError: httpx is not installed.
    """

    def _connect(self) -> tuple[Transport, type[Async]]:
        from theodolite_sdk.nonblocking import NonblockingTransport

        self._transport = NonblockingTransport()
        return self._transport, Async

    @cached_property
    def with_raw_response(self) -> Service[RawAsync]:
        """The same service, whose methods return a `RawResponse`: status, headers, request id."""
        return Service(self._sender, RawAsync)

    async def close(self) -> None:
        """Close the connections; further requests raise `NotSent`."""
        self._sender.is_closed = True
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
