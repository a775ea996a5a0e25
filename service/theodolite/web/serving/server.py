"""Serving the application with uvicorn."""

import gc
import os
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from theodolite.misterra.snapshot import Presumption
    from theodolite.web.serving.gate import Gate
    from theodolite.web.serving.limits import Limits

__all__ = ["serve"]

_IDLE_SECONDS = 10
"""How long a connection may idle between two requests."""
_STOP_SECONDS = 30


def serve(
    host: str,
    port: int,
    workers: int,
    *,
    queue: int,
    card_pack: Mapping[int, "Presumption"] | None,
    limits: "Limits",
) -> None:
    """Serve until told to stop; requests under way are finished first, dead workers replaced."""
    from uvicorn import Config
    from uvicorn.supervisors import Multiprocess

    from theodolite.web.serving.telemetry import LOGGING

    # Photographs are read side by side; each is too small a work to be shared among threads.
    for threads in ("OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
        os.environ.setdefault(threads, "1")
    with tempfile.TemporaryDirectory(prefix="theodolite-") as shared:
        if workers > 1:
            # Each worker counts in a file of its own; /metrics adds them up.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared
        config = Config(
            partial(_application, queue, card_pack, limits),
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
            timeout_keep_alive=_IDLE_SECONDS,
            timeout_graceful_shutdown=_STOP_SECONDS,
        )
        Multiprocess(config, [config.bind_socket()]).run()


def _application(
    queue: int, card_pack: Mapping[int, "Presumption"] | None, limits: "Limits"
) -> "Gate":
    """The application of one worker."""
    from theodolite.web.app import create_app
    from theodolite.web.serving.gate import Gate

    gate = Gate(create_app(card_pack, sys.stderr.fileno(), limits), queue)
    # What is loaded now stays, so the collector need not look at it again.
    gc.freeze()
    return gate
