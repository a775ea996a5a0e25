"""The operations that games share, each stated once: `GameClient` serves every game.

An operation that one game alone has is a method of that game's client.
"""

from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from inspect import isawaitable
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar, Unpack

from theodolite_sdk.errors import NotSent, Problem, ProblemError, UnexpectedAnswer, problem_error
from theodolite_sdk.model import Model, Strings
from theodolite_sdk.modes import Client, Mode, endpoint, stream
from theodolite_sdk.pictures import Picture, Reviewed
from theodolite_sdk.responses import (
    Operation,
    OperationList,
    PhotoDescriptors,
    PhotoLooks,
    Rule,
    RuleList,
    Ruling,
    RulingList,
)
from theodolite_sdk.sender import Options, decoded, encoded, language_of
from theodolite_sdk.transport import Received

Plain = Mapping[str, Any]
"""A plain dictionary with the fields of the class it stands for."""
Given = Model | Plain
"""The decisions of chance or others before the player chooses: an object of the game's package."""
Photograph = bytes | str | Path
"""The path of a JPEG, PNG or WebP file, or its bytes."""
Corners = Sequence[Sequence[float]]
"""Four corners in pixels, [x, y] each, clockwise from the top left."""
Ask = Literal["all", "one"]
"""Whether a response about a photograph asks about all spaces worth it, or about one."""


Snapshot = TypeVar("Snapshot", bound=Model)
Move = TypeVar("Move", bound=Model)
Record = TypeVar("Record", bound=Model)
Table = TypeVar("Table", bound=Model)
ScoreSheet = TypeVar("ScoreSheet", bound=Model)
Legality = TypeVar("Legality", bound=Model)
Update = TypeVar("Update", bound=Model)
LegalActions = TypeVar("LegalActions", bound=Model)
EndCheck = TypeVar("EndCheck", bound=Model)
Replay = TypeVar("Replay", bound=Model)
Review = TypeVar("Review", bound=Model)
Dispute = TypeVar("Dispute", bound=Model)
Photo = TypeVar("Photo", bound=Reviewed)
Value = TypeVar("Value")

JSON = "application/json"
# The service answers the first lines while the last are still on their way to it. The SDK reads
# once all are sent, so that what is under way must fit into the buffers of a connection.
_BATCH_BYTES = 64 * 1024


class GameClient(
    Client[Mode],
    Generic[
        Snapshot,
        Move,
        Record,
        Table,
        ScoreSheet,
        Legality,
        Update,
        LegalActions,
        EndCheck,
        Replay,
        Review,
        Dispute,
        Photo,
        Mode,
    ],
):
    """The operations of a game.

    A snapshot is an object of the game's module `types`, a plain dictionary with the same fields,
    or a text in the game's notation; moves and records are objects or dictionaries. An option that
    the game does not have is refused if it is given. Every method takes the `options` of a call:
    `timeout`, `headers` and `language`, as `Theodolite` has them. Every method raises
    `InvalidSnapshot` if the service finds the request impossible, and another `TheodoliteError` if
    anything else goes wrong.

    The examples have a `referee`, which is `Theodolite()`, and requests of the folder `examples` of
    the repository: `half_day` is `misterra/half-day.json`.
    """

    path: ClassVar[str]
    """Where the game's operations are, such as `/v3/misterra`."""
    _answers: ClassVar[Mapping[str, Any]]
    """The class of the response of each operation."""
    _board: ClassVar[str] = "board"
    """The part of a form that says which board a photograph shows."""
    _symbols: ClassVar[Sequence[str]] = ("symbol",)
    """The fields of a sample beside its space."""

    @endpoint
    async def score(
        self,
        snapshot: Snapshot | Plain | str,
        *,
        only: Strings | None = None,
        **options: Unpack[Options],
    ) -> ScoreSheet:
        """Return the score of a table, line by line.

        Args:
            snapshot: The whole table.
            only: The decrees that are scored (Cartographers); all of the season if None.
            options: As the class describes them.

        Examples:
            >>> sheet = referee.misterra.score(**two_players)
            >>> sheet.winners, sheet["Cassandra"].total
            (('Cassandra',), 93)
        """
        return await self._ask("scores", {"snapshot": snapshot}, options, only=only)

    @stream
    async def score_many(
        self,
        snapshots: Iterable[Snapshot | Plain | str],
        progress: Callable[[int], object] | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[ScoreSheet | ProblemError]:
        """Score many tables, as `many` does.

        Args:
            snapshots: Any number of tables, such as a generator yields.
            progress: Called with the number of tables scored so far, once a batch.
            options: As the class describes them.

        Yields:
            A sheet for each snapshot, or the error (not raised) if it cannot be scored.

        Examples:
            >>> tables = [two_players["snapshot"], "beach: nowhere"]
            >>> [type(each).__name__ for each in referee.misterra.score_many(tables)]
            ['ScoreSheet', 'InvalidSnapshot']
        """
        bodies = ({"snapshot": snapshot} for snapshot in snapshots)
        async for sheet in self._many("scores", bodies, progress, options):
            yield sheet

    @endpoint
    async def ask(self, operation: str, request: Plain, **options: Unpack[Options]) -> Any:
        """Send a request of any operation, and return what its method returns.

        Args:
            operation: The last part of its path, such as `legality-checks`.
            request: The body, as the operation has it.
            options: As the class describes them.

        Examples:
            >>> referee.misterra.ask("legality-checks", half_day).legal
            False
        """
        received = await self._send(operation, request, options)
        if received.headers.get("Content-Type", "").startswith(JSON):
            kind = self._kind(operation, request)
            return decoded(received.content, kind, language_of(received))
        text = received.content.decode()
        return Picture(text) if operation == "pictures" else text

    @stream
    async def many(
        self,
        operation: str,
        requests: Iterable[Plain],
        progress: Callable[[int], object] | None = None,
        **options: Unpack[Options],
    ) -> AsyncIterator[Any]:
        """Send many requests of one operation, in order, in bounded memory.

        Requests are taken from the iterable and sent as the responses are consumed, 64 KiB at a
        time. A batch whose response breaks off is sent again.

        Args:
            operation: The last part of its path, such as `legality-checks`.
            requests: A dictionary each, such as `{"snapshot": …, "player": "Ann", "move": …}`.
            progress: Called with the number of responses so far, once a batch.
            options: As the class describes them.

        Yields:
            What its method returns, or the error (not raised) if there is no such response.

        Raises:
            ValueError: The game has no such operation.

        Examples:
            >>> verdicts = referee.misterra.many("legality-checks", [half_day, half_day])
            >>> [verdict.legal for verdict in verdicts]
            [False, False]
        """
        async for answer in self._many(operation, requests, progress, options):
            yield answer

    @endpoint
    async def check(
        self,
        snapshot: Snapshot | Plain | str,
        player: str,
        move: Move | Plain,
        *,
        check_wheel: bool | None = None,
        **options: Unpack[Options],
    ) -> Legality:
        """Return whether a move is legal, rule by rule, and the table after it.

        The verdict counts as true if the move is legal and whole.

        Args:
            snapshot: The whole table before it.
            player: Name of the player, or `Otoma`.
            move: What the player did.
            check_wheel: Whether the answers of the wheel must be possible (Tiwanaku).
            options: As the class describes them.

        Examples:
            >>> verdict = referee.misterra.check(**half_day)
            >>> bool(verdict), [each.rule for each in verdict.checks if each.status == "failed"]
            (False, ['misterra.map.sight'])
        """
        body = {"snapshot": snapshot, "player": player, "move": move}
        return await self._ask("legality-checks", body, options, check_wheel=check_wheel)

    @endpoint
    async def update(
        self,
        snapshot: Snapshot | Plain | str,
        move: Move | Plain,
        player: str | None = None,
        **options: Unpack[Options],
    ) -> Update:
        """Return the table after a move, which is carried out, not judged.

        Args:
            snapshot: The table before it, or the part of it that the move touches.
            move: What the player did.
            player: Name of the player; None if the table is a board alone.
            options: As the class describes them.

        Examples:
            >>> referee.misterra.update(**half_day).after.island
            ('....j', '.J.ss', '..lSs', '.Mml.', '.....')
        """
        body = {"snapshot": snapshot, "move": move}
        return await self._ask("updates", body, options, player=player)

    @endpoint
    async def actions(
        self,
        snapshot: Snapshot | Plain | str,
        player: str,
        given: Given | None = None,
        *,
        value: Literal["none", "now", "season", "game"] | None = None,
        limit: int | None = None,
        **options: Unpack[Options],
    ) -> LegalActions:
        """Return everything that a player may do.

        Args:
            snapshot: The whole table.
            player: Name of the player whose turn it is.
            given: What was decided before the player chooses, such as the card that was revealed.
            value: Until when moves are valued: `now` (Misterra), `season` or `game`
                (Cartographers).
            limit: The most entries of `moves`.
            options: As the class describes them.

        Examples:
            >>> actions = referee.misterra.actions(half_day["snapshot"], "Cassandra", limit=1)
            >>> actions.total, actions.moves[0].move.path
            (7, ())
        """
        body = {"snapshot": snapshot, "player": player}
        return await self._ask(
            "legal-actions", body, options, given=given, value=value, limit=limit
        )

    @endpoint
    async def end(
        self,
        snapshot: Snapshot | Plain | str,
        player: str | None = None,
        given: Given | None = None,
        **options: Unpack[Options],
    ) -> EndCheck:
        """Return whether the game ends, or a season does, condition by condition.

        Args:
            snapshot: The whole table after the turn.
            player: Name of the player who has just finished a whole turn.
            given: What was decided at the end of a season (Cartographers).
            options: As the class describes them.

        Examples:
            >>> referee.misterra.end(half_day["snapshot"], "Elliott").over
            False
        """
        body = {"snapshot": snapshot}
        return await self._ask("end-checks", body, options, player=player, given=given)

    @endpoint
    async def replay(
        self,
        record: Record | Plain,
        *,
        seen: Table | None = None,
        check_wheel: bool | None = None,
        **options: Unpack[Options],
    ) -> Replay:
        """Return the verdict on a record of a game, up to and with the first illegal turn.

        Args:
            record: The table before the first turn, and the turns.
            seen: The table as it is now: `replay.seen` then tells whether the record leads to it,
                or which turn is wrong.
            check_wheel: Whether the answers of the wheel must be possible (Tiwanaku).
            options: As the class describes them.

        Examples:
            >>> replay = referee.misterra.replay(**record)
            >>> bool(replay), len(replay.turns)
            (True, 2)
        """
        body = {"record": record}
        return await self._ask("replays", body, options, seen=seen, check_wheel=check_wheel)

    @endpoint
    async def review(self, record: Record | Plain, **options: Unpack[Options]) -> Review:
        """Return what each move of a record was worth, and what would have been best.

        Args:
            record: The table before the first turn, and the turns.
            options: As the class describes them.

        Examples:
            >>> review = referee.misterra.review(**record)
            >>> review.reviewed, review.moments
            (4, ())
        """
        return await self._ask("reviews", {"record": record}, options)

    @endpoint
    async def dispute(
        self,
        before: Snapshot | Plain | str,
        after: Snapshot | Plain | str,
        player: str,
        given: Given | None = None,
        **options: Unpack[Options],
    ) -> Dispute:
        """Return whether one turn of a player can have led from one table to another.

        Args:
            before: The whole table before the turn.
            after: The whole table after it.
            player: Name of the player whose turn it was.
            given: The cards that were revealed between them (Cartographers).
            options: As the class describes them.

        Examples:
            >>> found = referee.misterra.dispute(**dispute)
            >>> found.possible, [difference.kind for difference in found.differences]
            (True, [])
        """
        body = {"before": before, "after": after, "player": player}
        return await self._ask("disputes", body, options, given=given)

    @endpoint
    async def picture(
        self,
        snapshot: Snapshot | Plain | str,
        spaces: Strings | None = None,
        player: str | None = None,
        *,
        possible: Plain | None = None,
        **options: Unpack[Options],
    ) -> Picture:
        """Return the table as a picture, which a notebook shows.

        Args:
            snapshot: The table.
            spaces: Spaces to highlight, such as those of a line of a score sheet.
            player: Name of the only player whose board is highlighted (Misterra) or drawn
                (Cartographers); None for everyone's.
            possible: What is possible on each space (Tiwanaku), as `deduce` returns it.
            options: As the class describes them.

        Examples:
            >>> picture = referee.misterra.picture(half_day["snapshot"], ["E1", "E2"])
            >>> picture[:4]
            '<svg'
        """
        about = {"spaces": spaces, "player": player, "possible": possible}
        drawing = await self._send("pictures", {"snapshot": snapshot}, options, **about)
        return Picture(drawing.content, "utf-8")

    @endpoint
    async def notation(self, snapshot: Snapshot | Plain | str, **options: Unpack[Options]) -> str:
        """Return a table as text, which every method takes.

        Args:
            snapshot: The whole table.
            options: As the class describes them.

        Examples:
            >>> text = referee.misterra.notation(half_day["snapshot"])
            >>> text.splitlines()[0]
            'beach: right'
        """
        return (await self._send("notations", {"snapshot": snapshot}, options)).content.decode()

    @endpoint
    async def parse(self, text: str, **options: Unpack[Options]) -> Table:
        """Return the table that is written in a text; its `to_request()` is a snapshot.

        Args:
            text: The table, such as a player types it.
            options: As the class describes them.

        Raises:
            InvalidSnapshot: `errors` has the line and the column of each fault.

        Examples:
            >>> text = referee.misterra.notation(half_day["snapshot"])
            >>> referee.misterra.parse(text).players[0].meeple
            'C3'
        """
        return await self._ask("notations", {"snapshot": text}, options)

    @endpoint
    async def read_photo(
        self,
        photo: Photograph,
        board: str | Sequence[str] | None = None,
        samples: Sequence[Model | Plain] = (),
        corners: Corners | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask = "all",
        flip: bool = False,
        descriptors: PhotoDescriptors | None = None,
        **options: Unpack[Options],
    ) -> Photo:
        """Return a board as read from a photograph.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            board: What it shows: `parchment` or `island` (Misterra), the map of the snapshot
                (Cartographers), `short` or `long` (Tiwanaku).
            samples: What is known so far, such as `Sample("B3", "J")`; `ask` of the response lists
                the spaces to name next.
            corners: The board's corners in pixels, clockwise from the top left; found if None.
            looks: `looks` of the reading of another photograph of this copy of the game.
            ask: `one` to be asked about a single space, that whose name settles most.
            flip: Whether the picture is mirrored: it is turned over first, and corners are those
                of the picture turned over.
            descriptors: `descriptors` of an earlier reading of this photograph, which save time.
            options: As the class describes them.

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: The file is no such picture.
            NotInstalled: The service runs without its photograph reader.

        Examples:
            >>> photo = "examples/misterra/parchment.jpg"
            >>> referee.misterra.read_photo(photo, "parchment").ask[:3]
            ('E1', 'B1', 'D3')
        """
        about = {
            "samples": samples,
            "corners": corners,
            "looks": looks,
            "ask": ask,
            "flip": flip,
            "descriptors": descriptors,
        }
        return await self._read(_content(photo), board, about, options)

    @endpoint
    async def guide_photo(
        self,
        photo: Photograph,
        name: Callable[[str], Sequence[str] | Awaitable[Sequence[str]]],
        board: str | Sequence[str] | None = None,
        place: Callable[[Photo], Corners | Awaitable[Corners]] | None = None,
        overlooked: Callable[[Photo], Sequence[str] | Awaitable[Sequence[str]]] | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask | None = None,
        flip: bool = False,
        **options: Unpack[Options],
    ) -> Photo:
        """Return a board as read from a photograph, asking a person what has to be asked.

        With `AsyncTheodolite`, the functions may be coroutines.

        Args:
            photo: The path of a JPEG, PNG or WebP file, or its bytes.
            name: Returns what lies on a space, as the letter of the rows; in Tiwanaku terrain and
                crop. Called for one space of each kind that looks alike, and for each in doubt.
            board: As for `read_photo`.
            place: Returns the corners. Called if those that were found are doubtful, or if several
                boards were found: `boards` of the reading has the corners of each.
            overlooked: Returns a space of each kind that `name` was not asked about, if there are
                any. Called when nothing else is left to ask.
            looks: `looks` of the reading of another photograph of this copy of the game: then only
                what is in doubt is asked. `save_looks` keeps those of the reading in a file.
            ask: `one` to be asked about one space at a time, that whose name settles most, which
                takes fewer answers and more requests, and errs unseen more often; `all` for all
                worth asking at once. By default `one` with looks, else `all`.
            flip: As for `read_photo`.
            options: As the class describes them.

        Raises:
            OSError, UnsupportedMediaType, NotInstalled: As `read_photo`.
            ValueError: `name` returned more or fewer letters than a sample has.

        Examples:
            >>> lies = dict.fromkeys(("A1", "B1"), "J")
            >>> name = lambda space: lies.get(space, "S")
            >>> photo = "examples/misterra/parchment.jpg"
            >>> len(referee.misterra.guide_photo(photo, name, "parchment").rows)
            5
        """
        content = _content(photo)
        samples: list[Plain] = []
        about: dict[str, Any] = {"samples": samples, "looks": looks, "flip": flip}
        about["ask"] = ask or ("all" if looks is None else "one")
        # A reading of any game asks alike.
        reading: Any = await self._read(content, board, about, options)
        if place is not None and (reading.review_corners or len(reading.boards) > 1):
            about["corners"] = await _awaited(place(reading))
            reading = await self._read(content, board, about, options)
        elif not reading.review_corners:
            about["corners"] = reading.corners
        while spaces := reading.ask or (await _awaited(overlooked(reading)) if overlooked else ()):
            for space in spaces:
                named = zip(self._symbols, await _awaited(name(space)), strict=True)
                samples.append({"space": space, **dict(named)})
            about["descriptors"] = reading.descriptors
            reading = await self._read(content, board, about, options)
        return reading

    @endpoint
    async def rules(self, **options: Unpack[Options]) -> tuple[Rule, ...]:
        """Return every rule that a response can name.

        Examples:
            >>> referee.misterra.rules()[0].id
            'misterra.map.placed'
        """
        return (await self._get("/rules", RuleList, options)).rules

    @endpoint
    async def rulings(self, **options: Unpack[Options]) -> tuple[Ruling, ...]:
        """Return every open point of the rules: its values, the default, and why it is open.

        Examples:
            >>> referee.misterra.rulings()[0].values
            ('nobody_scores', 'everyone_scores')
        """
        return (await self._get("/rulings", RulingList, options)).rulings

    @endpoint
    async def operations(self, **options: Unpack[Options]) -> tuple[Operation, ...]:
        """Return every operation of the game, with an example of a request.

        Examples:
            >>> referee.misterra.operations()[0].name
            'scores'
        """
        return (await self._get("", OperationList, options)).operations

    async def _get(self, path: str, response: type[Value], options: Options) -> Value:
        return await self._sender.ask("GET", self.path + path, response, options=options)

    async def _ask(self, operation: str, body: Plain, options: Options, **members: Any) -> Any:
        """Return the response to a request, as an object of the game's package."""
        path, kind = f"{self.path}/{operation}", self._kind(operation, body)
        whole = _whole(body, members)
        return await self._sender.ask("POST", path, kind, whole, options=options)

    async def _send(
        self, operation: str, body: Plain, options: Options, **members: Any
    ) -> Received:
        path, whole = f"{self.path}/{operation}", _whole(body, members)
        return await self._sender.send("POST", path, whole, options=options)

    def _kind(self, operation: str, body: Plain) -> Any:
        """Return the class of a response; where there are several, the body's member tells."""
        kind = self._answers[operation]
        return kind if isinstance(kind, type) else next(kind[name] for name in body)

    async def _read(
        self, content: bytes, board: str | Sequence[str] | None, about: Plain, options: Options
    ) -> Photo:
        texts = {
            name: part if isinstance(part, str) else encoded(part)
            for name, part in _given({self._board: board, **about}).items()
        }
        form = {**texts, "photo": ("photo", content)}
        path, kind = f"{self.path}/photos", self._answers["photos"]
        photo: Photo = await self._sender.ask("POST", path, kind, fields=form, options=options)
        return photo

    async def _many(
        self,
        operation: str,
        requests: Iterable[Plain],
        progress: Callable[[int], object] | None,
        options: Options,
    ) -> AsyncIterator[Any]:
        if operation not in self._answers:
            raise ValueError(f"operation must be one of {', '.join(self._answers)}")
        answered = 0
        for batch in _batches(requests):
            response = await self._sender.send(
                "POST",
                f"{self.path}/{operation}",
                content=b"\n".join(line for line, _ in batch),
                headers={"Content-Type": "application/x-ndjson"},
                options=options,
            )
            answers = response.content.splitlines()
            if len(answers) != len(batch):
                raise UnexpectedAnswer(f"{len(batch)} requests got {len(answers)} answers")
            answered += len(answers)
            if progress:
                progress(answered)
            for answer, (_, request) in zip(answers, batch, strict=True):
                problem = decoded(answer, Problem)
                if problem.status:
                    yield problem_error(problem)
                else:
                    yield decoded(answer, self._kind(operation, request), language_of(response))


def _whole(body: Plain, options: Plain) -> Plain:
    """Return a body with the options that are given."""
    for name, value in body.items():
        if value is None:
            raise NotSent(f"{name} must be an object of the game's package or a dict, not None")
    return {**body, **_given(options)}


def _given(options: Plain) -> Plain:
    return {name: value for name, value in options.items() if value is not None}


async def _awaited(value: Value | Awaitable[Value]) -> Value:
    """Return what a caller's function returned, or what it awaits if it is a coroutine."""
    return await value if isawaitable(value) else value


def _content(photo: Photograph) -> bytes:
    return photo if isinstance(photo, bytes) else Path(photo).read_bytes()


def _batches(requests: Iterable[Plain]) -> Iterator[list[tuple[bytes, Plain]]]:
    batch: list[tuple[bytes, Plain]] = []
    size = 0
    for request in requests:
        line = encoded(request)
        if batch and size + len(line) > _BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append((line, request))
        size += len(line) + 1
    if batch:
        yield batch
