"""Fair scheduling: callers take turns, so that no caller keeps others from an executor.

Each caller runs one job at a time. Jobs whose caller is the next in the rotation start first, and a
job that has used its time slice pauses at its next checkpoint while another caller waits. A lone
caller, such as another service with many users, may fill the queue; others take places from it.
"""

from collections import deque
from collections.abc import Callable
from threading import Event, Lock
from time import perf_counter
from typing import Final

SHARE: Final = 2
"""The most jobs of a caller that wait to begin in an executor beside jobs of other callers."""
SLICE_SECONDS: Final = 0.2
"""Seconds that a job runs before other callers have a turn."""
_LONGEST_SLICE: Final = 1.0
"""Seconds: the most that a slice counts for. A job runs on for longer while nobody else waits."""
_AVERAGED: Final = 16
"""The number of slices over which their duration is averaged."""


class Job:
    """A job of a caller.

    Args:
        caller: Identifies the caller.
        decide: Called once, from any thread: with True when the job begins, with False if its place
            in the queue is given to another caller.
    """

    def __init__(self, caller: str, decide: Callable[[bool], object]) -> None:
        self.caller, self.decide = caller, decide
        self.has_begun = False
        self.resumed = Event()
        self.since = 0.0
        """When its current slice began, by `perf_counter`."""


class FairScheduler:
    """Decides which jobs of an executor run. All methods may be called from any thread.

    Args:
        parallel: The most jobs that run at a time.
        begun: The most jobs that run or pause.
        queue: The most jobs that wait to begin.
        patience: Seconds; a job that would wait for longer to begin, by recent slices, is refused.
        share: The most jobs of a caller that wait to begin beside jobs of other callers.
    """

    def __init__(
        self, parallel: int, begun: int, queue: int, patience: float, share: int = SHARE
    ) -> None:
        self._parallel, self._most_begun, self._most_queued = parallel, begun, queue
        self._patience, self._share = patience, share
        self._lock = Lock()
        self._begun = 0
        self._running: dict[str, Job] = {}
        self._waiting: dict[str, deque[Job]] = {}
        """The waiting jobs of each caller. A paused job comes before those that have not begun."""
        self._rotation: dict[str, None] = {}
        """The callers with waiting jobs and no running one. The first has waited longest."""
        self._average = 0.0
        """The average duration of recent slices in seconds."""

    def submit(self, job: Job) -> bool:
        """Begin a job, or queue it; False if there is no place for it."""
        with self._lock:
            if not self._has_place(job):
                return False
            self._enqueue(job)
            self._dispatch()
            return True

    def withdraw(self, job: Job) -> bool:
        """Remove a job from the queue; False if it has begun or was removed before."""
        with self._lock:
            jobs = self._waiting.get(job.caller, ())
            if job.has_begun or job not in jobs:
                return False
            self._remove(job)
            return True

    def end(self, job: Job) -> None:
        """Note that a job has ended that was running."""
        with self._lock:
            self._begun -= 1
            self._stop(job)
            self._dispatch()

    def is_over(self, job: Job) -> bool:
        """Whether the slice of a running job is over: it has run for long, and a caller waits."""
        return bool(self._rotation) and perf_counter() - job.since > SLICE_SECONDS

    def renew(self, job: Job) -> None:
        """Pause a running job until its caller has the next turn."""
        self.suspend(job)
        self.resume(job)

    def suspend(self, job: Job) -> None:
        """Let others run while a job waits for something else."""
        with self._lock:
            self._stop(job)
            self._dispatch()

    def resume(self, job: Job) -> None:
        """Wait until a suspended job may run."""
        self.requeue(job)
        job.resumed.wait()

    def requeue(self, job: Job) -> None:
        """Let a suspended job run as soon as its caller has the next turn; sets `resumed` then."""
        with self._lock:
            job.resumed.clear()
            self._enqueue(job)
            self._dispatch()

    def _has_place(self, job: Job) -> bool:
        """Whether a new job may begin or wait; takes a place from a caller that has more."""
        if job.caller not in self._running and len(self._running) < self._parallel:
            return True
        queued = [each for jobs in self._waiting.values() for each in jobs if not each.has_begun]
        own = sum(each.caller == job.caller for each in queued)
        if own >= self._share and not self._is_alone(job.caller):
            return False
        if self._wait(job.caller) > self._patience:
            return False
        if len(queued) < self._most_queued:
            return True
        # Of the caller with the most jobs, the last.
        last = max(reversed(queued), key=lambda each: self.count(each.caller), default=job)
        if self.count(last.caller) <= self.count(job.caller) + 1:
            return False
        self._remove(last)
        last.decide(False)
        return True

    def _is_alone(self, caller: str) -> bool:
        """Whether no other caller has a job here."""
        return {*self._running, *self._waiting} <= {caller}

    def count(self, caller: str) -> int:
        """The number of jobs of a caller."""
        return len(self._waiting.get(caller, ())) + (caller in self._running)

    def _wait(self, caller: str) -> float:
        """The expected seconds until a new job of a caller begins."""
        callers = len(self._running) + len(self._rotation)
        return self._average * max(1, self.count(caller)) * max(1.0, callers / self._parallel)

    def _enqueue(self, job: Job) -> None:
        jobs = self._waiting.setdefault(job.caller, deque())
        if job.has_begun:
            jobs.appendleft(job)
        else:
            jobs.append(job)
        if job.caller not in self._running:
            self._rotation.setdefault(job.caller)

    def _remove(self, job: Job) -> None:
        jobs = self._waiting[job.caller]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.caller]
            self._rotation.pop(job.caller, None)

    def _stop(self, job: Job) -> None:
        """End the slice of a running job. Its caller goes to the end of the rotation."""
        del self._running[job.caller]
        seconds = min(_LONGEST_SLICE, perf_counter() - job.since)
        self._average += (seconds - self._average) / _AVERAGED
        if job.caller in self._waiting:
            self._rotation[job.caller] = None

    def _dispatch(self) -> None:
        while len(self._running) < self._parallel:
            job = self._next()
            if job is None:
                return
            self._remove(job)
            self._rotation.pop(job.caller, None)
            self._running[job.caller] = job
            job.since = perf_counter()
            if job.has_begun:
                job.resumed.set()
            else:
                self._begun += 1
                job.has_begun = True
                job.decide(True)

    def _next(self) -> Job | None:
        """The first waiting job, by the rotation of callers, that may run."""
        has_room = self._begun < self._most_begun
        firsts = (self._waiting[caller][0] for caller in self._rotation)
        return next((job for job in firsts if job.has_begun or has_room), None)
