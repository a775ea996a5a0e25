"""Playing cards, placing free pieces, discarding (Action, Obstacles, Help)."""

from collections.abc import Sequence

from theodolite.grid import Space
from theodolite.treasure_hunt.actions import Discard, Move, Place, Play
from theodolite.treasure_hunt.board import GRID, Terrain
from theodolite.treasure_hunt.course import Course, Lacking
from theodolite.treasure_hunt.ground import Mover
from theodolite.treasure_hunt.moving import move_by_card
from theodolite.treasure_hunt.placing import Piece, placement_checks
from theodolite.treasure_hunt.snapshot import HAND, Card, Creep, Explorer, Snapshot, Walker
from theodolite.treasure_hunt.steps import STEPS

__all__ = ["discard", "place", "play"]


def play(course: Course, action: Play) -> None:
    """A card is played, from the hand of the player whose turn it is."""
    hand = course.snapshot.players[course.player].hand
    course.turn_over(brought=hand is not None and len(hand) > HAND)
    course.count_play()
    rule = _RULE_OF_CARD[action.card]
    if action.card == Card.WALKER and action.mover is not None:
        rule = "walker.move"
    course.spend(course.player, action.card, rule)
    if course.snapshot.young and action.card == Card.WALKER:
        course.fits("variant.young", "walker")
    match action.card:
        case Card.FALLEN_TREE | Card.BROKEN_BRIDGE | Card.CREEP_THROUGH:
            _lay(course, _PIECE_OF_CARD[action.card], action.spaces, course.player, rule)
        case Card.WALKER if action.mover is None:
            _lay(course, "walker", action.spaces, course.player, rule)
        case Card.WALKER:
            move_by_card(course, action)
        case Card.LOST_SHOE:
            _give_shoe(course, action.to)
        case Card.REMOVE_OBSTACLE:
            _remove(course, action.obstacle)
        case Card.BOAT:
            _board(course)
        case Card.SHOVEL:
            # A shovel is played with the logging it serves.
            course.fits("shovel", "failed")


def place(course: Course, action: Place) -> None:
    """A free piece needs no card (`free.pieces`)."""
    by = course.snapshot.players[action.by]
    # Where there are no walkers nobody has a free one (`variant.young`).
    if course.snapshot.young and action.piece == "walker":
        course.fits("variant.young", "walker")
        course.cannot(_CARD_OF_PIECE[action.piece])
        return
    values = {"player": by.name, "piece": _CARD_OF_PIECE[action.piece]}
    own_turn = course.snapshot.rulings.free_pieces == "own_turn"
    has = action.piece in by.free
    mine = action.by == course.player
    says = "other_turn" if has else "failed"
    course.note("free.pieces", has and (mine or not own_turn), says, values)
    if not has:
        course.cannot(_CARD_OF_PIECE[action.piece])
        return
    if mine and own_turn:
        course.turn_over()
    free = tuple(piece for piece in by.free if piece != action.piece)
    rule = "tree.place" if action.piece == "tree" else "walker.place"
    course.become(course.snapshot.with_player(action.by, free=free), "free.pieces")
    _lay(course, action.piece, action.spaces, action.by, rule, free=True)


def discard(course: Course, action: Discard) -> None:
    """On a fourth card in hand, at least one is played or discarded (`card.hand`)."""
    if action.by != course.full:
        course.fits("card.hand", "no_fourth", {"player": course.name(action.by)})
    course.spend(action.by, action.card, "card.hand")


def _lay(
    course: Course,
    piece: Piece,
    spaces: Sequence[Space],
    player: int,
    rule: str,
    *,
    free: bool = False,
) -> None:
    """Put a piece on the board."""
    snapshot = course.snapshot
    for check in placement_checks(snapshot, player, piece, spaces, free=free):
        course.add(check)
    if not spaces:
        course.cannot(_CARD_OF_PIECE[piece])
        return
    match piece:
        case "tree":
            tree = sum(1 << space for space in {*spaces})
            after = snapshot._replace(trees=(*snapshot.trees, tree))
        case "broken_bridge":
            after = snapshot._replace(broken_bridges=(*snapshot.broken_bridges, spaces[0]))
        case "walker":
            walker = Walker(spaces[0], _lent(snapshot, spaces[0]))
            after = snapshot._replace(walkers=(*snapshot.walkers, walker))
        case "creep_through":
            after = _with_creep(course, spaces[0])
    course.become(after, rule)


def _lent(snapshot: Snapshot, space: Space) -> Terrain | None:
    """The terrain of a walker placed on a space that has none of its own.

    On a creep-through that is what it lies on (`creep`), on an unclear space, whither it came from
    nowhere, that of the first clear neighbour.
    """
    printed = snapshot.board.printed(space)
    if printed is not None:
        return printed if snapshot.creep_spaces >> space & 1 else None
    beside = (snapshot.board.printed(to) for _, to in STEPS[space])
    return next((terrain for terrain in beside if terrain is not None), Terrain.PATH)


def _with_creep(course: Course, space: Space) -> Snapshot:
    """The table with a creep-through; a piece already there keeps its terrain (`creep`)."""
    snapshot = course.snapshot
    for i, player in enumerate(snapshot.players):
        explorers = tuple(
            Explorer(space, course.terrain(Mover(i, j))) if one.at == space else one
            for j, one in enumerate(player.explorers)
        )
        if explorers != player.explorers:
            snapshot = snapshot.with_player(i, explorers=explorers)
    walkers = [
        walker._replace(terrain=snapshot.terrain(walker)) if walker.at == space else walker
        for walker in snapshot.walkers
    ]
    creeps = (*snapshot.creeps, Creep(space, course.player))
    return snapshot._replace(walkers=tuple(walkers), creeps=creeps)


def _give_shoe(course: Course, to: int | None) -> None:
    """A lost shoe goes to another player (`shoe`)."""
    if to is None:
        course.fits("shoe", "nobody")
        course.cannot(Card.LOST_SHOE)
        return
    course.note("shoe", to != course.player, "failed", {"player": course.name(to)})
    shoes = course.snapshot.players[to].shoes + 1
    course.become(course.snapshot.with_player(to, shoes=shoes), "shoe")


def _remove(course: Course, space: Space | None) -> None:
    """Any tree, broken bridge or walker returns to the supply (`remove`)."""
    snapshot = course.snapshot
    if space is None:
        course.fits("remove", "nowhere")
        course.cannot(Lacking.OBSTACLE)
        return
    after = _without(snapshot, space)
    values = {"spaces": [GRID.names[space]]}
    course.note("remove", after is not None, "failed", values, 1 << space)
    if after is None:
        course.cannot(Lacking.OBSTACLE)
        return
    if len(after.walkers) < len(snapshot.walkers):
        course.forget_walker([walker.at for walker in snapshot.walkers].index(space))
    course.become(after, "remove")


def _without(snapshot: Snapshot, space: Space) -> Snapshot | None:
    """The table without what lies on a space: a tree, else a broken bridge, else a walker."""
    trees = tuple(tree for tree in snapshot.trees if not tree >> space & 1)
    if trees != snapshot.trees:
        return snapshot._replace(trees=trees)
    bridge = snapshot.board.bridge(space)
    broken = tuple(at for at in snapshot.broken_bridges if not bridge >> at & 1)
    if broken != snapshot.broken_bridges:
        return snapshot._replace(broken_bridges=broken)
    for i, walker in enumerate(snapshot.walkers):
        if walker.at == space:
            return snapshot._replace(walkers=snapshot.walkers[:i] + snapshot.walkers[i + 1 :])
    return None


def _board(course: Course) -> None:
    """A boat stays in use for both explorers (`boat`)."""
    says = "passed"
    if not course.snapshot.afloat(course.player):
        says = "on_land"
    elif any(isinstance(one, Move) and one.path for one in course.actions[: course.now]):
        says = "stepped"
    elif course.roll and course.snapshot.rulings.boat_after_roll == "before_roll":
        says = "rolled"
    course.fits("boat", says)
    boats = course.snapshot.players[course.player].boats + 1
    course.become(course.snapshot.with_player(course.player, boats=boats), "boat")


_PIECE_OF_CARD: dict[Card, Piece] = {
    Card.FALLEN_TREE: "tree",
    Card.BROKEN_BRIDGE: "broken_bridge",
    Card.CREEP_THROUGH: "creep_through",
}
_CARD_OF_PIECE: dict[Piece, Card] = {
    "tree": Card.FALLEN_TREE,
    "broken_bridge": Card.BROKEN_BRIDGE,
    "walker": Card.WALKER,
    "creep_through": Card.CREEP_THROUGH,
}
_RULE_OF_CARD = {
    Card.FALLEN_TREE: "tree.place",
    Card.BROKEN_BRIDGE: "bridge.break",
    Card.LOST_SHOE: "shoe",
    Card.WALKER: "walker.place",
    Card.REMOVE_OBSTACLE: "remove",
    Card.BOAT: "boat",
    Card.SHOVEL: "shovel",
    Card.CREEP_THROUGH: "creep",
}
