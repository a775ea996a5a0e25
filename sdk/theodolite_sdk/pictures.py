"""Pictures of tables, and boards read from photographs."""

from pathlib import Path

from msgspec import Struct

__all__ = ["LandPhoto", "LandPhotoSpace", "LandSample", "Photo", "PhotoSpace", "Picture", "Sample"]


class Sample(Struct, frozen=True, omit_defaults=True):
    """What lies on one space of a photograph, in the letters of the rows."""

    space: str
    symbol: str


class PhotoSpace(Struct, frozen=True):
    """What was read on one space of a photograph.

    Attributes:
        symbol: In the letters of the rows; None as long as there is no sample.
        runner_up: The symbol that is next in likelihood.
        confidence: 0 to 1.
        review: Whether a person should look.
    """

    space: str
    symbol: str | None = None
    runner_up: str | None = None
    confidence: float = 0.0
    review: bool = False


class Photo(Struct, frozen=True):
    """A board read from a photograph.

    Attributes:
        rows: As in a snapshot; None as long as there is no sample.
        spaces: What was read, space by space.
        ask: The spaces to name next; as long as there are any, the rows are not to be believed.
        groups: The groups of spaces that look alike, the largest first.
        corners: The corners used, in pixels of the upright photograph, clockwise from the top left.
        proposed: Whether the corners were found rather than given.
        review_corners: Whether a person should look at them.
    """

    rows: tuple[str, ...] | None = None
    spaces: tuple[PhotoSpace, ...] = ()
    ask: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    proposed: bool = False
    review_corners: bool = False

    @property
    def to_review(self) -> tuple[PhotoSpace, ...]:
        """The spaces at which a person should look before the board is used."""
        return tuple(space for space in self.spaces if space.review)


class LandSample(Struct, frozen=True):
    """What lies on one space of a photograph of Tiwanaku, in the letters of its rows."""

    space: str
    terrain: str
    crop: str


class LandPhotoSpace(Struct, frozen=True):
    """What was read on one space of a photograph of Tiwanaku.

    Attributes:
        terrain: In the letters of the rows; None as long as there is no sample.
        crop: Its level, or `.`; None as long as there is no sample.
        confidence: 0 to 1, of the less sure of the two.
        review: Whether a person should look.
    """

    space: str
    terrain: str | None = None
    crop: str | None = None
    confidence: float = 0.0
    review: bool = False


class LandPhoto(Struct, frozen=True):
    """A board of Tiwanaku read from a photograph.

    Attributes:
        terrain: As in a snapshot; None as long as there is no sample.
        crops: As in a snapshot; None as long as there is no sample.
        spaces: What was read, space by space.
        ask: The spaces to name next; as long as there are any, the rows are not to be believed.
        unlawful: The spaces of which not all can be as read.
        corners: The corners used, in pixels of the upright photograph, clockwise from the top left.
        proposed: Whether the corners were found rather than given.
        review_corners: Whether a person should look at them.
    """

    terrain: tuple[str, ...] | None = None
    crops: tuple[str, ...] | None = None
    spaces: tuple[LandPhotoSpace, ...] = ()
    ask: tuple[str, ...] = ()
    unlawful: tuple[str, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    proposed: bool = False
    review_corners: bool = False

    @property
    def to_review(self) -> tuple[LandPhotoSpace, ...]:
        """The spaces at which a person should look before the board is used."""
        return tuple(space for space in self.spaces if space.review)


class Picture(str):
    """A drawing as SVG, shown by notebooks."""

    __slots__ = ()

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file."""
        Path(path).write_text(self, "utf-8")

    def _repr_svg_(self) -> str:
        return str(self)
