"""The frame of reviews, and the time limit that it sets."""

from collections.abc import Iterator

import pytest

from theodolite.checkpoints import TimeLimitError, checkpoint, time_limit, time_slice
from theodolite.reviews import Decision, Option, Weighed, review
from theodolite.verdict import Word


def weighed() -> Weighed:
    return Weighed((), 0, Word("reviews", "BEST"), 0, Option(None, 0))


def never_weighed() -> Weighed:
    while True:
        checkpoint()


def test_weighs_all_decisions_in_time() -> None:
    assert review([weighed] * 3, seconds=600) == ([weighed()] * 3, False)
    assert review([], seconds=600) == ([], False)


def test_ends_within_a_decision_when_the_time_is_up() -> None:
    def decisions() -> Iterator[Decision]:
        yield never_weighed
        raise AssertionError

    assert review(decisions(), seconds=0.01) == ([], True)
    assert review([weighed], seconds=0) == ([], True)


class Slice:
    """A slice that is over at each checkpoint."""

    is_over = True
    renewed = 0

    def renew(self) -> None:
        self.renewed += 1


def test_pauses_within_a_time_limit() -> None:
    outer = Slice()
    token = time_slice.set(outer)
    try:
        with time_limit(600), time_limit(600):
            checkpoint()
        assert outer.renewed == 1
        with pytest.raises(TimeLimitError), time_limit(600), time_limit(0):
            checkpoint()
        assert outer.renewed == 1
        assert time_slice.get() is outer
    finally:
        time_slice.reset(token)
