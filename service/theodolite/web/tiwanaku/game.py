"""Tiwanaku on the web: what the game declares."""

from theodolite.notation import tiwanaku
from theodolite.tiwanaku.proofs import prepare
from theodolite.web.asked import LIMIT, turn
from theodolite.web.game import Answer, Game
from theodolite.web.operations import endpoint
from theodolite.web.seen import seen_option
from theodolite.web.serving.executors import Executor
from theodolite.web.tiwanaku import advice, deductions, examples, hints, photos, scenarios
from theodolite.web.tiwanaku.disputes import disputes, table_faults
from theodolite.web.tiwanaku.legality import (
    CHECK_WHEEL,
    end_checks,
    legal_actions,
    legality_checks,
    updates,
)
from theodolite.web.tiwanaku.moves import (
    MoveSchema,
    OtomaMoveSchema,
    beyond_faults,
    move_faults,
    recorded_faults,
)
from theodolite.web.tiwanaku.otoma import GivenSchema, given_faults
from theodolite.web.tiwanaku.pictures import DRAWN, drawn_faults, pictures
from theodolite.web.tiwanaku.replays import replays
from theodolite.web.tiwanaku.reviews import reviews
from theodolite.web.tiwanaku.schemas import RULEBOOK, PartialSchema, SnapshotSchema
from theodolite.web.tiwanaku.scores import scores

_SEEN = seen_option(SnapshotSchema(), tiwanaku.TABLE)
_WHEEL = {"check_wheel": CHECK_WHEEL}

GAME = Game(
    name="Tiwanaku",
    rulebook=RULEBOOK,
    snapshot=SnapshotSchema(),
    players=lambda table: table.player_names,
    move=MoveSchema(),
    automaton=OtomaMoveSchema(),
    move_faults=move_faults,
    turn=turn(MoveSchema(), None),
    turn_faults=recorded_faults,
    most_turns=400,
    notation=tiwanaku.TABLE,
    table=examples.SNAPSHOT,
    answers={
        "scores": Answer(scores, examples.SCORE),
        "legality_checks": Answer(
            legality_checks, examples.CHECK, options=_WHEEL, executor=Executor.LONG
        ),
        "updates": Answer(updates, examples.CHECK, faults=beyond_faults),
        "legal_actions": Answer(
            legal_actions,
            examples.PLAYER,
            given=GivenSchema(),
            options=LIMIT,
            faults=given_faults,
        ),
        "end_checks": Answer(end_checks, examples.PLAYER),
        "replays": Answer(
            replays, examples.REPLAY, options={**_WHEEL, **_SEEN}, executor=Executor.LONG
        ),
        "reviews": Answer(reviews, examples.REPLAY, executor=Executor.FAR_SEARCH),
        "disputes": Answer(
            disputes,
            examples.DISPUTE,
            faults=table_faults,
            executor=Executor.LONG,
        ),
        "pictures": Answer(
            pictures,
            examples.PICTURE,
            snapshot=PartialSchema(),
            options=DRAWN,
            faults=drawn_faults,
            media_type="image/svg+xml",
        ),
    },
    own=(
        endpoint(
            deductions.deductions,
            "/deductions",
            deductions.DeductionSchema(),
            examples.DEDUCTION,
            executor=Executor.SEARCH,
        ),
        endpoint(
            hints.hints, "/hints", hints.HintsSchema(), examples.HINT, executor=Executor.SEARCH
        ),
        endpoint(advice.advice, "/advice", advice.ASKED, examples.PLAYER, executor=Executor.SEARCH),
        endpoint(
            scenarios.scenarios,
            "/scenarios",
            scenarios.ScenarioRequestSchema(),
            examples.SCENARIO,
            executor=Executor.FAR_SEARCH,
        ),
        photos.OPERATION,
    ),
    prepare=prepare,
)
