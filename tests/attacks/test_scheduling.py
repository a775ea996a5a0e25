"""Properties of the fair scheduler: jobs of random callers that arrive, pause and end at random."""

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theodolite.web.serving import scheduling
from theodolite.web.serving.scheduling import SHARE, SLICE_SECONDS, FairScheduler, Job

PARALLEL, BEGUN, QUEUE = 2, 100, 6
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("submit"), st.sampled_from("ABCDEF")),
        st.tuples(st.sampled_from(["pause", "end"]), st.integers(0, PARALLEL - 1)),
    ),
    max_size=60,
)


class Simulation:
    """A scheduler whose jobs do nothing.

    Attributes:
        running: The jobs that run, in the order in which they were given their slice.
        granted: The caller of each slice so far, in order.
        dropped: The jobs whose places were given to other callers.
    """

    def __init__(self, parallel: int = PARALLEL, begun: int = BEGUN) -> None:
        self.scheduler = FairScheduler(parallel, begun, QUEUE, 1e9)
        self.running: list[Job] = []
        self.granted: list[str] = []
        self.dropped: list[Job] = []
        self.queued: list[Job] = []
        self.paused: list[Job] = []

    def submit(self, caller: str) -> bool:
        """Submit a job; return whether it was taken."""
        job = Job(caller, lambda begins: self._decide(job, begins))
        self.queued.append(job)
        taken = self.scheduler.submit(job)
        if not taken:
            self.queued.remove(job)
        return taken

    def end(self, job: Job) -> None:
        """End a running job."""
        self.running.remove(job)
        self.scheduler.end(job)
        self._note_resumed()

    def pause(self, job: Job) -> None:
        """Let the slice of a running job be over."""
        self.running.remove(job)
        self.paused.append(job)
        self.scheduler.suspend(job)
        self._note_resumed()
        self.scheduler.requeue(job)
        self._note_resumed()

    def waiting(self) -> set[str]:
        """The callers that wait and have no running job."""
        waiting = {job.caller for job in [*self.queued, *self.paused]}
        return waiting - {job.caller for job in self.running}

    def _decide(self, job: Job, begins: bool) -> None:
        self.queued.remove(job)
        if begins:
            self._grant(job)
        else:
            self.dropped.append(job)

    def _note_resumed(self) -> None:
        for job in [*self.paused]:
            if job.resumed.is_set():
                job.resumed.clear()
                self.paused.remove(job)
                self._grant(job)

    def _grant(self, job: Job) -> None:
        self.running.append(job)
        self.granted.append(job.caller)


def simulated(events: list[tuple[str, str | int]], begun: int = BEGUN) -> Iterator[Simulation]:
    """Play events; yield the simulation after each."""
    simulation = Simulation(begun=begun)
    for kind, which in events:
        if isinstance(which, str):
            simulation.submit(which)
        elif which < len(simulation.running):
            getattr(simulation, kind)(simulation.running[which])
        yield simulation


@given(EVENTS, st.sampled_from([PARALLEL, 3, BEGUN]))
def test_each_caller_runs_one_job(events: list[tuple[str, str | int]], begun: int) -> None:
    for simulation in simulated(events, begun):
        callers = [job.caller for job in simulation.running]
        assert len(callers) == len({*callers}) <= PARALLEL
        assert len(simulation.running) + len(simulation.paused) <= begun
        assert len(simulation.queued) <= QUEUE


@given(EVENTS)
def test_a_caller_queues_two_jobs_beside_others(events: list[tuple[str, str | int]]) -> None:
    simulation = Simulation()
    for kind, which in events:
        if isinstance(which, str):
            jobs = [*simulation.running, *simulation.paused, *simulation.queued]
            is_alone = all(job.caller == which for job in jobs)
            queued = [job.caller for job in simulation.queued]
            is_over = queued.count(which) >= SHARE and not is_alone
            taken = simulation.submit(which)
            assert not (taken and is_over)
            assert taken or is_over or len(queued) == QUEUE
        elif which < len(simulation.running):
            getattr(simulation, kind)(simulation.running[which])


@given(EVENTS)
def test_no_caller_waits_while_there_is_room(events: list[tuple[str, str | int]]) -> None:
    for simulation in simulated(events):
        assert len(simulation.running) == PARALLEL or not simulation.waiting()


@given(EVENTS)
def test_callers_rotate(events: list[tuple[str, str | int]]) -> None:
    """Nobody has two turns while another caller waits."""
    since: dict[str, int] = {}
    seen = 0
    for simulation in simulated(events):
        for i in range(seen, len(simulation.granted)):
            caller = simulation.granted[i]
            since.pop(caller, None)
            for begun in since.values():
                assert simulation.granted[begun:i].count(caller) <= 1
        seen = len(simulation.granted)
        waiting = simulation.waiting()
        since = {caller: since.get(caller, seen) for caller in waiting}


@given(st.lists(st.sampled_from(["submit", "end"]), max_size=30))
def test_a_lone_caller_is_never_slowed(kinds: list[str]) -> None:
    simulation = Simulation()
    for kind in kinds:
        if kind == "submit":
            idle = not simulation.running
            assert simulation.submit("A") or len(simulation.queued) == QUEUE
            assert not idle or simulation.running
        elif simulation.running:
            simulation.end(simulation.running[0])
        assert bool(simulation.running) or not simulation.queued
        assert not any(simulation.scheduler.is_over(job) for job in simulation.running)


def test_other_callers_take_places_from_a_lone_one() -> None:
    simulation = Simulation(parallel=1)
    while simulation.submit("A"):
        pass
    assert len(simulation.queued) == QUEUE
    for caller in "BCBC":
        assert simulation.submit(caller)
        assert len(simulation.queued) == QUEUE
    simulation.end(simulation.running[0])
    assert [job.caller for job in simulation.running] == ["B"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the scheduler sees, as the only element of a list."""
    time = [0.0]
    monkeypatch.setattr(scheduling, "perf_counter", lambda: time[0])
    return time


def test_a_slice_is_over_only_while_another_caller_waits(clock: list[float]) -> None:
    simulation = Simulation(parallel=1)
    simulation.submit("A")
    (job,) = simulation.running
    clock[0] = 2 * SLICE_SECONDS
    assert simulation.submit("A")
    assert not simulation.scheduler.is_over(job)
    assert simulation.submit("B")
    assert simulation.scheduler.is_over(job)


def test_a_new_caller_takes_a_place_from_the_caller_with_most() -> None:
    simulation = Simulation()
    for caller in "ABCDE":
        simulation.submit(caller)
        simulation.submit(caller)
        simulation.submit(caller)
    assert len(simulation.queued) == QUEUE
    assert simulation.submit("F")
    assert [job.caller for job in simulation.queued].count("F") == 1


def test_a_job_continues_before_its_caller_begins_another() -> None:
    simulation = Simulation(parallel=1)
    for caller in "AAB":
        simulation.submit(caller)
    first = simulation.running[0]
    simulation.pause(first)
    assert [job.caller for job in simulation.running] == ["B"]
    simulation.end(simulation.running[0])
    assert simulation.running == [first]


def test_refuses_a_job_that_would_wait_too_long(clock: list[float]) -> None:
    scheduler = FairScheduler(1, 1, QUEUE, 0.5)
    for _ in count():
        job = Job("A", bool)
        assert scheduler.submit(job)
        clock[0] += 0.6
        scheduler.end(job)
        if clock[0] > 60:
            break
    assert scheduler.submit(Job("A", bool))
    assert not scheduler.submit(Job("B", bool))
