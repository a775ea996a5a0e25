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

__all__ = ["offer", "offering_checks", "otoma_offers"]


def offer(course: Progress) -> None:
    """Return the tokens of the turn for points, if it offers any."""
    tokens, table = course.turn.offering, course.table
    if not tokens:
        return
    purse = purse_of(table, course.side)
    if table.mode != Mode.SOLO:
        # An offering follows an action that succeeded; whether a mistake is none is open.
        late = course.mistaken and table.rulings.offering_after_error == "no"
        course.hold("offering.after_error", holds=not late, values={})
    offering_checks(course, tokens, purse.offerings)
    course.go_on()
    course.gain(*offering(table, course.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        otoma_offers(course)


def offering_checks(course: Progress, tokens: Sequence[Level], held: Sequence[Level]) -> None:
    """Hold the tokens offered against those that are held."""
    missing = sorted({*tokens} - {*held})
    course.hold("offering.held", holds=not missing, values={"tokens": missing})
    twice = sorted({level for level in tokens if tokens.count(level) > 1})
    course.hold("offering.once", holds=not twice, values={"tokens": twice})
    if course.table.rulings.offering_size == "all":
        kept = sorted({*held} - {*tokens})
        course.hold("offering.size", holds=not kept, values={"tokens": kept})


def otoma_offers(course: Progress) -> None:
    """Whenever the group offers, Otoma offers all its tokens (p. 11)."""
    tokens = purse_of(course.table, OTOMA).offerings
    if tokens:
        course.gain(*offering(course.table, OTOMA, tokens))
