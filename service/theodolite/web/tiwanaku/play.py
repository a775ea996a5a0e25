"""The questions about the play of Tiwanaku: standings, turns, ends, Otoma, records, disputes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
from theodolite.tiwanaku.deeds import OtomaMove as ToldOtomaMove
from theodolite.tiwanaku.gains import Gain as Gained
from theodolite.tiwanaku.movement import Move as Moved
from theodolite.tiwanaku.otoma_turns import otoma_move
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
from theodolite.verdict import Fault
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
    ToldMove,
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
        used(snapshot.rulings, matters),
    )


def legality_checks(asked: PlayerQuestion, language: str) -> Legality:
    """Judge one turn.

    Answers with every rule that bears on it, passed, failed or not checked, and with the table
    after it where nothing of the wheel is missing.
    """
    verdict, matters = _judged(asked)
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
    verdict, matters = _judged(asked)
    limits: dict[str, bool | None] = {**matters}
    if asked.check_wheel:
        (verdict,), limits["crop_limit"] = _with_wheel(asked.snapshot, [verdict])
    played = _played(asked.snapshot, verdict, _voice(asked.snapshot, language))
    return JudgedTurn(
        **msgspec.structs.asdict(played), rulings=weighed(asked.snapshot.rulings, limits)
    )


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
    names = ("otoma_path_end",)
    (table, moves), matters = judged(
        lambda rulings: _moved(snapshot.under(rulings), asked.moves),
        snapshot.rulings,
        names,
        lambda told: [(run, verdict.items) for _, run, verdict in told[1]],
    )
    voice = _voice(snapshot, language)
    grid = snapshot.land.grid
    told = [
        MovedPawn(
            pawn=pawn.colour.value,
            from_=grid.names[pawn.space],
            course=otoma.path_names(snapshot, run.way),
            stops_at=None if run.stops_at is None else grid.names[run.stops_at],
            items=_gains(verdict.items, voice),
            token=any(item.about.get("token") is True for item in verdict.items),
            checks=voice.checks(verdict.checks),
        )
        for pawn, run, verdict in moves
    ]
    after = None if table is None else snapshot_answer(table)
    return MovedPawns(_due(asked), told, after, used(snapshot.rulings, matters))


def _moved(
    snapshot: Snapshot, moves: Sequence[ToldMove]
) -> tuple[Snapshot | None, list[tuple[Pawn, otoma.Course, Verdict]]]:
    table: Snapshot | None = snapshot
    done = []
    for at, move in enumerate(moves):
        if table is None:
            break
        pawns = table.otoma.pawns if table.otoma else ()
        pawn = next((p for p in pawns if move.pawn in (p.colour, p.space)), None)
        if pawn is None:
            values = {"value": str(move.pawn), "known": [p.colour.value for p in pawns]}
            raise Problem(
                "invalid-snapshot",
                faults=[Fault("unknown_pawn", ("moves", at, "pawn"), values)],
            )
        run = otoma.course(table, pawn.space, move.direction, table.rulings)
        if run.unknown is not None:
            end = otoma.path_names(table, [run.unknown])[0]
            raise Problem(
                "invalid-snapshot",
                faults=[Fault("path_unknown", ("snapshot", "paths"), {"end": end})],
            )
        told = ToldOtomaMove(move.pawn, move.terrain, move.crop)
        verdict = otoma_move(table, pawn, move.direction, told)
        done.append((pawn, run, verdict))
        table = verdict.after
    return table, done


def _due(asked: OtomaQuestion) -> list[DueMove]:
    """The pawns that move after a player's move, nearest first."""
    snapshot, after = asked.snapshot, asked.after_move
    if after is None:
        return []
    if snapshot.mode == Mode.COOPERATIVE:
        due = otoma.reactions(snapshot, after.space)
    else:
        arrow = dict(snapshot.arrows or ()).get(after.space)
        if arrow is None:
            if snapshot.land.planted >> after.space & 1:
                return []
            name = snapshot.land.grid.names[after.space]
            raise Problem(
                "invalid-snapshot",
                faults=[Fault("arrow_unknown", ("after_move", "space"), {"space": name})],
            )
        colour = after.meeple_colour or snapshot.players[after.player].colour
        due = otoma.after_exploring(snapshot, arrow)
        # An arrow of the meeple's own colour: any pawn may be chosen (p. 8).
        if arrow.colour == colour and snapshot.otoma is not None:
            due = [otoma.Due(pawn, arrow.direction) for pawn in snapshot.otoma.pawns]
    names = snapshot.land.grid.names
    return [
        DueMove(
            one.pawn.colour.value,
            names[one.pawn.space],
            one.direction.value,
            one.distance,
            [names[pawn.space] for pawn in one.tied_with],
        )
        for one in due
    ]


def replays(asked: ReplayQuestion, language: str) -> JudgedReplay:
    """Judge a record of turns from a table on.

    Stops at the first turn that is illegal or not told in full; turn order, the final phase and
    every gain and loss are included.
    """
    snapshot = asked.snapshot
    found, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), asked.records),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
        replaying.told,
    )
    voice = _voice(snapshot, language)
    verdicts = list(found.turns)
    limits: dict[str, bool | None] = {**matters}
    if asked.check_wheel:
        verdicts, limits["crop_limit"] = _with_wheel(snapshot, verdicts)
    return JudgedReplay(
        found.legal and all(verdict.legal for verdict in verdicts),
        [_played(snapshot, verdict, voice) for verdict in verdicts],
        {side: _gains(gains, voice) for side, gains in replaying.ledger(snapshot, found).items()},
        found.stopped_at,
        snapshot_answer(found.after),
        weighed(snapshot.rulings, limits),
    )


def disputes(asked: Dispute, language: str) -> SettledDispute:
    """Settle whether one turn of a player can have led from one table to another.

    Answers with every account of it, the shortest first and 20 at most, or with what no turn
    explains.
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
    return SettledDispute(
        bool(finding.accounts),
        [
            Account(_turn(account.turn, grid), _gains(account.verdict.items, voice))
            for account in finding.accounts
        ],
        finding.more,
        finding.truncated,
        [
            Difference(
                "".join(f"/{part}" for part in difference.path),
                difference.before,
                difference.after,
                voice.say(difference.rule, difference.says, difference.values),
            )
            for difference in finding.differences
        ],
        used(asked.before.rulings, matters),
    )


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


def _judged(asked: PlayerQuestion) -> tuple[Verdict, Mapping[str, bool]]:
    snapshot = asked.snapshot
    return judged(
        lambda rulings: turns_of.judge(snapshot.under(rulings), asked.player, asked.turn),
        snapshot.rulings,
        turns_of.RULINGS[snapshot.mode],
        turns_of.told,
    )


def _with_wheel(
    snapshot: Snapshot, verdicts: Sequence[Verdict]
) -> tuple[list[Verdict], bool | None]:
    """Verdicts with what the wheel showed held against every lawful world.

    And whether the other value of `crop_limit` would change that; None if it stays open.
    """
    clock, rulings, tiles = wheel.patience(snapshot.land.board), snapshot.rulings, snapshot.tiles
    shown = {
        at: verdict.after.land
        for at, verdict in enumerate(verdicts)
        if verdict.after is not None and (verdict.discovered or verdict.planted)
    }
    lands = list(shown.values())
    checked = dict(zip(shown, wheel.wheel_checks(lands, tiles, rulings, clock), strict=True))
    matters = wheel.crop_limit_matters(lands, tiles, rulings, clock)
    told = list(verdicts)
    for at, check in checked.items():
        checks = [*verdicts[at].checks, check]
        # What the wheel cannot have shown is no turn.
        failed = check.status == "failed"
        told[at] = Verdict(checks) if failed else verdicts[at]._replace(checks=checks)
    return told, matters


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


def _otoma_move(move: ToldOtomaMove, grid: Grid) -> dict[str, Any]:
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
