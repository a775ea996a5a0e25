"""Logs that never block: a thread writes the lines, and drops them if nobody reads them."""

import atexit
import logging
import os
import select
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import Event, Lock, Thread
from time import sleep
from typing import Any

import msgspec

MOST_BYTES = 1 << 20
"""Bytes of lines that wait to be written; further lines are dropped and counted."""
GATHER_SECONDS = 0.005
"""Seconds for which lines are gathered and then written at once: each write wakes a thread."""
AT_ONCE = getattr(select, "PIPE_BUF", 512)
"""Bytes: the most that a write to a pipe keeps together while other processes write to it."""
FLUSH_SECONDS = 1.0
"""Seconds that the end of the process waits for the last lines to be written."""


class LogWriter:
    """Writes lines to a file descriptor without blocking the caller.

    A write to a full pipe blocks. Only the thread of the writer waits there.

    Args:
        file: The file descriptor.

    Attributes:
        on_dropped: Called, from any thread, with the number of further lines that were not written:
            nobody read them, or the disk was full.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self.on_dropped: Callable[[int], object] = int
        self._dropped = self._reported = 0
        self._lock = Lock()
        self._has_lines = Event()
        self._is_written = Event()
        self._is_written.set()
        self._thread: Thread | None = None

    def write(self, line: str | bytes) -> None:
        """Take a line, which ends with a newline, or drop it if too many wait."""
        data = line.encode("utf-8", "replace") if isinstance(line, str) else line
        with self._lock:
            if self._bytes + len(data) > MOST_BYTES:
                self._dropped += 1
                self.on_dropped(1)
                return
            self._lines.append(data)
            self._bytes += len(data)
            self._is_written.clear()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="log", daemon=True)
                self._thread.start()
                atexit.register(self._is_written.wait, FLUSH_SECONDS)
        self._has_lines.set()

    def flush(self) -> None:
        """Do nothing: a logging handler flushes after each line, and would wait."""

    def _run(self) -> None:
        while True:
            self._has_lines.wait()
            sleep(GATHER_SECONDS)
            with self._lock:
                self._has_lines.clear()
                lines = list(self._lines)
                self._lines.clear()
            lost = self._put(lines)
            with self._lock:
                self._bytes -= sum(map(len, lines))
                self._dropped += lost
                dropped = self._dropped
                if not self._lines:
                    self._is_written.set()
            self.on_dropped(lost)
            new = dropped - self._reported
            if new and not lost and not self._put([_dropped_line(new)]):
                self._reported = dropped

    def _put(self, lines: Sequence[bytes]) -> int:
        """Write lines. Returns the number of those that could not be written.

        The reader of the log may be gone, or the disk full; clients are still there.
        """
        written, pending, data = 0, 0, b""
        try:
            for line in lines:
                if len(data) + len(line) > AT_ONCE:
                    _write_all(self._file, data)
                    written, pending, data = written + pending, 0, b""
                data += line
                pending += 1
            _write_all(self._file, data)
        except OSError:
            return len(lines) - written
        return 0


def _write_all(file: int, data: bytes) -> None:
    """Write bytes to a file descriptor."""
    while data:
        data = data[os.write(file, data) :]


def _dropped_line(count: int) -> bytes:
    line = {
        "time": datetime.now(UTC),
        "level": "warning",
        "logger": __name__,
        "message": f"{count} lines of the log were dropped: they could not be written.",
        "dropped": count,
    }
    return msgspec.json.encode(line) + b"\n"


standard_error = LogWriter(2)
"""Takes the lines of a whole process."""


class JsonFormatter(logging.Formatter):
    """A log record as one line of JSON."""

    # uvicorn repeats its messages for coloured terminals.
    _KNOWN = frozenset({*logging.makeLogRecord({}).__dict__, "color_message"})

    def format(self, record: logging.LogRecord) -> str:
        """The line, with a field for each value passed as `extra`."""
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{k: v for k, v in record.__dict__.items() if k not in self._KNOWN},
        }
        if record.exc_info:
            line["exception"] = "".join(traceback.format_exception(*record.exc_info))
        return msgspec.json.encode(line, enc_hook=str).decode()


LEVELS = ("debug", "info", "warning", "error")
"""The levels of lines, the least first. Those about requests are `info`."""


def configuration(level: str) -> dict[str, Any]:
    """The logging of a server: JSON lines on standard error, from a level on."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonFormatter}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "json",
                "stream": "ext://theodolite.web.serving.logs.standard_error",
            }
        },
        "root": {"level": level.upper(), "handlers": ["console"]},
        "loggers": {"uvicorn": {"level": level.upper()}},
    }
