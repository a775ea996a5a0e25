"""Cartographers and Heroes on the web: what the game declares."""

from theodolite.notation import cartographers
from theodolite.web.cartographers import disputes, ends, examples, legality, photos, pictures
from theodolite.web.cartographers.known import RULEBOOK
from theodolite.web.cartographers.lists import cards, maps
from theodolite.web.cartographers.moves import (
    MoveSchema,
    RecordedTurnSchema,
    move_faults,
    recorded_faults,
)
from theodolite.web.cartographers.replays import record_faults, replays
from theodolite.web.cartographers.reviews import review_faults, reviews
from theodolite.web.cartographers.schemas import ONLY, PACK, SNAPSHOT
from theodolite.web.cartographers.scores import score_faults, scores
from theodolite.web.cartographers.updates import PARTIAL, update_faults, updates
from theodolite.web.game import Answer, Game
from theodolite.web.operations import listing
from theodolite.web.seen import seen_option
from theodolite.web.serving.executors import Executor

_SEEN = seen_option(SNAPSHOT, cartographers.TABLE)

GAME = Game(
    name="Cartographers",
    rulebook=RULEBOOK,
    snapshot=SNAPSHOT,
    players=lambda table: table.names,
    move=MoveSchema(),
    move_faults=move_faults,
    turn=RecordedTurnSchema(),
    turn_faults=recorded_faults,
    notation=cartographers.TABLE,
    table=examples.TABLE,
    answers={
        "scores": Answer(scores, examples.SCORE, options={"only": ONLY}, faults=score_faults),
        "legality_checks": Answer(
            legality.legality_checks, examples.CHECK, faults=legality.checked_faults
        ),
        "updates": Answer(updates, examples.UPDATE, snapshot=PARTIAL, faults=update_faults),
        "legal_actions": Answer(
            legality.legal_actions,
            examples.ACTIONS,
            given=legality.ActionsGivenSchema(),
            options=legality.LISTED,
            faults=legality.given_faults,
            executor=Executor.LONG,
        ),
        "end_checks": Answer(
            ends.end_checks, examples.END, given=ends.EndGivenSchema(), faults=ends.given_faults
        ),
        "replays": Answer(
            replays,
            examples.REPLAY,
            faults=record_faults,
            options=_SEEN,
            executor=Executor.LONG,
        ),
        "reviews": Answer(
            reviews, examples.REPLAY, faults=review_faults, executor=Executor.FAR_SEARCH
        ),
        "disputes": Answer(
            disputes.disputes,
            examples.DISPUTE,
            given=disputes.DisputeGivenSchema(),
            faults=disputes.dispute_faults,
            executor=Executor.SEARCH,
            problems=("too-long-to-search",),
        ),
        "pictures": Answer(
            pictures.pictures,
            examples.PICTURE,
            options=pictures.DRAWN,
            snapshot=PARTIAL,
            media_type="image/svg+xml",
        ),
    },
    own=(photos.OPERATION, listing(cards, "/cards"), listing(maps, "/maps")),
    card_pack=PACK,
)
