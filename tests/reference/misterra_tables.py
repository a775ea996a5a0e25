"""Random tables, and questions about them, to compare two implementations on.

All are possible snapshots of the contract. They lean towards the interesting: parchments much
like the island, markers joined by hazy bridges, supplies run out, patterns that do occur, half
days that are legal or nearly so.
"""

from copy import deepcopy
from random import Random

from reference.misterra import (
    DECKS,
    NEIGHBOURS,
    RULINGS,
    SPACES,
    TERRAIN,
    TERRAINS,
    Json,
    Tiles,
    after_discarding,
    beach_spaces,
    check_legality,
    group_around,
    judge,
    judge_record,
    kinds,
    legal_half_days,
    otoma_choices,
    pairs_of_neighbours,
    places_beside,
    play_otoma,
    read,
    rulings_of,
    shortest_paths,
    write,
)

NAMES = ["Cassandra", "Elliott", "Ada", "Björn"]
LETTERS = "JLMS"


def chance(rng: Random, probability: float) -> bool:
    """True with that probability."""
    return rng.random() < probability


def patchwork(rng: Random, *, clumping: float, filled: float) -> Tiles:
    """Terrains in reading order, each likely to be that of the space to its left or above."""
    tiles: Tiles = {}
    favourites = rng.choice([LETTERS, LETTERS, LETTERS, "JL", "LMS", "JJJS", "M"])
    for space in SPACES:
        before = [tiles[n] for n in sorted(NEIGHBOURS[space]) if n in tiles]
        letter = rng.choice(favourites)
        if before and chance(rng, clumping):
            letter = rng.choice(before)
        if chance(rng, filled):
            tiles[space] = letter
    return tiles


def random_island(rng: Random) -> Tiles:
    """An island of at most twelve tiles of each terrain, some of them hazy."""
    filled = rng.choice([0.0, 0.2, 0.5, 0.8, 0.95, 1.0, 1.0])
    confirmed = rng.choice([0.1, 0.5, 0.7, 0.9, 1.0])
    tiles: Tiles = {}
    for space, letter in patchwork(rng, clumping=rng.random(), filled=filled).items():
        fitting = [x for x in LETTERS if sum(t.upper() == x for t in tiles.values()) < 12]
        here = letter if letter in fitting else rng.choice(fitting)
        tiles[space] = here if chance(rng, confirmed) else here.lower()
    return tiles


def random_parchment(rng: Random, island: Tiles) -> list[str]:
    """A parchment of its own, or one that follows the island but for some errors and gaps."""
    filled = rng.choice([0.0, 0.3, 0.8, 1.0, 1.0, 1.0])
    own = patchwork(rng, clumping=rng.random(), filled=filled)
    if chance(rng, 0.4):
        return write(own)
    faithful = rng.choice([0.5, 0.8, 0.95, 1.0])
    copied = {s: letter.upper() for s, letter in island.items() if chance(rng, faithful)}
    return write(own | copied)


def random_pattern(rng: Random, parchment: Tiles) -> list[str]:
    """A printed pattern of two to five letters, often one that the parchment shows."""
    spaces = {rng.choice(SPACES)}
    for _ in range(rng.randint(1, 4)):
        near = sorted(set().union(*(NEIGHBOURS[s] for s in spaces)) - spaces)
        spaces.add(rng.choice(near if chance(rng, 0.8) else SPACES))
    if len(spaces) == 1:
        spaces |= set(rng.sample(sorted(NEIGHBOURS[min(spaces)]), 1))
    wanted = {s: rng.choice(LETTERS) for s in spaces}
    if chance(rng, 0.7):
        wanted |= {s: parchment[s] for s in spaces if s in parchment}
    if chance(rng, 0.2):
        letter = rng.choice(LETTERS)
        wanted = dict.fromkeys(wanted, letter)
    columns, rows = sorted({s[0] for s in spaces}), sorted({s[1] for s in spaces})
    return [
        "".join(
            wanted.get(chr(column) + chr(row), ".")
            for column in range(ord(columns[0]), ord(columns[-1]) + 1)
        )
        for row in range(ord(rows[0]), ord(rows[-1]) + 1)
    ]


def random_presumption(
    rng: Random, number: int, parchment: Tiles, terrains: list[str] = TERRAINS
) -> Json:
    """A presumption card of that number with a made-up face.

    `terrains` are those of the cards 1 to 4, and of the cards 5 to 8, each with one of its own.
    """
    card: Json = {"card": number}
    if number <= 8:
        card["terrain"] = terrains[(number - 1) % 4]
    elif 13 <= number <= 16:
        card["terrain"], card["avoid"] = rng.sample(TERRAINS, 2)
    elif number >= 24:
        card["pattern"] = random_pattern(rng, parchment)
    return card


def random_meeple(rng: Random, island: Tiles, beach: str) -> str | None:
    """Nowhere yet, on the beach or, mostly, on a tile."""
    if chance(rng, 0.15):
        return None
    if chance(rng, 0.2) or not island:
        return rng.choice(beach_spaces(beach))
    return rng.choice(sorted(island))


def random_claims(rng: Random, island: Tiles, owners: int) -> list[list[str]]:
    """Up to three markers of each owner, on regions of different terrains, fond of company."""
    claims: list[list[str]] = [[] for _ in range(owners)]
    taken: set[str] = set()
    joined = {space: letter.upper() for space, letter in island.items()}
    for _ in range(rng.randint(0, 3 * owners)):
        mine = rng.choice(claims)
        free = {
            space
            for space, letter in island.items()
            if letter.isupper() and space not in taken and letter not in {island[c] for c in mine}
        }
        crowded = free & set().union(*(group_around(joined, s) for s in sorted(taken)))
        candidates = crowded if crowded and chance(rng, 0.5) else free
        if candidates and len(mine) < 3:
            mine.append(rng.choice(sorted(candidates)))
            taken.add(mine[-1])
    return claims


def random_card(rng: Random) -> list[str]:
    """A sketch card."""
    return [rng.choice(TERRAINS), rng.choice(TERRAINS)]


def random_table(rng: Random, *, solo: bool | None = None) -> Json:
    """A possible snapshot with anything that a snapshot may hold; alone or not, or either."""
    beach = rng.choice(["left", "right", "top", "bottom"])
    island = random_island(rng)
    if solo is None:
        solo = chance(rng, 0.2)
    count = 1 if solo else rng.choice([1, 2, 2, 3, 4, 4])
    numbers = rng.sample(range(1, 32), 2 * count)
    claims = random_claims(rng, island, count + solo)
    terrains = rng.sample(TERRAINS, 4)
    players: list[Json] = []
    for index in range(count):
        parchment = random_parchment(rng, island)
        if players and chance(rng, 0.15):
            parchment = players[0]["parchment"]
        held = numbers[2 * index : 2 * index + rng.choice([0, 1, 2, 2, 2])]
        player = {
            "name": NAMES[index],
            "parchment": parchment,
            "meeple": random_meeple(rng, island, beach),
            "claims": claims[index],
            "presumptions": [random_presumption(rng, n, read(parchment), terrains) for n in held],
        }
        left_out: Json = {"meeple": None, "claims": [], "presumptions": []}
        players.append(
            {k: v for k, v in player.items() if v != left_out.get(k, ()) or chance(rng, 0.5)}
        )
    table: Json = {"beach": beach, "island": write(island), "players": players}
    if solo:
        table["otoma"] = {"claims": claims[-1]}
        if chance(rng, 0.3):
            table["otoma"]["half_days_played"] = rng.choice([0, 20, *range(1, 20), 6, 12, 18])
    if chance(rng, 0.5):
        table["variants"] = {"master_cartographers": chance(rng, 0.8)}
    if chance(rng, 0.7):
        names = rng.sample(sorted(RULINGS), rng.randint(0, len(RULINGS)))
        table["rulings"] = {name: rng.choice(RULINGS[name]) for name in names}
    if chance(rng, 0.7):
        table["display"] = [
            random_card(rng) if chance(rng, 0.95) else None
            for _ in range(rng.choice([0, 1, 2, 3, 4, 4, *[5] * 14]))
        ]
    if chance(rng, 0.7):
        table["deck"] = rng.choice([0, 1, rng.randint(2, 97)])
    return table


OVER_EDGE = ["A0", "F1", "E6", "C10", "beach:E6", "beach:C3"]
"""Spaces as they are written, which no board has."""


def random_update(rng: Random) -> Json:
    """The body of an update of the island on one space or two."""
    spaces = rng.choice(pairs_of_neighbours())[: rng.choice([1, 2, 2, 2])]
    island = random_island(rng)
    lying = [island[s].upper() for s in spaces if s in island]
    letters = [rng.choice([*LETTERS, *lying, *lying]) for _ in spaces]
    snapshot: Json = {"island": write(island)}
    if chance(rng, 0.5):
        snapshot["rulings"] = {"empty_supply": rng.choice(RULINGS["empty_supply"])}
    action = {"type": "map", "spaces": [*spaces]}
    move = {"sketch": [TERRAIN[letter] for letter in letters], "action": action}
    return {"snapshot": snapshot, "move": move}


def random_path(rng: Random, snapshot: Json, player: Json) -> list[str]:
    """A walk over the table that may break any of the rules for walking."""
    anywhere = SPACES + beach_spaces(snapshot["beach"])
    place = player.get("meeple") or rng.choice(anywhere)
    path: list[str] = [] if player.get("meeple") else [place]
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4])):
        beside = sorted(places_beside(place, snapshot["beach"]))
        place = rng.choice(anywhere if chance(rng, 0.05) else beside)
        path.append(place)
    return path


def random_half_day(rng: Random, snapshot: Json, name: str) -> Json:
    """A half day: an honest one, one with a single change, or one out of thin air."""
    player = next(player for player in snapshot["players"] if player["name"] == name)
    paths = list(shortest_paths(snapshot, player).values())
    path = rng.choice(paths) if chance(rng, 0.7) else random_path(rng, snapshot, player)
    cards = [card for card in snapshot.get("display") or [] if card] or kinds(None)
    sketch = rng.sample(rng.choice(cards), 2) if chance(rng, 0.85) else random_card(rng)
    half_day: Json = {"path": path, "sketch": sketch}
    standing = path[-1] if path else player.get("meeple")
    on_island = standing if standing in SPACES else (standing or "A1").removeprefix("beach:")
    action = rng.choice(["map", "map", "map", "claim", "claim", "discard"])
    half_day["action"] = {"type": action}
    if action == "map":
        near = [pair for pair in pairs_of_neighbours() if on_island in pair]
        nearer = [p for p in pairs_of_neighbours() if NEIGHBOURS[on_island] & set(p)]
        pairs = rng.choice([near, nearer, nearer, pairs_of_neighbours()])
        spaces = rng.choice(pairs) if chance(rng, 0.95) else (rng.choice(SPACES), "C3")
        half_day["action"]["spaces"] = rng.sample(spaces, 2)
    elif chance(rng, 0.3):
        del half_day["sketch"]
    on_lagoon = read(snapshot["island"]).get(standing or "", "").upper() == "L"
    if chance(rng, 0.5 if on_lagoon else 0.05):
        half_day["lagoon"] = {"discard": rng.choice(cards), "reveal": random_card(rng)}
    if not path and chance(rng, 0.5):
        del half_day["path"]
    return half_day


def random_player(rng: Random, snapshot: Json) -> str:
    """The name of one of the players."""
    return str(rng.choice(snapshot["players"])["name"])


def random_legality_check(rng: Random) -> Json:
    """The body of a legality check; some half days are not whole, and some over the edge."""
    snapshot = random_table(rng)
    name = random_player(rng, snapshot)
    move = random_half_day(rng, snapshot, name)
    if chance(rng, 0.05):
        del move["action"]
    elif chance(rng, 0.05):
        move["path"] = [*move.get("path", ()), rng.choice(OVER_EDGE)]
    elif "spaces" in move["action"] and chance(rng, 0.05):
        move["action"]["spaces"] = [move["action"]["spaces"][0], rng.choice(OVER_EDGE)]
    return {"snapshot": snapshot, "player": name, "move": move}


def random_player_request(rng: Random) -> Json:
    """The body of a question about one player of a table."""
    snapshot = random_table(rng)
    return {"snapshot": snapshot, "player": random_player(rng, snapshot)}


def random_end(rng: Random) -> Json:
    """A table that may well be at its end: much jungle, few gaps, few cards."""
    snapshot = random_table(rng)
    if chance(rng, 0.7):
        island = {space: rng.choice("JJJJJJJJJJLLMMSS") for space in SPACES}
        for gap in rng.choice([[], ["A1"], ["A5"], ["E5"], ["A1", "A2"], ["C3"], ["A1", "E5"]]):
            around = {gap} | NEIGHBOURS[gap]
            around |= set().union(*(NEIGHBOURS[n] for n in sorted(around)))
            if chance(rng, 0.8):
                island |= dict.fromkeys(sorted(around), "J")
            island.pop(gap, None)
        for space in SPACES:
            if chance(rng, 0.003) and space in island:
                island[space] = island[space].lower()
            alike = [t for t in island.values() if t.upper() == island.get(space, "").upper()]
            if len(alike) > 12:
                island[space] = rng.choice("LMS")
        snapshot["island"] = write(island)
        for player in snapshot["players"]:
            player["claims"] = []
            player["meeple"] = random_meeple(rng, island, snapshot["beach"])
        if "otoma" in snapshot:
            snapshot["otoma"] = {"claims": []}
    if chance(rng, 0.3):
        snapshot["display"] = []
    return {"snapshot": snapshot, "player": random_player(rng, snapshot)}


def random_otoma_check(rng: Random) -> Json:
    """The body of a legality check of Otoma, claims and ties among them."""
    snapshot = random_table(rng, solo=True)
    rulings = rulings_of(snapshot)
    if "display" in snapshot and chance(rng, 0.9):
        snapshot["display"] = snapshot["display"][:3]
    half_day = random_otoma_half_day(rng) | {"claim": False}
    mapped = play_otoma({"snapshot": snapshot, "moves": [half_day]}, rulings)["after"]
    half_day["claim"] = chance(rng, 0.4)
    if half_day["claim"] and chance(rng, 0.5):
        half_day["claim_at"] = random_choice(rng, mapped, rulings)
    if chance(rng, 0.05):
        half_day["actions"][0]["space"] = rng.choice(OVER_EDGE)
    return {"snapshot": snapshot, "player": "Otoma", "move": half_day}


def random_choice(rng: Random, table: Json, rulings: Json) -> str:
    """A space for a claim of Otoma's: mostly one of those that it may have, if there are any."""
    choices = otoma_choices(table, rulings)
    return rng.choice(rng.choice(choices)[1] if choices and chance(rng, 0.8) else SPACES)


def random_dispute(rng: Random) -> Json:
    """Two tables, the second mostly what a half day or a turn made of the first."""
    before = random_table(rng)
    for player in before["players"]:
        player.setdefault("claims", [])
    before.pop("deck", None)
    before["display"] = [random_card(rng) for _ in range(rng.choice([2, 2, 3]))]
    if any("l" in row.lower() for row in before["island"]):
        before.pop("display")
    name = random_player(rng, before)
    after = before
    for _ in range(rng.choice([0, 1, 1, 2, 2])):
        half_day = rng.choice(legal_half_days(after, name))
        after = judge(after, name, half_day, rulings_of(after))["after"]
    if chance(rng, 0.4):
        after = tampered(rng, after, name)
    return {"before": before, "after": after, "player": name}


def tampered(rng: Random, snapshot: Json, name: str) -> Json:
    """The table after somebody's sleeve has brushed over it, still a possible one."""
    after = deepcopy(snapshot)
    player = next(player for player in after["players"] if player["name"] == name)
    space = rng.choice(SPACES)
    what = rng.choice(["parchment", "island", "meeple", "claim"])
    if what == "parchment":
        drawn = read(player["parchment"]) | {space: rng.choice(LETTERS)}
        player["parchment"] = write(drawn)
    marked = {claim for p in after["players"] for claim in p["claims"]}
    marked |= set((after.get("otoma") or {}).get("claims", []))
    standing = {p.get("meeple") for p in after["players"]}
    island = read(after["island"])
    if what == "island" and space in island and space not in marked | standing:
        lying = island.pop(space)
        if chance(rng, 0.5):
            island[space] = lying.swapcase()
        after["island"] = write(island)
    if what == "meeple":
        player["meeple"] = random_meeple(rng, island, after["beach"])
    if what == "claim" and player["claims"]:
        player["claims"].pop()
    return after


def random_record(rng: Random) -> Json:
    """A record: a game from its start or its middle, mostly legal."""
    table = random_table(rng, solo=chance(rng, 0.4))
    names = [player["name"] for player in table["players"]]
    seats = [*names, "Otoma"] if "otoma" in table else names
    if chance(rng, 0.5):
        for player in table["players"]:
            player["meeple"] = None
    elif any(player.get("meeple") is None for player in table["players"]):
        for player in table["players"]:
            player["meeple"] = rng.choice(beach_spaces(table["beach"]))
    if chance(rng, 0.3):
        # The deck is soon drawn down to the cards tucked under it.
        table["deck"] = rng.choice([1, 1, 2, 3, 4])
    seat = 0 if chance(rng, 0.7) else rng.randrange(len(seats))
    if chance(rng, 0.8) and table.get("deck") != 0:
        cards = 3 if seats[seat] == "Otoma" else 4 if chance(rng, 0.1) else 5
        table["display"] = [random_card(rng) for _ in range(cards)]
    if "otoma" in table and chance(rng, 0.8):
        table["otoma"] = {"claims": []}
    deck = rng.choice(DECKS)
    body: Json = {"snapshot": table, "turns": []}
    for _ in range(rng.choice([0, 1, 2, 3, 4, 6, 24, 24])):
        judged = judge_record(body)
        if not judged["legal"]:
            break
        name = seats[seat % len(seats)] if chance(rng, 0.98) else rng.choice(seats)
        turn = random_turn(rng, judged["after"], name)
        of_otoma = [one for one in [*body["turns"], turn] if one["player"] == "Otoma"]
        played = sum(len(earlier["moves"]) for earlier in of_otoma if earlier is not turn)
        # Mostly Otoma's cards come as from a deck that there can be.
        for day, half_day in enumerate(turn["moves"] if turn in of_otoma else (), played + 1):
            half_day["claim"] = (day in deck) != chance(rng, 0.03)
            if not half_day["claim"]:
                half_day.pop("claim_at", None)
        if name != "Otoma" and turn["moves"] and chance(rng, 0.03):
            turn["moves"][-1].pop("action")
        body["turns"].append(turn)
        seat = seats.index(name) + 1
    return body


def random_turn(rng: Random, table: Json, name: str) -> Json:
    """A turn of a record, mostly as it must be."""
    count = 2 if chance(rng, 0.97) else rng.choice([0, 1, 3])
    if name == "Otoma":
        half_days = [random_otoma_half_day(rng) for _ in range(count)]
        if chance(rng, 0.1):
            half_days[-1:] = [
                half_day | {"claim_at": random_choice(rng, table, rulings_of(table))}
                for half_day in half_days[-1:]
            ]
        turn: Json = {"player": name, "moves": half_days}
        room = 5
    else:
        turn = {"player": name, "moves": []}
        after = table
        for _ in range(count):
            half_day = likely_half_day(rng, after, name)
            turn["moves"].append(half_day)
            judged = check_legality({"snapshot": after, "player": name, "move": half_day})
            after = judged["after"] or after
        room = 0 if "otoma" in table else 5 - len(after.get("display") or [None] * 3)
    room = min(room, table.get("deck", room))
    if chance(rng, 0.85):
        room += 0 if chance(rng, 0.97) else rng.choice([-1, 1])
        turn["revealed"] = [random_card(rng) for _ in range(max(0, min(5, room)))]
        discards = [h["lagoon"]["discard"] for h in turn["moves"] if "lagoon" in h]
        if discards and chance(rng, 0.7):
            turn["revealed"][-len(discards) :] = discards[: len(turn["revealed"])]
    return turn


def random_card_dispute(rng: Random) -> Json:
    """Two tables between which only cards were taken, exchanged and revealed, or nearly so."""
    before: Json = {
        "beach": "right",
        "island": ["J....", "..J..", "....L", "....J", "....."],
        "players": [
            {"name": name, "parchment": ["....."] * 5, "meeple": "E3"} for name in ("Ada", "Bo")
        ],
        "display": [random_card(rng) for _ in range(rng.choice([2, 3, 4, 4, 5, 5, 5, 5, 5]))],
        "deck": rng.choice([0, 1, 1, 1, 2, 2, 3, 9]),
    }
    if chance(rng, 0.2):
        before["players"].pop()
        before["otoma"] = {"claims": []}
    table: Json = {"display": before["display"], "deck": [None] * before["deck"]}
    for _ in range(rng.choice([1, 2, 2, 2])):
        table = rng.choice(after_discarding(table, kinds(None)) or [table])
    count = min(5 - len(table["display"]), len(table["deck"])) if chance(rng, 0.7) else 0
    drawn = [card or random_card(rng) for card in table["deck"][:count]]
    display = [*table["display"], *drawn]
    if display and chance(rng, 0.4):
        display[rng.randrange(len(display))] = random_card(rng)
    deck = len(table["deck"]) - count
    return {
        "before": before,
        "after": before | {"display": display, "deck": deck},
        "player": "Ada",
    }


def likely_half_day(rng: Random, table: Json, name: str) -> Json:
    """A half day that is legal if a few tries find one; some have an unknown card."""
    for _ in range(12):
        half_day = random_half_day(rng, table, name)
        if half_day["action"]["type"] != "map" and chance(rng, 0.5):
            half_day.pop("sketch", None)
        if check_legality({"snapshot": table, "player": name, "move": half_day})["legal"]:
            return half_day
    return half_day


def random_otoma_half_day(rng: Random) -> Json:
    """A half day of Otoma's, ties left to the referee."""
    actions: list[Json] = []
    for space in rng.sample(SPACES, 2):
        terrain = rng.choice(TERRAINS)
        if chance(rng, 0.4):
            actions.append({"space": space, "do": "confirm", "otherwise": terrain})
        else:
            actions.append({"space": space, "do": "map", "terrain": terrain})
    return {"actions": actions, "claim": chance(rng, 0.2)}
