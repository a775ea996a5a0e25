"""Which single correction of a record leads to the table that is seen.

A game brings its replay and its search for disputes; the later part of a record says what the table
after a turn must have been. Tables are compared as documents, in what both state.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from theodolite.checkpoints import checkpoint
from theodolite.disputes import MAX_ALTERNATIVES
from theodolite.verdict import NOTHING, Path

Table = TypeVar("Table")
Turn = TypeVar("Turn")
Json = Any
Values = Mapping[Path, object]

MOST_SPACES = 50
"""The most spaces of a board of which each may be meant by another; of a larger one those named."""
_SPACE = " "
NOTHING_THERE = (None, ".", 0)
"""The values that stand for nothing."""
UNKNOWN = (None, "?")
"""The values that stand for what is not known."""


class Shape(NamedTuple):
    """The fields of the tables of a game, as far as comparing them needs it.

    Attributes:
        rows: The fields whose strings are rows of a board.
        seats: The fields whose items keep their places; the order of other lists means nothing.
        standing: The fields that tell where a piece stands; null is a place too.
        bare: The fields of a piece that stand for nothing where they are absent.
        letters: The words for the letters of rows, as sentences are filled with them.
    """

    rows: frozenset[str]
    seats: frozenset[str] = frozenset({"players"})
    standing: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    letters: Mapping[str, object] = NOTHING


class _Replay(Protocol):
    @property
    def legal(self) -> bool | None: ...
    @property
    def after(self) -> Any: ...


class Records(NamedTuple, Generic[Table, Turn]):
    """A game, as far as the corrections of its records need it.

    Attributes:
        replay: Judges turns on a table: `legal`, and the table `after` them.
        carry_out: Carries out a turn of a record on a table, legal or not.
        plays: The legal plays of a turn of a record that lead from one table to another.
        shape: The fields of a table.
        document: Writes a table.
        table: Makes a table of a document; None if there is no such table.
        write: Writes a turn.
        read: Makes a turn of a document; None if there is no such turn.
        spaces: The names of the spaces of the board.
        absent: Turns of a record that may be missing at a place, to be given to `plays`.
        effort: How many turns are judged while `plays` searches.
        work: The most turns that are judged or carried out for one record: a second of work.
        first: The index of the turn from which a turn can be judged; by default the one before it.
        gaps: The places of a legal record at which a turn may be missing; by default its ends.
        fields: The fields by which `plays` finds a turn; none for all.
    """

    replay: Callable[[Table, Sequence[Turn]], _Replay]
    carry_out: Callable[[Table, Sequence[Turn], int], Table]
    plays: Callable[[Table, Table, Sequence[Turn], int], Iterable[Turn]]
    shape: Shape
    document: Callable[[Table], Json]
    table: Callable[[Json], Table | None]
    write: Callable[[Turn], Json]
    read: Callable[[Json], Turn | None]
    spaces: Collection[str]
    absent: Callable[[Table, Sequence[Turn]], Iterable[Turn]]
    effort: int
    work: int
    first: Callable[[Sequence[Turn], int], int] = lambda _, i: max(0, i - 1)
    gaps: Callable[[Sequence[Turn]], Iterable[int]] = lambda turns: (0, len(turns))
    fields: frozenset[str] = frozenset()


class Correction(NamedTuple, Generic[Turn]):
    """A single correction of a record.

    Attributes:
        cost: How unlikely it is: the values of the turn that change, two for any other kind.
        kind: `other_play`, `twice`, `extra`, `missing`, `swapped`, or `not_updated`, where the
            record is right and the table shows nothing of a part of the turn.
        turn: The index of the turn.
        replaced: The number of turns that are replaced from there.
        by: The turns in their place.
    """

    cost: int
    kind: str
    turn: int
    replaced: int
    by: tuple[Turn, ...]

    def of(self, turns: Sequence[Turn]) -> list[Turn]:
        """The record as corrected."""
        return [*turns[: self.turn], *self.by, *turns[self.turn + self.replaced :]]


class Diagnosis(NamedTuple, Generic[Turn]):
    """A record beside the table that is seen.

    Attributes:
        after: The table after the record, carried out to its end even where it is illegal.
        differences: The values by the record and on the table, by their places.
        corrections: The single corrections that lead to it, the cheapest first.
        astray: The index of the first turn after which no later turn changes a value that differs,
            or at which the record is illegal; None where a correction is found, or no turn did it.
        truncated: Whether not every correction was tried.
    """

    after: Any
    differences: Mapping[Path, tuple[object, object]]
    corrections: Sequence[Correction[Turn]] = ()
    astray: int | None = None
    truncated: bool = False


class _WorkDoneError(Exception):
    """The budget is spent."""


def values_of(document: Json, shape: Shape, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """The known values of a table by their places.

    Items of a list without places are counted: the last part of the path is the item as JSON.

    >>> table = {"island": ["J."], "hand": ["shoe", "shoe"], "deck": None}
    >>> dict(values_of(table, Shape(rows=frozenset({"island"}))))
    ... # doctest: +NORMALIZE_WHITESPACE
    {('island', 0, 0): 'J', ('island', 0, 1): '.', ('hand', '"shoe"'): 2, ('hand', ''): True}
    """
    name = path[-1] if path else ""
    if isinstance(document, Mapping):
        for key, value in document.items():
            if key != "rulings":
                yield from values_of(value, shape, (*path, key))
    elif isinstance(document, (list, tuple)) and name in shape.rows | shape.seats:
        for i, value in enumerate(document):
            parts = enumerate(value) if name in shape.rows else [(None, value)]
            for j, part in parts:
                yield from values_of(part, shape, (*path, i) if j is None else (*path, i, j))
    elif isinstance(document, (list, tuple)):
        if None not in document:
            items = (json.dumps(item, sort_keys=True) for item in document)
            yield from (((*path, item), count) for item, count in Counter(items).items())
            yield (*path, ""), True
    elif document not in UNKNOWN or name in shape.standing:
        yield path, document


def differing(one: Values, other: Values, shape: Shape) -> Mapping[Path, tuple[object, object]]:
    """The values in which two tables differ, by their places, as far as both are known."""
    found: dict[Path, tuple[object, object]] = {}
    for path in {**one, **other}:
        listed = (*path[:-1], "")
        is_counted = listed in one and listed in other
        if is_counted or path[-1] in shape.bare or (path in one and path in other):
            absent = 0 if is_counted else None
            values = one.get(path, absent), other.get(path, absent)
            if values[0] != values[1]:
                found[path] = values
    return found


def changed(document: Json, changes: Mapping[Path, tuple[object, object]]) -> Json | None:
    """A document with changes: numbers and items by as many, other values from one to the other.

    Values that are neither, as they change later, stay.

    Returns:
        None if there is no place for one of them.
    """
    made = json.loads(json.dumps(document))
    try:
        for path, values in changes.items():
            _change(made, path, *values)
    except (LookupError, TypeError, ValueError):
        return None
    return made


def _change(document: Json, path: Path, old: Any, new: Any) -> None:
    """Change a value of a document in place.

    Raises:
        LookupError, TypeError or ValueError: There is no place for it.
    """
    *way, key, last = (None, *path)
    at = document
    for part in way[1:]:
        at = at[part]
    holder, at = at, at if key is None else at[key]
    if isinstance(at, str):
        column = int(last or 0)
        if at[column] == old:
            holder[key] = f"{at[:column]}{new}{at[column + 1 :]}"
    elif isinstance(at, list) and isinstance(last, str):
        at += [json.loads(last)] * (new - old)
        for _ in range(old - new):
            at.remove(json.loads(last))
    elif type(new) is int and type(old) is int and type(at.get(last)) is int:
        at[last] += new - old
    elif at.get(last) == old and new is None:
        at.pop(last, None)
    elif at.get(last) == old:
        at[last] = new


def leaves(document: Json, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The values of a document that have no parts, by their places."""
    pairs = document.items() if isinstance(document, Mapping) else enumerate(document)
    for key, value in pairs:
        if isinstance(value, (Mapping, list, tuple)):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _name(path: Path, value: object, spaces: Collection[str]) -> str:
    """The field of a value, or that of all spaces."""
    return _SPACE if value in spaces else next(one for one in path[::-1] if isinstance(one, str))


def _replaced(document: Json, path: Path, value: object) -> Json:
    """A document with another value at a place."""
    made = json.loads(json.dumps(document))
    at = made
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = value
    return made


class _Search(Generic[Table, Turn]):
    """The search for the corrections of one record."""

    def __init__(
        self, game: Records[Table, Turn], start: Table, turns: Sequence[Turn], seen: Table
    ) -> None:
        self.game, self.turns, self.work = game, [*turns], 0
        self.seen = self._values(seen)
        self.tables = [start]
        self.stop: int | None = None
        for i in range(len(turns)):
            legal, after = self._replay(turns, i, i + 1)
            if self.stop is None and not (legal or (legal is None and i == len(turns) - 1)):
                self.stop = i
            if self.stop is not None:
                after = game.carry_out(self.tables[-1], turns, i)
            self.tables.append(after)
        self.values = [self._values(table) for table in self.tables]
        self.differences = self._differing(self.values[-1], self.seen)

    def _values(self, table: Table) -> Values:
        return dict(values_of(self.game.document(table), self.game.shape))

    def _differing(self, one: Values, other: Values) -> Mapping[Path, tuple[object, object]]:
        return differing(one, other, self.game.shape)

    def _changed_by(self, i: int) -> Mapping[Path, tuple[object, object]]:
        """The values that a turn of the record changed."""
        return self._differing(*self.values[i : i + 2])

    def _replay(self, turns: Sequence[Turn], i: int, end: int) -> tuple[bool | None, Table]:
        """Judge the turns from a turn on, from the table before it or an earlier one."""
        first = self.game.first(turns, i)
        self._spend(end - first)
        found = self.game.replay(self.tables[first], turns[first:end])
        return found.legal, found.after

    def _spend(self, work: int) -> None:
        checkpoint()
        self.work += work
        if self.work > self.game.work:
            raise _WorkDoneError

    def leads_to_seen(self, one: Correction[Turn]) -> bool:
        """Whether the corrected record is legal and leads to the table that is seen."""
        turns = one.of(self.turns)
        # Most break a rule at once.
        soon = one.turn + len(one.by) + 1
        if soon < len(turns) and self._replay(turns, one.turn, soon)[0] is False:
            return False
        legal, after = self._replay(turns, one.turn, len(turns))
        if legal is False or self._differing(self._values(after), self.seen):
            return False
        self._spend(len(turns))
        return self.game.replay(self.tables[0], turns).legal is not False

    def candidates(self) -> Iterator[Correction[Turn]]:
        """The corrections to be tried: other plays, then those of the order.

        Missing turns come first where the table shows something more, and nothing else.
        """
        likely = sorted(range(self._last), key=self._unlikely)
        played = [self._other_plays(likely), self._of_order(likely)]
        found = [self._missing(), *played] if self._is_lacking else [*played, self._missing()]
        return chain.from_iterable(found)

    def _other_plays(self, likely: Sequence[int]) -> Iterator[Correction[Turn]]:
        for i in likely:
            turn = self.turns[i]
            for goal in self._goals(i):
                for play in self._plays(self.tables[i], goal, self.turns, i):
                    if play != turn:
                        cost = self._distance(turn, play)
                        yield Correction(cost, "other_play", i, 1, (play,))

    def _of_order(self, likely: Sequence[int]) -> Iterator[Correction[Turn]]:
        turns = self.turns
        for i in likely:
            is_twice = turns[i] in (turns[i - 1 : i] + turns[i + 1 : i + 2])
            yield Correction(1 if is_twice else 2, "twice" if is_twice else "extra", i, 1, ())
            if i + 1 < len(turns):
                yield Correction(2, "swapped", i, 2, (turns[i + 1], turns[i]))

    @property
    def _is_lacking(self) -> bool:
        """Whether nothing of what differs and was drawn is on the table by the record."""
        drawn = [
            reached for path, (reached, _) in self.differences.items() if self.game.fields & {*path}
        ]
        return bool(drawn) and {*drawn} <= {*NOTHING_THERE}

    def _missing(self) -> Iterator[Correction[Turn]]:
        for at in self.game.gaps(self.turns):
            if self.stop is None or at < self.stop:
                yield from self._missing_at(at)
        if self.stop is not None:
            yield from self._missing_at(self.stop)

    def _missing_at(self, at: int) -> Iterator[Correction[Turn]]:
        before, goal = self.tables[at], self._goal(at, self.differences)
        if goal is None:
            return
        for turn in self.game.absent(before, self.turns[:at]):
            for play in self._plays(before, goal, [*self.turns[:at], turn], at):
                one = Correction(2, "missing", at, 0, (play,))
                yield one
                # A season of the game may end with the turn before.
                if at != self.stop and at > self.game.first(self.turns, at):
                    yield one._replace(turn=at - 1)

    def elsewhere(self, found: Sequence[Correction[Turn]]) -> Iterator[Correction[Turn]]:
        """The same missing turns at the places before."""
        for one in [one for one in found if one.kind == "missing"]:
            for at in reversed(range(self.game.first(self.turns, one.turn), one.turn)):
                yield one._replace(turn=at)

    def slips(self) -> Iterator[Correction[Turn]]:
        """The turns in which one value is another one, as they may have been played."""
        for i in sorted(range(self._last), key=self._unlikely):
            for turn in self._with_slip(self.turns[i]):
                legal, after = self._replay([*self.turns[:i], turn], i, i + 1)
                if legal is False:
                    continue
                changes = self._differing(self.values[i + 1], self._values(after))
                # An earlier turn may be the reason why a later one is illegal.
                if self.stop is not None or changes.keys() & self.differences.keys():
                    yield Correction(1, "other_play", i, 1, (turn,))

    def _with_slip(self, turn: Turn) -> Iterator[Turn]:
        document = self.game.write(turn)
        known = [
            (path, value, self._vocabulary[_name(path, value, self.game.spaces)])
            for path, value in leaves(document)
        ]
        for path, value, others in sorted(known, key=lambda one: len(one[2])):
            for other in others:
                if other != value and type(other) is type(value):
                    made = self.game.read(_replaced(document, path, other))
                    if made is not None:
                        yield made

    @cached_property
    def _vocabulary(self) -> Mapping[str, Sequence[object]]:
        """The values of the record by their fields; all spaces that it names are of one field."""
        spaces = self.game.spaces
        found: dict[str, dict[object, None]] = defaultdict(dict)
        if len(spaces) <= MOST_SPACES:
            found[_SPACE].update(dict.fromkeys(spaces))
        for turn in (*self.turns, *self.game.absent(self.tables[0], ())):
            for path, value in leaves(self.game.write(turn)):
                found[_name(path, value, spaces)][value] = None
        return {field: [*values] for field, values in found.items()}

    @property
    def _last(self) -> int:
        """The number of turns that may be wrong."""
        return len(self.turns) if self.stop is None else self.stop + 1

    def _unlikely(self, i: int) -> tuple[int, ...]:
        """Sorts the turns that are more likely to be wrong before others."""
        if self.stop is None:
            return (self._untouched(i),)
        player, other = (self.game.write(self.turns[at]).get("player") for at in (i, self.stop))
        return i != self.stop, player != other, self.stop - i

    def _untouched(self, i: int) -> int:
        """How many of the values that differ a turn did not change; none if it is illegal."""
        if i == self.stop:
            return 0
        return len(self.differences.keys() - self._changed_by(i).keys())

    def _goals(self, i: int) -> Iterator[Table]:
        """The tables after a turn from which the rest of the record leads to what is seen."""
        at_once = self._goal(i + 1, self.differences)
        if at_once is not None:
            yield at_once
        without: Table = self.tables[i]
        for later in range(i + 1, len(self.turns)):
            self._spend(1)
            without = self.game.carry_out(without, self.turns, later)
        lacking = self._differing(self._values(without), self.seen)
        # A piece that later moves on stood where the turn left it.
        moved = {
            path: values
            for path, values in self._changed_by(i).items()
            if path not in lacking and path[-1] in self.game.shape.standing
        }
        goal = self._goal(i, {**lacking, **moved})
        if goal is not None and goal != at_once:
            yield goal

    def _goal(self, i: int, changes: Mapping[Path, tuple[object, object]]) -> Table | None:
        drawn = self.game.fields
        kept = {path: values for path, values in changes.items() if not drawn or drawn & {*path}}
        document = changed(self.game.document(self.tables[i]), kept)
        return None if document is None else self.game.table(document)

    def _plays(self, before: Table, goal: Table, turns: Sequence[Turn], i: int) -> Iterable[Turn]:
        self._spend(self.game.effort)
        return self.game.plays(before, goal, turns, i)

    def _distance(self, one: Turn, other: Turn) -> int:
        """The number of values in which two turns differ."""
        pair = [dict(values_of(self.game.write(turn), self.game.shape)) for turn in (one, other)]
        paths = {path for path in {**pair[0], **pair[1]} if pair[0].get(path) != pair[1].get(path)}
        return max(1, len({path[:-1] if path[-1] == "" else path for path in paths}))

    def not_updated(self) -> Iterator[Correction[Turn]]:
        """The turns of which a part is not seen on the table, which is as it was before them."""
        for i in range(len(self.turns) if self.stop is None else 0):
            if self.differences and all(
                self.values[i].get(path, 0) == seen and self.values[i + 1].get(path, 0) == reached
                for path, (reached, seen) in self.differences.items()
            ):
                yield Correction(2, "not_updated", i, 0, ())

    def astray(self) -> int | None:
        """See `Diagnosis`."""
        if self.stop is not None:
            return self.stop
        kept = []
        for path in self.differences:
            at = [values.get(path, 0) for values in self.values]
            kept.append(max((i for i in range(len(self.turns)) if at[i] != at[i + 1]), default=-1))
        return min((i for i in kept if i >= 0), default=None)


def diagnose(
    game: Records[Table, Turn], start: Table, turns: Sequence[Turn], seen: Table
) -> Diagnosis[Turn]:
    """Compare a record with the table that is seen, and find the correction that leads to it.

    Args:
        game: The game.
        start: The table before the record.
        turns: The turns of the record.
        seen: The table now.
    """
    search = _Search(game, start, turns, seen)
    if search.stop is None and not search.differences:
        return Diagnosis(search.tables[-1], {})
    found, truncated = [*search.not_updated()], False
    try:
        found += filter(search.leads_to_seen, search.candidates())
        found += filter(search.leads_to_seen, search.elsewhere(found))
        if not found:
            search.work = 0
            found += filter(search.leads_to_seen, search.slips())
    except _WorkDoneError:
        truncated = True
    found.sort(key=lambda one: one.cost)
    first: dict[tuple[str, int], Correction[Turn]] = {}
    for one in found:
        first.setdefault((one.kind, one.turn), one)
    corrections = [*first.values()][:MAX_ALTERNATIVES]
    astray = None if corrections else search.astray()
    return Diagnosis(search.tables[-1], search.differences, corrections, astray, truncated)
