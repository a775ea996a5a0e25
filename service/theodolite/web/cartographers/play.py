"""The questions about the play of Cartographers: draws, seasons, records, disputes."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from msgspec import UNSET

from theodolite.cartographers import actions, ending, solo, turn
from theodolite.cartographers import disputes as settling
from theodolite.cartographers import replays as replaying
from theodolite.cartographers.board import GRID, TERRAIN_NAMES, Print, Terrain
from theodolite.cartographers.disputes import Choice, Dispute, SearchTooLongError
from theodolite.cartographers.drawing import Draw
from theodolite.cartographers.snapshot import DECREES, Box, Player, Snapshot
from theodolite.rulings import judged
from theodolite.verdict import Fault
from theodolite.web.answers import Voice, used
from theodolite.web.cartographers.answers import TerrainName
from theodolite.web.cartographers.bodies import printed_maps
from theodolite.web.cartographers.play_answers import (
    Account,
    AmbushPlacements,
    Difference,
    Effect,
    EndedSeason,
    Gain,
    JudgedReplay,
    LegalActions,
    Legality,
    Placement,
    PlayedSeason,
    PlayedTurn,
    SettledDispute,
    Step,
    Stop,
    Value,
    Verdict,
    Waiting,
)
from theodolite.web.cartographers.play_bodies import (
    SEASON_END,
    ActionsQuestion,
    AmbushQuestion,
    LegalityQuestion,
    ReplayQuestion,
    SeasonEndQuestion,
)
from theodolite.web.cartographers.scores import (
    change_answers,
    print_rows,
    scores_answer,
    season_name,
    voice_in,
)
from theodolite.web.problems import Problem

__all__ = [
    "ambush_placements",
    "disputes",
    "legal_actions",
    "legality_checks",
    "replays",
    "season_ends",
]


def legality_checks(asked: LegalityQuestion, language: str) -> Legality:
    """Judge what a player drew for a card.

    Answers with every rule that bears on it, passed, failed or not checked, and if none failed with
    what changed and the table after it. No spaces claim that nothing can be drawn.
    """
    snapshot = asked.snapshot
    verdict, matters = judged(
        lambda rulings: turn.judge(snapshot.under(rulings), asked.turn, asked.draw),
        snapshot.rulings,
        turn.rulings_used(snapshot, asked.turn),
        turn.told,
    )
    voice = voice_in(language)
    return Legality(
        verdict.legal,
        voice.checks(verdict.checks),
        verdict.shape,
        verdict.fallback,
        change_answers(verdict.changes, voice),
        None if verdict.after is None else _snapshot(verdict.after),
        used(snapshot.rulings, matters),
    )


def legal_actions(asked: ActionsQuestion, language: str) -> LegalActions:
    """List what can be drawn for a card.

    An entry for each set of spaces, and of stars for a hero; with `value`, what each would change
    about this season's score, or about the points of all decrees still to be scored.
    """
    snapshot = asked.snapshot
    # Coins are looked at where a season is valued.
    coins = () if asked.worth == "season" else turn.COIN_RULINGS
    names = [name for name in turn.rulings_used(snapshot, asked.turn) if name not in coins]
    valued = [snapshot.decrees[d] or "" for d in actions.decrees_valued(snapshot, asked.worth)]
    names += [actions.RULINGS[card] for card in valued if card in actions.RULINGS]
    found, matters = judged(
        lambda rulings: actions.legal_actions(snapshot.under(rulings), asked.turn, asked.worth),
        snapshot.rulings,
        names,
        # What the limit leaves out is not answered.
        lambda found: (found.fallback, len(found.placements), found.placements[: asked.limit]),
    )
    voice = voice_in(language)
    return LegalActions(
        found.fallback,
        len(found.placements),
        len(found.placements) > asked.limit,
        [_placement(placement, voice) for placement in found.placements[: asked.limit]],
        used(snapshot.rulings, matters),
    )


def _placement(placement: actions.Placement, voice: Voice) -> Placement:
    targets = placement.destroys
    return Placement(
        placement.shape,
        voice.names(placement.spaces),
        placement.coin,
        [_terrain(terrain) for terrain in placement.terrains],
        voice.names(placement.stars or 0),
        [_value(value) for value in placement.values],
        UNSET if targets is None else voice.names(targets),
    )


def _value(value: actions.Value) -> Value:
    return Value(
        _terrain(value.terrain),
        value.change,
        [
            Gain(
                cast("Any", gain.category),
                gain.change,
                UNSET if gain.decree is None else gain.decree,
                UNSET if gain.card is None else gain.card,
            )
            for gain in value.items
        ],
        UNSET if value.destroys is None else GRID.names[value.destroys],
    )


def ambush_placements(asked: AmbushQuestion, language: str) -> AmbushPlacements:
    """Find where a solo ambush is drawn.

    Every placement that covers the first space which can be covered, in the order of the card's
    corner and direction, ring by ring.
    """
    found, matters = judged(
        lambda rulings: solo.place(asked.card, asked.land.filled, rulings),
        asked.rulings,
        ["solo_turning", "solo_ambush"],
    )
    voice = voice_in(language)
    return AmbushPlacements(
        [voice.names(placement) for placement in found.placements],
        None if found.at is None else GRID.names[found.at],
        found.ring,
        found.tried,
        not found.placements,
        used(asked.rulings, matters),
    )


def season_ends(asked: SeasonEndQuestion, language: str) -> EndedSeason:
    """End a season.

    Says whether it is over, carries out the effects of zombies and trolls in the order in which
    they came, and writes the season's line down. A choice that is wanting is asked for.
    """
    snapshot = asked.snapshot
    ended, matters = judged(
        lambda rulings: ending.end_season(snapshot.under(rulings), asked.revealed, asked.choices),
        snapshot.rulings,
        ending.ending_rulings(snapshot),
        ending.told,
    )
    voice = voice_in(language)
    return EndedSeason(
        ended.over,
        ended.time,
        ended.threshold,
        _effects(snapshot, ended.effects, voice),
        [
            Waiting(snapshot.players[one.player].name, one.ambush, voice.names(one.may))
            for one in ended.waiting
        ],
        voice.checks(ended.checks),
        None if ended.after is None else _snapshot(ended.after),
        used(snapshot.rulings, matters),
    )


def _effects(snapshot: Snapshot, effects: Iterable[ending.Effects], voice: Voice) -> list[Effect]:
    return [
        Effect(
            snapshot.players[effect.player].name,
            effect.ambush,
            change_answers(effect.changes, voice),
        )
        for effect in effects
    ]


def replays(asked: ReplayQuestion, language: str) -> JudgedReplay:
    """Judge a record of seasons from a table on.

    Every card and every draw is judged, up to and with the first fault; a season that comes to its
    end is scored and its effects are carried out. The last season may be unfinished.
    """
    snapshot = asked.snapshot
    replayed, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), asked.seasons),
        snapshot.rulings,
        replaying.replay_rulings(snapshot, asked.seasons),
        replaying.told,
    )
    stop, voice = replayed.stopped_at, voice_in(language)
    names = [player.name for player in snapshot.players]
    answered = [
        None if season.scores is None else scores_answer(snapshot, season.scores, {}, language)
        for season in replayed.seasons
    ]
    return JudgedReplay(
        replayed.legal,
        [
            PlayedSeason(
                season_name(season.season),
                [
                    PlayedTurn(
                        record.card.id,
                        played.legal,
                        voice.checks(played.checks),
                        [_verdict(names[player], one, voice) for player, one in played.draws],
                    )
                    for record, played in zip(asked.seasons[i].turns, season.turns, strict=False)
                ],
                answered[i],
                _effects(snapshot, season.ending.effects if season.ending else (), voice),
                voice.checks(season.checks),
            )
            for i, season in enumerate(replayed.seasons)
        ],
        None
        if stop is None
        else Stop(
            season_name(stop.season),
            stop.turn,
            None if stop.player is None else names[stop.player],
        ),
        _snapshot(replayed.after),
        next((scored for scored in reversed(answered) if scored is not None), None),
        used(snapshot.rulings, matters),
    )


def _verdict(player: str, verdict: turn.Verdict, voice: Voice) -> Verdict:
    return Verdict(
        player,
        verdict.legal,
        voice.checks(verdict.checks),
        verdict.shape,
        verdict.fallback,
        change_answers(verdict.changes, voice),
    )


def disputes(asked: Dispute, language: str) -> SettledDispute:
    """Settle whether one map can have become another by these cards.

    Answers with accounts of it, 20 at most, or with what no account explains.
    """
    try:
        finding, matters = judged(
            lambda rulings: settling.settle(asked._replace(rulings=rulings)),
            asked.rulings,
            settling.dispute_rulings(asked),
        )
    except SearchTooLongError:
        fault = Fault("too_long_to_search", ("cards",))
        raise Problem("too-long-to-search", faults=[fault]) from None
    voice = voice_in(language)
    return SettledDispute(
        bool(finding.accounts),
        [Account([_step(step, voice) for step in account]) for account in finding.accounts],
        finding.more,
        [_difference(asked, one, voice) for one in finding.differences],
        used(asked.rulings, matters),
    )


def _difference(asked: Dispute, one: settling.Difference, voice: Voice) -> Difference:
    why, concerned = voice.say(one.rule, one.says, one.values), None
    if one.card is not None:
        card = asked.cards[one.card]
        concerned = SEASON_END if card is None else card.id
        words = voice.rulebook.words(voice.language, "disputes")
        names = words if card is None else voice.rulebook.words(voice.language, "cards")
        why = f"{names[concerned]}{words['colon']} {why}"
    return Difference(
        space=None if one.space is None else GRID.names[one.space],
        before=one.before,
        after=one.after,
        spaces=voice.names(one.spaces),
        card=concerned,
        explanation=why,
        **voice.cite(one.rule),
    )


def _step(step: settling.Step, voice: Voice) -> Step | None:
    match step:
        case None:
            return None
        case Choice(destroyed):
            chosen = {ambush: GRID.names[space] for ambush, space in destroyed.items()}
            return Step(choices=chosen)
        case Draw(spaces, terrain, stars, destroys):
            return Step(
                voice.names(spaces),
                UNSET if terrain is None else _terrain(terrain),
                voice.names(stars) if terrain == Terrain.HERO else UNSET,
                UNSET if destroys is None else GRID.names[destroys],
            )


def _terrain(terrain: Terrain) -> TerrainName:
    return cast("TerrainName", TERRAIN_NAMES[terrain])


def _snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """A table as requests have it."""
    decrees = zip(DECREES, snapshot.decrees, strict=True)
    return {
        "game": snapshot.game,
        "map": _map(snapshot.printed),
        "season": season_name(snapshot.season),
        "solo": snapshot.solo,
        "decrees": {letter: card for letter, card in decrees if card is not None},
        "ambushes": [*snapshot.ambushes],
        "players": [_player(player) for player in snapshot.players],
        "rulings": snapshot.rulings._asdict(),
    }


def _map(printed: Print) -> str | list[str]:
    """A map by its name if it has one, else as rows."""
    for name, known in printed_maps().items():
        if printed == known:
            return name
    return print_rows(printed)


def _player(player: Player) -> Mapping[str, Any]:
    return {
        "name": player.name,
        "coins": player.coins,
        "stars": GRID.name_all(player.stars),
        "drawn": player.drawn.rows(),
        "seasons": [_box(box) for box in player.seasons],
    }


def _box(box: Box) -> Mapping[str, Any]:
    return {
        "season": season_name(box.season),
        "decrees": [*box.decrees],
        "coins": box.coins,
        "monsters": box.monsters,
        "written": box.written,
    }
