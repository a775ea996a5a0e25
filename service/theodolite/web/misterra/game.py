"""Maps of Misterra: what can be asked about it."""

from theodolite.web.batch import batch
from theodolite.web.misterra import photos
from theodolite.web.misterra.bodies import (
    RULEBOOK,
    IslandUpdateBody,
    PictureBody,
    SnapshotBody,
)
from theodolite.web.misterra.cards import CardPackBody
from theodolite.web.misterra.examples import FINISHED_GAME, ISLAND_UPDATE, PICTURE
from theodolite.web.misterra.play import (
    disputes,
    end_checks,
    legal_actions,
    legality_checks,
    otoma_turns,
    replays,
)
from theodolite.web.misterra.play_bodies import (
    DisputeBody,
    LegalityCheckBody,
    OtomaTurnBody,
    PlayerQuestionBody,
    ReplayBody,
)
from theodolite.web.misterra.play_examples import (
    DISPUTE,
    LEGALITY_CHECK,
    OTOMA_TURN,
    PLAYER_QUESTION,
    REPLAY,
)
from theodolite.web.misterra.scores import island_updates, pictures, presumptions, scores
from theodolite.web.operations import Game, listing, question
from theodolite.web.serving.lanes import Lane

__all__ = ["GAME"]

_AFTER = "$response.body#/after"
_PLAYER = "$request.body#/player"
_PICTURE = {"pictures": {"snapshot": _AFTER}}

_SCORES = question(scores, "/scores", SnapshotBody(), FINISHED_GAME)

GAME = Game(
    "Maps of Misterra",
    RULEBOOK,
    (
        _SCORES,
        batch(_SCORES),
        question(island_updates, "/island-updates", IslandUpdateBody(), ISLAND_UPDATE),
        question(
            legality_checks,
            "/legality-checks",
            LegalityCheckBody(),
            LEGALITY_CHECK,
            then={
                "legal_actions": {"snapshot": _AFTER, "player": _PLAYER},
                "end_checks": {"snapshot": _AFTER, "player": _PLAYER},
                **_PICTURE,
            },
        ),
        question(legal_actions, "/legal-actions", PlayerQuestionBody(), PLAYER_QUESTION),
        question(end_checks, "/end-checks", PlayerQuestionBody(), PLAYER_QUESTION),
        question(
            otoma_turns,
            "/otoma-turns",
            OtomaTurnBody(),
            OTOMA_TURN,
            then={"scores": _AFTER, **_PICTURE},
        ),
        question(
            replays,
            "/replays",
            ReplayBody(),
            REPLAY,
            lane=Lane.LONG,
            then={"scores": _AFTER, **_PICTURE},
        ),
        question(disputes, "/disputes", DisputeBody(), DISPUTE, lane=Lane.LONG),
        question(pictures, "/pictures", PictureBody(), PICTURE, answer="image/svg+xml"),
        photos.OPERATION,
        listing(presumptions, "/presumptions"),
    ),
    CardPackBody(),
)
