"""Responses about every game, and about the service itself.

Generated from openapi.yaml by `make models`; do not edit.
"""

from typing import Any

from msgspec import Struct

from theodolite_sdk.pictures import Reviewed
from theodolite_sdk.verdicts import CheckText


class Game(Struct, frozen=True):
    """A game that the service judges."""

    id: str
    """The first part of the ids of its operations and rules."""

    name: str
    """The name printed on the box."""

    path: str = ""
    """The beginning of its paths."""

    questions: tuple[str, ...] = ()
    """The paths that take a POST."""

    rulings: tuple[str, ...] = ()
    """The names of its rulings."""


class GameList(Struct, frozen=True):
    """The games that the service judges."""

    games: tuple[Game, ...]
    """The games, in the order of the page."""

    version: str = ""
    """The version of the service."""


class Health(Struct, frozen=True):
    """The state of the service."""

    status: str
    """`ok` when alive, `ready` when able to answer."""

    version: str = ""
    """The version of the service."""


class BoardFound(Struct, frozen=True):
    """A board that was found in the photograph."""

    confidence: float
    """How plain its lines are to see, from 0 to 1; below 0.5 review them."""

    corners: tuple[tuple[float, ...], ...] = ()
    """Its corners, as a request gives them."""


class Check(CheckText, frozen=True):
    """A rule applied to what was done."""

    rule: str
    """The rule."""

    status: str
    """`not_checked` where the table does not hold what the rule needs."""

    explanation: str
    """The reason, in a sentence."""

    section: str | None = None
    """That rule's heading in the rulebook."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    action: int | None = None
    """The action judged, counted from 0; null for the turn as a whole."""

    page: int | None = None
    """That rule's rulebook page."""


class Part(Struct, frozen=True):
    """A portion of a line's points."""

    points: int
    """The portion's points."""

    spaces: tuple[str, ...] = ()
    """The spaces that earn them."""

    line: str | None = None
    """`row C`, `column 3`, `diagonal C1` in words, where it is one."""


class PhotoLook(Struct, frozen=True):
    """A space that a person named in a photograph, as numbers: no picture can be made of them."""

    photograph: str
    """A digest of the photograph."""

    space: str
    """The space in it."""

    symbol: str
    """What lies there: a letter for each layer."""

    descriptor: str
    """How it looks, in Base64."""


class PhotoLooks(Struct, frozen=True):
    """The appearance of a copy of a game, learnt from samples in photographs of it."""

    version: int
    """The version of the descriptors."""

    kind: str
    """The game and the kind of board."""

    samples: tuple[PhotoLook, ...] = ()
    """The samples, the oldest first."""


class PhotoSpace(Struct, frozen=True):
    """The reading of one space."""

    space: str
    """The space."""

    symbol: str | None = None
    """The letter of the rows; null without samples."""

    runner_up: str | None = None
    """The second likeliest; null with samples of fewer than two letters."""

    confidence: float = 0.0
    """From 0 to 1."""

    review: bool = False
    """Whether a person should look."""


class Remark(Struct, frozen=True):
    """Something odd that is not impossible."""

    rule: str
    """The rule concerned."""

    explanation: str
    """The oddity, in words."""

    player: str | None = None
    """The player whose sheet is odd."""

    section: str | None = None
    """The rule's heading in the rulebook."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""

    page: int | None = None
    """That rule's rulebook page."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class Rule(Struct, frozen=True):
    """A rule of a game."""

    id: str
    """Its id, which answers cite."""

    text: str
    """The rule in our own words."""

    section: str | None = None
    """The rulebook's heading."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""

    page: int | None = None
    """The rulebook's printed page."""


class RuleList(Struct, frozen=True):
    """The rules that an answer can name."""

    rules: tuple[Rule, ...]
    """The rules, in the order of the rulebook."""


class Ruling(Struct, frozen=True):
    """An open point of the rules."""

    name: str
    """Its name in `rulings`."""

    default: str
    """The value of a table that names none."""

    why: str
    """Why it is open."""

    values: tuple[str, ...] = ()
    """Its values, the default first."""


class RulingList(Struct, frozen=True):
    """The open points of the rules."""

    rulings: tuple[Ruling, ...]
    """The open points."""


class RulingUsed(Struct, frozen=True):
    """A ruling that the answer used."""

    name: str
    """The ruling's name."""

    value: str
    """The value in force."""

    could_matter: bool = False
    """Whether another value would change this answer."""


class Condition(Struct, frozen=True):
    """A condition that ends the game."""

    rule: str
    """The rule."""

    explanation: str
    """The reason, in a sentence."""

    page: int | None = None
    """That rule's rulebook page."""

    met: bool | None = None
    """Whether it is met; null if the snapshot does not tell."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class Difference(Struct, frozen=True):
    """A difference that no legal play explains."""

    pointer: str
    """JSON Pointer into the snapshots."""

    before: Any
    """The value in `before`; null if it has none."""

    after: Any
    """The value in `after`; null if it has none."""

    explanation: str
    """The reason, in a sentence."""


class RulingWeighed(Struct, frozen=True):
    """A ruling that the answer used, as far as there was time to judge otherwise."""

    name: str
    """The ruling's name."""

    value: str
    """The value in force."""

    could_matter: bool | None = None
    """Whether another value would change this answer; null if that took too long to say."""


class Photo(Reviewed, frozen=True):
    """A board read from a photograph."""

    rows: tuple[str, ...] | None = None
    """The rows as in a snapshot; null without samples."""

    spaces: tuple[PhotoSpace, ...] = ()
    """Every space, in reading order."""

    ask: tuple[str, ...] = ()
    """The spaces to ask a person about next; send the answers with the other samples in the next
    request. The rows are provisional while `ask` is not empty.
    """

    groups: tuple[tuple[str, ...], ...] = ()
    """The spaces that look alike, largest group first."""

    corners: tuple[tuple[float, ...], ...] = ()
    """The corners used, as the request gives them."""

    proposed: bool = False
    """Whether the corners were found, not given."""

    review_corners: bool = False
    """Whether a person should look at the corners."""

    boards: tuple[BoardFound, ...] = ()
    """All boards that were found, the likeliest, which is read, first. Send the `corners` of
    another one to read it. Empty if the request gives corners.
    """

    looks: PhotoLooks | None = None
    """What the samples teach about this copy of the game, for requests about other photographs:
    added to the looks of the request if these fit, else alone. At most 256 kB, the oldest
    samples are dropped. Null without samples.
    """

    looks_fit: str | None = None
    """How the looks of the request fit; only `good` ones are used. `none`: they are of another
    game, kind of board or version. `poor`: of another copy, or of another light than can be
    matched. Null if the request has none.
    """
