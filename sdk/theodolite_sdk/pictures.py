"""Pictures of tables, and what boards read from photographs have in common."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from theodolite_sdk.telling import Answer


class Picture(str):
    """A drawing as SVG, shown by notebooks."""

    __slots__ = ()

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file in UTF-8.

        Args:
            path: The file; an existing one is overwritten.

        Raises:
            OSError: The file cannot be written.
        """
        Path(path).write_text(self, "utf-8")

    def _repr_svg_(self) -> str:
        return str(self)


class _Space(Protocol):
    @property
    def review(self) -> bool: ...


Space_co = TypeVar("Space_co", bound=_Space, covariant=True)


class _Board(Protocol[Space_co]):
    @property
    def spaces(self) -> Sequence[Space_co]: ...


class Reviewed(Answer, frozen=True):
    """Base class of the generated `Photo` and `LandPhoto`: a board read from a photograph."""

    @property
    def to_review(self: _Board[Space_co]) -> tuple[Space_co, ...]:
        """The spaces that a person should look at before the board is used."""
        return tuple(space for space in self.spaces if space.review)
