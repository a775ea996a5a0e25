"""The operations of Tiwanaku, each with its schema and an example of a request."""

from theodolite.notation import tiwanaku
from theodolite.tiwanaku.solver import prepare
from theodolite.web.game import Game
from theodolite.web.operations import endpoint
from theodolite.web.serving.executors import Executor
from theodolite.web.tiwanaku import photos
from theodolite.web.tiwanaku.advice import advice
from theodolite.web.tiwanaku.deductions import DeductionSchema, deductions
from theodolite.web.tiwanaku.disputes import DisputeSchema, disputes
from theodolite.web.tiwanaku.examples import (
    DEDUCTION,
    DISPUTE,
    HINT,
    LEGALITY_CHECK,
    OTOMA_MOVES,
    PICTURE,
    PLAYER,
    REPLAY,
    SCENARIO,
    SCENARIO_CHECK,
    SET_UP,
    SNAPSHOT,
    TURN,
)
from theodolite.web.tiwanaku.hints import HintsSchema, hints
from theodolite.web.tiwanaku.otoma_moves import OtomaMovesSchema, otoma_moves
from theodolite.web.tiwanaku.pictures import PictureSchema, pictures
from theodolite.web.tiwanaku.replays import ReplaySchema, replays
from theodolite.web.tiwanaku.reviews import reviews
from theodolite.web.tiwanaku.scenarios import (
    ScenarioCheckSchema,
    ScenarioSchema,
    scenario_checks,
    scenarios,
)
from theodolite.web.tiwanaku.schemas import RULEBOOK, SnapshotSchema
from theodolite.web.tiwanaku.scores import ScoresSchema, scores
from theodolite.web.tiwanaku.set_ups import SetUpSchema, set_ups
from theodolite.web.tiwanaku.turns import (
    LegalityCheckSchema,
    PlayerRequestSchema,
    TurnsSchema,
    end_checks,
    legal_actions,
    legality_checks,
    turns,
)

_AFTER = "$response.body#/after"
_PLAYER = "$request.body#/player"
_NEXT = {
    "scores": {"snapshot": _AFTER},
    "legal_actions": {"snapshot": _AFTER, "player": _PLAYER},
    "end_checks": {"snapshot": _AFTER, "player": _PLAYER},
}

GAME = Game(
    name="Tiwanaku",
    rulebook=RULEBOOK,
    snapshot=SnapshotSchema(),
    notation=tiwanaku.TABLE,
    table=SNAPSHOT,
    own=(
        endpoint(scores, "/scores", ScoresSchema(), {"snapshot": SNAPSHOT}),
        endpoint(
            legality_checks, "/legality-checks", LegalityCheckSchema(), LEGALITY_CHECK, links=_NEXT
        ),
        endpoint(legal_actions, "/legal-actions", PlayerRequestSchema(), PLAYER),
        endpoint(turns, "/turns", TurnsSchema(), TURN, executor=Executor.LONG, links=_NEXT),
        endpoint(end_checks, "/end-checks", PlayerRequestSchema(), PLAYER),
        endpoint(otoma_moves, "/otoma-moves", OtomaMovesSchema(), OTOMA_MOVES),
        endpoint(
            replays,
            "/replays",
            ReplaySchema(),
            REPLAY,
            executor=Executor.LONG,
            links={"scores": {"snapshot": _AFTER}},
        ),
        endpoint(reviews, "/reviews", ReplaySchema(), REPLAY, executor=Executor.FAR_SEARCH),
        endpoint(disputes, "/disputes", DisputeSchema(), DISPUTE, executor=Executor.LONG),
        endpoint(set_ups, "/set-ups", SetUpSchema(), SET_UP),
        endpoint(deductions, "/deductions", DeductionSchema(), DEDUCTION, executor=Executor.SEARCH),
        endpoint(advice, "/advice", PlayerRequestSchema(), PLAYER, executor=Executor.SEARCH),
        endpoint(hints, "/hints", HintsSchema(), HINT, executor=Executor.SEARCH),
        endpoint(
            scenario_checks,
            "/scenario-checks",
            ScenarioCheckSchema(),
            SCENARIO_CHECK,
            executor=Executor.SEARCH,
        ),
        endpoint(scenarios, "/scenarios", ScenarioSchema(), SCENARIO, executor=Executor.FAR_SEARCH),
        endpoint(pictures, "/pictures", PictureSchema(), PICTURE, media_type="image/svg+xml"),
        photos.OPERATION,
    ),
    prepare=prepare,
)
