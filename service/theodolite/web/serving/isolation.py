"""Runs a function in a process of its own, within bounds of memory and time.

A server process loads once what such functions share, then forks a process for each call. That
process ends with its call, so all the memory that it took is given back. Where the platform cannot
fork, the server runs the calls itself, one after the other and without a bound of memory. Each call
takes a server that is idle, and another one is started where none is left, so that no call waits
until a server is ready. Servers end with the process that started them.
"""

import os
import pickle
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from pkgutil import resolve_name
from selectors import EVENT_READ, DefaultSelector
from subprocess import PIPE, Popen
from threading import Timer
from typing import IO, Any, Final, TypeVar, cast
from weakref import finalize

from theodolite.checkpoints import checkpoint

Result = TypeVar("Result")

MORE: Final = 1 << 30
"""Bytes of memory that a call may take."""
SECONDS: Final = 20.0
"""How long a call may take, and with it what its server has not prepared yet."""
PROCESSOR_SECONDS: Final = 10
"""How long a call may compute, however busy the machine is."""
POLL_SECONDS: Final = 0.05
"""Seconds between the checkpoints of a call."""
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Environment of the server: calls run in parallel, and threads do not survive a fork."""
_LARGE_PAGES: Final = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
"""A forked process begins with no memory of its own, and each page that it is given takes time."""
_SERVE: Final = (
    "import sys, importlib; importlib.import_module(sys.argv[1]).serve_calls(sys.argv[2])"
)
_idle: "defaultdict[str, list[_Server]]" = defaultdict(list)
"""The servers without a call, by what they prepare; the last one used is taken first."""


def warm_up(prepare: str) -> None:
    """Start a server if none is idle. Does not wait until it is ready.

    Args:
        prepare: As for `run_isolated`.
    """
    if not _idle[prepare]:
        _idle[prepare].append(_Server(prepare))


def run_isolated(function: Callable[..., Result], *arguments: Any, prepare: str) -> Result:
    """Call a function in a process of its own.

    Args:
        function: A function of a module. Its arguments, result and exceptions are pickled.
        arguments: The arguments of the call.
        prepare: The function, as `module:name`, that loads what such calls share.

    Returns:
        The result of the call.

    Raises:
        MemoryError: The call took more than `MORE` bytes or more than `SECONDS`, or it crashed.
        TimeoutError: The call computed for more than `PROCESSOR_SECONDS`.
        Exception: Whatever the function raises.
    """
    server = _take(prepare)
    warm_up(prepare)
    outcome = server.outcome(PROCESSOR_SECONDS, function, arguments)
    if server.stop.alive:
        _idle[prepare].append(server)
    if isinstance(outcome, Exception):
        raise outcome
    return cast("Result", outcome)


def _take(prepare: str) -> "_Server":
    """A server that is alive and belongs to no other thread."""
    while True:
        try:
            server = _idle[prepare].pop()
        except IndexError:
            return _Server(prepare)
        if server.process.poll() is None:
            return server
        server.stop()


class _Server:
    """A process that runs calls. Requests and replies are pickles on its input and output."""

    def __init__(self, prepare: str) -> None:
        self.process = Popen(  # noqa: S603 - no part of it comes from a request
            [sys.executable, "-P", "-c", _SERVE, __name__, prepare],
            stdin=PIPE,
            stdout=PIPE,
            env={**_LARGE_PAGES, **os.environ, **ONE_THREAD},
            start_new_session=True,
        )
        self._requests = cast("IO[bytes]", self.process.stdin)
        self._replies = cast("IO[bytes]", self.process.stdout)
        self.stop = finalize(self, _stop, self.process)

    def outcome(self, *request: Any) -> Any:
        """The result or the exception of a call; MemoryError if it crossed a bound."""
        deadline = Timer(SECONDS, _kill, [self.process])
        deadline.daemon = True
        deadline.start()
        try:
            pickle.dump(request, self._requests)
            self._requests.flush()
            self._wait()
            return pickle.load(self._replies)  # noqa: S301 - our own process wrote it
        except (OSError, EOFError, pickle.UnpicklingError):
            self.stop()
            return MemoryError()
        except BaseException:
            # The client left during a pause. The reply must not be taken for that of another call.
            self.stop()
            raise
        finally:
            deadline.cancel()

    def _wait(self) -> None:
        """Wait for a reply; the call pauses while other callers have their turns."""
        # Windows can neither stop a process nor wait for a pipe.
        if not hasattr(os, "killpg"):
            return
        with DefaultSelector() as selector:
            selector.register(self._replies, EVENT_READ)
            while not selector.select(POLL_SECONDS):
                checkpoint(self._paused)

    @contextmanager
    def _paused(self) -> Iterator[None]:
        """Stop the processes of the call to the end of the block."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        # Its time may be up meanwhile.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


def _kill(process: "Popen[bytes]") -> None:
    """Kill a server, and with it the process of a call under way."""
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _stop(process: "Popen[bytes]") -> None:
    """Kill a server, and release what belongs to it."""
    _kill(process)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        # Data written to a dead process cannot be flushed any more.
        with suppress(OSError):
            cast("IO[bytes]", pipe).close()


def serve_calls(prepare: str) -> None:
    """Prepare, and run the calls that come on the standard input until it is closed.

    Args:
        prepare: As for `run_isolated`.
    """
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Output of libraries goes to the log and not among the replies.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # The call itself reports a package that is not installed.
    with suppress(ImportError):
        resolve_name(prepare)()
    while True:
        try:
            seconds, function, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301
        except EOFError:
            return
        if hasattr(os, "fork"):
            reply = _run_in_fork(function, arguments, seconds, replies.fileno())
        else:
            reply = _run(function, arguments)
        replies.write(reply)
        replies.flush()


def _run(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    """Run a call here. Returns its result or exception, pickled."""
    try:
        outcome = function(*arguments)
    except Exception as error:
        outcome = error
    return pickle.dumps(outcome)


def _run_in_fork(
    function: Callable[..., Any], arguments: tuple[Any, ...], seconds: int, file: int
) -> bytes:
    """Run a call in a forked process, which writes its own reply to a file.

    Returns what is left to reply: nothing, or an error if the process was ended by a bound.
    """
    child = os.fork()
    if child == 0:
        _bound(seconds)
        with os.fdopen(file, "wb") as replies:
            replies.write(_run(function, arguments))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return pickle.dumps(TimeoutError())
    return pickle.dumps(MemoryError()) if status else b""


def _bound(seconds: int) -> None:
    """Limit this process, as far as the platform can: its memory, and its processor seconds."""
    try:
        import resource  # noqa: PLC0415 - not every platform has it
    except ImportError:
        return
    pages = Path("/proc/self/statm")
    if pages.exists():
        held = int(pages.read_text("ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + MORE, held + MORE))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    # A process that is killed leaves nothing of a photograph on a disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
