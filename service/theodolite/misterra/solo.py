"""The solo score and its titles (p. 11). Otoma's turns are in `otoma`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from theodolite.misterra.scoring import Scores

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
"""The titles of the four tables above the lowest, each with the least points that earn it."""

_LOWEST = {
    "total": "insignificant",
    "presumptions": "apprentice",
    "fidelity": "paper_pusher",
    "claims": "fearful",
}


class SoloScore(NamedTuple):
    """A solo score.

    Attributes:
        otoma_claims: The points of Otoma's claims.
        total: The player's total less these; it may be negative.
        titles: The title in each table, as the key of a word.
    """

    otoma_claims: int
    total: int
    titles: Mapping[str, str]


def solo_score(scores: Scores) -> SoloScore:
    """Compare the player's score with Otoma's claims (p. 11).

    Args:
        scores: The scores of a solo game.

    >>> from theodolite.misterra import Board, Island, Player, Side, Snapshot, score
    >>> island = Island.from_rows(["JJ...", "JJ...", ".....", ".....", "....."])
    >>> solo = solo_score(score(Snapshot(Side.TOP, island, (Player("Ada", Board()),), otoma=(0,))))
    >>> solo.otoma_claims, solo.total, solo.titles["total"]
    (8, -33, 'insignificant')
    """
    lines = scores.lines[0]
    otoma = sum(item.points for item in scores.otoma or ())
    points = {
        # The points of Otoma's claims are subtracted; the total may be negative.
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
