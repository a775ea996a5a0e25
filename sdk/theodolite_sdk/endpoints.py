"""The endpoints that several games have, each stated once: a game's client is made of them.

A new endpoint that only one game has is a method of that game's client.
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
from functools import cached_property
from inspect import isawaitable
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from theodolite_sdk.errors import Problem, ProblemError, UnexpectedAnswer, problem_error
from theodolite_sdk.modes import Client, Mode, endpoint, stream
from theodolite_sdk.pictures import Picture
from theodolite_sdk.responses import PhotoLooks, Rule, RuleList, Ruling, RulingList
from theodolite_sdk.sender import decoded, encoded, language_of

Plain = Mapping[str, Any]
"""A plain dictionary with the fields of the class it stands for."""
Photograph = bytes | str | Path
"""The path of a JPEG, PNG or WebP file, or its bytes."""
Corners = Sequence[Sequence[float]]
"""Four corners in pixels, [x, y] each, clockwise from the top left."""

Response = TypeVar("Response")
Snapshot = TypeVar("Snapshot", bound=Struct)
ScoreSheet = TypeVar("ScoreSheet", bound=Struct)
LegalActions = TypeVar("LegalActions", bound=Struct)
EndCheck = TypeVar("EndCheck", bound=Struct)
Dispute = TypeVar("Dispute", bound=Struct)
Table = TypeVar("Table", bound=Struct)
Sample = TypeVar("Sample", bound=Struct)

# The service answers the first lines of a batch while the last are still on their way to it. The
# SDK reads once all are sent, so that what is under way must fit into the buffers of a connection.
_BATCH_BYTES = 64 * 1024


class GameClient(Client[Mode]):
    """The endpoints of every game.

    Instead of a class of the game's package every method accepts a plain dictionary with the
    same fields. Every method raises `InvalidSnapshot` if the service finds the request impossible,
    and another `TheodoliteError` if anything else goes wrong.
    """

    path: ClassVar[str]
    """Where the game's endpoints are, such as `/v3/misterra`."""

    @endpoint
    async def rules(self) -> tuple[Rule, ...]:
        """Return every rule that a response can name."""
        return (await self._get("rules", RuleList)).rules

    @endpoint
    async def rulings(self) -> tuple[Ruling, ...]:
        """Return every open point of the rules: its values, the default, and why it is open."""
        return (await self._get("rulings", RulingList)).rulings

    async def _get(self, endpoint: str, response: type[Response]) -> Response:
        return await self._sender.ask("GET", f"{self.path}/{endpoint}", response)

    async def _post(self, endpoint: str, response: type[Response], body: object) -> Response:
        return await self._sender.ask("POST", f"{self.path}/{endpoint}", response, body)

    async def _picture(self, body: object) -> Picture:
        drawing = await self._sender.send("POST", f"{self.path}/pictures", body)
        return Picture(drawing.content, "utf-8")


class ScoringClient(GameClient[Mode], Generic[Snapshot, ScoreSheet, Mode]):
    """The endpoints of games whose tables are scored as they are."""

    _score_sheet: type[ScoreSheet]

    @stream
    async def score_many(
        self,
        snapshots: Iterable[Snapshot | Plain],
        progress: Callable[[int], object] | None = None,
    ) -> AsyncIterator[ScoreSheet | ProblemError]:
        """Score many tables, in order, in bounded memory.

        Snapshots are taken from the iterable and sent as the sheets are consumed, 64 KiB at a
        time. A batch whose response breaks off is sent again.

        Args:
            snapshots: Any number of tables, such as a generator yields.
            progress: Called with the number of tables scored so far, once a batch.

        Yields:
            A sheet for each snapshot, or the error (not raised) if it cannot be scored.
        """
        scored = 0
        for lines in _batches(snapshots):
            response = await self._sender.send(
                "POST",
                f"{self.path}/scores/batch",
                content=b"\n".join(lines),
                headers={"Content-Type": "application/x-ndjson"},
            )
            sheets = response.content.splitlines()
            if len(sheets) != len(lines):
                raise UnexpectedAnswer(f"{len(lines)} snapshots got {len(sheets)} answers")
            scored += len(sheets)
            if progress:
                progress(scored)
            for line in sheets:
                yield _sheet_or_problem(line, self._score_sheet, language_of(response))

    @endpoint
    async def draw(
        self, snapshot: Snapshot | Plain, spaces: Sequence[str] = (), player: str | None = None
    ) -> Picture:
        """Return the table as a picture, which a notebook shows.

        Args:
            snapshot: The whole table.
            spaces: Spaces to highlight, such as those of a line of a score sheet.
            player: Name of the only player whose board is highlighted (Misterra) or drawn
                (Cartographers); None for everyone's.
        """
        return await self._picture({"snapshot": snapshot, "spaces": spaces, "player": player})


class TurnClient(GameClient[Mode], Generic[Snapshot, LegalActions, EndCheck, Mode]):
    """The endpoints of games whose turns are chosen from what the table allows."""

    _legal_actions: type[LegalActions]
    _end_check: type[EndCheck]

    @endpoint
    async def legal_actions(self, snapshot: Snapshot | Plain, player: str) -> LegalActions:
        """Return everything that a player may do.

        Args:
            snapshot: The whole table.
            player: Name of the player whose turn it is.
        """
        body = {"snapshot": snapshot, "player": player}
        return await self._post("legal-actions", self._legal_actions, body)

    @endpoint
    async def check_end(self, snapshot: Snapshot | Plain, player: str) -> EndCheck:
        """Return whether the game ends, condition by condition.

        Args:
            snapshot: The whole table after the turn.
            player: Name of the player who has just finished a whole turn.
        """
        body = {"snapshot": snapshot, "player": player}
        return await self._post("end-checks", self._end_check, body)


BOARD = "text/vnd.theodolite.board"


class Boards(Client[Mode], Generic[Snapshot, Table, Mode]):
    """Tables of a game as text, in the notation that the documentation of the service describes.

    Args:
        game: The game.
        table: The class of the table that a text becomes.
    """

    def __init__(self, game: GameClient[Mode], table: type[Table]) -> None:
        super().__init__(game._sender, game._mode)
        self._path, self._table = f"{game.path}/boards", table

    @endpoint
    async def parse(self, text: str) -> Table:
        """Return the table that is written in a text; its `to_request()` is a snapshot.

        Args:
            text: The table, such as a player types it.

        Raises:
            InvalidSnapshot: `errors` has the line and the column of each fault.
        """
        received = await self._sender.send(
            "POST", self._path, content=text.encode(), headers={"Content-Type": BOARD}
        )
        return decoded(received.content, self._table, language_of(received))

    @endpoint
    async def format(self, snapshot: Snapshot | Plain) -> str:
        """Return a table as text, which `parse` reads back.

        Args:
            snapshot: The whole table.
        """
        return (await self._sender.send("POST", self._path, snapshot)).content.decode()


class TableClient(GameClient[Mode], Generic[Snapshot, Table, Mode]):
    """The endpoint of games whose tables are written as text."""

    _table: type[Table]

    @cached_property
    def boards(self) -> Boards[Snapshot, Table, Mode]:
        """Tables as text: `parse` and `format`."""
        return Boards(self, self._table)


class DisputeClient(GameClient[Mode], Generic[Snapshot, Dispute, Mode]):
    """The endpoint of games that explain the difference between two tables."""

    _dispute: type[Dispute]

    @endpoint
    async def dispute(
        self, before: Snapshot | Plain, after: Snapshot | Plain, player: str
    ) -> Dispute:
        """Return whether one turn of a player can have led from one table to another.

        Args:
            before: The whole table before the turn.
            after: The whole table after it.
            player: Name of the player whose turn it was.
        """
        body = {"before": before, "after": after, "player": player}
        return await self._post("disputes", self._dispute, body)


Ask = Literal["all", "one"]
"""Whether a response about a photograph asks about all spaces worth it, or about one."""


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


def save_looks(path: str | Path, reading: "_Asking") -> None:
    """Keep what a photograph taught of a copy of a game; not if looks were sent that did not fit.

    Args:
        path: The file.
        reading: The reading, such as `guide_photo` returns it.

    Raises:
        OSError: The file cannot be written.
    """
    if reading.looks is not None and reading.looks_fit in (None, "good"):
        Path(path).write_bytes(encoded(reading.looks))


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


Photo = TypeVar("Photo", bound=_Asking)


class PhotoClient(GameClient[Mode], Generic[Sample, Photo, Mode]):
    """Reading boards from photographs; a game adds what it has to know of the board."""

    _photo: type[Photo]

    async def _reading(
        self,
        photo: Photograph,
        samples: Sequence[Sample | Plain],
        corners: Corners | None,
        looks: PhotoLooks | None,
        ask: Ask,
        **about: str | bytes,
    ) -> Photo:
        form = {
            **about,
            "samples": encoded(samples),
            "ask": ask,
            "photo": ("photo", _content(photo)),
        }
        if looks is not None:
            form["looks"] = encoded(looks)
        if corners is not None:
            form["corners"] = encoded(corners)
        return await self._sender.ask("POST", f"{self.path}/photos", self._photo, fields=form)

    async def _guided(
        self,
        photo: Photograph,
        name: Callable[[str], Sample | Plain | Awaitable[Sample | Plain]],
        place: Callable[[Photo], Corners | Awaitable[Corners]] | None,
        overlooked: Callable[[Photo], Sequence[str] | Awaitable[Sequence[str]]] | None,
        *,
        looks: PhotoLooks | None,
        ask: Ask | None,
        **about: str | bytes,
    ) -> Photo:
        """Read a photograph again and again, until nothing is left to ask a person."""
        content = _content(photo)
        chosen = ask or ("all" if looks is None else "one")

        async def read(samples: Sequence[Sample | Plain], corners: Corners | None) -> Photo:
            return await self._reading(content, samples, corners, looks, chosen, **about)

        corners: Corners | None = None
        samples: list[Sample | Plain] = []
        reading = await read(samples, corners)
        if place is not None and (reading.review_corners or len(reading.boards) > 1):
            corners = await awaited(place(reading))
            reading = await read(samples, corners)
        elif not reading.review_corners:
            corners = reading.corners
        while spaces := reading.ask or (await awaited(overlooked(reading)) if overlooked else ()):
            samples += [await awaited(name(space)) for space in spaces]
            reading = await read(samples, corners)
        return reading


async def awaited(value: Response | Awaitable[Response]) -> Response:
    """Return what a caller's function returned, or what it awaits if it is a coroutine."""
    return await value if isawaitable(value) else value


def _content(photo: Photograph) -> bytes:
    return photo if isinstance(photo, bytes) else Path(photo).read_bytes()


def _batches(snapshots: Iterable[object]) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for snapshot in snapshots:
        line = encoded(snapshot)
        if lines and size + len(line) > _BATCH_BYTES:
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    if lines:
        yield lines


def _sheet_or_problem(
    line: bytes, sheet: type[ScoreSheet], language: str
) -> ScoreSheet | ProblemError:
    problem = decoded(line, Problem)
    return problem_error(problem) if problem.status else decoded(line, sheet, language)
