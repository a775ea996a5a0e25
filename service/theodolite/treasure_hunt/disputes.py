"""Disputes: whether one turn can have led from one table to another.

The candidates of `candidate_turns` are carried out in turn. If no legal one leads to the later
table, the differences are those that the likeliest illegal turn leaves or causes, with its failed
checks.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import eq
from typing import NamedTuple, TypeVar, cast

from theodolite.checkpoints import checkpoint
from theodolite.disputes import Explanation, Finding, Nearest, costs_of, kind_at, likeliest
from theodolite.grid import set_of
from theodolite.rulings import looked_at, would_change
from theodolite.treasure_hunt.actions import Change, Log, Move, Play, Roll, Turn, changes
from theodolite.treasure_hunt.board import DICE, GRID, Terrain
from theodolite.treasure_hunt.candidate_turns import CandidateTurns
from theodolite.treasure_hunt.mends import ANY, mends, value_at
from theodolite.treasure_hunt.replays import won_checks
from theodolite.treasure_hunt.snapshot import Card, CreepThrough, Rulings, Snapshot, Treasure
from theodolite.treasure_hunt.turn import Update, update
from theodolite.treasure_hunt.turn_state import ActionCheck
from theodolite.verdict import Check, Path

MAX_ACCOUNTS = 20
"""The most accounts in a finding."""
MAX_TRIES = 400
"""Turns tried before a search ends unfinished."""

MAX_TRIES_FOR_MENDS = 60
"""As MAX_TRIES, for each later table in which one thing is mended."""

MAX_TRIES_FOR_RULINGS = 20
"""As MAX_TRIES, for searches by other rulings, each for itself."""


COSTS = costs_of(__package__)


class Difference(NamedTuple):
    """A departure from legal play.

    Attributes:
        change: The values in both tables.
        failed: The checks that fail where the likeliest turn changes the value.
        missing: The change that the likeliest turn would have made, if the value is unchanged.
        kind: Its kind, a key of `departures.toml`.
        alternatives: Other departures, each of which explains as much at the same cost.

    With neither checks nor a change, no action of a turn changes the value.
    """

    change: Change
    failed: Sequence[Check] = ()
    missing: Change | None = None
    kind: str = "rule"
    alternatives: Sequence["Difference"] = ()

    @property
    def thing(self) -> object:
        """The thing that is wrong, whatever the sentence says of it."""
        return self.kind, self.change.path


def resolve(
    before: Snapshot, after: Snapshot, player: int, most: int = MAX_TRIES
) -> Finding[Turn, Difference]:
    """Find the turns of a player that can have led from one table to another.

    Args:
        before: A possible table (see `impossibilities`), before the turn.
        after: A possible table after it, of the same players on the same board.
        player: The player whose turn it was.
        most: The number of turns to try.

    Example:
        >>> from theodolite.treasure_hunt import *
        >>> ann = Player("Ann", "red", 0, (Explorer(0), Explorer(0)))
        >>> bo = Player("Bo", "blue", 899, (Explorer(899), Explorer(899)))
        >>> before = Snapshot(Board.from_rows(["S" * 30] * 30), (ann, bo))
        >>> after = before.with_player(0, explorers=(Explorer(5), Explorer(0)))
        >>> [action.pips for action in resolve(before, after, 0).accounts[0].actions[:1]]
        [5]
    """
    alike = _relisted(before, after)
    found, others = _search(before, alike, player, most)
    if found.accounts:
        return found
    best = likeliest(_explanations(before, alike, player, others, most))
    departures = [_as_listed(one, before, after, alike) for one in best.departures]
    return found._replace(differences=departures, mended=best.mended)


def _relisted(before: Snapshot, after: Snapshot) -> Snapshot:
    """The later table with explorers of one colour, which are alike, in the order of the earlier.

    A turn moves one explorer of a player at most: the order is that in which most have stayed.
    """
    for i, (one, other) in enumerate(zip(before.players, after.players, strict=True)):
        here, there = ([each.at for each in player.explorers] for player in (one, other))
        if sum(map(eq, here, there[::-1])) > sum(map(eq, here, there)):
            after = after.with_player(i, explorers=other.explorers[::-1])
    return after


def _as_listed(found: Difference, before: Snapshot, after: Snapshot, alike: Snapshot) -> Difference:
    """A difference with its place and values as the tables list explorers."""
    path = found.change.path
    if path[2:3] == ("explorers",):
        who, which = cast("int", path[1]), cast("int", path[3])
        if after.players[who] != alike.players[who]:
            path = (*path[:3], 1 - which, *path[4:])
            change = Change(path, value_at(before, path), value_at(after, path), "")
            found = found._replace(change=change)
    # A creep-through is never moved or removed, whatever else was laid.
    there = {creep.at for creep in after.creep_throughs}
    gone = [creep.at for creep in before.creep_throughs if creep.at not in there]
    if path == ("creep_throughs",) and gone:
        values = {"spaces": GRID.name_all(set_of(gone))}
        found = found._replace(failed=(Check("treasure_hunt.creep", "failed", "stays", values),))
    others = [_as_listed(one, before, after, alike) for one in found.alternatives]
    return found._replace(alternatives=others)


def turns_between(before: Snapshot, after: Snapshot, player: int, most: int) -> Sequence[Turn]:
    """The legal turns of a player that lead from one table to another, of so many tried."""
    return _search(before, after, player, most)[0].accounts


def _search(
    before: Snapshot, after: Snapshot, player: int, most: int
) -> tuple[Finding[Turn, Difference], list["_Trial"]]:
    """The finding without differences, and the turns that do not explain the later table."""
    accounts: dict[Turn, None] = {}
    candidates = CandidateTurns(before, after, player, most)
    others: list[_Trial] = []
    tries = 0
    for trial in _trials(candidates, before, after, player, most):
        tries += 1
        if not trial.explains:
            others.append(trial)
            continue
        accounts[trial.turn] = None
        if len(accounts) > MAX_ACCOUNTS:
            break
    shortest_first = sorted(accounts, key=lambda turn: len(turn.actions))
    cut = tries == most or candidates.unfinished
    more = len(accounts) > MAX_ACCOUNTS or cut or candidates.hidden
    return Finding(shortest_first[:MAX_ACCOUNTS], more, (), cut), others


class _Trial(NamedTuple):
    """A turn carried out on the earlier table, and the differences to the later one left."""

    turn: Turn
    done: Update
    left: Sequence[Change]

    @property
    def explains(self) -> bool:
        """Whether the turn is legal and leads to the later table."""
        return not self.done.failed and not self.left

    @property
    def cost(self) -> int:
        """The cost of the rules that the turn breaks, and of what it leaves unexplained."""
        rules = len(self.done.failed)
        broken = COSTS["rule"] + COSTS["further_rule"] * (rules - 1) if rules else 0
        return broken + sum(COSTS[kind_of(thing)] for thing in self.things)

    @property
    def things(self) -> Collection[Path]:
        """The things that the turn leaves: a place and terrain of one explorer are one."""
        return {
            change.path[:4] if "explorers" in change.path else change.path for change in self.left
        }

    @property
    def key(self) -> Hashable:
        """The things that the turn leaves, and the rules that it breaks."""
        return *self.things, *(one.check.rule for one in self.done.failed)

    @property
    def length(self) -> int:
        """The number of its actions."""
        return len(self.turn.actions)


def kind_of(path: Path) -> str:
    """The kind of a departure at a place."""
    return kind_at(path, _KINDS, "piece")


_KINDS: Mapping[str | int, str] = {
    "explorers": "explorer",
    "routes": "route",
    "coordinates": "count",
    "boats": "count",
    "shoes": "count",
    "treasures": "treasure",
    "hand": "hand",
    "mission": "constant",
}


def _trials(
    candidates: CandidateTurns, before: Snapshot, after: Snapshot, player: int, most: int
) -> Iterator[_Trial]:
    """The candidates carried out, in turn."""
    won = won_checks(before, player)
    for turn in islice(candidates.turns(), most):
        checkpoint()
        yield _try_turn(before, after, turn, won)


def _try_turn(before: Snapshot, after: Snapshot, turn: Turn, won: Sequence[ActionCheck]) -> _Trial:
    done = update(before, turn)
    done = done._replace(failed=[*won, *done.failed])
    return _Trial(turn, done, [*changes(done.after, _aligned(done.after, after))])


def _explanations(
    before: Snapshot, after: Snapshot, player: int, trials: Sequence[_Trial], most: int
) -> Iterator[Explanation[Difference]]:
    """The explanations by the likeliest candidates, one for each set of departures."""
    loose = CandidateTurns(before, after, player, most, loose=True)
    tried = [*trials, *_trials(loose, before, after, player, most)]
    nearest: Nearest[_Trial] = Nearest()
    for trial in tried:
        nearest.add(trial)
    reasons = _reasons(before, tried)
    differing = [*changes(before, _aligned(before, after))]
    for trial in sorted(nearest.candidates, key=lambda trial: len(trial.done.failed)):
        mended = None if trial.done.failed else trial.done.after
        yield Explanation(nearest.cost, _differences(before, differing, trial, reasons), mended)
    only_seen = nearest.cost < COSTS["rule"]
    for table, change, known in mends(before, after, player, differing, only_seen=only_seen):
        candidates = CandidateTurns(before, table, player, MAX_TRIES_FOR_MENDS)
        turns = _trials(candidates, before, table, player, MAX_TRIES_FOR_MENDS)
        if any(trial.explains for trial in turns):
            path, expected, now, *_ = change
            kind = kind_of(path)
            shown = Change(path, value_at(before, path), now, "")
            missing = Change(path, now, expected, "")
            why = () if expected is ANY else reasons.get(path, ())
            difference = Difference(shown, why, missing, kind)
            yield Explanation(COSTS[kind], [difference], table if known else None)


def _reasons(before: Snapshot, trials: Iterable[_Trial]) -> Mapping[Path, Sequence[Check]]:
    """Why a turn cannot have changed a value: the checks of turns that do nothing else wrong."""
    reasons: dict[Path, Sequence[Check]] = {}
    for trial in sorted(trials, key=lambda trial: (trial.cost, trial.length)):
        if not trial.left and trial.done.failed:
            for path, checks in _failed_checks(before, trial).items():
                reasons.setdefault(path, tuple(checks))
    return reasons


def _differences(
    before: Snapshot,
    differing: Sequence[Change],
    trial: _Trial,
    reasons: Mapping[Path, Sequence[Check]],
) -> list[Difference]:
    """The differences that a candidate leaves or causes, among all between the tables."""
    failed = _failed_checks(before, trial)
    at_fault = [*failed, *(change.path for change in trial.left)]
    found = [
        Difference(
            change,
            checks or reasons.get(change.path, ()),
            kind="rule" if checks else kind_of(change.path),
        )
        for change in differing
        if _touches(change.path, at_fault)
        for checks in [tuple(_all_of(failed, change.path))]
    ]
    found += [
        Difference(
            Change(path, later, later, ""),
            reasons.get(path, ()),
            Change(path, later, expected, ""),
            kind_of(path),
        )
        for path, expected, later, *_ in trial.left
        if not _touches(path, [*(one.path for one in differing), *_hands_kept(trial)])
    ]
    # Values that the turn should have changed are the same in both tables.
    return found or [
        Difference(Change(path, value := value_at(before, path), value, ""), tuple(checks))
        for path, checks in failed.items()
    ]


def _touches(path: Path, others: Iterable[Path]) -> bool:
    """Whether a path in a table lies within another one, or another one within it."""
    return any(all(map(eq, path, other)) for other in others)


def _all_of(failed: Mapping[Path, Sequence[Check]], path: Path) -> Iterator[Check]:
    """The checks that fail at a path in a table or within it."""
    return (check for at, checks in failed.items() if _touches(at, [path]) for check in checks)


def _failed_checks(before: Snapshot, trial: _Trial) -> dict[Path, list[Check]]:
    """The checks that fail, by the paths that the faulty actions of a turn change."""
    failed: dict[Path, list[Check]] = {}
    changed, faulty = trial.done.changes, [*trial.done.failed, *_kept_card_checks(before, trial)]
    # The tables do not show the roll: it is at fault only if nothing else is.
    rolls = [i for i, one in enumerate(trial.turn.actions) if isinstance(one, Roll)]
    for action, check in [one for one in faulty if one.action not in rolls] or faulty:
        # A fault of the whole turn concerns everything that it changed.
        whole = action is None and check.rule != "treasure_hunt.turn.must"
        paths = [
            one.path
            for one in changed
            if one.action is not None and (whole or one.action == action)
        ]
        for path in dict.fromkeys(paths or [_path_concerned(trial.turn, check)]):
            failed.setdefault(path, []).append(_without_roll(check, trial.turn))
    return failed


def _path_concerned(turn: Turn, check: Check) -> Path:
    """The path that a faulty action without effect is about: shoes, or an explorer."""
    if check.rule == "treasure_hunt.turn.shoe":
        return ("players", turn.player, "shoes")
    movers = [one.mover for one in turn.actions if isinstance(one, Move)]
    owners = [(one.player, one.which) for one in movers if one.player is not None]
    player, explorer = next(iter(owners), (turn.player, 0))
    return ("players", player, "explorers", explorer, "at")


def _without_roll(check: Check, turn: Turn) -> Check:
    """A check without the value rolled, which tables do not show, but with those of the die."""
    if check.says not in ("few", "many"):
        return check
    terrain = cast("Terrain", check.values["terrain"])
    rolls = [one.pips for one in turn.actions if isinstance(one, Roll)]
    rolls += [one.pips for one in turn.actions if isinstance(one, Play) and one.pips]
    times = cast("int", check.values["count"]) // rolls[0]
    counts = [str(pips * times) for pips in DICE[terrain]]
    return check._replace(says="unrolled", values={**check.values, "counts": counts})


def _kept_card_checks(before: Snapshot, trial: _Trial) -> Iterator[ActionCheck]:
    """Failed checks for cards that a turn would have used and that are held (`card.hand`)."""
    for i, one in enumerate(trial.turn.actions):
        card, user = None, trial.turn.player
        if isinstance(one, Play):
            card = one.card
        elif isinstance(one, Log) and one.shovel:
            card, user = Card.SHOVEL, one.explorer.player or 0
        if card is not None and card in _cards_kept(trial, user):
            values = {"player": before.players[user].name, "card": card}
            yield ActionCheck(i, Check("treasure_hunt.card.hand", "failed", "kept", values))


def _hands_kept(trial: _Trial) -> list[Path]:
    """The paths of the hands that still hold a card that the turn would have used."""
    return [("players", i, "hand") for i in range(4) if _cards_kept(trial, i)]


def _cards_kept(trial: _Trial, player: int) -> Collection[Card]:
    """The cards that a player holds in the later table, but would not after the turn."""
    for path, found, later, *_ in trial.left:
        if path == ("players", player, "hand") and found is not None and later is not None:
            return Counter(cast("Sequence[Card]", later)) - Counter(cast("Sequence[Card]", found))
    return ()


def could_matter(
    before: Snapshot, after: Snapshot, player: int, names: Iterable[str]
) -> Mapping[str, bool | None]:
    """Whether another value of a ruling would change the finding; None if not found out.

    Args:
        before: The table before the turn.
        after: The table after it.
        player: The player whose turn it was.
        names: The rulings to try.
    """
    after = _relisted(before, after)

    def short_search(rulings: Rulings) -> Finding[Turn, Difference]:
        tables = before.under(rulings), after.under(rulings)
        return _search(*tables, player, MAX_TRIES_FOR_RULINGS)[0]

    rulings = before.rulings
    now, used = looked_at(short_search, rulings)
    if now.truncated and not now.accounts:
        return dict.fromkeys(names)
    # Whether the likeliest departures would be others is not found out.
    unchanged = None if now.truncated or not now.accounts else False
    return {
        name: (name in used and would_change(short_search, rulings, name, now)) or unchanged
        for name in names
    }


def _aligned(found: Snapshot, after: Snapshot) -> Snapshot:
    """The later table, with order and unseen values as in the table that a turn led to.

    A value that one table does not show agrees with every value of the other.
    """
    players = tuple(
        other._replace(
            hand=_aligned_hand(one.hand, other.hand),
            mission=one.mission if other.mission is None else one.mission and other.mission,
            free=one.free if {*one.free} == {*other.free} else other.free,
            treasures=_aligned_treasures(one.treasures, other.treasures),
            routes=tuple(
                there._replace(treasures=_aligned_treasures(here.treasures, there.treasures))
                for here, there in zip(one.routes, other.routes, strict=True)
            ),
        )
        for one, other in zip(found.players, after.players, strict=True)
    )
    creep_throughs = tuple(
        next((CreepThrough(at, by) for at, by in found.creep_throughs if at == creep.at), creep)
        if creep.by is None
        else creep
        for creep in after.creep_throughs
    )
    return after._replace(
        players=players,
        trees=_ordered(found.trees, after.trees),
        walkers=_ordered(found.walkers, after.walkers),
        broken_bridges=_ordered(found.broken_bridges, after.broken_bridges),
        creep_throughs=_ordered(found.creep_throughs, creep_throughs),
    )


Kind = TypeVar("Kind")


def _ordered(found: tuple[Kind, ...], after: tuple[Kind, ...]) -> tuple[Kind, ...]:
    return found if Counter(found) == Counter(after) else after


def _aligned_hand(
    found: tuple[Card, ...] | None, after: tuple[Card, ...] | None
) -> tuple[Card, ...] | None:
    if found is None or after is None:
        return found
    return _ordered(found, after)


def _aligned_treasures(
    found: tuple[Treasure | None, ...], after: tuple[Treasure | None, ...]
) -> tuple[Treasure | None, ...]:
    if len(found) != len(after):
        return after
    return tuple(
        here if here is None or there is None else there
        for here, there in zip(found, after, strict=True)
    )
