"""Rolling and moving in a turn: which die and which piece, every step, and where it ends.

Covers explorers, walkers instead of them and by their card, moves in one or several parts, and what
the end of a move brings.
"""

from collections.abc import Iterator, Sequence

from theodolite.grid import Space, Spaces
from theodolite.treasure_hunt.actions import Move, Named, Play, Roll
from theodolite.treasure_hunt.board import DICE, GRID, HOME, spoken
from theodolite.treasure_hunt.course import Course, Due, movers_of
from theodolite.treasure_hunt.ground import Ground, Mover, ground, piece_of, terrain_of, times
from theodolite.treasure_hunt.logs import finds, is_own, walkers_near
from theodolite.treasure_hunt.reach import can_move
from theodolite.treasure_hunt.snapshot import Card, Explorer, Walker
from theodolite.treasure_hunt.walk import Walk
from theodolite.verdict import Check, Status, Values

__all__ = ["any_can_move", "move", "move_by_card", "roll"]


def any_can_move(course: Course, movers: Sequence[Mover], pips: int | None = None) -> bool:
    """Whether one of some pieces has a legal move, with a value rolled or with any."""
    return any(
        can_move(course.snapshot, mover, course.player, course.played, pips) for mover in movers
    )


def roll(course: Course, action: Roll) -> None:
    """One die is rolled, that of the terrain of the piece to be moved (`turn.one`)."""
    movers = movers_of(course.snapshot, course.player)
    second = course.roll is not None
    course.roll = course.roll or action
    on_it = [m for m in movers if terrain_of(course.snapshot, m) == action.die]
    walker = any(isinstance(one, Move) and one.mover.player is None for one in course.actions)
    says = "second_roll" if second else "passed" if on_it or walker else "die"
    course.fits("turn.one", says, {"die": action.die})
    # A die whose explorer cannot move with any value is not chosen while another can.
    if on_it and not walker and not any_can_move(course, on_it):
        stuck = not any_can_move(course, [m for m in movers if m not in on_it])
        course.note("turn.must", stuck, "other_die", {"die": action.die})


def move(course: Course, action: Move) -> None:
    """A piece moves, or moves on; after the last part the whole move is judged."""
    mover = _meant(course, action.mover)
    if mover is None:
        course.fits("turn.walker", "none", _named(action.mover.which))
        course.cannot(Card.WALKER)
        return
    walk = course.walk
    if walk is None or walk.mover != mover:
        walk = course.walk = _set_out(course, action.mover, mover)
    _go(course, walk, mover, action.path)
    rest = course.actions[(course.now or 0) + 1 :]
    if not any(isinstance(one, Move) and _meant(course, one.mover) == mover for one in rest):
        _arrive(course, walk, mover)


def _meant(course: Course, named: Named) -> Mover | None:
    """The piece that an action names; None if there is none."""
    if named.player is not None:
        return Mover(*named)
    walk = course.walk
    # The walker under way passes others; it is meant by where it is, or set out.
    if walk is not None and walk.is_walker and named.which in (walk.at, walk.name.which):
        return walk.mover
    standing = [i for i, one in enumerate(course.snapshot.walkers) if one.at == named.which]
    return Mover(None, standing[0]) if standing else None


def _set_out(course: Course, named: Named, mover: Mover) -> Walk:
    """One piece moves, by the die of its terrain (`turn.one`)."""
    snapshot = course.snapshot
    terrain = terrain_of(snapshot, mover)
    values = {"die": terrain, "piece": spoken(1 << piece_of(snapshot, mover).at)}
    says = "passed"
    if course.moved:
        says = "second_mover"
    elif course.roll is None:
        says = "no_roll"
    elif mover.player is not None and mover.player not in snapshot.mates(course.player):
        says = "not_own"
    elif course.roll.die != terrain:
        says = "other_die"
    course.fits("turn.one", says, values)
    if mover.player is None:
        _walker_instead(course, mover)
    elif mover.player != course.player:
        course.note("variant.teams", snapshot.teams, "failed", values)
    course.moved = True
    return Walk(named, mover, piece_of(snapshot, mover).at, terrain, times(snapshot, mover))


def _walker_instead(course: Course, mover: Mover) -> None:
    """Instead, any walker may be moved (`turn.walker`)."""
    hand = course.snapshot.players[course.player].hand
    if course.snapshot.rulings.walker_instead == "always":
        course.fits("turn.walker", "passed")
    elif hand is None:
        course.unknown("turn.walker", "unknown")
    else:
        course.note("turn.walker", Card.WALKER not in hand, "card")
    _may_move(course, mover)


def _may_move(course: Course, mover: Mover) -> None:
    """A moved walker rests for the round (`walker.move`)."""
    walker = course.snapshot.walkers[mover.which]
    if walker.moved_by is not None:
        course.fits("walker.move", "rests", _named(walker.at), 1 << walker.at)
        return
    values, bit = _named(walker.at), 1 << walker.at
    course.add(Check("treasure_hunt.walker.move", "passed", "fresh", values, bit))


def _ground(course: Course, walk: Walk, mover: Mover) -> Ground:
    begun = (walk.start, walk.terrain)
    return ground(course.snapshot, mover, course.player, course.played, begun)


def _go(course: Course, walk: Walk, mover: Mover, path: Sequence[Space]) -> None:
    """Take the steps of a part of a move, and put the piece where they lead."""
    if not path:
        return
    where, others = _ground(course, walk, mover), _others(course, mover)
    for place in path:
        walk.enter(where, place)
        walk.passed |= 1 << place & others
    walk.felled |= walk.shut & course.snapshot.tree_spaces
    if mover.player is not None and course.snapshot.rulings.logging == "in_passing":
        course.due += _owed(course, mover, path, arrived=False)
    _put(course, walk, mover, path[-1], "move.orthogonal")


def _others(course: Course, mover: Mover) -> Spaces:
    """The spaces of all other explorers and walkers."""
    spaces = 0
    for i, player in enumerate(course.snapshot.players):
        for j, explorer in enumerate(player.explorers):
            if mover != (i, j) and explorer.at != HOME:
                spaces |= 1 << explorer.at
    for i, walker in enumerate(course.snapshot.walkers):
        if mover != (None, i):
            spaces |= 1 << walker.at
    return spaces


def _owed(course: Course, mover: Mover, places: Sequence[Space], *, arrived: bool) -> Iterator[Due]:
    """What an explorer must log on some places, as far as nothing hinders it."""
    for place in places:
        for find in finds(course.snapshot, mover.player or 0, place, course.played):
            if find.must and find.legal is not False:
                yield Due(course.now, mover, find, arrived)


def _put(course: Course, walk: Walk, mover: Mover, place: Space, rule: str) -> None:
    """Put a moving piece on a place, with its terrain if the place itself has none."""
    snapshot = course.snapshot
    corner = place
    if place == HOME and mover.player is not None:
        corner = snapshot.players[mover.player].home
    creep = place != HOME and snapshot.creep_spaces >> place & 1
    told = None
    if creep or snapshot.board.printed(corner) is None:
        told = _ground(course, walk, mover).terrain_at(snapshot, place)
    if mover.player is None:
        walkers = list(snapshot.walkers)
        walkers[mover.which] = walkers[mover.which]._replace(at=place, terrain=told)
        course.become(snapshot._replace(walkers=tuple(walkers)), rule)
        return
    explorers = list(snapshot.players[mover.player].explorers)
    explorers[mover.which] = Explorer(place, told)
    course.become(snapshot.with_player(mover.player, explorers=tuple(explorers)), rule)


def _arrive(course: Course, walk: Walk, mover: Mover) -> None:
    """Judge a whole move, and what its end brings: a turn over, a boat lost, something to log."""
    if not walk.path:
        course.fits("turn.must", "nothing", course.by)
        return
    pips = course.roll.pips if course.roll else 0
    at = _end(course, walk, mover, pips * walk.times)
    course.stopped |= terrain_of(course.snapshot, mover) != walk.terrain
    if mover.player is None:
        _rest(course, mover)
        return
    course.arrived[mover] = at
    course.lose_boats()
    if due := [*_owed(course, mover, [at], arrived=True)]:
        # What is passed and ended on is logged once.
        course.due = [one for one in course.due if one.find.at != at] + due
    elif any(find.must for find in finds(course.snapshot, mover.player, at, course.played)):
        near = walkers_near(course.snapshot, at)
        values = {"space": GRID.names[at], "walkers": GRID.name_all(near)}
        says = "walker" if near else "buried"
        course.add(Check("treasure_hunt.log.must", "passed", says, values, 1 << at))


def _end(course: Course, walk: Walk, mover: Mover, count: int) -> Space:
    """Judge a whole move, and put the piece where it stands after it."""
    where = _ground(course, walk, mover)
    at, behind = walk.stand(where)
    _judge(course, walk, mover, where, count)
    if at != walk.at or behind:
        _put(course, walk, mover, at, "move.behind" if behind else "boat")
    return at


def _judge(course: Course, walk: Walk, mover: Mover, where: Ground, count: int) -> None:
    """Hold a whole move against every rule on moving."""
    path, whole = walk.path, sum(1 << place for place in {*walk.path})
    last = {"spaces": spoken(1 << path[-1])}
    course.note("move.orthogonal", not walk.jumps, "failed", _told(walk.jumps), walk.jumps)
    course.note("move.reversal", not walk.turns, "failed", _told(walk.turns), walk.turns)
    course.fits("move.closed", *_shut(walk), walk.shut)
    stop = walk.stop(where, count)
    told: Values = {**last, "terrain": walk.terrain}
    if walk.ended:
        values = {**told, **_told(walk.ended)}
        course.fits("move.terrain", "failed", values, walk.ended)
    elif stop != "closed":
        says = "ended" if stop == "terrain" else "passed"
        course.add(Check("treasure_hunt.move.terrain", "passed", says, told, whole))
    # Of a way that what is closed breaks off there is no length to judge.
    if stop != "closed":
        values = {**told, "steps": len(path), "count": count}
        status: Status = "failed" if stop in ("few", "taken", "many") else "passed"
        course.add(Check("treasure_hunt.move.count", status, stop, values, 1 << path[-1]))
    if passed := walk.passed & ~(1 << path[-1]):
        course.fits("move.through", "passed", _told(passed), passed)
    _may_end(course, walk, mover, where)


def _shut(walk: Walk) -> tuple[str, Values]:
    """What closes spaces that a move enters: trees, broken bridges, or both (`move.closed`)."""
    trees, bridges = walk.felled, walk.shut & ~walk.felled
    values = {"trees": GRID.name_all(trees), "bridges": GRID.name_all(bridges)}
    if trees and bridges:
        return "both", values
    return "tree" if trees else "bridge" if bridges else "passed", values


def _may_end(course: Course, walk: Walk, mover: Mover, where: Ground) -> None:
    """Judge where a move ends: behind somebody, on a foreign coordinate, in a segment taken."""
    end, (at, behind) = walk.ends[-1], walk.stand(where)
    bit = 1 << end
    values: Values = {"spaces": spoken(bit)}
    if behind:
        stays = {**values, "stays": spoken(1 << at)}
        course.fits("move.behind", "passed", stays, bit)
    never = bool(where.never & bit) and not behind
    if mover.player is None:
        course.note("walker.move", not never, "segment", values, bit)
    elif never and where.under & course.snapshot.closed & bit:
        tree = course.snapshot.tree_spaces & bit
        course.fits("move.closed", "under_tree" if tree else "under", values, bit)
    elif _marked_by_others(course, mover.player, end):
        open_only = course.snapshot.rulings.treasure_access == "open_only"
        says = "failed" if open_only else "no_access"
        course.note("move.foreign", not never, says, values, bit)


def _marked_by_others(course: Course, player: int, place: Space) -> bool:
    return any(
        place in (route.marked for route in other.routes)
        for i, other in enumerate(course.snapshot.players)
        if not is_own(course.snapshot, player, i)
    )


def _rest(course: Course, mover: Mover) -> None:
    """A moved walker rests for the round (`walker.move`)."""
    walkers = list(course.snapshot.walkers)
    walkers[mover.which] = walkers[mover.which]._replace(moved_by=course.player)
    course.become(course.snapshot._replace(walkers=tuple(walkers)), "walker.move")


def move_by_card(course: Course, play: Play) -> None:
    """A walker is moved as an extra move (`walker.move`)."""
    mover = None if play.mover is None else _meant(course, play.mover)
    if play.mover is None or mover is None or mover.player is not None or not play.path:
        course.fits("walker.move", "none")
        course.cannot(Card.WALKER)
        return
    _may_move(course, mover)
    walker: Walker = course.snapshot.walkers[mover.which]
    terrain = course.snapshot.terrain(walker)
    pips = play.pips or 0
    if pips not in DICE[terrain]:
        values = {"die": terrain, "pips": pips}
        course.fits("walker.move", "die", values)
    walk = Walk(play.mover, mover, walker.at, terrain, 1)
    _go(course, walk, mover, play.path)
    _end(course, walk, mover, pips)
    _rest(course, mover)
    # Whatever it was doing, it does not go on with.
    course.leave(mover)


def _told(spaces: Spaces) -> Values:
    return {"spaces": spoken(spaces)}


def _named(space: Space) -> Values:
    return _told(1 << space)
