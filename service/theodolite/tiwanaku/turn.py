"""One turn (p. 4-6; solo p. 8-9, cooperative p. 10-11): explore or divine, then perhaps offer.

Covers moves and recalls, discoveries, predictions, offerings, the final phase, Otoma's moves, and
the tiles and reactions of the cooperative game. A part of a turn that is not told makes the rules
that need it `not_checked`, and what is told of the turn ends there.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from theodolite.grid import Space, Spaces
from theodolite.tiwanaku import otoma
from theodolite.tiwanaku.board import Land, Level, Terrain
from theodolite.tiwanaku.gains import (
    Gain,
    discovery,
    offering,
    otomas_crop,
    prediction,
    purse_of,
    side_of,
)
from theodolite.tiwanaku.movement import bare_meeples, bits, move_checks, moves
from theodolite.tiwanaku.snapshot import (
    OTOMA,
    Arrow,
    ByTerrain,
    Colour,
    Direction,
    Final,
    Mode,
    Pawn,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Check, Status, Values, legal

__all__ = [
    "RULINGS",
    "Action",
    "Divine",
    "Explore",
    "FinalOffering",
    "FinalPrediction",
    "NoAction",
    "OtomaMove",
    "Pass",
    "Prediction",
    "Recall",
    "Spend",
    "Turn",
    "Verdict",
    "can_act",
    "final_seats",
    "judge",
    "otoma_move",
    "told",
]


class Explore(NamedTuple):
    """A move, and the terrain that the wheel gives if it ends on an empty space.

    Attributes:
        start: where the meeple comes from; None for the reserve.
        path: every space stepped onto, in order.
        wheel: the terrain discovered.
        giver: who gives the tile where the pool has none (cooperative).
        arrow: the arrow of the new tile (solo).
        own_arrow: what is chosen where the arrow has the meeple's own colour (solo).
    """

    start: Space | None
    path: tuple[Space, ...]
    wheel: Terrain | None = None
    giver: str | None = None
    arrow: Arrow | None = None
    own_arrow: Literal["easy", "hard"] | None = None


class Recall(NamedTuple):
    """A meeple goes back to the reserve."""

    start: Space


class Prediction(NamedTuple):
    """A crop predicted, and the true one."""

    space: Space
    says: Level | None = None
    wheel: Level | None = None


class Divine(NamedTuple):
    """Predictions in their order."""

    predictions: tuple[Prediction, ...]


class FinalPrediction(NamedTuple):
    """The one prediction of a turn of the final phase (p. 6)."""

    prediction: Prediction


class Pass(NamedTuple):
    """A turn of the final phase without a prediction (p. 6)."""


class FinalOffering(NamedTuple):
    """The last offering, when all have passed (p. 6); the tokens are those of the turn."""


class NoAction(NamedTuple):
    """A turn of a solo or cooperative game in which nothing can be done."""


Action = Explore | Recall | Divine | FinalPrediction | Pass | FinalOffering | NoAction


class OtomaMove(NamedTuple):
    """A move of one of Otoma's pawns: which one, what is revealed, and who gives the tile."""

    pawn: Colour | Space | None = None
    terrain: Terrain | None = None
    crop: Level | None = None
    giver: str | None = None


class Spend(NamedTuple):
    """The tile spent from an own stack, and its arrow (p. 10)."""

    terrain: Terrain
    arrow: Direction | None = None


class Turn(NamedTuple):
    """What a player did. `action` is None where only an offering is asked about.

    `otoma` is the move of a solo game, `spend` and `reaction` belong to the cooperative one; None
    is not told.
    """

    action: Action | None = None
    offering: tuple[Level, ...] = ()
    otoma: tuple[OtomaMove, ...] | None = None
    spend: Spend | None = None
    reaction: tuple[OtomaMove, ...] | None = None


class Verdict(NamedTuple):
    """A turn as judged.

    `items` are the gains and losses in order, none if the turn is illegal; `after` is the table
    after it, None if it is illegal or not all is told; `next_player` is the seat of who plays next.
    """

    checks: Sequence[Check]
    items: Sequence[Gain] = ()
    discovered: Sequence[tuple[Space, Terrain]] = ()
    planted: Sequence[tuple[Space, Level]] = ()
    ends_game: bool = False
    next_player: int | None = None
    after: Snapshot | None = None

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal(self.checks)


class _Untold(Exception):  # noqa: N818 - no error: the telling ends here
    """A part of the turn that is needed to go on is not told."""


class _Broken(Exception):  # noqa: N818 - no error: the turn ends here
    """A rule is broken, so that nothing more can be carried out."""


class _Course:
    """A turn as it goes: the table so far, and what has been checked and gained."""

    def __init__(self, snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None) -> None:
        self.table, self.seat, self.turn, self.wheel = snapshot, seat, turn, wheel
        self.side = side_of(snapshot, seat)
        self.checks: list[Check] = []
        self.items: list[Gain] = []
        self.discovered: list[tuple[Space, Terrain]] = []
        self.planted: list[tuple[Space, Level]] = []
        self.mistaken = False
        self.stopped_at: Space | None = None

    def check(
        self, rule: str, status: Status, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule held against the turn; a broken one ends it."""
        self.checks.append(Check(f"tiwanaku.{rule}", status, says or status, values, spaces))

    def hold(
        self, rule: str, *, holds: bool, values: Values, spaces: Spaces = 0, says: str | None = None
    ) -> None:
        """Note a rule that holds or does not."""
        self.check(rule, "passed" if holds else "failed", values, spaces, says)

    def hold_all(self, checks: Iterable[Check]) -> None:
        """Note checks; if one is broken, nothing more is carried out."""
        self.checks += checks
        self.go_on()

    def go_on(self) -> None:
        """Nothing is carried out after a broken rule."""
        if not legal(self.checks):
            raise _Broken

    def terrain(self, told: Terrain | None, space: Space) -> Terrain | None:
        """The terrain that the wheel gives for a space, as told or as known otherwise."""
        return self.wheel.terrain_at(space) if told is None and self.wheel else told

    def level(self, told: Level | None, space: Space) -> Level | None:
        """The level that the wheel gives for a space, as told or as known otherwise."""
        return self.wheel.level_at(space) if told is None and self.wheel else told

    def gain(self, table: Snapshot, gain: Gain) -> None:
        """Go on with a table on which something was gained."""
        self.table = table
        self.items.append(gain)


RULINGS: Mapping[Mode, tuple[str, ...]] = {
    Mode.COMPETITIVE: ("return_after_recall", "offering_after_error", "offering_size"),
    Mode.SOLO: (
        "offering_size",
        "otoma_blocks",
        "own_arrow_choice",
        "otoma_path_end",
        "solo_final_offering",
    ),
    Mode.COOPERATIVE: (
        "offering_after_error",
        "offering_size",
        "otoma_blocks",
        "otoma_path_end",
        "offering_moment",
        "coop_normal",
        "partner_meeples",
        "coop_start_counts",
        "coop_entry",
        "coop_no_action",
        "coop_no_tile",
        "coop_final_predictions",
    ),
}
"""The rulings that the play of a mode can read."""


def told(verdict: Verdict) -> object:
    """What of a verdict another value of one of RULINGS could change."""
    failed = [check.rule for check in verdict.checks if check.status == "failed"]
    items = [(item.side, item.category, item.points) for item in verdict.items]
    after = verdict.after and verdict.after._replace(rulings=Rulings())
    return failed, items, verdict.ends_game, verdict.next_player, after


def judge(snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None = None) -> Verdict:
    """Hold a turn against every rule that bears on it, and tell what it brings.

    Args:
        snapshot: the table before it.
        seat: the index of who plays.
        turn: what was done.
        wheel: what the wheel is known to show where the turn does not tell it.
    """
    course = _Course(snapshot, seat, turn, wheel)
    told = True
    try:
        _play(course)
    except _Untold:
        told = False
    except _Broken:
        return Verdict(course.checks)
    if not legal(course.checks):
        return Verdict(course.checks)
    after = _ended(snapshot, course.table, seat)
    ends = after.final is not None and snapshot.final is None
    return Verdict(
        course.checks,
        course.items,
        course.discovered,
        course.planted,
        ends,
        _next_seat(after, seat, ends=ends) if told else None,
        after if told else None,
    )


def _play(course: _Course) -> None:
    table, turn = course.table, course.turn
    if table.final is not None:
        _final(course, table.final)
        return
    match turn.action:
        case FinalPrediction() | Pass() | FinalOffering():
            course.check("turn.one_action", "failed", {}, says="early")
            raise _Broken
        case None:
            if not turn.offering:
                course.check("turn.one_action", "failed", {}, says="none")
                raise _Broken
        case Recall():
            _recall(course, turn.action)
        case _:
            if table.mode == Mode.COOPERATIVE:
                _spend(course, turn)
            _act(course, turn.action)
    before = table.rulings.offering_moment == "before_otoma"
    if table.mode == Mode.COOPERATIVE and not before:
        _reaction(course)
    _offer(course)
    if table.mode == Mode.COOPERATIVE and before:
        _reaction(course)
    if table.mode == Mode.SOLO:
        _otomas_turn(course)


def _act(course: _Course, action: Explore | Divine | NoAction) -> None:
    match action:
        case Explore():
            _explore(course, action)
        case Divine():
            _divine(course, action.predictions)
        case NoAction():
            _no_action(course)


# Exploring (p. 4-5).


def _explore(course: _Course, action: Explore) -> None:
    table, spend = course.table, course.turn.spend
    arrow = spend.arrow if spend else None
    course.hold_all(move_checks(table, course.seat, action.start, action.path, arrow))
    end = action.path[-1]
    course.table = _moved(table, course.seat, action.start, end)
    if table.land.empty >> end & 1:
        terrain = course.terrain(action.wheel, end)
        if terrain is None:
            course.check("discover.terrain", "not_checked", {"space": table.land.grid.names[end]})
            raise _Untold
        _lay(course, end, terrain, action.giver)
        _scored(course, course.side, end, terrain)
    course.stopped_at = end


def _scored(course: _Course, side: str, space: Space, terrain: Terrain) -> None:
    table, gain, check = discovery(course.table, side, space, terrain)
    course.checks.append(check)
    course.gain(table, gain)


def _recall(course: _Course, action: Recall) -> None:
    table = course.table
    # Neither the solo nor the cooperative game knows recalls (p. 8, 11).
    if table.mode != Mode.COMPETITIVE:
        course.check("recall.not_in_this_mode", "failed", {})
    here = 1 << action.start
    own = bits(table.players[course.seat].meeples)
    values = {"space": table.land.grid.names[action.start]}
    course.hold("recall.on_board", holds=bool(own & here), values=values, spaces=here)
    course.go_on()
    course.table = _moved(table, course.seat, action.start, None)


def _moved(table: Snapshot, seat: int, start: Space | None, end: Space | None) -> Snapshot:
    """A meeple goes from a space or the reserve to another; of a pair they stand with the first."""
    colour = table.players[seat].colour
    holder = next(at for at, player in enumerate(table.players) if player.colour == colour)
    players = list(table.players)
    meeples = [space for space in players[holder].meeples if space != start]
    if end is not None:
        meeples.append(end)
    players[holder] = players[holder]._replace(meeples=tuple(meeples))
    back = start if end is None else None
    players[seat] = players[seat]._replace(recalled_from=back)
    return table._replace(players=tuple(players))


def _lay(course: _Course, space: Space, terrain: Terrain, giver: str | None) -> None:
    """The tile that the wheel names is laid; it comes from the supply, the pool, or a stack."""
    table = course.table
    values: dict[str, object] = {"space": table.land.grid.names[space], "terrain": terrain}
    left = table.tiles[terrain] - table.land.count(terrain)
    course.hold(
        "discover.terrain",
        holds=left > 0,
        values={**values, "left": left, "count": table.tiles[terrain]},
        spaces=1 << space,
    )
    course.go_on()
    if table.pool is not None:
        course.table = _tile_given(course, table.pool, terrain, giver)
    course.table = course.table._replace(land=course.table.land.discovered(space, terrain))
    course.discovered.append((space, terrain))


def _tile_given(course: _Course, pool: ByTerrain, terrain: Terrain, giver: str | None) -> Snapshot:
    table = course.table
    if pool[terrain]:
        return table._replace(pool=_changed(pool, terrain, -1))
    # The group agrees on who gives one from a stack (p. 11).
    if giver is None:
        course.check("spend.giver", "not_checked", {"terrain": terrain})
        raise _Untold
    seat = next(at for at, player in enumerate(table.players) if player.name == giver)
    stacks = table.players[seat].stacks or (0, 0, 0, 0)
    values = {"terrain": terrain, "player": giver}
    course.hold("spend.giver", holds=stacks[terrain] > 0, values=values)
    course.go_on()
    return _taken(table, seat, terrain)


def _taken(table: Snapshot, seat: int, terrain: Terrain) -> Snapshot:
    """A tile leaves a stack; what lies beneath it is not known."""
    player = table.players[seat]
    stacks = _changed(player.stacks or (0, 0, 0, 0), terrain, -1)
    tops = [(kind, top) for kind, top in player.tops or () if kind != terrain]
    if not stacks[terrain]:
        tops.append((terrain, None))
    players = list(table.players)
    players[seat] = player._replace(
        stacks=stacks, tops=None if player.tops is None else tuple(sorted(tops, key=_by_terrain))
    )
    return table._replace(players=tuple(players))


def _by_terrain(top: tuple[Terrain, Direction | None]) -> int:
    return top[0]


def _changed(counts: ByTerrain, terrain: Terrain, by: int) -> ByTerrain:
    mud, sand, grass, rock = [
        count + by if kind == terrain else count for kind, count in enumerate(counts)
    ]
    return mud, sand, grass, rock


# Divining (p. 5).


def _divine(course: _Course, predictions: Sequence[Prediction]) -> None:
    table, grid = course.table, course.table.land.grid
    asked = bits([one.space for one in predictions])
    names = [grid.names[one.space] for one in predictions]
    course.hold("divine.at_least_one", holds=bool(predictions), values={"count": len(predictions)})
    strange = asked & ~_own(table, course.seat)
    course.hold(
        "divine.own_meeple",
        holds=not strange,
        values={"spaces": grid.name_all(strange)},
        spaces=strange,
    )
    wrong = asked & ~table.land.bare
    course.hold(
        "divine.bare_space", holds=not wrong, values={"spaces": grid.name_all(wrong)}, spaces=wrong
    )
    twice = bits([one.space for at, one in enumerate(predictions) if names[at] in names[:at]])
    course.hold(
        "divine.each_once", holds=not twice, values={"spaces": grid.name_all(twice)}, spaces=twice
    )
    if table.mode == Mode.SOLO:
        # Divining covers all own meeples on bare spaces, and goes on after a mistake (p. 9).
        left = bare_meeples(table, course.seat) & ~asked
        course.hold(
            "divine.all_meeples",
            holds=not left,
            values={"spaces": grid.name_all(left)},
            spaces=left,
        )
    else:
        _stops_at_error(course, predictions)
    course.go_on()
    for one in predictions:
        _predict(course, one)


def _own(table: Snapshot, seat: int) -> Spaces:
    colour = table.players[seat].colour
    return bits([space for one in table.players if one.colour == colour for space in one.meeples])


def _stops_at_error(course: _Course, predictions: Sequence[Prediction]) -> None:
    """A mistake ends the turn at once (p. 5)."""
    values: dict[str, object] = {"spaces": []}
    for at, one in enumerate(predictions[:-1]):
        if one.says is None or one.wheel is None:
            course.check("divine.stops_at_error", "not_checked", values)
            return
        if one.says != one.wheel:
            after = [later.space for later in predictions[at + 1 :]]
            values["spaces"] = [course.table.land.grid.names[space] for space in after]
            course.check("divine.stops_at_error", "failed", values, bits(after))
            return
    course.check("divine.stops_at_error", "passed", values)


def _predict(course: _Course, one: Prediction) -> None:
    true = course.level(one.wheel, one.space)
    if true is None:
        raise _Untold
    course.gain(*prediction(course.table, course.side, one.space, one.says, true))
    course.table = _covered(course.table, one.space)
    course.planted.append((one.space, true))
    course.mistaken |= one.says != true


def _covered(table: Snapshot, space: Space) -> Snapshot:
    """A crop covers the arrow of its tile for good."""
    if table.arrows is None:
        return table
    return table._replace(arrows=tuple(told for told in table.arrows if told[0] != space))


# Offering (p. 5).


def _offer(course: _Course) -> None:
    tokens, table = course.turn.offering, course.table
    if not tokens:
        return
    purse = purse_of(table, course.side)
    if table.mode != Mode.SOLO:
        # An offering follows an action that succeeded; whether a mistake is none is open.
        late = course.mistaken and table.rulings.offering_after_error == "no"
        course.hold("offering.after_error", holds=not late, values={})
    _offering_checks(course, tokens, purse.offerings)
    course.go_on()
    course.gain(*offering(table, course.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        _otoma_offers(course)


def _offering_checks(course: _Course, tokens: Sequence[Level], held: Sequence[Level]) -> None:
    missing = sorted({*tokens} - {*held})
    course.hold("offering.held", holds=not missing, values={"tokens": missing})
    twice = sorted({level for level in tokens if tokens.count(level) > 1})
    course.hold("offering.once", holds=not twice, values={"tokens": twice})
    if course.table.rulings.offering_size == "all":
        kept = sorted({*held} - {*tokens})
        course.hold("offering.size", holds=not kept, values={"tokens": kept})


def _otoma_offers(course: _Course) -> None:
    """Whenever the group offers, Otoma offers all its tokens (p. 11)."""
    tokens = purse_of(course.table, OTOMA).offerings
    if tokens:
        course.gain(*offering(course.table, OTOMA, tokens))


# Otoma in the solo game (p. 8-9).


def _otomas_turn(course: _Course) -> None:
    """After exploring to a bare space the arrow below decides."""
    end, action = course.stopped_at, course.turn.action
    if end is None or not isinstance(action, Explore) or course.table.land.planted >> end & 1:
        return
    known = dict(course.table.arrows or ())
    arrow = action.arrow or known.get(end)
    names = course.table.land.grid.names
    if arrow is None:
        course.check("otoma.arrow", "not_checked", {"space": names[end]}, 1 << end)
        raise _Untold
    if action.arrow is not None:
        arrows = tuple(sorted({**known, end: arrow}.items()))
        course.table = course.table._replace(arrows=arrows)
    values = {"space": names[end], "colour": arrow.colour, "arrow": arrow.direction}
    course.check("otoma.arrow", "passed", values, 1 << end)
    if arrow.colour == course.table.players[course.seat].colour:
        _own_arrow(course, action, arrow)
    else:
        for due in otoma.after_exploring(course.table, arrow):
            _move_told(course, due.pawn, arrow.direction, course.turn.otoma)


def _own_arrow(course: _Course, action: Explore, arrow: Arrow) -> None:
    """The arrow has the meeple's colour: easy, nothing; hard, a pawn of the player's choice."""
    choice = action.own_arrow
    if course.table.rulings.own_arrow_choice == "whole_game":
        choice = "hard" if course.table.difficulty == "hard" else "easy"
        differs = action.own_arrow not in (None, choice)
        course.hold("otoma.own_colour", holds=not differs, values={"choice": choice})
        course.go_on()
    else:
        status: Status = "not_checked" if choice is None else "passed"
        course.check("otoma.own_colour", status, {"choice": choice})
    if choice is None:
        raise _Untold
    if choice == "easy":
        return
    moves_told = course.turn.otoma
    pawn = _pawn(course.table, moves_told[0].pawn) if moves_told else None
    if pawn is None:
        course.check("otoma.straight", "not_checked", {})
        raise _Untold
    _move_told(course, pawn, arrow.direction, moves_told)


def _pawn(table: Snapshot, named: Colour | Space | None) -> Pawn | None:
    pawns = table.otoma.pawns if table.otoma else ()
    return next((pawn for pawn in pawns if named in (pawn.colour, pawn.space)), None)


def _move_told(
    course: _Course, pawn: Pawn, way: Direction, told: Sequence[OtomaMove] | None
) -> None:
    move = told[0] if told else OtomaMove()
    named = _pawn(course.table, move.pawn) if move.pawn is not None else pawn
    values = {"pawn": pawn.colour, "space": course.table.land.grid.names[pawn.space]}
    course.hold("otoma.arrow_pawn", holds=named == pawn, values=values, spaces=1 << pawn.space)
    course.go_on()
    _otoma_goes(course, pawn, way, move)


def _otoma_goes(course: _Course, pawn: Pawn, way: Direction, move: OtomaMove) -> None:
    """A pawn takes its course; on the empty space terrain and crop are both revealed (p. 9)."""
    table = course.table
    names = table.land.grid.names
    run = otoma.course(table, pawn.space, way, table.rulings)
    told = {"pawn": pawn.colour, "way": otoma.path_names(table, run.way)}
    steps = bits([stage for stage in run.way if isinstance(stage, int)])
    if run.unknown is not None:
        course.check("otoma.path", "not_checked", told, steps)
        raise _Untold
    course.check("otoma.straight", "passed", told, steps)
    if run.stops_at is None:
        course.check("otoma.no_empty", "passed", {**told, "space": names[pawn.space]}, steps)
        return
    values = {**told, "space": names[run.stops_at]}
    course.check("otoma.first_empty", "passed", values, 1 << run.stops_at)
    terrain = course.terrain(move.terrain, run.stops_at)
    crop = course.level(move.crop, run.stops_at)
    if terrain is None or crop is None:
        raise _Untold
    _lay(course, run.stops_at, terrain, move.giver)
    _scored(course, OTOMA, run.stops_at, terrain)
    land = course.table.land.with_crop(run.stops_at, crop)
    course.planted.append((run.stops_at, crop))
    token = table.mode == Mode.COOPERATIVE
    course.gain(*otomas_crop(course.table._replace(land=land), run.stops_at, crop, token=token))
    course.table = _stood(course.table, pawn, run.stops_at)


def _stood(table: Snapshot, pawn: Pawn, space: Space) -> Snapshot:
    if table.otoma is None:
        return table
    pawns = [one._replace(space=space) if one == pawn else one for one in table.otoma.pawns]
    return table._replace(otoma=table.otoma._replace(pawns=tuple(pawns)))


# The cooperative game (p. 10-11).


def _spend(course: _Course, turn: Turn) -> None:
    """The top tile of one own stack goes to the pool first."""
    table, seat = course.table, course.seat
    player = table.players[seat]
    if not any(player.stacks or ()):
        # Who has no tile left can spend none; what then is open.
        idle = isinstance(turn.action, NoAction)
        divines = isinstance(turn.action, Divine)
        rule = table.rulings.coop_no_tile
        holds = idle or (divines and rule == "divine_only")
        says = "idle" if holds else "empty"
        course.hold("spend.own_stack", holds=holds, values={"player": player.name}, says=says)
        course.go_on()
        return
    if turn.spend is None:
        course.check("spend.own_stack", "not_checked", {"player": player.name})
        raise _Untold
    terrain, arrow = turn.spend
    top = dict(player.tops or ()).get(terrain)
    holds = (player.stacks or (0, 0, 0, 0))[terrain] > 0 and top in (None, arrow)
    values = {"player": player.name, "terrain": terrain}
    course.hold("spend.own_stack", holds=holds or arrow is None, values=values)
    course.go_on()
    pool = _changed(table.pool or (0, 0, 0, 0), terrain, 1)
    course.table = _taken(table, seat, terrain)._replace(pool=pool)


def _no_action(course: _Course) -> None:
    """A turn without an action: only if there is none (our reasoning; cooperative ruling)."""
    table, spend = course.table, course.turn.spend
    if table.mode == Mode.COMPETITIVE:
        course.check("turn.one_action", "failed", {}, says="always")
        raise _Broken
    if table.mode == Mode.SOLO:
        course.hold("turn.one_action", holds=not can_act(table, course.seat), values={})
        course.go_on()
        return
    if spend is None:
        return
    player = table.players[course.seat]
    arrows = [spend.arrow]
    if table.rulings.coop_no_action == "must_choose_playable":
        arrows += [top for _, top in player.tops or () if top is not None]
        known = len(arrows) > sum(1 for count in player.stacks or () if count)
        arrows += [] if known else [None]
    if any(arrow is not None and can_act(table, course.seat, arrow) for arrow in arrows):
        course.check("turn.one_action", "failed", {})
        raise _Broken
    course.check("turn.one_action", "not_checked" if None in arrows else "passed", {})


def can_act(snapshot: Snapshot, seat: int, arrow: Direction | None = None) -> bool:
    """Whether a player has any move or prediction to make."""
    has_move = any(True for _ in moves(snapshot, seat, arrow))
    recalls = snapshot.mode == Mode.COMPETITIVE and bool(snapshot.players[seat].meeples)
    return has_move or recalls or bool(bare_meeples(snapshot, seat))


def _reaction(course: _Course) -> None:
    """Every pawn in the row or column of a meeple that explored moves away from it (p. 11)."""
    if course.stopped_at is None:
        return
    due = list(otoma.reactions(course.table, course.stopped_at))
    told = course.turn.reaction
    if told is None:
        if due:
            course.check("otoma.away", "not_checked", {"count": len(due)})
            raise _Untold
        return
    values: dict[str, object] = {"count": len(due), "told": len(told)}
    course.hold("otoma.away", holds=len(told) == len(due), values=values)
    course.go_on()
    names = course.table.land.grid.names
    for move in told:
        nearest = [one for one in due if one.distance == due[0].distance]
        chosen = next((one for one in nearest if _is(one.pawn, move.pawn)), None)
        if move.pawn is None and len(nearest) == 1:
            chosen = nearest[0]
        expected = [names[one.pawn.space] for one in nearest]
        if move.pawn is None and chosen is None:
            course.check("otoma.nearest_first", "not_checked", {"spaces": expected})
            raise _Untold
        course.hold("otoma.nearest_first", holds=chosen is not None, values={"spaces": expected})
        course.go_on()
        if chosen is not None:
            due.remove(chosen)
            _otoma_goes(course, chosen.pawn, chosen.direction, move)


def _is(pawn: Pawn, named: Colour | Space | None) -> bool:
    # The pawns of a cooperative game have one colour, so that they go by their spaces.
    return named == pawn.space


# The final phase (p. 6).


def _final(course: _Course, final: Final) -> None:
    table, seat, turn = course.table, course.seat, course.turn
    name = table.players[seat].name
    match turn.action:
        case FinalPrediction(one):
            _still_in(course, final, name)
            _divine_one(course, one)
            if course.mistaken:
                # A mistake costs, and is a pass (p. 6).
                course.table = _passed(course.table, name)
        case Pass():
            _still_in(course, final, name)
            course.go_on()
            course.table = _passed(table, name)
        case FinalOffering():
            _last_offering(course, final)
            return
        case _:
            course.check("turn.one_action", "failed", {}, says="final")
            raise _Broken
    if turn.offering:
        course.check("final.offering_after_all", "failed", {}, says="meanwhile")
        raise _Broken


def _still_in(course: _Course, final: Final, name: str) -> None:
    out = name in final.passed or not _predicts(course.table)
    course.hold("final.passed_is_out", holds=not out, values={"player": name})


def _predicts(table: Snapshot) -> bool:
    """Whether the end of the game has predictions: not in solo, in groups only by the ruling."""
    if table.mode == Mode.COOPERATIVE:
        return table.rulings.coop_final_predictions == "yes"
    return table.mode == Mode.COMPETITIVE


def _divine_one(course: _Course, one: Prediction) -> None:
    table, grid = course.table, course.table.land.grid
    here = 1 << one.space
    values = {"spaces": [grid.names[one.space]]}
    own = bool(_own(table, course.seat) & here)
    course.hold("divine.own_meeple", holds=own, values=values if not own else {"spaces": []})
    bare = bool(table.land.bare & here)
    course.hold("divine.bare_space", holds=bare, values=values if not bare else {"spaces": []})
    course.go_on()
    _predict(course, one)


def _passed(table: Snapshot, name: str) -> Snapshot:
    final = table.final or Final()
    return table._replace(final=final._replace(passed=(*final.passed, name)))


def _last_offering(course: _Course, final: Final) -> None:
    """When all have passed, everyone may make one last offering (p. 6, 11)."""
    table, tokens = course.table, course.turn.offering
    waiting = final_seats(table)
    names = [table.players[seat].name for seat in waiting]
    course.hold("final.offering_after_all", holds=not waiting, values={"players": names})
    if table.mode == Mode.SOLO and table.rulings.solo_final_offering == "no":
        course.check("final.solo_offering", "failed", {})
    again = course.side in final.offered
    course.hold("final.one_offering", holds=not again, values={"player": course.side})
    _offering_checks(course, tokens, purse_of(table, course.side).offerings)
    course.go_on()
    if tokens:
        course.gain(*offering(table, course.side, tokens))
    if table.mode == Mode.COOPERATIVE:
        _otoma_offers(course)
    offered = final._replace(offered=(*final.offered, course.side))
    course.table = course.table._replace(final=offered)


def final_seats(snapshot: Snapshot) -> Sequence[int]:
    """Who has not passed yet, from the player on who laid the last tile."""
    final = snapshot.final
    if final is None or not _predicts(snapshot):
        return ()
    names = [player.name for player in snapshot.players]
    first = names.index(final.starter) if final.starter in names else 0
    order = [*range(first, len(names)), *range(first)]
    return [seat for seat in order if names[seat] not in final.passed]


def _ended(before: Snapshot, after: Snapshot, seat: int) -> Snapshot:
    """The table with the end of the game begun, if this turn began it."""
    if before.final is not None:
        return after
    if after.mode == Mode.COOPERATIVE:
        # Our reading: after the turn in which the last tile left the screens (p. 11).
        over = not any(count for player in after.players for count in player.stacks or ())
    else:
        over = not after.land.empty
    if not over:
        return after
    if not _predicts(after):
        return after._replace(final=Final())
    return after._replace(final=Final(after.players[seat].name))


def _next_seat(after: Snapshot, seat: int, *, ends: bool) -> int | None:
    """Who plays after a turn; None when nobody does."""
    count = len(after.players)
    order = [(seat + step) % count for step in range(1, count + 1)]
    if after.final is not None:
        left = final_seats(after)
        # The final round begins with who laid the last tile (p. 6).
        return next((other for other in ([seat] if ends else order) if other in left), None)
    if after.mode != Mode.COOPERATIVE or after.rulings.coop_no_tile == "divine_only":
        return order[0]
    return next((other for other in order if any(after.players[other].stacks or ())), None)


def otoma_move(snapshot: Snapshot, pawn: Pawn, way: Direction, told: OtomaMove) -> Verdict:
    """A move of one of Otoma's pawns by itself: its checks, gains, and the table after it."""
    course = _Course(snapshot, 0, Turn(), None)
    try:
        _otoma_goes(course, pawn, way, told)
    except _Untold:
        return Verdict(course.checks, course.items, course.discovered, course.planted)
    except _Broken:
        return Verdict(course.checks)
    return Verdict(
        course.checks, course.items, course.discovered, course.planted, after=course.table
    )
