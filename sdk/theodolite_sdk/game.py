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
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from theodolite_sdk.errors import NotSent, Problem, ProblemError, UnexpectedAnswer, problem_error
from theodolite_sdk.modes import Client, Mode, endpoint, stream
from theodolite_sdk.pictures import Picture
from theodolite_sdk.responses import (
    Operation,
    OperationList,
    PhotoLooks,
    Rule,
    RuleList,
    Ruling,
    RulingList,
)
from theodolite_sdk.sender import decoded, encoded, language_of
from theodolite_sdk.transport import Received

Plain = Mapping[str, Any]
"""A plain dictionary with the fields of the class it stands for."""
Given = Struct | Plain
"""The decisions of chance or others before the player chooses: an object of the game's package."""
Photograph = bytes | str | Path
"""The path of a JPEG, PNG or WebP file, or its bytes."""
Corners = Sequence[Sequence[float]]
"""Four corners in pixels, [x, y] each, clockwise from the top left."""
Ask = Literal["all", "one"]
"""Whether a response about a photograph asks about all spaces worth it, or about one."""


class _Asking(Protocol):
    """A board read from a photograph."""

    @property
    def ask(self) -> Sequence[str]: ...
    @property
    def corners(self) -> Corners: ...
    @property
    def review_corners(self) -> bool: ...
    @property
    def boards(self) -> Sequence[object]: ...
    @property
    def looks(self) -> PhotoLooks | None: ...
    @property
    def looks_fit(self) -> str | None: ...


Snapshot = TypeVar("Snapshot", bound=Struct)
Move = TypeVar("Move", bound=Struct)
Record = TypeVar("Record", bound=Struct)
Table = TypeVar("Table", bound=Struct)
ScoreSheet = TypeVar("ScoreSheet", bound=Struct)
Legality = TypeVar("Legality", bound=Struct)
Update = TypeVar("Update", bound=Struct)
LegalActions = TypeVar("LegalActions", bound=Struct)
EndCheck = TypeVar("EndCheck", bound=Struct)
Replay = TypeVar("Replay", bound=Struct)
Review = TypeVar("Review", bound=Struct)
Dispute = TypeVar("Dispute", bound=Struct)
Photo = TypeVar("Photo", bound=_Asking)
Value = TypeVar("Value")

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

    A snapshot is an object of the game's package, a plain dictionary with the same fields, or a
    text in the game's notation; moves and records are objects or dictionaries. An option that the
    game does not have is refused if it is given. Every method raises `InvalidSnapshot` if the
    service finds the request impossible, and another `TheodoliteError` if anything else goes wrong.
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
        self, snapshot: Snapshot | Plain | str, *, only: Sequence[str] | None = None
    ) -> ScoreSheet:
        """Return the score of a table, line by line.

        Args:
            snapshot: The whole table.
            only: The decrees that are scored (Cartographers); all of the season if None.
        """
        return await self._ask("scores", {"snapshot": snapshot}, only=only)

    @stream
    async def score_many(
        self,
        snapshots: Iterable[Snapshot | Plain | str],
        progress: Callable[[int], object] | None = None,
    ) -> AsyncIterator[ScoreSheet | ProblemError]:
        """Score many tables, as `many` does.

        Args:
            snapshots: Any number of tables, such as a generator yields.
            progress: Called with the number of tables scored so far, once a batch.

        Yields:
            A sheet for each snapshot, or the error (not raised) if it cannot be scored.
        """
        bodies = ({"snapshot": snapshot} for snapshot in snapshots)
        async for sheet in self._many("scores", bodies, progress):
            yield sheet

    @stream
    async def many(
        self,
        operation: str,
        requests: Iterable[Plain],
        progress: Callable[[int], object] | None = None,
    ) -> AsyncIterator[Any]:
        """Send many requests of one operation, in order, in bounded memory.

        Requests are taken from the iterable and sent as the responses are consumed, 64 KiB at a
        time. A batch whose response breaks off is sent again.

        Args:
            operation: The last part of its path, such as `legality-checks`.
            requests: A dictionary each, such as `{"snapshot": …, "player": "Ann", "move": …}`.
            progress: Called with the number of responses so far, once a batch.

        Yields:
            What its method returns, or the error (not raised) if there is no such response.

        Raises:
            ValueError: The game has no such operation.
        """
        async for answer in self._many(operation, requests, progress):
            yield answer

    @endpoint
    async def check(
        self,
        snapshot: Snapshot | Plain | str,
        player: str,
        move: Move | Plain,
        *,
        check_wheel: bool | None = None,
    ) -> Legality:
        """Return whether a move is legal, rule by rule, and the table after it.

        The verdict counts as true if the move is legal and whole.

        Args:
            snapshot: The whole table before it.
            player: Name of the player, or `Otoma`.
            move: What the player did.
            check_wheel: Whether the answers of the wheel must be possible (Tiwanaku).
        """
        body = {"snapshot": snapshot, "player": player, "move": move}
        return await self._ask("legality-checks", body, check_wheel=check_wheel)

    @endpoint
    async def update(
        self, snapshot: Snapshot | Plain | str, move: Move | Plain, player: str | None = None
    ) -> Update:
        """Return the table after a move, which is carried out, not judged.

        Args:
            snapshot: The table before it, or the part of it that the move touches.
            move: What the player did.
            player: Name of the player; None if the table is a board alone.
        """
        return await self._ask("updates", {"snapshot": snapshot, "move": move}, player=player)

    @endpoint
    async def actions(
        self,
        snapshot: Snapshot | Plain | str,
        player: str,
        given: Given | None = None,
        *,
        value: Literal["none", "now", "season", "game"] | None = None,
        limit: int | None = None,
    ) -> LegalActions:
        """Return everything that a player may do.

        Args:
            snapshot: The whole table.
            player: Name of the player whose turn it is.
            given: What was decided before the player chooses, such as the card that was revealed.
            value: Until when moves are valued: `now` (Misterra), `season` or `game`
                (Cartographers).
            limit: The most entries of `moves`.
        """
        body = {"snapshot": snapshot, "player": player}
        return await self._ask("legal-actions", body, given=given, value=value, limit=limit)

    @endpoint
    async def end(
        self,
        snapshot: Snapshot | Plain | str,
        player: str | None = None,
        given: Given | None = None,
    ) -> EndCheck:
        """Return whether the game ends, or a season does, condition by condition.

        Args:
            snapshot: The whole table after the turn.
            player: Name of the player who has just finished a whole turn.
            given: What was decided at the end of a season (Cartographers).
        """
        return await self._ask("end-checks", {"snapshot": snapshot}, player=player, given=given)

    @endpoint
    async def replay(self, record: Record | Plain, *, check_wheel: bool | None = None) -> Replay:
        """Return the verdict on a record of a game, up to and with the first illegal turn.

        Args:
            record: The table before the first turn, and the turns.
            check_wheel: Whether the answers of the wheel must be possible (Tiwanaku).
        """
        return await self._ask("replays", {"record": record}, check_wheel=check_wheel)

    @endpoint
    async def review(self, record: Record | Plain) -> Review:
        """Return what each move of a record was worth, and what would have been best.

        Args:
            record: The table before the first turn, and the turns.
        """
        return await self._ask("reviews", {"record": record})

    @endpoint
    async def dispute(
        self,
        before: Snapshot | Plain | str,
        after: Snapshot | Plain | str,
        player: str,
        given: Given | None = None,
    ) -> Dispute:
        """Return whether one turn of a player can have led from one table to another.

        Args:
            before: The whole table before the turn.
            after: The whole table after it.
            player: Name of the player whose turn it was.
            given: The cards that were revealed between them (Cartographers).
        """
        body = {"before": before, "after": after, "player": player}
        return await self._ask("disputes", body, given=given)

    @endpoint
    async def picture(
        self,
        snapshot: Snapshot | Plain | str,
        spaces: Sequence[str] | None = None,
        player: str | None = None,
        *,
        possible: Plain | None = None,
    ) -> Picture:
        """Return the table as a picture, which a notebook shows.

        Args:
            snapshot: The table.
            spaces: Spaces to highlight, such as those of a line of a score sheet.
            player: Name of the only player whose board is highlighted (Misterra) or drawn
                (Cartographers); None for everyone's.
            possible: What is possible on each space (Tiwanaku), as `deduce` returns it.
        """
        drawing = await self._send(
            "pictures", {"snapshot": snapshot}, spaces=spaces, player=player, possible=possible
        )
        return Picture(drawing.content, "utf-8")

    @endpoint
    async def notation(self, snapshot: Snapshot | Plain | str) -> str:
        """Return a table as text, which every method takes.

        Args:
            snapshot: The whole table.
        """
        return (await self._send("notations", {"snapshot": snapshot})).content.decode()

    @endpoint
    async def parse(self, text: str) -> Table:
        """Return the table that is written in a text; its `to_request()` is a snapshot.

        Args:
            text: The table, such as a player types it.

        Raises:
            InvalidSnapshot: `errors` has the line and the column of each fault.
        """
        return await self._ask("notations", {"snapshot": text})

    @endpoint
    async def read_photo(
        self,
        photo: Photograph,
        board: str | Sequence[str] | None = None,
        samples: Sequence[Struct | Plain] = (),
        corners: Corners | None = None,
        *,
        looks: PhotoLooks | None = None,
        ask: Ask = "all",
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

        Raises:
            OSError: The file cannot be read.
            UnsupportedMediaType: The file is no such picture.
            NotInstalled: The service runs without its photograph reader.
        """
        content = _content(photo)
        return await self._read(
            content, board, samples=samples, corners=corners, looks=looks, ask=ask
        )

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

        Raises:
            OSError, UnsupportedMediaType, NotInstalled: As `read_photo`.
            ValueError: `name` returned more or fewer letters than a sample has.
        """
        content = _content(photo)
        samples: list[Plain] = []
        about: dict[str, Any] = {"samples": samples, "looks": looks}
        about["ask"] = ask or ("all" if looks is None else "one")
        reading = await self._read(content, board, **about)
        if place is not None and (reading.review_corners or len(reading.boards) > 1):
            about["corners"] = await _awaited(place(reading))
            reading = await self._read(content, board, **about)
        elif not reading.review_corners:
            about["corners"] = reading.corners
        while spaces := reading.ask or (await _awaited(overlooked(reading)) if overlooked else ()):
            for space in spaces:
                named = zip(self._symbols, await _awaited(name(space)), strict=True)
                samples.append({"space": space, **dict(named)})
            reading = await self._read(content, board, **about)
        return reading

    @endpoint
    async def rules(self) -> tuple[Rule, ...]:
        """Return every rule that a response can name."""
        return (await self._get("/rules", RuleList)).rules

    @endpoint
    async def rulings(self) -> tuple[Ruling, ...]:
        """Return every open point of the rules: its values, the default, and why it is open."""
        return (await self._get("/rulings", RulingList)).rulings

    @endpoint
    async def operations(self) -> tuple[Operation, ...]:
        """Return every operation of the game, with an example of a request."""
        return (await self._get("", OperationList)).operations

    async def _get(self, path: str, response: type[Value]) -> Value:
        return await self._sender.ask("GET", self.path + path, response)

    async def _ask(self, operation: str, body: Plain, **options: Any) -> Any:
        """Return the response to a request, as an object of the game's package."""
        path, kind = f"{self.path}/{operation}", self._kind(operation, body)
        return await self._sender.ask("POST", path, kind, _whole(body, options))

    async def _send(self, operation: str, body: Plain, **options: Any) -> Received:
        path = f"{self.path}/{operation}"
        return await self._sender.send("POST", path, _whole(body, options))

    def _kind(self, operation: str, body: Plain) -> Any:
        """Return the class of a response; where there are several, the body's member tells."""
        kind = self._answers[operation]
        return kind if isinstance(kind, type) else next(kind[name] for name in body)

    async def _read(self, content: bytes, board: str | Sequence[str] | None, **about: Any) -> Photo:
        texts = {
            name: part if isinstance(part, str) else encoded(part)
            for name, part in _given({self._board: board, **about}).items()
        }
        form = {**texts, "photo": ("photo", content)}
        kind: type[Photo] = self._answers["photos"]
        return await self._sender.ask("POST", f"{self.path}/photos", kind, fields=form)

    async def _many(
        self,
        operation: str,
        requests: Iterable[Plain],
        progress: Callable[[int], object] | None,
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


def load_looks(path: str | Path) -> PhotoLooks | None:
    """Return the looks of a copy of a game that a file keeps, None if there is none.

    Args:
        path: The file, as `save_looks` writes it.

    Raises:
        OSError: The file cannot be read.
        UnexpectedAnswer: The file holds something else.
    """
    file = Path(path)
    return decoded(file.read_bytes(), PhotoLooks) if file.exists() else None


def save_looks(path: str | Path, reading: _Asking) -> None:
    """Keep what a photograph taught of a copy of a game; not if looks were sent that did not fit.

    Args:
        path: The file.
        reading: The reading, such as `guide_photo` returns it.

    Raises:
        OSError: The file cannot be written.
    """
    if reading.looks is not None and reading.looks_fit in (None, "good"):
        Path(path).write_bytes(encoded(reading.looks))


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
