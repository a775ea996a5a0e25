"""The turns that may have led from one table to another (p. 4-6, 8-11), for disputes.

Each space where a move can end is reached by one shortest path. The later table has what the wheel
showed; the level of a wrong prediction stays open.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

from theodolite.grid import Space, each, set_of
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.actions import (
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
)
from theodolite.tiwanaku.board import Terrain
from theodolite.tiwanaku.movement import Ground, bare_meeples, moves
from theodolite.tiwanaku.snapshot import Arrow, Colour, Direction, Mode, Snapshot


def turns(before: Snapshot, after: Snapshot, seat: int, *, likely: bool) -> Iterator[Turn]:
    """The turns that may have been taken.

    Args:
        before: The earlier table.
        after: The later table.
        seat: The index of the player.
        likely: Whether the turn leaves the meeples as they stand on the later table.
    """
    if before.final is not None:
        if likely:
            yield from final_turns(after, each(bare_meeples(before, seat) & after.land.planted))
        return
    for spend in spends(before, after, seat):
        for action in _actions(before, after, seat, spend.arrow if spend else None):
            if _leaves(before, after, seat, action) != likely:
                continue
            turn = Turn(action, spend=spend)
            if before.mode == Mode.SOLO and isinstance(action, Explore):
                yield from solo(before, after, seat, turn, action)
            elif before.mode == Mode.COOPERATIVE and isinstance(action, Explore):
                yield from cooperative(before, after, seat, turn, action)
            else:
                yield turn


def final_turns(after: Snapshot, spaces: Iterable[Space]) -> Iterator[Turn]:
    """The turns of the final phase, with a right and a wrong prediction for each space."""
    for space in spaces:
        yield Turn(FinalPrediction(Prediction(space, after.land.level_at(space))))
        yield Turn(FinalPrediction(Prediction(space)))
    yield Turn(Pass())
    yield Turn(FinalOffering())


def _leaves(before: Snapshot, after: Snapshot, seat: int, action: Action) -> bool:
    """Whether an action leaves a player's meeples as they stand on the later table."""
    meeples = Ground.of(before, seat, None).own
    match action:
        case Explore(start, path):
            meeples = meeples & ~set_of([] if start is None else [start]) | set_of([path[-1]])
        case Recall(start):
            meeples &= ~set_of([start])
        case _:
            pass
    return meeples == Ground.of(after, seat, None).own


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
            yield divined(after, planted, right)
        return
    yield divined(after, planted, [True] * len(planted))
    # A mistake ends the turn, so that only the last prediction can be one.
    for wrong in planted:
        others = [space for space in planted if space != wrong]
        yield divined(after, [*others, wrong], [*[True] * len(others), False])


def divined(after: Snapshot, spaces: Sequence[Space], right: Sequence[bool]) -> Divine:
    """Predictions of the crops on the later table, some of them wrong.

    Args:
        after: The later table.
        spaces: The spaces predicted.
        right: Whether each prediction is right.
    """
    return Divine(
        tuple(
            Prediction(space, after.land.level_at(space) if is_right else None)
            for space, is_right in zip(spaces, right, strict=True)
        )
    )


def solo(
    before: Snapshot, after: Snapshot, seat: int, turn: Turn, action: Explore
) -> Iterator[Turn]:
    """An exploration of a solo game with every arrow that it may have found, and what follows."""
    known = dict(before.arrows or ()) | dict(after.arrows or ())
    arrow = known.get(action.path[-1])
    arrows = [arrow] if arrow else [Arrow(*one) for one in product(Colour, Direction)]
    is_new = bool(before.land.empty >> action.path[-1] & 1)
    for one in arrows:
        entered = action._replace(arrow=one if is_new or arrow is None else None)
        if one.colour != before.players[seat].colour:
            yield turn._replace(action=entered, otoma=(OtomaMove(),))
            continue
        yield turn._replace(action=entered._replace(own_arrow="easy"))
        for pawn in before.pawns:
            hard = entered._replace(own_arrow="hard")
            yield turn._replace(action=hard, otoma=(OtomaMove(pawn.colour),))


def spends(before: Snapshot, after: Snapshot, seat: int) -> Sequence[Spend | None]:
    """The tiles that may have been spent, with their possible arrows."""
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


def cooperative(
    before: Snapshot, after: Snapshot, seat: int, turn: Turn, action: Explore
) -> Iterator[Turn]:
    """An exploration of a group with every order of Otoma's pawns and all givers of tiles."""
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
    """The possible givers of each discovery's tile, by the stacks; None stands for the pool."""
    gave: list[str | None] = []
    for at, (player, later) in enumerate(zip(before.players, after.players, strict=True)):
        given = sum(player.stacks or ()) - sum(later.stacks or ()) - (at == seat)
        gave += [player.name] * given
    gave += [None] * (discoveries - len(gave))
    if len(gave) == discoveries:
        yield from dict.fromkeys(permutations(gave))
