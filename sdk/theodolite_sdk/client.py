"""Where a caller begins: one service, and the games that it judges."""

from types import TracebackType
from typing import Any, Self

from theodolite_sdk.cartographers import Cartographers
from theodolite_sdk.misterra import Misterra
from theodolite_sdk.sender import Sender
from theodolite_sdk.tiwanaku import Tiwanaku
from theodolite_sdk.treasure_hunt import TreasureHunt
from theodolite_sdk.types import Game, GameList, Health

__all__ = ["Theodolite"]


class Theodolite:
    """A connection to a Theodolite service; threads may share it.

    Args:
        url: Where the service is, such as `http://127.0.0.1:8000`.
        api_key: Sent as a bearer token, for a service that asks for one.
        language: Language of the explanations, such as `nl`; English by default.
        timeout: Seconds to wait for a connection, and for each next sign of an answer. A whole
            answer may take ten times as long, however its bytes come.
        retries: How often a request is repeated after a broken connection, a timeout or a
            429, 502, 503 or 504, with the pause the service asks for or else a growing one.
            The service stores nothing, so any request may be repeated.

    Raises:
        ValueError: `url` is no HTTP address.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        api_key: str | None = None,
        language: str | None = None,
        timeout: float = 10.0,
        retries: int = 5,
    ) -> None:
        self._sender = Sender(url, api_key, language, timeout, retries)
        self.misterra = Misterra(self._sender)
        self.cartographers = Cartographers(self._sender)
        self.tiwanaku = Tiwanaku(self._sender)
        self.treasure_hunt = TreasureHunt(self._sender)

    def games(self) -> tuple[Game, ...]:
        """What the service judges: each game with its questions and rulings."""
        return self._sender.ask("GET", "/v1/games", GameList).games

    def health(self) -> Health:
        """Whether the service is alive."""
        return self._sender.ask("GET", "/healthz", Health)

    def ready(self) -> Health:
        """Whether the service takes requests; `ServerError` while it does not."""
        return self._sender.ask("GET", "/readyz", Health)

    def metrics(self) -> str:
        """The service's counters, in the Prometheus text format."""
        return self._sender.send("GET", "/metrics").content.decode("utf-8", "replace")

    def specification(self) -> dict[str, Any]:
        """The OpenAPI document of the service, as it describes itself."""
        return self._sender.ask("GET", "/openapi.json", dict[str, Any])

    def close(self) -> None:
        """Close the connections that are kept open between requests."""
        self._sender.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
