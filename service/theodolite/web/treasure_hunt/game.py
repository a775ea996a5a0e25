"""Treasure Hunt: what can be asked about it."""

from theodolite.web.operations import Game, listing, question
from theodolite.web.serving.lanes import Lane
from theodolite.web.treasure_hunt.bodies import RULEBOOK
from theodolite.web.treasure_hunt.examples import (
    DISPUTE,
    LEGAL_ACTIONS,
    MISSION_CHECK,
    PICTURE,
    PLACEMENT,
    REPLAY,
    TURN,
    WAY,
)
from theodolite.web.treasure_hunt.packs import PackBody
from theodolite.web.treasure_hunt.play import (
    board_updates,
    cards,
    disputes,
    legal_actions,
    legality_checks,
    mission_checks,
    pictures,
    placement_checks,
    replays,
    routes,
)
from theodolite.web.treasure_hunt.play_bodies import (
    DisputeBody,
    MissionCheckBody,
    PictureBody,
    PlacementQuestionBody,
    ReplayBody,
    RollQuestionBody,
    TurnQuestionBody,
    WayQuestionBody,
)

__all__ = ["GAME"]

_AFTER = {"snapshot": "$response.body#/after"}
_NEXT = {"mission_checks": _AFTER, "pictures": _AFTER}

GAME = Game(
    "Treasure Hunt",
    RULEBOOK,
    (
        question(
            legality_checks,
            "/legality-checks",
            TurnQuestionBody(),
            TURN,
            lane=Lane.BRIEF,
            then=_NEXT,
        ),
        question(
            board_updates, "/board-updates", TurnQuestionBody(), TURN, lane=Lane.BRIEF, then=_NEXT
        ),
        question(
            legal_actions, "/legal-actions", RollQuestionBody(), LEGAL_ACTIONS, lane=Lane.BRIEF
        ),
        question(placement_checks, "/placement-checks", PlacementQuestionBody(), PLACEMENT),
        question(
            routes,
            "/routes",
            WayQuestionBody(),
            WAY,
            lane=Lane.FAR_SEARCH,
            problems=("too-long-to-search",),
        ),
        question(
            mission_checks, "/mission-checks", MissionCheckBody(), MISSION_CHECK, lane=Lane.LONG
        ),
        question(replays, "/replays", ReplayBody(), REPLAY, lane=Lane.LONG, then=_NEXT),
        question(disputes, "/disputes", DisputeBody(), DISPUTE, lane=Lane.SEARCH),
        question(
            pictures, "/pictures", PictureBody(), PICTURE, answer="image/svg+xml", lane=Lane.BRIEF
        ),
        listing(cards, "/cards"),
    ),
    PackBody(),
    scored_by="mission_checks",
)
