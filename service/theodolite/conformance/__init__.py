"""Test cases that referees are held to, and the notations that they and tables are written in.

Above the rules, whose constants it takes; below the command. `cases` loads suites, `running` asks
them of an implementation, `notations` reads and writes tables as text.
"""

from theodolite.conformance.cases import (
    Case,
    Chapter,
    Lists,
    Suite,
    export_suite,
    load_suite,
    suite_folders,
)
from theodolite.conformance.notations import read_table, write_table
from theodolite.conformance.running import Ask, Reply, Result, mismatches, run
from theodolite.notation.text import Fault, NotationError

__all__ = [
    "Ask",
    "Case",
    "Chapter",
    "Fault",
    "Lists",
    "NotationError",
    "Reply",
    "Result",
    "Suite",
    "export_suite",
    "load_suite",
    "mismatches",
    "read_table",
    "run",
    "suite_folders",
    "write_table",
]
