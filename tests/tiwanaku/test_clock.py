"""How long a question may take: what is used up, and what stops a solver at work."""

from threading import Event

import pytest

from theodolite.tiwanaku.clock import Clock, TimeIsUp


def test_work_is_used_up_by_checks_and_by_what_is_spent() -> None:
    clock = Clock(work=Clock.CHECK + 10)
    clock.check()
    clock.spend(10)
    clock.look()
    with pytest.raises(TimeIsUp):
        clock.check()


def test_the_last_of_the_work_may_be_done() -> None:
    clock = Clock(work=Clock.CHECK)
    clock.check()
    with pytest.raises(TimeIsUp):
        clock.check()


def test_time_is_up_whatever_work_is_left() -> None:
    clock = Clock(0, work=10**9)
    for ask in (clock.look, clock.check):
        with pytest.raises(TimeIsUp):
            ask()


def test_a_clock_without_end_never_rings() -> None:
    clock = Clock()
    clock.spend(10**12)
    clock.check()
    assert clock.alarm(Event().set) is None


def test_an_alarm_rings_when_the_time_is_up() -> None:
    rung = Event()
    alarm = Clock(0).alarm(rung.set)
    assert alarm is not None
    assert alarm.daemon
    alarm.join()
    assert rung.is_set()
