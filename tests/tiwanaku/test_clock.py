"""Budgets of time and work, and the alarm that interrupts a solver."""

from threading import Event

import pytest

from theodolite.tiwanaku.clock import Clock, TimeIsUp


def test_checks_and_spending_use_up_work() -> None:
    clock = Clock(work=Clock.CHECK + 10)
    clock.check()
    clock.spend(10)
    clock.look()
    with pytest.raises(TimeIsUp):
        clock.check()


def test_allows_the_last_unit_of_work() -> None:
    clock = Clock(work=Clock.CHECK)
    clock.check()
    with pytest.raises(TimeIsUp):
        clock.check()


def test_ends_when_time_is_up_though_work_is_left() -> None:
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
