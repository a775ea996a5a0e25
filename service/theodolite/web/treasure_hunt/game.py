"""Treasure Hunt on the web: what the game declares."""

from theodolite.notation import treasure_hunt
from theodolite.treasure_hunt.board import GRID
from theodolite.web import fields
from theodolite.web.asked import DESCRIPTIONS
from theodolite.web.boards import SpacesField
from theodolite.web.game import Answer, Game
from theodolite.web.operations import listing
from theodolite.web.serving.executors import Executor
from theodolite.web.treasure_hunt import examples, photos, routes
from theodolite.web.treasure_hunt.disputes import dispute_faults, disputes
from theodolite.web.treasure_hunt.legal_actions import GivenSchema, legal_actions, walker_faults
from theodolite.web.treasure_hunt.legality import legality_checks, replays, updates
from theodolite.web.treasure_hunt.missions import end_checks, scores
from theodolite.web.treasure_hunt.packs import PackSchema, cards
from theodolite.web.treasure_hunt.pictures import pictures
from theodolite.web.treasure_hunt.reviews import reviews
from theodolite.web.treasure_hunt.schemas import RULEBOOK, SNAPSHOT, names_of
from theodolite.web.treasure_hunt.turns import MoveSchema, move_faults

GAME = Game(
    name="Treasure Hunt",
    rulebook=RULEBOOK,
    snapshot=SNAPSHOT,
    players=names_of,
    move=MoveSchema(),
    move_faults=move_faults,
    notation=treasure_hunt.TABLE,
    table=examples.TABLE,
    answers={
        "scores": Answer(scores, examples.SCORES, executor=Executor.LONG),
        "legality_checks": Answer(legality_checks, examples.MOVE, executor=Executor.BRIEF),
        "updates": Answer(
            updates,
            examples.MOVE,
            options={"player": fields.Name(required=True, description=DESCRIPTIONS["player"])},
            executor=Executor.BRIEF,
        ),
        "legal_actions": Answer(
            legal_actions,
            examples.LEGAL_ACTIONS,
            given=GivenSchema(),
            options={
                "limit": fields.Integer(1, 10_000, description="The most moves. Default: all.")
            },
            faults=walker_faults,
            executor=Executor.BRIEF,
        ),
        "end_checks": Answer(end_checks, examples.SCORES, executor=Executor.LONG),
        "replays": Answer(replays, examples.REPLAY, executor=Executor.LONG),
        "reviews": Answer(reviews, examples.REVIEW, executor=Executor.FAR_SEARCH),
        "disputes": Answer(
            disputes, examples.DISPUTE, faults=dispute_faults, executor=Executor.SEARCH
        ),
        "pictures": Answer(
            pictures,
            examples.PICTURE,
            options={
                "spaces": SpacesField(
                    GRID, description="Spaces to highlight, such as those of a check. Default none."
                )
            },
            executor=Executor.BRIEF,
            media_type="image/svg+xml",
        ),
    },
    own=(routes.OPERATION, photos.OPERATION, listing(cards, "/cards")),
    card_pack=PackSchema(),
)
