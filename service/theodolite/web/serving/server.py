"""Serving an application with uvicorn."""

import gc
import logging
import os
import signal
import socket
import sys
import time
from functools import partial
from multiprocessing import parent_process
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from _typeshed.wsgi import WSGIApplication

    from theodolite.web.serving.gate import Gate
    from theodolite.web.serving.telemetry import Tally

__all__ = ["serve"]

GRACE_SECONDS = 35
"""How long a worker whose parent has ended may take to stop."""
UNSENT = 1 << 18
"""Bytes: the most that the system keeps of what a connection has not taken."""
DOORS = 8
"""How many connections are let in each time the loop looks around: libuv takes one from each
listening socket, so that under load all others would wait where nobody can refuse them."""
SWITCH_SECONDS = 0.0005
"""How long a thread keeps the interpreter while others want it: a tenth of what Python would, so
that the loop waits for the threads of all lanes no more than some milliseconds."""

_log = logging.getLogger(__name__)


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

    Raises:
        SystemExit: No worker starts.
    """
    from uvicorn import Config

    from theodolite.web.serving.connection import HEAD_SECONDS
    from theodolite.web.serving.logs import LOGGING
    from theodolite.web.serving.supervisor import HANGING_SECONDS, STOP_SECONDS, Workers
    from theodolite.web.serving.telemetry import Tally

    # What a thread of a lane gives back another can take, and what is large goes back to the
    # system: glibc would keep more of it the more often it is asked for it.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 17))

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
    workers_ = Workers(config, [listener, *(listener.dup() for _ in range(DOORS - 1))])
    workers_.run()
    if workers_.gave_up:
        sys.exit(1)


def _stop_with_parent() -> None:
    """Stop this worker when its parent has ended, however: nobody else would stop it."""
    parent = parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def _gate(build: "Callable[[Tally], WSGIApplication]", queue: int, tally: "Tally") -> "Gate":
    """The application of one worker, behind its gate."""
    from theodolite.web.serving.gate import Gate

    Thread(target=_stop_with_parent, daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        gate = Gate(build(tally), queue)
    except Exception:
        _log.exception("The worker cannot start.")
        sys.exit(1)
    # What is loaded now stays, so the collector need not look at it again. Garbage dies young; to
    # look through all that long works hold would stop everybody for a tenth of a second, so it is
    # done once in a million requests.
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    return gate
