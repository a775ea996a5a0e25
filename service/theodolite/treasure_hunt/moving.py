"""Actions of a turn that roll a die or move a piece (Play, Explorers, Obstacles).

Covers the choice of the die and the piece, every step, the end of a move and its consequences, for
explorers, walkers moved instead of them, and walkers moved by their card. A move may be played in
parts, with cards between them.
"""

from collections.abc import Iterator, Sequence

from theodolite.grid import NOWHERE, Space, Spaces, set_of
from theodolite.treasure_hunt.actions import (
    Action,
    Beyond,
    Discard,
    Log,
    Move,
    NamedPiece,
    Place,
    Play,
    Roll,
)
from theodolite.treasure_hunt.board import DICE, GRID, HOME, place_terms
from theodolite.treasure_hunt.markers import is_own, loggable_markers, walkers_near
from theodolite.treasure_hunt.move_area import (
    MoveArea,
    Mover,
    move_area,
    piece_of,
    step_factor,
    terrain_of,
)
from theodolite.treasure_hunt.reach import can_move
from theodolite.treasure_hunt.snapshot import Card, Walker
from theodolite.treasure_hunt.turn_state import Due, TurnState, movable_explorers
from theodolite.treasure_hunt.walk import Walk
from theodolite.verdict import Check, Status, Values


def any_can_move(state: TurnState, movers: Sequence[Mover], pips: int | None = None) -> bool:
    """Whether one of some pieces has a legal move, with a value rolled or with any value."""
    return any(
        can_move(state.snapshot, mover, state.player, state.played, pips) for mover in movers
    )


def roll(state: TurnState, action: Roll) -> None:
    """Roll one die, that of the terrain of the piece to be moved (`turn.one`)."""
    movers = movable_explorers(state.snapshot, state.player)
    second = state.roll is not None
    state.roll = state.roll or action
    fitting = [m for m in movers if terrain_of(state.snapshot, m) == action.die]
    walker = any(
        isinstance(one, Beyond) or (isinstance(one, Move) and one.mover.player is None)
        for one in state.actions
    )
    key = "second_roll" if second else "passed" if fitting or walker else "die"
    state.note_reason("turn.one", key, {"die": action.die})
    # A die whose explorer cannot move with any value is not chosen while another can.
    if fitting and not walker and not any_can_move(state, fitting):
        others = [mover for mover in movers if mover not in fitting]
        if any_can_move(state, others):
            state.note_reason("turn.must", "other_die", {"die": action.die})


def move(state: TurnState, action: Move) -> None:
    """Move a piece, or continue its move; after the last part the whole move is checked."""
    mover = _named_piece(state, action.mover)
    if mover is None:
        state.note_reason("turn.walker", "none", _space_value(Space(action.mover.which)))
        state.note_missing(Card.WALKER)
        return
    walk = state.walk
    if walk is None or walk.mover != mover:
        walk = state.walk = _begin_move(state, action.mover, mover)
    _take_steps(state, walk, mover, action.path)
    walk.last_action = state.action_index
    rest = state.actions[(state.action_index or 0) + 1 :]
    if not any(isinstance(one, Move) and _named_piece(state, one.mover) == mover for one in rest):
        state.ending = walk
        end_if_over(state)


def end_before(state: TurnState, action: Action) -> None:
    """End a move that has no further part, unless an action may be one on its way.

    A piece that is laid on the way can close the mover in, so that its move ends with steps left.
    """
    mover = None if state.ending is None else state.ending.mover
    match action:
        case Place() | Discard():
            return
        case Play(mover=named, obstacle=obstacle) if mover is not None:
            at = piece_of(state.snapshot, mover).at
            moves_it = named is not None and _named_piece(state, named) == mover
            if not moves_it and (mover.player is not None or obstacle != at):
                return
        case Log(explorer=explorer):
            if explorer != mover or state.snapshot.rulings.logging == "in_passing":
                return
    end_now(state)


def end_if_over(state: TurnState) -> None:
    """End a move that has no further part, if it may end where the piece stands."""
    walk = state.ending
    if walk is None or walk.mover is None:
        return
    if not walk.path or _stop_reason(state, walk, walk.mover) not in ("few", "taken"):
        end_now(state)


def end_now(state: TurnState) -> None:
    """End a move that has no further part, with or without fault, as of its last part."""
    walk, now = state.ending, state.action_index
    if walk is not None and walk.mover is not None:
        state.ending, state.action_index = None, walk.last_action
        _end_move(state, walk, walk.mover)
        state.action_index = now


def _stop_reason(state: TurnState, walk: Walk, mover: Mover) -> str:
    """The reason why a move may end where the piece stands, or the fault in that."""
    return walk.stop(_area(state, walk, mover), _count(state, walk))


def _count(state: TurnState, walk: Walk) -> int:
    """The number of steps that the roll gives a piece."""
    return (state.roll.pips if state.roll else 0) * walk.step_factor


def _named_piece(state: TurnState, named: NamedPiece) -> Mover | None:
    """The piece that an action names; None if it is not on the table."""
    if named.player is not None:
        return Mover(*named)
    walk = state.walk
    # A moving walker can pass others: its space, or that of its start, names it first.
    if walk is not None and walk.is_walker and named.which in (walk.at, walk.name.which):
        return walk.mover
    found = [i for i, one in enumerate(state.snapshot.walkers) if one.at == named.which]
    return Mover(None, found[0]) if found else None


def _begin_move(state: TurnState, named: NamedPiece, mover: Mover) -> Walk:
    """Begin the move of a piece: one a turn, by the die of its terrain (`turn.one`)."""
    snapshot = state.snapshot
    terrain = terrain_of(snapshot, mover)
    values = {"die": terrain, "piece": place_terms(1 << piece_of(snapshot, mover).at)}
    key = "passed"
    if state.moved:
        key = "second_mover"
    elif state.roll is None:
        key = "no_roll"
    elif mover.player is not None and mover.player not in snapshot.mates(state.player):
        key = "not_own"
    elif state.roll.die != terrain:
        key = "other_die"
    state.note_reason("turn.one", key, values)
    if mover.player is None:
        _check_walker_instead(state, mover)
    elif mover.player != state.player:
        state.note("variant.teams", snapshot.teams, "failed", values)
    state.moved = True
    return Walk(named, mover, piece_of(snapshot, mover).at, terrain)


def _check_walker_instead(state: TurnState, mover: Mover) -> None:
    """Check that a walker may be moved instead of an explorer (`turn.walker`)."""
    hand = state.snapshot.players[state.player].hand
    if state.snapshot.rulings.walker_instead == "always":
        state.note_reason("turn.walker", "passed")
    elif hand is None:
        state.note_unknown("turn.walker", "unknown")
    else:
        state.note("turn.walker", Card.WALKER not in hand, "card")
    _check_rested(state, mover)


def _check_rested(state: TurnState, mover: Mover) -> None:
    """Check that a walker is not resting after a move in this round (`walker.move`)."""
    walker = state.snapshot.walkers[mover.which]
    if walker.moved_by is not None:
        state.note_reason("walker.move", "rests", _space_value(walker.at), 1 << walker.at)
        return
    values, bit = _space_value(walker.at), 1 << walker.at
    state.add(Check("treasure_hunt.walker.move", "passed", "fresh", values, bit))


def _area(state: TurnState, walk: Walk, mover: Mover) -> MoveArea:
    snapshot, begun = state.snapshot, (walk.start, walk.terrain)
    # A boat played on the way serves from the next move on (`boat_after_roll`).
    if mover.player is not None and walk.step_factor == 1:
        snapshot = snapshot.with_player(mover.player, boats=0)
    return move_area(snapshot, mover, state.player, state.played, begun)


def _take_steps(state: TurnState, walk: Walk, mover: Mover, path: Sequence[Space]) -> None:
    """Take the steps of a part of a move, and put the piece where they lead."""
    if not path:
        return
    if not walk.path:
        walk.step_factor = step_factor(state.snapshot, mover)
    area, others = _area(state, walk, mover), _others(state, mover)
    for place in path:
        walk.enter(area, place)
        walk.passed |= 1 << place & others
    walk.closed_by_trees |= walk.closed & state.snapshot.tree_spaces
    if mover.player is not None and state.snapshot.rulings.logging == "in_passing":
        state.due += _due_markers(state, mover, path, arrived=False)
    _put_piece(state, walk, mover, path[-1], "move.orthogonal")


def _others(state: TurnState, mover: Mover) -> Spaces:
    """The spaces of all other pieces."""
    spaces = NOWHERE
    for i, player in enumerate(state.snapshot.players):
        for j, explorer in enumerate(player.explorers):
            if mover != (i, j) and explorer.at != HOME:
                spaces |= 1 << explorer.at
    for i, walker in enumerate(state.snapshot.walkers):
        if mover != (None, i):
            spaces |= 1 << walker.at
    return spaces


def _due_markers(
    state: TurnState, mover: Mover, places: Sequence[Space], *, arrived: bool
) -> Iterator[Due]:
    """The markers that an explorer must log on some places, if nothing bars it."""
    for place in places:
        for marker in loggable_markers(state.snapshot, mover.player or 0, place, state.played):
            if marker.must and marker.legal is not False:
                yield Due(state.action_index, mover, marker, arrived)


def _put_piece(state: TurnState, walk: Walk, mover: Mover, place: Space, rule: str) -> None:
    """Put a moving piece on a place, with a terrain of its own if the place has none."""
    snapshot = state.snapshot
    corner = place
    if place == HOME and mover.player is not None:
        corner = snapshot.players[mover.player].home
    creep = place != HOME and snapshot.creep_spaces >> place & 1
    terrain = None
    if creep or snapshot.board.printed(corner) is None:
        terrain = _area(state, walk, mover).terrain_at(snapshot, place)
    if mover.player is None:
        after = snapshot.with_walker(mover.which, at=place, terrain=terrain)
    else:
        after = snapshot.with_explorer(mover.player, mover.which, at=place, terrain=terrain)
    state.change_to(after, rule)


def _end_move(state: TurnState, walk: Walk, mover: Mover) -> None:
    """End a move: check it as a whole, discard boats, and find what must be logged."""
    if not walk.path:
        state.note_reason("turn.must", "nothing", state.player_value)
        return
    at = _stop(state, walk, mover, _count(state, walk))
    state.stopped |= terrain_of(state.snapshot, mover) != walk.terrain
    if mover.player is None:
        _let_rest(state, mover)
        return
    state.arrived[mover] = at
    state.lose_boats()
    if due := [*_due_markers(state, mover, [at], arrived=True)]:
        # A coordinate that is both passed and ended on is logged once.
        state.due = [one for one in state.due if one.marker.at != at] + due
    elif any(
        marker.must for marker in loggable_markers(state.snapshot, mover.player, at, state.played)
    ):
        near = walkers_near(state.snapshot, at)
        values = {"space": GRID.names[at], "walkers": GRID.name_all(near)}
        key = "walker" if near else "buried"
        state.add(Check("treasure_hunt.log.must", "passed", key, values, 1 << at))


def _stop(state: TurnState, walk: Walk, mover: Mover, count: int) -> Space:
    """Check a whole move, and put the piece on the place where it stands after it."""
    area = _area(state, walk, mover)
    at, behind = walk.final_place(area)
    _check_move(state, walk, mover, area, count)
    if at != walk.at or behind:
        _put_piece(state, walk, mover, at, "move.behind" if behind else "boat")
    return at


def _check_move(state: TurnState, walk: Walk, mover: Mover, area: MoveArea, count: int) -> None:
    """Check every rule on moving."""
    path, whole = walk.path, set_of(walk.path)
    last = {"spaces": place_terms(1 << path[-1])}
    state.note(
        "move.orthogonal",
        not walk.no_neighbours,
        "failed",
        _spaces_value(walk.no_neighbours),
        walk.no_neighbours,
    )
    state.note(
        "move.reversal", not walk.reversals, "failed", _spaces_value(walk.reversals), walk.reversals
    )
    state.note_reason("move.closed", *_closing_pieces(walk), walk.closed)
    stop = walk.stop(area, count)
    ended: Values = {**last, "terrain": walk.terrain}
    if walk.ended_early:
        values = {**ended, **_spaces_value(walk.ended_early)}
        state.note_reason("move.terrain", "failed", values, walk.ended_early)
    elif stop != "closed":
        key = "ended" if stop == "terrain" else "passed"
        state.add(Check("treasure_hunt.move.terrain", "passed", key, ended, whole))
    # A path that a closed space interrupts has no length to check.
    if stop != "closed" and count:
        values = {**ended, "steps": len(path), "count": count}
        status: Status = "failed" if stop in ("few", "taken", "many") else "passed"
        state.add(Check("treasure_hunt.move.count", status, stop, values, 1 << path[-1]))
    if passed := walk.passed & ~(1 << path[-1]):
        state.note_reason("move.through", "passed", _spaces_value(passed), passed)
    _check_end(state, walk, mover, area)


def _closing_pieces(walk: Walk) -> tuple[str, Values]:
    """The sentence on the closed spaces that a move enters, and its values (`move.closed`)."""
    trees, bridges = walk.closed_by_trees, walk.closed & ~walk.closed_by_trees
    values = {"trees": GRID.name_all(trees), "bridges": GRID.name_all(bridges)}
    if trees and bridges:
        return "both", values
    return "tree" if trees else "bridge" if bridges else "passed", values


def _check_end(state: TurnState, walk: Walk, mover: Mover, area: MoveArea) -> None:
    """Check the end of a move: behind a piece, on a foreign coordinate, in an occupied segment."""
    end, (at, behind) = walk.ends[-1], walk.final_place(area)
    bit = 1 << end
    values: Values = {"spaces": place_terms(bit)}
    if behind:
        stays = {**values, "stays": place_terms(1 << at)}
        state.note_reason("move.behind", "passed", stays, bit)
    never = bool(area.never & bit) and not behind
    if mover.player is None:
        state.note("walker.move", not never, "segment", values, bit)
    elif never and area.under & state.snapshot.closed & bit:
        tree = state.snapshot.tree_spaces & bit
        state.note_reason("move.closed", "under_tree" if tree else "under", values, bit)
    elif _marked_by_others(state, mover.player, end):
        open_only = state.snapshot.rulings.treasure_access == "open_only"
        key = "failed" if open_only else "no_access"
        state.note("move.foreign", not never, key, values, bit)


def _marked_by_others(state: TurnState, player: int, place: Space) -> bool:
    return any(
        place in (route.marked for route in other.routes)
        for i, other in enumerate(state.snapshot.players)
        if not is_own(state.snapshot, player, i)
    )


def _let_rest(state: TurnState, mover: Mover) -> None:
    """Let a moved walker rest for a round (`walker.move`)."""
    rested = state.snapshot.with_walker(mover.which, moved_by=state.player)
    state.change_to(rested, "walker.move")


def move_by_card(state: TurnState, play: Play) -> None:
    """Move a walker by its card, as an extra move (`walker.move`)."""
    mover = None if play.mover is None else _named_piece(state, play.mover)
    if play.mover is None or mover is None or mover.player is not None or not play.path:
        state.note_reason("walker.move", "none")
        state.note_missing(Card.WALKER)
        return
    _check_rested(state, mover)
    walker: Walker = state.snapshot.walkers[mover.which]
    terrain = state.snapshot.terrain(walker)
    pips = play.pips or 0
    if pips not in DICE[terrain]:
        values = {"die": terrain, "pips": pips}
        state.note_reason("walker.move", "die", values)
    walk = Walk(play.mover, mover, walker.at, terrain)
    _take_steps(state, walk, mover, play.path)
    _stop(state, walk, mover, pips)
    _let_rest(state, mover)
    # A move that the walker had begun before the card does not continue.
    state.break_off_move(mover)


def _spaces_value(spaces: Spaces) -> Values:
    return {"spaces": place_terms(spaces)}


def _space_value(space: Space) -> Values:
    return _spaces_value(1 << space)
