"""Responses about every game, and about the service itself.

Generated from openapi.yaml by `make models`; do not edit.
"""

from collections.abc import Mapping
from typing import Any

from theodolite_sdk.model import Literal, Model
from theodolite_sdk.pictures import Reviewed
from theodolite_sdk.telling import Answer
from theodolite_sdk.verdicts import CheckText


class BoardFound(Model, frozen=True):
    """A board that was found in the photograph."""

    confidence: float
    """How plain its lines are, from 0 to 1; below 0.5 review them."""

    corners: tuple[tuple[float, ...], ...] = ()
    """Its corners, as a request gives them."""


class Check(CheckText, frozen=True):
    """A rule applied to what was done."""

    rule: str
    """The rule."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    status: Literal["failed", "not_checked", "passed"]
    """`not_checked` where the table does not hold what the rule needs."""

    explanation: str
    """The reason, in a sentence."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class Condition(Model, frozen=True):
    """A condition that ends the game."""

    rule: str
    """The rule."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The reason, in a sentence."""

    met: bool | None = None
    """Whether it is met; null if the snapshot does not tell."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class CorrectedTurn(Model, frozen=True):
    """A single correction after which the record is legal and leads to the table."""

    kind: str
    """`other_play`: the turn was another one. `twice`: it is listed twice. `extra`: it was not
    played. `missing`: a turn before it, or at the end, is not listed. `swapped`: it and the
    next one were played the other way round. `not_updated`: the record is right, and the
    table was not updated.
    """

    turn: int
    """The index of the turn in the record."""

    replaced: int
    """The number of turns from there that are replaced."""

    cost: int
    """How unlikely it is: the fewer values change, the likelier."""

    explanation: str
    """The reason, in a sentence."""

    by: tuple[Mapping[str, Any], ...] = ()
    """The turns in their place."""


class Departure(Model, frozen=True):
    """A departure from legal play."""

    kind: str
    """Its kind, one of the game's in *Kinds of departures*."""

    explanation: str
    """The reason, in a sentence."""

    pointer: str | None = None
    """JSON Pointer into the snapshots; null of a rule."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class Difference(Model, frozen=True):
    """A departure from legal play of the likeliest explanation of the later table."""

    kind: str
    """Its kind, one of the game's in *Kinds of departures*."""

    explanation: str
    """The reason, in a sentence."""

    before: Any
    """The value in `before`; null if it has none."""

    after: Any
    """The value in `after`; null if it has none."""

    pointer: str | None = None
    """JSON Pointer into the snapshots; null of a rule."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""

    alternatives: tuple[Departure, ...] = ()
    """Other departures, each of which explains as much and is as likely."""


class Game(Model, frozen=True):
    """A game that the service judges."""

    id: str
    """Its part of a path."""

    name: str
    """The name printed on the box."""

    path: str
    """The beginning of its paths, which lists its operations."""

    operations: tuple[str, ...] = ()
    """What can be asked, below that path."""

    lists: tuple[str, ...] = ()
    """What can be read, below that path."""


class GameList(Answer, frozen=True):
    """The version of the service, and the games that it judges."""

    version: str
    """The version of the service."""

    games: tuple[Game, ...] = ()
    """The games, in the order of the page."""

    links: Mapping[str, str] = {}
    """The reference, the plain reference and the specification."""


class Health(Answer, frozen=True):
    """The state of the service."""

    status: str
    """`ok` when alive, `ready` when able to answer."""

    version: str = ""
    """The version of the service."""


class Operation(Model, frozen=True):
    """An operation of a game."""

    name: str
    """Its name, the last part of its path."""

    path: str
    """Its path."""

    method: str
    """The HTTP method."""

    about: str
    """What it does, in a sentence."""

    example: Any
    """A request; null where there is none."""


class OperationList(Answer, frozen=True):
    """The operations of a game."""

    id: str
    """The game's part of a path."""

    name: str
    """The name printed on the box."""

    operations: tuple[Operation, ...] = ()
    """Its operations and lists."""


class Part(Model, frozen=True):
    """A portion of an item's points."""

    points: int
    """The portion's points."""

    spaces: tuple[str, ...] = ()
    """The spaces that earn them."""


class PhotoDescriptors(Model, frozen=True):
    """Numbers of the network about spaces."""

    version: int
    """Their version."""

    board: str
    """A digest of the board."""

    numbers: str
    """The numbers, in Base64."""


class PhotoLook(Model, frozen=True):
    """A space that a person named in a photograph, as numbers: no picture can be made of them."""

    photograph: str
    """A digest of the photograph."""

    space: str
    """The space in it."""

    symbol: str
    """What lies there: a letter for each layer."""

    descriptor: str
    """How it looks, in Base64."""


class PhotoLooks(Model, frozen=True):
    """The appearance of a copy of a game, learnt from samples in photographs of it."""

    version: int
    """The version of the descriptors."""

    kind: str
    """The game and the kind of board."""

    samples: tuple[PhotoLook, ...] = ()
    """The samples, the oldest first."""


class PhotoWarning(Model, frozen=True):
    """A flaw of a photograph."""

    code: Literal["blurred", "mirrored", "no_colours", "noisy", "occupied", "too_dark", "truncated"]
    """`truncated`: the last rows are missing. `mirrored`: the print of the map is; send `flip`.
    `occupied`: a piece seems to stand on `spaces`.
    """

    value: float
    """Brightness of 255, spread of colours, fine edges by coarse ones, missing rows, how much
    darker the print lies, or by how many deviations a piece differs.
    """

    limit: float
    """Just good enough."""

    spaces: tuple[str, ...] = ()
    """Where a piece seems to stand; only of `occupied`."""


class Remark(Model, frozen=True):
    """Something about a table that is odd but not impossible."""

    rule: str
    """The rule concerned."""

    reference: str
    """Where the rulebook has that rule: a page or a heading."""

    explanation: str
    """The oddity, in words."""

    player: str | None = None
    """The player concerned; null for the whole table."""


class Rule(Model, frozen=True):
    """A rule of a game."""

    id: str
    """Its id, which answers cite."""

    text: str
    """The rule in our own words."""

    page: int | None = None
    """The rulebook's printed page."""

    section: str | None = None
    """The rulebook's heading."""

    heading: str | None = None
    """That heading in the language of the answer, if the rulebook's is another."""


class RuleList(Answer, frozen=True):
    """The rules that an answer can name."""

    rules: tuple[Rule, ...]
    """The rules, in the order of the rulebook."""


class Ruling(Model, frozen=True):
    """An open point of the rules."""

    name: str
    """Its name in `rulings`."""

    default: str
    """The value of a table that names none."""

    why: str
    """Why it is open."""

    values: tuple[str, ...] = ()
    """Its values, the default first."""


class RulingList(Answer, frozen=True):
    """The open points of the rules."""

    rulings: tuple[Ruling, ...]
    """The open points."""


class RulingUsed(Model, frozen=True):
    """A ruling that the answer used."""

    name: str
    """The ruling's name."""

    value: str
    """The value in force."""

    could_matter: bool = False
    """Whether another value would change this answer."""


class RulingWeighed(Model, frozen=True):
    """A ruling that the answer used, as far as there was time to judge otherwise."""

    name: str
    """The ruling's name."""

    value: str
    """The value in force."""

    could_matter: bool | None = None
    """Whether another value would change this answer; null if that took too long to say."""


class SeenDifference(Model, frozen=True):
    """A value that is another on the table than after the record."""

    kind: str
    """Its kind, one of the game's in *Kinds of departures*."""

    explanation: str
    """The reason, in a sentence."""

    record: Any
    """The value after the record; null if it has none."""

    seen: Any
    """The value on the table; null if it has none."""

    pointer: str | None = None
    """JSON Pointer into the snapshots; null of a rule."""

    spaces: tuple[str, ...] = ()
    """The spaces concerned."""


class SpaceRead(Model, frozen=True):
    """The reading of one space."""

    space: str
    """The space."""

    confidence: float
    """From 0 to 1."""

    symbol: str | None = None
    """The letter of the rows; null without samples."""

    runner_up: str | None = None
    """The second likeliest; null with samples of fewer than two letters."""

    review: bool = False
    """Whether a person should look."""


class Stop(Model, frozen=True):
    """The place where a record stops."""

    turn: int
    """The turn in `turns`, from 0."""

    move: int | None = None
    """The move in it, from 0; null for the whole turn."""

    player: str | None = None
    """The player; null if it is nobody's turn."""


class PhotoRead(Reviewed, frozen=True):
    """A board read from a photograph."""

    rows: tuple[str, ...] | None = None
    """The rows as in a snapshot; null without samples."""

    spaces: tuple[SpaceRead, ...] = ()
    """Every space, in reading order."""

    ask: tuple[str, ...] = ()
    """The spaces to ask a person about next: their answers join `samples`. The rows are
    provisional while `ask` is not empty.
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
    """All boards found, the likeliest, which is read, first. Send `corners` of another to read
    it. Empty if the request gives corners.
    """

    looks: PhotoLooks | None = None
    """What the samples teach about this copy, for other photographs: with the looks of the
    request if these fit. At most 256 kB: the oldest samples are dropped. Null without
    samples.
    """

    looks_fit: Literal["good", "none", "poor"] | None = None
    """Only `good` looks are used. `none`: of another game, kind of board or version. `poor`: of
    another copy or light. Null without looks.
    """

    descriptors: PhotoDescriptors | None = None
    """For the next request about this photograph, to save time. Null without the network."""

    warnings: tuple[PhotoWarning, ...] = ()
    """Flaws of the photograph."""


class Seen(Model, frozen=True):
    """A record beside the table that is seen."""

    agrees: bool = False
    """Whether the record, legal or not, leads to it in all that both state."""

    differences: tuple[SeenDifference, ...] = ()
    """The values that differ."""

    corrections: tuple[CorrectedTurn, ...] = ()
    """The single corrections, each by itself, the likeliest first; those of the same `cost` are
    as likely. Empty where it agrees and is legal, and where none is found.
    """

    astray: int | None = None
    """Where no correction is found: the index of the turn after which the table can no longer be
    reached, as far as can be told; else null.
    """

    truncated: bool = False
    """Whether not every correction was tried."""
