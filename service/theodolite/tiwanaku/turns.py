"""Judges one turn (p. 4-6; solo p. 8-9, cooperative p. 10-11): an action, then perhaps an offering.

Covers moves and recalls, discoveries, predictions, offerings, the final phase, Otoma's moves, and
the tiles and reactions of the cooperative game. A part of a turn that has not been entered makes
the rules that need it `not_checked`; all other rules are judged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from theodolite import leaving
from theodolite.grid import Spaces
from theodolite.leaving import left_checks, staying
from theodolite.tiwanaku.actions import (
    Beyond,
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
from theodolite.tiwanaku.board import Land, Terrain
from theodolite.tiwanaku.divining import divine
from theodolite.tiwanaku.ending import next_seat
from theodolite.tiwanaku.exploring import changed, explore, recall, without_top
from theodolite.tiwanaku.final_phase import (
    final_phase,
    final_seats,
    has_predictions,
    no_early_offering,
)
from theodolite.tiwanaku.movement import bare_meeples, moves
from theodolite.tiwanaku.offering import offer
from theodolite.tiwanaku.otoma import reactions
from theodolite.tiwanaku.otoma_moves import after_solo_turn, react
from theodolite.tiwanaku.progress import Progress, RuleBroken
from theodolite.tiwanaku.snapshot import Direction, Final, Mode, Rulings, Snapshot
from theodolite.verdict import Check, Path, legal

RULINGS: Mapping[Mode, tuple[str, ...]] = {
    Mode.COMPETITIVE: (
        "return_after_recall",
        "offering_after_error",
        "crop_limit",
        "offering_size",
    ),
    Mode.SOLO: (
        "crop_limit",
        "offering_size",
        "otoma_blocks",
        "own_arrow_choice",
        "otoma_path_end",
        "solo_final_offering",
    ),
    Mode.COOPERATIVE: (
        "offering_after_error",
        "crop_limit",
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
"""The rulings that can change the verdict on a turn, by mode."""


def without_rulings(verdict: Verdict) -> object:
    """A verdict without the rulings of its table, for comparing verdicts under two rulings."""
    return verdict._replace(after=verdict.after and verdict.after.under(Rulings()))


def legality(verdict: Verdict) -> object:
    """The parts of a verdict that concern legality alone, without the rulings of its table."""
    after = verdict.after and verdict.after.under(Rulings())
    return verdict.checks, verdict.superfluous, after


def effects(verdict: Verdict) -> object:
    """The gains of a verdict and the table after it, without the rulings of that table."""
    after = verdict.after and verdict.after.under(Rulings())
    return verdict.items, verdict.superfluous, after


def judge(snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None = None) -> Verdict:
    """Judge a turn by every rule that bears on it, and compute what it brings.

    Args:
        snapshot: The table before it.
        seat: The index of the player whose turn it is.
        turn: The turn as entered.
        wheel: What the wheel is known to show where the turn does not tell it; None for nothing.

    Example:
        >>> from theodolite.tiwanaku import BoardName, Colour, Land, Mode, Player, Snapshot, Terrain
        >>> from theodolite.tiwanaku.actions import Explore
        >>> land = Land(BoardName.SHORT)
        >>> players = (Player("Ana", Colour.BLUE), Player("Bo", Colour.GREEN))
        >>> table = Snapshot(Mode.COMPETITIVE, land, (7, 9, 4, 5), players)
        >>> verdict = judge(table, 0, Turn(Explore(None, (0,), Terrain.MUD)))
        >>> verdict.legal, verdict.items[0].points
        (True, 1)
    """
    progress = _carried_out(snapshot, seat, turn, wheel, lenient=False)
    whole = turn.action is not None
    if not legal(progress.checks):
        return Verdict(progress.checks, superfluous=progress.superfluous, whole=whole)
    after = _with_end(snapshot, progress.table, seat, progress.empty)
    ends = after.final is not None and snapshot.final is None
    return Verdict(
        progress.checks,
        progress.items,
        progress.discovered,
        progress.planted,
        ends,
        # The player who laid the last tile begins the final phase (p. 6).
        next_seat(after, seat - 1 if ends else seat) if progress.known else None,
        after if progress.known else None,
        progress.superfluous,
        whole,
    )


def leave(snapshot: Snapshot, seat: int, expected: int | None) -> Verdict:
    """A player leaves the table, in turn or out of it, which may empty the stacks."""
    check, after = leaving.leave("tiwanaku", snapshot, seat)
    if check.status == "failed":
        return Verdict([check])
    after = _with_end(snapshot, after, seat, after.land.empty)
    moves_on = seat == expected or after.final != snapshot.final or not staying(after)
    return Verdict(
        [check], next_player=next_seat(after, seat) if moves_on else expected, after=after
    )


def judge_alone(snapshot: Snapshot, seat: int, turn: Turn) -> Verdict:
    """Judge a turn outside a record, which alone tells whose turn it is in the final phase."""
    if left := left_checks("tiwanaku", snapshot, seat):
        return Verdict(left)
    verdict = judge(snapshot, seat, turn)
    waiting = [snapshot.players[at].name for at in final_seats(snapshot)]
    if len(waiting) < 2 or not isinstance(turn.action, FinalPrediction | Pass):
        return verdict
    order = Check("tiwanaku.turn.order", "not_checked", "not_checked", {"players": waiting})
    return verdict._replace(checks=[order, *verdict.checks])


def judge_leniently(
    snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None = None
) -> Verdict:
    """Judge a turn as if its broken rules held, with the table after it."""
    progress = _carried_out(snapshot, seat, turn, wheel, lenient=True)
    after = _with_end(snapshot, progress.table, seat, progress.empty)
    after_known = after if progress.known else None
    return Verdict(
        progress.checks, progress.items, after=after_known, superfluous=progress.superfluous
    )


def _carried_out(
    snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None, *, lenient: bool
) -> Progress:
    """Carry out a turn part by part. After a broken action the offering is still judged."""
    progress = Progress(snapshot, seat, turn, wheel, lenient=lenient)
    progress.superfluous += _superfluous_parts(snapshot.mode, turn)
    if snapshot.final is not None:
        carried_out = _done(progress, partial(final_phase, final=snapshot.final))
        no_early_offering(progress)
        _no_other_moves(progress)
    else:
        carried_out = acted = _done(progress, _act)
        for part in _parts_after(progress):
            if acted or part is offer:
                carried_out &= _done(progress, part)
    if not carried_out and _has_more(turn, is_final=snapshot.final is not None):
        progress.record("turn.action", "not_checked", {}, key="rest")
    return progress


def _has_more(turn: Turn, *, is_final: bool) -> bool:
    """Whether a turn has more than a move or an offering, which are judged in any case.

    Of an action that does not belong to this phase of the game, nothing else is judged.
    """
    match turn.action:
        case Explore() as action:
            more: Sequence[object] = action if is_final else action[2:]
        case Divine(predictions):
            more = [level for _, *levels in predictions for level in levels]
        case FinalPrediction(prediction):
            more = prediction[1:] if is_final else prediction
        case Recall() as action:
            more = action if is_final else ()
        case Beyond() as action:
            more = action
        case Pass() | FinalOffering() if not is_final:
            more = (turn.spend,)
        case _:
            more = ()
    return any(one is not None for one in more) or bool(turn.otoma or turn.reaction)


def _done(progress: Progress, part: Callable[[Progress], None]) -> bool:
    """Carry out a part of a turn. Returns whether that was possible."""
    try:
        part(progress)
    except RuleBroken:
        return False
    return True


def _parts_after(progress: Progress) -> Sequence[Callable[[Progress], None]]:
    """The parts of a turn that follow the action, in order."""
    table, end = progress.table, progress.stopped_at
    if table.mode == Mode.COMPETITIVE:
        return (offer,)
    if table.mode == Mode.SOLO:
        return offer, after_solo_turn
    # The moment matters only if a pawn reacts.
    reacts = end is not None and bool(reactions(table, end))
    early = reacts and table.rulings.offering_moment == "before_otoma"
    return (offer, react) if early else (react, offer)


def _superfluous_parts(mode: Mode, turn: Turn) -> Iterator[Path]:
    """The parts of a turn that belong to another mode."""
    explore = turn.action if isinstance(turn.action, Explore) else Explore(None, ())
    parts: list[tuple[Path, object, Mode]] = [
        (("action", "arrow"), explore.arrow, Mode.SOLO),
        (("action", "own_arrow"), explore.own_arrow, Mode.SOLO),
        (("otoma",), turn.otoma, Mode.SOLO),
        (("spend",), turn.spend, Mode.COOPERATIVE),
        (("reaction",), turn.reaction, Mode.COOPERATIVE),
    ]
    yield from (path for path, value, of in parts if value is not None and mode != of)


def _act(progress: Progress) -> None:
    """Carry out the action, in a cooperative game after the tile spent for it."""
    action = progress.turn.action
    if isinstance(action, FinalPrediction | Pass | FinalOffering):
        is_solo = progress.table.mode == Mode.SOLO and not isinstance(action, FinalOffering)
        progress.record("turn.one_action", "failed", {}, key="solo" if is_solo else "early")
        raise RuleBroken
    if progress.table.mode == Mode.COOPERATIVE:
        _spend(progress)
    match action:
        case Explore():
            explore(progress, action)
        case Divine():
            divine(progress, action.predictions)
        case Recall():
            recall(progress, action)
        case NoAction():
            _no_action(progress)
        case Beyond(spaces):
            progress.require("board.spaces", holds=False, values={"spaces": spaces})
        case _:
            progress.leave_open("turn.action", {})


def _spend(progress: Progress) -> None:
    """Move the top tile of an own stack to the pool (p. 10)."""
    table, seat, spend = progress.table, progress.seat, progress.turn.spend
    player, action = table.players[seat], progress.turn.action
    stacks = player.stacks or (0, 0, 0, 0)
    if not any(stacks):
        # Without a tile left none can be spent; what follows is a ruling.
        idle = action is None or isinstance(action, NoAction)
        divines = isinstance(action, Divine) and table.rulings.coop_no_tile == "divine_only"
        holds = spend is None and (idle or divines)
        key = "idle" if holds else "empty"
        progress.check("spend.own_stack", holds=holds, values={"player": player.name}, key=key)
        progress.stop_if_broken()
        return
    if spend is None:
        progress.leave_open("spend.own_stack", {"player": player.name})
        progress.unentered += 1
        return
    values = {"player": player.name, "terrain": spend.terrain, "arrow": spend.arrow}
    progress.require("spend.own_stack", holds=stacks[spend.terrain] > 0, values=values)
    top = dict(player.tops or ()).get(spend.terrain)
    if spend.arrow is not None and top is None:
        progress.record("spend.top_arrow", "not_checked", values)
    elif spend.arrow is not None:
        values = {**values, "top": top}
        progress.check("spend.top_arrow", holds=spend.arrow == top, values=values)
    progress.stop_if_broken()
    progress.arrow = spend.arrow or top
    pool = changed(table.pool or (0, 0, 0, 0), spend.terrain, 1)
    progress.table = without_top(table, seat, spend.terrain)._replace(pool=pool)


def _no_action(progress: Progress) -> None:
    """Check that no action is possible (solo: our reasoning; cooperative: a ruling)."""
    table, spend = progress.table, progress.turn.spend
    if table.mode == Mode.COMPETITIVE:
        progress.record("turn.one_action", "failed", {}, key="always")
        return
    if table.mode == Mode.SOLO:
        progress.check("turn.one_action", holds=not can_act(table, progress.seat), values={})
        return
    if spend is None:
        if not progress.known:
            progress.leave_open("turn.one_action", {}, key="open")
        return
    player = table.players[progress.seat]
    arrows = [progress.arrow]
    if table.rulings.coop_no_action == "must_choose_playable":
        tops, stacks = dict(player.tops or ()), player.stacks or (0, 0, 0, 0)
        others = [terrain for terrain in Terrain if terrain != spend.terrain and stacks[terrain]]
        arrows += [tops.get(terrain) for terrain in others]
    if any(arrow is not None and can_act(table, progress.seat, arrow) for arrow in arrows):
        progress.record("turn.one_action", "failed", {})
    else:
        progress.record("turn.one_action", "not_checked" if None in arrows else "passed", {})


def _no_other_moves(progress: Progress) -> None:
    """Check that no tile is spent and no pawn of Otoma's moves in the final phase (p. 6, 9, 11)."""
    turn, table = progress.turn, progress.table
    if turn.spend is not None and table.mode == Mode.COOPERATIVE:
        progress.record("spend.own_stack", "failed", {}, key="final")
    if turn.reaction and table.mode == Mode.COOPERATIVE:
        progress.record("otoma.away", "failed", {}, key="idle")
    if turn.otoma and table.mode == Mode.SOLO:
        progress.record("otoma.arrow", "failed", {}, key="idle")


def can_act(snapshot: Snapshot, seat: int, arrow: Direction | None = None) -> bool:
    """Whether a player has a move or a prediction to make."""
    return any(True for _ in moves(snapshot, seat, arrow)) or bool(bare_meeples(snapshot, seat))


def _with_end(before: Snapshot, after: Snapshot, seat: int, empty: Spaces) -> Snapshot:
    """The table with the end of the game begun, if this turn begins it."""
    # Cooperative, our reading: after the turn in which the last tile left the screens (p. 11).
    goes_on = after.stacked if after.mode == Mode.COOPERATIVE else empty
    if goes_on or before.final is not None:
        return after
    starter = after.players[seat].name if has_predictions(after) else None
    return after._replace(final=Final(starter))
