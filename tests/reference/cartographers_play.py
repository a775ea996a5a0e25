"""The reference of Cartographers, second part: draws, seasons, records, disputes.

As in `cartographers`, it takes and returns the JSON of the contract. An answer has checks with
their status, maps, coins and the reasons for them, placements with their values, and accounts.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from reference.cartographers import (
    COLUMNS,
    DECREES,
    LETTERS,
    NEIGHBOURS,
    ROWS,
    RULINGS,
    SCORERS,
    SEASONS,
    SPACES,
    Card,
    Json,
    Rulings,
    Sheet,
    Spaces,
    around,
    at,
    card_of,
    is_solo,
    judged,
    place,
    rulings_of,
    scoring_rulings,
    season_of,
    sheet_of,
    standings,
    sum_of,
)

# Where a shape can lie


@cache
def orientations(shape: str) -> list[tuple[tuple[int, int], ...]]:
    """The squares of a shape in every way that differs: as printed, mirrored, then both turned."""
    rows = shape.split("/")
    squares = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "."]
    found: dict[int, list[tuple[tuple[int, int], ...]]] = {0: [], 1: []}
    for mirrored in (False, True):
        turned = [(r, -c) for r, c in squares] if mirrored else squares
        for turns in range(4):
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            normal = tuple(sorted((r - top, c - left) for r, c in turned))
            found[min(turns, 1)].append(normal)
            turned = [(c, -r) for r, c in turned]
    return list(dict.fromkeys(found[0] + found[1]))


@cache
def as_printed(shape: str) -> list[tuple[tuple[int, int], ...]]:
    """The squares of a shape as it is printed."""
    rows = shape.split("/")
    return [tuple((r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x != ".")]


@cache
def everywhere(shape: str, *, turned: bool = True) -> list[Spaces]:
    """All the sets of spaces that a shape can cover on a map with nothing on it."""
    found = []
    for squares in orientations(shape) if turned else as_printed(shape):
        for row in range(11):
            for column in range(11):
                spaces = [at(row + r, column + c) for r, c in squares]
                if all(spaces):
                    found.append(frozenset(space for space in spaces if space))
    return list(dict.fromkeys(found))


def fits(shape: str, sheet: Sheet, *, turned: bool = True) -> list[Spaces]:
    """The sets of empty spaces that a shape can cover."""
    filled = sheet.filled
    return [spaces for spaces in everywhere(shape, turned=turned) if spaces.isdisjoint(filled)]


def ring(number: int, corner: str, height: int, width: int, *, clockwise: bool) -> list[str]:
    """A ring of the positions in a rectangle of them, from its corner and round in a direction.

    The rectangle lies at the top left; ring 0 is its border.
    """
    top, left, bottom, right = number, number, height - 1 - number, width - 1 - number
    if top > bottom or left > right:
        return []
    border = [
        *((top, column) for column in range(left, right + 1)),
        *((row, right) for row in range(top + 1, bottom + 1)),
        *((bottom, column) for column in range(right - 1, left - 1, -1) if bottom > top),
        *((row, left) for row in range(bottom - 1, top, -1) if right > left),
    ]
    start = border.index(
        (bottom if corner[0] == "K" else top, right if corner[1:] == "11" else left)
    )
    way = border[start:] + border[:start]
    if not clockwise:
        way = [way[0], *reversed(way[1:])]
    return [ROWS[row] + COLUMNS[column] for row, column in way]


def solo_placements(card: Card, sheet: Sheet, rulings: Rulings) -> Json:
    """Where a solo ambush may be drawn: the placements that its first possible space allows."""
    shape = card.shapes[0][0]
    turned = rulings["solo_turning"] == "any_orientation"
    if rulings["solo_ambush"] == "slide_frame":
        return _slid(card, shape, sheet, turned=turned)
    possible = fits(shape, sheet, turned=turned)
    tried = 0
    for number in range(6):
        for space in ring(number, card.corner, 11, 11, clockwise=card.clockwise):
            tried += 1
            covering = [spaces for spaces in possible if space in spaces]
            if covering:
                return {
                    "placements": covering,
                    "at": space,
                    "ring": number,
                    "tried": tried,
                    "discarded": False,
                }
    return {"placements": [], "at": None, "ring": None, "tried": tried, "discarded": True}


def _slid(card: Card, shape: str, sheet: Sheet, *, turned: bool) -> Json:
    filled = sheet.filled
    found: list[tuple[int, int, str, Spaces]] = []
    most = 0
    for squares in orientations(shape) if turned else as_printed(shape):
        height, width = max(r for r, _ in squares) + 1, max(c for _, c in squares) + 1
        tried = 0
        for number in range(6):
            # The corner of the frame that comes to lie in the card's corner first.
            corners = ring(number, card.corner, 12 - height, 12 - width, clockwise=card.clockwise)
            for corner in corners:
                tried += 1
                row, column = place(corner)
                spaces = frozenset(filter(None, (at(row + r, column + c) for r, c in squares)))
                if not spaces & filled:
                    down = height - 1 if card.corner[0] == "K" else 0
                    right = width - 1 if card.corner[1:] == "11" else 0
                    found.append((tried, number, at(row + down, column + right) or "", spaces))
        most = max(most, tried)
    if not found:
        return {"placements": [], "at": None, "ring": None, "tried": most, "discarded": True}
    tried, number, _, _ = min(found)
    first = [one for one in found if one[0] == tried]
    return {
        "placements": list(dict.fromkeys(one[3] for one in first)),
        "at": first[0][2],
        "ring": number,
        "tried": tried,
        "discarded": False,
    }


def patterns(rows: tuple[str, ...], hero: str) -> list[Spaces]:
    """The sets of spaces inside the map that a hero's pattern can mark."""
    marks = [(r, c, x) for r, row in enumerate(rows) for c, x in enumerate(row) if x != "."]
    ((top, left),) = [(r, c) for r, c, x in marks if x == "H"]
    stars = [(r - top, c - left) for r, c, x in marks if x == "*"]
    row, column = place(hero)
    found = []
    for mirrored in (False, True):
        turned = [(r, -c) for r, c in stars] if mirrored else stars
        for _ in range(4):
            turned = [(c, -r) for r, c in turned]
            inside = (at(row + r, column + c) for r, c in turned)
            found.append(frozenset(space for space in inside if space))
    return list(dict.fromkeys(found))


# Drawing


class Play(NamedTuple):
    """A card that is to be drawn on a map, and all that decides how."""

    name: str
    card: Card
    pattern: tuple[str, ...]
    sheet: Sheet
    game: str
    after_ruins: bool
    solo: bool
    by_owner: bool
    rulings: Rulings


class Option(NamedTuple):
    """A way to draw: the shape (None for the fallback), spaces, terrains, stars, coin."""

    shape: int | None
    spaces: Spaces
    terrains: tuple[str, ...]
    stars: Spaces | None = None
    coin: bool = False


ALL_TERRAINS = ("forest", "village", "farm", "water", "monster", "hero")


def must_cover_ruins(play: Play) -> bool:
    """Whether ruins bind the shape that is drawn now."""
    if not play.after_ruins or play.game == "heroes":
        return False
    bound = play.rulings["hero_after_ruins"] == "must_cover"
    return play.card.kind == "explore" or (play.card.kind == "hero" and bound)


def options(play: Play) -> list[Option]:
    """Every legal way to draw a card; none where nothing can be drawn."""
    card, sheet = play.card, play.sheet
    if card.kind == "ruins":
        return []
    if card.kind == "ambush" and play.solo:
        drawn = solo_placements(card, sheet, play.rulings)["placements"]
        return [Option(0, spaces, ("monster",)) for spaces in drawn]
    if card.kind == "hero":
        lying = [
            Option(0, frozenset({space}), ("hero",), stars)
            for space in sorted(sheet.empty)
            for stars in patterns(play.pattern, space)
        ]
    else:
        lying = [
            Option(i, spaces, card.terrains, coin=coin)
            for i, (shape, coin) in enumerate(card.shapes)
            for spaces in fits(shape, sheet)
        ]
    found = lying
    if must_cover_ruins(play):
        found = [option for option in lying if option.spaces & sheet.ruins]
    if found:
        return found
    terrains = _fallback_terrains(play, only_ruins_forbid=bool(lying))
    return [Option(None, frozenset({space}), terrains) for space in sorted(sheet.empty)]


def _fallback_terrains(play: Play, *, only_ruins_forbid: bool) -> tuple[str, ...]:
    if play.card.kind == "ambush":
        return ("monster",)
    if play.rulings["fallback_terrain"] == "from_card" and not only_ruins_forbid:
        return play.card.terrains or ("hero",)
    return ALL_TERRAINS[:5] if play.game == "cartographers" else ALL_TERRAINS


def targets(play: Play, spaces: Spaces, letter: str) -> set[str]:
    """The spaces that a gorgon just drawn may destroy."""
    if letter != "G":
        return set()
    source = spaces
    if play.rulings["gorgon_source"] == "surviving":
        source = spaces - play.sheet.stars
    # The gorgon is on the map when its neighbours are found.
    found = {n for space in source for n in NEIGHBOURS[space]} - play.sheet.mountains
    if play.rulings["gorgon_target"] == "must_change":
        drawn = play.sheet.copy()
        drawn.drawn |= dict.fromkeys(spaces, "G")
        drawn.strike()
        useless = drawn.wasteland | drawn.letter("Xd")
        found = found - useless or found
    return found


def shape_of(card: Card, spaces: Spaces, *, turned: bool = True) -> int | None:
    """The number of a card's shape that covers these spaces, over the edge of the map or not."""
    places = [(ord(space[0]), int(space[1:])) for space in spaces]
    top = min((row for row, _ in places), default=0)
    left = min((column for _, column in places), default=0)
    cells = tuple(sorted((row - top, column - left) for row, column in places))
    for i, (shape, _) in enumerate(card.shapes):
        if cells in (orientations(shape) if turned else as_printed(shape)):
            return i
    return 0 if card.kind == "hero" and len(spaces) == 1 else None


def letter_of(play: Play, spaces: Spaces, terrain: str | None) -> str:
    """The letter that a terrain is drawn with."""
    if terrain is None:
        return ""
    if terrain != "monster" or play.card.kind != "ambush":
        return LETTERS.get(terrain, "")
    generic = play.rulings["fallback_monster"] == "generic"
    return "M" if generic and shape_of(play.card, spaces) is None else play.card.letter


def legal_option(play: Play, draw: Json) -> Option | None:
    """The legal way of drawing that a draw is; None if it is none."""
    spaces, stars = frozenset(draw["spaces"]), frozenset(draw.get("stars") or ())
    for option in options(play):
        if option.spaces != spaces or draw.get("terrain") not in option.terrains:
            continue
        if (option.stars or frozenset()) != stars:
            continue
        may = targets(play, spaces, letter_of(play, spaces, draw["terrain"]))
        if (draw.get("destroys") in may) if may else not draw.get("destroys"):
            return option
    return None


def draw_on(play: Play, draw: Json, letter: str) -> Sheet:
    """The map after a draw."""
    sheet = play.sheet.copy()
    sheet.drawn |= dict.fromkeys(draw["spaces"], letter)
    sheet.stars |= set(draw.get("stars") or ())
    sheet.strike()
    if draw.get("destroys") and letter == "G":
        sheet.destroy(draw["destroys"])
    return sheet


class Change(NamedTuple):
    """The space that something happened to (None: none in particular), what, coins marked for it.

    It is limited where the sheet has no place for all of its coins.
    """

    space: str | None
    effect: str
    coins: int = 0
    is_limited: bool = False


class Purse(NamedTuple):
    """The coins marked on a sheet, and whether the dragon's are among them for sure."""

    coins: int
    dragon_paid: bool

    def with_coins(self, changes: Iterable[Change]) -> "Purse":
        """The purse after these changes."""
        defeated = any(change.effect == "dragon_defeated" for change in changes)
        return Purse(self.coins + coins_of(changes), self.dragon_paid or defeated)


def purse_of(player: Json) -> Purse:
    """The coins marked on a sheet."""
    return Purse(player.get("coins", 0), player.get("dragon_paid", False))


def earned(
    before: Sheet,
    after: Sheet,
    purse: Purse,
    rulings: Rulings,
    *,
    by_owner: bool = True,
    coin: bool = False,
) -> list[Change]:
    """The coins of a shape, of mountains closed, and of a dragon defeated in between."""
    own = by_owner or rulings["coins_by_others"] == "map_owner"
    closed = after.closed() - before.closed()
    found = [Change(None, "coin_of_shape", 1)] if coin else []
    found += [Change(space, "mountain_closed", int(own)) for space in SPACES if space in closed]
    defeated = after.dragon_defeated(rulings) and not before.dragon_defeated(rulings)
    if defeated and not purse.dragon_paid:
        found.append(Change(None, "dragon_defeated", 3))
    if rulings["coin_limit"] == "none":
        return found
    room = max(0, 14 - purse.coins)
    limited = []
    for space, effect, coins, _ in found:
        limited.append(Change(space, effect, min(coins, room), coins > room))
        room -= min(coins, room)
    return limited


def coins_of(changes: Iterable[Change]) -> int:
    """The coins that changes brought."""
    return sum(change.coins for change in changes)


def changed(before: Sheet, after: Sheet, drawn: Iterable[str]) -> list[Change]:
    """The spaces drawn, starred and destroyed in between."""
    found = [Change(space, "drawn") for space in drawn]
    found += [Change(space, "starred") for space in after.stars - before.stars]
    found += [Change(space, "destroyed") for space in after.letter("Xd") - before.letter("Xd")]
    return sorted(found)


def play_of(asked: Json, rulings: Rulings) -> Play:
    """The card, the map and what decides, of a legality check or a request for legal actions."""
    snapshot, given = asked["snapshot"], given_of(asked)
    name, card, pattern = card_of(given["card"])
    return Play(
        name,
        card,
        pattern,
        sheet_of(snapshot, owner_of(asked)),
        snapshot["game"],
        given.get("after_ruins", False),
        is_solo(snapshot),
        card.kind != "ambush" or is_solo(snapshot),
        rulings,
    )


def given_of(asked: Json) -> Json:
    """The card, the map drawn on and the ruins: of a move, or before one."""
    given: Json = asked["move"] if "move" in asked else asked["given"]
    return given


def owner_of(asked: Json) -> Json:
    """The player whose map is drawn on; the first one draws if nobody is named."""
    names = [player["name"] for player in asked["snapshot"]["players"]]
    given = given_of(asked)
    name = given.get("on") or asked.get("player", names[0])
    card = card_of(given["card"])[1] if "card" in given and "on" not in given else None
    if card and card.kind == "ambush" and not is_solo(asked["snapshot"]):
        (name,) = (one for one in names if passed_from({"player": name, **asked}, one, card))
    owner: Json
    (owner,) = [one for one in asked["snapshot"]["players"] if one["name"] == name]
    return owner


def owner_is_right(asked: Json) -> bool:
    """Whether the map is the one on which the card is drawn by this player."""
    snapshot = asked["snapshot"]
    names = [player["name"] for player in snapshot["players"]]
    drawer: str = asked["player"]
    owner: str = owner_of(asked)["name"]
    _, card, _ = card_of(given_of(asked)["card"])
    if card.kind != "ambush" or len(names) == 1:
        return drawer == owner
    return passed_from(asked, owner, card)


def passed_from(asked: Json, owner: str, card: Card) -> bool:
    """Whether an ambush passes this owner's map to the drawer."""
    names: list[str] = [player["name"] for player in asked["snapshot"]["players"]]
    # A map passed to the left is drawn on by the next player, clockwise.
    step = 1 if card.passed == "left" else -1
    drawer: str = asked["player"]
    return names[(names.index(owner) + step) % len(names)] == drawer


def came_with(asked: Json) -> list[str]:
    """The ambushes that have come once this card is drawn, which may meet one that nobody named."""
    named = [card_of(card)[0] for card in asked["snapshot"].get("ambushes") or []]
    name, card, _ = card_of(given_of(asked)["card"])
    if card.kind != "ambush" or name in named:
        return named
    drawn = "".join(owner_of(asked)["drawn"])
    if name == ZOMBIE and "T" in drawn and TROLL not in named:
        named.append(TROLL)
    if name == TROLL and "Z" in drawn and ZOMBIE not in named:
        named.append(ZOMBIE)
    return [*named, name]


def too_many(asked: Json) -> bool:
    """Whether more ambushes have come than seasons have begun."""
    return len(came_with(asked)) > 1 + SEASONS.index(asked["snapshot"]["season"])


def judge_draw(asked: Json, rulings: Rulings) -> Json:
    """A draw: whether it is legal, and if so what it comes to. How it fails is in `checks_of`."""
    play, draw = play_of(asked, rulings), asked["move"]
    nothing: Json = {"legal": False, "shape": None, "fallback": None, "changes": [], "after": None}
    if not owner_is_right(asked) or too_many(asked):
        return nothing
    may = options(play)
    if not draw["spaces"]:
        idle = not (may or draw.get("stars") or draw.get("destroys"))
        unable = {"legal": True, "fallback": False, "after": _after(asked, play.sheet, [])}
        unable["came"] = came_with(asked)
        return {**nothing, **unable} if idle else nothing
    option = legal_option(play, draw)
    if option is None:
        return nothing
    sheet = draw_on(play, draw, letter_of(play, option.spaces, draw["terrain"]))
    purse = purse_of(owner_of(asked))
    brought = earned(play.sheet, sheet, purse, rulings, by_owner=play.by_owner, coin=option.coin)
    return {
        "legal": True,
        "shape": option.shape,
        "fallback": option.shape is None,
        "changes": changed(play.sheet, sheet, option.spaces) + brought,
        "after": _after(asked, sheet, brought),
        "came": came_with(asked),
    }


class Meant(NamedTuple):
    """The reading of a draw: a shape by its number or a 1x1 instead, terrains, the letter."""

    shape: int | None
    instead: bool
    terrains: tuple[str, ...]
    letter: str


def meant(play: Play, draw: Json, may: list[Option]) -> Meant:
    """The reading of a draw."""
    card, spaces = play.card, frozenset(draw["spaces"])
    alone = card.kind == "ambush" and play.solo
    shapes_fit = any(option.shape is not None for option in may)
    as_it_likes = not alone or play.rulings["solo_turning"] == "any_orientation"
    shape = shape_of(card, spaces, turned=as_it_likes)
    # A single space is meant as a fallback unless it is a shape that can be drawn.
    instead = len(spaces) == 1 and card.kind != "ruins" and not alone
    instead = instead and (shape is None or not shapes_fit)
    terrains = card.terrains or (("hero",) if card.kind == "hero" else ())
    if instead:
        terrains = ALL_TERRAINS if shapes_fit or not may else may[0].terrains
    letter = letter_of(play, spaces, draw.get("terrain"))
    return Meant(None if instead else shape, instead, terrains, letter)


def checks_of(asked: Json, rulings: Rulings) -> dict[str, str]:
    """Every check of a draw with its status."""
    play, draw = play_of(asked, rulings), asked["move"]
    card, sheet = play.card, play.sheet
    spaces, terrain = frozenset(draw["spaces"]), draw.get("terrain")
    stars, destroys = frozenset(draw.get("stars") or ()), draw.get("destroys")
    alone = card.kind == "ambush" and play.solo
    may = options(play)
    shapes_fit = any(option.shape is not None for option in may)
    covers = not must_cover_ruins(play) or bool(spaces & sheet.ruins)
    shape, instead, terrains, letter = meant(play, draw, may)
    if spaces:
        bad_terrain = (
            terrain not in terrains
            or (terrain == "hero" and play.game == "cartographers")
            or bool(stars and terrain != "hero")
            or bool(destroys and letter != "G")
        )
    else:
        bad_terrain = bool(stars or destroys)
    failed = {
        "draw.shape": bool(spaces) and not instead and shape is None,
        "draw.empty": not spaces <= sheet.empty,
        "draw.terrain": bad_terrain,
        "draw.ruins": bool(spaces) and not instead and not covers,
        "draw.fallback": bool(may) and (not spaces or (shapes_fit and instead)),
        "draw.coin": False,
    }
    can_be_seen = not (failed["draw.shape"] or failed["draw.empty"] or failed["draw.terrain"])
    if letter == "G" and spaces and can_be_seen:
        aims = targets(play, spaces, letter)
        failed["gorgon.target"] = destroys not in aims if aims or destroys else False
    on_map = spaces & {*SPACES}
    strayed = not stars <= {*SPACES}
    has_pattern = card.kind == "hero" and not instead
    # The pattern around a hero over the edge is not looked for; a star there is wrong anyway.
    if terrain == "hero" and spaces and (on_map or strayed or not has_pattern):
        attacks: list[Spaces] = [frozenset()]
        if has_pattern:
            attacks = [marked for space in on_map for marked in patterns(play.pattern, space)]
        failed["hero.pattern"] = stars not in attacks
    if card.kind != "ambush":
        failed["draw.owner"] = not owner_is_right(asked)
    elif alone:
        places = [one.spaces for one in may]
        failed["ambush.solo_place"] = spaces not in (places or [frozenset()])
    elif len(asked["snapshot"]["players"]) > 1:
        failed["ambush.neighbour"] = not owner_is_right(asked)
    if card.kind == "ambush":
        failed["deck.ambush"] = too_many(asked)
    if card.kind == "ruins" and spaces:
        # Nothing may be drawn for it, so that no terrain would be right.
        del failed["draw.terrain"]
    checks = {rule: "failed" if fails else "passed" for rule, fails in failed.items()}
    if card.kind == "ambush" and not alone and len(asked["snapshot"]["players"]) == 1:
        checks["ambush.neighbour"] = "not_checked"
    return {f"cartographers.{rule}": status for rule, status in checks.items()}


def said_of(asked: Json, rulings: Rulings) -> object:
    """The values of the checks of a draw, as far as a ruling may decide them."""
    play, draw = play_of(asked, rulings), asked["move"]
    may, spaces = options(play), frozenset(draw["spaces"])
    shapes = [option for option in may if option.shape is not None]
    taken = meant(play, draw, may)
    terrain = draw.get("terrain")
    barred = terrain not in taken.terrains or (terrain == "hero" and play.game == "cartographers")
    checks = checks_of(asked, rulings)
    aimed = "cartographers.gorgon.target" in checks
    return (
        taken.shape,
        taken.instead,
        taken.letter if spaces and "failed" not in checks.values() else None,
        sorted(taken.terrains) if spaces and barred else None,
        must_cover_ruins(play),
        bool(shapes),
        bool(may),
        _first(shapes) if shapes else None,
        solo_placements(play.card, play.sheet, rulings)["at"]
        if play.card.kind == "ambush" and play.solo
        else None,
        sorted(targets(play, spaces, taken.letter)) if aimed else None,
    )


def _first(shapes: list[Option]) -> Spaces:
    """The placement that is named among those of shapes: of the first shape, in the first place."""

    def key(option: Option) -> tuple[int, int, int]:
        indexes = [SPACES.index(space) for space in option.spaces]
        return option.shape or 0, min(indexes), -sum(1 << index for index in indexes)

    return min(shapes, key=key).spaces


def _after(asked: Json, sheet: Sheet, brought: list[Change]) -> list[Json]:
    """Every player's map after a draw on one of them that brought coins."""
    snapshot, owner = asked["snapshot"], owner_of(asked)["name"]
    return [
        _sheet_json(sheet, purse_of(player).with_coins(brought))
        if player["name"] == owner
        else _sheet_json(sheet_of(snapshot, player), purse_of(player))
        for player in snapshot["players"]
    ]


def _sheet_json(sheet: Sheet, purse: Purse) -> Json:
    return {"drawn": sheet.rows(), "stars": sorted(sheet.stars), **purse._asdict()}


def bearing(asked: Json) -> list[str]:
    """The rulings that bear on the draw of a card."""
    name, card, _ = card_of(given_of(asked)["card"])
    if card.kind == "ruins":
        return []
    drawn = "".join(owner_of(asked)["drawn"])
    names = ["coin_limit"]
    if "d" in drawn or "D" in drawn or name == "dragon_inferno":
        names.append("dragon_defeated")
    if card.kind != "ambush":
        names.append("fallback_terrain")
    if card.kind == "hero":
        names.append("hero_after_ruins")
    if card.kind == "ambush" and is_solo(asked["snapshot"]):
        names += ["solo_turning", "solo_ambush"]
    elif card.kind == "ambush":
        names.append("coins_by_others")
        if card.letter in "DTG":
            names.append("fallback_monster")
    if name == "gorgon_gaze":
        names += ["gorgon_source", "gorgon_target"]
    return names


COIN_RULINGS = {"coin_limit", "coins_by_others", "dragon_defeated"}


def check_legality(asked: Json) -> Json:
    """The answer to `legality-checks`."""
    if not {"card", "spaces"} <= asked["move"].keys():
        checks = {"cartographers.round.draws": "not_checked"}
        return {"legal": None, "checks": checks, "changes": [], "after": None, "rulings": {}}
    rulings = rulings_of(asked["snapshot"])
    return judged(bearing(asked), rulings, lambda rulings: _verdict(asked, rulings))


def _verdict(asked: Json, rulings: Rulings) -> Json:
    """A draw as judged, with its checks and what they say."""
    checks, said = checks_of(asked, rulings), said_of(asked, rulings)
    return {**judge_draw(asked, rulings), "checks": checks, "said": said}


def legal_actions(asked: Json) -> Json:
    """The answer to `legal-actions`."""
    snapshot, worth = asked["snapshot"], asked.get("value", "none")
    names = bearing(asked)
    if worth == "none":
        names = [name for name in names if name not in COIN_RULINGS]
    decrees = decrees_valued(snapshot, worth)
    names += scoring_rulings(snapshot, decrees)

    def judge(rulings: Rulings) -> Json:
        play = play_of(asked, rulings)
        found = options(play) if owner_is_right(asked) and not too_many(asked) else []
        alone = {}
        if play.card.kind == "ambush" and play.solo:
            alone = solo_placements(play.card, play.sheet, rulings)
            del alone["placements"]
        placements: list[Json] = []
        for option in found:
            letter = letter_of(play, option.spaces, option.terrains[0])
            aims = targets(play, option.spaces, letter)
            placements.append(
                {
                    "shape": option.shape,
                    "spaces": sorted(option.spaces),
                    "coin": option.coin,
                    "terrains": sorted(option.terrains),
                    "stars": sorted(option.stars or ()),
                    "destroys": sorted(aims) if letter == "G" else None,
                    "values": [],
                }
            )
        if worth != "none":
            for entry, values in zip(placements, _values(asked, play, found), strict=True):
                entry["values"] = values
        return {
            "fallback": any(option.shape is None for option in found),
            "total": len(found),
            "moves": sorted(placements, key=lambda one: (one["spaces"], one["stars"])),
            **alone,
        }

    return judged(names, rulings_of(snapshot), judge)


def decrees_valued(snapshot: Json, worth: str) -> str:
    """The decrees by which placements are valued: this season's, or all that are still scored."""
    if worth == "none":
        return ""
    if worth == "season":
        return DECREES[snapshot["season"]]
    left = SEASONS[SEASONS.index(snapshot["season"]) :]
    return "".join(sorted({decree for season in left for decree in DECREES[season]}))


def _labels(asked: Json, worth: str) -> list[str]:
    """The lines of a score that placements are valued by."""
    return [*decrees_valued(asked["snapshot"], worth), "coins", "monsters"]


def _changes(asked: Json, play: Play, worth: str) -> Callable[[Option, str, str | None], list[int]]:
    """A function of an option, terrain and target: the changes of each line."""
    snapshot, rulings, purse = asked["snapshot"], play.rulings, purse_of(owner_of(asked))
    cards = [snapshot["decrees"][decree] for decree in decrees_valued(snapshot, worth)]

    def lines(sheet: Sheet, coins: int) -> list[int]:
        entry = [sum(part[0] for part in SCORERS[card](sheet, rulings)) for card in cards]
        coins = min(coins, 14) if rulings["coin_limit"] == "fourteen" else coins
        return [*entry, coins, -len(around(sheet.of("monster")) & sheet.empty)]

    before = lines(play.sheet, purse.coins)

    def change(option: Option, terrain: str, destroys: str | None) -> list[int]:
        draw = {"spaces": option.spaces, "stars": option.stars, "destroys": destroys}
        sheet = draw_on(play, draw, letter_of(play, option.spaces, terrain))
        by_owner = play.by_owner
        brought = earned(play.sheet, sheet, purse, rulings, by_owner=by_owner, coin=option.coin)
        after = lines(sheet, purse.with_coins(brought).coins)
        return [now - then for now, then in zip(after, before, strict=True)]

    return change


def _aims(play: Play, option: Option, terrain: str) -> list[str | None]:
    """The targets of a gorgon; None for any other draw."""
    may = targets(play, option.spaces, letter_of(play, option.spaces, terrain))
    return [space for space in SPACES if space in may] or [None]


def _values(asked: Json, play: Play, found: list[Option]) -> Iterator[list[Json]]:
    """The value of each placement in each terrain: the lines that would change."""
    labels = _labels(asked, asked["value"])
    change = _changes(asked, play, asked["value"])
    for option in found:
        values = []
        for terrain in option.terrains:
            aims = _aims(play, option, terrain)
            changes = {target: change(option, terrain, target) for target in aims}
            best = max(changes, key=lambda target: sum(changes[target]))
            items = list(zip(labels, changes[best], strict=True))
            entry = {"terrain": terrain, "change": sum(changes[best]), "items": items}
            values.append({**entry, "destroys": best})
        yield values


def weigh(asked: Json) -> tuple[int, int]:
    """The value of a legal draw for the game, and the best that could be drawn.

    An ambush on a neighbour's map is worth what it costs the neighbour.
    """
    play, draw = play_of(asked, rulings_of(asked["snapshot"])), asked["move"]
    change = _changes(asked, play, "game")
    sign = 1 if owner_of(asked)["name"] == asked["player"] else -1
    found = [
        sign * sum(change(option, terrain, target))
        for option in options(play)
        for terrain in option.terrains
        for target in _aims(play, option, terrain)
    ]
    option = legal_option(play, draw)
    if option is None:
        return 0, max(found, default=0)
    drawn = sum(change(option, draw["terrain"], draw.get("destroys")))
    return sign * drawn, max(found)


def recorded_draws(record: Json) -> Iterator[tuple[str, Json]]:
    """The legal draws of a record: the way to each, and the legality check that it is."""
    rulings, snapshot = rulings_of(record["snapshot"]), record["snapshot"]
    ruins: object = False
    played = _replayed(record, rulings)["turns"]
    for i, (turn, judged_turn) in enumerate(zip(record["turns"], played, strict=False)):
        if "card" not in turn:
            choices = turn["season_end"].get("choices") or {}
            after, _ = finish_season(snapshot, choices, rulings)
            if after is None:
                return
            snapshot, ruins = after, False
            continue
        id_, card, _ = card_of(turn["card"])
        if "failed" not in judged_turn["checks"].values() and card.kind == "ambush":
            came = [*(snapshot.get("ambushes") or []), id_]
            snapshot = {**snapshot, "ambushes": came}
        for verdict in judged_turn["moves"]:
            if not verdict["legal"]:
                return
            name = verdict["player"]
            move = {**turn["moves"][name], "card": turn["card"], "after_ruins": ruins}
            move["on"] = drawn_on(snapshot, name, card)
            yield (
                f"/record/turns/{i}/moves/{name}",
                {"snapshot": snapshot, "player": name, "move": move},
            )
            snapshot = _with_sheets(snapshot, verdict["after"])
        ruins = card.kind == "ruins" or (ruins and card.kind != "explore")


def update_map(asked: Json) -> Json:
    """The answer to `updates`: whether the drawing is legal is not asked."""
    snapshot, draw, owner = asked["snapshot"], asked["move"], owner_of(asked)
    rulings, sheet, purse = rulings_of(snapshot), sheet_of(snapshot, owner), purse_of(owner)
    by_owner = asked.get("player", snapshot["players"][0]["name"]) == owner["name"]
    given = draw.get("card")
    name, card, pattern = card_of(given) if given else ("", Card(""), ())
    spaces = frozenset(draw["spaces"])

    def judge(rulings: Rulings) -> Json:
        taken = spaces & sheet.filled
        named = spaces | {*(draw.get("stars") or ()), draw.get("destroys") or "A1"}
        refused = [Change(space, "refused") for space in taken]
        refused += [Change(None, "refused") for space in named - {*SPACES}]
        refused += [Change(None, "refused")] * (draw.get("terrain") == "mountain")
        if refused or not spaces or draw.get("terrain") is None:
            return {"after": _after(asked, sheet, []), "changes": refused}
        play = Play(name, card, pattern, sheet, snapshot["game"], False, False, by_owner, rulings)
        shape = shape_of(card, spaces)
        coin = bool(card.shapes) and shape is not None and card.shapes[shape][1]
        letter = letter_of(play, spaces, draw["terrain"])
        after = draw_on(play, draw, letter)
        brought = earned(sheet, after, purse, rulings, by_owner=by_owner, coin=coin)
        return {
            "after": _after(asked, after, brought),
            "changes": changed(sheet, after, spaces) + brought,
            "letter": letter,
        }

    names = ["fallback_monster", "coin_limit", "dragon_defeated"]
    if not by_owner:
        names.append("coins_by_others")
    return judged(names, rulings, judge)


# The end of a season

ZOMBIE, TROLL = "zombie_plague", "giant_troll_ravage"


def threshold(snapshot: Json, rulings: Rulings) -> int:
    """The time at which the season ends."""
    summer = {"eight": 8, "seven": 7}.get(
        rulings["summer_threshold"], 7 if snapshot["game"] == "heroes" else 8
    )
    return {"spring": 8, "summer": summer, "autumn": 7, "winter": 6}[snapshot["season"]]


def acted(sheet: Sheet, ambush: str, chosen: str | None) -> Sheet:
    """A map after a zombie or a troll has acted, which destroys what was chosen."""
    after = sheet.copy()
    if ambush == ZOMBIE:
        after.drawn |= dict.fromkeys(around(sheet.letter("Z")) & sheet.empty, "Z")
        after.strike()
    elif chosen:
        after.destroy(chosen)
    return after


def standing(sheet: Sheet, came: list[str]) -> list[str]:
    """The ambushes that act on a map, in the order in which they came."""
    found = [name for name, letter in ((ZOMBIE, "Z"), (TROLL, "T")) if sheet.letter(letter)]
    return sorted(found, key=[*came, ZOMBIE, TROLL].index)


class Ends(NamedTuple):
    """The end of a season: maps with coins, effects, missing choices, and checks of choices."""

    afters: list[Json]
    effects: list[Json]
    waiting: list[Json]
    checks: list[str]


def _effects(snapshot: Json, choices: Json, rulings: Rulings) -> Ends:
    """Each player's map and coins after zombie and troll, as far as it is chosen rightly."""
    came = [name for name, _, _ in map(card_of, snapshot.get("ambushes") or [])]
    ends = Ends([], [], [], [])
    for player in snapshot["players"]:
        sheet, purse = sheet_of(snapshot, player), purse_of(player)
        given = choices.get(player["name"]) or {}
        acting = standing(sheet, came)
        wrong = [name for name in given if name != TROLL or TROLL not in acting]
        ends.checks.extend("failed" for _ in wrong)
        for ambush in acting:
            chosen = given.get(TROLL) if ambush == TROLL else None
            may = around(sheet.letter("T")) & sheet.empty
            entry = {"player": player["name"], "ambush": ambush}
            if ambush == TROLL and may and chosen is None:
                ends.waiting.append({**entry, "may": sorted(may)})
                break
            if chosen is not None:
                ends.checks.append("passed" if chosen in may else "failed")
            if ambush == TROLL and (wrong or (chosen is not None and chosen not in may)):
                break
            after = acted(sheet, ambush, chosen)
            brought = earned(sheet, after, purse, rulings)
            spread = after.drawn.keys() - sheet.drawn.keys() if ambush == ZOMBIE else ()
            ends.effects.append({**entry, "changes": changed(sheet, after, spread) + brought})
            sheet, purse = after, purse.with_coins(brought)
        ends.afters.append(_sheet_json(sheet, purse))
    return ends


def finish_season(snapshot: Json, choices: Json, rulings: Rulings) -> tuple[Json | None, Ends]:
    """The table after a season's end, None if a choice is missing or wrong; and what happened."""
    ends = _effects(snapshot, choices, rulings)
    if ends.waiting or "failed" in ends.checks:
        return None, ends
    players = []
    for player, after in zip(snapshot["players"], ends.afters, strict=True):
        entry = {**player, **after, "seasons": player.get("seasons") or []}
        if snapshot["season"] != "winter":
            box = season_of(snapshot, player, sheet_of(snapshot, player), rulings)
            box |= {"season": snapshot["season"], "written": sum_of(box)}
            entry["seasons"] = [*entry["seasons"], box]
        players.append(entry)
    later = SEASONS[min(SEASONS.index(snapshot["season"]) + 1, 3)]
    return {**snapshot, "season": later, "players": players}, ends


def end_season(asked: Json) -> Json:
    """The answer to `end-checks`."""
    snapshot, given = asked["snapshot"], asked.get("given") or {}
    rulings = rulings_of(snapshot)

    def judge(rulings: Rulings) -> Json:
        time = over = None
        needed = threshold(snapshot, rulings)
        if given.get("revealed") is not None:
            time = sum(card_of(card)[1].time for card in given["revealed"])
            over = time >= needed
        check = {None: "not_checked", True: "passed", False: "failed"}[over]
        answer: Json = {
            "triggered": over,
            "over": over if snapshot["season"] == "winter" else False,
            "time": time,
            "threshold": needed,
            "effects": [],
            "waiting": [],
            "after": None,
            "checks": [["cartographers.season.over", check]],
        }
        if over is False:
            answer["checks"] += _unjudged(given.get("choices") or {})
            return answer
        after, ends = finish_season(snapshot, given.get("choices") or {}, rulings)
        if snapshot["season"] != "winter":
            answer["after"] = after
        answer["checks"] += [["cartographers.effect.troll", status] for status in ends.checks]
        return {**answer, "effects": ends.effects, "waiting": ends.waiting, "sheets": ends.afters}

    names = ["coin_limit"]
    if snapshot["season"] != "winter":
        names += scoring_rulings(snapshot, DECREES[snapshot["season"]])
    if snapshot["season"] == "summer":
        names.append("summer_threshold")
    if any({"D", "d"} & set("".join(player["drawn"])) for player in snapshot["players"]):
        names.append("dragon_defeated")
    return judged(names, rulings, judge)


def _unjudged(choices: Json) -> list[list[str]]:
    """That choices are not judged in a season that goes on."""
    return [["cartographers.effect.troll", "not_checked"]] if any(choices.values()) else []


# A whole game


def drawn_on(snapshot: Json, drawer: str, card: Card) -> str:
    """The player on whose map this one draws a card."""
    names = [player["name"] for player in snapshot["players"]]
    asked = {"snapshot": snapshot, "player": drawer}
    if card.kind != "ambush":
        return drawer
    owner: str
    (owner,) = [name for name in names if passed_from(asked, name, card)]
    return owner


def draw_in_turn(asked: Json, rulings: Rulings) -> Json | None:
    """The table after a draw of one player; None if it is not legal."""
    after = judge_draw(asked, rulings)["after"]
    return after and _with_sheets(asked["snapshot"], after)


def _with_sheets(snapshot: Json, sheets: list[Json]) -> Json:
    players = zip(snapshot["players"], sheets, strict=True)
    return {**snapshot, "players": [{**player, **sheet} for player, sheet in players]}


def _card_checks(
    snapshot: Json, turns: list[Json], gone: list[str], rulings: Rulings
) -> dict[str, str]:
    """Whether the last card of these turns can come now; `gone` are the heroes that have come."""
    *before, now = (card_of(turn["card"]) for turn in turns)
    name, card, _ = now
    came = [card_of(one)[0] for one in snapshot.get("ambushes") or []]
    begun = 1 + SEASONS.index(snapshot["season"])
    seen = [one for one, _, _ in before] + (came if card.kind == "ambush" else gone)
    failed = {
        "round.season": sum(one.time for _, one, _ in before) >= threshold(snapshot, rulings),
        "deck.once": name in seen,
    }
    if card.kind == "ambush":
        failed["deck.ambush"] = len(came) >= begun
    if card.kind == "hero":
        failed["deck.hero"] = len(gone) >= begun
    if card.kind == "ruins":
        failed["deck.ruins"] = bool(turns[-1].get("moves"))
    checks = {rule: "failed" if fails else "passed" for rule, fails in failed.items()}
    if card.kind == "hero" and snapshot["game"] != "heroes":
        checks["deck.hero"] = "not_checked"
    return {f"cartographers.{rule}": status for rule, status in checks.items()}


def _turn(
    snapshot: Json, turn: Json, rulings: Rulings, *, ruins: object, last: object
) -> tuple[list[Json], Json]:
    """The draw of each player for a card, up to and with the first fault; the table after it.

    Only in the last turn of a record a draw may still have to be made.
    """
    _, card, _ = card_of(turn["card"])
    verdicts: list[Json] = []
    if card.kind == "ambush":
        came = [*(snapshot.get("ambushes") or []), turn["card"]]
        snapshot = {**snapshot, "ambushes": came}
    for player in snapshot["players"] if card.kind != "ruins" else ():
        name = player["name"]
        drawn = (turn.get("moves") or {}).get(name)
        if drawn is None or "spaces" not in drawn:
            open_ = drawn is not None and last
            checks = {"cartographers.round.draws": "not_checked" if open_ else "failed"}
            legal = None if open_ else False
            verdicts.append({"player": name, "legal": legal, "checks": checks, "changes": []})
            break
        move = {**drawn, "card": turn["card"], "on": drawn_on(snapshot, name, card)}
        asked = {"snapshot": snapshot, "player": name, "move": {**move, "after_ruins": ruins}}
        verdict = _verdict(asked, rulings)
        verdicts.append({"player": name, **verdict})
        if not verdict["legal"]:
            break
        snapshot = _with_sheets(snapshot, verdict["after"])
    return verdicts, snapshot


def replay(body: Json) -> Json:
    """The answer to `replays`."""
    record = body["record"]
    names = _bearing_on_record(record)
    rulings = rulings_of(record["snapshot"])
    return judged(names, rulings, lambda rulings: _replayed(record, rulings))


def _bearing_on_record(record: Json) -> list[str]:
    snapshot, turns = record["snapshot"], record["turns"]
    used = {"coin_limit", *scoring_rulings(snapshot, snapshot.get("decrees") or ())}
    used.add("below_lowest_title" if is_solo(snapshot) else "coins_by_others")
    cards = [turn["card"] for turn in turns if "card" in turn]
    seasons = len(turns) - len(cards) + (not turns or "card" in turns[-1])
    first = SEASONS.index(snapshot["season"])
    if "summer" in SEASONS[first : first + seasons]:
        used.add("summer_threshold")
    for player in snapshot["players"]:
        if {"D", "d"} & set("".join(player["drawn"])):
            used.add("dragon_defeated")
    player = snapshot["players"][0]["name"]
    for card in cards:
        used.update(bearing({"snapshot": snapshot, "player": player, "given": {"card": card}}))
    return [name for name in RULINGS if name in used]


def _replayed(record: Json, rulings: Rulings) -> Json:
    snapshot, turns, scores = record["snapshot"], list[Json](), None
    gone: list[str] = []
    shown: list[Json] = []
    over = ruins = False

    def so_far(turn: int | None = None, player: object = None) -> Json:
        stop = None
        if turn is not None:
            stop = {"season": turns[turn]["season"], "turn": turn, "player": player}
            stop["move"] = None if player is None else 0
        return {"stopped_at": stop, "turns": turns, "after": snapshot, "scores": scores}

    for i, turn in enumerate(record["turns"]):
        turns.append({"season": snapshot["season"], "checks": {}})
        needed = threshold(snapshot, rulings)
        turns[-1]["needed"] = needed
        if "card" in turn:
            turns[-1] |= {"card": card_of(turn["card"])[0], "moves": []}
        if over:
            turns[-1]["checks"] = {"cartographers.game.over": "failed"}
            return so_far(i)
        if "card" in turn:
            id_, card, _ = card_of(turn["card"])
            shown.append(turn)
            turns[-1]["checks"] = _card_checks(snapshot, shown, gone, rulings)
            if "failed" in turns[-1]["checks"].values():
                return so_far(i)
            last = i == len(record["turns"]) - 1
            verdicts, snapshot = _turn(snapshot, turn, rulings, ruins=ruins, last=last)
            turns[-1]["moves"] = verdicts
            if verdicts and verdicts[-1]["legal"] is False:
                return so_far(i, verdicts[-1]["player"])
            ruins = card.kind == "ruins" or (ruins and card.kind != "explore")
            gone += [id_] if card.kind == "hero" else []
            continue
        choices = turn["season_end"].get("choices") or {}
        if sum(card_of(one["card"])[1].time for one in shown) < needed:
            turns[-1] |= {"scores": None, "effects": []}
            failed = ["cartographers.season.over", "failed"]
            turns[-1]["checks"] = [*_unjudged(choices), failed]
            return so_far(i)
        maps = [sheet_of(snapshot, player) for player in snapshot["players"]]
        scores = standings(snapshot, maps, rulings)
        after, ends = finish_season(snapshot, choices, rulings)
        checks = [["cartographers.season.over", "passed"]]
        checks += [["cartographers.effect.troll", status] for status in ends.checks]
        checks += [["cartographers.effect.troll", "failed"] for _ in ends.waiting]
        turns[-1] |= {"scores": scores, "effects": ends.effects, "checks": checks}
        if after is None:
            return so_far(i, _chooser(snapshot, choices, rulings))
        over = snapshot["season"] == "winter"
        snapshot, shown, ruins = after, [], False
    return so_far()


def _chooser(snapshot: Json, choices: Json, rulings: Rulings) -> str:
    """The first player whose choice is missing or wrong."""
    for player in snapshot["players"]:
        alone = {**snapshot, "players": [player]}
        ends = _effects(alone, choices, rulings)
        if ends.waiting or "failed" in ends.checks:
            break
    name: str = player["name"]
    return name


# A dispute

ACCOUNTS = 20
"""The greatest number of accounts in an answer."""


def sheets_of(asked: Json) -> tuple[Sheet, Sheet]:
    """The maps before and after of the player of a dispute."""
    before, after = (
        sheet_of(asked[when], player)
        for when in ("before", "after")
        for player in asked[when]["players"]
        if player["name"] == asked["player"]
    )
    return before, after


def resolve(asked: Json) -> Json:
    """The answer to `disputes`, of few cards: how the one map can have become the other."""
    table, given = asked["before"], asked["given"]
    rulings, solo = rulings_of(table), is_solo(table)
    before, after = sheets_of(asked)

    def ways(
        sheet: Sheet, cards: list[str | Json], came: list[str], ruins: bool
    ) -> Iterator[tuple[Json | None, ...]]:
        if not _on_the_way(sheet, after):
            return
        if not cards:
            same = sheet.stars == after.stars and sheet.drawn.keys() == after.drawn.keys()
            if same and _on_the_way(sheet, after, at_last=True):
                yield ()
            return
        entry, *left = cards
        if entry == "season_end":
            # Every card revealed goes back into the deck, the ruins too.
            for choices, one in ends_of(sheet, came):
                for rest in ways(one, left, came, False):
                    yield ({"choices": choices}, *rest)
            return
        name, card, pattern = card_of(entry)
        if card.kind == "ruins":
            for rest in ways(sheet, left, came, True):
                yield (None, *rest)
            return
        came = [*came, name] if card.kind == "ambush" else came
        play = Play(name, card, pattern, sheet, table["game"], ruins, solo, True, rulings)
        ruins = ruins and card.kind != "explore"
        may = options(play)
        if not may:
            for rest in ways(sheet, left, came, ruins):
                yield ({"spaces": []}, *rest)
        for option in may:
            if option.spaces <= after.drawn.keys() and (option.stars or set()) <= after.stars:
                for draw, one in _drawn(play, option):
                    for rest in ways(one, left, came, ruins):
                        yield (draw, *rest)

    came = [card_of(card)[0] for card in given.get("ambushes", table.get("ambushes")) or []]
    accounts = list(islice(ways(before, given["cards"], came, False), ACCOUNTS + 1))
    return {
        "possible": bool(accounts),
        "accounts": accounts,
        "more": len(accounts) > ACCOUNTS,
    }


def _on_the_way(sheet: Sheet, after: Sheet, *, at_last: bool = False) -> bool:
    """Whether a map may yet become another; at last, whether it did."""
    if not (sheet.drawn.keys() <= after.drawn.keys() and sheet.stars <= after.stars):
        return False
    destroyed = after.letter("Xd")
    return all(
        space in destroyed
        if letter in "Xd" or (space in destroyed and not at_last)
        else after.drawn[space] == letter
        for space, letter in sheet.drawn.items()
    )


def _drawn(play: Play, option: Option) -> Iterator[tuple[Json, Sheet]]:
    for terrain in option.terrains:
        letter = letter_of(play, option.spaces, terrain)
        for target in targets(play, option.spaces, letter) or [None]:
            draw: Json = {"spaces": sorted(option.spaces), "terrain": terrain}
            if terrain == "hero":
                draw["stars"] = sorted(option.stars or ())
            if target:
                draw["destroys"] = target
            yield draw, draw_on(play, draw, letter)


def ends_of(sheet: Sheet, came: list[str]) -> list[tuple[Json, Sheet]]:
    """The maps possible after the end of a season, each with the targets of trolls."""
    maps: list[tuple[Json, Sheet]] = [({}, sheet)]
    for ambush in standing(sheet, came):
        maps = [
            ({**choices, TROLL: target} if target else choices, acted(one, ambush, target))
            for choices, one in maps
            for target in _choices(one, ambush)
        ]
    return maps


def _choices(sheet: Sheet, ambush: str) -> list[str] | list[None]:
    may = around(sheet.letter("T")) & sheet.empty if ambush == TROLL else set()
    return sorted(may) or [None]
