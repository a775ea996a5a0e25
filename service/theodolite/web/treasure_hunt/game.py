"""Treasure Hunt on the web: what the game declares."""

from theodolite.notation import treasure_hunt
from theodolite.web import fields
from theodolite.web.asked import DESCRIPTIONS, LIMIT
from theodolite.web.game import Answer, Game
from theodolite.web.operations import endpoint, listing
from theodolite.web.seen import seen_option
from theodolite.web.serving.executors import Executor
from theodolite.web.treasure_hunt import examples, photos
from theodolite.web.treasure_hunt.disputes import disputes, table_faults
from theodolite.web.treasure_hunt.legal_actions import GivenSchema, given_faults, legal_actions
from theodolite.web.treasure_hunt.legality import legality_checks, replays, updates
from theodolite.web.treasure_hunt.packs import PackSchema, cards
from theodolite.web.treasure_hunt.pictures import LIT, pictures
from theodolite.web.treasure_hunt.reviews import reviews
from theodolite.web.treasure_hunt.routes import RouteRequestSchema, routes
from theodolite.web.treasure_hunt.schemas import PARTIAL, RULEBOOK, SNAPSHOT, names_of
from theodolite.web.treasure_hunt.scores import end_checks, scores
from theodolite.web.treasure_hunt.turns import MoveSchema, move_faults

_SEEN = seen_option(SNAPSHOT, treasure_hunt.TABLE)

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
        "scores": Answer(scores, examples.SCORE, executor=Executor.LONG),
        "legality_checks": Answer(legality_checks, examples.CHECK, executor=Executor.BRIEF),
        "updates": Answer(
            updates,
            examples.CHECK,
            options={"player": fields.Name(required=True, description=DESCRIPTIONS["player"])},
            snapshot=PARTIAL,
            executor=Executor.BRIEF,
        ),
        "legal_actions": Answer(
            legal_actions,
            examples.ACTIONS,
            given=GivenSchema(),
            options=LIMIT,
            faults=given_faults,
            executor=Executor.BRIEF,
        ),
        "end_checks": Answer(end_checks, examples.SCORE, executor=Executor.LONG),
        "replays": Answer(
            replays,
            examples.REPLAY,
            options=_SEEN,
            executor=Executor.LONG,
        ),
        "reviews": Answer(reviews, examples.REVIEW, executor=Executor.FAR_SEARCH),
        "disputes": Answer(
            disputes, examples.DISPUTE, faults=table_faults, executor=Executor.SEARCH
        ),
        "pictures": Answer(
            pictures,
            examples.PICTURE,
            options={"spaces": LIT},
            snapshot=PARTIAL,
            executor=Executor.BRIEF,
            media_type="image/svg+xml",
        ),
    },
    own=(
        endpoint(
            routes,
            "/routes",
            RouteRequestSchema(),
            examples.ROUTE,
            executor=Executor.FAR_SEARCH,
            problems=("too-long-to-search",),
        ),
        photos.OPERATION,
        listing(cards, "/cards"),
    ),
    card_pack=PackSchema(),
)
