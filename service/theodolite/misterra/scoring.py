"""The score of a finished game (p. 6; solo p. 11).

Covers fidelity, completeness, presumptions, claims with disputed regions, the variant Master
Cartographers, the ranking with its tie-break, Otoma's claims, and remarks on the table. Presumption
cards are judged in `presumptions`, the solo score and its titles in `solo`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from theodolite.grid import NOWHERE, Space, Spaces
from theodolite.leaving import staying
from theodolite.misterra import presumptions
from theodolite.misterra.board import GRID, TERRAIN_NAMES, Board, Island, Terrain
from theodolite.misterra.remarks import Remark, remarks
from theodolite.misterra.snapshot import OTOMA, Player, Presumption, Rulings, Side, Snapshot
from theodolite.scoresheet import Item, Ranking, rank
from theodolite.verdict import Word, amount

CATEGORIES = ("fidelity", "completeness", "presumptions", "claims", "master_cartographers")

FIDELITY = 2
"""Points for each parchment space that matches the island (p. 6)."""
EMPTY = -1
"""Points for each empty parchment space (p. 6)."""
PER_TILE = 2
"""Points for each tile of a claimed region (p. 6)."""
FAITHFUL_LINE = 3
"""Points for each faithful row or column in the variant (p. 6)."""

_LINES = (
    *((f"row {number}", line) for number, line in enumerate(GRID.row_lines, 1)),
    *((f"column {GRID.names[c][0]}", line) for c, line in enumerate(GRID.column_lines)),
)


class Claim(NamedTuple):
    """A claim as scored.

    Attributes:
        holder: The name of the player, or Otoma.
        space: The space of the marker.
        terrain: The terrain of the region.
        region: The region as scored.
        hazy: The hazy tiles that belonged to the region and are removed.
        joining: The hazy tiles by which alone the region is shared.
        disputed_with: The holders of other markers in the region.
        points: Its points.
        order_matters: Whether it would be shared otherwise under the other value of
            `removal_order`.
    """

    holder: str
    space: Space
    terrain: Terrain
    region: Spaces
    hazy: Spaces
    joining: Spaces
    disputed_with: tuple[str, ...]
    points: int
    order_matters: bool


class Lines(NamedTuple):
    """The score sheet of a player.

    Attributes:
        items: The lines in the order of CATEGORIES.
        subtotals: The points of each category.
        total: Their sum.
        turning_matters: Whether turning the patterns of cards 24-31 would change a line.
    """

    items: tuple[Item, ...]
    subtotals: Mapping[str, int]
    total: int
    turning_matters: bool


class Scores(NamedTuple):
    """A scored table.

    Attributes:
        lines: The score sheet of each player, in turn order.
        ranking: The ranking of the players.
        claims: All claims, Otoma's last.
        island: The confirmed tiles.
        hazy: The spaces of the hazy tiles, which were removed.
        removed: The claims that were removed.
        otoma: The lines of Otoma's claims in a solo game; None in any other.
        remarks: What is improbable about the table.
    """

    lines: Sequence[Lines]
    ranking: Ranking
    claims: Sequence[Claim]
    island: Board
    hazy: Spaces
    removed: Sequence[Claim]
    otoma: Sequence[Item] | None
    remarks: Sequence[Remark]


def score(snapshot: Snapshot) -> Scores:
    """Score a finished game.

    Args:
        snapshot: The table. Presumption cards have complete faces (`presumptions.face_faults`).

    >>> from theodolite.misterra import Board, Island, Player, Side
    >>> rows = ["JJ...", ".....", ".....", ".....", "....."]
    >>> ada = Player("Ada", Board.from_rows(rows), claims=(0,))
    >>> scores = score(Snapshot(Side.TOP, Island.from_rows(rows), (ada, Player("Bo", Board()))))
    >>> scores.lines[0].subtotals["claims"], [lines.total for lines in scores.lines]
    (4, [-15, -25])
    """
    rulings = snapshot.rulings
    markers = [(player.name, player.claims) for player in snapshot.players]
    markers.append((OTOMA, snapshot.otoma or ()))
    *claims, of_otoma = resolve_claims(snapshot.island, tuple(markers), rulings)
    variant = snapshot.master_cartographers
    lines = [
        player_lines(
            player, snapshot.island, snapshot.beach, rulings, own, master_cartographers=variant
        )
        for player, own in zip(snapshot.players, claims, strict=True)
    ]
    # Most points win; of tied players the most faithful (p. 6).
    ranking = rank(
        {
            "total": [sheet.total for sheet in lines],
            "fidelity": [sheet.subtotals["fidelity"] for sheet in lines],
        },
        staying(snapshot),
    )
    all_claims = [claim for own in (*claims, of_otoma) for claim in own]
    lost = rulings.disputed_regions == "nobody_scores"
    return Scores(
        lines,
        ranking,
        all_claims,
        snapshot.island.as_confirmed,
        snapshot.island.tiles.covered & ~snapshot.island.confirmed,
        [claim for claim in all_claims if claim.disputed_with and lost],
        None if snapshot.otoma is None else [_claim(claim, is_otomas=True) for claim in of_otoma],
        list(remarks(snapshot, is_over=True)),
    )


def player_lines(
    player: Player,
    island: Island,
    beach: Side,
    rulings: Rulings,
    claims: tuple[Claim, ...],
    *,
    master_cartographers: bool,
) -> Lines:
    """Score a player.

    Args:
        player: The player.
        island: The island with its hazy tiles.
        beach: The side of the beach, for cards 9-12.
        rulings: The rulings in force.
        claims: The player's claims, see `resolve_claims`.
        master_cartographers: Whether the variant is played.
    """
    items = (
        _fidelity(player, island),
        _completeness(player),
        *[_presumption(card, player, beach, rulings) for card in player.presumptions],
        *[_claim(claim) for claim in claims],
        *(_faithful_lines(player, island) if master_cartographers else ()),
    )
    subtotals = dict.fromkeys(CATEGORIES, 0)
    for item in items:
        subtotals[item.category] += item.points
    turning_matters = any(
        presumptions.turning_matters(card, player.parchment)
        for card in player.presumptions
        if card.pattern
    )
    return Lines(items, subtotals, sum(subtotals.values()), turning_matters)


def could_matter(scores: Scores) -> Mapping[str, bool]:
    """Whether another value would change the scores, for each ruling that bears on them."""
    return {
        "disputed_regions": any(claim.disputed_with for claim in scores.claims),
        "removal_order": any(claim.order_matters for claim in scores.claims),
        "pattern_orientation": any(lines.turning_matters for lines in scores.lines),
    }


def resolve_claims(
    island: Island, markers: tuple[tuple[str, tuple[Space, ...]], ...], rulings: Rulings
) -> Sequence[tuple[Claim, ...]]:
    """Score the claims of each player.

    Args:
        island: The island with its hazy tiles.
        markers: Each holder's name and the spaces of their markers.
        rulings: The rulings in force.

    Returns:
        The claims of each holder, in the same order.
    """
    tiles, confirmed = island
    marked = sum([1 << space for _, spaces in markers for space in spaces])

    def resolve(holder: str, space: Space) -> Claim:
        bit = 1 << space
        # A possible table has a confirmed tile under every marker.
        terrain = cast("Terrain", tiles.at(space))
        ground = tiles[terrain]
        region = GRID.group(ground & confirmed, bit)
        with_hazy = GRID.group(ground, bit) if ground & ~confirmed else region
        # Hazy tiles are removed first, so regions that only they joined are two (p. 6).
        shared, otherwise = region, with_hazy
        if rulings.removal_order == "together":
            shared, otherwise = otherwise, shared
        rivals = sharing(shared, bit)
        # Markers that share a region earn nothing (p. 6).
        lost = rivals and rulings.disputed_regions == "nobody_scores"
        points = 0 if lost else PER_TILE * region.bit_count()
        order_matters = otherwise != shared and sharing(otherwise, bit) != rivals
        hazy = with_hazy & ~confirmed
        joining = hazy if shared == with_hazy and order_matters else NOWHERE
        return Claim(holder, space, terrain, region, hazy, joining, rivals, points, order_matters)

    def sharing(ground: Spaces, bit: Spaces) -> tuple[str, ...]:
        if ground & marked == bit:
            return ()
        others = ground & ~bit
        return tuple([other for other, spaces in markers for at in spaces if others >> at & 1])

    return [tuple([resolve(holder, space) for space in spaces]) for holder, spaces in markers]


def _fidelity(player: Player, island: Island) -> Item:
    """2 for each parchment space with the terrain of the confirmed tile there (p. 6)."""
    matching = player.parchment.matching(island.tiles)
    # Every hazy tile is removed before anything counts.
    spaces = matching & island.confirmed
    count = spaces.bit_count()
    return Item(
        "fidelity",
        FIDELITY * count,
        "misterra.score.fidelity",
        amount(count),
        {"count": count, "hazy": _hazy_clause("FIDELITY", matching & ~spaces)},
        spaces,
    )


def _hazy_clause(name: str, tiles: Spaces) -> Word | str:
    """The clause that names hazy tiles, which are removed, where they made the difference."""
    return Word("clauses", f"HAZY_{name}", {"hazy": GRID.name_all(tiles)}) if tiles else ""


def _completeness(player: Player) -> Item:
    """1 off for each empty parchment space (p. 6)."""
    spaces = GRID.everywhere & ~player.parchment.covered
    count = spaces.bit_count()
    return Item(
        "completeness",
        EMPTY * count,
        "misterra.score.completeness",
        amount(count),
        {"count": count},
        spaces,
    )


def _presumption(presumption: Presumption, player: Player, beach: Side, rulings: Rulings) -> Item:
    """The points of a presumption card on the player's own parchment (p. 6, 8)."""
    outcome = presumptions.judge(presumption, player.parchment, beach, rulings)
    return Item(
        "presumptions",
        sum([part.points for part in outcome.parts]),
        presumptions.CARDS[presumption.card].rule,
        outcome.key,
        outcome.values,
        outcome.counted,
        outcome.parts,
        {"card": presumption.card},
    )


def _claim(claim: Claim, *, is_otomas: bool = False) -> Item:
    """2 for each tile of a region still claimed (p. 6, of Otoma's p. 11)."""
    if claim.disputed_with:
        rule, key = "score.disputed_region", "shared" if claim.points else "nobody"
    else:
        rule, key = "score.claims", amount(claim.region.bit_count())
    if is_otomas:
        rule = "solo.otoma_claims"
    return Item(
        "claims",
        claim.points,
        f"misterra.{rule}",
        key,
        {
            "space": GRID.names[claim.space],
            "terrain": claim.terrain,
            "count": claim.region.bit_count(),
            "rivals": claim.disputed_with,
            "hazy": _hazy_clause("CLAIM", claim.hazy),
            "joining": _hazy_clause("SHARED", claim.joining),
        },
        claim.region,
        about={
            "claim": GRID.names[claim.space],
            "terrain": TERRAIN_NAMES[claim.terrain],
            "disputed_with": list(claim.disputed_with),
        },
    )


def _faithful_lines(player: Player, island: Island) -> list[Item]:
    """3 for each row and column of five confirmed tiles that the parchment repeats (p. 6)."""
    with_hazy = player.parchment.matching(island.tiles)
    matching = with_hazy & island.confirmed
    items = []
    for name, line in _LINES:
        spoiled = line & ~matching
        items.append(
            Item(
                "master_cartographers",
                0 if spoiled else FAITHFUL_LINE,
                "misterra.score.master_cartographers",
                "spoiled" if spoiled else "faithful",
                {
                    "line": GRID.name_all(line)[::4],
                    "spoiled": GRID.name_all(spoiled),
                    "hazy": _hazy_clause("LINE", spoiled & with_hazy),
                },
                line & matching,
                about={"line": name},
            )
        )
    return items
