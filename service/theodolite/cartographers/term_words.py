"""The words of terms: what a card that is data pays for, as players say it.

The words are those of the table `scoring` in `words.toml`. No condition has a verb, so one form
serves one group and many.
"""

from collections.abc import Iterator, Sequence

from theodolite.cartographers.board import GRID
from theodolite.cartographers.terms import BY_SIZE, LINES, Beside, Kind, Term
from theodolite.grid import union
from theodolite.scoresheet import Part
from theodolite.verdict import Values, Word

_MANY = 2
"""Any number of groups that takes the plural."""


def pays_words(terms: Sequence[Term]) -> list[Word]:
    """The groups that each term pays for, as a card says it."""
    return [_word("each", points=term.points, group=phrase(term)) for term in terms]


def paid_words(term: Term, parts: Sequence[Part]) -> Word:
    """The groups that a term paid for on a map."""
    spaces = union(part.spaces for part in parts)
    lines = [part.about["line"] for part in parts if "line" in part.about]
    of_spaces = term.each == "space" or term.each in BY_SIZE
    count = spaces.bit_count() if of_spaces else len(parts)
    points = sum(part.points for part in parts)
    where = lines or GRID.name_all(spaces)
    return _word("paid", points=points, count=count, group=phrase(term, count), spaces=where)


def phrase(term: Term, count: int = 1) -> Word:
    """The groups that a term pays for, in the form for their number, with its conditions."""
    noun, conditions = _noun(term, count), [*_conditions(term)]
    return _word("phrase", noun=noun, conditions=conditions) if conditions else noun


def kind_word(kind: Kind) -> Word:
    """The plain word for a kind."""
    return Word("terms", kind.upper())


def area_word(kind: Kind) -> Word:
    """The word for an area of a kind."""
    return Word("areas", kind, {"count": 1})


def _word(name: str, **values: object) -> Word:
    return Word("scoring", name, values)


def _noun(term: Term, count: int) -> Word:
    if term.each in LINES:
        return _word(term.each, count=count)
    if term.each in BY_SIZE:
        return _word(term.each, count=count, area=area_word(term.of))
    return Word("areas" if term.each == "area" else "spaces", term.of, {"count": count})


def _of(kinds: Sequence[Kind]) -> Values:
    """Kinds as the words of each language need them."""
    return {
        "kinds": [Word("beside", kind) for kind in kinds],
        "many": [Word("spaces", kind, {"count": _MANY}) for kind in kinds],
        "terms": [kind_word(kind) for kind in kinds],
    }


def _conditions(term: Term) -> Iterator[Word]:
    if (size := _size(term)) is not None:
        yield _word(size, least=term.least, most=term.most, **_of([term.of]))
    if term.contains:
        yield _word("contains", shape="/".join(term.contains))
    if term.has:
        yield _word("has", **_of([term.has]))
    if term.edge is not None:
        yield _word("edge" if term.edge else "inside")
    if term.not_beside:
        yield _word("not_beside", **_of(term.not_beside))
    if term.amid:
        yield _word("amid", **_of(term.amid))
    if term.beside:
        yield from _beside(term.beside)


def _beside(beside: Beside) -> Iterator[Word]:
    if beside.spaces > 1:
        yield _word("beside_spaces", least=beside.spaces, **_of(beside.of))
    if beside.kinds > 1:
        yield _word("beside_kinds", least=beside.kinds, **_of(beside.of))
    if beside.spaces == beside.kinds == 1:
        yield _word("beside", **_of(beside.of))


def _size(term: Term) -> str | None:
    """The key of the words for the size of a group; None if every size will do."""
    if term.whole:
        return "line_whole"
    of_line = "line_" if term.each in LINES else ""
    greatest = GRID.columns if of_line else len(GRID.names)
    if term.least == term.most:
        return f"{of_line}exactly"
    if term.most < greatest:
        return f"{of_line}between" if term.least > 1 else f"{of_line}most"
    if term.least > 1:
        return f"{of_line}least"
    return "line_some" if of_line else None
