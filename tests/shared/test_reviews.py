"""The frame of reviews, and the limit of work that it sets."""

from collections.abc import Iterator
from time import sleep

import pytest

from theodolite.checkpoints import OutOfWorkError, checkpoint, time_slice, work_limit
from theodolite.reviews import Decision, Option, Weighed, review
from theodolite.verdict import Word


def weighed() -> Weighed:
    return Weighed((), 0, Word("reviews", "BEST"), 0, Option(None, 0))


def never_weighed() -> Weighed:
    while True:
        checkpoint()


def test_weighs_all_decisions_within_the_work() -> None:
    assert review([weighed] * 3, work=3) == ([weighed()] * 3, False)
    assert review([], work=0) == ([], False)


def test_ends_within_a_decision_when_the_work_is_used_up() -> None:
    def decisions() -> Iterator[Decision]:
        yield never_weighed
        raise AssertionError

    assert review(decisions(), work=100) == ([], True)
    assert review([weighed], work=0) == ([], True)


def test_a_load_changes_no_review() -> None:
    """Another caller's turns cost time, and no work."""
    token = time_slice.set(Slice(0.02))
    try:
        assert review([weighed] * 3, work=3) == ([weighed()] * 3, False)
    finally:
        time_slice.reset(token)


class Slice:
    """A slice that is over at each checkpoint, and pauses for some seconds."""

    is_over = True

    def __init__(self, seconds: float = 0) -> None:
        self.renewed, self.seconds = 0, seconds

    def renew(self) -> None:
        sleep(self.seconds)
        self.renewed += 1


def test_pauses_within_a_limit_of_work() -> None:
    outer = Slice()
    token = time_slice.set(outer)
    try:
        with work_limit(1):
            checkpoint()
        assert outer.renewed == 1
        with pytest.raises(OutOfWorkError), work_limit(0):
            checkpoint()
        assert outer.renewed == 1
        assert time_slice.get() is outer
    finally:
        time_slice.reset(token)
