"""The solo score and its titles (p. 11). Otoma's turns are in `otoma`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.misterra.scoring import Scores

__all__ = ["TITLES", "SoloScore", "solo_score"]

TITLES: Mapping[str, Sequence[tuple[int, str]]] = {
    "total": (
        (60, "dim"),
        (70, "famous"),
        (80, "memorable"),
        (90, "illustrious"),
        (100, "eternal"),
    ),
    "presumptions": ((20, "assistant"), (40, "expert"), (60, "dean")),
    "fidelity": ((20, "topographer"), (30, "surveyor"), (40, "cartographer")),
    "claims": ((1, "prudent"), (8, "bold"), (16, "intrepid")),
}
"""The titles of each of the four tables above its lowest, by the points from which each is held."""

_LOWEST = {
    "total": "insignificant",
    "presumptions": "apprentice",
    "fidelity": "paper_pusher",
    "claims": "fearful",
}


class SoloScore(NamedTuple):
    """A solo score: what Otoma's claims take off, what is left, and the title in each table."""

    otoma_claims: int
    total: int
    titles: Mapping[str, str]


def solo_score(scores: Scores) -> SoloScore:
    """Compare the single player's score with Otoma's claims."""
    lines = scores.lines[0]
    otoma = sum(item.points for item in scores.otoma or ())
    points = {
        # What Otoma scores for claims is subtracted, below zero if need be.
        "total": lines.total - otoma,
        "presumptions": lines.subtotals["presumptions"],
        "fidelity": lines.subtotals["fidelity"],
        "claims": lines.subtotals["claims"] - otoma,
    }
    titles = {table: _title(table, reached) for table, reached in points.items()}
    return SoloScore(otoma, points["total"], titles)


def _title(table: str, points: int) -> str:
    title = _LOWEST[table]
    for threshold, higher in TITLES[table]:
        if points >= threshold:
            title = higher
    return title
