"""One turn (p. 4-6; solo p. 8-9, cooperative p. 10-11): explore or divine, then perhaps offer.

Covers moves and recalls, discoveries, predictions, offerings, the final phase, Otoma's moves, and
the tiles and reactions of the cooperative game. A part of a turn that is not told makes the rules
that need it `not_checked`, and what is told of the turn ends there.
"""

from collections.abc import Mapping

from theodolite.tiwanaku.board import Land, Terrain
from theodolite.tiwanaku.deeds import (
    Divine,
    Explore,
    FinalOffering,
    FinalPrediction,
    NoAction,
    Pass,
    Recall,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.divining import divine
from theodolite.tiwanaku.ending import next_seat
from theodolite.tiwanaku.exploring import changed, explore, recall, without_top
from theodolite.tiwanaku.final import final_phase, has_predictions
from theodolite.tiwanaku.movement import bare_meeples, moves
from theodolite.tiwanaku.offering import offer
from theodolite.tiwanaku.otoma_turns import after_solo_exploring, react
from theodolite.tiwanaku.progress import Broken, Progress, Untold
from theodolite.tiwanaku.snapshot import (
    Direction,
    Final,
    Mode,
    Rulings,
    Snapshot,
)

__all__ = ["RULINGS", "can_act", "judge", "told"]


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
    course = Progress(snapshot, seat, turn, wheel)
    told = True
    try:
        _play(course)
    except Untold:
        told = False
    except Broken:
        return Verdict(course.checks)
    after = _ended(snapshot, course.table, seat)
    ends = after.final is not None and snapshot.final is None
    return Verdict(
        course.checks,
        course.items,
        course.discovered,
        course.planted,
        ends,
        # The final round begins with who laid the last tile (p. 6).
        next_seat(after, seat - 1 if ends else seat) if told else None,
        after if told else None,
    )


def _play(course: Progress) -> None:
    table, turn = course.table, course.turn
    if table.final is not None:
        final_phase(course, table.final)
        return
    match turn.action:
        case FinalPrediction() | Pass() | FinalOffering():
            course.check("turn.one_action", "failed", {}, says="early")
            raise Broken
        case None:
            if not turn.offering:
                course.check("turn.one_action", "failed", {}, says="none")
                raise Broken
        case Recall():
            recall(course, turn.action)
        case _:
            if table.mode == Mode.COOPERATIVE:
                _spend(course, turn)
            _act(course, turn.action)
    before = table.rulings.offering_moment == "before_otoma"
    if table.mode == Mode.COOPERATIVE and not before:
        react(course)
    offer(course)
    if table.mode == Mode.COOPERATIVE and before:
        react(course)
    if table.mode == Mode.SOLO:
        after_solo_exploring(course)


def _act(course: Progress, action: Explore | Divine | NoAction) -> None:
    match action:
        case Explore():
            explore(course, action)
        case Divine():
            divine(course, action.predictions)
        case _:
            _no_action(course)


def _spend(course: Progress, turn: Turn) -> None:
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
        raise Untold
    terrain, arrow = turn.spend
    top = dict(player.tops or ()).get(terrain)
    holds = (player.stacks or (0, 0, 0, 0))[terrain] > 0 and top in (None, arrow)
    values = {"player": player.name, "terrain": terrain}
    course.hold("spend.own_stack", holds=holds or arrow is None, values=values)
    course.go_on()
    pool = changed(table.pool or (0, 0, 0, 0), terrain, 1)
    course.table = without_top(table, seat, terrain)._replace(pool=pool)


def _no_action(course: Progress) -> None:
    """A turn without an action: only if there is none (our reasoning; cooperative ruling)."""
    table, spend = course.table, course.turn.spend
    if table.mode == Mode.COMPETITIVE:
        course.check("turn.one_action", "failed", {}, says="always")
        raise Broken
    if table.mode == Mode.SOLO:
        course.hold("turn.one_action", holds=not can_act(table, course.seat), values={})
        course.go_on()
        return
    if spend is None:
        return
    player = table.players[course.seat]
    arrows = [spend.arrow]
    if table.rulings.coop_no_action == "must_choose_playable":
        tops, stacks = dict(player.tops or ()), player.stacks or (0, 0, 0, 0)
        others = [terrain for terrain in Terrain if terrain != spend.terrain and stacks[terrain]]
        arrows += [tops.get(terrain) for terrain in others]
    if any(arrow is not None and can_act(table, course.seat, arrow) for arrow in arrows):
        course.check("turn.one_action", "failed", {})
        raise Broken
    course.check("turn.one_action", "not_checked" if None in arrows else "passed", {})


def can_act(snapshot: Snapshot, seat: int, arrow: Direction | None = None) -> bool:
    """Whether a player has any move or prediction to make."""
    return any(True for _ in moves(snapshot, seat, arrow)) or bool(bare_meeples(snapshot, seat))


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
    if not has_predictions(after):
        return after._replace(final=Final())
    return after._replace(final=Final(after.players[seat].name))
