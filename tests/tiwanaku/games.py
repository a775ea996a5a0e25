"""Random worlds, first tables and turns of each mode, for tests that play whole games."""

from random import Random
from typing import Literal

from reference import tiwanaku_play as reference
from theodolite.grid import Space, each, set_of
from theodolite.tiwanaku import otoma as otomas
from theodolite.tiwanaku.actions import (
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
from theodolite.tiwanaku.board import BoardName, Land, Terrain
from theodolite.tiwanaku.final_phase import final_seats
from theodolite.tiwanaku.gains import purse_of, side_of
from theodolite.tiwanaku.legal_actions import legal_actions
from theodolite.tiwanaku.movement import Move
from theodolite.tiwanaku.set_ups import set_up
from theodolite.tiwanaku.snapshot import (
    Arrow,
    Colour,
    Direction,
    Group,
    Mode,
    Otoma,
    PathEnd,
    Pawn,
    Player,
    Rulings,
    Snapshot,
)

NAMES = ("Ana", "Bo", "Cy", "Di")
QUECHUAS = (Colour.BLUE, Colour.BROWN, Colour.GREEN, Colour.WHITE)


def world(rng: Random, board: BoardName) -> Land:
    """A random world: the readings of the wheel for every space."""
    terrain, crops = reference.disc(rng, board.value)
    return Land.from_rows(
        board, reference.written(board.value, terrain), reference.written(board.value, crops)
    )


def known(land: Land, spaces: list[Space]) -> Land:
    """These spaces of a world alone."""
    part = set_of(spaces)
    mud, sand, grass, rock = (layer & part for layer in land.terrain)
    one, two, three, four, five = (layer & part for layer in land.crops)
    return Land(land.board, (mud, sand, grass, rock), (one, two, three, four, five))


def paths(rng: Random) -> tuple[tuple[PathEnd, PathEnd], ...]:
    """Invented paths between all sides of the long board; the printed ones are not known."""
    grid = Land(BoardName.LONG).grid
    sides = (
        (grid.row_lines[0], Direction.UP),
        (grid.row_lines[-1], Direction.DOWN),
        (grid.column_lines[0], Direction.LEFT),
        (grid.column_lines[-1], Direction.RIGHT),
    )
    ends = [PathEnd(space, direction) for side, direction in sides for space in each(side)]
    rng.shuffle(ends)
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def first_table(rng: Random, mode: Mode) -> tuple[Snapshot, Land]:
    """A first table of a mode, and the world behind it."""
    board = BoardName.LONG if mode != Mode.COMPETITIVE else rng.choice(list(BoardName))
    land = world(rng, board)
    spaces = rng.sample([*land.grid.spaces.values()], 5)
    start = known(land, spaces)
    mud, sand, grass, rock = (layer.bit_count() for layer in land.terrain)
    rulings = Rulings(
        offering_after_error=rng.choice(("no", "yes")),
        otoma_blocks=rng.choice(("yes", "no")),
        own_arrow_choice=rng.choice(("each_time", "whole_game")),
        otoma_path_end=rng.choice(("stops_if_empty", "never_stops")),
        offering_moment=rng.choice(("after_otoma", "before_otoma")),
        partner_meeples=rng.choice(("pass_planted", "block", "as_own")),
        coop_start_counts=rng.choice(("no", "yes")),
        coop_entry=rng.choice(("with_arrow", "any_edge")),
        coop_no_action=rng.choice(("must_choose_playable", "spend_and_end")),
        coop_no_tile=rng.choice(("skipped", "divine_only")),
        coop_final_predictions=rng.choice(("no", "yes")),
        otoma_start_score=rng.choice(("ten", "zero")),
        otoma_setup_order=rng.choice(("rows", "columns")),
    )
    count = 1 if mode == Mode.SOLO else rng.choice((2, 3, 4))
    colours = [
        QUECHUAS[seat % 2 if count == 4 and mode == Mode.COOPERATIVE else seat]
        for seat in range(count)
    ]
    snapshot = Snapshot(
        mode,
        start,
        (mud, sand, grass, rock),
        tuple(Player(NAMES[seat], colours[seat]) for seat in range(count)),
        tuple(sorted(spaces)),
        rng.choice((6, 12, None)),
        rulings=rulings,
    )
    if mode == Mode.COMPETITIVE:
        return snapshot, land
    taken = rng.sample(spaces, 5 if mode == Mode.SOLO else 4)
    if mode == Mode.SOLO:
        others = [colour for colour in Colour if colour != colours[0]]
        pawns = tuple(map(Pawn, others, taken))
        snapshot = snapshot._replace(
            otoma=Otoma(pawns, 0),
            difficulty=rng.choice(("easy", "hard")),
            paths=paths(rng),
            arrows=(),
        )
        return set_up(snapshot).snapshot, land
    colour = next(colour for colour in Colour if colour not in colours)
    pawns = tuple(Pawn(colour, space) for space in taken)
    left = [
        whole - lying.bit_count()
        for whole, lying in zip(snapshot.tiles, start.terrain, strict=True)
    ]
    tiles = [terrain for terrain, number in zip(Terrain, left, strict=True) for _ in range(number)]
    players = []
    for seat, player in enumerate(snapshot.players):
        own = tiles[seat::count]
        m, s, g, r = (own.count(terrain) for terrain in Terrain)
        players.append(player._replace(stacks=(m, s, g, r)))
    snapshot = snapshot._replace(
        otoma=Otoma(pawns, 0),
        difficulty="easy",
        paths=paths(rng),
        pool=(0, 0, 0, 0),
        group=Group(),
        players=tuple(players),
    )
    return set_up(snapshot).snapshot, land


def turns(rng: Random, table: Snapshot, seat: int, land: Land) -> Turn:
    """A turn that this player might take, legal nearly always, with nothing of the wheel in it."""
    actions = legal_actions(table, seat)
    held = purse_of(table, side_of(table, seat)).offerings
    if table.final is not None:
        return _final(rng, table, seat, land, held)
    offering = held if rng.random() < 0.2 else ()
    moves, spend = list(actions.moves), None
    if actions.moves_by_arrow is not None:
        stacks = table.players[seat].stacks or (0, 0, 0, 0)
        own = [terrain for terrain in Terrain if stacks[terrain]]
        if not own:
            return Turn(NoAction())
        arrow = rng.choice(list(Direction))
        moves, spend = list(actions.moves_by_arrow[arrow]), Spend(rng.choice(own), arrow)
    if actions.divinable and (rng.random() < 0.4 or not moves):
        predictions = _predictions(rng, list(actions.divinable), land, actions.must_divine_all)
        return Turn(Divine(predictions), offering, spend=spend)
    if actions.recalls and (not moves or rng.random() < 0.05):
        return Turn(Recall(rng.choice(actions.recalls)), offering)
    if not moves:
        return Turn(NoAction(), spend=spend)
    finds = [move for move in moves if table.land.empty >> move.end & 1]
    move = rng.choice(finds if finds and rng.random() < 0.8 else moves)
    return _explored(rng, table, seat, move)._replace(offering=offering, spend=spend)


def _predictions(
    rng: Random, spaces: list[Space], land: Land, must_all: bool
) -> tuple[Prediction, ...]:
    some = spaces if must_all else rng.sample(spaces, rng.randint(1, len(spaces)))
    said = [land.level_at(s) if rng.random() < 0.6 else rng.randint(1, 5) for s in some]
    wrong = [at for at, space in enumerate(some) if said[at] != land.level_at(space)]
    last = len(some) if must_all or not wrong else wrong[0] + 1
    return tuple(Prediction(space, said[at]) for at, space in enumerate(some[:last]))


def _explored(rng: Random, table: Snapshot, seat: int, move: Move) -> Turn:
    givers = NAMES[: len(table.players)]
    explore = Explore(move.start, move.path, giver=rng.choice(givers))
    if table.mode == Mode.COOPERATIVE:
        due = otomas.reactions(table, move.end)
        reaction = tuple(OtomaMove(one.pawn.space, giver=rng.choice(givers)) for one in due)
        return Turn(explore, reaction=reaction)
    if table.mode == Mode.COMPETITIVE:
        return Turn(explore)
    arrow = dict(table.arrows or ()).get(move.end)
    new = arrow or Arrow(rng.choice(list(Colour)), rng.choice(list(Direction)))
    explore = explore._replace(arrow=None if arrow else new)
    if new.colour != table.players[seat].colour or table.otoma is None:
        return Turn(explore, otoma=(OtomaMove(),))
    choice: Literal["easy", "hard"] = rng.choice(("easy", "hard"))
    if table.rulings.own_arrow_choice == "whole_game":
        choice = "hard" if table.difficulty == "hard" else "easy"
    pawn = rng.choice(table.otoma.pawns).colour
    return Turn(explore._replace(own_arrow=choice), otoma=(OtomaMove(pawn),))


def _final(rng: Random, table: Snapshot, seat: int, land: Land, held: tuple[int, ...]) -> Turn:
    if not final_seats(table):
        return Turn(FinalOffering(), held)
    divinable = legal_actions(table, seat).divinable
    if not divinable or rng.random() < 0.2:
        return Turn(Pass())
    space = rng.choice(list(divinable))
    says = land.level_at(space) if rng.random() < 0.7 else rng.randint(1, 5)
    return Turn(FinalPrediction(Prediction(space, says)))
