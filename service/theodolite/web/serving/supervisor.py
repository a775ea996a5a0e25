"""The parent process: starts the workers, replaces those that end or hang, and stops them.

A step that fails is logged and tried again: without a parent nobody replaces or stops workers.
"""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from uvicorn import Config
from uvicorn.supervisors.multiprocess import Process

STOP_SECONDS = 30
"""Seconds that a stop waits for requests under way."""
KILL_SECONDS = 33
"""Seconds after which a stop kills the workers that are left."""
HANGING_SECONDS = 60
"""Seconds after which a silent worker is replaced. On a busy machine workers are slow to start."""
PERIOD_SECONDS = 0.5
"""Seconds between two looks at the workers."""
MOST_STARTS = 5
"""Workers in a row that may end before they serve; then the service exits."""

_log = logging.getLogger(__name__)


@contextmanager
def _hangups_deferred() -> Iterator[None]:
    """Let a process that is started take SIGHUP once it can handle it, and not end by it."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGHUP])


class _Worker(Process):
    """uvicorn's, asked without waiting whether it serves."""

    def __init__(self, config: Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        with _hangups_deferred():
            self.start()
        # While this end is open, the answer of a worker that dies is awaited to the end.
        self.child_conn.close()
        self.has_served = False
        self._heard = time.monotonic()
        self._is_asked = False

    def look(self) -> bool:
        """Whether it is there and has answered lately."""
        try:
            if self._is_asked and self.parent_conn.poll():
                self.has_served |= self.parent_conn.recv()
                self._heard, self._is_asked = time.monotonic(), False
            if not self._is_asked:
                self.parent_conn.send(b"ping")
                self._is_asked = True
        except (OSError, EOFError):
            # One that is ending closes its end of the pipe before it is gone.
            self.process.join(1)
        return self.process.is_alive() and time.monotonic() - self._heard < HANGING_SECONDS

    def signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.process.is_alive() and self.pid is not None:
            os.kill(self.pid, number)


class Supervisor:
    """Keeps workers running until a signal stops it.

    Args:
        config: The configuration of each worker.
        sockets: The sockets that the workers listen on.
        on_serving: Called once, when the first worker answers.
    """

    def __init__(
        self, config: Config, sockets: list[socket.socket], on_serving: Callable[[], None]
    ) -> None:
        self._config, self._sockets = config, sockets
        self._on_serving: Callable[[], None] | None = on_serving
        self._workers: list[_Worker] = []
        self._failures = 0
        """Workers in a row that ended before they served."""
        # Handlers only leave a note: the code that they interrupt may hold a lock.
        self._stops = self._renews = False

    def run(self) -> bool:
        """Supervise until a signal says to stop. Returns whether any worker could start."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: setattr(self, "_stops", True))
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: setattr(self, "_renews", True))
        while not self._stops and self._failures < MOST_STARTS:
            self._attempt(self._supervise)
            time.sleep(PERIOD_SECONDS)
        if has_failed := self._failures >= MOST_STARTS:
            _log.error("%d workers in a row did not start; exiting.", MOST_STARTS)
        # New connections are refused at once.
        for listener in self._sockets:
            self._attempt(listener.close)
        for worker in self._workers:
            self._attempt(worker.terminate)
        ends = time.monotonic() + KILL_SECONDS
        for worker in self._workers:
            worker.process.join(max(0.0, ends - time.monotonic()))
            worker.process.kill()
            worker.process.join()
        return not has_failed

    @staticmethod
    def _attempt(act: Callable[[], object]) -> None:
        """Do something, and log why it failed: no file descriptor, no memory, no process."""
        try:
            act()
        except Exception:
            _log.exception("The supervisor goes on after an error.")

    def _supervise(self) -> None:
        """Replace workers that ended or hang, and start those that are missing."""
        if self._renews:
            # Every worker reads the file of keys again.
            self._renews = False
            for worker in self._workers:
                worker.signal(signal.SIGHUP)
        for worker in list(self._workers):
            if not worker.look():
                self._workers.remove(worker)
                self._bury(worker)
                if self._failures >= MOST_STARTS:
                    return
            elif worker.has_served:
                self._failures = 0
                self._welcome()
        while len(self._workers) < self._config.workers and self._failures < MOST_STARTS:
            self._workers.append(_Worker(self._config, self._sockets))

    def _welcome(self) -> None:
        welcome, self._on_serving = self._on_serving, None
        if welcome is not None:
            welcome()

    def _bury(self, worker: _Worker) -> None:
        """End a worker that ended or hangs, and log why."""
        self._failures += not worker.has_served
        hangs = worker.process.is_alive()
        worker.kill()
        worker.process.join()
        code = worker.exitcode or 0
        if hangs:
            cause = "it did not answer"
        else:
            cause = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        _log.error("Worker %s ended: %s.", worker.pid, cause)
