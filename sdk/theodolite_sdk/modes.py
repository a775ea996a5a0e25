"""One source for `Theodolite` and `AsyncTheodolite`: methods are coroutines, bound by a mode.

A method marked `endpoint` is written once, as a coroutine. On a client of the mode `Async` it
returns that coroutine. On one of the mode `Sync` it runs it: the transport of requests never
suspends, so that a coroutine reaches its end when it is started.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from functools import wraps
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from theodolite_sdk.sender import Sender, recorded
from theodolite_sdk.transport import Received

if TYPE_CHECKING:
    # The default spares callers `Misterra[Sync]`. Type checkers know the package by themselves.
    import typing_extensions

    Mode = typing_extensions.TypeVar("Mode", bound="_Mode", default="Sync")
else:
    Mode = TypeVar("Mode")

P = ParamSpec("P")
R = TypeVar("R")


class _Mode:
    blocking: bool
    raw: bool = False


class Sync(_Mode):
    """Methods block, and return what the service answers."""

    blocking = True


class Async(_Mode):
    """Methods are awaited."""

    blocking = False


class RawSync(Sync):
    """Methods block, and return the answer within its `RawResponse`."""

    raw = True


class RawAsync(Async):
    """Methods are awaited, and return the answer within its `RawResponse`."""

    raw = True


class RawResponse(Generic[R]):
    """An answer with the HTTP response that it came in.

    Attributes:
        parsed: What the method returns otherwise.
        status: HTTP status.
        headers: Headers by name, in upper or lower case.
        content: The body, decompressed.
    """

    def __init__(self, parsed: R, received: Received) -> None:
        self.parsed = parsed
        self.status = received.status
        self.headers: Mapping[str, str] = received.headers
        self.content = received.content

    @property
    def request_id(self) -> str | None:
        """The id of the request in the service's log."""
        return self.headers.get("X-Request-ID")

    @property
    def version(self) -> str | None:
        """The version of the service, such as `3.0.0`."""
        return self.headers.get("Theodolite-Version")

    def __repr__(self) -> str:
        return f"<RawResponse {self.status}, request {self.request_id}: {self.parsed!r}>"


class Client(Generic[Mode]):
    """A part of the SDK with endpoints as its methods.

    Args:
        sender: Sends the requests.
        mode: How the methods run.
    """

    def __init__(self, sender: Sender, mode: type[Mode]) -> None:
        self._sender = sender
        self._mode = mode


class endpoint(Generic[P, R]):  # noqa: N801 - a decorator
    """Marks a coroutine as a method of each mode."""

    def __init__(self, function: Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, client: Client[Sync], owner: object = None) -> Callable[P, R]: ...
    @overload
    def __get__(
        self, client: Client[Async], owner: object = None
    ) -> Callable[P, Coroutine[Any, Any, R]]: ...
    @overload
    def __get__(
        self, client: Client[RawSync], owner: object = None
    ) -> Callable[P, RawResponse[R]]: ...
    @overload
    def __get__(
        self, client: Client[RawAsync], owner: object = None
    ) -> Callable[P, Coroutine[Any, Any, RawResponse[R]]]: ...
    @overload
    def __get__(self, client: None, owner: object = None) -> Callable[Concatenate[Any, P], R]: ...

    def __get__(self, client: Client[Any] | None, owner: object = None) -> Any:
        """Return the method of a client in its mode; of the class, as it is read in a help."""
        if client is None:
            return _blocking(self._function)
        method = MethodType(self._function, client)
        if client._mode.raw:
            method = _with_response(method)
        return _blocking(method) if client._mode.blocking else method


class stream(Generic[P, R]):  # noqa: N801 - a decorator
    """Marks an asynchronous generator as a method of each mode; it has no raw response."""

    def __init__(self, function: Callable[Concatenate[Any, P], AsyncIterator[R]]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    @overload
    def __get__(
        self, client: Client[Sync] | Client[RawSync], owner: object = None
    ) -> Callable[P, Iterator[R]]: ...
    @overload
    def __get__(
        self, client: Client[Async] | Client[RawAsync], owner: object = None
    ) -> Callable[P, AsyncIterator[R]]: ...
    @overload
    def __get__(
        self, client: None, owner: object = None
    ) -> Callable[Concatenate[Any, P], Iterator[R]]: ...

    def __get__(self, client: Client[Any] | None, owner: object = None) -> Any:
        """Return the method of a client in its mode; of the class, as it is read in a help."""
        if client is None:
            return _iterating(self._function)
        method = MethodType(self._function, client)
        return _iterating(method) if client._mode.blocking else method


def _with_response(method: Any) -> Any:
    @wraps(method)
    async def call(*args: Any, **kwargs: Any) -> RawResponse[Any]:
        with recorded() as responses:
            parsed = await method(*args, **kwargs)
        return RawResponse(parsed, responses[-1])

    return call


def _blocking(method: Any) -> Any:
    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        return _run(method(*args, **kwargs))

    return call


def _iterating(method: Any) -> Any:
    @wraps(method)
    def call(*args: Any, **kwargs: Any) -> Iterator[Any]:
        items = method(*args, **kwargs)
        try:
            while True:
                yield _run(anext(items))
        except StopAsyncIteration:
            return
        finally:
            _run(items.aclose())

    return call


def _run(coroutine: Any) -> Any:
    """Run a coroutine that never suspends to its end, and return its value."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise RuntimeError("a method of Theodolite awaited something: use AsyncTheodolite")
