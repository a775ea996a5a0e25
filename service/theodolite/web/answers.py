"""Answers: what they contain, stated once, and how what the rules say becomes one.

An answer is a msgspec struct. The views build it, the type checker holds them to its fields, it is
encoded as it stands, and the specification is made from it. What all games answer is here; a game
adds fields of its own by inheriting.

Where a struct can carry both, a game's answers carry the one that its rulebook has: `page` or
`section`.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from flask import Response, request
from msgspec import UNSET, Meta, Struct, UnsetType
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from theodolite import scoresheet, verdict
from theodolite.grid import Grid, Spaces
from theodolite.rulebook import LANGUAGES, Portion, Rulebook
from theodolite.verdict import Values

__all__ = [
    "Check",
    "Condition",
    "Difference",
    "Item",
    "Part",
    "Rule",
    "RuleList",
    "Ruling",
    "RulingList",
    "RulingUsed",
    "RulingWeighed",
    "Voice",
    "encode",
    "language",
    "like",
    "list_rules",
    "list_rulings",
    "respond",
    "says",
    "used",
    "weighed",
]


def says(text: str) -> Meta:
    """The description of a field, as its annotation holds it."""
    return Meta(description=text)


def like(body: type) -> Meta:
    """That a part of an answer looks as the body of a request does, say a table after a move.

    `after: Annotated[dict[str, Any], like(SnapshotBody)] | None`
    """
    name = body.__name__.removesuffix("Body")
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


Page = Annotated[int | UnsetType, says("That rule's rulebook page.")]
Section = Annotated[str | UnsetType, says("That rule's heading in the rulebook.")]
Heading = Annotated[
    str | UnsetType,
    says("That heading in the language of the answer, if the rulebook's is another."),
]
Explanation = Annotated[str, says("Why, in words.")]


class RulingUsed(Struct):
    """A ruling that the answer used."""

    name: Annotated[str, says("The ruling's name.")]
    value: Annotated[str, says("The value in force.")]
    could_matter: Annotated[bool, says("Whether another value would change this answer.")]


class RulingWeighed(Struct):
    """A ruling that the answer used, as far as there was time to judge otherwise."""

    name: Annotated[str, says("The ruling's name.")]
    value: Annotated[str, says("The value in force.")]
    could_matter: Annotated[
        bool | None,
        says("Whether another value would change this answer; null if that took too long to say."),
    ]


class Check(Struct, kw_only=True):
    """One rule held against what was done."""

    rule: Annotated[str, says("The rule.")]
    page: Page = UNSET
    section: Section = UNSET
    heading: Heading = UNSET
    status: Literal["passed", "failed", "not_checked"]
    explanation: Explanation
    spaces: Annotated[list[str], says("The spaces concerned.")]


class Condition(Struct, kw_only=True):
    """One way for the game to end."""

    rule: Annotated[str, says("The rule.")]
    page: Page = UNSET
    section: Section = UNSET
    met: Annotated[
        bool | None, says("Null where the snapshot does not hold what it takes to know.")
    ]
    explanation: Explanation
    spaces: Annotated[list[str], says("The spaces concerned.")]


class Part(Struct, kw_only=True):
    """A portion of an item's points."""

    points: Annotated[int, says("The portion's points.")]
    spaces: Annotated[list[str], says("The spaces that earn them.")]


class Item(Struct, kw_only=True):
    """One line of a score sheet."""

    category: str
    points: Annotated[int, says("The line's points; the sum of its parts where it has any.")]
    spaces: Annotated[list[str], says("The spaces that count for it.")]
    rule: Annotated[str, says("The rule that gives the points.")]
    page: Page = UNSET
    section: Section = UNSET
    explanation: Explanation


class Difference(Struct):
    """A difference that no legal play explains."""

    pointer: Annotated[str, says("JSON Pointer into the snapshots.")]
    before: Any
    after: Any
    explanation: Explanation


class Rule(Struct, kw_only=True):
    """A rule."""

    id: str
    page: Annotated[int | UnsetType, says("The rulebook's printed page.")] = UNSET
    section: Annotated[str | UnsetType, says("The rulebook's heading.")] = UNSET
    heading: Heading = UNSET
    text: Annotated[str, says("The rule in our own words.")]


class RuleList(Struct):
    """The rules that an answer can name."""

    rules: list[Rule]


class Ruling(Struct):
    """A ruling."""

    name: str
    values: list[str]
    default: str
    why: Annotated[str, says("Why the rules leave it open.")]


class RulingList(Struct):
    """The open points of the rules."""

    rulings: list[Ruling]


def list_rules(rulebook: Rulebook, spoken: str) -> RuleList:
    """Every rule of a game."""
    return RuleList(
        [
            Rule(
                id=rule.id,
                page=UNSET if rule.page is None else rule.page,
                section=UNSET if rule.section is None else rule.section,
                heading=rulebook.heading(spoken, rule.id) or UNSET,
                text=rule.texts[spoken]["text"],
            )
            for rule in rulebook.rules.values()
        ]
    )


def list_rulings(rulebook: Rulebook, spoken: str) -> RulingList:
    """Every ruling of a game."""
    return RulingList(
        [
            Ruling(ruling.name, [*ruling.values], ruling.default, ruling.why[spoken])
            for ruling in rulebook.rulings.values()
        ]
    )


def used(rulings: Any, could_matter: Mapping[str, bool]) -> list[RulingUsed]:
    """The rulings that an answer used.

    Args:
        rulings: the rulings in force, a NamedTuple.
        could_matter: for each that was used, whether another value would change the answer.
    """
    return [
        RulingUsed(name, getattr(rulings, name), matters) for name, matters in could_matter.items()
    ]


def weighed(rulings: Any, could_matter: Mapping[str, bool | None]) -> list[RulingWeighed]:
    """As `used`, where None says that it took too long to say."""
    return [
        RulingWeighed(name, getattr(rulings, name), matters)
        for name, matters in could_matter.items()
    ]


AnyCheck = TypeVar("AnyCheck", bound=Check)
AnyItem = TypeVar("AnyItem", bound=Item)


class Voice(NamedTuple):
    """What puts the values of the rules into words: a game's rulebook, a board's names, a language.

    A game whose items, parts or checks have fields of their own names its struct; those fields come
    from `about`.
    """

    rulebook: Rulebook
    grid: Grid
    language: str

    def say(self, rule: str, key: str, values: Values) -> str:
        """What a rule has to say: its sentence `key`, filled with the values."""
        return self.rulebook.sentence(self.language, rule, key, values)

    def check(self, check: verdict.Check) -> Check:
        """A rule that was checked."""
        rule, status, key, values, spaces = check
        return Check(
            status=status,
            explanation=self.say(rule, key, values),
            spaces=self.grid.name_all(spaces),
            **self.cite(rule),
        )

    def checks(self, checks: Iterable[verdict.Check]) -> list[Check]:
        """Rules that were checked."""
        return [self.check(check) for check in checks]

    def item(
        self, item: scoresheet.Item, kind: type[AnyItem], portion: type[Part] = Part
    ) -> AnyItem:
        """A line of a score sheet; its sentence may tell its own `spaces` and `parts`."""
        category, points, rule, says, values, counted, parts, about = item
        name_all = self.grid.name_all
        spaces = name_all(counted)
        told: dict[str, object] = {**values, "spaces": spaces}
        fields: dict[str, Any] = {
            **about,
            **self.rulebook.cite(rule),
            "category": category,
            "points": points,
            "spaces": spaces,
        }
        if parts is not None:
            named = [(part, name_all(part.spaces)) for part in parts]
            own: Any = portion
            fields["parts"] = [
                own(points=part.points, spaces=names, **part.about) for part, names in named
            ]
            told["parts"] = [Portion(part.points, names) for part, names in named]
        fields["explanation"] = self.rulebook.sentence(self.language, rule, says, told)
        return kind(**fields)

    def names(self, spaces: Spaces) -> list[str]:
        """The names of spaces, in reading order."""
        return self.grid.name_all(spaces)

    def cite(self, rule: str) -> Mapping[str, Any]:
        """The fields `rule` and `page`, or `rule` and `section`, with `heading` if there is one."""
        cited, heading = self.rulebook.cite(rule), self.rulebook.heading(self.language, rule)
        return cited if heading is None else {**cited, "heading": heading}


encode = msgspec.json.Encoder().encode
"""An answer as JSON."""

_LANGUAGE = "theodolite.language"
_LONGEST_WISH = 1000
"""How much of an Accept-Language is read."""


def language() -> str:
    """The language in which the request wants its texts, by its Accept-Language header."""
    # A header is walked once, however many texts a request has.
    environ = request.environ
    spoken: str | None = environ.get(_LANGUAGE)
    if spoken is None:
        header = environ.get("HTTP_ACCEPT_LANGUAGE", "")
        prefer = _remembered if len(header) <= _LONGEST_REMEMBERED else _preferred
        spoken = environ[_LANGUAGE] = prefer(header)
    return spoken


def _preferred(header: str) -> str:
    # Best first. `nl-BE` is content with `nl` before it falls back to what it likes less.
    for tag, quality in parse_accept_header(header[:_LONGEST_WISH], LanguageAccept):
        primary = tag.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            return primary
    return LANGUAGES[0]


_LONGEST_REMEMBERED = 100
# Browsers have few ways to say it; to parse it takes as long as to route a request.
_remembered = lru_cache(maxsize=1000)(_preferred)


def respond(
    answer: Any,
    spoken: str | None = None,
    *,
    status: int = 200,
    mimetype: str = "application/json",
) -> Response:
    """A response with a JSON body, in the language spoken; by default that of the request."""
    body = encode(answer)
    headers = [
        ("Content-Type", mimetype),
        ("Content-Language", spoken or language()),
        ("Content-Length", str(len(body))),
        ("Vary", "Accept-Language"),
    ]
    # The body goes to the server as the list it is, not through an iterator that closes.
    return Response([body], status, headers, direct_passthrough=True)
