"""Serving the application with Granian."""

import logging.config
import os
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from theodolite.misterra.snapshot import Presumption
    from theodolite.web.gate import Gate
    from theodolite.web.limits import Limits

__all__ = ["serve"]

_CONNECTIONS = 900
"""The most open connections of a worker: under the 1,024 files that a process may usually open."""
_HEADERS_MS = 10_000
"""How long a sender may take over the headers of a request, and a connection may idle."""
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
    """Serve until told to stop; requests under way are finished first."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings

    from theodolite.web.telemetry import LOGGING

    logging.config.dictConfig(LOGGING)
    load = partial(_application, queue, card_pack, limits)
    with tempfile.TemporaryDirectory(prefix="theodolite-") as shared:
        if workers > 1:
            # Each worker counts in a file of its own; /metrics adds them up.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared
        Granian(
            "theodolite",
            address=host,
            port=port,
            interface=Interfaces.RSGI,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(header_read_timeout=_HEADERS_MS),
            workers=workers,
            backpressure=_CONNECTIONS,
            respawn_failed_workers=True,
            workers_kill_timeout=_STOP_SECONDS,
            log_dictconfig=LOGGING,
            websockets=False,
        ).serve(target_loader=cast("Any", load), wrap_loader=False)


def _application(
    queue: int, card_pack: Mapping[int, "Presumption"] | None, limits: "Limits"
) -> "Gate":
    """The application of one worker."""
    from theodolite.web.app import create_app
    from theodolite.web.gate import Gate

    return Gate(create_app(card_pack, sys.stderr.fileno(), limits), queue)
