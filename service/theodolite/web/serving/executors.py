"""Executors: the threads for requests that may take more than a few milliseconds.

The event loop answers one request at a time, so such a request is judged elsewhere. A view declares
where its requests run (`Route`), and the gate looks that up by path before the application begins.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

SHORT: Final = 1 << 20
"""The most bytes of a body but for those of files and lines."""
LINES: Final = "application/x-ndjson"
"""The media type of a request or response on each line."""


class Executor(Enum):
    """The executors. Jobs of one executor take about as long as each other.

    All threads share one interpreter: more in parallel end no sooner, and the loop waits for each
    of them. Callers take turns in each executor (see `scheduling`).
    """

    BRIEF = (1, 1, 32, 1.0)
    """Some ten milliseconds: loading a large body, explaining the faults of one."""
    LONG = (1, 8, 16, 2.0)
    """Up to a tenth of a second: replays, disputes, requests that look at very many turns."""
    SEARCH = (2, 6, 6, 3.0)
    """Up to a second, or as long as the request allows."""
    FAR_SEARCH = (1, 6, 6, 3.0)
    """Up to some seconds."""
    PHOTOGRAPH = (2, 5, 4, 4.0)
    """Up to some seconds, and up to 20 MiB each in the queue."""
    STREAM = (2, 8, 0, 0.0)
    """Any time: batches, most of which wait for their clients."""

    @property
    def parallel(self) -> int:
        """The most jobs that run at a time."""
        return self.value[0]

    @property
    def begun(self) -> int:
        """The most jobs that have begun: each has a thread, where it runs or pauses."""
        return self.value[1]

    @property
    def queue(self) -> int:
        """The most jobs that wait to begin; more are refused."""
        return self.value[2]

    @property
    def patience(self) -> float:
        """Seconds that a job may wait to begin.

        A job that would wait for longer, by recent durations, is refused at once.
        """
        return self.value[3]


class Route(NamedTuple):
    """Where the requests of a view run.

    Attributes:
        executor: Takes a WSGI environ and a whole body, and returns the executor; None for the
            event loop. It may leave what it made of the body in the environ.
        longest: The most bytes of a body that is awaited whole.
        lines: Whether it takes a request on each line too, judged while they come in.
        prepare: Loads what the requests share, before the first of them.
    """

    executor: "Callable[[WSGIEnvironment, bytes | bytearray], Executor | None]"
    longest: int = SHORT
    lines: bool = False
    prepare: "Callable[[], object]" = lambda: None

    def takes_lines(self, environ: "WSGIEnvironment") -> bool:
        """Whether a request has a request on each line."""
        return self.lines and environ.get("CONTENT_TYPE", "").partition(";")[0].strip() == LINES


_ROUTE: Final = "theodolite_route"
"""The attribute of a view that holds its route."""
View = TypeVar("View", bound=Callable[..., Any])


def routed(view: View, route: Route) -> View:
    """Declare where the requests of a view run. Those of other views run on the event loop."""
    setattr(view, _ROUTE, route)
    return view


class Routes:
    """The routes of an application by method and path."""

    def __init__(self, app: Flask) -> None:
        # A rule with a blank at its end stands for all paths that begin like it.
        self._routes: Mapping[tuple[str, str], Route] = {
            (method, rule.rule.partition("<")[0]): route
            for rule in app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"OPTIONS"}
            if (route := getattr(app.view_functions[rule.endpoint], _ROUTE, None)) is not None
        }

    def prepare(self) -> None:
        """Load what requests share, so that none waits for it or finds no descriptor to read it."""
        for route in self._routes.values():
            route.prepare()

    def find(self, method: str, path: str) -> Route | None:
        """The route of a request; None if it runs on the event loop and takes no body."""
        folder = path[: path.find("/", 1) + 1]
        return self._routes.get((method, path)) or self._routes.get((method, folder))
