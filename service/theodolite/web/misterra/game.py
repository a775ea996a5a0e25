"""The web part of Maps of Misterra: the list of its endpoints."""

from theodolite.notation import misterra
from theodolite.web.game import Game
from theodolite.web.misterra import photos
from theodolite.web.misterra.disputes import DisputeSchema, disputes
from theodolite.web.misterra.ending import end_checks
from theodolite.web.misterra.examples import (
    DISPUTE,
    FINISHED_GAME,
    ISLAND_UPDATE,
    LEGAL_ACTIONS,
    LEGALITY_CHECK,
    OTOMA_TURN,
    PICTURE,
    PLAYER_QUESTION,
    REPLAY,
)
from theodolite.web.misterra.half_days import (
    ActionsRequestSchema,
    LegalityCheckSchema,
    PlayerQuestionSchema,
    legal_actions,
    legality_checks,
)
from theodolite.web.misterra.island_updates import IslandUpdateSchema, island_updates
from theodolite.web.misterra.otoma import OtomaTurnSchema, otoma_turns
from theodolite.web.misterra.pictures import PictureSchema, pictures
from theodolite.web.misterra.presumptions import CardPackSchema, presumptions
from theodolite.web.misterra.replays import ReplaySchema, replays
from theodolite.web.misterra.reviews import reviews
from theodolite.web.misterra.schemas import RULEBOOK, SnapshotSchema
from theodolite.web.misterra.scores import scores
from theodolite.web.operations import endpoint, listing
from theodolite.web.serving.executors import Executor

_AFTER = "$response.body#/after"
_PLAYER = "$request.body#/player"
_PICTURE = {"pictures": {"snapshot": _AFTER}}

_SCORES = endpoint(scores, "/scores", SnapshotSchema(), FINISHED_GAME)

GAME = Game(
    name="Maps of Misterra",
    rulebook=RULEBOOK,
    snapshot=SnapshotSchema(),
    notation=misterra.TABLE,
    table=FINISHED_GAME,
    own=(
        _SCORES,
        endpoint(island_updates, "/island-updates", IslandUpdateSchema(), ISLAND_UPDATE),
        endpoint(
            legality_checks,
            "/legality-checks",
            LegalityCheckSchema(),
            LEGALITY_CHECK,
            links={
                "legal_actions": {"snapshot": _AFTER, "player": _PLAYER},
                "end_checks": {"snapshot": _AFTER, "player": _PLAYER},
                **_PICTURE,
            },
        ),
        endpoint(
            legal_actions,
            "/legal-actions",
            ActionsRequestSchema(),
            LEGAL_ACTIONS,
            executor=Executor.LONG,
        ),
        endpoint(end_checks, "/end-checks", PlayerQuestionSchema(), PLAYER_QUESTION),
        endpoint(
            otoma_turns,
            "/otoma-turns",
            OtomaTurnSchema(),
            OTOMA_TURN,
            links={"scores": _AFTER, **_PICTURE},
        ),
        endpoint(
            replays,
            "/replays",
            ReplaySchema(),
            REPLAY,
            executor=Executor.LONG,
            links={"scores": _AFTER, **_PICTURE},
        ),
        endpoint(reviews, "/reviews", ReplaySchema(), REPLAY, executor=Executor.FAR_SEARCH),
        endpoint(disputes, "/disputes", DisputeSchema(), DISPUTE, executor=Executor.LONG),
        endpoint(pictures, "/pictures", PictureSchema(), PICTURE, media_type="image/svg+xml"),
        photos.OPERATION,
        listing(presumptions, "/presumptions"),
    ),
    card_pack=CardPackSchema(),
)
