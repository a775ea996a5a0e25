"""Where a caller begins: `Theodolite` is one service, with an attribute for each game."""

from functools import cached_property
from os import environ
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack

import requests

from theodolite_sdk.blocking import BlockingTransport
from theodolite_sdk.modes import Async, Client, Mode, RawAsync, RawSync, Sync, endpoint
from theodolite_sdk.responses import Game, GameList, Health
from theodolite_sdk.sender import Options, Sender
from theodolite_sdk.transport import Transport
from theodolite_sdk.words import Language

if TYPE_CHECKING:
    import httpx

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
    async def games(self, **options: Unpack[Options]) -> tuple[Game, ...]:
        """Return the games that the service judges, each with its operations.

        Examples:
            >>> [game.id for game in referee.games()]
            ['misterra', 'cartographers', 'tiwanaku', 'treasure-hunt']
        """
        return (await self._sender.ask("GET", "/v3", GameList, options=options)).games

    @endpoint
    async def health(self, **options: Unpack[Options]) -> Health:
        """Return that the service is alive, and its version.

        Examples:
            >>> referee.health().status
            'ok'
        """
        return await self._sender.ask("GET", "/healthz", Health, options=options)

    @endpoint
    async def ready(self, **options: Unpack[Options]) -> Health:
        """Return that the service takes requests; raises `ServerError` while it does not.

        Examples:
            >>> referee.ready().status
            'ready'
        """
        return await self._sender.ask("GET", "/readyz", Health, options=options)

    @endpoint
    async def metrics(self, **options: Unpack[Options]) -> str:
        """Return the service's metrics in the Prometheus text format.

        Examples:
            >>> "theodolite_" in referee.metrics()
            True
        """
        received = await self._sender.send("GET", "/metrics", options=options)
        return received.content.decode("utf-8", "replace")

    @endpoint
    async def specification(self, **options: Unpack[Options]) -> dict[str, Any]:
        """Return the OpenAPI document of the service, as it describes itself.

        Examples:
            >>> referee.specification()["openapi"]
            '3.1.0'
        """
        return await self._sender.ask("GET", "/openapi.json", dict[str, Any], options=options)


class _Connection(Service[Mode]):
    """A service with the connections to it."""

    def __init__(
        self,
        url: str | None,
        transport: Transport,
        mode: type[Mode],
        *,
        api_key: str | None,
        **settings: Any,
    ) -> None:
        url = environ.get("THEODOLITE_URL", "http://127.0.0.1:8000") if url is None else url
        api_key = environ.get("THEODOLITE_API_KEY") if api_key is None else api_key
        super().__init__(Sender(transport, url, api_key=api_key, **settings), mode)


class Theodolite(_Connection[Sync]):
    """A connection to a Theodolite service; threads may share it.

    Each method raises a `TheodoliteError` if something goes wrong.

    Args:
        url: Where the service is, without `?` and `#`. If None, the environment variable
            `THEODOLITE_URL` says it, or else it is `http://127.0.0.1:8000`.
        api_key: Sent as a bearer token, for a service that asks for one. If None, the environment
            variable `THEODOLITE_API_KEY` may have it.
        language: Language of explanations, such as `nl`; English if None.
        timeout: Seconds to wait for a connection, and for each next byte of a response: above 0,
            at most a day. A whole response may take ten times as long, however its bytes come.
        retries: How often, from 0, a request is repeated after a broken connection, a timeout or a
            429, 502, 503 or 504, with the pause that the service asks for or else a growing one.
            The service stores nothing, so that any request may be repeated.
        session: A session of your own, with its proxies, certificates and adapters. Its adapters
            then bound the time of a response, and `close` leaves it open.

    Raises:
        ValueError: An argument is out of its range; the text names it.
        TypeError: An argument is of another type.

    Examples:
        >>> with Theodolite(language="nl") as referee:
        ...     referee.health().status
        'ok'
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        language: Language | None = None,
        timeout: float = 10.0,
        retries: int = 5,
        session: requests.Session | None = None,
    ) -> None:
        self._transport = BlockingTransport(session)
        settings = {"language": language, "timeout": timeout, "retries": retries}
        super().__init__(url, self._transport, Sync, api_key=api_key, **settings)

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
    limit of time. Needs httpx, which the extra `async` of the SDK installs.

    Args:
        url: As `Theodolite` has it, and the others too.
        api_key: A bearer token.
        language: Language of explanations.
        timeout: Seconds.
        retries: How often.
        client: A client of httpx of your own, for one event loop; `close` leaves it open.

    Raises:
        ValueError: An argument is out of its range; the text names it.
        TypeError: An argument is of another type.
        ImportError: httpx is not installed.

    Examples:
        >>> import asyncio
        >>> async def main():
        ...     async with AsyncTheodolite() as referee:
        ...         return (await referee.health()).status
        >>> asyncio.run(main())
        'ok'
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        api_key: str | None = None,
        language: Language | None = None,
        timeout: float = 10.0,
        retries: int = 5,
        client: "httpx.AsyncClient | None" = None,
    ) -> None:
        from theodolite_sdk.nonblocking import NonblockingTransport

        self._transport = NonblockingTransport(client)
        settings = {"language": language, "timeout": timeout, "retries": retries}
        super().__init__(url, self._transport, Async, api_key=api_key, **settings)

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
