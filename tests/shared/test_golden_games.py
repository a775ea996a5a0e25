"""Golden games: each record of the examples goes whole through every operation of its game.

Every move is judged and carried out on the table that the one before it left, and what the
operations say of it agrees.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.web.game import Answer, Game
from theodolite.web.games import GAMES

Json = dict[str, Any]

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = [
    pytest.param(game, path, id=f"{game.segment}: {path.stem}")
    for game in GAMES
    for path in sorted((EXAMPLES / game.id).glob("*record.json"))
]
FEW = 3
"""How many moves of a game the searches are asked about: evenly spread, the last one included."""


class Referee:
    """The operations of a game, which answer 200."""

    def __init__(self, client: FlaskClient, game: Game) -> None:
        self.client, self.game = client, game

    def ask(self, operation: str, **body: Any) -> Any:
        answer = self.client.post(f"{self.game.path}/{operation}", json=body)
        assert answer.status_code == 200, (operation, answer.text[:500])
        return answer.text if answer.mimetype == "image/svg+xml" else answer.get_json()

    def given(self, operation: str, move: Json) -> Json:
        """The knowledge of a player before this move, as far as the operation needs it."""
        answer: Answer = self.game.answers[operation.replace("-", "_")]
        fields = {} if answer.given is None else answer.given.fields
        known = {**move, "cards": [move.get("card")]}
        given = {name: known[name] for name, field in fields.items() if field.required}
        return {"given": given} if given else {}

    def turns(self, record: Json) -> Iterator[tuple[Json, list[tuple[str, Json]]]]:
        """Each turn of a record, with its moves and their players as `legality-checks` has them."""
        kind = None
        for turn in record["turns"]:
            moves = turn.get("moves", {})
            if "move" in turn:
                yield turn, [(turn["player"], turn["move"])]
            elif isinstance(moves, Mapping):
                # A record tells of cards what a move says itself.
                before, kind = kind, self.kind(turn.get("card"))
                card = {"card": turn["card"], "after_ruins": before == "ruins"} if moves else {}
                # Each of two players draws an ambush on the other's map.
                maps = [*moves][::-1] if kind == "ambush" and len(moves) > 1 else [*moves]
                named = zip(moves.items(), maps, strict=True)
                yield turn, [(name, {**card, "on": on, **move}) for (name, move), on in named]
            else:
                yield turn, [(turn["player"], move) for move in moves]

    def kind(self, card: Any) -> str | None:
        """The kind of a card; None if it is none."""
        if card is None:
            return None
        id_ = card["card"] if isinstance(card, dict) else card
        listed = self.client.get(f"{self.game.path}/cards").get_json()["cards"]
        return {each["card"]: str(each["kind"]) for each in listed}[id_]


def played(referee: Referee, record: Json) -> Iterator[tuple[Json, str, Json, Json]]:
    """Each move with the table before it and after it, which is the same judged and updated."""
    table, explored = record["snapshot"], []
    for turn, moves in referee.turns(record):
        for player, move in moves:
            asked = {"snapshot": table, "player": player, "move": move}
            verdict = referee.ask("legality-checks", **asked)
            failed = [each for each in verdict["checks"] if each["status"] == "failed"]
            assert (verdict["legal"], failed) == (True, []), (player, move)
            updated = referee.ask("updates", **asked)
            assert verdict["changes"] == updated["changes"]
            after = verdict["after"]
            assert updated["after"] == {key: after[key] for key in updated["after"]}
            yield table, player, move, after
            table = after
        if turn.get("revealed"):
            left = [each for each in table["display"] if each is not None]
            count = len(turn["revealed"])
            table = {
                **table,
                "display": [*left, *turn["revealed"]],
                "deck": table["deck"] - count,
            }
        if referee.kind(turn.get("card")) == "explore":
            explored.append(turn["card"])
        if "season_end" in turn:
            given = {**turn["season_end"], "revealed": explored}
            ended = referee.ask("end-checks", snapshot=table, given=given)
            assert ended["triggered"]
            table, explored = ended["after"] or table, []


def spread(moves: list[Any]) -> list[Any]:
    return moves[:: max(1, len(moves) // FEW)][: FEW - 1] + moves[-1:]


@pytest.mark.parametrize(("game", "path"), RECORDS)
def test_a_golden_game_goes_through_every_operation(
    client: FlaskClient, game: Game, path: Path
) -> None:
    referee = Referee(client, game)
    record = json.loads(path.read_text("utf-8"))["record"]
    replay = referee.ask("replays", record=record)
    assert (replay["legal"], replay["stopped_at"]) == (True, None)
    moves = list(played(referee, record))
    assert (
        replay["after"]["players"] == moves[-1][3]["players"] or "season_end" in record["turns"][-1]
    )
    for before, player, move, after in spread(moves):
        seen = referee.ask(
            "legal-actions",
            snapshot=before,
            player=player,
            limit=FEW,
            **referee.given("legal-actions", move),
        )
        assert len(seen["moves"]) == min(seen["total"], FEW)
        for entry in seen["moves"]:
            asked = {"snapshot": before, "player": player, "move": entry["move"]}
            assert referee.ask("legality-checks", **asked)["legal"] is not False
        resolved = referee.ask(
            "disputes",
            before=before,
            after=after,
            player=player,
            **referee.given("disputes", move),
        )
        assert resolved["possible"], resolved["differences"]
        assert resolved["accounts"]
        assert referee.ask("pictures", snapshot=after).startswith("<svg")
        assert "over" in referee.ask("end-checks", snapshot=after, player=player)
        names = [each["name"] for each in referee.ask("scores", snapshot=after)["players"]]
        assert names == [each["name"] for each in after["players"]]
        read = client.post(
            f"{game.path}/notations", json={"snapshot": after}, headers={"Accept": "text/plain"}
        )
        assert client.post(f"{game.path}/scores", json={"snapshot": read.text}).status_code == 200
    review = referee.ask("reviews", record=record)
    assert review["legal"]
    assert 0 < len(review["turns"]) <= len(moves)
