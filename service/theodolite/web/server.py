"""Serving the application with Granian."""

import logging.config
import os
import sys
import tempfile
from pathlib import Path

from flask import Flask

__all__ = ["CARD_PACK", "application", "serve"]

CARD_PACK = "THEODOLITE_CARD_PACK"
"""The environment variable that names a card pack."""


def application() -> Flask:
    """The application as the environment configures it; every worker calls this once."""
    from theodolite.web.app import create_app
    from theodolite.web.card_packs import load

    pack = os.environ.get(CARD_PACK)
    return create_app(load(Path(pack)) if pack else None, access_log=sys.stderr.fileno())


def serve(host: str, port: int, workers: int) -> None:
    """Serve until told to stop; requests under way are finished first."""
    from granian import Granian
    from granian.constants import Interfaces

    from theodolite.web.telemetry import LOGGING

    logging.config.dictConfig(LOGGING)
    with tempfile.TemporaryDirectory(prefix="theodolite-") as shared:
        if workers > 1:
            # Each worker counts in a file of its own; /metrics adds them up.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared
        Granian(
            f"{__name__}:application",
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=workers,
            blocking_threads=1,
            respawn_failed_workers=True,
            factory=True,
            log_dictconfig=LOGGING,
            websockets=False,
        ).serve()
