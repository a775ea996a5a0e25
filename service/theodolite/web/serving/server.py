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

    from flask import Flask

    from theodolite.web.serving.gate import Gate
    from theodolite.web.serving.telemetry import MetricsCollector

GRACE_SECONDS = 35
"""Seconds that a worker whose parent has ended may take to stop."""
UNSENT = 1 << 18
"""Bytes: the size of the send buffer of a connection in the operating system."""
DOORS = 8
"""Connections accepted per event-loop iteration. libuv accepts one from each listening socket, so
with one socket all others would wait under load where nobody can refuse them."""
SWITCH_SECONDS = 0.0005
"""Seconds that a thread keeps the interpreter while others want it: a tenth of Python's default, so
that the loop waits for the threads of all executors no more than some milliseconds."""

_log = logging.getLogger(__name__)


def serve(
    build: "Callable[[MetricsCollector], Flask]",
    host: str,
    port: int,
    workers: int,
    *,
    queue: int,
    certificate: "Path | None" = None,
    key: "Path | None" = None,
    on_serving: "Callable[[], None]" = lambda: None,
) -> None:
    """Serve until stopped. Requests under way are finished first, and dead workers are replaced.

    Args:
        build: Makes the application of a worker, which counts its responses in the metrics. It is
            pickled, so it is a function of a module or a partial of one.
        host: The address to listen on.
        port: The port.
        workers: The number of worker processes.
        queue: The most requests that wait in each of them.
        certificate: A file with a TLS certificate and its chain (PEM). None: plain HTTP.
        key: The file with the private key of the certificate (PEM).
        on_serving: Called once, when the first worker answers.

    Raises:
        SystemExit: No worker starts.
    """
    from uvicorn import Config

    from theodolite.web.serving.connection import HEAD_SECONDS
    from theodolite.web.serving.logs import LOGGING
    from theodolite.web.serving.supervisor import HANGING_SECONDS, STOP_SECONDS, Workers
    from theodolite.web.serving.telemetry import MetricsCollector

    # Memory that a thread frees can be used by other threads, and large blocks return to the
    # system: glibc would keep more of them the more often they are allocated.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 17))
    # Compressing a response takes 256 KiB. If they are at the end of the heap, glibc would return
    # them to the system after each response, and fetch them again.
    os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", str(1 << 20))

    config = Config(
        partial(_gate, build, queue, MetricsCollector.shared(workers)),
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
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    sockets = [listener, *(listener.dup() for _ in range(DOORS - 1))]
    workers_ = Workers(config, sockets, on_serving)
    workers_.run()
    if workers_.gave_up:
        sys.exit(1)


def _stop_with_parent() -> None:
    """Stop this worker when its parent has ended, for whatever reason."""
    parent = parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def _gate(
    build: "Callable[[MetricsCollector], Flask]", queue: int, metrics: "MetricsCollector"
) -> "Gate":
    """The application of one worker, behind its gate."""
    from theodolite.web.serving.gate import Gate

    Thread(target=_stop_with_parent, daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        gate = Gate(build(metrics), queue)
    except Exception:
        _log.exception("The worker cannot start.")
        sys.exit(1)
    # Objects loaded by now stay, so the collector need not visit them again. Most garbage is young.
    # A full collection visits all that long jobs hold and stops every thread for a tenth of a
    # second, so it runs once in a million requests.
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    return gate
