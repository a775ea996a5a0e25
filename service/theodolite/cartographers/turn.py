"""Drawing for a revealed card: whether it is legal, and what can be drawn (Zeichnen).

Covers shapes, ruins, the fallback, ambushes on a neighbour's map and solo, heroes with their attack
pattern, and the gorgon's target. What drawing does to a map is in `drawing`; which card may come
when, in `replays`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from theodolite.cartographers.board import GRID, Map, Terrain
from theodolite.cartographers.drawing import (
    Change,
    Draw,
    Sheet,
    draw,
    drawn_letter,
    filled_in,
    gorgon_targets,
    shape_drawn,
)
from theodolite.cartographers.ending import TROLL, ZOMBIE, order
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.snapshot import Snapshot
from theodolite.cartographers.solo import SoloPlacement, faces, place
from theodolite.grid import Space, Spaces, each, orientations
from theodolite.verdict import NOTHING, Check, Values, Word, legal

__all__ = [
    "COIN_RULINGS",
    "Offer",
    "Turn",
    "Verdict",
    "drawn_by_owner",
    "faces_needed",
    "judge",
    "needs_ruins",
    "neighbour",
    "offer",
    "patterns",
    "ruins_in_force",
    "rulings_used",
    "told",
]

RULE = "cartographers"
COIN_RULINGS = ("coin_limit", "coins_by_others", "dragon_defeated")
"""The rulings that decide what coins a draw brings."""


class Turn(NamedTuple):
    """Who draws on whose map (both by number), for which card, and whether ruins came before it."""

    player: int
    on: int
    card: Card
    after_ruins: bool = False


class Offer(NamedTuple):
    """What a card lets be drawn on a map: the placements that fit, each with its shape's number.

    `terrains` are those it may be drawn in. If nothing fits, `fallback` says whether a 1x1 is drawn
    instead, and `terrains` are those of it. `solo` tells where a solo ambush was tried.
    """

    placements: Sequence[tuple[int, Spaces]]
    terrains: Sequence[Terrain]
    fallback: bool
    solo: SoloPlacement | None = None


class Verdict(NamedTuple):
    """The checks of a draw; if it is legal, the table after it and what changed.

    `shape` is the number of the shape drawn, None of a fallback or of none.
    """

    checks: Sequence[Check]
    shape: int | None
    fallback: bool
    after: Snapshot | None = None
    changes: Sequence[Change] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule was broken."""
        return legal(self.checks)


def ruins_in_force(snapshot: Snapshot, turn: Turn) -> bool:
    """Whether the shape must cover a ruins space (Ruinen)."""
    # In Heroes alone ruins mean nothing; ambushes are not affected.
    if not turn.after_ruins or snapshot.game == "heroes":
        return False
    # A hero is no explore card (hero_after_ruins).
    return turn.card.kind == "explore" or (
        turn.card.kind == "hero" and snapshot.rulings.hero_after_ruins == "must_cover"
    )


def needs_ruins(snapshot: Snapshot, turn: Turn) -> bool:
    """Whether a judgement needs to know the ruins of the map."""
    return ruins_in_force(snapshot, turn)


def faces_needed(snapshot: Snapshot, card: Card) -> Sequence[str]:
    """The fields of a card's face that its draw is judged by."""
    match card.kind:
        case "explore":
            return ("shapes",)
        case "hero":
            return ("pattern",)
        case "ambush":
            if snapshot.solo:
                return ("shapes", "corner", "turns")
            return ("shapes", "passed") if len(snapshot.players) > 1 else ("shapes",)
        case "ruins":
            return ()


def neighbour(snapshot: Snapshot, player: int, card: Card) -> int:
    """On whose map a player draws an ambush: maps are passed left or right as the card says."""
    # The left neighbour is the next player, and draws on the map that came from the right.
    step = -1 if card.passed == "left" else 1
    return (player + step) % len(snapshot.players)


def drawn_by_owner(snapshot: Snapshot, turn: Turn) -> bool:
    """Whether the map's owner draws: ambushes are drawn by neighbours but in solo play."""
    return turn.card.kind != "ambush" or snapshot.solo


def offer(snapshot: Snapshot, turn: Turn) -> Offer:
    """What a card lets be drawn on a map."""
    land, card = snapshot.map(turn.on), turn.card
    filled = land.filled
    if card.kind == "ambush" and snapshot.solo:
        solo = place(card, filled, snapshot.rulings)
        return Offer([(0, spaces) for spaces in solo.placements], card.terrains, False, solo)
    fitting = [
        (i, spaces)
        for i, shape in enumerate(card.shapes or ())
        for spaces in GRID.placements(shape.rows)
        if not spaces & filled
    ]
    allowed = fitting
    # After ruins the shape covers a ruins space.
    if ruins_in_force(snapshot, turn):
        allowed = [(i, spaces) for i, spaces in fitting if spaces & land.ruins]
    if allowed or card.kind == "ruins" or not land.empty:
        return Offer(allowed, card.terrains, False)
    # If no shape can be drawn anywhere, a 1x1.
    return Offer([], _fallback_terrains(snapshot, turn, only_ruins_forbid=bool(fitting)), True)


def _fallback_terrains(
    snapshot: Snapshot, turn: Turn, *, only_ruins_forbid: bool
) -> Sequence[Terrain]:
    if turn.card.kind == "ambush":
        return (Terrain.MONSTER,)
    # The card's terrains hold, unless ruins forced the fallback (fallback_terrain).
    if not only_ruins_forbid and snapshot.rulings.fallback_terrain == "from_card":
        return turn.card.terrains
    # Any terrain but mountain; heroes are of Heroes.
    return [terrain for terrain in Terrain if _in_game(snapshot, terrain)]


def _in_game(snapshot: Snapshot, terrain: Terrain) -> bool:
    return terrain != Terrain.HERO or snapshot.game != "cartographers"


def judge(snapshot: Snapshot, turn: Turn, drawn: Draw) -> Verdict:
    """Hold a draw against every rule that bears on it.

    What `faces_needed` names of the card's face must be known, and the ruins if `needs_ruins`.
    """
    card, land = turn.card, snapshot.map(turn.on)
    offered = offer(snapshot, turn)
    shape = _shape(snapshot, card, drawn.spaces)
    one = drawn.spaces.bit_count() == 1
    # A 1x1 is a fallback where the card has no such shape, or none that has a place.
    may_fall_back = card.kind != "ruins" and offered.solo is None
    fallback = one and may_fall_back and (shape is None or not offered.placements)
    if fallback:
        shape = None
    lying = [
        _shape_check(card, drawn, shape, fallback=fallback),
        _empty_check(land, drawn),
        _terrain_check(snapshot, turn, drawn, offered, fallback=fallback),
    ]
    checks = [
        *lying,
        _ruins_check(snapshot, turn, drawn, offered, fallback=fallback),
        _fallback_check(land, drawn, offered, fallback=fallback),
        _coin_check(card, shape),
        *_place_checks(snapshot, turn, drawn, offered),
        *_deck_checks(snapshot, turn),
        *_hero_checks(card, drawn, fallback=fallback),
    ]
    # What it destroys depends on how it lies.
    if legal(lying):
        checks += _gorgon_checks(snapshot, turn, drawn)
    if not legal(checks):
        return Verdict(checks, shape, fallback)
    sheet = snapshot.players[turn.on]
    after, changes = draw(
        Sheet(land, sheet.coins),
        drawn,
        card,
        snapshot.rulings,
        by_owner=drawn_by_owner(snapshot, turn),
    )
    sheet = sheet._replace(drawn=after.map.drawn, stars=after.map.stars, coins=after.coins)
    table = snapshot.with_sheet(turn.on, sheet)._replace(ambushes=_came(snapshot, turn))
    return Verdict(checks, shape, fallback, table, changes)


def told(verdict: Verdict) -> Verdict:
    """All that a verdict says but for the rulings, which its table holds."""
    return verdict._replace(after=verdict.after and verdict.after.under(Rulings()))


def _shape(snapshot: Snapshot, card: Card, spaces: Spaces) -> int | None:
    """The number of the shape drawn; a solo ambush is not turned."""
    if card.kind == "ambush" and snapshot.solo:
        turned = faces(card, snapshot.rulings)
        placed = [GRID.placements(face, rotated=False, mirrored=False) for face in turned]
        return 0 if any(spaces in places for places in placed) else None
    return shape_drawn(card, spaces)


def _check(rule: str, says: str, spaces: Spaces = 0, *, failed: bool, **values: object) -> Check:
    told = {"spaces": GRID.name_all(spaces), **values}
    return Check(f"{RULE}.{rule}", "failed" if failed else "passed", says, told, spaces)


def _shape_check(card: Card, drawn: Draw, shape: int | None, *, fallback: bool) -> Check:
    # One of the shapes offered is drawn, or a 1x1 instead.
    if not drawn.spaces:
        says = "nothing"
    elif fallback:
        says = "fallback"
    elif shape is not None:
        says = "shape"
    elif card.kind == "ruins":
        says = "ruins"
    else:
        # A solo ambush may be its shape, turned.
        says = "other" if shape_drawn(card, drawn.spaces) is None else "turned"
    failed = says in ("ruins", "other", "turned")
    return _check("draw.shape", says, drawn.spaces, failed=failed, card=Word("cards", card.id))


def _empty_check(land: Map, drawn: Draw) -> Check:
    # Every square lies on an empty space of the map.
    taken = drawn.spaces & land.filled
    return _check("draw.empty", "failed" if taken else "passed", taken, failed=taken != 0)


def _terrain_check(
    snapshot: Snapshot, turn: Turn, drawn: Draw, offered: Offer, *, fallback: bool
) -> Check:
    # In a terrain of the card; a fallback in its own.
    rule = "draw.terrain"
    terrains = turn.card.terrains
    if fallback:
        terrains = tuple(offered.terrains) if offered.fallback else tuple(Terrain)
    if not drawn.spaces:
        strays = drawn.stars != 0 or drawn.destroys is not None
        return _check(rule, "stray" if strays else "nothing", failed=strays)
    if drawn.terrain not in terrains or not _in_game(snapshot, drawn.terrain):
        says = "absent" if drawn.terrain is None else "failed"
        # Stars and a target hang on the terrain: without the right one they are in question, too.
        aimed = 0 if drawn.destroys is None else 1 << drawn.destroys
        hung = drawn.stars | aimed
        return _check(rule, says, hung, failed=True, terrain=drawn.terrain, terrains=terrains)
    # Stars come with heroes, and gorgons alone destroy.
    letter = drawn_letter(drawn.terrain, turn.card, drawn.spaces, snapshot.rulings)
    if (drawn.stars and drawn.terrain != Terrain.HERO) or (
        drawn.destroys is not None and letter != "G"
    ):
        return _check(rule, "stray", drawn.stars, failed=True)
    return _check(rule, "passed", failed=False, terrain=drawn.terrain)


def _ruins_check(
    snapshot: Snapshot, turn: Turn, drawn: Draw, offered: Offer, *, fallback: bool
) -> Check:
    # After ruins the shape covers at least one ruins space, if it is no fallback.
    if not ruins_in_force(snapshot, turn):
        return _check("draw.ruins", "idle" if turn.after_ruins else "free", failed=False)
    if fallback or not drawn.spaces:
        return _check("draw.ruins", "fallback", failed=False)
    ruins = drawn.spaces & snapshot.map(turn.on).ruins
    failed = "failed" if offered.placements else "none_left"
    return _check("draw.ruins", "passed" if ruins else failed, ruins, failed=not ruins)


def _fallback_check(land: Map, drawn: Draw, offered: Offer, *, fallback: bool) -> Check:
    # As long as a shape fits, one that fits is drawn; as long as a space is empty, something is.
    rule = "draw.fallback"
    if offered.placements:
        refused = fallback or not drawn.spaces
        spaces = _example(offered)
        return _check(rule, "fits" if refused else "shape", spaces, failed=refused)
    if not offered.fallback:
        return _check(rule, "full", failed=False)
    if not drawn.spaces:
        return _check(rule, "empty", land.empty & -land.empty, failed=True)
    return _check(rule, "instead", failed=False)


def _example(offered: Offer) -> Spaces:
    """A placement offered, the same in whatever order: of the first shape, in the first place."""
    return min(offered.placements, key=lambda one: (one[0], one[1] & -one[1], -one[1]))[1]


def _coin_check(card: Card, shape: int | None) -> Check:
    coin = shape is not None and (card.shapes or ())[shape].coin
    return _check("draw.coin", "coin" if coin else "none", failed=False)


def _place_checks(snapshot: Snapshot, turn: Turn, drawn: Draw, offered: Offer) -> Iterator[Check]:
    names = [player.name for player in snapshot.players]
    told: dict[str, Any] = {"player": names[turn.player], "owner": names[turn.on]}
    card = turn.card
    # Everyone draws on their own map, but for ambushes.
    if card.kind != "ambush":
        other = turn.player != turn.on
        yield _check("draw.owner", "failed" if other else "passed", failed=other, **told)
    elif offered.solo is not None:
        # Solo, the first space that it can cover decides.
        places = offered.solo.placements
        fits = drawn.spaces in places if places else not drawn.spaces
        says = ("passed" if fits else "failed") if places else ("none" if fits else "discarded")
        at = None if offered.solo.at is None else GRID.names[offered.solo.at]
        spaces = _example(offered) if places else 0
        yield _check("ambush.solo_place", says, spaces, failed=not fits, at=at)
    elif len(names) == 1:
        yield Check(f"{RULE}.ambush.neighbour", "not_checked", "not_checked", NOTHING)
    else:
        # Maps are passed left or right as the card says.
        right = neighbour(snapshot, turn.player, card)
        told["neighbour"] = names[right]
        says = "passed" if right == turn.on else "failed"
        yield _check("ambush.neighbour", says, failed=right != turn.on, **told)


def _came(snapshot: Snapshot, turn: Turn) -> tuple[str, ...]:
    """The ambushes that have come, that which is drawn among them.

    Zombies or trolls that it meets and nobody named came before it.
    """
    named, card = snapshot.ambushes, turn.card.id
    if turn.card.kind != "ambush" or card in named:
        return named
    met = order(named, snapshot.map(turn.on)) if card in (ZOMBIE, TROLL) else []
    return (*named, *(name for name in met if name not in (*named, card)), card)


def _deck_checks(snapshot: Snapshot, turn: Turn) -> Iterator[Check]:
    # One more ambush is shuffled in each season: by the end of season n at most n have come.
    if turn.card.kind == "ambush":
        count, most = len(_came(snapshot, turn)), snapshot.season + 1
        failed = count > most
        says = "failed" if failed else "passed"
        yield _check("deck.ambush", says, failed=failed, count=count, most=most)


def _hero_checks(card: Card, drawn: Draw, *, fallback: bool) -> Iterator[Check]:
    if drawn.terrain != Terrain.HERO or not drawn.spaces:
        return
    # A hero drawn as a fallback has no attack pattern.
    if fallback or card.kind != "hero":
        says = "stray" if drawn.stars else "fallback"
        yield _check("hero.pattern", says, drawn.stars, failed=drawn.stars != 0)
        return
    # The stars are the pattern, turned and mirrored at will, less what is outside the map.
    around = [
        stars for space in each(drawn.spaces) for stars in patterns(card.pattern or (), space)
    ]
    if drawn.stars in around:
        yield _check("hero.pattern", "passed", drawn.stars, failed=False)
        return
    # Most of the stars drawn are likely meant as they are.
    nearest = max(around, key=lambda one: ((one & drawn.stars).bit_count(), one.bit_count(), one))
    says = "failed" if nearest else "outside"
    expected = GRID.name_all(nearest)
    yield _check("hero.pattern", says, drawn.stars, failed=True, expected=expected)


def _gorgon_checks(snapshot: Snapshot, turn: Turn, drawn: Draw) -> Iterator[Check]:
    if drawn.terrain is None or not drawn.spaces:
        return
    letter = drawn_letter(drawn.terrain, turn.card, drawn.spaces, snapshot.rulings)
    if letter != "G":
        return
    # Its drawer destroys one space adjacent to it that is no mountain, if there is one.
    after = filled_in(snapshot.map(turn.on), drawn, letter)
    targets = gorgon_targets(after, drawn.spaces, snapshot.rulings)
    told: Values = {
        "target": drawn.destroys if drawn.destroys is None else GRID.names[drawn.destroys]
    }
    if drawn.destroys is None:
        says, failed = ("absent", True) if targets else ("none", False)
    else:
        failed = not targets >> drawn.destroys & 1
        says = "failed" if failed else "passed"
    yield _check("gorgon.target", says, targets, failed=failed, **told)


# A hero's few patterns are tried around every space.
@lru_cache(maxsize=4096)
def patterns(pattern: tuple[str, ...], hero: Space) -> Sequence[Spaces]:
    """The sets of stars that an attack pattern can put around a hero, inside the map (Helden)."""
    row, column = divmod(hero, GRID.columns)
    found = []
    for face in orientations(pattern, rotated=True, mirrored=True):
        cells = [(r, c, letter) for r, line in enumerate(face) for c, letter in enumerate(line)]
        (at,) = [(r, c) for r, c, letter in cells if letter == "H"]
        stars = 0
        for r, c, letter in cells:
            there = row + r - at[0], column + c - at[1]
            if letter == "*" and 0 <= there[0] < GRID.rows and 0 <= there[1] < GRID.columns:
                stars |= 1 << there[0] * GRID.columns + there[1]
        found.append(stars)
    return tuple(dict.fromkeys(found))


def rulings_used(snapshot: Snapshot, turn: Turn) -> Sequence[str]:
    """The rulings that may bear on a draw for a card."""
    card = turn.card
    used = ["coin_limit"]
    match card.kind:
        case "explore":
            used += ["fallback_terrain"]
        case "hero":
            used += ["fallback_terrain", "hero_after_ruins"]
        case "ambush":
            used += ["solo_turning", "solo_ambush"] if snapshot.solo else ["coins_by_others"]
            used += ["fallback_monster"] if card.letter in "DTG" and not snapshot.solo else []
            used += ["gorgon_source", "gorgon_target"] if card.letter == "G" else []
        case "ruins":
            return []
    drawn = snapshot.players[turn.on].drawn
    if card.letter == "D" or drawn.dragon | drawn.destroyed_dragon:
        used.append("dragon_defeated")
    return used
