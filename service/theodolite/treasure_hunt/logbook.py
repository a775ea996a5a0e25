"""Logging in a turn: who logs what and when, and what it brings (Logging, Ending a route, Info)."""

from theodolite.grid import Space
from theodolite.treasure_hunt.actions import Drawn, Log
from theodolite.treasure_hunt.board import GRID, spoken
from theodolite.treasure_hunt.course import Course, Lacking
from theodolite.treasure_hunt.decks import overdrawn
from theodolite.treasure_hunt.ground import Mover, piece_of
from theodolite.treasure_hunt.logs import (
    Find,
    finds,
    is_own,
    reach_of,
    shovel_at_hand,
    walkers_near,
)
from theodolite.treasure_hunt.snapshot import Card, Info, Route, Snapshot
from theodolite.verdict import Check

__all__ = ["log"]


def log(course: Course, action: Log) -> None:
    """An explorer logs a marker, and its owner draws."""
    snapshot, explorer = course.snapshot, action.explorer
    player = explorer.player or 0
    here = piece_of(snapshot, explorer).at
    at = here if action.at is None else action.at
    find, rightful = _meant(course, action, player, at)
    if find is None:
        values = {"space": spoken(1 << at)}
        course.fits("log.must", "no_marker", values)
        course.cannot(Lacking.MARKER)
        return
    says = _says(course, explorer, find, here) if rightful else "closed"
    if player not in snapshot.mates(course.player):
        says = "not_own"
    told = {"space": GRID.names[at], "player": course.name(find.owner)}
    course.fits("log.must", says, told, 1 << at)
    # After a stop only the logging there is left (`turn.end`).
    if explorer not in course.arrived:
        course.turn_over()
    route = snapshot.players[find.owner].routes[find.route]
    _hindrances(course, player, find, route, shovel=action.shovel)
    course.due = [due for due in course.due if due.explorer != explorer or due.find.at != at]
    if action.shovel:
        course.count_play()
        course.spend(player, Card.SHOVEL, "log.shovel")
    if route.has_treasure:
        _end_route(course, player, find, route)
    _draw(course, find, action, route)


def _meant(course: Course, action: Log, player: int, at: Space) -> tuple[Find | None, bool]:
    """The marker that is logged, and whether by right: the one told, or the first that may be."""
    rightful = finds(course.snapshot, player, at, course.played)
    rightful.sort(key=lambda find: find.legal is False)
    others = [
        Find(owner, i, at, is_own(course.snapshot, player, owner), None)
        for owner, one in enumerate(course.snapshot.players)
        for i, route in enumerate(one.routes)
        if route.marked == at
    ]
    for right, found in ((True, rightful), (False, others)):
        for find in found:
            if action.owner in (None, find.owner) and action.route in (None, find.route):
                return find, right
    return None, False


def _says(course: Course, explorer: Mover, find: Find, here: Space) -> str:
    """Whether an explorer logs where it may and when (`log.must`)."""
    rulings = course.snapshot.rulings
    walks = explorer == course.under_way
    arrived = explorer in course.arrived
    there = find.at in [*reach_of(course.snapshot, here)]
    if rulings.logging == "in_passing" and (walks or arrived) and course.walk is not None:
        there = there or find.at in course.walk.path
        arrived = True
    if not there:
        return "elsewhere"
    if arrived:
        return "passed"
    if walks:
        return "under_way"
    if not find.must:
        return "not_arrived"
    return "passed" if rulings.late_logging == "own_turn" else "late"


def _hindrances(course: Course, player: int, find: Find, route: Route, *, shovel: bool) -> None:
    """Judge walkers nearby, what covers a coordinate, and what is buried there."""
    bit, values = 1 << find.at, {"space": GRID.names[find.at]}
    near = walkers_near(course.snapshot, find.at)
    told = {**values, "walkers": GRID.name_all(near)}
    course.note("log.walker", not near, "failed", told, near or bit)
    if course.snapshot.closed & bit:
        course.fits("log.covered", "passed", values, bit)
    if not route.needs_shovel:
        if shovel:
            course.fits("log.shovel", "needless", values)
        return
    digs = shovel and shovel_at_hand(course.snapshot, player, course.played)
    if digs is None:
        course.unknown("log.shovel", "unknown", values)
    else:
        course.note("log.shovel", digs, "failed", values)


def _end_route(course: Course, player: int, find: Find, route: Route) -> None:
    """The logger takes the treasures, and a coordinate for each card (`log.end`)."""
    one = course.snapshot.players[player]
    after = course.snapshot.with_player(
        player,
        coordinates=one.coordinates + len(route.cards),
        treasures=(*one.treasures, *route.treasures),
    )
    course.become(_with_route(after, find.owner, find.route, Route()), "log.end")


def _draw(course: Course, find: Find, action: Log, logged: Route) -> None:
    """The owner of the route draws a coordinate and an action card (`log.next`, `log.end`)."""
    rule = "log.end" if logged.has_treasure else "log.next"
    drawn, owner = action.drawn, find.owner
    values = {"player": course.name(owner), "space": GRID.names[find.at]}
    if action.untold:
        course.unknown(rule, "untold", values)
        course.untold = True
        after = course.snapshot.with_player(owner, hand=None)
        course.become(_with_route(after, owner, find.route, Route()), rule)
        return
    if drawn in (None, Drawn()):
        course.note(rule, _may_decline(course.snapshot, logged), "undrawn", values)
        return
    # A coordinate and an action card are drawn: both, or at the end of a route neither.
    both = drawn.coordinate is not None and drawn.action is not None
    course.note(rule, both, "one", values)
    before = course.snapshot
    if drawn.coordinate is not None:
        _draw_coordinate(course, find, drawn.coordinate, rule)
    if isinstance(drawn.action, Info):
        _place_info(course, owner, drawn, drawn.action)
    elif drawn.action is not None:
        if before.young and drawn.action == Card.WALKER:
            course.fits("variant.young", "walker")
        course.take(owner, drawn.action, rule)
    # What the table held already cannot be drawn once more.
    known = {code for code, _ in overdrawn(before)}
    for code, told in overdrawn(course.snapshot):
        if code not in known:
            course.fits("supply", code, told)


def _may_decline(snapshot: Snapshot, logged: Route) -> bool:
    """Whether nothing may be drawn for a route that was logged (`open_treasure_draw`)."""
    if not logged.has_treasure:
        return False
    return not logged.is_open or snapshot.rulings.open_treasure_draw == "may"


def _draw_coordinate(course: Course, find: Find, coordinate: Space, rule: str) -> None:
    """A coordinate card joins the route; it is one that does not lie on the table yet."""
    snapshot = course.snapshot
    values = {"space": GRID.names[coordinate]}
    lying = [card for one in snapshot.players for route in one.routes for card in route.cards]
    if coordinate in lying:
        course.fits("supply", "coordinate_out", values, 1 << coordinate)
    # Two players leave out the coordinate cards marked 3+ (`setup`).
    if len(snapshot.players) == 2 and snapshot.deck.three_plus >> coordinate & 1:
        course.fits("setup", "three_plus", values, 1 << coordinate)
    route = snapshot.players[find.owner].routes[find.route]
    route = route._replace(cards=(*route.cards, coordinate))
    course.become(_with_route(snapshot, find.owner, find.route, route), rule)


def _place_info(course: Course, owner: int, drawn: Drawn, info: Info) -> None:
    """An info card is played at once at an own route with a coordinate card (`card.info`)."""
    routes, rulings = course.snapshot.players[owner].routes, course.snapshot.rulings
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
    values = {"player": course.name(owner)}
    if chosen is None:
        # Without such a route it is discarded.
        if open_to:
            course.fits("card.info", "not_placed", values)
        else:
            course.add(Check("treasure_hunt.card.info", "passed", "discarded", values))
        return
    says = "treasure" if routes[chosen].cards else "no_coordinate"
    course.fits("card.info", "passed" if chosen in open_to else says, values)
    route = routes[chosen]
    route = route._replace(info=(*route.info, info))
    if info != Info.BURIED:
        route = route._replace(treasures=(*route.treasures, drawn.treasure))
    course.fits(f"info.{info}", "passed", values)
    course.become(_with_route(course.snapshot, owner, chosen, route), f"info.{info}")


def _with_route(snapshot: Snapshot, owner: int, which: int, route: Route) -> Snapshot:
    routes = list(snapshot.players[owner].routes)
    routes[which] = route
    return snapshot.with_player(owner, routes=tuple(routes))
