"""Actions of a turn that play cards, place free pieces or discard (Action, Obstacles, Help).

Where a piece may lie is checked in `placing`; walkers moved by their card are in `moving`.
"""

from collections.abc import Sequence

from theodolite.grid import Space, set_of
from theodolite.treasure_hunt.actions import Action, Discard, Move, Place, Play
from theodolite.treasure_hunt.board import GRID, Terrain
from theodolite.treasure_hunt.marker_logging import drop_undiggable
from theodolite.treasure_hunt.move_area import Mover
from theodolite.treasure_hunt.moving import move_by_card
from theodolite.treasure_hunt.placing import Piece, placement_checks
from theodolite.treasure_hunt.snapshot import HAND, Card, CreepThrough, Explorer, Snapshot, Walker
from theodolite.treasure_hunt.steps import STEPS
from theodolite.treasure_hunt.turn_state import Missing, TurnState


def play(state: TurnState, action: Play) -> None:
    """Play a card from the hand of the player whose turn it is."""
    hand = state.snapshot.players[state.player].hand
    state.check_turn_over(drew_fourth=hand is not None and len(hand) > HAND)
    state.count_play()
    rule = _RULE_OF_CARD[action.card]
    if action.card == Card.WALKER and action.mover is not None:
        rule = "walker.move"
    state.remove_from_hand(state.player, action.card, rule)
    drop_undiggable(state)
    if state.snapshot.young and action.card == Card.WALKER:
        state.note_reason("variant.young", "walker")
    match action.card:
        case Card.FALLEN_TREE | Card.BROKEN_BRIDGE | Card.CREEP_THROUGH:
            _lay(state, _PIECE_OF_CARD[action.card], action.spaces, state.player, rule)
        case Card.WALKER if action.mover is None:
            _lay(state, "walker", action.spaces, state.player, rule)
        case Card.WALKER:
            move_by_card(state, action)
        case Card.LOST_SHOE:
            _give_shoe(state, action.to)
        case Card.REMOVE_OBSTACLE:
            _remove(state, action.obstacle)
        case Card.BOAT:
            _use_boat(state)
        case Card.SHOVEL:
            # A shovel is played with the logging it serves.
            state.note_reason("shovel", "failed")


def place(state: TurnState, action: Place) -> None:
    """Place a free piece, which needs no card (`free.pieces`)."""
    owner = state.snapshot.players[action.by]
    # Young players have no walkers, and so no free ones (`variant.young`).
    if state.snapshot.young and action.piece == "walker":
        state.note_reason("variant.young", "walker")
        state.note_missing(_CARD_OF_PIECE[action.piece])
        return
    values = {"player": owner.name, "piece": _CARD_OF_PIECE[action.piece]}
    own_turn = state.snapshot.rulings.free_pieces == "own_turn"
    has = action.piece in owner.free
    mine = action.by == state.player
    key = "other_turn" if has else "failed"
    state.note("free.pieces", has and (mine or not own_turn), key, values)
    if not has:
        state.note_missing(_CARD_OF_PIECE[action.piece])
        return
    if mine and own_turn:
        state.check_turn_over()
    free = tuple(piece for piece in owner.free if piece != action.piece)
    rule = "tree.place" if action.piece == "tree" else "walker.place"
    state.change_to(state.snapshot.with_player(action.by, free=free), "free.pieces")
    _lay(state, action.piece, action.spaces, action.by, rule, free=True)


def only_places(actions: Sequence[Action]) -> bool:
    """Whether some actions do nothing but lay pieces; no action does nothing at all."""
    return all(
        isinstance(one, Place)
        or (
            isinstance(one, Play)
            and (one.card in _PIECE_OF_CARD or (one.card == Card.WALKER and one.mover is None))
        )
        for one in actions
    )


def discard(state: TurnState, action: Discard) -> None:
    """Discard a card, which a player does on a fourth card in hand (`card.hand`)."""
    if action.by != state.over_hand_limit:
        state.note_reason("card.hand", "no_fourth", {"player": state.name(action.by)})
    state.remove_from_hand(action.by, action.card, "card.hand")


def _lay(
    state: TurnState,
    piece: Piece,
    spaces: Sequence[Space],
    player: int,
    rule: str,
    *,
    free: bool = False,
) -> None:
    """Put a piece on the board."""
    snapshot = state.snapshot
    for check in placement_checks(snapshot, player, piece, spaces, free=free):
        state.add(check)
    if not spaces:
        state.note_missing(_CARD_OF_PIECE[piece])
        return
    match piece:
        case "tree":
            after = snapshot._replace(trees=(*snapshot.trees, set_of(spaces)))
        case "broken_bridge":
            after = snapshot._replace(broken_bridges=(*snapshot.broken_bridges, spaces[0]))
        case "walker":
            walker = Walker(spaces[0], inherited_terrain(snapshot, spaces[0]))
            after = snapshot._replace(walkers=(*snapshot.walkers, walker))
        case "creep_through":
            after = _with_creep(state, spaces[0])
    state.change_to(after, rule)


def inherited_terrain(snapshot: Snapshot, space: Space) -> Terrain | None:
    """The terrain of a walker placed on a space that has none of its own.

    On a creep-through it is the terrain printed below (`creep`). On an unclear space the walker
    came from no neighbour: it gets the terrain of the first clear one.
    """
    printed = snapshot.board.printed(space)
    if printed is not None:
        return printed if snapshot.creep_spaces >> space & 1 else None
    beside = (snapshot.board.printed(to) for _, to in STEPS[space])
    return next((terrain for terrain in beside if terrain is not None), Terrain.PATH)


def _with_creep(state: TurnState, space: Space) -> Snapshot:
    """The table with a creep-through; a piece that stands there keeps its terrain (`creep`)."""
    snapshot = state.snapshot
    for i, player in enumerate(snapshot.players):
        explorers = tuple(
            Explorer(space, state.terrain(Mover(i, j))) if one.at == space else one
            for j, one in enumerate(player.explorers)
        )
        if explorers != player.explorers:
            snapshot = snapshot.with_player(i, explorers=explorers)
    walkers = [
        walker._replace(terrain=snapshot.terrain(walker)) if walker.at == space else walker
        for walker in snapshot.walkers
    ]
    creep_throughs = (*snapshot.creep_throughs, CreepThrough(space, state.player))
    return snapshot._replace(walkers=tuple(walkers), creep_throughs=creep_throughs)


def _give_shoe(state: TurnState, to: int | None) -> None:
    """Give a lost shoe to another player (`shoe`)."""
    if to is None:
        state.note_reason("shoe", "nobody")
        state.note_missing(Card.LOST_SHOE)
        return
    state.note("shoe", to != state.player, "failed", {"player": state.name(to)})
    shoes = state.snapshot.players[to].shoes + 1
    state.change_to(state.snapshot.with_player(to, shoes=shoes), "shoe")


def _remove(state: TurnState, space: Space | None) -> None:
    """Return a tree, broken bridge or walker to the supply (`remove`)."""
    snapshot = state.snapshot
    if space is None:
        state.note_reason("remove", "nowhere")
        state.note_missing(Missing.OBSTACLE)
        return
    after = _without(snapshot, space)
    values = {"spaces": [GRID.names[space]]}
    state.note("remove", after is not None, "failed", values, 1 << space)
    if after is None:
        state.note_missing(Missing.OBSTACLE)
        return
    if len(after.walkers) < len(snapshot.walkers):
        state.remove_walker([walker.at for walker in snapshot.walkers].index(space))
    state.change_to(after, "remove")


def _without(snapshot: Snapshot, space: Space) -> Snapshot | None:
    """The table without the tree on a space, else without the broken bridge, else the walker."""
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


def _use_boat(state: TurnState) -> None:
    """Put a boat into use, for both explorers (`boat`)."""
    key, ruling = "passed", state.snapshot.rulings.boat_after_roll
    explorers = range(len(state.snapshot.players[state.player].explorers))
    if all(state.terrain(Mover(state.player, i)) != Terrain.WATER for i in explorers):
        key = "on_land"
    elif ruling != "whole_turn" and any(
        isinstance(one, Move) and one.path for one in state.actions[: state.action_index]
    ):
        key = "stepped"
    elif ruling == "before_roll" and state.roll:
        key = "rolled"
    state.note_reason("boat", key)
    boats = state.snapshot.players[state.player].boats + 1
    state.change_to(state.snapshot.with_player(state.player, boats=boats), "boat")


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
