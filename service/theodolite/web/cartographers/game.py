"""Cartographers and Heroes: what can be asked about them."""

from theodolite.web.batch import batch
from theodolite.web.cartographers import photos
from theodolite.web.cartographers.bodies import RULEBOOK, PictureBody, ScoreQuestionBody
from theodolite.web.cartographers.cards import CardPackBody
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
from theodolite.web.cartographers.play import (
    ambush_placements,
    disputes,
    legal_actions,
    legality_checks,
    replays,
    season_ends,
)
from theodolite.web.cartographers.play_bodies import (
    ActionsQuestionBody,
    AmbushPlacementBody,
    DisputeBody,
    LegalityCheckBody,
    MapUpdateBody,
    ReplayBody,
    SeasonEndBody,
)
from theodolite.web.cartographers.scores import (
    cards,
    map_updates,
    maps,
    pictures,
    scores,
    scoring_cards,
)
from theodolite.web.operations import Game, listing, question
from theodolite.web.serving.lanes import Lane

__all__ = ["GAME"]

_AFTER = "$response.body#/after"
_THEN = {"scores": _AFTER, "pictures": {"snapshot": _AFTER}}

_SCORES = question(scores, "/scores", ScoreQuestionBody(), TABLE)

GAME = Game(
    "Cartographers",
    RULEBOOK,
    (
        _SCORES,
        batch(_SCORES),
        question(map_updates, "/map-updates", MapUpdateBody(), MAP_UPDATE),
        question(season_ends, "/season-ends", SeasonEndBody(), SEASON_END, then=_THEN),
        question(
            legality_checks, "/legality-checks", LegalityCheckBody(), LEGALITY_CHECK, then=_THEN
        ),
        question(
            legal_actions, "/legal-actions", ActionsQuestionBody(), LEGAL_ACTIONS, lane=Lane.LONG
        ),
        question(ambush_placements, "/ambush-placements", AmbushPlacementBody(), AMBUSH_PLACEMENT),
        question(replays, "/replays", ReplayBody(), REPLAY, lane=Lane.LONG, then=_THEN),
        question(
            disputes,
            "/disputes",
            DisputeBody(),
            DISPUTE,
            lane=Lane.SEARCH,
            problems=("too-long-to-search",),
        ),
        question(pictures, "/pictures", PictureBody(), PICTURE, answer="image/svg+xml"),
        photos.OPERATION,
        listing(scoring_cards, "/scoring-cards"),
        listing(cards, "/cards"),
        listing(maps, "/maps"),
    ),
    CardPackBody(),
)
