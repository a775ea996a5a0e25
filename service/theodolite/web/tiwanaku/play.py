"""The questions about the play of Tiwanaku: standings, turns, ends, Otoma, records, disputes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from theodolite.grid import Grid, Space
from theodolite.rulings import judged
from theodolite.tiwanaku import actions, ending, otoma, setups, standings, wheel
from theodolite.tiwanaku import disputes as settling
from theodolite.tiwanaku import replays as replaying
from theodolite.tiwanaku import turn as turns_of
from theodolite.tiwanaku.board import TERRAIN_NAMES
from theodolite.tiwanaku.deeds import (
    Action,
    Divine,
    Explore,
    FinalPrediction,
    Prediction,
    Recall,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.deeds import OtomaMove as EnteredOtomaMove
from theodolite.tiwanaku.gains import Gain as Gained
from theodolite.tiwanaku.movement import Move as Moved
from theodolite.tiwanaku.otoma_turns import Went, go_alone
from theodolite.tiwanaku.progress import Progress
from theodolite.tiwanaku.remarks import remarks
from theodolite.tiwanaku.snapshot import (
    ByTerrain,
    Colour,
    Direction,
    Mode,
    Otoma,
    Pawn,
    Player,
    Rulings,
    Snapshot,
)
from theodolite.verdict import Check, Fault, Path, legal
from theodolite.web.answers import Condition, Difference, Voice, used, weighed
from theodolite.web.problems import Problem
from theodolite.web.tiwanaku.bodies import RULEBOOK
from theodolite.web.tiwanaku.play_answers import (
    Account,
    Discovered,
    DueMove,
    End,
    Gain,
    JudgedReplay,
    JudgedTurn,
    LaidOut,
    LegalActions,
    Legality,
    Move,
    MovedPawn,
    MovedPawns,
    Offering,
    Planted,
    PlayedTurn,
    Remark,
    ScoresItem,
    SettledDispute,
    SideScore,
    Standing,
)
from theodolite.web.tiwanaku.play_bodies import (
    Dispute,
    OtomaQuestion,
    PlayerQuestion,
    ReplayQuestion,
)

__all__ = [
    "disputes",
    "end_checks",
    "legal_actions",
    "legality_checks",
    "otoma_moves",
    "replays",
    "scores",
    "set_ups",
    "snapshot_answer",
    "turns",
]

_NAMES = {
    "Explore": "explore",
    "Recall": "recall",
    "Divine": "divine",
    "FinalPrediction": "final_prediction",
    "Pass": "pass",
    "FinalOffering": "final_offering",
    "NoAction": "none",
}


def scores(snapshot: Snapshot, language: str) -> Standing:
    """Tell the standing as if all stopped and offered now.

    Answers with each side's total and lines, the ranking with its tie-break, and whether anything
    can still be gained. What the marker shows is taken as recorded; only a record explains it.
    `remarks` name what should not be on such a table and yet can.
    """
    found, matters = judged(
        lambda rulings: standings.score(snapshot.under(rulings)),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
    )
    voice = _voice(snapshot, language)
    sides = [
        SideScore(
            side.name,
            rank,
            side.total,
            [voice.item(item, ScoresItem) for item in side.items],
            side.diversity_steps,
        )
        for side, rank in zip(found.sides, found.standing.ranks, strict=True)
    ]
    return Standing(
        sides,
        [sides[winner].name for winner in found.standing.winners],
        found.standing.decided_by,  # type: ignore[arg-type]
        found.final,
        [
            Remark(
                explanation=voice.say(rule, says, values),
                spaces=voice.names(spaces),
                **voice.cite(rule),
            )
            for rule, says, values, spaces in remarks(snapshot)
        ],
        used(snapshot.rulings, matters),
    )


def legality_checks(asked: PlayerQuestion, language: str) -> Legality:
    """Judge one turn.

    Answers with every rule that bears on it, passed, failed or not checked, and with the table
    after it where the whole turn has been entered.
    """
    verdict, matters = _judged(asked, turns_of.legality)
    _refuse_superfluous(verdict.superfluous, ("turn",))
    voice = _voice(asked.snapshot, language)
    return Legality(
        verdict.legal,
        voice.checks(verdict.checks),
        _after(verdict),
        used(asked.snapshot.rulings, matters),
    )


def turns(asked: PlayerQuestion, language: str) -> JudgedTurn:
    """Judge one turn and tell what it brings.

    As `legality-checks`, with each gain and loss in order, what was discovered and planted, whether
    the end begins, and who plays next. What the wheel showed is held against every lawful world.
    """
    snapshot = asked.snapshot
    held = None
    if asked.check_wheel:
        verdict = turns_of.judge_alone(snapshot, asked.player, asked.turn)
        held = _held_against_worlds(snapshot, [verdict])
    is_misread = held is not None and held.stop is not None
    # Of a wheel that was misread nothing is told but the checks; another table is another wheel.
    verdict, matters = _judged(asked, turns_of.legality if is_misread else turns_of.told)
    _refuse_superfluous(verdict.superfluous, ("turn",))
    if held is not None:
        (verdict,) = held.added_to([verdict])
    played = _played(snapshot, verdict, _voice(snapshot, language))
    limits = _limits(matters, held)
    return JudgedTurn(**msgspec.structs.asdict(played), rulings=weighed(snapshot.rulings, limits))


def legal_actions(asked: PlayerQuestion, language: str) -> LegalActions:
    """List what a player may do.

    Every place where a move can end, with a shortest way; recalls, spaces that can be divined,
    offerings with their points, and whether passing is allowed.
    """
    snapshot = asked.snapshot
    found, matters = judged(
        lambda rulings: actions.legal_actions(snapshot.under(rulings), asked.player),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
    )
    names = snapshot.land.grid.names
    moves: Any = [_move(snapshot, move) for move in found.moves]
    if found.led is not None:
        moves = {
            way.value: [_move(snapshot, move) for move in led] for way, led in found.led.items()
        }
    return LegalActions(
        moves,
        [names[space] for space in found.recalls],
        [names[space] for space in found.divinable],
        found.must_divine_all,
        [Offering([*tokens], points) for tokens, points in found.offerings],
        found.may_pass,
        used(snapshot.rulings, matters),
    )


def end_checks(asked: PlayerQuestion, language: str) -> End:
    """Check whether the game ends after a player's turn, and who plays next."""
    snapshot = asked.snapshot
    end, matters = judged(
        lambda rulings: ending.check_end(snapshot.under(rulings), asked.player),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
    )
    voice = _voice(snapshot, language)
    return End(
        end.triggered,
        end.over,
        _name(snapshot, end.next_player),
        [
            Condition(
                met=condition.met,
                explanation=voice.say(condition.rule, condition.says, condition.values),
                spaces=voice.names(condition.spaces),
                **voice.cite(condition.rule),
            )
            for condition in end.conditions
        ],
        used(snapshot.rulings, matters),
    )


def otoma_moves(asked: OtomaQuestion, language: str) -> MovedPawns:
    """Move Otoma's pawns.

    Tells which pawns must move after a player's move and in which order, and for each move that is
    asked about its course, where it stops and what it brings.
    """
    snapshot = asked.snapshot
    names = ("crop_limit", "own_arrow_choice", "otoma_path_end")
    (due, course, moves), matters = judged(
        lambda rulings: _moved(asked, snapshot.under(rulings)),
        snapshot.rulings,
        names,
        lambda answer: (answer[0], answer[2], answer[1].table.under(Rulings())),
    )
    _refuse_superfluous(course.superfluous)
    voice = _voice(snapshot, language)
    grid = snapshot.land.grid
    told = [
        MovedPawn(
            pawn=pawn.colour.value,
            from_=grid.names[pawn.space],
            course=otoma.path_names(snapshot, run.way),
            stops_at=None if run.stops_at is None else grid.names[run.stops_at],
            items=_gains(items, voice),
            token=any(item.about.get("token") is True for item in items),
            checks=voice.checks(checks),
        )
        for pawn, run, checks, items in moves
    ]
    is_known = course.known and legal(course.checks)
    return MovedPawns(
        [_due_move(snapshot, one) for one in due],
        told,
        snapshot_answer(course.table) if is_known else None,
        used(snapshot.rulings, matters),
    )


def _moved(
    asked: OtomaQuestion, snapshot: Snapshot
) -> tuple[Sequence[otoma.Due], Progress, Sequence[Went]]:
    """The pawns that are due, and the moves up to and with the first that breaks a rule."""
    course = Progress(snapshot, 0, Turn(), None, lenient=False)
    done: list[Went] = []
    for at, (pawn, direction, move) in enumerate(asked.moves):
        if not legal(course.checks):
            break
        part = ("moves", at)
        found = _pawn(course.table, pawn, (*part, "pawn"))
        done.append(go_alone(course, found, direction, move, part))
        if done[-1].run.unknown is not None:
            end = otoma.path_names(snapshot, [done[-1].run.unknown])[0]
            raise _refusal(Fault("path_unknown", ("snapshot", "paths"), {"end": end}))
    return _due(asked, snapshot), course, done


def _pawn(table: Snapshot, named: Colour | Space, path: Path) -> Pawn:
    """The one pawn of a colour, or that on a space."""
    pawns = table.otoma.pawns if table.otoma else ()
    found = [pawn for pawn in pawns if named in (pawn.colour, pawn.space)]
    if not found:
        name = named if isinstance(named, Colour) else table.land.grid.names[named]
        known = [*dict.fromkeys(pawn.colour for pawn in pawns)]
        raise _refusal(Fault("unknown_pawn", path, {"value": name, "known": known}))
    return found[0]


def _refusal(*faults: Fault) -> Problem:
    return Problem("invalid-snapshot", faults=faults)


def _refuse_superfluous(paths: Sequence[Path], where: Path = ()) -> None:
    """Refuse a request with fields that mean nothing on the table they are about."""
    if paths:
        raise _refusal(*(Fault("superfluous_field", (*where, *path)) for path in paths))


def _due(asked: OtomaQuestion, snapshot: Snapshot) -> Sequence[otoma.Due]:
    """The pawns that move after a player's move, nearest first."""
    after = asked.after_move
    if after is None:
        return ()
    is_idle = snapshot.mode == Mode.COOPERATIVE or snapshot.land.planted >> after.space & 1
    if after.meeple_colour is not None and is_idle:
        # A colour is held against an arrow, and none decides here.
        _refuse_superfluous([("after_move", "meeple_colour")])
    colour = after.meeple_colour or snapshot.players[after.player].colour
    due = otoma.due_after(snapshot, after.space, colour)
    if due is None:
        name = snapshot.land.grid.names[after.space]
        raise _refusal(Fault("arrow_unknown", ("after_move", "space"), {"space": name}))
    return due


def _due_move(snapshot: Snapshot, one: otoma.Due) -> DueMove:
    """A pawn that is due, named by its space where several have its colour."""
    names = snapshot.land.grid.names
    pawns = snapshot.otoma.pawns if snapshot.otoma else ()
    alike = [pawn for pawn in pawns if pawn.colour == one.pawn.colour]
    return DueMove(
        one.pawn.colour.value if len(alike) == 1 else names[one.pawn.space],
        names[one.pawn.space],
        one.direction.value,
        one.distance,
        [names[pawn.space] for pawn in one.tied_with],
    )


def replays(asked: ReplayQuestion, language: str) -> JudgedReplay:
    """Judge a record of turns from a table on.

    Stops at the first turn that is illegal or not entered in full; turn order, the final phase and
    every gain and loss are included.
    """
    snapshot = asked.snapshot
    held = None
    if asked.check_wheel:
        found = replaying.replay(snapshot, asked.records)
        held = _held_against_worlds(snapshot, found.turns)
    stop = None if held is None else held.stop
    found, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), asked.records).until(stop),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
        replaying.told,
    )
    for at, verdict in enumerate(found.turns):
        _refuse_superfluous(verdict.superfluous, ("turns", at, "turn"))
    verdicts = list(found.turns)
    if held is not None:
        verdicts = held.added_to(verdicts)
    voice = _voice(snapshot, language)
    ledger = replaying.ledger(snapshot, verdicts)
    return JudgedReplay(
        all(verdict.legal for verdict in verdicts),
        [_played(snapshot, verdict, voice) for verdict in verdicts],
        {side: _gains(gains, voice) for side, gains in ledger.items()},
        found.stopped_at,
        snapshot_answer(found.after),
        weighed(snapshot.rulings, _limits(matters, held)),
    )


def disputes(asked: Dispute, language: str) -> SettledDispute:
    """Settle whether one turn of a player can have led from one table to another.

    Answers with every account of it, the shortest first and 20 at most, or with what no legal turn
    explains and the rule that the likeliest turn breaks there.
    """
    finding, matters = judged(
        lambda rulings: settling.settle(
            *settling.under(rulings, asked.before, asked.after), asked.player
        ),
        asked.before.rulings,
        turns_of.RULINGS[asked.before.mode],
        settling.told,
    )
    voice = _voice(asked.before, language)
    grid = asked.before.land.grid
    tables = snapshot_answer(asked.before), snapshot_answer(asked.after)
    return SettledDispute(
        bool(finding.accounts),
        [
            Account(_turn(account.turn, grid), _gains(account.verdict.items, voice))
            for account in finding.accounts
        ],
        finding.more,
        finding.truncated,
        [_difference(difference, tables, voice) for difference in finding.differences],
        used(asked.before.rulings, matters),
    )


def _difference(
    difference: settling.Difference, tables: tuple[Any, Any], voice: Voice
) -> Difference:
    """What differs as it was sent, and why; where points do, with what the turn brings."""
    path, rule, says, values, gains = difference
    sentences = [voice.say(rule, says, values)]
    sentences += [voice.say(gain.rule, gain.says, gain.values) for gain in gains]
    before, after = (_at(table, path) for table in tables)
    pointer = "".join(f"/{part}" for part in path)
    return Difference(pointer, before, after, " ".join(sentences))


def _at(document: Any, path: Path) -> Any:
    """What stands at a place of a document; None where nothing does."""
    for part in path:
        if isinstance(document, Mapping):
            document = document.get(part)
        elif document is not None:
            document = document[part]
    return document


def set_ups(snapshot: Snapshot, language: str) -> LaidOut:
    """Lay out the first table of a game, with what Otoma gains in the set-up."""
    found, matters = judged(
        lambda rulings: setups.set_up(snapshot.under(rulings)),
        snapshot.rulings,
        ("otoma_start_score", "otoma_setup_order"),
        lambda told: (told.items, told.snapshot.otoma),
    )
    voice = _voice(snapshot, language)
    return LaidOut(
        snapshot_answer(found.snapshot),
        _gains(found.items, voice),
        used(snapshot.rulings, matters),
    )


def _judged(
    asked: PlayerQuestion, told: Callable[[Verdict], object]
) -> tuple[Verdict, Mapping[str, bool]]:
    snapshot = asked.snapshot
    return judged(
        lambda rulings: turns_of.judge_alone(snapshot.under(rulings), asked.player, asked.turn),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
        told,
    )


class _Held(NamedTuple):
    """What the wheel showed in some turns, held against every lawful world.

    `checks` by the number of the turn, `stop` is that of the first which no world fits; `matters`
    is whether the other value of `crop_limit` would change that, None if it stays open.
    """

    checks: Mapping[int, Check]
    stop: int | None
    matters: bool | None

    def added_to(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts with these checks; what the wheel cannot have shown is no turn."""
        added = []
        for at, verdict in enumerate(verdicts):
            checks = [*verdict.checks, *([self.checks[at]] if at in self.checks else [])]
            added.append(Verdict(checks) if at == self.stop else verdict._replace(checks=checks))
        return added


def _held_against_worlds(snapshot: Snapshot, verdicts: Sequence[Verdict]) -> _Held:
    clock, rulings, tiles = wheel.patience(snapshot.land.board), snapshot.rulings, snapshot.tiles
    shown = {
        at: verdict.after.land
        for at, verdict in enumerate(verdicts)
        if verdict.after is not None and (verdict.discovered or verdict.planted)
    }
    lands = list(shown.values())
    checks = dict(zip(shown, wheel.wheel_checks(lands, tiles, rulings, clock), strict=True))
    stop = next((at for at, check in checks.items() if check.status == "failed"), None)
    return _Held(checks, stop, wheel.crop_limit_matters(lands, tiles, rulings, clock))


def _limits(matters: Mapping[str, bool], held: _Held | None) -> Mapping[str, bool | None]:
    """Which rulings could matter, the crops of the box also by what the worlds say."""
    if held is None or matters["crop_limit"]:
        return matters
    return {**matters, "crop_limit": held.matters}


def _played(snapshot: Snapshot, verdict: Verdict, voice: Voice) -> PlayedTurn:
    names = snapshot.land.grid.names
    return PlayedTurn(
        verdict.legal,
        voice.checks(verdict.checks),
        _gains(verdict.items, voice),
        [
            Discovered(names[space], TERRAIN_NAMES[terrain])  # type: ignore[arg-type]
            for space, terrain in verdict.discovered
        ],
        [Planted(names[space], level) for space, level in verdict.planted],
        verdict.ends_game,
        _name(snapshot, verdict.next_player),
        _after(verdict),
    )


def _after(verdict: Verdict) -> dict[str, Any] | None:
    return None if verdict.after is None else snapshot_answer(verdict.after)


def _voice(snapshot: Snapshot, language: str) -> Voice:
    return Voice(RULEBOOK, snapshot.land.grid, language)


def _name(snapshot: Snapshot, seat: int | None) -> str | None:
    return None if seat is None else snapshot.players[seat].name


def _gains(gains: Iterable[Gained], voice: Voice) -> list[Gain]:
    return [
        Gain(
            side=gain.side,
            category=gain.category,  # type: ignore[arg-type]
            points=gain.points,
            score_after=gain.score_after,
            spaces=voice.names(gain.spaces),
            explanation=voice.say(gain.rule, gain.says, gain.values),
            **gain.about,  # type: ignore[arg-type]
            **voice.cite(gain.rule),
        )
        for gain in gains
    ]


def _move(snapshot: Snapshot, move: Moved) -> Move:
    names = snapshot.land.grid.names
    return Move(
        None if move.start is None else names[move.start],
        names[move.end],
        [names[space] for space in move.path],
        bool(snapshot.land.empty >> move.end & 1),
    )


# A turn and a table as requests have them.


def _turn(turn: Turn, grid: Grid) -> dict[str, Any]:
    answer: dict[str, Any] = {"offering": [*turn.offering]}
    if turn.action is not None:
        answer["action"] = _action(turn.action, grid)
    if turn.spend is not None:
        arrow = turn.spend.arrow
        answer["spend"] = {
            "terrain": TERRAIN_NAMES[turn.spend.terrain],
            "arrow": arrow and arrow.value,
        }
    for field, moves in (("otoma", turn.otoma), ("reaction", turn.reaction)):
        if moves is not None:
            answer[field] = [_otoma_move(move, grid) for move in moves]
    return answer


def _action(action: Action, grid: Grid) -> dict[str, Any]:
    answer: dict[str, Any] = {"type": _NAMES[type(action).__name__]}
    match action:
        case Explore():
            start = action.start
            answer |= {
                "from": None if start is None else grid.names[start],
                "path": [grid.names[space] for space in action.path],
            }
            if action.wheel is not None:
                answer["wheel"] = TERRAIN_NAMES[action.wheel]
            if action.arrow is not None:
                answer["arrow"] = _arrow(action.arrow.colour, action.arrow.direction)
            told = (("giver", action.giver), ("own_arrow", action.own_arrow))
            answer |= {name: value for name, value in told if value is not None}
        case Recall():
            answer["from"] = grid.names[action.start]
        case Divine():
            answer["predictions"] = [_prediction(one, grid) for one in action.predictions]
        case FinalPrediction():
            answer |= _prediction(action.prediction, grid)
        case _:
            pass
    return answer


def _prediction(one: Prediction, grid: Grid) -> dict[str, Any]:
    return {"space": grid.names[one.space], "says": one.says, "wheel": one.wheel}


def _otoma_move(move: EnteredOtomaMove, grid: Grid) -> dict[str, Any]:
    pawn = move.pawn.value if isinstance(move.pawn, Colour) else _space(move.pawn, grid)
    answer: dict[str, Any] = {"pawn": pawn}
    if move.terrain is not None and move.crop is not None:
        answer["wheel"] = {"terrain": TERRAIN_NAMES[move.terrain], "crop": move.crop}
    if move.giver is not None:
        answer["giver"] = move.giver
    return answer


def _space(space: Space | None, grid: Grid) -> str | None:
    return None if space is None else grid.names[space]


def _arrow(colour: Colour, direction: Direction) -> dict[str, str]:
    return {"colour": colour.value, "direction": direction.value}


def snapshot_answer(snapshot: Snapshot) -> dict[str, Any]:
    """A table as requests have it."""
    grid = snapshot.land.grid
    answer: dict[str, Any] = {
        "board": snapshot.land.board.value,
        "mode": snapshot.mode.value,
        "terrain": snapshot.land.terrain_rows(),
        "crops": snapshot.land.crop_rows(),
        "tiles": _by_terrain(snapshot.tiles),
        "start": None
        if snapshot.start is None
        else [grid.names[space] for space in snapshot.start],
        "diversity_top": snapshot.diversity_top,
        "players": [_player(snapshot, player) for player in snapshot.players],
        "final": None,
        "rulings": Rulings(*snapshot.rulings)._asdict(),
    }
    if snapshot.final is not None:
        final = snapshot.final
        answer["final"] = {"offered": [*final.offered]}
        if final.starter is not None:
            answer["final"] |= {"starter": final.starter, "passed": [*final.passed]}
    if snapshot.difficulty is not None:
        answer["difficulty"] = snapshot.difficulty
    if snapshot.otoma is not None:
        answer["otoma"] = _otoma(snapshot.otoma, grid, tokens=snapshot.mode == Mode.COOPERATIVE)
    if snapshot.arrows is not None:
        answer["arrows"] = {grid.names[space]: _arrow(*arrow) for space, arrow in snapshot.arrows}
    if snapshot.paths is not None:
        answer["paths"] = [otoma.path_names(snapshot, pair) for pair in snapshot.paths]
    if snapshot.pool is not None:
        answer["pool"] = _by_terrain(snapshot.pool)
    if snapshot.group is not None:
        score, offerings, diversity = snapshot.group
        answer["group"] = {
            "score": score,
            "offerings": [*offerings],
            "diversity": _by_terrain(diversity),
        }
    return answer


def _by_terrain(counts: ByTerrain) -> dict[str, int]:
    return dict(zip(TERRAIN_NAMES, counts, strict=True))


def _otoma(side: Otoma, grid: Grid, *, tokens: bool) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "pawns": [
            {"colour": pawn.colour.value, "space": grid.names[pawn.space]} for pawn in side.pawns
        ],
        "score": side.score,
        "diversity": _by_terrain(side.diversity),
    }
    return answer | ({"offerings": [*side.offerings]} if tokens else {})


def _player(snapshot: Snapshot, player: Player) -> dict[str, Any]:
    names = snapshot.land.grid.names
    answer: dict[str, Any] = {
        "name": player.name,
        "colour": player.colour.value,
        "meeples": [names[space] for space in player.meeples],
    }
    if snapshot.mode == Mode.COOPERATIVE:
        if player.stacks is not None:
            answer["stacks"] = _by_terrain(player.stacks)
        if player.tops is not None:
            answer["tops"] = {
                TERRAIN_NAMES[terrain]: way and way.value for terrain, way in player.tops
            }
    else:
        answer |= {
            "score": player.score,
            "offerings": [*player.offerings],
            "diversity": _by_terrain(player.diversity),
        }
    if player.recalled_from is not None:
        answer["recalled_from"] = names[player.recalled_from]
    return answer
