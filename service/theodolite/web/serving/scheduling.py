"""Fair scheduling: callers take turns, so that no caller keeps others from an executor.

Each caller runs one job at a time. The caller that has waited longest has the next turn, but a
caller that has run comes later for it: so those that ask for little go before others. A job that
has used its time slice pauses at its next checkpoint while another caller comes before it. A lone
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
DELAY: Final = 10.0
"""Seconds by which a caller comes later, for each second that it has run."""
LONGEST_DELAY: Final = 20.0
"""Seconds: the most that a caller comes later than one that has not run."""
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
        self._due: dict[str, float] = {}
        """When callers that have run are due again, where that is to come."""
        self._rotation: dict[str, float] = {}
        """When each caller was due that waits and has no running job. The earliest is next."""
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
        """Whether the slice of a running job is over: it has run for long, and another is next."""
        now = perf_counter()
        if not self._rotation or now - job.since <= SLICE_SECONDS:
            return False
        own = self._due_after(job, now)
        return any(due <= own for due in tuple(self._rotation.values()))

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
            self._rotate(job.caller)

    def _rotate(self, caller: str) -> None:
        """Let a caller wait for its turn. It is due now, or later if it has run."""
        if caller not in self._rotation:
            now = perf_counter()
            self._due = {each: due for each, due in self._due.items() if due > now}
            # A job that has not begun is refused after the patience, and so comes soon enough.
            begins = not self._waiting[caller][0].has_begun
            latest = now + (self._patience / 2 if begins else LONGEST_DELAY)
            self._rotation[caller] = min(self._due.get(caller, now), latest)

    def _due_after(self, job: Job, now: float) -> float:
        """When the caller of a running job is due again if its slice ends now."""
        due = max(self._due.get(job.caller, 0.0), job.since) + DELAY * (now - job.since)
        return min(due, now + LONGEST_DELAY)

    def _remove(self, job: Job) -> None:
        jobs = self._waiting[job.caller]
        jobs.remove(job)
        if not jobs:
            del self._waiting[job.caller]
            self._rotation.pop(job.caller, None)

    def _stop(self, job: Job) -> None:
        """End the slice of a running job. Its caller comes later."""
        del self._running[job.caller]
        now = perf_counter()
        self._due[job.caller] = self._due_after(job, now)
        seconds = min(_LONGEST_SLICE, now - job.since)
        self._average += (seconds - self._average) / _AVERAGED
        if job.caller in self._waiting:
            self._rotate(job.caller)

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
        """The waiting job that may run, of the caller that is next."""
        has_room = self._begun < self._most_begun
        firsts = (self._waiting[caller][0] for caller in self._rotation)
        may_run = (job for job in firsts if job.has_begun or has_room)
        return min(may_run, key=lambda job: self._rotation[job.caller], default=None)
