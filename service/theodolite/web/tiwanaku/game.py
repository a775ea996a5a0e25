"""Tiwanaku: what can be asked about it."""

from theodolite.tiwanaku.solver import prepare
from theodolite.web.operations import Game, question
from theodolite.web.serving.lanes import Lane
from theodolite.web.tiwanaku import photos
from theodolite.web.tiwanaku.bodies import RULEBOOK
from theodolite.web.tiwanaku.deduction_bodies import (
    DeductionBody,
    PictureBody,
    ScenarioBody,
    ScenarioCheckBody,
)
from theodolite.web.tiwanaku.deduction_examples import (
    DEDUCTION,
    PICTURE,
    SCENARIO,
    SCENARIO_CHECK,
)
from theodolite.web.tiwanaku.deductions import deductions, pictures, scenario_checks, scenarios
from theodolite.web.tiwanaku.play import (
    disputes,
    end_checks,
    legal_actions,
    legality_checks,
    otoma_moves,
    replays,
    scores,
    set_ups,
    turns,
)
from theodolite.web.tiwanaku.play_bodies import (
    DisputeBody,
    LegalityCheckBody,
    OtomaMovesBody,
    PlayerQuestionBody,
    ReplayBody,
    ScoresBody,
    SetUpBody,
    TurnsBody,
)
from theodolite.web.tiwanaku.play_examples import (
    DISPUTE,
    LEGALITY_CHECK,
    OTOMA_MOVES,
    PLAYER_QUESTION,
    REPLAY,
    SET_UP,
    SNAPSHOT,
    TURN,
)

__all__ = ["GAME"]

_AFTER = "$response.body#/after"
_PLAYER = "$request.body#/player"
_NEXT = {
    "scores": {"snapshot": _AFTER},
    "legal_actions": {"snapshot": _AFTER, "player": _PLAYER},
    "end_checks": {"snapshot": _AFTER, "player": _PLAYER},
}

GAME = Game(
    "Tiwanaku",
    RULEBOOK,
    (
        question(scores, "/scores", ScoresBody(), {"snapshot": SNAPSHOT}),
        question(
            legality_checks, "/legality-checks", LegalityCheckBody(), LEGALITY_CHECK, then=_NEXT
        ),
        question(legal_actions, "/legal-actions", PlayerQuestionBody(), PLAYER_QUESTION),
        question(turns, "/turns", TurnsBody(), TURN, lane=Lane.LONG, then=_NEXT),
        question(end_checks, "/end-checks", PlayerQuestionBody(), PLAYER_QUESTION),
        question(otoma_moves, "/otoma-moves", OtomaMovesBody(), OTOMA_MOVES),
        question(
            replays,
            "/replays",
            ReplayBody(),
            REPLAY,
            lane=Lane.LONG,
            then={"scores": {"snapshot": _AFTER}},
        ),
        question(disputes, "/disputes", DisputeBody(), DISPUTE, lane=Lane.LONG),
        question(set_ups, "/set-ups", SetUpBody(), SET_UP),
        question(deductions, "/deductions", DeductionBody(), DEDUCTION, lane=Lane.SEARCH),
        question(
            scenario_checks,
            "/scenario-checks",
            ScenarioCheckBody(),
            SCENARIO_CHECK,
            lane=Lane.SEARCH,
        ),
        question(scenarios, "/scenarios", ScenarioBody(), SCENARIO, lane=Lane.FAR_SEARCH),
        question(pictures, "/pictures", PictureBody(), PICTURE, answer="image/svg+xml"),
        photos.OPERATION,
    ),
    prepare=prepare,
)
