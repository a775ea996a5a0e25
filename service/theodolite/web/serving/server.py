"""Serving an application with uvicorn."""

import gc
import os
import socket
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from _typeshed.wsgi import WSGIApplication

    from theodolite.web.serving.gate import Gate
    from theodolite.web.serving.telemetry import Tally

__all__ = ["serve"]

STOP_SECONDS = 30
"""How long a stop waits for what is under way."""
UNSENT = 1 << 18
"""Bytes: the most that the system keeps of what a connection has not taken."""
DOORS = 8
"""How many connections are let in each time the loop looks around: libuv takes one from each
listening socket, so that under load all others would wait where nobody can refuse them."""
SWITCH_SECONDS = 0.0005
"""How long a thread keeps the interpreter while others want it: a tenth of what Python would, so
that the loop waits for the threads of all lanes no more than some milliseconds."""

HANGING_SECONDS = 60
"""After which a worker that says nothing is replaced; on a busy machine it is slow to start."""


def serve(
    build: "Callable[[Tally], WSGIApplication]",
    host: str,
    port: int,
    workers: int,
    *,
    queue: int,
    certificate: "Path | None" = None,
    key: "Path | None" = None,
    on_listening: "Callable[[], None]" = lambda: None,
) -> None:
    """Serve until told to stop; requests under way are finished first, dead workers replaced.

    Args:
        build: Makes the application of a worker, which counts its answers in the tally; it is
            pickled, so it is a function of a module or a partial of one.
        host: The address to listen on.
        port: The port.
        workers: How many processes answer.
        queue: How many requests may wait in each of them.
        certificate: A file with a TLS certificate and its chain (PEM). None: plain HTTP.
        key: The file with the private key of the certificate (PEM).
        on_listening: Called once when the port is taken.
    """
    from uvicorn import Config
    from uvicorn.supervisors import Multiprocess

    from theodolite.web.serving.connection import HEAD_SECONDS
    from theodolite.web.serving.telemetry import LOGGING, Tally

    # What a thread of a lane gives back another can take, and what is large goes back to the
    # system: glibc would keep more of it the more often it is asked for it.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 17))

    class Workers(Multiprocess):
        """uvicorn's, with an end to every wait."""

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

    config = Config(
        partial(_gate, build, queue, Tally.shared(workers)),
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http="theodolite.web.serving.connection:Connection",
        ws="none",
        lifespan="off",
        log_config=LOGGING,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=HEAD_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_worker_healthcheck=HANGING_SECONDS,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    listener = config.bind_socket()
    on_listening()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    Workers(config, [listener, *(listener.dup() for _ in range(DOORS - 1))]).run()


def _gate(build: "Callable[[Tally], WSGIApplication]", queue: int, tally: "Tally") -> "Gate":
    """The application of one worker, behind its gate."""
    from theodolite.web.serving.gate import Gate

    sys.setswitchinterval(SWITCH_SECONDS)
    gate = Gate(build(tally), queue)
    # What is loaded now stays, so the collector need not look at it again. Garbage dies young; to
    # look through all that long works hold would stop everybody for a tenth of a second, so it is
    # done once in a million requests.
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    return gate
