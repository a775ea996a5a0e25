"""Offering (p. 5, cooperative p. 11): tokens for points."""

from collections.abc import Sequence

from theodolite.tiwanaku.board import Level
from theodolite.tiwanaku.gains import (
    offering,
    purse_of,
)
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import (
    OTOMA,
    Mode,
)
from theodolite.verdict import legal

__all__ = ["offer", "offering_checks", "otoma_offers"]


def offer(course: Progress) -> None:
    """Return the tokens of the turn for points, if it offers any."""
    tokens, table = course.turn.offering, course.table
    if not tokens:
        return
    if table.mode != Mode.SOLO:
        _after_error(course)
    offering_checks(course, tokens)
    course.go_on()
    course.gain(*offering(table, course.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        otoma_offers(course)


def _after_error(course: Progress) -> None:
    """An offering follows an action that succeeded; whether a mistake is none is open (p. 5)."""
    allowed = course.table.rulings.offering_after_error == "yes"
    if allowed and (course.mistaken or course.undecided):
        course.check("offering.after_error", "passed", {}, says="allowed")
    elif course.mistaken:
        course.check("offering.after_error", "failed", {})
    elif not legal(course.checks):
        course.check("offering.after_error", "not_checked", {}, says="open")
    else:
        is_open = course.turn.action is None or course.undecided
        course.check("offering.after_error", "not_checked" if is_open else "passed", {})


def offering_checks(course: Progress, tokens: Sequence[Level]) -> None:
    """Hold the tokens offered against those that are held."""
    held = {*purse_of(course.table, course.side).offerings}
    missing = {*tokens} - held
    if missing and missing <= course.undecided:
        course.check("offering.held", "not_checked", {"tokens": sorted(missing)})
    else:
        certain = sorted(missing - course.undecided)
        course.hold("offering.held", holds=not missing, values={"tokens": certain})
    twice = sorted({level for level in tokens if tokens.count(level) > 1})
    course.hold("offering.once", holds=not twice, values={"tokens": twice})
    kept = held - {*tokens}
    if not kept | course.undecided - {*tokens}:
        course.check("offering.size", "passed", {})
    elif course.table.rulings.offering_size == "any":
        course.check("offering.size", "passed", {}, says="any")
    else:
        values = {"tokens": sorted(kept)}
        course.check("offering.size", "failed" if kept else "not_checked", values)


def otoma_offers(course: Progress) -> None:
    """Whenever the group offers, Otoma offers all its tokens (p. 11)."""
    tokens = purse_of(course.table, OTOMA).offerings
    if tokens:
        course.gain(*offering(course.table, OTOMA, tokens))
