"""Response structs that games share, their localized texts, and HTTP responses made from them.

A response is a msgspec struct: views build it, msgspec encodes it, and the specification is made
from it. A game adds fields by inheriting.
"""

import gzip
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from flask import Response, request
from msgspec import UNSET, Meta, Struct, UnsetType
from werkzeug.datastructures import Accept, LanguageAccept
from werkzeug.http import parse_accept_header

from theodolite import scoresheet, verdict
from theodolite.grid import Grid, Spaces
from theodolite.rulebook import LANGUAGES, Portion, Rulebook
from theodolite.verdict import Values, Word

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper


def description(text: str) -> Meta:
    """The metadata that describes a property, for `Annotated`."""
    return Meta(description=text)


def same_as(*schemas: type) -> Meta:
    """The schema of a property that has the form of a request, say of a table after a move.

    `after: Annotated[dict[str, Any], same_as(SnapshotSchema)] | None`
    """
    names = [schema.__name__.removesuffix("Schema") for schema in schemas]
    one, *others = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    return Meta(extra_json_schema={"anyOf": [one, *others]} if others else one)


Reference = Annotated[str, description("Where the rulebook has that rule: a page or a heading.")]
Explanation = Annotated[str, description("The reason, in a sentence.")]


Legal = Annotated[
    bool | None,
    description("False if a check failed; else null if the move is not whole, and true if it is."),
]


class RulingUsed(Struct):
    """A ruling that the answer used."""

    name: Annotated[str, description("The ruling's name.")]
    value: Annotated[str, description("The value in force.")]
    could_matter: Annotated[bool, description("Whether another value would change this answer.")]


class RulingWeighed(Struct):
    """A ruling that the answer used, as far as there was time to judge otherwise."""

    name: Annotated[str, description("The ruling's name.")]
    value: Annotated[str, description("The value in force.")]
    could_matter: Annotated[
        bool | None,
        description(
            "Whether another value would change this answer; null if that took too long to say."
        ),
    ]


class Check(Struct, kw_only=True):
    """A rule applied to what was done."""

    rule: Annotated[str, description("The rule.")]
    reference: Reference
    status: Annotated[
        Literal["passed", "failed", "not_checked"],
        description("`not_checked` where the table does not hold what the rule needs."),
    ]
    explanation: Explanation
    spaces: Annotated[list[str], description("The spaces concerned.")]


class Condition(Struct, kw_only=True):
    """A condition that ends the game."""

    rule: Annotated[str, description("The rule.")]
    reference: Reference
    met: Annotated[
        bool | None, description("Whether it is met; null if the snapshot does not tell.")
    ]
    explanation: Explanation
    spaces: Annotated[list[str], description("The spaces concerned.")]


NextPlayer = Annotated[
    str | None,
    description("The one whose turn follows; null if none."),
]
StillToPlay = Annotated[
    list[str],
    description("Those who play on though the end has begun, in turn order."),
]


class Change(Struct, kw_only=True):
    """One thing that a move does to the table."""

    effect: Annotated[str, description("The kind of change.")]
    spaces: Annotated[list[str], description("The spaces concerned.")]
    rule: Annotated[str, description("The rule that brings it.")]
    reference: Reference
    explanation: Annotated[str, description("The change, in a sentence.")]


class Verdict(Struct, kw_only=True):
    """A move as judged. A game adds `changes` and `after`."""

    legal: Legal
    checks: Annotated[Sequence[Check], description("Every rule that bears on the move.")]
    unchecked: Annotated[
        list[str], description("The rules, by id, that want optional fields of the table.")
    ]


class Stop(Struct):
    """The place where a record stops."""

    turn: Annotated[int, description("The turn in `turns`, from 0.")]
    move: Annotated[int | None, description("The move in it, from 0; null for the whole turn.")]
    player: Annotated[str | None, description("The player; null if it is nobody's turn.")]


class Listed(Struct, kw_only=True):
    """The legal moves of a player, as far as `limit` allows. A game adds `moves`."""

    total: Annotated[int, description("How many there are.")]
    more: Annotated[bool, description("Whether `limit` left some off.")]


class Remark(Struct, kw_only=True):
    """Something about a table that is odd but not impossible."""

    player: Annotated[str | None, description("The player concerned; null for the whole table.")]
    rule: Annotated[str, description("The rule concerned.")]
    reference: Reference
    explanation: Annotated[str, description("The oddity, in words.")]


class Part(Struct, kw_only=True):
    """A portion of an item's points."""

    points: Annotated[int, description("The portion's points.")]
    spaces: Annotated[list[str], description("The spaces that earn them.")]


class Item(Struct, kw_only=True):
    """One line of a score sheet."""

    category: Annotated[str, description("The kind of line.")]
    points: Annotated[int, description("The line's points; the sum of its parts where it has any.")]
    spaces: Annotated[list[str], description("The spaces that count for it.")]
    rule: Annotated[str, description("The rule that gives the points.")]
    reference: Reference
    explanation: Explanation


class PlayerScore(Struct, kw_only=True):
    """The score of a player."""

    name: Annotated[str, description("The player's name.")]
    rank: Annotated[int, description("From 1; players who are equal share it.")]
    total: Annotated[int, description("The sum of the lines.")]
    items: Annotated[list[Item], description("The lines of the score.")]


class Scores(Struct, kw_only=True):
    """A scored table. A game adds fields by inheriting."""

    players: Annotated[list[PlayerScore], description("The players in turn order.")]
    winners: Annotated[list[str], description("The names of the winners.")]
    rulings: Annotated[list[RulingUsed], description("The rulings used.")]


class Rule(Struct, kw_only=True):
    """A rule of a game."""

    id: Annotated[str, description("Its id, which answers cite.")]
    page: Annotated[int | UnsetType, description("The rulebook's printed page.")] = UNSET
    section: Annotated[str | UnsetType, description("The rulebook's heading.")] = UNSET
    heading: Annotated[
        str | UnsetType,
        description("That heading in the language of the answer, if the rulebook's is another."),
    ] = UNSET
    text: Annotated[str, description("The rule in our own words.")]


class RuleList(Struct):
    """The rules that an answer can name."""

    rules: Annotated[list[Rule], description("The rules, in the order of the rulebook.")]


class Ruling(Struct):
    """An open point of the rules."""

    name: Annotated[str, description("Its name in `rulings`.")]
    values: Annotated[list[str], description("Its values, the default first.")]
    default: Annotated[str, description("The value of a table that names none.")]
    why: Annotated[str, description("Why it is open.")]


class RulingList(Struct):
    """The open points of the rules."""

    rulings: Annotated[list[Ruling], description("The open points.")]


class OperationResponse(Struct):
    """An operation of a game."""

    name: Annotated[str, description("Its name, the last part of its path.")]
    path: Annotated[str, description("Its path.")]
    method: Annotated[str, description("The HTTP method.")]
    about: Annotated[str, description("What it does, in a sentence.")]
    example: Annotated[Any, description("A request; null where there is none.")]


class OperationList(Struct):
    """The operations of a game."""

    id: Annotated[str, description("The game's part of a path.")]
    name: Annotated[str, description("The name printed on the box.")]
    operations: Annotated[list[OperationResponse], description("Its operations and lists.")]


def list_rules(rulebook: Rulebook, locale: str) -> RuleList:
    """Every rule of a game."""
    return RuleList(
        [
            Rule(
                id=rule.id,
                page=UNSET if rule.page is None else rule.page,
                section=UNSET if rule.section is None else rule.section,
                heading=rulebook.heading(locale, rule.id) or UNSET,
                text=rule.texts[locale]["text"],
            )
            for rule in rulebook.rules.values()
        ]
    )


def list_rulings(rulebook: Rulebook, locale: str) -> RulingList:
    """Every ruling of a game."""
    return RulingList(
        [
            Ruling(ruling.name, [*ruling.values], ruling.default, ruling.why[locale])
            for ruling in rulebook.rulings.values()
        ]
    )


def rulings_used(rulings: Any, could_matter: Mapping[str, bool]) -> list[RulingUsed]:
    """The rulings that an answer used.

    Args:
        rulings: The rulings in force, a NamedTuple.
        could_matter: For each ruling used, whether another value would change the answer.
    """
    return [
        RulingUsed(name, getattr(rulings, name), matters) for name, matters in could_matter.items()
    ]


def rulings_weighed(rulings: Any, could_matter: Mapping[str, bool | None]) -> list[RulingWeighed]:
    """The rulings that an answer used, None where there was no time to judge otherwise."""
    return [
        RulingWeighed(name, getattr(rulings, name), matters)
        for name, matters in could_matter.items()
    ]


def unchecked(checks: Iterable[verdict.Check]) -> list[str]:
    """The rules of a verdict that were not checked, by id."""
    return [*dict.fromkeys(check.rule for check in checks if check.status == "not_checked")]


AnyItem = TypeVar("AnyItem", bound=Item)


class Localizer(NamedTuple):
    """Turns checks and score lines of the rules into responses in a locale.

    Attributes:
        rulebook: The game's rules and words.
        grid: The board, for the names of its spaces.
        locale: One of `rulebook.LANGUAGES`.
    """

    rulebook: Rulebook
    grid: Grid
    locale: str

    def sentence(self, rule: str, key: str, values: Values) -> str:
        """The sentence `key` of a rule, filled with the values."""
        return self.rulebook.sentence(self.locale, rule, key, values)

    def check(self, check: verdict.Check) -> Check:
        """A check as a response."""
        rule, status, key, values, spaces = check
        return Check(
            status=status,
            explanation=self.sentence(rule, key, values),
            spaces=self.grid.name_all(spaces),
            **self.cite(rule),
        )

    def checks(self, checks: Iterable[verdict.Check]) -> list[Check]:
        """Checks as responses."""
        return [self.check(check) for check in checks]

    def verdict(self, checks: Sequence[verdict.Check], *, whole: bool) -> dict[str, Any]:
        """The fields `legal`, `checks` and `unchecked` of a move."""
        return {
            "legal": verdict.verdict_of(checks, whole=whole),
            "checks": self.checks(checks),
            "unchecked": unchecked(checks),
        }

    def item(
        self, item: scoresheet.Item, kind: type[AnyItem], portion: type[Part] = Part
    ) -> AnyItem:
        """A line of a score sheet as a response.

        Args:
            item: The line.
            kind: The response struct of the game's lines; fields of its own come from `about`.
            portion: That of their parts.
        """
        category, points, rule, key, values, counted, parts, about = item
        name_all = self.grid.name_all
        spaces = name_all(counted)
        blanks: dict[str, object] = {**values, "spaces": spaces}
        fields: dict[str, Any] = {
            **about,
            **self.cite(rule),
            "category": category,
            "points": points,
            "spaces": spaces,
        }
        if parts is not None:
            named = [(part, name_all(part.spaces)) for part in parts]
            own: Any = portion
            fields["parts"] = [
                own(points=part.points, spaces=names, **self._about(part.about))
                for part, names in named
            ]
            blanks["parts"] = [Portion(part.points, names) for part, names in named]
        fields["explanation"] = self.rulebook.sentence(self.locale, rule, key, blanks)
        return kind(**fields)

    def _about(self, about: Mapping[str, object]) -> Mapping[str, Any]:
        """The fields that only a game's parts have, words in the locale."""
        return {
            name: self.rulebook.word(self.locale, value) if isinstance(value, Word) else value
            for name, value in about.items()
        }

    def names(self, spaces: Spaces) -> list[str]:
        """The names of spaces, in reading order."""
        return self.grid.name_all(spaces)

    def cite(self, rule: str) -> Mapping[str, Any]:
        """The fields `rule` and `reference`."""
        return self.rulebook.cite(self.locale, rule)


encode = msgspec.json.Encoder().encode
"""An answer as JSON."""

Parsed = TypeVar("Parsed")

COMPRESSED_FROM = 1024
"""Bytes: smaller bodies fit into one or two packets uncompressed."""
_GZIP_LEVEL = 1
"""The fastest level leaves a fifth of the bytes."""
_MAX_HEADER_PARSED = 1000
"""Characters of a header field that are parsed."""
_MAX_HEADER_CACHED = 100
"""Characters: results are cached for header fields up to this length. Clients send few different
values, and parsing one takes as long as routing."""
TRUNCATED = "theodolite.truncated"
"""The key of a WSGI environ that says whether its response is of a search that was cut."""
_LOCALE = "theodolite.locale"


def request_locale() -> str:
    """The locale of the current request: of `language` in its query, else by Accept-Language."""
    # Parsed once a request.
    environ = request.environ
    locale: str | None = environ.get(_LOCALE)
    if locale is None:
        asked = request.args.get("language") if environ.get("QUERY_STRING") else None
        locale = _parsed("HTTP_ACCEPT_LANGUAGE", _preferred) if asked is None else _preferred(asked)
        environ[_LOCALE] = locale
    return locale


def revalidate(response: Response, tag: str) -> None:
    """Give a response an entity tag. It becomes a 304 for a client that has it already."""
    response.cache_control.no_cache = True
    response.set_etag(tag)
    # A GET changes nothing that `If-Match` could protect. Werkzeug would answer 412 with all of the
    # content, to `*` too.
    response.make_conditional({**request.environ, "HTTP_IF_MATCH": ""})


def accepts_gzip() -> bool:
    """Whether the client of the current request accepts gzip, by its Accept-Encoding header."""
    return _parsed("HTTP_ACCEPT_ENCODING", _allows_gzip)


def _parsed(field: str, parse: "_lru_cache_wrapper[Parsed]") -> Parsed:
    """A parsed header field of the current request."""
    header: str = request.environ.get(field, "")
    if len(header) > _MAX_HEADER_CACHED:
        return parse.__wrapped__(header[:_MAX_HEADER_PARSED])
    return parse(header)


@lru_cache(maxsize=1000)
def _preferred(header: str) -> str:
    # Best first. `nl-BE` matches `nl` before a less preferred language is tried.
    for tag, quality in parse_accept_header(header, LanguageAccept):
        primary = tag.partition("-")[0].lower()
        if quality > 0 and primary in LANGUAGES:
            return primary
    return LANGUAGES[0]


@lru_cache(maxsize=1000)
def _allows_gzip(header: str) -> bool:
    return bool(parse_accept_header(header, Accept).quality("gzip"))


def respond(
    answer: Any,
    locale: str | None = None,
    *,
    status: int = 200,
    mimetype: str = "application/json",
) -> Response:
    """A JSON response in a locale, by default that of the request."""
    request.environ[TRUNCATED] = getattr(answer, "truncated", False)
    language_field = ("Content-Language", locale or request_locale())
    return respond_with(encode(answer), mimetype, status, [language_field], ["Accept-Language"])


def respond_with(
    body: bytes,
    mimetype: str,
    status: int = 200,
    fields: Sequence[tuple[str, str]] = (),
    vary: Sequence[str] = (),
) -> Response:
    """A response with a body, compressed if it is large enough and the client accepts it.

    Args:
        body: The bytes, not compressed.
        mimetype: The media type.
        status: The status of the response.
        fields: Further header fields.
        vary: The request's header fields that the body depends on, beside `Accept-Encoding`.
    """
    headers = [("Content-Type", mimetype), *fields]
    if len(body) > COMPRESSED_FROM and accepts_gzip():
        body = gzip.compress(body, _GZIP_LEVEL, mtime=0)
        headers.append(("Content-Encoding", "gzip"))
    headers += [("Content-Length", str(len(body))), ("Vary", ", ".join([*vary, "Accept-Encoding"]))]
    # The body goes to the server as the list it is, not through an iterator that closes.
    return Response([body], status, headers, direct_passthrough=True)
