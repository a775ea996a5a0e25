"""Cartographers and Heroes on the web: every operation, and the links between them."""

from theodolite.notation import cartographers
from theodolite.web.cartographers import photos
from theodolite.web.cartographers.cards import CardPackSchema
from theodolite.web.cartographers.disputes import DisputeSchema, disputes
from theodolite.web.cartographers.examples import (
    AMBUSH_PLACEMENT,
    DISPUTE,
    LEGAL_ACTIONS,
    LEGALITY_CHECK,
    MAP_UPDATE,
    PICTURE,
    REPLAY,
    SEASON_END,
    TABLE,
)
from theodolite.web.cartographers.legality import (
    ActionsRequestSchema,
    AmbushPlacementSchema,
    LegalityCheckSchema,
    ambush_placements,
    legal_actions,
    legality_checks,
)
from theodolite.web.cartographers.lists import cards, maps, scoring_cards
from theodolite.web.cartographers.map_updates import MapUpdateSchema, map_updates
from theodolite.web.cartographers.pictures import PictureSchema, pictures
from theodolite.web.cartographers.reviews import ReviewSchema, reviews
from theodolite.web.cartographers.schemas import RULEBOOK, ScoreRequestSchema, SnapshotSchema
from theodolite.web.cartographers.scores import scores
from theodolite.web.cartographers.seasons import (
    ReplaySchema,
    SeasonEndSchema,
    replays,
    season_ends,
)
from theodolite.web.game import Game
from theodolite.web.operations import endpoint, listing
from theodolite.web.serving.executors import Executor

_AFTER = "$response.body#/after"
_THEN = {"scores": _AFTER, "pictures": {"snapshot": _AFTER}}

_SCORES = endpoint(scores, "/scores", ScoreRequestSchema(), TABLE)

GAME = Game(
    name="Cartographers",
    rulebook=RULEBOOK,
    snapshot=SnapshotSchema(),
    notation=cartographers.TABLE,
    table=TABLE,
    own=(
        _SCORES,
        endpoint(map_updates, "/map-updates", MapUpdateSchema(), MAP_UPDATE),
        endpoint(season_ends, "/season-ends", SeasonEndSchema(), SEASON_END, links=_THEN),
        endpoint(
            legality_checks, "/legality-checks", LegalityCheckSchema(), LEGALITY_CHECK, links=_THEN
        ),
        endpoint(
            legal_actions,
            "/legal-actions",
            ActionsRequestSchema(),
            LEGAL_ACTIONS,
            executor=Executor.LONG,
        ),
        endpoint(
            ambush_placements, "/ambush-placements", AmbushPlacementSchema(), AMBUSH_PLACEMENT
        ),
        endpoint(replays, "/replays", ReplaySchema(), REPLAY, executor=Executor.LONG, links=_THEN),
        endpoint(reviews, "/reviews", ReviewSchema(), REPLAY, executor=Executor.FAR_SEARCH),
        endpoint(
            disputes,
            "/disputes",
            DisputeSchema(),
            DISPUTE,
            executor=Executor.SEARCH,
            problems=("too-long-to-search",),
        ),
        endpoint(pictures, "/pictures", PictureSchema(), PICTURE, media_type="image/svg+xml"),
        photos.OPERATION,
        listing(scoring_cards, "/scoring-cards"),
        listing(cards, "/cards"),
        listing(maps, "/maps"),
    ),
    card_pack=CardPackSchema(),
)
