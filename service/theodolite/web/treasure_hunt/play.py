"""The questions about Treasure Hunt: turns, rolls, places, ways, missions, records, disputes."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from theodolite.rulings import judged, looked_at
from theodolite.treasure_hunt import choices, missions, placing, setup, turn
from theodolite.treasure_hunt import disputes as settling
from theodolite.treasure_hunt import replays as replaying
from theodolite.treasure_hunt import routes as finding_ways
from theodolite.treasure_hunt.actions import Named
from theodolite.treasure_hunt.board import (
    DIE_NAMES,
    GRID,
    TERRAIN_NAMES,
    Segment,
    frame,
    place_name,
)
from theodolite.treasure_hunt.ground import Mover
from theodolite.treasure_hunt.logs import Find
from theodolite.treasure_hunt.missions import Demand
from theodolite.treasure_hunt.snapshot import ROUTES, Rulings, Snapshot
from theodolite.verdict import Fault, legal
from theodolite.web.answers import Difference, Voice, used, weighed
from theodolite.web.problems import Problem
from theodolite.web.treasure_hunt import answers
from theodolite.web.treasure_hunt.answers import (
    BestEnd,
    End,
    FoundLog,
    JudgedReplay,
    KnownCards,
    KnownMission,
    KnownSegment,
    LegalActions,
    Legality,
    Missions,
    MissionSheet,
    Odds,
    Placement,
    Position,
    Remark,
    SettledDispute,
    Stop,
    TurnVerdict,
    UpdatedBoard,
    Verdict,
    Way,
)
from theodolite.web.treasure_hunt.bodies import RULEBOOK, pack
from theodolite.web.treasure_hunt.pictures import draw
from theodolite.web.treasure_hunt.play_bodies import (
    Dispute,
    PlacementQuestion,
    RollQuestion,
    TurnQuestion,
    WayQuestion,
)
from theodolite.web.treasure_hunt.tables import (
    change_answer,
    explanation,
    mover_name,
    pointer,
    snapshot_answer,
    turn_answer,
    value_at,
)

__all__ = [
    "board_updates",
    "cards",
    "disputes",
    "legal_actions",
    "legality_checks",
    "mission_checks",
    "pictures",
    "placement_checks",
    "replays",
    "routes",
]

_SETUP = "treasure_hunt.setup"
_END = ("coordinates_counted", "team_end")
_TURN = tuple(name for name in Rulings._fields if name not in _END)
_PLACING = (
    "home_place",
    "tree_distance",
    "placing_onto_pieces",
    "broken_bridge_extent",
)


def legality_checks(asked: TurnQuestion, language: str) -> Legality:
    """Judge one turn.

    Answers with every rule that bears on it, passed, failed or not checked, each with the action
    that it judges. A legal turn whose draws are told comes with what changed and the table after
    it.
    """
    snapshot, played = asked
    verdict, matters = judged(
        lambda rulings: turn.judge(snapshot.under(rulings), played),
        snapshot.rulings,
        _TURN,
        turn.told,
    )
    told = _verdict(verdict, snapshot, _voice(language))
    return Legality(
        told.legal, told.checks, told.changes, told.after, used(snapshot.rulings, matters)
    )


def board_updates(asked: TurnQuestion, language: str) -> UpdatedBoard:
    """Carry out a turn unjudged.

    Answers with what changed and the table after it. A card that is not held and a treasure that is
    not there are no possible request.
    """
    snapshot, played = asked
    done, matters = judged(
        lambda rulings: turn.update(snapshot.under(rulings), played),
        snapshot.rulings,
        _TURN,
        turn.told_of_update,
    )
    if done.faults:
        raise Problem("invalid-snapshot", faults=done.faults)
    voice = _voice(language)
    return UpdatedBoard(
        [change_answer(change, snapshot, voice) for change in done.changes],
        snapshot_answer(done.after._replace(rulings=snapshot.rulings)),
        used(snapshot.rulings, matters),
    )


def legal_actions(asked: RollQuestion, language: str) -> LegalActions:
    """List where a roll can take the pieces.

    For every piece that may move with it every place where the move can end, a shortest path there
    and what can be logged. Without a roll, for every value of every die that may be chosen. Within
    a turn, `moved` names the walkers that have been moved in it already, by where they stand.
    """
    snapshot, player, roll, moved = asked
    found = choices.legal_actions(snapshot, player, roll, moved)
    matter = choices.could_matter(snapshot, player, roll, moved, found)
    matters = {name: matter.get(name, False) for name in _TURN}
    names = [one.name for one in snapshot.players]

    def named(mover: Mover) -> Named:
        walker = mover.player is None
        return Named(None, snapshot.walkers[mover.which].at) if walker else Named(*mover)

    def of(mover: Mover) -> Any:
        return UNSET if mover.player is None or not snapshot.teams else names[mover.player]

    return LegalActions(
        [
            Position(
                mover=mover_name(named(mover)),
                of=of(mover),
                die=_die(die),
                pips=pips,
                ends=[
                    End(
                        place_name(end.at),
                        _terrain(end.terrain),
                        len(end.path),
                        [place_name(place) for place in end.path],
                        end.stopped_by,
                        [_find(find, names) for find in end.logs],
                    )
                    for end in ends
                ],
            )
            for mover, die, pips, ends in found.positions
        ],
        [
            _find(find, names, explorer=mover.which + 1, of=of(mover))
            for mover, find in found.logs_now
        ],
        used(snapshot.rulings, matters),
    )


def placement_checks(asked: PlacementQuestion, language: str) -> Placement:
    """Check whether a piece may be placed on some spaces.

    The place alone is judged, not whether the player has the card.
    """
    snapshot, player, piece, spaces = asked

    def check(rulings: Rulings) -> Sequence[Any]:
        table = snapshot.under(rulings)
        free = piece in table.players[player].free
        return [*placing.placement_checks(table, player, piece, spaces, free=free)]

    checks, matters = judged(
        check,
        snapshot.rulings,
        _PLACING,
    )
    voice = _voice(language)
    return Placement(legal(checks), voice.checks(checks), used(snapshot.rulings, matters))


def routes(asked: WayQuestion, language: str) -> Way:
    """Find the way of the fewest expected turns.

    One explorer goes to its targets in any order, and home afterwards if asked; it moves every
    turn, and all else stands still.
    """
    snapshot, question, odds = asked
    try:
        way, names = looked_at(
            lambda rulings: finding_ways.ways(snapshot.under(rulings), question), snapshot.rulings
        )
    except finding_ways.TooLong:
        raise Problem(
            "too-long-to-search", faults=[Fault("too_long_to_search", ("targets",))]
        ) from None
    asked_about = [name for name in _TURN if name in names]
    matters = finding_ways.could_matter(snapshot, question, way, asked_about)
    return Way(
        _rounded(way.turns),
        way.fewest,
        [GRID.names[space] for space in way.order],
        Odds(**odds),  # type: ignore[arg-type]
        [
            BestEnd(
                best.pips,
                place_name(best.at),
                [place_name(place) for place in best.path],
                _rounded(best.after),
            )
            for best in way.first
        ],
        weighed(snapshot.rulings, {name: matters.get(name, False) for name in _TURN}),
    )


def _rounded(turns: float | None) -> float | None:
    return None if turns is None or turns == float("inf") else round(turns, 4)


def mission_checks(snapshot: Snapshot, language: str) -> Missions:
    """Check what every player has of the mission, and who has won.

    At the start of a game, with every explorer at home and nothing logged, `remarks` tell what
    differs from the set-up.
    """
    sheets, matters = judged(
        lambda rulings: missions.mission_checks(snapshot.under(rulings)),
        snapshot.rulings,
        ("home_place", *_END),
        lambda found: [
            # Who is home is so wherever that is (`home_place`).
            (sheet.complete, sheet.won, [item._replace(spaces=0) for item in sheet.items])
            for sheet in found
        ],
    )
    voice = _voice(language)
    return Missions(
        [
            MissionSheet(
                player.name,
                sheet.complete,
                sheet.won,
                [_demand(item, snapshot, voice) for item in sheet.items],
            )
            for player, sheet in zip(snapshot.players, sheets, strict=True)
        ],
        [snapshot.players[winner].name for winner in missions.winners(sheets)],
        [
            Remark(
                player=None if player is None else snapshot.players[player].name,
                explanation=voice.say(_SETUP, key, values),
                **voice.cite(_SETUP),
            )
            for player, key, values in setup.remarks(snapshot)
        ],
        used(snapshot.rulings, matters),
    )


def _demand(item: Demand, snapshot: Snapshot, voice: Voice) -> answers.Demand:
    about: dict[str, Any] = {}
    values: dict[str, object] = {}
    match item.demand:
        case "treasure":
            about = {"treasure": item.treasure and item.treasure.value}
            if item.by is not None:
                about["by"] = item.by.value
            values = {"treasure": item.treasure}
            says = "unseen" if item.met is None else "missing"
            if item.met:
                says = "exact" if item.by == item.treasure else "choice"
        case "coordinates":
            about = {"need": item.need, "have": item.have}
            values = {**about, "missing": (item.need or 0) - item.have}
            says = "unknown" if item.met is None else "enough" if item.met else "short"
        case "home":
            one = snapshot.players[item.player]
            place = place_name(one.explorers[item.explorer].at)
            about = {"explorer": item.explorer + 1, "spaces": voice.names(item.spaces)}
            if snapshot.teams:
                about["of"] = one.name
            values = {"explorer": item.explorer + 1, "player": one.name, "place": place}
            says = "home" if item.met else "away"
    return answers.Demand(
        demand=item.demand,
        met=item.met,
        explanation=voice.say(item.rule, says, values),
        **voice.cite(item.rule),
        **about,
    )


def replays(asked: dict[str, Any], language: str) -> JudgedReplay:
    """Judge a record of turns from a table on.

    Stops at the first turn that is illegal, or whose draws are not told. Turn order, shoes and
    resting walkers are included; a record may begin with anyone.
    """
    snapshot, turns = asked["snapshot"], asked["turns"]
    replayed, matters = judged(
        lambda rulings: replaying.replay(snapshot.under(rulings), turns),
        snapshot.rulings,
        Rulings._fields,
        lambda found: (
            found.stopped_at,
            found.won,
            [turn.told(verdict) for verdict in found.turns],
        ),
    )
    names = [player.name for player in snapshot.players]
    voice = _voice(language)
    stop = replayed.stopped_at
    verdicts = [_verdict(verdict, snapshot, voice) for verdict in replayed.turns]
    return JudgedReplay(
        replayed.legal,
        [
            TurnVerdict(told.legal, told.checks, told.changes, told.after, names[played.player])
            for played, told in zip(turns, verdicts, strict=False)
        ],
        stop and Stop(stop.turn, stop.action),
        None if replayed.won is None else names[replayed.won],
        snapshot_answer(replayed.after._replace(rulings=snapshot.rulings)),
        used(snapshot.rulings, matters),
    )


def disputes(asked: Dispute, language: str) -> SettledDispute:
    """Settle whether a player's turn can have led from one table to another.

    Tried are any roll, the draws that the later table shows, and the plays that the differences
    show, each at every moment of the turn.
    """
    before, after, player = asked
    finding = settling.settle(before, after, player)
    matters = settling.could_matter(before, after, player, _TURN)
    names = [one.name for one in before.players]
    voice = _voice(language)
    differences = [
        _difference(one, names, names[player], voice, untried=finding.more)
        for one in finding.differences
    ]
    return SettledDispute(
        bool(finding.accounts),
        [turn_answer(account, before) for account in finding.accounts],
        finding.more,
        differences,
        weighed(before.rulings, matters),
    )


def _difference(
    found: settling.Difference, names: list[str], player: str, voice: Voice, *, untried: bool
) -> Difference:
    """A difference, with the rules that the likeliest turn breaks there, or what has changed."""
    change = found.change
    was, now = (value_at(change, value, names) for value in (change.before, change.after))
    reasons = dict.fromkeys(
        voice.say(check.rule, check.says, check.values) for check in found.broken
    )
    told = " ".join(reasons)
    if not told:
        shown = found.missing or change
        before, after = (value_at(shown, value, names) for value in (shown.before, shown.after))
        words = voice.rulebook.words(voice.language, "disputes")
        key = "missing" if found.missing else "untried" if untried else "unexplained"
        filled = {"player": player, "change": explanation(shown, before, after, voice)}
        told = voice.rulebook.fill(voice.language, words[key], filled)
    return Difference(pointer(change), was, now, told)


def pictures(asked: dict[str, Any], _language: str) -> str:
    """Draw a table as SVG.

    The board with its frame and all pieces; `spaces` are lit up, say those of a check.
    """
    return draw(asked["snapshot"], asked.get("spaces", 0))


def cards(_language: str) -> KnownCards:
    """What the board pack that the service was given knows of a real copy."""
    given = pack()
    if given is None:
        return KnownCards("", None, [], {}, [], [], [], {}, {})
    deck = given.deck
    return KnownCards(
        given.title,
        "up" if given.north_up else "down",
        [_segment(name, segment) for name, segment in given.segments.items()],
        {DIE_NAMES[die]: [*values] for die, values in given.odds.items()},
        GRID.name_all(deck.coordinates),
        GRID.name_all(deck.three_plus),
        [
            KnownMission(one.difficulty, [_value(each) for each in one.treasures], one.coordinates)
            for one in deck.missions
        ],
        {str(treasure): count for treasure, count in deck.treasures.items()},
        {str(card): count for card, count in deck.actions.items()},
    )


def _segment(name: str, segment: Segment) -> KnownSegment:
    bridges = [[frame(*place) for place in sorted(bridge)] for bridge in segment.bridges]
    return KnownSegment(name, [*segment.rows], bridges)


def _value(one: Any) -> Any:
    return one.value


def _voice(language: str) -> Voice:
    return Voice(RULEBOOK, GRID, language)


def _die(die: int) -> Any:
    return DIE_NAMES[die]


def _terrain(terrain: int) -> Any:
    return TERRAIN_NAMES[terrain]


def _find(find: Find, names: Sequence[str], **of: Any) -> FoundLog:
    route: Any = ROUTES[find.route]
    return FoundLog(
        owner=names[find.owner],
        route=route,
        at=GRID.names[find.at],
        must=find.must,
        legal=find.legal,
        **of,
    )


def _verdict(verdict: turn.Verdict, snapshot: Snapshot, voice: Voice) -> Verdict:
    after = verdict.after
    return Verdict(
        verdict.legal,
        [
            answers.Check(
                action=action,
                status=check.status,
                explanation=voice.say(check.rule, check.says, check.values),
                spaces=voice.names(check.spaces),
                **voice.cite(check.rule),
            )
            for action, check in verdict.checks
        ],
        [change_answer(change, snapshot, voice) for change in verdict.changes],
        None if after is None else snapshot_answer(after._replace(rulings=snapshot.rulings)),
    )
