"""Actions of a turn that log a marker, and the draws for it (Logging, Ending a route, Info)."""

from theodolite.grid import Space
from theodolite.treasure_hunt.actions import Drawn, Log
from theodolite.treasure_hunt.board import GRID, place_terms
from theodolite.treasure_hunt.card_counts import excess_cards
from theodolite.treasure_hunt.markers import (
    Marker,
    is_own,
    loggable_from,
    loggable_markers,
    shovel_at_hand,
    walkers_near,
)
from theodolite.treasure_hunt.move_area import Mover, piece_of
from theodolite.treasure_hunt.snapshot import Card, Info, Route, Snapshot
from theodolite.treasure_hunt.turn_state import Due, Missing, TurnState
from theodolite.verdict import Check


def log(state: TurnState, action: Log) -> None:
    """Log a marker with an explorer; its owner draws."""
    snapshot, explorer = state.snapshot, action.explorer
    player = explorer.player or 0
    here = piece_of(snapshot, explorer).at
    at = here if action.at is None else action.at
    marker, rightful = _named_marker(state, action, player, at)
    if marker is None:
        values = {"space": place_terms(1 << at)}
        state.note_reason("log.must", "no_marker", values)
        state.note_missing(Missing.MARKER)
        return
    key = _reason(state, explorer, marker, here) if rightful else "closed"
    if player not in snapshot.mates(state.player):
        key = "not_own"
    about = {"space": GRID.names[at], "player": state.name(marker.owner)}
    state.note_reason("log.must", key, about, 1 << at)
    # After a stop only the logging there is left (`turn.end`).
    if explorer not in state.arrived:
        state.check_turn_over()
    route = snapshot.players[marker.owner].routes[marker.route]
    _check_hindrances(state, player, marker, route, shovel=action.shovel)
    state.due = [due for due in state.due if due.marker[:3] != marker[:3]]
    if action.shovel:
        state.count_play()
        state.remove_from_hand(player, Card.SHOVEL, "log.shovel")
        drop_undiggable(state)
    if route.has_treasure:
        _end_route(state, player, marker, route)
    _draw(state, marker, action, route)


def _named_marker(
    state: TurnState, action: Log, player: int, at: Space
) -> tuple[Marker | None, bool]:
    """The marker that an action names, or the first that may be logged; and whether by right."""
    rightful = loggable_markers(state.snapshot, player, at, state.played)
    rightful.sort(key=lambda marker: marker.legal is False)
    others = [
        Marker(owner, i, at, is_own(state.snapshot, player, owner), None)
        for owner, one in enumerate(state.snapshot.players)
        for i, route in enumerate(one.routes)
        if route.marked == at
    ]
    for right, found in ((True, rightful), (False, others)):
        for marker in found:
            if action.owner in (None, marker.owner) and action.route in (None, marker.route):
                return marker, right
    return None, False


def _reason(state: TurnState, explorer: Mover, marker: Marker, here: Space) -> str:
    """The reason why an explorer may not log a marker here and now, or `passed` (`log.must`)."""
    rulings = state.snapshot.rulings
    under_way = explorer == state.under_way
    arrived = explorer in state.arrived
    there = marker.at in [*loggable_from(state.snapshot, here)]
    if rulings.logging == "in_passing" and (under_way or arrived) and state.walk is not None:
        there = there or marker.at in state.walk.path
        arrived = True
    if not there:
        return "elsewhere"
    if arrived:
        return "passed"
    if under_way:
        return "under_way"
    if not marker.must:
        return "not_arrived"
    return "passed" if rulings.late_logging == "own_turn" else "late"


def _check_hindrances(
    state: TurnState, player: int, marker: Marker, route: Route, *, shovel: bool
) -> None:
    """Check walkers nearby, covered coordinates, and shovels for what is buried."""
    bit, values = 1 << marker.at, {"space": GRID.names[marker.at]}
    near = walkers_near(state.snapshot, marker.at)
    walkers = {**values, "walkers": GRID.name_all(near)}
    state.note("log.walker", not near, "failed", walkers, near or bit)
    if state.snapshot.closed & bit:
        state.note_reason("log.covered", "passed", values, bit)
    if not route.needs_shovel:
        if shovel:
            state.note_reason("log.shovel", "needless", values)
        return
    digs = shovel and shovel_at_hand(state.snapshot, player, state.played)
    if digs is None:
        state.note_unknown("log.shovel", "unknown", values)
    else:
        state.note("log.shovel", digs, "failed", values)


def drop_undiggable(state: TurnState) -> None:
    """After a play, no longer demand own markers that only another shovel would serve."""
    state.due = [due for due in state.due if _can_dig(state, due)]


def _can_dig(state: TurnState, due: Due) -> bool:
    """Whether nothing is buried at a marker, or its explorer can have another shovel."""
    route = state.snapshot.players[due.marker.owner].routes[due.marker.route]
    player = due.explorer.player or 0
    return not route.needs_shovel or (
        shovel_at_hand(state.snapshot, player, state.played) is not False
    )


def _end_route(state: TurnState, player: int, marker: Marker, route: Route) -> None:
    """Give the logger the treasures, and a coordinate for each card of the route (`log.end`)."""
    one = state.snapshot.players[player]
    after = state.snapshot.with_player(
        player,
        coordinates=one.coordinates + len(route.cards),
        treasures=(*one.treasures, *route.treasures),
    )
    state.change_to(_with_route(after, marker.owner, marker.route, Route()), "log.end")


def _draw(state: TurnState, marker: Marker, action: Log, logged: Route) -> None:
    """Let the owner of the route draw a coordinate and an action card (`log.next`, `log.end`)."""
    rule = "log.end" if logged.has_treasure else "log.next"
    drawn, owner = action.drawn, marker.owner
    values = {"player": state.name(owner), "space": GRID.names[marker.at]}
    if action.draw_unknown:
        state.note_unknown(rule, "untold", values)
        state.draw_unknown = True
        after = state.snapshot.with_player(owner, hand=None)
        state.change_to(_with_route(after, owner, marker.route, Route()), rule)
        return
    if drawn in (None, Drawn()):
        state.note(rule, _may_decline(state.snapshot, logged), "undrawn", values)
        return
    # A coordinate and an action card are drawn: both, or at the end of a route neither.
    both = drawn.coordinate is not None and drawn.action is not None
    state.note(rule, both, "one", values)
    before = state.snapshot
    if drawn.coordinate is not None:
        _draw_coordinate(state, marker, drawn.coordinate, rule)
    if isinstance(drawn.action, Info):
        _place_info(state, owner, drawn, drawn.action)
    elif drawn.action is not None:
        if before.young and drawn.action == Card.WALKER:
            state.note_reason("variant.young", "walker")
        state.add_to_hand(owner, drawn.action, rule)
    # Cards of which the table shows all there are cannot be drawn once more.
    known = {code for code, _ in excess_cards(before)}
    for code, excess in excess_cards(state.snapshot):
        if code not in known:
            state.note_reason("supply", code, excess)


def _may_decline(snapshot: Snapshot, logged: Route) -> bool:
    """Whether nothing may be drawn for a route that was logged (`open_treasure_draw`)."""
    if not logged.has_treasure:
        return False
    return not logged.is_open or snapshot.rulings.open_treasure_draw == "may"


def _draw_coordinate(state: TurnState, marker: Marker, coordinate: Space, rule: str) -> None:
    """Add a coordinate card to the route; one that lies on the table already is refused."""
    snapshot = state.snapshot
    values = {"space": GRID.names[coordinate]}
    lying = [card for one in snapshot.players for route in one.routes for card in route.cards]
    if coordinate in lying:
        state.note_reason("supply", "coordinate_out", values, 1 << coordinate)
    # Two players leave out the coordinate cards marked 3+ (`setup`).
    if len(snapshot.players) == 2 and snapshot.deck.three_plus >> coordinate & 1:
        state.note_reason("setup", "three_plus", values, 1 << coordinate)
    route = snapshot.players[marker.owner].routes[marker.route]
    route = route._replace(cards=(*route.cards, coordinate))
    state.change_to(_with_route(snapshot, marker.owner, marker.route, route), rule)


def _place_info(state: TurnState, owner: int, drawn: Drawn, info: Info) -> None:
    """Lay an info card at once at an own route that has a coordinate card (`card.info`)."""
    routes, rulings = state.snapshot.players[owner].routes, state.snapshot.rulings
    if info == Info.BURIED:
        bars_treasure = rulings.buried_after_treasure == "not_allowed"
    else:
        bars_treasure = rulings.treasures_per_route == "one"
    open_to = [
        i
        for i, route in enumerate(routes)
        if route.cards and not (bars_treasure and route.has_treasure)
    ]
    chosen = drawn.info_route
    values = {"player": state.name(owner)}
    if chosen is None:
        # Without such a route it is discarded.
        if open_to:
            state.note_reason("card.info", "not_placed", values)
        else:
            state.add(Check("treasure_hunt.card.info", "passed", "discarded", values))
        return
    key = "treasure" if routes[chosen].cards else "no_coordinate"
    state.note_reason("card.info", "passed" if chosen in open_to else key, values)
    route = routes[chosen]
    route = route._replace(info=(*route.info, info))
    if info != Info.BURIED:
        route = route._replace(treasures=(*route.treasures, drawn.treasure))
    state.note_reason(f"info.{info}", "passed", values)
    state.change_to(_with_route(state.snapshot, owner, chosen, route), f"info.{info}")


def _with_route(snapshot: Snapshot, owner: int, which: int, route: Route) -> Snapshot:
    routes = snapshot.players[owner].routes
    return snapshot.with_player(owner, routes=(*routes[:which], route, *routes[which + 1 :]))
