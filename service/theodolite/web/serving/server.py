"""Serving an application with uvicorn."""

import asyncio
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
    from theodolite.web.serving.limits import Guard
    from theodolite.web.serving.metrics import MetricsCollector

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


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on a port once a worker serves.

    Raises:
        OSError: There is no such address, or the port is taken.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    return listener


def serve(
    build: "Callable[[MetricsCollector], Flask]",
    listener: socket.socket,
    workers: int,
    *,
    queue: int,
    log_level: str = "info",
    certificate: "Path | None" = None,
    key: "Path | None" = None,
    on_serving: "Callable[[], None]" = lambda: None,
) -> None:
    """Serve until stopped. Requests under way are finished first, and dead workers are replaced.

    Args:
        build: Makes the application of a worker, which counts its responses in the metrics. It is
            pickled, so it is a function of a module or a partial of one.
        listener: The socket to accept connections from.
        workers: The number of worker processes.
        queue: The most requests that wait in each of them.
        log_level: The least level of the lines of the log.
        certificate: A file with a TLS certificate and its chain (PEM). None: plain HTTP.
        key: The file with the private key of the certificate (PEM).
        on_serving: Called once, when the first worker answers.

    Raises:
        SystemExit: No worker starts.
    """
    from uvicorn import Config

    from theodolite.web.serving.connection import HEAD_SECONDS, raise_open_files
    from theodolite.web.serving.logs import configuration
    from theodolite.web.serving.metrics import MetricsCollector
    from theodolite.web.serving.supervisor import STOP_SECONDS, Supervisor

    # Memory that a thread frees can be used by other threads, and large blocks return to the
    # system: glibc would keep more of them the more often they are allocated.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(1 << 17))
    # Compressing a response takes 256 KiB. If they are at the end of the heap, glibc would return
    # them to the system after each response, and fetch them again.
    os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", str(1 << 20))

    raise_open_files()
    config = Config(
        partial(_gate, build, queue, MetricsCollector.shared(workers)),
        factory=True,
        workers=workers,
        http="theodolite.web.serving.connection:Connection",
        ws="none",
        lifespan="off",
        log_config=configuration(log_level),
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=HEAD_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
    sockets = [listener, *(listener.dup() for _ in range(DOORS - 1))]
    if not Supervisor(config, sockets, on_serving).run():
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


def _reload_at_hangup(guard: "Guard") -> None:
    """Read the file of API keys again when the parent passes SIGHUP on, or a terminal closes."""
    if hasattr(signal, "SIGHUP"):
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, guard.reload)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGHUP])


def _gate(
    build: "Callable[[MetricsCollector], Flask]", queue: int, metrics: "MetricsCollector"
) -> "Gate":
    """The application of one worker, behind its gate."""
    from theodolite.web.serving.executors import Routes
    from theodolite.web.serving.gate import Gate
    from theodolite.web.serving.limits import guard_of

    Thread(target=_stop_with_parent, daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        app = build(metrics)
        Routes(app).prepare()
        gate = Gate(app, queue)
        _reload_at_hangup(guard_of(app))
    except Exception:
        _log.exception("The worker cannot start.")
        sys.exit(1)
    # Objects loaded by now stay, so the collector need not visit them again. Most garbage is young.
    # A full collection visits all that long jobs hold and stops every thread for a tenth of a
    # second, so it runs once in a million requests.
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
    return gate
