"""The parent process: starts the workers, replaces those that end, and stops them."""

import logging
import signal
import socket
import time

from uvicorn import Config
from uvicorn.supervisors.multiprocess import Multiprocess, Process

__all__ = ["HANGING_SECONDS", "STOP_SECONDS", "Workers"]

STOP_SECONDS = 30
"""How long a stop waits for what is under way."""
HANGING_SECONDS = 60
"""After which a worker that says nothing is replaced; on a busy machine it is slow to start."""
MOST_STARTS = 5
"""Workers in a row that may end before they serve; then the service exits."""

_log = logging.getLogger(__name__)


class Workers(Multiprocess):
    """uvicorn's, with an end to every wait and to every row of restarts."""

    def __init__(self, config: Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
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
        """Stop; who connects from now on is refused, and not left waiting."""
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
