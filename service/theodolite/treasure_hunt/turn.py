"""A turn: whether it is legal, action by action, and what carrying it out makes of the table.

Covers what must come at once, skipped turns, and the turn as a whole; rolls and moves are in
`moving`, cards and pieces in `cards`, logging in `logbook`. Not covered: direction of play, empty
decks, exhausted singles, on which the rulebook is silent. Turn order and the end of the game are in
`replays` and `missions`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from theodolite.treasure_hunt import cards, moving
from theodolite.treasure_hunt.actions import (
    Action,
    Change,
    Discard,
    Log,
    Move,
    Place,
    Play,
    Roll,
    Skip,
    Turn,
)
from theodolite.treasure_hunt.board import GRID
from theodolite.treasure_hunt.course import Course, Ruled, movers_of
from theodolite.treasure_hunt.ground import terrain_of
from theodolite.treasure_hunt.logbook import log
from theodolite.treasure_hunt.snapshot import HAND, Rulings, Snapshot
from theodolite.verdict import NOTHING, Check, Fault, Status, legal

__all__ = ["Ruled", "Update", "Verdict", "began", "judge", "told", "told_of_update", "update"]


class Verdict(NamedTuple):
    """The checks of a turn, what it changed, and the table after it.

    `after` is None where the turn is illegal, or where a draw was not told.
    """

    checks: Sequence[Ruled]
    changes: Sequence[Change]
    after: Snapshot | None

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal([ruled.check for ruled in self.checks])


class Update(NamedTuple):
    """A turn carried out unjudged: what it changed, the table after it, and what could not be.

    `broken` are the checks that failed.
    """

    changes: Sequence[Change]
    after: Snapshot
    faults: Sequence[Fault]
    broken: Sequence[Ruled] = ()


def judge(snapshot: Snapshot, turn: Turn) -> Verdict:
    """Hold a turn against every rule that bears on it."""
    course = _played(snapshot, turn)
    verdict = Verdict(course.checks, course.changes, course.snapshot)
    if not verdict.legal:
        return verdict._replace(changes=(), after=None)
    return verdict._replace(after=None) if course.untold else verdict


def update(snapshot: Snapshot, turn: Turn) -> Update:
    """Carry a turn out unjudged."""
    course = _played(snapshot, turn)
    broken = [ruled for ruled in course.checks if ruled.check.status == "failed"]
    return Update(course.changes, course.snapshot, course.faults, broken)


def told(verdict: Verdict) -> object:
    """What of a verdict another ruling would change: all of it, but where home is."""
    after = verdict.after
    return verdict.checks, verdict.changes, after and after.under(Rulings())


def told_of_update(done: Update) -> object:
    """What of a turn carried out another ruling would change."""
    return done.changes, done.after.under(Rulings()), [fault.code for fault in done.faults]


def began(snapshot: Snapshot, player: int) -> Snapshot:
    """The table as a player's turn begins: walkers that have rested for their round may move."""
    if not any(walker.moved_by is not None for walker in snapshot.walkers):
        return snapshot
    by_first = snapshot.rulings.walker_round == "until_first_player"
    walkers = [
        walker._replace(moved_by=None)
        if (player == 0 if by_first else walker.moved_by == player)
        else walker
        for walker in snapshot.walkers
    ]
    return snapshot._replace(walkers=tuple(walkers))


def _played(snapshot: Snapshot, turn: Turn) -> Course:
    """A turn from its beginning to its end."""
    course = Course(snapshot, turn)
    course.become(began(snapshot, turn.player), "walker.move")
    for i, action in enumerate(turn.actions):
        course.now = i
        _at_once(course, action)
        _do(course, action)
        if course.under_way is None:
            course.lose_boats()
    course.now = None
    _as_a_whole(course, shoes=snapshot.players[turn.player].shoes)
    return course


def _do(course: Course, action: Action) -> None:
    match action:
        case Roll():
            moving.roll(course, action)
        case Move():
            moving.move(course, action)
        case Play():
            cards.play(course, action)
        case Place():
            cards.place(course, action)
        case Log():
            log(course, action)
        case Discard():
            cards.discard(course, action)
        case Skip():
            _skip(course)


def _at_once(course: Course, action: Action) -> None:
    """What must come at once: logging on arrival, and the hand down to three cards."""
    if isinstance(action, (Play, Move, Roll, Skip)):
        _overdue(course, arrived=True)
    plays = isinstance(action, Play) or (isinstance(action, Log) and action.shovel)
    discards = isinstance(action, Discard) and action.by == course.full
    if not discards and not (plays and course.full == course.player):
        _too_many_cards(course)
        course.full = None


def _overdue(course: Course, *, arrived: bool) -> None:
    """Judge markers that should have been logged: on arrival only, or all (`log.must`)."""
    for due in [due for due in course.due if due.arrived or not arrived]:
        course.due.remove(due)
        values = {"space": GRID.names[due.find.at]}
        status: Status = "failed" if due.find.legal else "not_checked"
        says = "not_logged" if due.find.legal else "unknown"
        check = Check("treasure_hunt.log.must", status, says, values, 1 << due.find.at)
        course.add(check, due.action)


def _too_many_cards(course: Course) -> None:
    """On a fourth card, at least one is at once played or discarded (`card.hand`)."""
    if course.full is None:
        return
    hand = course.snapshot.players[course.full].hand
    if hand is not None and len(hand) > HAND:
        values = {"player": course.name(course.full), "count": len(hand)}
        course.fits("card.hand", "full", values)


def _as_a_whole(course: Course, shoes: int) -> None:
    """Judge what holds of the whole turn of a player who had some shoes."""
    _overdue(course, arrived=False)
    _too_many_cards(course)
    skipped = any(isinstance(action, Skip) for action in course.actions)
    # Who has a lost shoe only skips the turn (`turn.shoe`).
    if shoes:
        only = all(
            isinstance(action, Skip) or (isinstance(action, Place) and action.by != course.player)
            for action in course.actions
        )
        course.note("turn.shoe", skipped and only, "failed", course.by)
    elif not skipped and not course.moved:
        _pass(course, "nothing")
    elif course.walk is not None and course.walk.path:
        course.fits("turn.must", "passed")


def _skip(course: Course) -> None:
    """The turn passes: for a shoe, by choice, or because nobody can move (`turn.must`)."""
    snapshot = course.snapshot
    shoes = snapshot.players[course.player].shoes
    if shoes:
        left = 0 if snapshot.rulings.several_shoes == "same_turn" else shoes - 1
        course.become(snapshot.with_player(course.player, shoes=left), "turn.shoe")
    elif any(isinstance(action, Move) for action in course.actions):
        course.fits("turn.must", "moved", course.by)
    else:
        _pass(course, "could_move")


def _pass(course: Course, says: str) -> None:
    """Judge a turn that moves nothing: nobody can move, or one may choose not to (`turn.must`)."""
    movers, pips = movers_of(course.snapshot, course.player), None
    if (rolled := course.roll) is not None:
        on_it = [one for one in movers if terrain_of(course.snapshot, one) == rolled.die]
        movers, pips = (on_it, rolled.pips) if on_it else (movers, None)
    if not moving.any_can_move(course, movers, pips):
        course.add(Check("treasure_hunt.turn.must", "passed", "stuck", NOTHING))
    elif course.snapshot.rulings.pass_turn == "allowed":  # noqa: S105 - no password
        course.add(Check("treasure_hunt.turn.must", "passed", "chosen", course.by))
    else:
        course.fits("turn.must", says, course.by)
