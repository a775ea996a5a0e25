"""The reference of scoring cards that are data: the points of terms, and random terms and maps.

Written from the page that documents the terms, on sets of strings. It imports nothing of the
service.
"""

from collections.abc import Callable
from random import Random

from reference.cartographers import (
    COLUMNS_NAMED,
    EDGE,
    LINES_NAMED,
    NEIGHBOURS,
    ROWS,
    ROWS_NAMED,
    SPACES,
    Json,
    Named,
    Part,
    Rulings,
    Sheet,
    around,
    at,
    groups,
    per_space,
    place,
)

TERRAINS = ("forest", "village", "farm", "water", "monster", "hero", "mountain")
KINDS = (*TERRAINS, "ruins", "empty", "filled")
DIAGONALS: list[Named] = [
    (f"diagonal {row}1", [ROWS[i + step] + str(step + 1) for step in range(11 - i)])
    for i, row in enumerate(ROWS)
]
LINES = {
    "row": ROWS_NAMED,
    "column": COLUMNS_NAMED,
    "line": LINES_NAMED,
    "odd_column": COLUMNS_NAMED[::2],
    "diagonal": DIAGONALS,
}
PAID_FOR = ("space", "area", "largest_area", "second_area", *LINES)


def kind_of(sheet: Sheet, kind: str, rulings: Rulings) -> set[str]:
    """The spaces of a kind."""
    if kind == "ruins":
        is_gone = rulings["destroyed_ruins"] == "gone"
        return sheet.ruins - (sheet.letter("Xd") if is_gone else set())
    if kind in ("empty", "filled"):
        return set(getattr(sheet, kind))
    return sheet.of(kind)


def parts_of(term: Json, sheet: Sheet, rulings: Rulings) -> list[Part]:
    """The points of a term: a part for each area or line, one for all spaces."""

    def spaces(kind: str) -> set[str]:
        return kind_of(sheet, kind, rulings)

    own, worth = spaces(term["of"]), term["points"]
    if term["each"] in LINES:
        lines = [
            (name, line if term.get("whole") else [space for space in line if space in own])
            for name, line in LINES[term["each"]]
            if not term.get("whole") or own.issuperset(line)
        ]
        return [
            (worth, name, frozenset(line))
            for name, line in lines
            if line and meets(term, set(line), spaces)
        ]
    if term["each"] == "space":
        return per_space(worth, [one for one in own if meets(term, {one}, spaces)])
    areas = [area for area in groups(own) if meets(term, area, spaces)]
    if term["each"] == "area":
        return [(worth, None, frozenset(area)) for area in areas]
    ordered = sorted(areas, key=lambda area: (-len(area), areas.index(area)))
    wanted = ordered[:1] if term["each"] == "largest_area" else ordered[1:2]
    return [part for area in wanted for part in per_space(worth, area)]


def meets(term: Json, group: set[str], spaces: Callable[[str], set[str]]) -> bool:
    """Whether a group meets every condition of a term."""
    outside = around(group)

    def any_of(kinds: list[str]) -> set[str]:
        return set().union(*(spaces(kind) for kind in kinds))

    beside = term.get("beside", {"of": []})
    touched = [kind for kind in set(beside["of"]) if outside & spaces(kind)]
    needed = beside.get("spaces", 1) if "beside" in term else 0
    return all(
        (
            term.get("least", 1) <= len(group) <= term.get("most", 121),
            "edge" not in term or bool(group & EDGE) == term["edge"],
            "has" not in term or bool(group & spaces(term["has"])),
            not outside & any_of(term.get("not_beside", [])),
            not term.get("amid") or outside <= any_of(term["amid"]),
            len(outside & any_of(beside["of"])) >= needed,
            len(touched) >= (beside.get("kinds", 1) if "beside" in term else 0),
            "contains" not in term or lies_in(term["contains"], group),
        )
    )


def lies_in(shape: list[str], group: set[str]) -> bool:
    """Whether a shape lies in a group, turned and mirrored at will."""
    squares = [(r, c) for r, row in enumerate(shape) for c, one in enumerate(row) if one == "X"]
    for _ in range(4):
        squares = [(c, -r) for r, c in squares]
        for faced in (squares, [(r, -c) for r, c in squares]):
            for start in group:
                row, column = place(start)
                first = faced[0]
                laid = [at(row + r - first[0], column + c - first[1]) for r, c in faced]
                if all(space in group for space in laid):
                    return True
    return False


def random_terms(rng: Random) -> list[Json]:
    """The terms of a card, mostly of one term and a few conditions."""
    return [random_term(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]


def random_term(rng: Random) -> Json:
    """A term at random, with conditions of every kind."""
    each = rng.choice(PAID_FOR)
    term: Json = {"points": rng.randint(1, 10), "each": each, "of": rng.choice(KINDS)}

    def kinds() -> list[str]:
        return rng.sample(KINDS, rng.choice((1, 1, 2, 6)))

    conditions: list[tuple[str, Callable[[], object]]] = [
        ("edge", lambda: rng.random() < 0.5),
        ("has", lambda: rng.choice(KINDS)),
        ("beside", lambda: {"of": kinds(), **rng.choice(({}, {"spaces": 2}, {"kinds": 2}))}),
        ("not_beside", kinds),
        ("amid", kinds),
    ]
    if each != "space":
        conditions += [
            ("least", lambda: rng.randint(1, 6)),
            ("most", lambda: rng.randint(6, 20)),
            ("contains", lambda: rng.choice((["XX"], ["XXX"], ["XX", "XX"], ["XX", ".X"]))),
        ]
    if each in LINES:
        conditions.append(("whole", lambda: rng.random() < 0.7))
    for name, value in rng.sample(conditions, rng.choice((0, 1, 1, 2, 3))):
        term[name] = value()
    return term


def random_rows(rng: Random) -> tuple[list[str], list[str]]:
    """The print and the drawing of any map: empty, of one letter, with patches, full."""
    marks = rng.choice(("." * 20 + "^R#R", "." * 10 + "R", ".", "^" + "." * 30))
    printed = [rng.choice(marks) for _ in SPACES]
    letters = rng.choice(("FVAW", "FVAWHMDZTGXd", "F", "V", "AW"))
    share = rng.choice((0, 0.2, 0.5, 0.8, 0.97, 1))
    drawn = {space: rng.choice(letters) for space in SPACES if rng.random() < share}
    for space in rng.sample(SPACES, rng.choice((0, 40, 90))):
        if space in drawn:
            drawn.update(dict.fromkeys(set(NEIGHBOURS[space]) & drawn.keys(), drawn[space]))
    spaces = iter(zip(SPACES, printed, strict=True))
    cells = ["." if mark in "^#" else drawn.get(space, ".") for space, mark in spaces]
    lines = range(0, 121, 11)
    print_rows, drawn_rows = (["".join(one[i : i + 11]) for i in lines] for one in (printed, cells))
    return print_rows, drawn_rows
