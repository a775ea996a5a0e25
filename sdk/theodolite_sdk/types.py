"""What every game's answers are made of, and what the service answers about itself.

A game's package adds its own fields to these types. Values of a fixed set are plain strings, and
unknown fields of an answer are passed over, so an answer of a newer service can be read too.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from theodolite_sdk.words import Spoken, words

__all__ = [
    "Check",
    "Condition",
    "Difference",
    "Game",
    "GameList",
    "Health",
    "Item",
    "Part",
    "Plain",
    "Rule",
    "RuleList",
    "Ruling",
    "RulingList",
    "RulingUsed",
    "RulingWeighed",
    "Verdict",
]

Plain = Mapping[str, Any]
"""A plain dictionary with the fields of the class it stands for."""


class RulingUsed(Struct, frozen=True):
    """A ruling that an answer rests on, and whether another value would change the answer."""

    name: str
    value: str
    could_matter: bool = False


class RulingWeighed(Struct, frozen=True):
    """A ruling that an answer rests on; None if whether it could matter took too long to say."""

    name: str
    value: str
    could_matter: bool | None = None


class Part(Struct, frozen=True):
    """Points that a group of spaces earns."""

    points: int
    spaces: tuple[str, ...] = ()


class Item(Struct, frozen=True):
    """One line of a score sheet.

    Attributes:
        category: What the points are for.
        points: The sum of the parts, if there are any.
        rule: Id of the rule, as the game's `rules` lists it.
        explanation: A sentence for players.
        spaces: The spaces that count.
        page: The rulebook's page with the rule, where it has pages.
        section: Else the heading over the rule.
        parts: Where the points come from, if in several portions.
    """

    category: str
    points: int
    rule: str
    explanation: str
    spaces: tuple[str, ...] = ()
    page: int | None = None
    section: str | None = None
    parts: tuple[Part, ...] = ()


class Check(Struct, frozen=True):
    """One rule held against a play: `passed`, `failed` or `not_checked`, and why."""

    rule: str
    status: str
    explanation: str
    spaces: tuple[str, ...] = ()
    page: int | None = None
    section: str | None = None
    heading: str | None = None

    def __str__(self) -> str:
        mark = {"passed": "✓", "failed": "✗"}.get(self.status, "?")
        return f"{mark} {self.explanation} [{self.rule}]"


class Verdict(Spoken, frozen=True):
    """Whether a play is legal, rule by rule; `print` lists them.

    Attributes:
        legal: Whether no rule was broken.
        checks: Every rule that bears on the play.
    """

    legal: bool
    checks: tuple[Check, ...]

    def __str__(self) -> str:
        known = words(__package__, self.language)
        return "\n".join([known["legal" if self.legal else "not_legal"], *map(str, self.checks)])


class Condition(Struct, frozen=True):
    """One condition under which the game ends, whether it is met (None: unknown), and why."""

    rule: str
    met: bool | None
    explanation: str
    spaces: tuple[str, ...] = ()
    page: int | None = None
    section: str | None = None


class Difference(Struct, frozen=True):
    """A difference between two tables that no legal play explains."""

    pointer: str
    before: object
    after: object
    explanation: str


class Rule(Struct, frozen=True):
    """A rule that an answer can name: its id, its text, and its page or section of the rulebook."""

    id: str
    text: str
    page: int | None = None
    section: str | None = None
    heading: str | None = None


class RuleList(Struct, frozen=True):
    """The rules that an answer can name."""

    rules: tuple[Rule, ...]


class Ruling(Struct, frozen=True):
    """An open point of the rules: its values, the one by default, and why it is open."""

    name: str
    values: tuple[str, ...]
    default: str
    why: str


class RulingList(Struct, frozen=True):
    """The open points of the rules."""

    rulings: tuple[Ruling, ...]


class Health(Struct, frozen=True):
    """The state of the service: `ok` when alive, `ready` when it can answer."""

    status: str


class Game(Struct, frozen=True):
    """A game that the service judges.

    Attributes:
        id: The first part of the ids of its operations and rules.
        name: The game's name.
        path: Where its addresses begin, say `/v1/misterra`.
        questions: The paths of the questions that it answers.
        rulings: The names of its rulings.
    """

    id: str
    name: str
    path: str = ""
    questions: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


class GameList(Struct, frozen=True):
    """The games that the service judges."""

    games: tuple[Game, ...]
