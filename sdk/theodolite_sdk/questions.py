"""How the questions about a game are asked, whatever the game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from theodolite_sdk.errors import Problem, ProblemError, UnexpectedAnswer, problem_error
from theodolite_sdk.pictures import Picture
from theodolite_sdk.sender import Sender, decoded, encoded, language_of
from theodolite_sdk.types import Rule, RuleList, Ruling, RulingList

__all__ = ["Questions"]

Answer = TypeVar("Answer")
PhotoAnswer = TypeVar("PhotoAnswer", bound="Asking")


class Asking(Protocol):
    """What was read from a photograph, of whatever game."""

    @property
    def ask(self) -> Sequence[str]:
        """The spaces to name next."""

    @property
    def corners(self) -> Sequence[tuple[float, float]]:
        """Where the board lies."""

    @property
    def review_corners(self) -> bool:
        """Whether that is in doubt."""


# The service answers the first lines of a batch while the last are still on their way to it, and
# they are read once all are sent: what is under way must fit into the buffers of a connection.
_BATCH_BYTES = 64 * 1024


class Questions:
    """The questions under one path, such as `/v1/misterra`."""

    def __init__(self, sender: Sender, path: str) -> None:
        self._sender = sender
        self._path = path

    def ask(self, question: str, answer: type[Answer], body: object) -> Answer:
        """Put a question and read its answer's JSON as an `answer`."""
        return self._sender.ask("POST", f"{self._path}/{question}", answer, body)

    def get(self, listing: str, answer: type[Answer]) -> Answer:
        """What the service lists about the game, read as an `answer`."""
        return self._sender.ask("GET", f"{self._path}/{listing}", answer)

    def rules(self) -> tuple[Rule, ...]:
        """Every rule that an answer can name."""
        return self.get("rules", RuleList).rules

    def rulings(self) -> tuple[Ruling, ...]:
        """Every open point of the rules."""
        return self.get("rulings", RulingList).rulings

    def draw(self, body: object) -> Picture:
        """The table as a picture."""
        answer = self._sender.send("POST", f"{self._path}/pictures", body)
        return Picture(answer.content, "utf-8")

    def read_photo(
        self,
        answer: type[Answer],
        photo: bytes | str | Path,
        samples: Sequence[object],
        corners: Sequence[tuple[float, float]] | None,
        **fields: str | bytes,
    ) -> Answer:
        """Read a board from a photograph; `fields` are what the game asks besides.

        Raises:
            OSError: The file cannot be read.
        """
        content = photo if isinstance(photo, bytes) else Path(photo).read_bytes()
        data: dict[str, str | bytes] = {**fields, "samples": encoded(samples)}
        if corners is not None:
            data["corners"] = encoded(corners)
        return self._sender.ask(
            "POST", f"{self._path}/photos", answer, files={"photo": content}, data=data
        )

    @staticmethod
    def guide(
        read: Callable[[Sequence[Answer], Sequence[tuple[float, float]] | None], PhotoAnswer],
        name: Callable[[str], Answer],
        place: Callable[[PhotoAnswer], Sequence[tuple[float, float]]] | None,
        overlooked: Callable[[PhotoAnswer], Sequence[str]] | None,
    ) -> PhotoAnswer:
        """Read a photograph again and again, until there is nothing to ask a person.

        Args:
            read: Reads it with samples and corners.
            name: The sample of a space that is asked about.
            place: The corners, asked where those that were found are doubtful.
            overlooked: Spaces of kinds that were not asked about; none ends it.
        """
        corners: Sequence[tuple[float, float]] | None = None
        samples: list[Answer] = []
        reading = read(samples, corners)
        if reading.review_corners and place is not None:
            corners = place(reading)
            reading = read(samples, corners)
        elif not reading.review_corners:
            corners = reading.corners
        while spaces := reading.ask or (overlooked(reading) if overlooked else ()):
            samples += [name(space) for space in spaces]
            reading = read(samples, corners)
        return reading

    def ask_many(
        self,
        question: str,
        answer: type[Answer],
        bodies: Iterable[object],
        progress: Callable[[int], object] | None,
    ) -> Iterator[Answer | ProblemError]:
        """Put a question about each of many bodies, in order, with bounded memory.

        Bodies are taken from the iterable and sent as the answers are consumed, 64 KiB at a time;
        what breaks off is sent again. A body that cannot be judged yields its error.
        """
        answered = 0
        for lines in _batches(bodies):
            response = self._sender.send(
                "POST",
                f"{self._path}/{question}/batch",
                data=b"\n".join(lines),
                headers={"Content-Type": "application/x-ndjson"},
            )
            answers = response.content.splitlines()
            if len(answers) != len(lines):
                raise UnexpectedAnswer(f"{len(lines)} snapshots got {len(answers)} answers")
            answered += len(answers)
            if progress:
                progress(answered)
            for line in answers:
                yield _answer_or_problem(line, answer, language_of(response))


def _batches(bodies: Iterable[object]) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for body in bodies:
        line = encoded(body)
        if lines and size + len(line) > _BATCH_BYTES:
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    if lines:
        yield lines


def _answer_or_problem(line: bytes, answer: type[Answer], language: str) -> Answer | ProblemError:
    problem = decoded(line, Problem)
    return problem_error(problem) if problem.status else decoded(line, answer, language)
