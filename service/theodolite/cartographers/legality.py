"""Whether a draw for a revealed card is legal, and what can be drawn (Zeichnen).

Covers shapes, ruins, the fallback, ambushes on a neighbour's map and solo, heroes with their attack
pattern, and the gorgon's target. The effects of a draw on the map are in `drawing`; the order of
cards is judged in `replays`.
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
    is_one_of,
    shape_drawn,
    superfluous_fields,
    without_extra,
)
from theodolite.cartographers.facts import Card
from theodolite.cartographers.rulings import Rulings
from theodolite.cartographers.season_ends import acting_ambushes
from theodolite.cartographers.snapshot import Snapshot
from theodolite.cartographers.solo import SoloPlacement, allowed_orientations, place
from theodolite.grid import NOWHERE, Space, Spaces, each, orientations
from theodolite.leaving import left_checks, staying
from theodolite.verdict import NOTHING, Check, legal, verdict_of

RULE = "cartographers"
COIN_RULINGS = ("coin_limit", "coins_by_others", "dragon_defeated")
"""The rulings that decide what coins a draw brings."""


class Turn(NamedTuple):
    """A player's turn.

    Attributes:
        player: The index of the player who draws.
        owner: The index of the player on whose map.
        card: The card that is drawn for.
        after_ruins: Whether a ruins card came before it, with no explore card in between.
    """

    player: int
    owner: int
    card: Card
    after_ruins: bool = False


class Offer(NamedTuple):
    """Everything that can be drawn on a map for a card.

    Attributes:
        placements: The placements that fit, each with the number of its shape.
        terrains: The terrains to choose from.
        fallback: Whether no placement fits, so that a 1x1 is drawn in one of the terrains.
        solo: Where a solo ambush is drawn; None of other cards.
    """

    placements: Sequence[tuple[int, Spaces]]
    terrains: Sequence[Terrain]
    fallback: bool
    solo: SoloPlacement | None = None


class Verdict(NamedTuple):
    """A draw as judged.

    Attributes:
        checks: Every rule that bears on it.
        shape: The number of the shape drawn; None of a fallback or of no shape.
        fallback: Whether it is a 1x1 instead of a shape.
        after: The table after it; None if it is illegal.
        changes: The changes of the map, in order.
        whole: Whether the draw says for which card and on which spaces.
    """

    checks: Sequence[Check]
    shape: int | None
    fallback: bool
    after: Snapshot | None = None
    changes: Sequence[Change] = ()
    whole: bool = True

    @property
    def legal(self) -> bool | None:
        """Whether no rule is broken; None if none is but the draw is not whole."""
        return verdict_of(self.checks, whole=self.whole)


def ruins_in_force(snapshot: Snapshot, turn: Turn) -> bool:
    """Whether the shape must cover a ruins space (Ruinen)."""
    # In Heroes alone, ruins have no meaning. Ambushes are not affected.
    if not turn.after_ruins or snapshot.game == "heroes":
        return False
    # A hero is no explore card (hero_after_ruins).
    return turn.card.kind == "explore" or (
        turn.card.kind == "hero" and snapshot.rulings.hero_after_ruins == "must_cover"
    )


def faces_needed(snapshot: Snapshot, card: Card) -> Sequence[str]:
    """The fields of a card's face that must be known to judge a draw."""
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
    """The index of the player on whose map another draws an ambush.

    Maps are passed to the left or to the right as the card shows.
    """
    # The left neighbour is the next player, and draws on the map that came from the right.
    step = -1 if card.passed == "left" else 1
    seats = sorted({*staying(snapshot), player})
    return seats[(seats.index(player) + step) % len(seats)]


def drawn_by_owner(snapshot: Snapshot, turn: Turn) -> bool:
    """Whether the map's owner draws: neighbours draw ambushes, except in solo play."""
    return turn.card.kind != "ambush" or snapshot.solo


def offer(snapshot: Snapshot, turn: Turn) -> Offer:
    """Everything that can be drawn on a map for a card.

    Args:
        snapshot: The table.
        turn: The turn; the fields of its card's face in `faces_needed` must be known.

    >>> from theodolite.cartographers import CARDS, MAPS, Player, Season
    >>> table = Snapshot("cartographers", MAPS["A"], Season.SPRING, True, (Player("Ann"),))
    >>> offered = offer(table, Turn(0, 0, CARDS["hamlet"]))
    >>> len(offered.placements), [terrain.name for terrain in offered.terrains]
    (872, ['VILLAGE'])
    """
    map_, card = snapshot.map(turn.owner), turn.card
    filled = map_.filled
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
        allowed = [(i, spaces) for i, spaces in fitting if spaces & map_.ruins]
    if allowed or card.kind == "ruins" or not map_.empty:
        return Offer(allowed, card.terrains, False)
    # If no shape fits anywhere, a 1x1 is drawn.
    return Offer([], _fallback_terrains(snapshot, turn, only_ruins_forbid=bool(fitting)), True)


def _fallback_terrains(
    snapshot: Snapshot, turn: Turn, *, only_ruins_forbid: bool
) -> Sequence[Terrain]:
    if turn.card.kind == "ambush":
        return (Terrain.MONSTER,)
    # The card's terrains hold, unless ruins forced the fallback (fallback_terrain).
    if not only_ruins_forbid and snapshot.rulings.fallback_terrain == "from_card":
        return turn.card.terrains
    # Any terrain but mountain; heroes belong to Heroes.
    return [terrain for terrain in Terrain if _in_game(snapshot, terrain)]


def _in_game(snapshot: Snapshot, terrain: Terrain) -> bool:
    return terrain != Terrain.HERO or snapshot.game != "cartographers"


def judge(snapshot: Snapshot, turn: Turn, drawn: Draw) -> Verdict:
    """Judge a draw by every rule that bears on it.

    Args:
        snapshot: The table.
        turn: The turn. The fields of its card's face in `faces_needed` must be known, and the ruins
            of the map if they are in force.
        drawn: The draw.

    >>> from theodolite.cartographers import CARDS, MAPS, Player, Season
    >>> table = Snapshot("cartographers", MAPS["A"], Season.SPRING, True, (Player("Ann"),))
    >>> verdict = judge(table, Turn(0, 0, CARDS["hamlet"]), Draw(0b1, Terrain.VILLAGE))
    >>> [check.rule for check in verdict.checks if check.status == "failed"]
    ['cartographers.draw.fallback']
    """
    card, map_ = turn.card, snapshot.map(turn.owner)
    offered = offer(snapshot, turn)
    plain = without_extra(card, drawn)
    shape = _shape(snapshot, card, plain)
    # A 1x1 is a fallback where the card has no such shape, or none that has a place.
    may_fall_back = card.kind != "ruins" and offered.solo is None
    one = len(plain.squares) == 1 or (drawn.skill == "extra_squares" and not offered.placements)
    fallback = one and may_fall_back and (shape is None or not offered.placements)
    if fallback:
        shape = None
    is_drawn = card.kind != "ruins" or not drawn.squares
    # A free drawing is judged by the map alone: its shape, its place and its terrain are its own.
    free = drawn.skill == "free_drawing" and card.kind != "ruins"
    on_map = [
        *([] if free else [_shape_check(card, plain, shape, fallback=fallback)]),
        _empty_check(map_, drawn),
    ]
    # A square outside the map is no square of the shape either.
    placed = [
        *(on_map[::-1] if drawn.impossible.spaces else on_map),
        # No terrain is right for a ruins card.
        *([_terrain_check(snapshot, turn, plain, offered, fallback=fallback or free)] * is_drawn),
    ]
    by_card = [
        _ruins_check(snapshot, turn, drawn, offered, fallback=fallback),
        _fallback_check(map_, plain, offered, fallback=fallback),
    ]
    # Whose map it is comes before what is drawn on it.
    checks = [
        *turn_checks(snapshot, turn),
        *_skill_checks(snapshot, turn, drawn, plain),
        *placed,
        *([] if free else by_card),
        _coin_check(card, shape),
        *([] if drawn.skill else _solo_checks(drawn, offered)),
        *_hero_checks(card, plain, fallback=fallback),
    ]
    # The target depends on where the gorgon is drawn.
    if legal(placed):
        checks += _gorgon_checks(snapshot, turn, drawn)
    if not legal(checks):
        return Verdict(checks, shape, fallback)
    return Verdict(checks, shape, fallback, *carry_out(snapshot, turn, drawn))


def carry_out(snapshot: Snapshot, turn: Turn, drawn: Draw) -> tuple[Snapshot, list[Change]]:
    """Pay for a draw and carry it out, legal or not."""
    snapshot, paid = pay(snapshot, turn.player, drawn)
    by_owner = drawn_by_owner(snapshot, turn)
    sheet = Sheet.of(snapshot, turn.owner)
    after, changes = draw(sheet, drawn, turn.card, snapshot.rulings, by_owner=by_owner)
    ambushes = revealed_ambushes(snapshot, turn.owner, turn.card)
    return after.onto(snapshot, turn.owner)._replace(ambushes=ambushes), [*paid, *changes]


def pay(snapshot: Snapshot, player: int, drawn: Draw) -> tuple[Snapshot, list[Change]]:
    """Spend the coins that the skill card used for a draw costs, as far as there are so many.

    Args:
        snapshot: The table before.
        player: The index of the player who draws, and pays, on whatever map.
        drawn: The draw.
    """
    if drawn.skill is None:
        return snapshot, []
    sheet = snapshot.players[player]
    paid = min(sheet.coins, drawn.coins_spent)
    after = sheet._replace(coins=sheet.coins - paid, coins_spent=sheet.coins_spent + paid)
    spent = Change(None, "coins_spent", -paid, is_limited=paid < drawn.coins_spent)
    return snapshot.with_sheet(player, after), [spent]


def _skill_checks(snapshot: Snapshot, turn: Turn, drawn: Draw, plain: Draw) -> Iterator[Check]:
    """Whether the coins that a skill card costs are there; its effect is printed on it alone."""
    if drawn.skill is None:
        return
    payer, coins = snapshot.players[turn.player], drawn.coins_spent
    failed = coins > payer.coins
    key = "failed" if failed else "passed"
    yield _check("skill.coins", key, failed=failed, player=payer.name, had=payer.coins, coins=coins)
    extra = drawn.spaces & ~plain.spaces
    values = {"card": turn.card.name, "spaces": GRID.name_all(extra)}
    yield Check(f"{RULE}.skill.effect", "not_checked", drawn.skill, values, extra)


def unfinished(player: str, key: str) -> Verdict:
    """The verdict on a draw that is not whole.

    Args:
        player: The name of the player.
        key: What is missing: `no_card` or `no_spaces`.
    """
    missing = Check(f"{RULE}.round.draws", "not_checked", key, {"player": player})
    return Verdict([missing], None, False, whole=False)


def without_rulings(verdict: Verdict) -> Verdict:
    """A verdict whose table has the default rulings, to compare it under different rulings."""
    return verdict._replace(after=verdict.after and verdict.after.under(Rulings()))


def _shape(snapshot: Snapshot, card: Card, drawn: Draw) -> int | None:
    """The number of the shape drawn; a solo ambush is not turned."""
    if card.kind == "ambush" and snapshot.solo and drawn.squares:
        faces = allowed_orientations(card, snapshot.rulings)
        return 0 if is_one_of(faces, drawn.squares) else None
    return shape_drawn(card, drawn.spaces, drawn.impossible.spaces)


def _check(
    rule: str, key: str, spaces: Spaces = NOWHERE, /, *, failed: bool, **values: object
) -> Check:
    named = {"spaces": GRID.name_all(spaces), **values}
    return Check(f"{RULE}.{rule}", "failed" if failed else "passed", key, named, spaces)


def _shape_check(card: Card, drawn: Draw, shape: int | None, *, fallback: bool) -> Check:
    # One of the shapes offered is drawn, or a 1x1 instead.
    if not drawn.squares:
        key = "nothing"
    elif fallback:
        key = "fallback"
    elif shape is not None:
        key = "shape"
    elif card.kind == "ruins":
        key = "ruins"
    else:
        # A solo ambush may be its shape, turned.
        turned = shape_drawn(card, drawn.spaces, drawn.impossible.spaces) is not None
        key = "turned" if turned else "other"
    failed = key in ("ruins", "other", "turned")
    named = {"spaces": drawn.squares, "card": card.name}
    return _check("draw.shape", key, drawn.spaces, failed=failed, **named)


def _empty_check(map_: Map, drawn: Draw) -> Check:
    # Every square lies on an empty space of the map.
    taken = drawn.spaces & map_.filled
    if outside := drawn.impossible.spaces:
        key = "outside_and_filled" if taken else "outside"
        return _check("draw.empty", key, taken, failed=True, outside=outside)
    return _check("draw.empty", "failed" if taken else "passed", taken, failed=taken != 0)


def _terrain_check(
    snapshot: Snapshot, turn: Turn, drawn: Draw, offered: Offer, *, fallback: bool
) -> Check:
    # It is drawn in a terrain of the card, a fallback in a terrain of its own.
    rule = "draw.terrain"
    terrains = turn.card.terrains
    if fallback:
        terrains = tuple(offered.terrains) if offered.fallback else tuple(Terrain)
    strays = bool(drawn.starred) or drawn.target is not None
    if not drawn.squares:
        return _check(rule, "stray" if strays else "nothing", failed=strays)
    if drawn.terrain not in terrains or not _in_game(snapshot, drawn.terrain):
        absent = "mountain" if drawn.impossible.mountain else "absent"
        key = absent if drawn.terrain is None else "failed"
        # Stars and a target depend on the terrain, so they are concerned too.
        concerned = drawn.stars | (0 if drawn.destroys is None else 1 << drawn.destroys)
        return _check(rule, key, concerned, failed=True, terrain=drawn.terrain, terrains=terrains)
    # Stars come with heroes, and gorgons alone destroy.
    if [*superfluous_fields(drawn, turn.card, snapshot.rulings)]:
        return _check(rule, "stray", drawn.stars, failed=True)
    return _check(rule, "passed", failed=False, terrain=drawn.terrain)


def _ruins_check(
    snapshot: Snapshot, turn: Turn, drawn: Draw, offered: Offer, *, fallback: bool
) -> Check:
    # After a ruins card the shape covers at least one ruins space, unless it is a fallback.
    if not ruins_in_force(snapshot, turn):
        return _check("draw.ruins", "idle" if turn.after_ruins else "free", failed=False)
    if fallback or not drawn.squares:
        return _check("draw.ruins", "fallback", failed=False)
    ruins = drawn.spaces & snapshot.map(turn.owner).ruins
    failed = "failed" if offered.placements else "none_left"
    return _check("draw.ruins", "passed" if ruins else failed, ruins, failed=not ruins)


def _fallback_check(map_: Map, drawn: Draw, offered: Offer, *, fallback: bool) -> Check:
    # As long as a shape fits, one that fits is drawn; as long as a space is empty, something is.
    rule = "draw.fallback"
    if offered.placements:
        refused = fallback or not drawn.squares
        spaces = _example(offered)
        return _check(rule, "fits" if refused else "shape", spaces, failed=refused)
    if not offered.fallback:
        return _check(rule, "full", failed=False)
    if not drawn.squares:
        return _check(rule, "empty", map_.empty & -map_.empty, failed=True)
    return _check(rule, "instead" if fallback else "no_shape", failed=False)


def _example(offered: Offer) -> Spaces:
    """The first placement of the first shape, in whatever order they are listed."""
    return min(offered.placements, key=lambda one: (one[0], one[1] & -one[1], -one[1]))[1]


def _coin_check(card: Card, shape: int | None) -> Check:
    coin = shape is not None and (card.shapes or ())[shape].coin
    return _check("draw.coin", "coin" if coin else "none", failed=False)


def _solo_checks(drawn: Draw, offered: Offer) -> Iterator[Check]:
    # In solo play, an ambush covers the first space that it can cover.
    if offered.solo is not None:
        places = offered.solo.placements
        outside = drawn.impossible.spaces
        fits = drawn.spaces in places and not outside if places else not drawn.squares
        key = ("passed" if fits else "failed") if places else ("none" if fits else "discarded")
        at = None if offered.solo.at is None else GRID.names[offered.solo.at]
        spaces = _example(offered) if places else NOWHERE
        yield _check("ambush.solo_place", key, spaces, failed=not fits, at=at)


def turn_checks(snapshot: Snapshot, turn: Turn) -> Iterator[Check]:
    """Judge who draws on whose map, and for which ambush, whatever is drawn."""
    yield from left_checks("cartographers", snapshot, turn.player)
    names, card = snapshot.names, turn.card
    players: dict[str, Any] = {"player": names[turn.player], "owner": names[turn.owner]}
    # All players draw on their own maps, except ambushes.
    if card.kind != "ambush":
        other = turn.player != turn.owner
        yield _check("draw.owner", "failed" if other else "passed", failed=other, **players)
        return
    if not snapshot.solo and len(names) == 1:
        yield Check(f"{RULE}.ambush.neighbour", "not_checked", "not_checked", NOTHING)
    elif not snapshot.solo:
        # Maps are passed to the left or to the right as the card shows.
        expected = neighbour(snapshot, turn.player, card)
        failed = expected != turn.owner
        key = "failed" if failed else "passed"
        yield _check("ambush.neighbour", key, failed=failed, neighbour=names[expected], **players)
    # One more ambush is shuffled in each season: at most n are revealed by the end of season n.
    count = len(revealed_ambushes(snapshot, turn.owner, card))
    most = snapshot.season + 1
    key = "failed" if count > most else "passed"
    yield _check("deck.ambush", key, failed=count > most, count=count, most=most)


def revealed_ambushes(snapshot: Snapshot, owner: int, card: Card) -> tuple[str, ...]:
    """The ambushes revealed after a card is drawn on a map, itself included.

    Zombies or trolls on the map that the snapshot does not list were revealed before it.

    Args:
        snapshot: The table before.
        owner: The index of the player on whose map.
        card: The card.
    """
    revealed, name = snapshot.ambushes, card.id
    if card.kind != "ambush" or name in revealed:
        return revealed
    acts = card.letter in "ZT"
    on_map = acting_ambushes(revealed, snapshot.map(owner), snapshot.facts) if acts else ()
    earlier = [one for letter, one in on_map if one not in revealed and letter != card.letter]
    return (*revealed, *earlier, name)


def _hero_checks(card: Card, drawn: Draw, *, fallback: bool) -> Iterator[Check]:
    if drawn.terrain != Terrain.HERO or not drawn.squares:
        return
    rule = "hero.pattern"
    # A hero drawn as a fallback has no attack pattern.
    if fallback or card.kind != "hero":
        key = "stray" if drawn.starred else "fallback"
        yield _check(rule, key, drawn.stars, failed=key == "stray", spaces=drawn.starred)
        return
    # Stars over the edge vanish.
    if outside := drawn.impossible.stars:
        yield _check(rule, "beyond", drawn.stars, failed=True, outside=outside)
        return
    # The pattern of a hero over the edge is not looked for.
    if not drawn.spaces:
        return
    # The stars are the pattern, turned and mirrored at will, less what is outside the map.
    around = [
        stars for space in each(drawn.spaces) for stars in patterns(card.pattern or (), space)
    ]
    if drawn.stars in around:
        key = "passed" if drawn.stars else "outside"
        yield _check(rule, key, drawn.stars, failed=False)
        return
    # The intended pattern likely is that with most of the stars drawn.
    nearest = max(around, key=lambda one: ((one & drawn.stars).bit_count(), one.bit_count(), one))
    key = "failed" if nearest else "outside"
    expected = GRID.name_all(nearest)
    yield _check(rule, key, drawn.stars, failed=True, expected=expected)


def _gorgon_checks(snapshot: Snapshot, turn: Turn, drawn: Draw) -> Iterator[Check]:
    if drawn.terrain is None or not drawn.spaces:
        return
    spaces = without_extra(turn.card, drawn).spaces
    letter = drawn_letter(drawn.terrain, turn.card, spaces, snapshot.rulings)
    if letter != "G":
        return
    # The player destroys one space adjacent to it that is no mountain, if there is one.
    after = filled_in(snapshot.map(turn.owner), drawn, letter)
    targets = gorgon_targets(after, drawn.spaces, snapshot.rulings)
    target = drawn.target
    if target is None:
        key, failed = ("absent", True) if targets else ("none", False)
    else:
        failed = drawn.destroys is None or not targets >> drawn.destroys & 1
        key = "passed" if not failed else "failed" if targets else "nothing"
    yield _check("gorgon.target", key, targets, failed=failed, target=target)


# The few patterns of heroes are tried around every space.
@lru_cache(maxsize=4096)
def patterns(pattern: tuple[str, ...], hero: Space) -> Sequence[Spaces]:
    """The sets of stars that an attack pattern can have around a hero, inside the map (Helden).

    Args:
        pattern: The rows of the pattern, with one `H`.
        hero: The hero's space.

    Returns:
        One set for each orientation, without repetitions.
    """
    row, column = divmod(hero, GRID.columns)
    found = []
    for face in orientations(pattern, rotated=True, mirrored=True):
        cells = [(r, c, letter) for r, line in enumerate(face) for c, letter in enumerate(line)]
        (at,) = [(r, c) for r, c, letter in cells if letter == "H"]
        stars = NOWHERE
        for r, c, letter in cells:
            there = row + r - at[0], column + c - at[1]
            if letter == "*" and 0 <= there[0] < GRID.rows and 0 <= there[1] < GRID.columns:
                stars |= 1 << Space(there[0] * GRID.columns + there[1])
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
    drawn = snapshot.players[turn.owner].drawn
    if card.letter == "D" or drawn.dragon | drawn.destroyed_dragon:
        used.append("dragon_defeated")
    return used
