"""Treasure Hunt on the web: its operations."""

from theodolite.notation import treasure_hunt
from theodolite.web.game import Game
from theodolite.web.operations import endpoint, listing
from theodolite.web.serving.executors import Executor
from theodolite.web.treasure_hunt import examples, photos
from theodolite.web.treasure_hunt.disputes import DisputeSchema, disputes
from theodolite.web.treasure_hunt.legal_actions import LegalActionsRequestSchema, legal_actions
from theodolite.web.treasure_hunt.legality import (
    PlacementCheckSchema,
    ReplaySchema,
    TurnRequestSchema,
    board_updates,
    legality_checks,
    placement_checks,
    replays,
)
from theodolite.web.treasure_hunt.missions import MissionCheckSchema, mission_checks
from theodolite.web.treasure_hunt.packs import PackSchema, cards
from theodolite.web.treasure_hunt.pictures import PictureSchema, pictures
from theodolite.web.treasure_hunt.reviews import reviews
from theodolite.web.treasure_hunt.routes import RouteRequestSchema, routes
from theodolite.web.treasure_hunt.schemas import RULEBOOK, SNAPSHOT

_AFTER = {"snapshot": "$response.body#/after"}
_NEXT = {"mission_checks": _AFTER, "pictures": _AFTER}

GAME = Game(
    name="Treasure Hunt",
    rulebook=RULEBOOK,
    snapshot=SNAPSHOT,
    notation=treasure_hunt.TABLE,
    table=examples.TABLE,
    own=(
        endpoint(
            legality_checks,
            "/legality-checks",
            TurnRequestSchema(),
            examples.TURN,
            executor=Executor.BRIEF,
            links=_NEXT,
        ),
        endpoint(
            board_updates,
            "/board-updates",
            TurnRequestSchema(),
            examples.TURN,
            executor=Executor.BRIEF,
            links=_NEXT,
        ),
        endpoint(
            legal_actions,
            "/legal-actions",
            LegalActionsRequestSchema(),
            examples.LEGAL_ACTIONS,
            executor=Executor.BRIEF,
        ),
        endpoint(placement_checks, "/placement-checks", PlacementCheckSchema(), examples.PLACEMENT),
        endpoint(
            routes,
            "/routes",
            RouteRequestSchema(),
            examples.ROUTE,
            executor=Executor.FAR_SEARCH,
            problems=("too-long-to-search",),
        ),
        endpoint(
            mission_checks,
            "/mission-checks",
            MissionCheckSchema(),
            examples.MISSION_CHECK,
            executor=Executor.LONG,
        ),
        endpoint(
            replays,
            "/replays",
            ReplaySchema(),
            examples.REPLAY,
            executor=Executor.LONG,
            links=_NEXT,
        ),
        endpoint(
            reviews, "/reviews", ReplaySchema(), examples.REVIEW, executor=Executor.FAR_SEARCH
        ),
        endpoint(
            disputes, "/disputes", DisputeSchema(), examples.DISPUTE, executor=Executor.SEARCH
        ),
        endpoint(
            pictures,
            "/pictures",
            PictureSchema(),
            examples.PICTURE,
            media_type="image/svg+xml",
            executor=Executor.BRIEF,
        ),
        photos.OPERATION,
        listing(cards, "/cards"),
    ),
    card_pack=PackSchema(),
    scored_by="mission_checks",
)
