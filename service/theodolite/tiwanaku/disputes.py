"""Could one turn have led from one table to another (p. 4-6, 8-11)?

Every turn that a player can take is tried: each place where a move can end (by one shortest way),
each set of predictions right or wrong, and the tokens that the later table lacks. What the wheel
showed is read from the later table; what was said for a wrong prediction stays open.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations, product
from typing import NamedTuple

from theodolite.grid import Space, each
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.board import TERRAIN_NAMES, Level, Terrain
from theodolite.tiwanaku.deeds import (
    Action,
    Divine,
    Explore,
    FinalOffering,
    FinalPrediction,
    NoAction,
    OtomaMove,
    Pass,
    Prediction,
    Recall,
    Spend,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.gains import purse_of, side_of
from theodolite.tiwanaku.movement import Ground, bare_meeples, bits, moves
from theodolite.tiwanaku.snapshot import Arrow, Colour, Direction, Mode, Player, Rulings, Snapshot
from theodolite.tiwanaku.turn import judge
from theodolite.verdict import Path, Values

__all__ = ["ACCOUNTS", "TRIED", "Account", "Difference", "Finding", "settle", "told", "under"]

ACCOUNTS = 20
"""The most accounts that are told."""
TRIED = 20_000
"""The most turns that are tried."""

_RULE = "tiwanaku.turn.one_action"


class Account(NamedTuple):
    """A turn that explains the later table, and what it brought."""

    turn: Turn
    verdict: Verdict


class Difference(NamedTuple):
    """Something of the later table that no turn explains."""

    path: Path
    before: object
    after: object
    rule: str
    says: str
    values: Values


class Finding(NamedTuple):
    """The accounts, the shortest first; whether there are more; else what nothing explains.

    `truncated` is true if not every turn could be tried.
    """

    accounts: Sequence[Account]
    more: bool
    differences: Sequence[Difference]
    truncated: bool = False


def settle(before: Snapshot, after: Snapshot, seat: int) -> Finding:
    """Find every account of what a player may have done between two tables.

    Args:
        before: the table before the turn.
        after: the table after it, of the same players.
        seat: the index of who played.
    """
    wanted = _facts(after)
    accounts = []
    nearest: Mapping[Path, object] = _facts(before)
    tried = 0
    # Turns that leave the meeples otherwise explain nothing, but may come near.
    for likely in (True, False):
        for turn in islice(_turns(before, after, seat, likely=likely), TRIED - tried):
            tried += 1
            account = _account(before, after, seat, turn)
            if account is None:
                continue
            found = _facts(account.verdict.after or before)
            if found == wanted:
                accounts.append(account)
            elif len(_unlike(found, wanted)) < len(_unlike(nearest, wanted)):
                nearest = found
        if accounts:
            break
    accounts.sort(key=_length)
    if accounts:
        return Finding(accounts[:ACCOUNTS], len(accounts) > ACCOUNTS, (), tried == TRIED)
    start = _facts(before)
    values = {"player": before.players[seat].name}
    differences = [
        Difference(path, start.get(path), wanted.get(path), _RULE, "unexplained", values)
        for path in _unlike(nearest, wanted)
    ]
    return Finding((), False, differences, tried == TRIED)


def under(rulings: Rulings, before: Snapshot, after: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Two tables with their open points decided so."""
    return before._replace(rulings=rulings), after._replace(rulings=rulings)


def told(finding: Finding) -> object:
    """What of a finding another value of a ruling could change."""
    return [
        (account.turn, [(item.side, item.points) for item in account.verdict.items])
        for account in finding.accounts
    ]


def _account(before: Snapshot, after: Snapshot, seat: int, turn: Turn) -> Account | None:
    """A turn as judged, with the offering that the later table shows; None if it is illegal."""
    verdict = judge(before, seat, turn, after.land)
    if verdict.after is None:
        return None
    side = side_of(before, seat)
    held, left = purse_of(verdict.after, side).offerings, purse_of(after, side).offerings
    tokens = tuple(level for level in held if level not in left)
    if tokens:
        turn = turn._replace(offering=tokens)
        verdict = judge(before, seat, turn, after.land)
        if verdict.after is None:
            return None
    return Account(_as_shown(turn, verdict), verdict)


def _as_shown(turn: Turn, verdict: Verdict) -> Turn:
    """A turn with what the wheel showed in it."""
    terrains, levels = dict(verdict.discovered), dict(verdict.planted)
    action = turn.action
    match action:
        case Explore():
            action = action._replace(wheel=terrains.get(action.path[-1]))
        case Divine():
            action = Divine(tuple(_answered(one, levels) for one in action.predictions))
        case FinalPrediction():
            action = FinalPrediction(_answered(action.prediction, levels))
        case _:
            pass
    revealed = [(terrains[at], level) for at, level in verdict.planted if at in terrains]
    return turn._replace(
        action=action,
        otoma=_revealing(turn.otoma, revealed),
        reaction=_revealing(turn.reaction, revealed),
    )


def _revealing(
    moves: tuple[OtomaMove, ...] | None, revealed: Sequence[tuple[Terrain, Level]]
) -> tuple[OtomaMove, ...] | None:
    """Otoma's moves with what they revealed, where each of them did."""
    if moves is None or len(moves) != len(revealed):
        return moves
    return tuple(
        move._replace(terrain=terrain, crop=level)
        for move, (terrain, level) in zip(moves, revealed, strict=True)
    )


def _answered(one: Prediction, levels: Mapping[Space, int]) -> Prediction:
    return one._replace(wheel=levels[one.space])


def _length(account: Account) -> int:
    # What one explains by predictions, all do, and by as many; so it is with the tokens offered.
    action = account.turn.action
    return len(action.path) if isinstance(action, Explore) else 0


# The turns that can be tried.


def _turns(before: Snapshot, after: Snapshot, seat: int, *, likely: bool) -> Iterator[Turn]:
    """The turns that may have been taken: those that leave the meeples as they stand, or others."""
    if before.final is not None:
        if not likely:
            return
        for space in each(bare_meeples(before, seat) & after.land.planted):
            level = after.land.level_at(space)
            yield Turn(FinalPrediction(Prediction(space, level)))
            yield Turn(FinalPrediction(Prediction(space)))
        yield Turn(Pass())
        yield Turn(FinalOffering())
        return
    spends = _spends(before, after, seat)
    for spend in spends:
        for action in _actions(before, after, seat, spend.arrow if spend else None):
            if _leaves(before, after, seat, action) != likely:
                continue
            turn = Turn(action, spend=spend)
            if before.mode == Mode.SOLO and isinstance(action, Explore):
                yield from _solo(before, after, seat, turn, action)
            elif before.mode == Mode.COOPERATIVE and isinstance(action, Explore):
                yield from _cooperative(before, after, seat, turn, action)
            else:
                yield turn


def _leaves(before: Snapshot, after: Snapshot, seat: int, action: Action) -> bool:
    """Whether an action leaves a player's meeples as they stand on the later table."""
    standing = Ground.of(before, seat, None).own
    match action:
        case Explore(start, path):
            standing = standing & ~bits([] if start is None else [start]) | bits([path[-1]])
        case Recall(start):
            standing &= ~bits([start])
        case _:
            pass
    return standing == Ground.of(after, seat, None).own


def _actions(
    before: Snapshot, after: Snapshot, seat: int, arrow: Direction | None
) -> Iterator[Action]:
    if before.mode == Mode.COMPETITIVE:
        for space in each(Ground.of(before, seat, None).own):
            yield Recall(space)
    else:
        yield NoAction()
    for move in moves(before, seat, arrow):
        yield Explore(move.start, move.path)
    planted = list(each(bare_meeples(before, seat) & after.land.planted))
    if before.mode == Mode.SOLO:
        for right in product((True, False), repeat=len(planted)):
            yield _divined(after, planted, right)
        return
    yield _divined(after, planted, [True] * len(planted))
    # A mistake ends the turn, so that only the last prediction can be one.
    for wrong in planted:
        others = [space for space in planted if space != wrong]
        yield _divined(after, [*others, wrong], [*[True] * len(others), False])


def _divined(after: Snapshot, spaces: Sequence[Space], right: Sequence[bool]) -> Divine:
    return Divine(
        tuple(
            Prediction(space, after.land.level_at(space) if is_right else None)
            for space, is_right in zip(spaces, right, strict=True)
        )
    )


def _solo(
    before: Snapshot, after: Snapshot, seat: int, turn: Turn, action: Explore
) -> Iterator[Turn]:
    known = dict(before.arrows or ()) | dict(after.arrows or ())
    arrow = known.get(action.path[-1])
    arrows = [arrow] if arrow else [Arrow(c, way) for c, way in product(Colour, Direction)]
    is_new = bool(before.land.empty >> action.path[-1] & 1)
    for one in arrows:
        told = action._replace(arrow=one if is_new or arrow is None else None)
        if one.colour != before.players[seat].colour:
            yield turn._replace(action=told, otoma=(OtomaMove(),))
            continue
        yield turn._replace(action=told._replace(own_arrow="easy"))
        for pawn in before.otoma.pawns if before.otoma else ():
            hard = told._replace(own_arrow="hard")
            yield turn._replace(action=hard, otoma=(OtomaMove(pawn.colour),))


def _spends(before: Snapshot, after: Snapshot, seat: int) -> Sequence[Spend | None]:
    """The tiles that may have been spent, with the arrows that they may have had."""
    stacks = before.players[seat].stacks
    if before.mode != Mode.COOPERATIVE or not any(stacks or ()):
        return [None]
    left = after.players[seat].stacks or (0, 0, 0, 0)
    tops = dict(before.players[seat].tops or ())
    return [
        Spend(terrain, arrow)
        for terrain in Terrain
        if stacks and left[terrain] < stacks[terrain]
        for arrow in _arrows(tops.get(terrain))
    ]


def _arrows(top: Direction | None) -> Sequence[Direction]:
    return tuple(Direction) if top is None else (top,)


def _cooperative(
    before: Snapshot, after: Snapshot, seat: int, turn: Turn, action: Explore
) -> Iterator[Turn]:
    due = otoma.reactions(before, action.path[-1])
    orders = [
        order
        for order in permutations(due)
        if [one.distance for one in order] == sorted(one.distance or 0 for one in order)
    ]
    for order, (giver, *others) in product(orders, _givers(before, after, seat, len(due) + 1)):
        reaction = tuple(
            OtomaMove(one.pawn.space, giver=name) for one, name in zip(order, others, strict=True)
        )
        yield turn._replace(action=action._replace(giver=giver), reaction=reaction)


def _givers(
    before: Snapshot, after: Snapshot, seat: int, discoveries: int
) -> Iterator[tuple[str | None, ...]]:
    """Who may have given the tile of each discovery, as the stacks tell; None: the pool."""
    gave: list[str | None] = []
    for at, (player, later) in enumerate(zip(before.players, after.players, strict=True)):
        given = sum(player.stacks or ()) - sum(later.stacks or ()) - (at == seat)
        gave += [player.name] * given
    gave += [None] * (discoveries - len(gave))
    if len(gave) == discoveries:
        yield from dict.fromkeys(permutations(gave))


# What two tables are held to.


def _facts(table: Snapshot) -> Mapping[Path, object]:
    """Everything that a turn can change, by where it stands in a snapshot."""
    facts: dict[Path, object] = {}
    for row, letters in enumerate(table.land.terrain_rows()):
        facts["terrain", row] = letters
    for row, letters in enumerate(table.land.crop_rows()):
        facts["crops", row] = letters
    for seat, player in enumerate(table.players):
        facts |= _of_player(table, seat, player)
    if table.otoma is not None:
        pawns = sorted((pawn.colour, pawn.space) for pawn in table.otoma.pawns)
        names = table.land.grid.names
        facts["otoma", "pawns"] = [(colour, names[space]) for colour, space in pawns]
        facts["otoma", "score"] = table.otoma.score
        facts["otoma", "offerings"] = sorted(table.otoma.offerings)
        facts |= _steps(("otoma",), table.otoma.diversity)
    if table.group is not None:
        facts["group", "score"] = table.group.score
        facts["group", "offerings"] = sorted(table.group.offerings)
        facts |= _steps(("group",), table.group.diversity)
    for terrain, name in enumerate(TERRAIN_NAMES):
        if table.pool is not None:
            facts["pool", name] = table.pool[terrain]
    if table.final is not None:
        facts["final", "passed"] = sorted(table.final.passed)
        facts["final", "offered"] = sorted(table.final.offered)
    return facts


def _of_player(table: Snapshot, seat: int, player: Player) -> Mapping[Path, object]:
    names = table.land.grid.names
    facts: dict[Path, object] = {}
    facts["players", seat, "meeples"] = [names[space] for space in sorted(player.meeples)]
    if table.group is None:
        facts["players", seat, "score"] = player.score
        facts["players", seat, "offerings"] = sorted(player.offerings)
        facts |= _steps(("players", seat), player.diversity)
    for terrain, name in enumerate(TERRAIN_NAMES):
        if player.stacks is not None:
            facts["players", seat, "stacks", name] = player.stacks[terrain]
    return facts


def _steps(path: Path, diversity: Sequence[int]) -> Mapping[Path, object]:
    return {
        (*path, "diversity", name): steps
        for name, steps in zip(TERRAIN_NAMES, diversity, strict=True)
    }


def _unlike(found: Mapping[Path, object], wanted: Mapping[Path, object]) -> Sequence[Path]:
    """Where two tables differ, in the order of a snapshot."""
    paths = list(dict.fromkeys([*wanted, *found]))
    return [path for path in paths if found.get(path) != wanted.get(path)]
