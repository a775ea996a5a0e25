"""The declaration of a game: what it must have, and what it may have, stated once.

Specification, command, SDK, tool server, page and tests read `Game.operations`. The operations that
games share are those of KINDS: a game brings an `Answer` to each that it has.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from flask import Flask

from theodolite.notation.text import TableNotation
from theodolite.rulebook import Rulebook
from theodolite.verdict import NOTHING, Fault, Path
from theodolite.web import asked, fields
from theodolite.web.operations import Operation, endpoint, listing
from theodolite.web.problems import RULEBOOKS
from theodolite.web.responses import (
    OperationList,
    OperationResponse,
    RuleList,
    RulingList,
    list_rules,
    list_rulings,
)
from theodolite.web.schemas import Schema
from theodolite.web.serving.executors import Executor, Route, routed
from theodolite.web.tables import notations

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


class Kind(NamedTuple):
    """An operation that every game may have.

    Attributes:
        request: The name of its request schema.
        members: The members of its body, `?` after those that may be missing.
        text: A one-sentence summary.
        links: The operations that can follow with the table after it.
    """

    request: str
    members: str
    text: str
    links: Sequence[str] = ()


KINDS: Mapping[str, Kind] = {
    "scores": Kind("ScoreRequest", "snapshot", "Score a table."),
    "legality_checks": Kind(
        "CheckRequest",
        "snapshot player move",
        "Judge a move.",
        ("legal_actions", "end_checks", "scores", "pictures"),
    ),
    "updates": Kind(
        "UpdateRequest", "snapshot player? move", "Carry out a move unjudged.", ("pictures",)
    ),
    "legal_actions": Kind("ActionsRequest", "snapshot player given?", "List what a player may do."),
    "end_checks": Kind(
        "EndRequest", "snapshot player? given?", "Tell whether the game is over, and why."
    ),
    "replays": Kind("ReplayRequest", "record", "Judge a record.", ("scores", "pictures")),
    "reviews": Kind("ReviewRequest", "record", "Review a record: what each move was worth."),
    "disputes": Kind(
        "DisputeRequest",
        "before after player given?",
        "Tell whether a player can have led from one table to another.",
    ),
    "pictures": Kind("PictureRequest", "snapshot", "Draw a table as a picture."),
}
"""The operations that games share, by their names."""


class Answer(NamedTuple):
    """The part of a game in an operation that games share.

    Attributes:
        judge: Takes the loaded request and the locale of the texts, and returns the response. Its
            docstring tells what is the game's own.
        example: An example of a request.
        given: The schema of `given`; None if the game has nothing that comes before a choice here.
        options: Members of the body beside those of every game.
        faults: Finds faults between the members, beside those that all games share.
        snapshot: The schema of a partial table, where that suffices.
        move: The schema of a move, where it takes another than the game's.
        executor: The executor of requests that may take more than a few milliseconds.
        problems: The problem types that only this operation has.
        media_type: The media type of a response that is a text.
    """

    judge: Callable[[Any, str], Any]
    example: Mapping[str, Any]
    given: Schema | None = None
    options: Mapping[str, Any] = NOTHING
    faults: Callable[[Mapping[str, Any]], Iterable[Fault]] = lambda _: ()
    snapshot: Schema | None = None
    move: Schema | None = None
    executor: Executor | None = None
    problems: Sequence[str] = ()
    media_type: str | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """A game on the web.

    Attributes:
        name: The name printed on the box.
        rulebook: Its rules, rulings and words.
        snapshot: The schema of its table.
        players: The names at a loaded table.
        move: The schema of a move.
        answers: Its answers to the operations of KINDS.
        automaton: The schema of a move of Otoma; None where no automaton plays.
        turn: The schema of a turn of a record; None for a player and a move.
        move_faults: Finds faults of a loaded move on a table: takes the table, the name of the
            player, the move, and its place in the request.
        turn_faults: The same for a turn of a record, where that is no player and a move.
        most_turns: The most turns of a record.
        notation: How its tables are written as text.
        table: An example of a table.
        own: The operations that it has alone, and its lists.
        card_pack: Loads its card pack, as a schema loads a request; None if it has none.
        page: The folder of its part of the page; None for `page/<id>`.
        prepare: Computes what all requests share, before a worker accepts any.
    """

    name: str
    rulebook: Rulebook
    snapshot: Schema | None = None
    players: Callable[[Any], Sequence[str]] = lambda _: ()
    move: Schema | None = None
    answers: Mapping[str, Answer] = field(default_factory=dict)
    automaton: Schema | None = None
    turn: Schema | None = None
    move_faults: Callable[[Any, str, Any, Path], Iterable[Fault]] = lambda *_: ()
    turn_faults: Callable[[Any, Any, Path], Iterable[Fault]] | None = None
    most_turns: int = 200
    notation: TableNotation | None = None
    table: Mapping[str, Any] = field(default_factory=dict)
    own: Sequence[Operation] = ()
    card_pack: Schema | None = None
    page: Traversable | None = None
    prepare: Callable[[], None] = lambda: None

    @property
    def id(self) -> str:
        """The name of its package, which begins the id of each of its operations and rules."""
        return self.rulebook.game

    @property
    def segment(self) -> str:
        """Its part of a path, which is its name for clients."""
        return self.id.replace("_", "-")

    @property
    def path(self) -> str:
        """The beginning of its paths."""
        return f"/v3/{self.segment}"

    def operation(self, name: str) -> Operation | None:
        """The operation of a name; None if there is none."""
        return next((each for each in self.operations if each.name == name), None)

    @cached_property
    def operations(self) -> Sequence[Operation]:
        """All its operations."""
        shared = [
            self._operation(name, kind, self.answers[name])
            for name, kind in KINDS.items()
            if name in self.answers
        ]
        if self.notation is not None and self.snapshot is not None:
            table = asked.TableField(self.snapshot, self.notation)
            request = asked.body("NotationRequest", "A table.", {"snapshot": table})
            shared.append(
                notations(self.notation, self.rulebook, self.snapshot, request, self.table)
            )

        def rules(locale: str) -> RuleList:
            """List every rule that an answer about the game can name."""
            return list_rules(self.rulebook, locale)

        def rulings(locale: str) -> RulingList:
            """List every open point of the rules, its values, its default and why it is open."""
            return list_rulings(self.rulebook, locale)

        def operations(_locale: str) -> OperationList:
            """List the operations of the game, each with an example of a request."""
            return OperationList(self.segment, self.name, [*map(self._described, every)])

        every = [*shared, *self.own, listing(rules, "/rules"), listing(rulings, "/rulings")]
        return [*every, listing(operations, "")]

    def _described(self, each: Operation) -> OperationResponse:
        about = each.text.partition("\n")[0]
        path = self.path + each.path
        return OperationResponse(each.path[1:], path, each.method, about, each.example)

    def _operation(self, name: str, kind: Kind, answer: Answer) -> Operation:
        members = {**self._members(kind, answer), **answer.options}
        player, after = "$request.body#/player", "$response.body#/after"
        links = {
            other: {"snapshot": after, **({"player": player} if "actions" in other else {})}
            for other in kind.links
            if other in self.answers
        }
        return endpoint(
            answer.judge,
            f"/{name.replace('_', '-')}",
            asked.body(kind.request, kind.text, members, lambda made: self._faults(made, answer)),
            answer.example,
            name=name,
            text=f"{kind.text}\n\n{answer.judge.__doc__ or ''}",
            media_type=answer.media_type,
            executor=answer.executor,
            links=links,
            problems=answer.problems,
        )

    def _members(self, kind: Kind, answer: Answer) -> Mapping[str, Any]:
        table = partial(
            asked.TableField,
            answer.snapshot or self.snapshot,
            self.notation,
            partial=answer.snapshot is not None,
        )
        makers: Mapping[str, Callable[..., Any]] = {
            "snapshot": table,
            "before": table,
            "after": table,
            "player": fields.Name,
            "move": partial(asked.MoveField, answer.move or self.move, self.automaton),
            "given": lambda **kind: fields.Nested(answer.given or Schema(), **kind),
            "record": lambda **kind: fields.Nested(self._record, **kind),
        }
        members = {}
        for word in kind.members.split():
            member = word.rstrip("?")
            if member != "given" or answer.given is not None:
                is_needed = member == "given" and _needs(answer.given)
                members[member] = makers[member](
                    required=member == word or is_needed, description=asked.DESCRIPTIONS[member]
                )
        return members

    @cached_property
    def _record(self) -> Schema:
        turn = self.turn or asked.turn(self.move, self.automaton)
        return asked.record(asked.TableField(self.snapshot, self.notation), turn, self.most_turns)

    def _faults(self, made: Mapping[str, Any], answer: Answer) -> Iterable[Fault]:
        """The faults between the members of a body."""
        if "record" in made:
            yield from self._record_faults(made["record"])
        else:
            name = made.get("player")
            if name is not None:
                names = self.players(made.get("snapshot", made.get("before")))
                yield from asked.unknown_mover(names, name, ("player",), self.automaton)
            if "move" in made:
                yield from self.move_faults(made["snapshot"], name or "", made["move"], ("move",))
        yield from answer.faults(made)

    def _record_faults(self, record: Mapping[str, Any]) -> Iterable[Fault]:
        table = record["snapshot"]
        for i, turn in enumerate(record["turns"]):
            here: Path = ("record", "turns", i)
            if self.turn_faults is not None:
                yield from self.turn_faults(table, turn, here)
                continue
            name = turn["player"]
            path: Path = (*here, "player")
            automaton = None if turn.get("left") else self.automaton
            yield from asked.unknown_mover(self.players(table), name, path, automaton)
            if "move" in turn:
                yield from self.move_faults(table, name, turn["move"], (*here, "move"))


def _needs(schema: Schema | None) -> bool:
    """Whether a schema has a field that is required."""
    return schema is not None and any(field.required for field in schema.fields.values())


def mount(app: Flask, games: Sequence[Game], others: Sequence[Operation]) -> None:
    """Add the routes of games and of the service's other operations to an app."""
    app.extensions[_GAMES] = games
    app.extensions[RULEBOOKS] = {game.id: game.rulebook for game in games}
    app.extensions[_OPERATIONS] = {
        **{operation.name: operation for operation in others},
        **{f"{game.id}.{each.name}": each for game in games for each in game.operations},
    }
    prefixes = {game.id: game.path for game in games}
    for id_, operation in app.extensions[_OPERATIONS].items():
        prefix = prefixes.get(id_.partition(".")[0], "")
        view = routed(operation.view, _within(app, operation.route))
        app.add_url_rule(prefix + operation.path, id_, view, methods=[operation.method])


def _within(app: Flask, route: Route) -> Route:
    """A route that loads bodies with the card packs of an app, before the app has the request."""

    def executor(environ: "WSGIEnvironment", body: bytes | bytearray) -> Executor | None:
        with app.app_context():
            return route.executor(environ, body)

    return route._replace(executor=executor)


_GAMES, _OPERATIONS = "theodolite.games", "theodolite.operations"


def games_of(app: Flask) -> Sequence[Game]:
    """The games of an app."""
    return cast("Sequence[Game]", app.extensions[_GAMES])


def operations_of(app: Flask) -> Mapping[str, Operation]:
    """Every operation of an app by its id, `<game>.<name>`, which is its Flask endpoint too."""
    return cast("Mapping[str, Operation]", app.extensions[_OPERATIONS])
