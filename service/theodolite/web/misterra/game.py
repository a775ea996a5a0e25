"""Maps of Misterra on the web: what the game declares."""

from theodolite.notation import misterra
from theodolite.web.game import Answer, Game
from theodolite.web.misterra import examples, photos
from theodolite.web.misterra.cards import CardPackSchema, cards
from theodolite.web.misterra.disputes import dispute_faults, disputes
from theodolite.web.misterra.ends import end_checks, end_faults
from theodolite.web.misterra.legality import VALUE, chooser_faults, legal_actions, legality_checks
from theodolite.web.misterra.moves import (
    TURN,
    MoveSchema,
    OtomaMoveSchema,
    UpdateMoveSchema,
    move_faults,
    turn_faults,
)
from theodolite.web.misterra.pictures import DRAWN, pictures
from theodolite.web.misterra.replays import replays
from theodolite.web.misterra.reviews import reviews
from theodolite.web.misterra.schemas import RULEBOOK, SnapshotSchema
from theodolite.web.misterra.scores import scores
from theodolite.web.misterra.updates import PARTIAL, update_faults, updates
from theodolite.web.operations import listing
from theodolite.web.seen import seen_option
from theodolite.web.serving.executors import Executor

_SEEN = seen_option(SnapshotSchema(), misterra.TABLE)

GAME = Game(
    name="Maps of Misterra",
    rulebook=RULEBOOK,
    snapshot=SnapshotSchema(),
    players=lambda table: table.names,
    move=MoveSchema(),
    automaton=OtomaMoveSchema(),
    move_faults=move_faults,
    turn=TURN,
    turn_faults=turn_faults,
    most_turns=60,
    notation=misterra.TABLE,
    table=examples.FINISHED_GAME,
    answers={
        "scores": Answer(scores, examples.SCORE),
        "legality_checks": Answer(legality_checks, examples.CHECK),
        "updates": Answer(
            updates,
            examples.UPDATE,
            snapshot=PARTIAL,
            move=UpdateMoveSchema(),
            faults=update_faults,
        ),
        "legal_actions": Answer(
            legal_actions,
            examples.ACTIONS,
            options=VALUE,
            faults=chooser_faults,
            executor=Executor.LONG,
        ),
        "end_checks": Answer(end_checks, examples.END, faults=end_faults),
        "replays": Answer(
            replays,
            examples.REPLAY,
            options=_SEEN,
            executor=Executor.LONG,
        ),
        "reviews": Answer(reviews, examples.REPLAY, executor=Executor.FAR_SEARCH),
        "disputes": Answer(
            disputes, examples.DISPUTE, faults=dispute_faults, executor=Executor.LONG
        ),
        "pictures": Answer(
            pictures,
            examples.PICTURE,
            options=DRAWN,
            snapshot=PARTIAL,
            media_type="image/svg+xml",
        ),
    },
    own=(photos.OPERATION, listing(cards, "/cards")),
    card_pack=CardPackSchema(),
)
