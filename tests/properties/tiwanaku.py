"""The adapter of Tiwanaku for the properties: random requests from whole games and random tables.

The games are played by moves that the service lists.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, NamedTuple

from properties.deductions import (
    a_puzzle_follows_by_its_tier,
    every_chain_proves_its_value,
    focus_changes_nothing,
    laying_every_possible_value_leaves_the_same,
    laying_what_is_certain_changes_nothing,
)
from properties.frame import Adapter, Judged, Request, Service, walk
from reference import tiwanaku_play as play
from reference.tiwanaku_comparisons import draw_board, draw_course, draw_player, draw_table
from theodolite.grid import Grid, Space
from theodolite.tiwanaku.actions import (
    Action,
    Divine,
    Explore,
    FinalPrediction,
    OtomaMove,
    Recall,
    Turn,
    Verdict,
)
from theodolite.tiwanaku.board import TERRAIN_NAMES, Land, Terrain
from theodolite.tiwanaku.snapshot import OTOMA, Colour, Mode, Snapshot
from theodolite.tiwanaku.turns import judge
from theodolite.web.tiwanaku.responses import write_table
from tiwanaku import games

Json = dict[str, Any]

GAMES_PLAYED = 4
"""How many games of each mode the positions are from."""
ACTIONS = {
    "Explore": "explore",
    "Recall": "recall",
    "Divine": "divine",
    "FinalPrediction": "final_prediction",
    "Pass": "pass",
    "FinalOffering": "final_offering",
    "NoAction": "none",
}


class Played(NamedTuple):
    """A turn of a game: the table before it, and the move in the form of a request."""

    snapshot: Json
    player: str
    move: Json


@cache
def game(number: int, mode: Mode) -> Sequence[Played]:
    """The turns of a game at random, as far as it was played."""
    random = Random(number)
    table, land = games.first_table(random, mode)
    seat, turns = 0, []
    for _ in range(250):
        turn = games.turns(random, table, seat, land)
        verdict = judge(table, seat, turn, land)
        if verdict.after is None:
            # A giver without the tile, a pawn out of turn: the player thinks again.
            continue
        name = table.players[seat].name
        turns.append(Played(write_table(table), name, entered(table, turn, verdict, land)))
        table = verdict.after
        if verdict.next_player is None:
            break
        seat = verdict.next_player
    return turns


def entered(table: Snapshot, turn: Turn, verdict: Verdict, land: Land) -> Json:
    """A turn in the form of a request, with all that the wheel showed in it."""
    grid = table.land.grid
    found = {space for space, _ in verdict.discovered}
    answer: Json = {"offering": [*turn.offering]}
    if turn.action is not None:
        answer["action"] = _action(turn.action, grid, land, found)
    if turn.spend is not None and turn.spend.arrow is not None:
        terrain = Terrain(turn.spend.terrain).name.lower()
        answer["spend"] = {"terrain": terrain, "arrow": turn.spend.arrow.value}
    for field, moves in (("otoma", turn.otoma), ("reaction", turn.reaction)):
        if moves is not None:
            answer[field] = [_otoma_move(table, move, verdict, land) for move in moves]
    return answer


def _action(action: Action, grid: Grid, land: Land, found: set[Space]) -> Json:
    answer: Json = {"type": ACTIONS[type(action).__name__]}
    match action:
        case Explore():
            start, end = action.start, action.path[-1]
            answer["from"] = None if start is None else grid.names[start]
            answer["path"] = [grid.names[space] for space in action.path]
            if end in found:
                answer["wheel"] = _terrain(land, end)
                if action.arrow is not None:
                    colour, direction = action.arrow
                    answer["arrow"] = {"colour": colour.value, "direction": direction.value}
                if action.giver is not None:
                    answer["giver"] = action.giver
            if action.own_arrow is not None:
                answer["own_arrow"] = action.own_arrow
        case Recall():
            answer["from"] = grid.names[action.start]
        case Divine():
            answer["predictions"] = [
                {
                    "space": grid.names[one.space],
                    "says": one.says,
                    "wheel": land.level_at(one.space),
                }
                for one in action.predictions
            ]
        case FinalPrediction(prediction=one):
            level = land.level_at(one.space)
            answer |= {"space": grid.names[one.space], "says": one.says, "wheel": level}
    return answer


def _terrain(land: Land, space: Space) -> str:
    terrain = land.terrain_at(space)
    assert terrain is not None
    return terrain.name.lower()


def _otoma_move(table: Snapshot, move: OtomaMove, verdict: Verdict, land: Land) -> Json:
    """A move of Otoma's, and what it revealed where its pawn now stands."""
    names = table.land.grid.names
    before, after = table.otoma, verdict.after and verdict.after.otoma
    assert before is not None
    assert after
    pairs = [*zip(before.pawns, after.pawns, strict=True)]
    named = [new for old, new in pairs if move.pawn in (old.space, old.colour)]
    moved = [new for old, new in pairs if old.space != new.space]
    # A pawn that is not named is the only one that moves; one whose way closes stays.
    now = [*named, *moved, before.pawns[0]][0]
    answer: Json = {}
    if isinstance(move.pawn, Colour):
        answer["pawn"] = move.pawn.value
    elif move.pawn is not None:
        answer["pawn"] = names[move.pawn]
    if now.space in {space for space, _ in verdict.discovered}:
        crop = land.level_at(now.space)
        answer["wheel"] = {"terrain": _terrain(land, now.space), "crop": crop}
        if move.giver is not None:
            answer["giver"] = move.giver
    return answer


def a_game(random: Random) -> Sequence[Played]:
    """A game of any mode."""
    return game(random.randrange(GAMES_PLAYED), random.choice([*Mode]))


def of_first_table(random: Random) -> Json:
    """The first turn of a game."""
    return request_for(a_game(random)[0])


def of_play(random: Random) -> Json:
    """A turn of a game."""
    return request_for(random.choice(a_game(random)))


def spoilt(random: Random) -> Json:
    """A turn of a game with something of it changed."""
    turns = a_game(random)
    one, other = random.choice(turns), random.choice(turns)
    body = request_for(one)
    move = {**one.move}
    match random.randrange(9):
        case 0:
            body["player"] = random.choice(one.snapshot["players"])["name"]
        case 1:
            move["action"] = other.move["action"]
        case 2:
            move = other.move
        case 3:
            move["offering"] = random.sample([1, 2, 3, 4, 5], random.randint(1, 5))
        case 4:
            move.pop(random.choice([*move]))
        case 5:
            move = misread(random, move)
        case 6:
            move |= {
                field: other.move[field] for field in ("otoma", "reaction") if field in other.move
            }
        case 7 if "path" in move["action"]:
            path = move["action"]["path"]
            move["action"] = {**move["action"], "path": path[:-1] or [*path, *path]}
        case 8:
            move = play.over_the_edge(random, move)
    return {**body, "move": move}


def misread(random: Random, move: Json) -> Json:
    """A turn in which the wheel was not read, or misread, once."""
    changed = deepcopy(move)
    read = [part for _, part in walk(changed) if isinstance(part, dict) and "wheel" in part]
    if read:
        part = random.choice(read)
        match part["wheel"]:
            case _ if random.random() < 0.3:
                del part["wheel"]
            case int():
                part["wheel"] = random.randint(1, 5)
            case str():
                part["wheel"] = random.choice(["mud", "sand", "grass", "rock"])
            case wheel:
                wheel["crop"] = random.randint(1, 5)
    return changed


def of_reference(random: Random) -> Json:
    """A competitive turn of the reference's, and no word of the wheel's lawfulness."""
    table = play.random_snapshot(random)
    return {"snapshot": table[0], **play.random_turn(random, table), "check_wheel": False}


def request_for(played: Played) -> Json:
    """The request about a turn, without the search for a lawful world, which is slow."""
    return {**played._asdict(), "check_wheel": False}


def without_option(body: Json) -> Json:
    """The request to carry a turn out, which searches for no world."""
    return {name: value for name, value in body.items() if name != "check_wheel"}


def record(random: Random, *, first: bool = False) -> Json:
    """Turns of a game that follow on one another."""
    played = a_game(random)
    at = 0 if first else random.randrange(len(played))
    some = played[at : at + random.randint(1, 12)]
    turns = [{"player": one.player, "move": one.move} for one in some]
    return {"record": {"snapshot": some[0].snapshot, "turns": turns}}


def spoilt_record(random: Random) -> Json:
    """Turns of a game of which one is left out, repeated or changed."""
    body = record(random)
    turns = body["record"]["turns"]
    at = random.randrange(len(turns))
    match random.randrange(5):
        case 0:
            turns.pop(at)
        case 1:
            turns.insert(at, turns[at])
        case 2:
            turns[at] = {**turns[at], "move": {"offering": turns[at]["move"]["offering"]}}
        case 3:
            turns[at] = {**turns[at], "move": misread(random, turns[at]["move"])}
        case 4:
            random.shuffle(turns)
    return body


def of_dispute(random: Random) -> Json:
    """The tables before and after a turn of a game; now and then with something changed."""
    turns = a_game(random)
    at = random.randrange(len(turns) - 1)
    before, after = turns[at].snapshot, deepcopy(turns[at + 1].snapshot)
    one = random.choice(after["players"])
    match random.randrange(6):
        case 0 if "score" in one:
            one["score"] += random.randint(1, 3)
        case 1 if one["meeples"]:
            one["meeples"].pop()
        case 2 if "diversity" in one:
            terrain = random.choice([*one["diversity"]])
            one["diversity"][terrain] = max(0, one["diversity"][terrain] - 1)
        case 3:
            after = deepcopy(turns[max(0, at - 1)].snapshot)
    return {"before": before, "after": after, "player": turns[at].player}


def of_due_moves(random: Random) -> Json:
    """A request for the pawns that are due after a move."""
    mode = random.choice([Mode.SOLO, Mode.COOPERATIVE])
    turns = game(random.randrange(GAMES_PLAYED), mode)
    one = random.choice(turns)
    spaces = [pawn["space"] for pawn in one.snapshot["otoma"]["pawns"]]
    return {
        "snapshot": one.snapshot,
        "player": OTOMA,
        "given": {"after_move": {"player": one.player, "space": random.choice(spaces)}},
    }


def without_crops(random: Random) -> Json:
    """A board with terrain only, or with nothing at all."""
    body = draw_board(random)
    empty = ["....."] * 5
    rows = body["snapshot"]["terrain"] if random.random() < 0.7 else empty
    return {**body, "snapshot": {**body["snapshot"], "terrain": rows, "crops": empty}}


def of_known_world(random: Random) -> Json:
    """A whole world of either board, as all tiles lie in it."""
    board = random.choice(["short", "long"])
    terrain, crops = play.disc(random, board)
    rows = [*play.written(board, terrain)]
    tiles = {name: "".join(rows).count(name[0].upper()) for name in TERRAIN_NAMES}
    return {"board": board, "terrain": rows, "crops": [*play.written(board, crops)], "tiles": tiles}


def asks(snapshot: Json) -> Iterator[Request]:
    """A request to every operation that takes a table, except the slow `disputes`."""
    name = snapshot["players"][0]["name"]
    about = {"snapshot": snapshot, "player": name}
    yield Request("scores", {"snapshot": snapshot})
    yield Request("legality-checks", {**about, "move": {}, "check_wheel": False})
    yield Request("updates", {**about, "move": {}})
    yield Request("legal-actions", about)
    yield Request("end-checks", about)
    yield Request("replays", {"record": {"snapshot": snapshot, "turns": []}})
    yield Request("deductions", {"snapshot": snapshot, "explain": False, "time_limit_ms": 1})
    yield Request("pictures", {"snapshot": snapshot})
    if snapshot["mode"] != "competitive":
        yield Request("legal-actions", {**about, "player": OTOMA})


def disputed(request: Request, answer: Json) -> Request | None:
    """The dispute of a legal turn of a player's."""
    before, player = request.body["snapshot"], request.body["player"]
    if answer["after"] is None or player == OTOMA:
        return None
    return Request("disputes", {"before": before, "after": answer["after"], "player": player})


def alone(body: Json, answer: Json, service: Service) -> Iterator[Judged]:
    """The turns of a record, each on the table on which it was played."""
    table, turns = body["record"]["snapshot"], body["record"]["turns"]
    for turn, verdict in zip(turns, answer["turns"], strict=False):
        checks = [(check["rule"], check["status"]) for check in verdict["checks"]]
        request = Request("legality-checks", {"snapshot": table, **turn, "check_wheel": False})
        yield Judged(request, checks, verdict["after"])
        table = verdict["after"] or table


def _acts(body: Json, kind: str) -> Json | None:
    """The action of a move, if it is of a kind."""
    action: Json = body["move"].get("action") or {}
    return action if action.get("type") == kind else None


def step_left_out(random: Random, body: Json) -> None:
    """The first of several steps is left out."""
    action = _acts(body, "explore")
    if action and len(action["path"]) > 1:
        action["path"] = action["path"][1:]


def back_to_start(random: Random, body: Json) -> None:
    """A move on the board goes on to where it began."""
    action = _acts(body, "explore")
    if action and action["from"]:
        action["path"] = [*action["path"], action["from"]]


def over_the_edge(random: Random, body: Json) -> None:
    """A move ends on a space that the board has not."""
    action = _acts(body, "explore")
    if action:
        action["path"] = [*action["path"][:-1], "A10"]


def of_another(random: Random, body: Json) -> None:
    """The meeple of another player is moved."""
    action = _acts(body, "explore")
    others = [
        space
        for player in body["snapshot"]["players"]
        if player["name"] != body["player"]
        for space in player["meeples"]
    ]
    if action and action["from"] and others:
        action["from"] = others[0]


def nothing_predicted(random: Random, body: Json) -> None:
    """A player divines without a prediction."""
    action = _acts(body, "divine")
    if action:
        action["predictions"] = []


def predicted_twice(random: Random, body: Json) -> None:
    """The same crop is predicted twice."""
    action = _acts(body, "divine")
    if action:
        action["predictions"] = [*action["predictions"], action["predictions"][0]]


def offered_twice(random: Random, body: Json) -> None:
    """A level is offered twice."""
    body["move"]["offering"] = [level for level in body["move"].get("offering", ()) for _ in "12"]


ADAPTER = Adapter(
    game="tiwanaku",
    draws={
        "legality-checks": [of_first_table, of_play, spoilt, of_reference, draw_course],
        "updates": [
            lambda random: without_option(of_play(random)),
            lambda random: without_option(spoilt(random)),
        ],
        "replays": [lambda random: record(random, first=True), record, spoilt_record],
        "legal-actions": [draw_player, of_due_moves],
        "disputes": [of_dispute],
        "end-checks": [draw_player],
        "scores": [draw_table],
        "deductions": [without_crops, draw_board],
    },
    asks=asks,
    turns=["legality-checks"],
    disputed=disputed,
    alone=alone,
    # A request need not tell an action, a turn of a record must.
    only_in_records=["tiwanaku.turn.order", "tiwanaku.turn.action"],
    judged={"legality-checks": ["move"], "replays": ["record"]},
    facts=["player", "snapshot"],
    own=[
        laying_what_is_certain_changes_nothing,
        laying_every_possible_value_leaves_the_same,
        focus_changes_nothing,
        every_chain_proves_its_value,
        a_puzzle_follows_by_its_tier,
    ],
    tables=[of_known_world],
    slips={
        "move.orthogonal move.entry_edge": [step_left_out],
        "move.not_back_to_start move.stops_on_bare": [back_to_start],
        "board.spaces": [over_the_edge],
        "move.on_board": [of_another],
        "divine.at_least_one": [nothing_predicted],
        "divine.each_once": [predicted_twice],
        "offering.once": [offered_twice],
    },
)
