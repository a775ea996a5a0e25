"""One turn (p. 4-6; solo p. 8-9, cooperative p. 10-11): explore or divine, then perhaps offer.

Covers moves and recalls, discoveries, predictions, offerings, the final phase, Otoma's moves, and
the tiles and reactions of the cooperative game. A part of a turn that has not been entered makes
the rules that need it `not_checked`; all other rules are judged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

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
from theodolite.tiwanaku.final import (
    final_phase,
    final_seats,
    has_predictions,
    nothing_meanwhile,
)
from theodolite.tiwanaku.movement import bare_meeples, moves
from theodolite.tiwanaku.offering import offer
from theodolite.tiwanaku.otoma import reactions
from theodolite.tiwanaku.otoma_turns import after_solo_turn, react
from theodolite.tiwanaku.progress import Broken, Progress
from theodolite.tiwanaku.snapshot import (
    Direction,
    Final,
    Mode,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Check, Path, legal

__all__ = ["RULINGS", "as_if", "can_act", "judge", "judge_alone", "legality", "told"]


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


def told(verdict: Verdict) -> object:
    """What of a verdict another value of one of RULINGS could change: all of it but the rulings."""
    return verdict._replace(after=verdict.after and verdict.after.under(Rulings()))


def legality(verdict: Verdict) -> object:
    """What of a verdict is told where only its legality is asked."""
    after = verdict.after and verdict.after.under(Rulings())
    return verdict.checks, verdict.superfluous, after


def judge(snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None = None) -> Verdict:
    """Hold a turn against every rule that bears on it, and tell what it brings.

    Args:
        snapshot: the table before it.
        seat: the index of who plays.
        turn: what was done.
        wheel: what the wheel is known to show where the turn does not tell it.
    """
    course = _carried_out(snapshot, seat, turn, wheel, lenient=False)
    if not legal(course.checks):
        return Verdict(course.checks, superfluous=course.superfluous)
    after = _ended(snapshot, course, seat)
    ends = after.final is not None and snapshot.final is None
    return Verdict(
        course.checks,
        course.items,
        course.discovered,
        course.planted,
        ends,
        # The final round begins with who laid the last tile (p. 6).
        next_seat(after, seat - 1 if ends else seat) if course.known else None,
        after if course.known else None,
        course.superfluous,
    )


def judge_alone(snapshot: Snapshot, seat: int, turn: Turn) -> Verdict:
    """Judge a turn outside a record: whose turn it is in the final phase only a record tells."""
    verdict = judge(snapshot, seat, turn)
    waiting = [snapshot.players[at].name for at in final_seats(snapshot)]
    if len(waiting) < 2 or not isinstance(turn.action, FinalPrediction | Pass):
        return verdict
    order = Check("tiwanaku.turn.order", "not_checked", "not_checked", {"players": waiting})
    return verdict._replace(checks=[order, *verdict.checks])


def as_if(snapshot: Snapshot, seat: int, turn: Turn, wheel: Land) -> Verdict:
    """A turn as it may have been played, rules broken or not, with the table after it."""
    course = _carried_out(snapshot, seat, turn, wheel, lenient=True)
    after = _ended(snapshot, course, seat) if course.known else None
    return Verdict(course.checks, course.items, after=after)


def _carried_out(
    snapshot: Snapshot, seat: int, turn: Turn, wheel: Land | None, *, lenient: bool
) -> Progress:
    """Carry a turn out part by part; after a broken action the offering is still judged."""
    course = Progress(snapshot, seat, turn, wheel, lenient=lenient)
    course.superfluous += _strange_parts(snapshot.mode, turn)
    if snapshot.final is not None:
        carried_out = _done(course, partial(final_phase, final=snapshot.final))
        nothing_meanwhile(course)
        _nothing_moves(course)
    else:
        carried_out = acted = _done(course, _act)
        for part in _parts_after(course):
            if acted or part is offer:
                carried_out &= _done(course, part)
    if not carried_out and _tells_more(turn, is_final=snapshot.final is not None):
        course.check("turn.action", "not_checked", {}, says="rest")
    return course


def _tells_more(turn: Turn, *, is_final: bool) -> bool:
    """Whether a turn tells of more than a move or an offering, which are judged in any case.

    Of an action that does not belong to this phase of the game nothing else is judged.
    """
    match turn.action:
        case Explore() as action:
            more: Sequence[object] = action if is_final else action[2:]
        case Divine(predictions):
            more = [one for _, *told in predictions for one in told]
        case FinalPrediction(prediction):
            more = prediction[1:] if is_final else prediction
        case Recall() as action:
            more = action if is_final else ()
        case _:
            more = ()
    return any(one is not None for one in more) or bool(turn.otoma or turn.reaction)


def _done(course: Progress, part: Callable[[Progress], None]) -> bool:
    """Carry a part of a turn out; whether it could be."""
    try:
        part(course)
    except Broken:
        return False
    return True


def _parts_after(course: Progress) -> Sequence[Callable[[Progress], None]]:
    """The parts of a turn that follow the action, in order."""
    table, end = course.table, course.stopped_at
    if table.mode == Mode.COMPETITIVE:
        return (offer,)
    if table.mode == Mode.SOLO:
        return offer, after_solo_turn
    # Where no pawn reacts, nothing comes between the action and the offering.
    reacts = end is not None and bool(reactions(table, end))
    early = reacts and table.rulings.offering_moment == "before_otoma"
    return (offer, react) if early else (react, offer)


def _strange_parts(mode: Mode, turn: Turn) -> Iterator[Path]:
    """The parts of a turn that only another mode knows."""
    explore = turn.action if isinstance(turn.action, Explore) else Explore(None, ())
    parts: list[tuple[Path, object, Mode]] = [
        (("action", "arrow"), explore.arrow, Mode.SOLO),
        (("action", "own_arrow"), explore.own_arrow, Mode.SOLO),
        (("otoma",), turn.otoma, Mode.SOLO),
        (("spend",), turn.spend, Mode.COOPERATIVE),
        (("reaction",), turn.reaction, Mode.COOPERATIVE),
    ]
    yield from (path for path, value, of in parts if value is not None and mode != of)


def _act(course: Progress) -> None:
    """Carry out the action, in a cooperative game after the tile spent for it."""
    action = course.turn.action
    if isinstance(action, FinalPrediction | Pass | FinalOffering):
        course.check("turn.one_action", "failed", {}, says="early")
        raise Broken
    if course.table.mode == Mode.COOPERATIVE:
        _spend(course)
    match action:
        case Explore():
            explore(course, action)
        case Divine():
            divine(course, action.predictions)
        case Recall():
            recall(course, action)
        case NoAction():
            _no_action(course)
        case _:
            course.miss("turn.action", {})


def _spend(course: Progress) -> None:
    """The top tile of one own stack goes to the pool first."""
    table, seat, spend = course.table, course.seat, course.turn.spend
    player, action = table.players[seat], course.turn.action
    stacks = player.stacks or (0, 0, 0, 0)
    if not any(stacks):
        # Who has no tile left can spend none; what then is open.
        idle = action is None or isinstance(action, NoAction)
        divines = isinstance(action, Divine) and table.rulings.coop_no_tile == "divine_only"
        holds = spend is None and (idle or divines)
        says = "idle" if holds else "empty"
        course.hold("spend.own_stack", holds=holds, values={"player": player.name}, says=says)
        course.go_on()
        return
    if spend is None:
        course.miss("spend.own_stack", {"player": player.name})
        course.unentered += 1
        return
    values = {"player": player.name, "terrain": spend.terrain, "arrow": spend.arrow}
    course.must("spend.own_stack", holds=stacks[spend.terrain] > 0, values=values)
    top = dict(player.tops or ()).get(spend.terrain)
    if spend.arrow is not None and top is None:
        course.check("spend.top_arrow", "not_checked", values)
    elif spend.arrow is not None:
        values = {**values, "top": top}
        course.hold("spend.top_arrow", holds=spend.arrow == top, values=values)
    course.go_on()
    course.arrow = spend.arrow or top
    pool = changed(table.pool or (0, 0, 0, 0), spend.terrain, 1)
    course.table = without_top(table, seat, spend.terrain)._replace(pool=pool)


def _no_action(course: Progress) -> None:
    """A turn without an action: only if there is none (our reasoning; cooperative ruling)."""
    table, spend = course.table, course.turn.spend
    if table.mode == Mode.COMPETITIVE:
        course.check("turn.one_action", "failed", {}, says="always")
        return
    if table.mode == Mode.SOLO:
        course.hold("turn.one_action", holds=not can_act(table, course.seat), values={})
        return
    if spend is None:
        if not course.known:
            course.miss("turn.one_action", {}, says="open")
        return
    player = table.players[course.seat]
    arrows = [course.arrow]
    if table.rulings.coop_no_action == "must_choose_playable":
        tops, stacks = dict(player.tops or ()), player.stacks or (0, 0, 0, 0)
        others = [terrain for terrain in Terrain if terrain != spend.terrain and stacks[terrain]]
        arrows += [tops.get(terrain) for terrain in others]
    if any(arrow is not None and can_act(table, course.seat, arrow) for arrow in arrows):
        course.check("turn.one_action", "failed", {})
    else:
        course.check("turn.one_action", "not_checked" if None in arrows else "passed", {})


def _nothing_moves(course: Progress) -> None:
    """In the final phase no tile is spent, and no pawn of Otoma's moves (p. 6, 9, 11)."""
    turn, table = course.turn, course.table
    if turn.spend is not None and table.mode == Mode.COOPERATIVE:
        course.check("spend.own_stack", "failed", {}, says="final")
    if turn.reaction and table.mode == Mode.COOPERATIVE:
        course.check("otoma.away", "failed", {}, says="idle")
    if turn.otoma and table.mode == Mode.SOLO:
        course.check("otoma.arrow", "failed", {}, says="idle")


def can_act(snapshot: Snapshot, seat: int, arrow: Direction | None = None) -> bool:
    """Whether a player has any move or prediction to make."""
    return any(True for _ in moves(snapshot, seat, arrow)) or bool(bare_meeples(snapshot, seat))


def _ended(before: Snapshot, course: Progress, seat: int) -> Snapshot:
    """The table with the end of the game begun, if this turn began it."""
    after = course.table
    if before.final is not None:
        return after
    if after.mode == Mode.COOPERATIVE:
        # Our reading: after the turn in which the last tile left the screens (p. 11).
        over = not any(count for player in after.players for count in player.stacks or ())
    else:
        over = not course.empty
    if not over:
        return after
    if not has_predictions(after):
        return after._replace(final=Final())
    return after._replace(final=Final(after.players[seat].name))
