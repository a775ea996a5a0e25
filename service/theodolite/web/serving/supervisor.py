"""The parent process: starts the workers, replaces those that end, and stops them."""

import logging
import signal
import socket
import time
from collections.abc import Callable

from uvicorn import Config
from uvicorn.supervisors.multiprocess import Multiprocess, Process

STOP_SECONDS = 30
"""Seconds that a stop waits for requests under way."""
HANGING_SECONDS = 60
"""Seconds after which a silent worker is replaced. On a busy machine workers are slow to start."""
MOST_STARTS = 5
"""Workers in a row that may end before they serve; then the service exits."""

_log = logging.getLogger(__name__)


class Workers(Multiprocess):
    """uvicorn's, with an end to every wait and to every row of restarts.

    Args:
        config: The configuration of each worker.
        sockets: The sockets that the workers listen on.
        on_serving: Called once, when the first worker answers.
    """

    def __init__(
        self, config: Config, sockets: list[socket.socket], on_serving: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._on_serving: Callable[[], None] | None = on_serving
        self._serving: set[int | None] = set()
        """The process ids of the workers that were seen serving."""
        self._failures = 0
        """Workers in a row that ended before they served."""

    @property
    def gave_up(self) -> bool:
        """Whether it stopped because no worker started."""
        return self._failures >= MOST_STARTS

    def keep_subprocess_alive(self) -> None:
        """Replace workers that ended or hang; stop if none starts."""
        for place, worker in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            # While this end is open, the answer of a worker that dies is awaited to the end.
            worker.child_conn.close()
            if not worker.is_alive(HANGING_SECONDS):
                self._bury(worker)
                if self.gave_up:
                    _log.error("%d workers in a row did not start; exiting.", MOST_STARTS)
                    self.should_exit.set()
                    return
                self.processes[place] = Process(self.config, self.sockets)
                self.processes[place].start()
            elif worker.pid in self._serving or worker.is_ready(HANGING_SECONDS):
                self._serving.add(worker.pid)
                self._failures = 0
                if self._on_serving is not None:
                    self._on_serving()
                    self._on_serving = None

    def _bury(self, worker: Process) -> None:
        """End a worker that ended or hangs, and log why."""
        # One that is ending closes its end of the pipe before it is gone.
        worker.process.join(1)
        hangs = worker.process.is_alive()
        worker.kill()
        worker.join()
        self._failures += worker.pid not in self._serving
        self._serving.discard(worker.pid)
        code = worker.exitcode or 0
        if hangs:
            cause = "it did not answer"
        else:
            cause = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        _log.error("Worker %s ended: %s.", worker.pid, cause)

    def terminate_all(self) -> None:
        """Stop. New connections are refused at once."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()

    def join_all(self) -> None:
        """Wait for the workers, and kill those that hang."""
        ends = time.monotonic() + STOP_SECONDS + 5
        for worker in self.processes:
            worker.process.join(max(0.0, ends - time.monotonic()))
            if worker.process.is_alive():
                worker.kill()
            worker.join()
