"""The fixtures of the journeys, for the tests that run at night."""

from journeys.conftest import browser, complaints, folder, open_context, visit

__all__ = ["browser", "complaints", "folder", "open_context", "visit"]
