"""Offering tokens for points (p. 5, cooperative p. 11)."""

from collections.abc import Sequence

from theodolite.tiwanaku.board import Level
from theodolite.tiwanaku.gains import offering, purse_of
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.snapshot import OTOMA, Mode
from theodolite.verdict import legal


def offer(progress: Progress) -> None:
    """Return the tokens of the turn for points, if it offers any."""
    tokens, table = progress.turn.offering, progress.table
    if not tokens:
        return
    if table.mode != Mode.SOLO:
        _after_error(progress)
    offering_checks(progress, tokens)
    progress.stop_if_broken()
    progress.add_gain(*offering(table, progress.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        otoma_offers(progress)


def _after_error(progress: Progress) -> None:
    """Check that the action succeeded; whether one with a mistake did is a ruling (p. 5)."""
    allowed = progress.table.rulings.offering_after_error == "yes"
    if allowed and (progress.mistaken or progress.undecided):
        progress.record("offering.after_error", "passed", {}, key="allowed")
    elif progress.mistaken:
        progress.record("offering.after_error", "failed", {})
    elif not legal(progress.checks):
        progress.record("offering.after_error", "not_checked", {}, key="open")
    else:
        is_open = progress.turn.action is None or progress.undecided
        progress.record("offering.after_error", "not_checked" if is_open else "passed", {})


def offering_checks(progress: Progress, tokens: Sequence[Level]) -> None:
    """Compare the tokens offered with those held."""
    held = {*purse_of(progress.table, progress.side).offerings}
    missing = {*tokens} - held
    if missing and missing <= progress.undecided:
        progress.record("offering.held", "not_checked", {"tokens": sorted(missing)})
    else:
        certain = sorted(missing - progress.undecided)
        progress.check("offering.held", holds=not missing, values={"tokens": certain})
    twice = sorted({level for level in tokens if tokens.count(level) > 1})
    progress.check("offering.once", holds=not twice, values={"tokens": twice})
    kept = held - {*tokens}
    if not kept | progress.undecided - {*tokens}:
        progress.record("offering.size", "passed", {})
    elif progress.table.rulings.offering_size == "any":
        progress.record("offering.size", "passed", {}, key="any")
    else:
        values = {"tokens": sorted(kept)}
        progress.record("offering.size", "failed" if kept else "not_checked", values)


def otoma_offers(progress: Progress) -> None:
    """Let Otoma offer all its tokens, which it does whenever the group offers (p. 11)."""
    tokens = purse_of(progress.table, OTOMA).offerings
    if tokens:
        progress.add_gain(*offering(progress.table, OTOMA, tokens))
