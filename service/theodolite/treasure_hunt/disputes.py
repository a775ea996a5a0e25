"""Whether one turn can have led from one table to another, found by trying the turns that might.

What no legal turn explains is told by the likeliest turn that breaks a rule: what its faulty
actions have changed, and why. Which turns are tried, `suspicions` thinks of.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import eq
from typing import Any, NamedTuple, TypeVar, cast

from theodolite.rulings import looked_at, would_change
from theodolite.treasure_hunt.actions import Change, Log, Move, Play, Roll, Turn, changes
from theodolite.treasure_hunt.board import DICE, Terrain
from theodolite.treasure_hunt.course import Ruled
from theodolite.treasure_hunt.snapshot import Card, Creep, Rulings, Snapshot, Treasure
from theodolite.treasure_hunt.suspicions import Suspicions
from theodolite.treasure_hunt.turn import Update, update
from theodolite.verdict import Check, Path

__all__ = ["ACCOUNTS", "Difference", "Finding", "could_matter", "settle"]

ACCOUNTS = 20
"""How many accounts are told at most."""
TRIES = 400
"""How many turns are tried before a search ends unfinished."""

GLANCE = 20
"""As TRIES, where all that is asked is whether another ruling would change what was found."""


class Difference(NamedTuple):
    """What no legal turn explains.

    Attributes:
        change: what the tables hold there.
        broken: the checks that fail where the likeliest turn changes it.
        missing: what that turn would have changed, where nothing has.

    Without either nothing in a turn changes it.
    """

    change: Change
    broken: Sequence[Check] = ()
    missing: Change | None = None


class Finding(NamedTuple):
    """What a dispute comes to.

    `accounts` explain the later table, those with the fewest actions first; `more` tells that
    there are or may be others; `cut` that not all turns were tried.
    """

    accounts: Sequence[Turn]
    more: bool
    differences: Sequence[Difference]
    cut: bool


def settle(before: Snapshot, after: Snapshot, player: int, most: int = TRIES) -> Finding:
    """Find the turns of a player that can have led from one table to another.

    Args:
        before: the table before the turn.
        after: the table after it, of the same players on the same board.
        player: the player whose turn it was.
        most: how many turns are tried.
    """
    accounts: dict[Turn, None] = {}
    suspicions = Suspicions(before, after, player)
    others: list[_Trial] = []
    tries = 0
    for turn in islice(suspicions.turns(), most):
        tries += 1
        trial = _tried(before, after, turn)
        if trial.done.broken or trial.left:
            others.append(trial)
            continue
        accounts[turn] = None
        if len(accounts) > ACCOUNTS:
            break
    told = sorted(accounts, key=lambda turn: len(turn.actions))
    cut = tries == most
    more = len(told) > ACCOUNTS or cut or suspicions.hidden
    differences = () if told else _differences(before, after, player, others, most)
    return Finding(told[:ACCOUNTS], more, differences, cut)


class _Trial(NamedTuple):
    """A turn carried out on the table before it, and what of the later table it leaves over."""

    turn: Turn
    done: Update
    left: Sequence[Change]

    def unlikely(self, differing: Collection[Path]) -> tuple[int, int, int]:
        """How little a turn explains of the places in which two tables differ.

        What is left over counts thrice, since no rule tells why; but not what has not changed.
        """
        untold = sum(_touches(change.path, differing) for change in self.left)
        broken = len(self.done.broken) + len(self.left)
        return broken + 2 * untold, len(self.left), len(self.turn.actions)


def _tried(before: Snapshot, after: Snapshot, turn: Turn) -> _Trial:
    done = update(before, turn)
    return _Trial(turn, done, [*changes(done.after, _as_told(done.after, after))])


def _differences(
    before: Snapshot, after: Snapshot, player: int, trials: Sequence[_Trial], most: int
) -> list[Difference]:
    """What no legal turn explains, told by the likeliest turn that explains the rest."""
    differing = {change.path: change for change in changes(before, _as_told(before, after))}
    loose = islice(Suspicions(before, after, player, loose=True).turns(), most)
    tried = [*(_tried(before, after, turn) for turn in loose), *trials]
    trial = min(tried, key=lambda trial: trial.unlikely(differing))
    broken = _broken(before, trial)
    at_fault = [*broken, *(change.path for change in trial.left)]
    found = [
        Difference(change, tuple(_all_of(broken, path)))
        for path, change in differing.items()
        if _touches(path, at_fault)
    ]
    found += [
        Difference(Change(path, told, told, ""), (), Change(path, told, turned, ""))
        for path, turned, told, *_ in trial.left
        if not _touches(path, [*differing, *_hands_kept(trial)])
    ]
    # What should have changed, and has not.
    return found or [
        Difference(Change(path, value := _value(before, path), value, ""), tuple(checks))
        for path, checks in broken.items()
    ]


def _touches(path: Path, others: Iterable[Path]) -> bool:
    """Whether a place in a table lies within another one, or another one within it."""
    return any(all(map(eq, path, other)) for other in others)


def _all_of(broken: Mapping[Path, Sequence[Check]], path: Path) -> Iterator[Check]:
    """The checks that fail at a place in a table or within it."""
    return (check for at, checks in broken.items() if _touches(at, [path]) for check in checks)


def _broken(before: Snapshot, trial: _Trial) -> dict[Path, list[Check]]:
    """The checks that fail, by what the faulty actions of a turn change."""
    broken: dict[Path, list[Check]] = {}
    changed, faulty = trial.done.changes, [*trial.done.broken, *_still_held(before, trial)]
    # What was rolled nobody tells: a roll is at fault where nothing else is.
    rolls = [i for i, one in enumerate(trial.turn.actions) if isinstance(one, Roll)]
    for action, check in [one for one in faulty if one.action not in rolls] or faulty:
        # A turn at fault as a whole should have moved something, or done nothing.
        whole = action is None and check.rule != "treasure_hunt.turn.must"
        paths = [
            one.path
            for one in changed
            if one.action is not None and (whole or one.action == action)
        ]
        for path in dict.fromkeys(paths or [_aim(trial.turn, check)]):
            broken.setdefault(path, []).append(_unrolled(check, trial.turn))
    return broken


def _aim(turn: Turn, check: Check) -> Path:
    """What a faulty action that changes nothing was about: a shoe, or the explorer to be moved."""
    if check.rule == "treasure_hunt.turn.shoe":
        return ("players", turn.player, "shoes")
    movers = [one.mover for one in turn.actions if isinstance(one, Move)]
    owners = [(one.player, one.which) for one in movers if one.player is not None]
    player, explorer = next(iter(owners), (turn.player, 0))
    return ("players", player, "explorers", explorer, "at")


def _unrolled(check: Check, turn: Turn) -> Check:
    """A check in a dispute: what was rolled nobody tells, only what the die can show."""
    if check.says not in ("few", "many"):
        return check
    terrain = cast("Terrain", check.values["terrain"])
    rolls = [one.pips for one in turn.actions if isinstance(one, Roll)]
    rolls += [one.pips for one in turn.actions if isinstance(one, Play) and one.pips]
    times = cast("int", check.values["count"]) // rolls[0]
    counts = [str(pips * times) for pips in DICE[terrain]]
    return check._replace(says="unrolled", values={**check.values, "counts": counts})


def _still_held(before: Snapshot, trial: _Trial) -> Iterator[Ruled]:
    """The cards that a turn would have used and that are in hand all the same (`card.hand`)."""
    for i, one in enumerate(trial.turn.actions):
        card, user = None, trial.turn.player
        if isinstance(one, Play):
            card = one.card
        elif isinstance(one, Log) and one.shovel:
            card, user = Card.SHOVEL, one.explorer.player or 0
        if card is not None and card in _held_still(trial, user):
            values = {"player": before.players[user].name, "card": card}
            yield Ruled(i, Check("treasure_hunt.card.hand", "failed", "kept", values))


def _hands_kept(trial: _Trial) -> list[Path]:
    """The hands of which it is told that a card is held still."""
    return [("players", i, "hand") for i in range(4) if _held_still(trial, i)]


def _held_still(trial: _Trial, player: int) -> Collection[Card]:
    """The cards that a player holds in the later table and would not after a turn."""
    for path, found, told, *_ in trial.left:
        if path == ("players", player, "hand") and found is not None and told is not None:
            return Counter(cast("Sequence[Card]", told)) - Counter(cast("Sequence[Card]", found))
    return ()


def _value(snapshot: Snapshot, path: Path) -> object:
    """What a table holds at a place of a player."""
    found: Any = snapshot
    for part in path:
        found = found[part] if isinstance(part, int) else getattr(found, part)
    return cast("object", found)


def could_matter(
    before: Snapshot, after: Snapshot, player: int, names: Iterable[str]
) -> Mapping[str, bool | None]:
    """Whether other rulings would settle a dispute otherwise; None where a glance does not tell.

    Args:
        before: the table before the turn.
        after: the table after it.
        player: the player whose turn it was.
        names: the rulings to be asked about.
    """

    def glance(rulings: Rulings) -> Finding:
        return settle(before.under(rulings), after.under(rulings), player, GLANCE)

    rulings = before.rulings
    now, asked = looked_at(glance, rulings)
    if now.cut and not now.accounts:
        return dict.fromkeys(names)
    unchanged = None if now.cut else False
    return {
        name: (name in asked and would_change(glance, rulings, name, now)) or unchanged
        for name in names
    }


def _as_told(found: Snapshot, after: Snapshot) -> Snapshot:
    """The later table; what differs from a found one only in order, or unseen, is as there.

    What either table does not tell explains any value of the other.
    """
    players = tuple(
        other._replace(
            hand=_alike(one.hand, other.hand),
            free=one.free if {*one.free} == {*other.free} else other.free,
            treasures=_seen(one.treasures, other.treasures),
            routes=tuple(
                there._replace(treasures=_seen(here.treasures, there.treasures))
                for here, there in zip(one.routes, other.routes, strict=True)
            ),
        )
        for one, other in zip(found.players, after.players, strict=True)
    )
    creeps = tuple(
        next((Creep(at, by) for at, by in found.creeps if at == creep.at), creep)
        if creep.by is None
        else creep
        for creep in after.creeps
    )
    return after._replace(
        players=players,
        trees=_ordered(found.trees, after.trees),
        walkers=_ordered(found.walkers, after.walkers),
        broken_bridges=_ordered(found.broken_bridges, after.broken_bridges),
        creeps=_ordered(found.creeps, creeps),
    )


Kind = TypeVar("Kind")


def _ordered(found: tuple[Kind, ...], after: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return found if Counter(found) == Counter(after) else after


def _alike(
    found: tuple[Card, ...] | None, after: tuple[Card, ...] | None
) -> tuple[Card, ...] | None:
    if found is None or after is None:
        return found
    return _ordered(found, after)


def _seen(
    found: tuple[Treasure | None, ...], after: tuple[Treasure | None, ...]
) -> tuple[Treasure | None, ...]:
    if len(found) != len(after):
        return after
    return tuple(
        here if here is None or there is None else there
        for here, there in zip(found, after, strict=True)
    )
