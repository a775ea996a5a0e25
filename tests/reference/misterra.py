"""A second implementation of Maps of Misterra: slow, plain and from the rulebook alone.

It works on the JSON of the contract itself (dictionaries in, dictionaries out), with spaces as
strings such as "C3" and groups of spaces as sets of such strings, and it knows nothing of the
service. It expects possible snapshots, and does not refuse others.

Where the rules leave open *which* spaces earned something (several largest zones, say), it takes
the first in reading order; terrains are ordered jungle, lagoon, mountain, steppe.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import Any

Json = dict[str, Any]
Tiles = dict[str, str]
Rulings = dict[str, str]

COLUMNS = "ABCDE"
NUMBERS = "12345"
SPACES = [column + number for number in NUMBERS for column in COLUMNS]
LINES = {f"row {number}": [column + number for column in COLUMNS] for number in NUMBERS} | {
    f"column {column}": [column + number for number in NUMBERS] for column in COLUMNS
}
EDGE = {space for space in SPACES if space[0] in "AE" or space[1] in "15"}
TERRAINS = ["jungle", "lagoon", "mountain", "steppe"]
LETTER = {terrain: terrain[0].upper() for terrain in TERRAINS}
TERRAIN = {letter: terrain for terrain, letter in LETTER.items()}
TILES_OF_EACH_TERRAIN = 12
MARKERS_OF_EACH_PLAYER = 3

RULINGS = {
    "disputed_regions": ["nobody_scores", "everyone_scores"],
    "removal_order": ["hazy_first", "together"],
    "pattern_orientation": ["as_printed", "any_rotation", "any_rotation_or_mirror"],
    "claim_region": ["with_hazy", "confirmed_only"],
    "empty_supply": ["no_effect", "may_confirm"],
    "otoma_region": ["confirmed_only", "with_hazy"],
}


def rulings_of(request: Json) -> Rulings:
    """Every ruling with the value asked for, or its default."""
    chosen = request.get("rulings") or {}
    return {name: chosen.get(name, values[0]) for name, values in RULINGS.items()}


def report_rulings(
    names: list[str], rulings: Rulings, outcome: Callable[[Rulings], Any]
) -> list[Json]:
    """The rulings of these names, each with whether another value of it changes the outcome."""
    given = outcome(rulings)
    return [
        {
            "name": name,
            "value": rulings[name],
            "could_matter": any(
                outcome(rulings | {name: other}) != given
                for other in RULINGS[name]
                if other != rulings[name]
            ),
        }
        for name in names
    ]


# The board


@cache
def step(space: str, across: int, down: int) -> str | None:
    """The space so many columns across and rows down, or None if that is off the board."""
    column = COLUMNS.index(space[0]) + across
    row = NUMBERS.index(space[1]) + down
    if 0 <= column <= 4 and 0 <= row <= 4:
        return COLUMNS[column] + NUMBERS[row]
    return None


def steps_away(space: str, distance: int) -> set[str]:
    """The spaces exactly so far away in a straight line."""
    ways = [(distance, 0), (-distance, 0), (0, distance), (0, -distance)]
    found = [step(space, across, down) for across, down in ways]
    return {space for space in found if space is not None}


NEIGHBOURS = {space: steps_away(space, 1) for space in SPACES}


def beach_spaces(beach: str) -> list[str]:
    """The five beach spaces, one in front of each space of that edge, in order along it."""
    edge = {"left": "column A", "right": "column E", "top": "row 1", "bottom": "row 5"}[beach]
    return ["beach:" + space for space in LINES[edge]]


def places_beside(place: str, beach: str) -> set[str]:
    """The island and beach spaces orthogonally adjacent to an island or beach space."""
    sand = beach_spaces(beach)
    if place in sand:
        index = sand.index(place)
        along = {sand[i] for i in (index - 1, index + 1) if 0 <= i <= 4}
        return along | {place.removeprefix("beach:")}
    in_front = {"beach:" + place} & set(sand)
    return NEIGHBOURS[place] | in_front


def read(rows: list[str]) -> Tiles:
    """The letters on a board, by space, as they stand; empty spaces are left out."""
    letters = "".join(rows)
    return {space: letter for space, letter in zip(SPACES, letters, strict=True) if letter != "."}


def write(tiles: Tiles) -> list[str]:
    """The five rows of a board."""
    return ["".join(tiles.get(column + number, ".") for column in COLUMNS) for number in NUMBERS]


def confirmed_only(tiles: Tiles) -> Tiles:
    """The island without its hazy tiles."""
    return {space: letter for space, letter in tiles.items() if letter.isupper()}


def either_side(tiles: Tiles) -> Tiles:
    """The island with every tile as if confirmed: which terrain lies where."""
    return {space: letter.upper() for space, letter in tiles.items()}


def group_around(tiles: Tiles, start: str) -> set[str]:
    """The contiguous spaces of the same letter as `start`."""
    group: set[str] = set()
    waiting = {start}
    while waiting:
        space = waiting.pop()
        group.add(space)
        waiting |= {n for n in NEIGHBOURS[space] if tiles.get(n) == tiles[start]} - group
    return group


def groups(tiles: Tiles) -> list[set[str]]:
    """Every contiguous group of one letter, by the first of its spaces in reading order."""
    found: list[set[str]] = []
    for space in SPACES:
        if space in tiles and not any(space in group for group in found):
            found.append(group_around(tiles, space))
    return found


def in_order(spaces: Iterable[str]) -> list[str]:
    """Spaces in reading order."""
    return sorted(spaces, key=SPACES.index)


# Presumption cards


def pays(table: list[tuple[int, int]], count: int, *, beyond: bool = False) -> int:
    """The points of a table of (threshold, points); `beyond` adds 1 each past the last."""
    points = 0
    for threshold, reward in table:
        if count >= threshold:
            points = reward
    last = table[-1][0]
    return points + (count - last if beyond and count > last else 0)


Parts = list[tuple[int, set[str]]]


def card_parts(card: Json, parchment: Tiles, beach: str, orientation: str) -> Parts:
    """Score a presumption card on a parchment: points and spaces, part by part."""
    number = card["card"]
    if number <= 4:
        return zones_of_terrain(parchment, LETTER[card["terrain"]])
    if number <= 8:
        return terrain_on_the_edge(parchment, LETTER[card["terrain"]])
    if number <= 12:
        return lines_towards_the_beach(parchment, beach, number)
    if number <= 16:
        return terrain_apart(parchment, LETTER[card["terrain"]], LETTER[card["avoid"]])
    if number >= 24:
        return patterns(parchment, card["pattern"], orientation, 5 if number <= 27 else 8)
    single = {
        17: largest_zone,
        18: smallest_zone,
        19: zones_of_one_space,
        20: zones_of_two_spaces,
        21: terrain_of_most,
        22: terrain_of_least,
        23: sets_of_four,
    }
    return single[number](parchment)


def zones_of_terrain(parchment: Tiles, letter: str) -> Parts:
    """Cards 1 to 4: each zone of the terrain, by its size."""
    zones = [zone for zone in groups(parchment) if parchment[min(zone)] == letter]
    paid = [(pays([(3, 2), (4, 5), (5, 9)], len(zone)), zone) for zone in zones]
    return [(points, zone) for points, zone in paid if points]


def terrain_on_the_edge(parchment: Tiles, letter: str) -> Parts:
    """Cards 5 to 8: the spaces of the terrain on the edge of the parchment."""
    spaces = {space for space in EDGE if parchment.get(space) == letter}
    return [(pays([(4, 4), (6, 8), (8, 14)], len(spaces), beyond=True), spaces)]


def lines_towards_the_beach(parchment: Tiles, beach: str, number: int) -> Parts:
    """Cards 9 to 12: lines of all four terrains (9, 10) or of one (11, 12).

    Cards 9 and 11 look at the lines perpendicular to the beach, 10 and 12 at those parallel.
    """
    beach_is_beside = beach in ("left", "right")
    rows_count = beach_is_beside if number in (9, 11) else not beach_is_beside
    terrains, points = (4, 4) if number in (9, 10) else (1, 5)
    parts = []
    for name, line in LINES.items():
        runs_so = name.startswith("row") == rows_count
        is_full = all(space in parchment for space in line)
        if runs_so and is_full and len({parchment[space] for space in line}) == terrains:
            parts.append((points, set(line)))
    return parts


def terrain_apart(parchment: Tiles, letter: str, avoid: str) -> Parts:
    """Cards 13 to 16: the spaces of one terrain that no space of another one touches."""
    spaces = {
        space
        for space, here in parchment.items()
        if here == letter and all(parchment.get(n) != avoid for n in NEIGHBOURS[space])
    }
    return [(pays([(3, 3), (5, 6), (7, 12)], len(spaces), beyond=True), spaces)]


def largest_zone(parchment: Tiles) -> Parts:
    """Card 17: the largest zone of any terrain."""
    zone = max(groups(parchment), key=len, default=set())
    return [(pays([(4, 4), (6, 10), (8, 15), (10, 20)], len(zone)), zone)]


def smallest_zone(parchment: Tiles) -> Parts:
    """Card 18: the smallest zone of any terrain."""
    zone = min(groups(parchment), key=len, default=set())
    return [(pays([(2, 6), (3, 10), (4, 18), (5, 25), (6, 30)], len(zone)), zone)]


def zones_of_one_space(parchment: Tiles) -> Parts:
    """Card 19: how many zones are of exactly one space."""
    zones = [zone for zone in groups(parchment) if len(zone) == 1]
    table = [(5, 3), (8, 10), (12, 15), (16, 20), (25, 30)]
    return [(pays(table, len(zones)), set().union(*zones))]


def zones_of_two_spaces(parchment: Tiles) -> Parts:
    """Card 20: how many zones are of exactly two spaces."""
    zones = [zone for zone in groups(parchment) if len(zone) == 2]
    table = [(4, 6), (6, 10), (8, 15), (10, 20), (12, 25)]
    return [(pays(table, len(zones)), set().union(*zones))]


def spaces_by_terrain(parchment: Tiles) -> list[set[str]]:
    """The spaces of jungle, lagoon, mountain and steppe on a parchment, any of them empty."""
    return [{s for s in parchment if parchment[s] == LETTER[terrain]} for terrain in TERRAINS]


def terrain_of_most(parchment: Tiles) -> Parts:
    """Card 21: the spaces of the terrain one has most of."""
    spaces = max(spaces_by_terrain(parchment), key=len)
    return [(pays([(8, 6), (10, 9), (12, 12), (15, 18)], len(spaces)), spaces)]


def terrain_of_least(parchment: Tiles) -> Parts:
    """Card 22: 3 for each space of the terrain one has least of, among those one has."""
    present = [spaces for spaces in spaces_by_terrain(parchment) if spaces]
    spaces = min(present, key=len, default=set())
    return [(3 * len(spaces), spaces)]


def sets_of_four(parchment: Tiles) -> Parts:
    """Card 23: sets of all four terrains, made of the first spaces of each in reading order."""
    by_terrain = spaces_by_terrain(parchment)
    sets = min(len(spaces) for spaces in by_terrain)
    used = {space for spaces in by_terrain for space in in_order(spaces)[:sets]}
    return [(pays([(3, 5), (4, 8), (5, 12), (6, 18)], sets), used)]


def orientations(pattern: list[str], ruling: str) -> list[list[str]]:
    """The ways a printed pattern may be turned under a value of `pattern_orientation`."""
    if ruling == "as_printed":
        return [pattern]
    turned = [pattern]
    for _ in range(3):
        turned.append(["".join(column) for column in zip(*turned[-1][::-1], strict=True)])
    if ruling == "any_rotation":
        return turned
    return turned + [[row[::-1] for row in rows] for rows in turned]


@lru_cache(maxsize=100)
def placements(pattern: tuple[str, ...], ruling: str) -> list[Tiles]:
    """Every way for a pattern to lie wholly on a board."""
    ways = []
    for rows, corner in product(orientations([*pattern], ruling), SPACES):
        wanted = {
            step(corner, across, down): letter
            for down, row in enumerate(rows)
            for across, letter in enumerate(row)
            if letter != "."
        }
        if None not in wanted:
            ways.append({space: letter for space, letter in wanted.items() if space})
    return ways


def patterns(parchment: Tiles, pattern: list[str], ruling: str, points: int) -> Parts:
    """Cards 24 to 31: each set of spaces on which the pattern occurs, overlapping or not."""
    found: list[set[str]] = []
    for wanted in placements(tuple(pattern), ruling):
        occurs = all(parchment.get(space) == letter for space, letter in wanted.items())
        if occurs and set(wanted) not in found:
            found.append(set(wanted))
    return [(points, spaces) for spaces in found]


# The score


def score(snapshot: Json) -> Json:
    """The finished game: every player's lines, the winners, and what the rulings decided."""
    rulings = rulings_of(snapshot)
    island = read(snapshot["island"])
    sheets = [score_player(snapshot, player, rulings) for player in snapshot["players"]]
    results = [(sheet["total"], sheet["subtotals"]["fidelity"]) for sheet in sheets]
    for sheet, points in zip(sheets, results, strict=True):
        sheet["rank"] = 1 + sum(other > points for other in results)
    winners = [sheet["name"] for sheet in sheets if sheet["rank"] == 1]
    best = max(sheet["total"] for sheet in sheets)
    if len(winners) > 1:
        decided_by = "shared"
    elif sum(sheet["total"] == best for sheet in sheets) > 1:
        decided_by = "fidelity"
    else:
        decided_by = "total"
    # Alone one wins titles.
    solo = "otoma" in snapshot
    answer = {
        "players": sheets,
        "winners": [] if solo else winners,
        "decided_by": None if solo else decided_by,
        "island": write(confirmed_only(island)),
        "removed": {
            "tiles": in_order(space for space, letter in island.items() if letter.islower()),
            "claims": [
                {"player": owner, "space": space}
                for owner, space in markers(snapshot)
                if rulings["disputed_regions"] == "nobody_scores"
                and rivals(snapshot, space, rulings)
            ],
        },
        "rulings": report_rulings(
            ["disputed_regions", "removal_order", "pattern_orientation"],
            rulings,
            lambda others: all_lines(snapshot, others),
        ),
        "remarks": oddities(snapshot, scored=True),
    }
    if solo:
        answer["solo"] = score_solo(snapshot, sheets[0], rulings)
    return answer


def all_lines(snapshot: Json, rulings: Rulings) -> list[Json]:
    """Every line of every player, and of Otoma: points, parts, and who shares a region."""
    sheets = [score_player(snapshot, player, rulings) for player in snapshot["players"]]
    lines: list[Json] = [item for sheet in sheets for item in sheet["items"]]
    for line in lines:
        if "parts" in line:
            line["parts"] = sorted(line["parts"], key=str)
    otoma = (snapshot.get("otoma") or {}).get("claims") or []
    return [*lines, *(score_claim(snapshot, space, rulings) for space in otoma)]


def oddities(snapshot: Json, *, scored: bool = False) -> list[str]:
    """Find oddities of a table, whose meeples nobody needs any more once it is scored."""
    solo, players = "otoma" in snapshot, snapshot["players"]
    island = read(snapshot["island"])
    display, deck = snapshot.get("display"), snapshot.get("deck")
    found = []
    if len(players) == 1 and not solo:
        found.append("nobody to play against")
    start = {1: 3 if solo else 0, 2: 3, 3: 2, 4: 1}[len(players)]
    if list(island.values()).count("J") < start:
        found.append("jungles of the start")
    had_turns = [has_played(player) for player in players]
    # Before the first half day nothing but those jungles lies there, whichever are missing.
    jungles = min(start, list(island.values()).count("J"))
    if not scored and start and not any(had_turns) and len(island) != jungles:
        found.append("jungles of the start")
    if not scored and any(later and not had for had, later in pairwise(had_turns)):
        found.append("turn order")
    moved = [player for player in players if player.get("meeple") is not None]
    drawn = [set(read(player["parchment"])) for player in players]
    if display is not None and not scored and not any(has_played(player) for player in players):
        if len(display) != 5:
            found.append("cards of the start")
        # A solo game of ten turns has two cards less than a game of two.
        least = 10 * 5 if solo else 104 if len(players) == 4 else 10 * 5 + 2
        if deck is not None and len(display) + deck < least:
            found.append("cards of the start")
    elif display is not None and deck and len(display) not in ([0, 3, 4, 5] if solo else [3, 4, 5]):
        found.append("display refilled")
    # Where no tile could be laid, twelve of that terrain lay elsewhere.
    if len(island) < TILES_OF_EACH_TERRAIN:
        found += ["tiles laid by cards" for parchment in drawn if parchment - set(island)]
    for player in players:
        if player not in moved and has_played(player) and (moved or not scored):
            found.append("first placement on one beach space")
    played = half_days_of_otoma(snapshot)
    if played is not None:
        claims = snapshot["otoma"].get("claims") or []
        if len(claims) > most_claims(played):
            found.append("Otoma's claiming cards")
    return found


def has_played(player: Json) -> bool:
    """Whether a player has played a half day, as the meeple or what was left behind shows."""
    left_behind = read(player["parchment"]) or player.get("claims")
    return player.get("meeple") is not None or bool(left_behind)


def half_days_of_otoma(snapshot: Json) -> int | None:
    """How many half days Otoma has played, if that is given."""
    given: int | None = (snapshot.get("otoma") or {}).get("half_days_played")
    return given


def score_player(snapshot: Json, player: Json, rulings: Rulings) -> Json:
    """One player's lines with their subtotals and total; the rank is not known yet."""
    island = confirmed_only(read(snapshot["island"]))
    parchment = read(player["parchment"])
    faithful = {space for space in parchment if parchment[space] == island.get(space)}
    empty = {space for space in SPACES if space not in parchment}
    items: list[Json] = [
        {"category": "fidelity", "points": 2 * len(faithful), "spaces": in_order(faithful)},
        {"category": "completeness", "points": -len(empty), "spaces": in_order(empty)},
    ]
    for card in player.get("presumptions") or []:
        orientation = rulings["pattern_orientation"]
        parts = card_parts(card, parchment, snapshot["beach"], orientation)
        items.append(
            {
                "category": "presumptions",
                "card": card["card"],
                "points": sum(points for points, _ in parts),
                "spaces": in_order(set().union(*(spaces for _, spaces in parts))),
                "parts": [{"points": points, "spaces": in_order(s)} for points, s in parts],
            }
        )
    items += [score_claim(snapshot, space, rulings) for space in player.get("claims") or []]
    if (snapshot.get("variants") or {}).get("master_cartographers"):
        for name, line in LINES.items():
            points = 3 if faithful.issuperset(line) else 0
            items.append(
                {
                    "category": "master_cartographers",
                    "line": name,
                    "points": points,
                    "spaces": line if points else [],
                }
            )
    subtotals = {
        category: sum(item["points"] for item in items if item["category"] == category)
        for category in (
            "fidelity",
            "completeness",
            "presumptions",
            "claims",
            "master_cartographers",
        )
    }
    return {
        "name": player["name"],
        "total": sum(subtotals.values()),
        "subtotals": subtotals,
        "items": items,
    }


def markers(snapshot: Json) -> list[tuple[str, str]]:
    """Every marker on the island as (owner, space), Otoma's last."""
    owners = [(player["name"], player.get("claims") or []) for player in snapshot["players"]]
    if "otoma" in snapshot:
        owners.append(("Otoma", snapshot["otoma"].get("claims") or []))
    return [(owner, space) for owner, spaces in owners for space in spaces]


def rivals(snapshot: Json, space: str, rulings: Rulings) -> list[str]:
    """The owners of the other markers in the region of the marker on `space`.

    The hazy tiles are gone by then, unless the table removes both together.
    """
    island = read(snapshot["island"])
    together = rulings["removal_order"] == "together"
    tiles = either_side(island) if together else confirmed_only(island)
    region = group_around(tiles, space)
    return [owner for owner, other in markers(snapshot) if other in region and other != space]


def score_claim(snapshot: Json, space: str, rulings: Rulings) -> Json:
    """The line of one marker: 2 for each confirmed tile of its region, if it counts."""
    island = confirmed_only(read(snapshot["island"]))
    region = group_around(island, space)
    disputed_with = rivals(snapshot, space, rulings)
    removed = bool(disputed_with) and rulings["disputed_regions"] == "nobody_scores"
    return {
        "category": "claims",
        "claim": space,
        "terrain": TERRAIN[island[space]],
        "points": 0 if removed else 2 * len(region),
        "spaces": in_order(region),
        "disputed_with": disputed_with,
    }


def otoma_claims(snapshot: Json, rulings: Rulings) -> int:
    """The points of Otoma's markers."""
    spaces = (snapshot.get("otoma") or {}).get("claims") or []
    return sum(score_claim(snapshot, space, rulings)["points"] for space in spaces)


def score_solo(snapshot: Json, sheet: Json, rulings: Rulings) -> Json:
    """The score less Otoma's claims, and the four titles it earns."""
    otoma = otoma_claims(snapshot, rulings)
    totals = [(60, "Dim"), (70, "Famous"), (80, "Memorable"), (90, "Illustrious")]
    return {
        "otoma_claims": otoma,
        "total": sheet["total"] - otoma,
        "titles": {
            "total": title(sheet["total"] - otoma, "Insignificant", [*totals, (100, "Eternal")]),
            "presumptions": title(
                sheet["subtotals"]["presumptions"],
                "Apprentice",
                [(20, "Assistant"), (40, "Expert"), (60, "Dean")],
            ),
            "fidelity": title(
                sheet["subtotals"]["fidelity"],
                "Paper-Pusher",
                [(20, "Topographer"), (30, "Surveyor"), (40, "Cartographer")],
            ),
            "claims": title(
                sheet["subtotals"]["claims"] - otoma,
                "Fearful",
                [(1, "Prudent"), (8, "Bold"), (16, "Intrepid")],
            ),
        },
    }


def title(points: int, lowest: str, ladder: list[tuple[int, str]]) -> str:
    """The highest title whose threshold is reached."""
    reached = lowest
    for threshold, name in ladder:
        if points >= threshold:
            reached = name
    return reached


# The island update


def supply(tiles: Tiles) -> dict[str, int]:
    """The tiles left of each terrain."""
    lying = Counter(either_side(tiles).values())
    return {terrain: TILES_OF_EACH_TERRAIN - lying[letter] for terrain, letter in LETTER.items()}


def update_space(tiles: Tiles, space: str, terrain: str, empty_supply: str) -> tuple[Tiles, Json]:
    """The island after one space has been mapped, and what happened there."""
    letter = LETTER[terrain]
    lying = tiles.get(space)
    effect: str
    now: str | None
    returned = None
    if lying is not None and lying.isupper():
        effect, now = "already_confirmed", lying
    elif supply(tiles)[terrain] == 0 and not (
        lying == letter.lower() and empty_supply == "may_confirm"
    ):
        effect, now = "none_in_supply", lying
    elif lying is None:
        effect, now = "placed", letter.lower()
    elif lying == letter.lower():
        effect, now = "confirmed", letter
    else:
        effect, now = "replaced", letter.lower()
        returned = TERRAIN[lying.upper()]
    after = dict(tiles)
    if now is not None:
        after[space] = now
    return after, {"space": space, "terrain": terrain, "effect": effect, "returned": returned}


def update(tiles: Tiles, sketch: list[Json], empty_supply: str) -> tuple[Tiles, list[Json]]:
    """The island after the halves of a card have been carried out one after the other."""
    changes = []
    for half in sketch:
        tiles, change = update_space(tiles, half["space"], half["terrain"], empty_supply)
        changes.append(change)
    return tiles, changes


def update_island(body: Json) -> Json:
    """The answer to an update of the island alone."""
    snapshot, move = body["snapshot"], body["move"]
    tiles = read(snapshot["island"])
    rulings = rulings_of(snapshot)
    halves = zip(move["action"]["spaces"], move["sketch"], strict=True)
    sketch = [{"space": space, "terrain": terrain} for space, terrain in halves]
    after, changes = update(tiles, sketch, rulings["empty_supply"])
    return {
        "after": {"island": write(after)},
        "changes": changes,
        "supply": supply(after),
        "rulings": report_rulings(
            ["empty_supply"],
            rulings,
            lambda others: update(tiles, sketch, others["empty_supply"]),
        ),
    }


# A half day


def player_named(snapshot: Json, name: str) -> Json:
    """The player of that name."""
    found: Json = next(player for player in snapshot["players"] if player["name"] == name)
    return found


def sees(place: str, tiles: Tiles) -> set[str]:
    """The island spaces seen from a place: from a mountain a step further, from a beach one."""
    if place.startswith("beach:"):
        return {place.removeprefix("beach:")}
    seen = {place} | NEIGHBOURS[place]
    if either_side(tiles).get(place) == "M":
        seen |= steps_away(place, 2)
    return seen


def region_for_claim(tiles: Tiles, space: str, claim_region: str) -> set[str]:
    """The region of a tile, with its hazy tiles or without them, as the table rules."""
    joining = either_side(tiles) if claim_region == "with_hazy" else confirmed_only(tiles)
    return group_around(joining, space) if space in joining else set()


def failed_moves(snapshot: Json, player: Json, move: list[str]) -> set[str]:
    """The rules that a move breaks."""
    tiles = either_side(read(snapshot["island"]))
    sand = beach_spaces(snapshot["beach"])
    start = player.get("meeple")
    if start is None:
        placed = len(move) == 1 and move[0] in sand
        return set() if placed else {"first placement on one beach space"}
    failed = set()
    for place, following in pairwise([start, *move]):
        if following not in places_beside(place, snapshot["beach"]):
            failed.add("orthogonal steps")
    if any(place not in sand and place not in tiles for place in move):
        failed.add("no empty space entered")
    if any(tiles.get(entered) != "S" for entered in move[:-1]):
        failed.add("further steps only from an entered steppe")
    return failed


def same_card(one: list[str], other: list[str]) -> bool:
    """Whether two cards show the same two terrains."""
    return sorted(one) == sorted(other)


Display = list[list[str] | None]
"""Sketch cards; None for one that nobody can name."""


def without_card(display: Display, card: list[str]) -> Display | None:
    """The display after a card was taken from it, or None if it cannot be there."""
    for index, shown in enumerate(display):
        if shown is not None and same_card(shown, card):
            return display[:index] + display[index + 1 :]
    if None in display:
        index = display.index(None)
        return display[:index] + display[index + 1 :]
    return None


def without_any(display: Display) -> Display:
    """The display after an unknown card was taken."""
    certain: Display = []
    for index, shown in enumerate(display):
        # A card is certain to be there still if another of its kind is there to have been taken.
        others = display[index + 1 :]
        if shown is not None and any(other and same_card(shown, other) for other in others):
            certain.append(shown)
    return certain + [None] * (len(display) - 1 - len(certain))


def failed_cards(
    snapshot: Json, meeple: str | None, half_day: Json
) -> tuple[set[str], Display | None, Display | None]:
    """The rules that the exchange and the choice of a card break, the display and the deck left.

    Tables of a record have the `cards` of the deck, the first on top, where it is known.
    """
    display: Display | None = snapshot.get("display")
    cards: Display | None = snapshot.get("cards")
    failed = set()
    lagoon, sketch = half_day.get("lagoon"), half_day.get("sketch")
    if display == []:
        failed.add("a card to take")
    if lagoon is not None:
        tiles = either_side(read(snapshot["island"]))
        if meeple is None or tiles.get(meeple) != "L":
            failed.add("lagoon under the meeple")
        if display is not None:
            rest = without_card(display, lagoon["discard"])
            if rest is None:
                failed.add("tucked card from the display")
            display = [*(display if rest is None else rest), lagoon["reveal"]]
        if snapshot.get("deck") == 0:
            failed.add("revealed card from the deck")
        elif cards is not None:
            first, *cards = [*cards, lagoon["discard"]]
            if first is not None and not same_card(first, lagoon["reveal"]):
                failed.add("revealed card from the deck")
    if display:
        rest = without_card(display, sketch) if sketch is not None else without_any(display)
        if rest is None:
            failed.add("sketch from the display")
        display = rest
    elif sketch is not None and display == []:
        failed.add("sketch from the display")
    return failed, display, cards


def failed_map(snapshot: Json, meeple: str | None, spaces: list[str]) -> set[str]:
    """The rules that laying a card on two spaces breaks."""
    tiles = read(snapshot["island"])
    failed = set()
    if meeple is not None and either_side(tiles).get(meeple) == "J":
        failed.add("no mapping from jungle")
    if spaces[1] not in NEIGHBOURS[spaces[0]]:
        failed.add("card on two adjacent spaces")
    if meeple is not None and not sees(meeple, tiles) & set(spaces):
        failed.add("half of the card on a seen space")
    return failed


def failed_claim(snapshot: Json, player: Json, meeple: str | None, claim_region: str) -> set[str]:
    """The rules that a claim on the meeple's place breaks."""
    tiles = read(snapshot["island"])
    claims = player.get("claims") or []
    failed = set()
    if len(claims) >= MARKERS_OF_EACH_PLAYER:
        failed.add("a marker left")
    if meeple is None or not tiles.get(meeple, ".").isupper():
        failed.add("claim on a confirmed tile")
    if meeple is None or meeple not in tiles:
        return failed
    terrain = tiles[meeple].upper()
    if any(tiles[claim] == terrain for claim in claims):
        failed.add("each claim of another terrain")
    region = region_for_claim(tiles, meeple, claim_region)
    if any(space in region for _, space in markers(snapshot)):
        failed.add("nobody has claimed the region")
    return failed


def over_edge(snapshot: Json, half_day: Json) -> bool:
    """Whether a half day names a place that this board does not have."""
    path, spaces = half_day.get("path") or [], half_day.get("action", {}).get("spaces") or []
    places = {*SPACES, *beach_spaces(snapshot["beach"])}
    return not (places >= set(path) and set(SPACES) >= set(spaces))


def open_cards_gone(snapshot: Json) -> int | None:
    """How many cards were taken in the turn that goes on, if the table shows that."""
    display, deck = snapshot.get("display"), snapshot.get("deck")
    if not any(has_played(player) for player in snapshot["players"]):
        return 0
    if display is not None and (len(display) == 5 or (deck and len(display) in (3, 4))):
        return 5 - len(display)
    return None


def whose_turn(snapshot: Json, gone: int | None) -> str | None:
    """The name of the one whose half day it is, if the table shows that."""
    names: list[str] = [player["name"] for player in snapshot["players"]]
    if "otoma" in snapshot:
        if (half_days_of_otoma(snapshot) or 0) % 2 == 1 or gone == 2:
            return "Otoma"
        return names[0] if gone in (0, 1) else None
    waiting: list[str] = [p["name"] for p in snapshot["players"] if not has_played(p)]
    # Once everybody has moved, or if somebody was left out, nothing tells.
    if not waiting or names[-len(waiting) :] != waiting:
        return None
    if gone == 0:
        return waiting[0]
    moved = names[: -len(waiting)]
    return moved[-1] if gone == 1 and moved else None


def was_over(snapshot: Json, name: str, gone: int | None) -> bool | None:
    """Whether the game was over before the turn that goes on; None if it may have been."""
    if half_days_of_otoma(snapshot) == 20:
        return True
    if name == "Otoma":
        return False
    names = [player["name"] for player in snapshot["players"]]
    moved = [p["name"] for p in snapshot["players"] if has_played(p)]
    full = [n for n in moved if len(read(player_named(snapshot, n)["parchment"])) == 25]
    # Players who come later have covered the parchment in an earlier round.
    if any(names.index(other) > names.index(name) for other in full):
        return True
    ends = [check_end({"snapshot": snapshot, "player": other})["triggered"] for other in moved]
    if name in full or (name == names[0] and True in ends):
        return True if gone == 0 else None
    return None if "otoma" in snapshot and None in ends else False


def failed_turn(snapshot: Json, name: str) -> set[str]:
    """The rules on turns that a half day breaks whatever it does."""
    gone = open_cards_gone(snapshot)
    failed = set()
    if whose_turn(snapshot, gone) not in (None, name):
        failed.add("turn order")
    if gone is not None and gone > 1:
        failed.add("two half days")
    if was_over(snapshot, name, gone):
        failed.add("game over")
    return failed


def check_legality(body: Json) -> Json:
    """Whether a half day is legal, what is wrong with it, and the table after it."""
    if body["player"] == "Otoma":
        return check_otoma(body)
    snapshot, half_day = body["snapshot"], body["move"]
    rulings = rulings_of(snapshot)
    action = half_day.get("action", {}).get("type")
    verdict = judge(snapshot, body["player"], half_day, rulings)
    if out_of_turn := failed_turn(snapshot, body["player"]):
        failed = sorted(out_of_turn | set(verdict["failed"]))
        verdict = {"legal": False, "failed": failed, "changes": [], "after": None}
    return {
        **verdict,
        "remarks": oddities(snapshot),
        "rulings": report_rulings(
            {"claim": ["claim_region"], "map": ["empty_supply"]}.get(action, []),
            rulings,
            lambda others: (
                not out_of_turn and judge(snapshot, body["player"], half_day, others),
                claimable(snapshot, body["player"], half_day, others),
            ),
        ),
    }


def claimable(snapshot: Json, name: str, half_day: Json, rulings: Rulings) -> list[str]:
    """The region that a claim is for, which its verdict tells of; nothing if it is for none."""
    if over_edge(snapshot, half_day):
        return []
    move = half_day.get("path") or []
    meeple = move[-1] if move else player_named(snapshot, name).get("meeple")
    return region_for_ruling(snapshot, meeple, rulings)


def region_for_ruling(snapshot: Json, meeple: str | None, rulings: Rulings) -> list[str]:
    """The region of a place: a group with a confirmed tile among it."""
    tiles = read(snapshot["island"])
    region = region_for_claim(tiles, meeple or "", rulings["claim_region"])
    return in_order(region) if any(tiles[space].isupper() for space in region) else []


def judge(snapshot: Json, name: str, half_day: Json, rulings: Rulings) -> Json:
    """The verdict on one half day."""
    if over_edge(snapshot, half_day):
        return {"legal": False, "failed": ["places on the board"], "changes": [], "after": None}
    player = player_named(snapshot, name)
    move, action = half_day.get("path") or [], half_day.get("action") or {"type": None}
    meeple = move[-1] if move else player.get("meeple")
    failed_choice, display, under = failed_cards(snapshot, meeple, half_day)
    failed = failed_moves(snapshot, player, move) | failed_choice
    if action["type"] == "map":
        failed |= failed_map(snapshot, meeple, action["spaces"])
    if action["type"] == "claim":
        failed |= failed_claim(snapshot, player, meeple, rulings["claim_region"])
    if failed:
        return {"legal": False, "failed": sorted(failed), "changes": [], "after": None}
    if action["type"] is None:
        return {"legal": None, "failed": [], "changes": [], "after": None}

    mover = player | {"meeple": meeple}
    after = snapshot | {"players": [mover if p is player else p for p in snapshot["players"]]}
    if "display" in snapshot:
        after["display"] = display
    if under is not None:
        after["cards"] = under
    if "otoma" in snapshot and not has_played(player):
        after["otoma"] = {"half_days_played": 0} | snapshot["otoma"]
    changes: list[Json] = []
    if action["type"] == "map":
        halves = list(zip(action["spaces"], half_day["sketch"], strict=True))
        drawn = {space: LETTER[terrain] for space, terrain in halves}
        mover["parchment"] = write(read(mover["parchment"]) | drawn)
        sketch = [{"space": space, "terrain": terrain} for space, terrain in halves]
        island, changes = update(read(snapshot["island"]), sketch, rulings["empty_supply"])
        after["island"] = write(island)
    if action["type"] == "claim":
        mover["claims"] = [*(mover.get("claims") or []), meeple]
    return {"legal": True, "failed": [], "changes": changes, "after": after}


def shortest_paths(snapshot: Json, player: Json) -> dict[str, list[str]]:
    """Every place where the meeple may end its move, with a shortest path."""
    sand = beach_spaces(snapshot["beach"])
    start = player.get("meeple")
    if start is None:
        return {place: [place] for place in sand}
    tiles = either_side(read(snapshot["island"]))
    paths: dict[str, list[str]] = {start: []}
    may_step_from = [start]
    while may_step_from:
        place = may_step_from.pop(0)
        for following in sorted(places_beside(place, snapshot["beach"]) - set(paths)):
            if following in sand or following in tiles:
                paths[following] = [*paths[place], following]
            if tiles.get(following) == "S":
                may_step_from.append(following)
    return paths


def pairs_of_neighbours() -> list[tuple[str, str]]:
    """Every two adjacent island spaces, each pair once."""
    return [(a, b) for a in SPACES for b in in_order(NEIGHBOURS[a]) if a < b]


def legal_actions(body: Json) -> Json:
    """Every place the meeple may end its move, and what it may do from there."""
    snapshot = body["snapshot"]
    player = player_named(snapshot, body["player"])
    rulings = rulings_of(snapshot)

    def found(rulings: Rulings) -> list[Json]:
        may_play = not failed_turn(snapshot, body["player"])
        return positions(snapshot, player, rulings) if may_play else []

    return {
        "moves": found(rulings),
        "failed": sorted(failed_turn(snapshot, body["player"])),
        "remarks": oddities(snapshot),
        "rulings": report_rulings(["claim_region"], rulings, found),
    }


def positions(snapshot: Json, player: Json, rulings: Rulings) -> list[Json]:
    """Every place, how to get there, what is seen, where a card may lie, and whether to claim."""
    tiles = read(snapshot["island"])
    found: list[Json] = []
    # No half day is played without a card to take.
    if snapshot.get("display") == []:
        return found
    for place, path in shortest_paths(snapshot, player).items():
        seen = sees(place, tiles)
        may_map = either_side(tiles).get(place) != "J"
        placements = [
            [a, b] for a, b in pairs_of_neighbours() if may_map and (a in seen or b in seen)
        ]
        failed = failed_claim(snapshot, player, place, rulings["claim_region"])
        found.append(
            {
                "meeple": place,
                "move": {"path": path},
                "sees": in_order(seen),
                "may_map": may_map,
                "placements": placements,
                "claim": {"legal": not failed, "failed": sorted(failed)},
                "region": region_for_ruling(snapshot, place, rulings),
            }
        )
    return found


def kinds(cards: Display | None) -> list[list[str]]:
    """The different cards among these, or all ten that are possible where some are not known."""
    if cards is None or None in cards:
        return [[a, b] for a in TERRAINS for b in TERRAINS if a <= b]
    return [list(kind) for kind in sorted({(min(card), max(card)) for card in cards if card})]


def legal_half_days(snapshot: Json, name: str, before: Json | None = None) -> list[Json]:
    """Every distinct legal half day without an exchange at a lagoon.

    Two half days differ if the meeple ends elsewhere, another card is taken (equal cards are
    one), another terrain goes to a space, or a marker is placed. Where no display is given
    any of the ten possible cards may be taken. Half days that cannot be the last `before` a
    given table are left out: there the meeple stands and the card lies as that table shows.
    """
    player, rulings = player_named(snapshot, name), rulings_of(snapshot)
    shown = player_named(before, name) if before is not None else None
    drawn = read(shown["parchment"]) if shown is not None else None
    found: dict[Any, Json] = {}
    for place, path in shortest_paths(snapshot, player).items():
        if shown is not None and shown.get("meeple") != place:
            continue
        for one, other in kinds(snapshot.get("display")):
            for sketch, action in ways_to_use(one, other):
                laid = frozenset(zip(action.get("spaces", []), sketch, strict=False))
                if drawn is not None and any(drawn.get(s) != LETTER[t] for s, t in laid):
                    continue
                half_day = {"path": path, "sketch": sketch, "action": action}
                key = (place, one, other, action["type"], laid)
                if key not in found and judge(snapshot, name, half_day, rulings)["legal"]:
                    found[key] = half_day
    return list(found.values())


def ways_to_use(one: str, other: str) -> list[tuple[list[str], Json]]:
    """All that may be done with a card anywhere: discard it, claim, or lay it either way round."""
    ways: list[tuple[list[str], Json]] = [
        ([one, other], {"type": "discard"}),
        ([one, other], {"type": "claim"}),
    ]
    for a, b in pairs_of_neighbours():
        ways.append(([one, other], {"type": "map", "spaces": [a, b]}))
        ways.append(([other, one], {"type": "map", "spaces": [a, b]}))
    return ways


def total_now(snapshot: Json, name: str) -> int:
    """A player's total if the game ended now and every hazy tile were confirmed."""
    table = snapshot | {"island": [row.upper() for row in snapshot["island"]]}
    total: int = score_player(table, player_named(table, name), rulings_of(table))["total"]
    return total


def valued_half_days(snapshot: Json, name: str, cards: list[list[str]]) -> dict[Any, int]:
    """The change of the total now by each half day: by halves laid, by claim, by discard.

    Halves can be laid in either order, of which the better one counts.
    """
    player, rulings = player_named(snapshot, name), rulings_of(snapshot)
    before = total_now(snapshot, name)
    found: dict[Any, int] = {}

    def note(key: Any, half_day: Json) -> None:
        judged = judge(snapshot, name, half_day, rulings)
        if judged["legal"]:
            value = total_now(judged["after"], name) - before
            found[key] = max(value, found.get(key, value))

    pairs = {}
    for position in positions(snapshot, player, rulings):
        path = position["move"]["path"]
        note("discard", {"path": path, "action": {"type": "discard"}})
        claim = {"path": path, "action": {"type": "claim"}}
        note(("claim", position["meeple"]), claim)
        for a, b in position["placements"]:
            pairs[a, b] = pairs[b, a] = path
    for one, other in cards:
        for spaces, way in pairs.items():
            for sketch in ([one, other], [other, one]):
                action = {"type": "map", "spaces": [*spaces]}
                laid = frozenset(zip(spaces, sketch, strict=True))
                note(laid, {"path": way, "sketch": sketch, "action": action})
    return found


def perft(snapshot: Json, name: str) -> int:
    """The number of distinct legal half days: ends x cards x (placements, claim, discard)."""
    return len(legal_half_days(snapshot, name))


# Disputes


def half_days_with_lagoons(snapshot: Json, name: str, before: Json | None) -> list[Json]:
    """Every distinct legal half day, with and without an exchange at a lagoon."""
    half_days = legal_half_days(snapshot, name, before)
    tiles = either_side(read(snapshot["island"]))
    paths = shortest_paths(snapshot, player_named(snapshot, name))
    if not snapshot.get("display") or all(tiles.get(place) != "L" for place in paths):
        return half_days
    for tucked, drawn in product(kinds(snapshot["display"]), kinds(None)):
        rest = without_card(snapshot["display"], tucked) or []
        exchanged = legal_half_days(snapshot | {"display": [*rest, drawn]}, name, before)
        lagoon = {"lagoon": {"discard": tucked, "reveal": drawn}}
        half_days += [half_day | lagoon for half_day in exchanged]
    return half_days


def tables_after(snapshot: Json, name: str, before: Json | None = None) -> list[Json]:
    """Every table that one half day, the last `before` a given table or any, can lead to.

    The halves of a card are carried out in either order, since a supply may run out.
    """
    rulings = rulings_of(snapshot)
    tables: dict[str, Json] = {}
    for half_day in half_days_with_lagoons(snapshot, name, before):
        ways = [half_day]
        if half_day["action"]["type"] == "map":
            spaces = half_day["action"]["spaces"][::-1]
            turned = {"type": "map", "spaces": spaces}
            ways.append(half_day | {"sketch": half_day["sketch"][::-1], "action": turned})
        for way in ways:
            verdict = judge(snapshot, name, way, rulings)
            if verdict["legal"]:
                tables[repr(verdict["after"])] = verdict["after"]
    return list(tables.values())


def spaces_that_differ(one: list[str], other: list[str]) -> int:
    """On how many spaces two boards differ."""
    return sum(a != b for a, b in zip("".join(one), "".join(other), strict=True))


def cards_agree(found: Json, after: Json, *, turn_over: bool) -> bool:
    """Whether display and deck, where both tables tell them, fit; a turn ends with a refill."""
    refills = turn_over and "otoma" not in after
    shown, deck = found.get("display"), found.get("deck")
    drawn = None
    if shown is not None and after.get("display") is not None:
        left = Counter((min(card), max(card)) for card in shown if card)
        now = Counter((min(card), max(card)) for card in after["display"] if card)
        drawn = len(after["display"]) - len(shown)
        # A card that nobody can name may be any.
        missing = (left - now).total() > after["display"].count(None)
        if missing or drawn > (5 - len(shown) if refills else 0):
            return False
        if refills and deck is not None and drawn != min(5 - len(shown), deck):
            return False
    if deck is None or after.get("deck") is None:
        return True
    least, most = (0, 2) if refills and drawn is None else (drawn or 0, drawn or 0)
    return bool(least <= deck - after["deck"] <= most)


def explains(found: Json, after: Json, *, turn_over: bool) -> bool:
    """Whether a table that play can lead to is the table that was found."""

    def look(table: Json) -> list[Any]:
        return [
            table["beach"],
            table["island"],
            sorted(markers(table)),
            [(p["name"], p["parchment"], p.get("meeple")) for p in table["players"]],
        ]

    return look(found) == look(after) and cards_agree(found, after, turn_over=turn_over)


def boards_of_others(table: Json, name: str) -> list[Any]:
    """The boards and places of the other players."""
    return [
        (player["parchment"], player.get("meeple"), player.get("claims") or [])
        for player in table["players"]
        if player["name"] != name
    ]


def could_still_become(table: Json, after: Json, name: str) -> bool:
    """Whether one more card may make a table into the one that was found.

    A card mends at most two spaces, a marker is placed for good, a confirmed tile stays, and
    nothing of the others changes.
    """
    tiles = read(after["island"])
    lies = confirmed_only(read(table["island"]))
    drawn, found = (player_named(t, name)["parchment"] for t in (table, after))
    return (
        boards_of_others(table, name) == boards_of_others(after, name)
        and spaces_that_differ(drawn, found) <= 2
        and spaces_that_differ(table["island"], after["island"]) <= 2
        and all(tiles.get(space) == letter for space, letter in lies.items())
        and len(markers(after)) - len(markers(table)) in (0, 1)
    )


def is_about_cards_alone(before: Json, after: Json) -> bool:
    """Whether two tables have their cards, and differ in nothing else."""
    cards = ("display", "deck")
    boards = [{k: v for k, v in table.items() if k not in cards} for table in (before, after)]
    known = [table.get("display") for table in (before, after)]
    return (
        boards[0] == boards[1]
        and all(display is not None and None not in display for display in known)
        and before.get("deck") is not None
        and after.get("deck") is not None
    )


def account_possible(before: Json, after: Json, name: str) -> bool:
    """Whether one half day, or one whole turn, of the player leads from one table to the other."""
    played = {half_days_of_otoma(before), half_days_of_otoma(after)} - {None}
    if failed_turn(before, name) or len(played) > 1:
        return False
    if is_about_cards_alone(before, after):
        return bool(cards_possible({"before": before, "after": after, "player": name})["possible"])
    gone = open_cards_gone(before)
    tables = tables_after(before, name, after)
    if any(explains(table, after, turn_over=False) for table in tables):
        return True
    if gone in (None, 1) and any(explains(table, after, turn_over=True) for table in tables):
        return True
    return gone != 1 and any(
        explains(table, after, turn_over=True)
        for middle in tables_after(before, name)
        if could_still_become(middle, after, name)
        for table in tables_after(middle, name, after)
    )


# The end of the game


def mappable(snapshot: Json) -> set[str]:
    """The spaces that some player could yet map if no other tile were ever laid.

    A meeple walks, over any number of half days, along tiles and beach spaces; it maps from
    anywhere but jungle, and a card reaches one space beyond what is seen.
    """
    tiles = read(snapshot["island"])
    sand = set(beach_spaces(snapshot["beach"]))
    reached: set[str] = set()
    waiting: set[str] = set()
    for player in snapshot["players"]:
        meeple = player.get("meeple")
        waiting |= sand if meeple is None else {meeple}
    while waiting:
        place = waiting.pop()
        reached.add(place)
        beside = places_beside(place, snapshot["beach"]) - reached
        waiting |= {p for p in beside if p in sand or p in tiles}
    seen: set[str] = set()
    for place in reached:
        if either_side(tiles).get(place) != "J":
            seen |= sees(place, tiles)
    return seen.union(*(NEIGHBOURS[space] for space in seen))


def check_end(body: Json) -> Json:
    """Whether the game ends after a player's whole turn; a condition of None cannot be known.

    Playing alone one looks after Otoma's turn. Otoma maps wherever its cards say, so there is
    no space that nobody can map, and its cards, not the sketches, run out: they are not seen.
    """
    snapshot = body["snapshot"]
    solo = "otoma" in snapshot
    island = read(snapshot["island"])
    empty = set(SPACES) - set(island)
    no_hazy = confirmed_only(island) == island
    out_of_reach = not solo and not empty & mappable(snapshot)
    display, deck = snapshot.get("display"), snapshot.get("deck")
    no_cards: bool | None = None
    if display or deck:
        no_cards = False
    elif display is not None and deck is not None:
        no_cards = True
    conditions: dict[str, bool | None] = {
        "island confirmed": no_hazy and (not empty or out_of_reach),
        "parchment covered": len(read(player_named(snapshot, body["player"])["parchment"])) == 25,
    }
    played = half_days_of_otoma(snapshot)
    no_otoma = None if played is None else played == 20
    conditions |= {"Otoma's cards played": no_otoma} if solo else {"no sketch cards": no_cards}
    met = conditions.values()
    triggered = True if True in met else None if None in met else False
    remarks = oddities(snapshot)
    gone = open_cards_gone(snapshot)
    if gone == 1 or (solo and gone == 2):
        remarks.append("two half days")
    if (played or 0) % 2 == 1:
        remarks.append("two half days")
    names = [player["name"] for player in snapshot["players"]]
    covered = [len(read(player["parchment"])) == 25 for player in snapshot["players"]]
    return {
        "triggered": triggered,
        "over": (any(covered) or triggered) if body["player"] == names[-1] else False,
        "conditions": conditions,
        "remarks": remarks,
    }


# Otoma


def otoma_choices(snapshot: Json, rulings: Rulings) -> list[tuple[set[str], list[str]]]:
    """The largest regions Otoma may claim, each with the tiles a marker may lie on.

    Any confirmed tile where a player with Otoma's markers could claim is a candidate.
    """
    tiles = read(snapshot["island"])
    otoma = {"claims": snapshot["otoma"].get("claims") or []}
    counted = (
        either_side(tiles) if rulings["otoma_region"] == "with_hazy" else confirmed_only(tiles)
    )
    choices: list[tuple[set[str], list[str]]] = []
    for region in groups(counted):
        places = [
            space
            for space in in_order(region)
            if not failed_claim(snapshot, otoma, space, rulings["claim_region"])
        ]
        if places:
            choices.append((region, places))
    largest = max((len(region) for region, _ in choices), default=0)
    return [choice for choice in choices if len(choice[0]) == largest]


def otoma_action(tiles: Tiles, action: Json, rulings: Rulings) -> tuple[Tiles, Any]:
    """The island after one action of Otoma, and what was done."""
    space = action["space"]
    lying = tiles.get(space)
    if action["do"] == "map":
        return update_space(tiles, space, action["terrain"], rulings["empty_supply"])
    if lying is None:
        return update_space(tiles, space, action["otherwise"], rulings["empty_supply"])
    return tiles | {space: lying.upper()}, "confirmed" if lying.islower() else "nothing"


DECKS = [set(claiming) for claiming in product(range(1, 7), range(8, 14), range(15, 21))]
"""The half days in which Otoma claims, in every deck there can be.

The deck is three stacks of seven with a claiming card in each, never on top: among cards 2 to 7, 9
to 14 and 16 to 21. A half day flips a card and follows the next.
"""


def most_claims(played: int) -> int:
    """How many of Otoma's cards have claimed at most after some half days."""
    return max(sum(day <= played for day in deck) for deck in DECKS)


KnownCards = tuple[int | None, int, tuple[bool, ...]]
"""The facts known of Otoma's cards."""


@cache
def deck_exists(played: int | None, markers: int, claims: tuple[bool, ...]) -> bool:
    """Whether any deck claims like this after some half days, or after any number of them.

    Any number is even, since Otoma plays two half days a turn. Of the markers that lay there
    before, no more are looked at than can lie there.
    """
    for start in range(0, 21, 2) if played is None else [played]:
        days = range(start + 1, start + len(claims) + 1)
        counted = markers if played is None else min(markers, most_claims(start))
        for deck in DECKS:
            before = sum(day <= start for day in deck)
            fits = all((day in deck) == c for day, c in zip(days, claims, strict=True))
            if fits and before >= counted and start + len(claims) <= 20:
                return True
    return False


@cache
def only_start(markers: int, claims: tuple[bool, ...]) -> int | None:
    """The number of half days that were played before these, if only one can have been."""
    starts = [start for start in range(0, 21, 2) if deck_exists_from(start, markers, claims)]
    return starts[0] if len(starts) == 1 else None


def deck_exists_from(start: int, markers: int, claims: tuple[bool, ...]) -> bool:
    """The same from one number of half days on, under which all markers must have been laid."""
    return markers <= most_claims(start) and deck_exists(start, markers, claims)


def failed_otoma_turn(snapshot: Json) -> list[str]:
    """The rules on Otoma's turn that a half day breaks whatever it does."""
    display = snapshot.get("display")
    left_open = 3 if display is None else len(display)
    crowded = left_open > 3 or (left_open in (1, 2) and snapshot.get("deck"))
    failed = ["three cards for Otoma to discard"] if crowded else []
    return failed + ["game over"] * (half_days_of_otoma(snapshot) == 20)


def play_otoma(body: Json, rulings: Rulings, known: KnownCards | None = None) -> Json:
    """Otoma's half days as its cards dictate them, up to the first that they cannot dictate.

    `known` are the facts known of its cards: the half days before the first that is known, the
    markers that lay there then, and whether each half day since has claimed.
    """
    snapshot = body["snapshot"]
    after = deepcopy(snapshot)
    played = half_days_of_otoma(snapshot)
    first, markers, claims = known or (played, len(snapshot["otoma"].get("claims") or []), ())
    answer: Json = {
        "moves": [],
        "failed": [],
        "after": after,
        "known": (first, markers, claims),
    }
    if snapshot.get("display") is not None:
        after["display"] = []
    left = 2 - (played or 0) % 2
    for index, half_day in enumerate(body["moves"]):
        if index == left:
            return answer | {"failed": ["two half days"], "stopped_at": index}
        spaces = {*(action["space"] for action in half_day["actions"])}
        if not {*SPACES, None} >= {*spaces, half_day.get("claim_at")}:
            answer["moves"].append({"actions": [], "claim": None, "legal": False})
            return answer | {"failed": ["places on the board"], "stopped_at": index}
        actions, tried, claim = [], deepcopy(after), None
        for action in half_day["actions"]:
            tiles, done = otoma_action(read(tried["island"]), action, rulings)
            tried["island"] = write(tiles)
            actions.append({"space": action["space"], "done": done})
        choices = otoma_choices(tried, rulings) if half_day.get("claim") else []
        wanted = half_day.get("claim_at")
        failed = []
        if not deck_exists(first, markers, (*claims, bool(half_day.get("claim")))):
            failed.append("Otoma's claiming cards")
        if wanted is not None and not any(wanted in places for _, places in choices):
            failed.append("Otoma's largest region")
        elif choices:
            region, places = next((c for c in choices if wanted in c[1]), choices[0])
            space = wanted if wanted in places else places[0]
            claim = {
                "space": space,
                "terrain": TERRAIN[read(tried["island"])[space].upper()],
                "spaces": in_order(region),
                "tied_with": [others[0] for other, others in choices if other != region],
            }
            tried["otoma"]["claims"] = [*(tried["otoma"].get("claims") or []), space]
        answer["moves"].append({"actions": actions, "claim": claim, "legal": not failed})
        if failed:
            open_to_it = [(len(region), places) for region, places in choices]
            return answer | {"failed": failed, "stopped_at": index, "open": open_to_it}
        claims = (*claims, bool(half_day.get("claim")))
        start = only_start(markers, claims) if first is None else first
        if start is not None:
            tried["otoma"]["half_days_played"] = start + len(claims)
        after = tried
        answer |= {"after": after, "known": (first, markers, claims)}
    return answer


def check_otoma(body: Json) -> Json:
    """The verdict on a half day of Otoma."""
    snapshot = body["snapshot"]
    rulings = rulings_of(snapshot)
    waits = whose_turn(snapshot, open_cards_gone(snapshot)) not in (None, "Otoma")

    def outcome(rulings: Rulings) -> Json:
        played = play_otoma({"snapshot": snapshot, "moves": [body["move"]]}, rulings)
        failed = [*played["failed"], *failed_otoma_turn(snapshot), *["turn order"] * waits]
        done = played["moves"][0]
        changes = [one["done"] for one in done["actions"] if isinstance(one["done"], dict)]
        return {
            "legal": not failed,
            "failed": sorted(failed),
            "actions": done["actions"],
            "claim": done["claim"],
            "open": played.get("open"),
            "changes": [] if failed else changes,
            "after": None if failed else played["after"],
        }

    return {
        **outcome(rulings),
        "remarks": oddities(snapshot),
        "rulings": report_rulings(
            ["otoma_region", "claim_region", "empty_supply"], rulings, outcome
        ),
    }


# Records


def judge_record(body: Json) -> Json:
    """A record, turn by turn up to the first that is against the rules, and the table then."""
    start = table = body["snapshot"]
    names = [player["name"] for player in table["players"]]
    solo = "otoma" in table
    seats = [*names, "Otoma"] if solo else names
    gone = open_cards_gone(table)
    # It begins between two turns if the table does not show another moment.
    before = gone or 0
    following = whose_turn(table, gone if solo else before)
    if table.get("deck") is not None:
        table = table | {"cards": [None] * table["deck"]}
    judged: Json = {"stopped_at": None, "failed": [], "ends": []}
    moved = [p["name"] for p in table["players"] if has_played(p)]
    ends = [check_end({"snapshot": table, "player": name})["triggered"] for name in moved]
    ending: bool | None = True in ends
    # Without a turn it may be anybody's whose turn it can be.
    possible = [following] if following else seats
    nexts = [turn["player"] for turn in body["turns"][:1]] or possible
    overs = {was_over(table, name, before) for name in nexts}
    over = overs.pop() if len(overs) == 1 else None
    known = None
    for index, turn in enumerate(body["turns"]):
        name = turn["player"]
        failed = {"turn order"} if following not in (None, name) else set()
        if over:
            failed.add("game over")
        if failed:
            stop = {"turn": index, "move": 0, "player": name}
            judged |= {"stopped_at": stop, "failed": sorted(failed)}
            break
        if name == "Otoma":
            failed, table, half_day, known = otoma_in_record(table, turn, known)
        else:
            failed, table, half_day = player_in_record(table, turn, before)
        over = False
        if failed == {"action"}:
            moves = turn["moves"]
            if index == len(body["turns"]) - 1 and half_day == len(moves) - 1:
                judged["open"] = True
                break
            failed = {"a card to take"}
        if failed:
            judged |= {
                "stopped_at": {"turn": index, "move": half_day, "player": name},
                "failed": sorted(failed),
            }
            break
        if name == "Otoma" or not solo:
            who = names[0] if name == "Otoma" else name
            triggered = check_end({"snapshot": table, "player": who})["triggered"]
            judged["ends"].append(triggered)
            ending = ending or triggered
        if name == seats[-1]:
            over = ending
        following = seats[(seats.index(name) + 1) % len(seats)]
        before = 0
    return {
        "legal": None if judged.pop("open", False) else judged["stopped_at"] is None,
        **judged,
        "over": over,
        "after": {field: value for field, value in table.items() if field != "cards"},
        "remarks": oddities(start),
    }


def player_in_record(table: Json, turn: Json, before: int) -> tuple[set[str], Json, int | None]:
    """The rules that a player's turn breaks, the table after it, and the half day at fault.

    Some half days of the turn may have been played before.
    """
    rulings = rulings_of(table)
    half_days = turn["moves"]
    if before >= 2:
        return {"two half days"}, table, 0
    for index, half_day in enumerate(half_days[: 2 - before]):
        verdict = judge(table, turn["player"], half_day, rulings)
        if not verdict["legal"]:
            return set(verdict["failed"]) or {"action"}, table, index
        table = verdict["after"]
    count = before + len(half_days)
    out_of_cards = count < 2 and table.get("display") == []
    if count != 2 and not out_of_cards:
        return {"two half days"}, table, min(2 - before, len(half_days))
    display = table.get("display")
    room = len(half_days) if display is None else 5 - len(display)
    return refilled(table, turn, 0 if "otoma" in table else room)


def otoma_in_record(
    table: Json, turn: Json, known: KnownCards | None
) -> tuple[set[str], Json, int | None, KnownCards]:
    """The same of Otoma's turn, and what is then known of its cards."""
    half_days = turn["moves"]
    earlier = (half_days_of_otoma(table) or 0) % 2
    played = play_otoma({"snapshot": table, "moves": half_days}, rulings_of(table), known)
    if failed := failed_otoma_turn(table):
        return {*failed}, table, 0, played["known"]
    if not played["failed"] and earlier + len(half_days) < 2:
        played |= {"failed": ["two half days"], "stopped_at": len(half_days)}
    if played["failed"]:
        return set(played["failed"]), played["after"], played["stopped_at"], played["known"]
    return *refilled(played["after"], turn, 5), played["known"]


def refilled(table: Json, turn: Json, room: int) -> tuple[set[str], Json, int | None]:
    """The table after the refill, if those cards were revealed for which there was room."""
    deck, revealed = table.get("deck"), turn.get("revealed")
    expected = room if deck is None else min(room, deck)
    count = expected if revealed is None else len(revealed)
    if count > expected or (count < expected and deck is not None):
        return {"display refilled"}, table, None
    after = dict(table)
    drawn: Display = [None] * count if revealed is None else list(revealed)
    if deck is not None:
        known = [card for card in table["cards"][:count] if card is not None]
        if revealed is None:
            drawn = table["cards"][:count]
        elif not contains(revealed, known):
            return {"display refilled"}, table, None
        after |= {"deck": deck - count, "cards": table["cards"][count:]}
    if "display" in table:
        after["display"] = [*table["display"], *drawn]
    return set(), after, None


def contains(cards: list[list[str]], wanted: list[list[str]]) -> bool:
    """Whether all of these cards are among some, whichever way round they lie."""
    left = Counter((min(card), max(card)) for card in cards)
    return not Counter((min(card), max(card)) for card in wanted) - left


# Disputes about cards alone


def cards_possible(body: Json) -> Json:
    """Whether half days that only discard cards lead from one table to another.

    The boards are the same, and the player may exchange a card in each half day.
    """
    before, after = body["before"], body["after"]
    if failed_turn(before, body["player"]):
        return {"possible": False}
    gone = open_cards_gone(before)
    table = {"display": before["display"], "deck": [None] * before["deck"]}
    seen = kinds([*before["display"], *after["display"]])
    solo = "otoma" in before
    tables = [table]
    for played in (1, 2):
        tables = [later for table in tables for later in after_discarding(table, seen)]
        tables = list({repr(table): table for table in tables}.values())
        may_be_over = gone is None or gone + played == 2
        if gone is not None and gone + played > 2:
            break
        for table in tables:
            for refills in (False, True) if may_be_over and not solo else (False,):
                if cards_lead_to(table, after, refills=refills):
                    return {"possible": True}
    return {"possible": False}


def after_discarding(table: Json, seen: list[list[str]]) -> list[Json]:
    """The displays and decks after a card was taken, perhaps with an exchange before."""
    ways = [table]
    for tucked in kinds(table["display"]) if table["deck"] and table["display"] else []:
        rest = without_card(table["display"], tucked) or []
        cards: Display = [*table["deck"], tucked]
        first, deck = cards[0], cards[1:]
        ways += [{"display": [*rest, card], "deck": deck} for card in ([first] if first else seen)]
    return [
        {"display": without_card(way["display"], card), "deck": way["deck"]}
        for way in ways
        for card in (kinds(way["display"]) if way["display"] else [])
    ]


def cards_lead_to(table: Json, after: Json, *, refills: bool) -> bool:
    """Whether open cards are those of a later table, perhaps after a refill."""
    count = min(5 - len(table["display"]), len(table["deck"])) if refills else 0
    known = [card for card in table["deck"][:count] if card]
    return (
        len(after["display"]) == len(table["display"]) + count
        and after["deck"] == len(table["deck"]) - count
        and contains(after["display"], [*table["display"], *known])
    )
