"""Random tables of Cartographers and requests about them, for the service and the reference.

All are possible snapshots of the contract. They lean towards the interesting: terrains in clumps,
maps nearly full, monsters with stars beside them, draws that are legal or nearly so.
"""

from collections.abc import Iterable, Sequence
from random import Random

from reference.cartographers import (
    CARDS_OF,
    CATEGORIES,
    DECREES,
    HERO_CARDS,
    LETTERS,
    NEIGHBOURS,
    RULINGS,
    SEASONS,
    SPACES,
    Json,
    Sheet,
    around,
    card_of,
    is_solo,
    rulings_of,
)
from reference.cartographers_play import (
    Play,
    draw_in_turn,
    draw_on,
    drawn_on,
    end_season,
    ends_of,
    everywhere,
    finish_season,
    letter_of,
    options,
    owner_of,
    play_of,
    targets,
    threshold,
)

NAMES = ["Ann", "Ben", "Cleo", "Dov"]
PATTERNS = [[".*.", "*H*", ".*."], ["***", "...", ".H."], ["H***"], ["*.*", ".H.", "*.*"]]
CORNERS = ["A1", "A11", "K1", "K11"]
GORGON = ("gorgon_source", "gorgon_target")
EFFECTS = ["dragon_inferno", "zombie_plague", "giant_troll_ravage", "gorgon_gaze"]


def chance(rng: Random, probability: float) -> bool:
    """True with that probability."""
    return rng.random() < probability


def random_map(rng: Random, game: str) -> str | list[str]:
    """A printed map: one that is shipped, or rows of another."""
    if chance(rng, 0.6):
        return rng.choice(["A", "B", "C"] if game == "heroes" else ["A", "B"])
    marks = dict.fromkeys(SPACES, ".")
    spaces = rng.sample(SPACES, 20)
    for mark, count in (
        ("^", rng.randint(1, 7)),
        ("R", rng.randint(0, 8)),
        ("#", rng.randint(0, 5)),
    ):
        marks |= {spaces.pop(): mark for _ in range(count)}
    return rows(marks)


def rows(marks: dict[str, str]) -> list[str]:
    """Letters by space as the contract writes them."""
    text = "".join(marks.get(space, ".") for space in SPACES)
    return [text[start : start + 11] for start in range(0, 121, 11)]


FILLED = [0.0, 0.15, 0.4, 0.6, 0.8, 0.92, 0.97, 1.0]
"""How much of a map is drawn on."""


def random_sheet(
    rng: Random, game: str, printed: str | list[str], filled: Sequence[float] = FILLED
) -> tuple[list[str], list[str]]:
    """The drawing on a map, and the stars."""
    letters = rng.choice(["FVAW", "FFVAWM", "FVVVM", "AAWWM", "FVAWMMM"])
    if game != "cartographers":
        letters += rng.choice(["", "H", "HDZTG", "DDD", "ZZH", "TTX", "GHXd"])
    elif chance(rng, 0.1):
        letters += "X"
    bare = Sheet(printed, ["." * 11] * 11, [])
    share = rng.choice(filled)
    clumping = rng.random()
    drawn: dict[str, str] = {}
    for space in SPACES:
        before = [drawn[n] for n in NEIGHBOURS[space] if n in drawn]
        letter = rng.choice(before) if before and chance(rng, clumping) else rng.choice(letters)
        if space not in bare.mountains | bare.wasteland and chance(rng, share):
            drawn[space] = letter
    for around_what in (sorted(bare.mountains), [s for s, x in drawn.items() if x in "Dd"]):
        if around_what and chance(rng, 0.3):
            _seal(rng, bare, drawn, letters, rng.choice(around_what))
    stars: set[str] = set()
    if game != "cartographers" and chance(rng, 0.6):
        stars = set(rng.sample(SPACES, rng.choice([1, 3, 8, 20])))
    for space in stars & drawn.keys():
        drawn[space] = {"D": "d", **dict.fromkeys("MZTG", "X")}.get(drawn[space], drawn[space])
    return rows(drawn), sorted(stars)


def _seal(rng: Random, bare: Sheet, drawn: dict[str, str], letters: str, inner: str) -> None:
    """Fill all but one of the spaces around a mountain or a dragon."""
    for space in rng.sample(NEIGHBOURS[inner], len(NEIGHBOURS[inner]) - 1):
        if space in bare.empty:
            drawn.setdefault(space, rng.choice(letters))


def random_rulings(rng: Random) -> dict[str, str]:
    """A few rulings that differ from the default, or none."""
    names = rng.sample(sorted(RULINGS), rng.choice([0, 0, 1, 2, 6, len(RULINGS)]))
    return {name: rng.choice(RULINGS[name]) for name in names}


def random_decrees(
    rng: Random, game: str, season: str, printed: str | list[str], *, whole: bool = False
) -> Json:
    """One scoring card of each category; perhaps without those that the season does not need."""
    first, last = {"cartographers": (0, 4), "heroes": (4, 8), "combined": (0, 8)}[game]
    cards = []
    for category in CATEGORIES.values():
        card, _ = rng.choice(category[first:last])
        cards.append(card.__name__)
    if printed == "C":
        cards = ["canal_lake" if card == "the_golden_granary" else card for card in cards]
    rng.shuffle(cards)
    decrees = dict(zip("ABCD", cards, strict=True))
    if not whole and chance(rng, 0.2):
        decrees = {name: decrees[name] for name in sorted(DECREES[season])}
    return decrees


def random_snapshot(rng: Random, *, alone: float = 0.3) -> Json:
    """A table: maps, coins, decrees, and the boxes of earlier seasons."""
    game = rng.choice(["cartographers", "heroes", "combined"])
    season = rng.choice(SEASONS)
    printed = random_map(rng, game)
    count = 1 if chance(rng, alone) else rng.randint(2, 4)
    players = []
    for name in rng.sample(NAMES, count):
        drawn, stars = random_sheet(rng, game, printed)
        player: Json = {"name": name, "drawn": drawn, "coins": rng.choice([0, 1, 4, 9, 13, 14, 17])}
        if stars:
            player["stars"] = stars
        if chance(rng, 0.1):
            player["dragon_paid"] = chance(rng, 0.7)
        player["seasons"] = _boxes(rng, season)
        players.append(player)
    if count > 1 and chance(rng, 0.15):
        # Alike but for their coins and boxes, so that a tie is likely.
        players[1] |= {name: players[0][name] for name in ("drawn", "coins")}
        players[1]["stars"] = players[0].get("stars", [])
        if chance(rng, 0.6):
            players[1]["seasons"] = [
                {**box, "monsters": box["monsters"] - 1, "coins": box["coins"] + 1}
                if {"monsters", "coins"} <= box.keys()
                else box
                for box in players[0]["seasons"]
            ]
    snapshot: Json = {
        "game": game,
        "map": printed,
        "season": season,
        "decrees": random_decrees(rng, game, season, printed),
        "players": players,
        "rulings": random_rulings(rng),
    }
    if count == 1 and chance(rng, 0.3):
        snapshot["solo"] = False
    return snapshot


def _boxes(rng: Random, season: str) -> list[Json]:
    earlier = SEASONS[: SEASONS.index(season)]
    if chance(rng, 0.3):
        earlier = [one for one in earlier if chance(rng, 0.6)]
    boxes: list[Json] = []
    for one in earlier:
        box: Json = {
            "season": one,
            "decrees": [rng.randint(0, 20), rng.randint(0, 20)],
            "coins": rng.randint(0, 14),
            "monsters": -rng.choice([0, 0, 2, 5, 30]),
        }
        if chance(rng, 0.5):
            box["written"] = sum(box["decrees"]) + box["coins"] + box["monsters"]
            box["written"] += rng.choice([0, 0, 0, 1])
            if chance(rng, 0.3):
                for unknown in rng.sample(["decrees", "coins", "monsters"], rng.randint(1, 3)):
                    del box[unknown]
        boxes.append(box)
    return boxes


def random_scoring(rng: Random) -> Json:
    """A table to score, perhaps by some of its decrees alone."""
    body: Json = {"snapshot": random_snapshot(rng)}
    if chance(rng, 0.1):
        decrees = sorted(body["snapshot"]["decrees"])
        body["only"] = rng.sample(decrees, rng.randint(1, len(decrees)))
    return body


def random_card(rng: Random, game: str, *, solo: bool) -> str | Json:
    """An explore card, an ambush or a hero, with what no one ships of its face."""
    names = [name for name, card in CARDS_OF[game].items() if card.kind != "ruins"]
    ambushes = [name for name in names if CARDS_OF[game][name].kind == "ambush"]
    if game != "cartographers" and chance(rng, 0.2):
        return {"card": rng.choice(HERO_CARDS), "pattern": rng.choice(PATTERNS)}
    name = rng.choice(ambushes if chance(rng, 0.35) else names)
    if game != "cartographers" and chance(rng, 0.1):
        name = "gorgon_gaze"
    if solo and name in EFFECTS:
        return {
            "card": name,
            "corner": rng.choice(CORNERS),
            "turns": rng.choice(["clockwise", "counterclockwise"]),
        }
    return name


def random_legal_actions(rng: Random) -> Json:
    """Legal actions for a card."""
    snapshot = random_snapshot(rng, alone=0.5)
    snapshot["rulings"] = random_rulings(rng)
    card = random_card(rng, snapshot["game"], solo=is_solo(snapshot))
    if snapshot["game"] != "heroes" and chance(rng, 0.02):
        card = "temple_ruins"
    names = [player["name"] for player in snapshot["players"]]
    player = rng.choice(names)
    given: Json = {"card": card}
    _, face, _ = card_of(card)
    if face.kind == "ambush" and len(names) > 1:
        # Of a map passed to the left the drawer is the next player.
        step = -1 if face.passed == "left" else 1
        given["on"] = names[(names.index(player) + step) % len(names)]
    if snapshot["map"] != "C" and chance(rng, 0.4):
        given["after_ruins"] = True
    return {"snapshot": snapshot, "player": player, "given": given, "limit": 1000}


def random_valued_actions(rng: Random) -> Json:
    """Legal actions for a card on maps nearly full, and their values."""
    asked = random_legal_actions(rng)
    snapshot = asked["snapshot"]
    for player in snapshot["players"]:
        drawn, stars = random_sheet(rng, snapshot["game"], snapshot["map"], [0.85, 0.92, 0.97])
        player |= {"drawn": drawn, "stars": stars}
    worth = rng.choice(["season", "season", "game"])
    if worth == "game":
        printed = snapshot["map"]
        whole = random_decrees(rng, snapshot["game"], snapshot["season"], printed, whole=True)
        snapshot["decrees"] = whole
    return {**asked, "value": worth}


def random_legality_check(rng: Random) -> Json:
    """A draw that is legal, nearly so, or not at all."""
    asked = random_legal_actions(rng)
    del asked["limit"]
    move = asked["move"] = asked.pop("given")
    if chance(rng, 0.1):
        _leave_little(rng, asked)
    if chance(rng, 0.08):
        move["on"] = rng.choice(asked["snapshot"]["players"])["name"]
    if chance(rng, 0.3):
        _name_ambushes(rng, asked["snapshot"])
    play = play_of(asked, rulings_of(asked["snapshot"]))
    may = options(play)
    draw: Json = {"spaces": []}
    if may and chance(rng, 0.9):
        struck = [option for option in may if option.spaces & play.sheet.stars]
        struck = struck if play.card.letter == "G" and chance(rng, 0.5) else []
        option = rng.choice(struck or may)
        draw = {"spaces": _shuffled(rng, option.spaces), "terrain": rng.choice(option.terrains)}
        if option.stars is not None:
            draw["stars"] = _shuffled(rng, option.stars)
        letter = play.card.letter if play.card.kind == "ambush" else ""
        strict, loose = (
            play._replace(rulings=play.rulings | dict(zip(GORGON, values, strict=True)))
            for values in (("surviving", "must_change"), ("as_drawn", "any_but_mountain"))
        )
        clear = targets(strict, option.spaces, letter)
        disputed = targets(loose, option.spaces, letter) - clear
        if aimed := sorted(disputed if disputed and chance(rng, 0.6) else clear):
            draw["destroys"] = rng.choice(aimed)
        if option.shape is None and chance(rng, 0.2):
            draw["terrain"] = rng.choice(sorted(LETTERS))
    if chance(rng, 0.4):
        _spoil(rng, asked, draw, play.card.shapes)
    if not draw["spaces"]:
        draw.pop("terrain", None)
    move |= draw
    return asked


def random_check(rng: Random) -> Json:
    """A draw that is judged, now and then one that is not whole."""
    asked = random_legality_check(rng)
    if chance(rng, 0.02):
        del asked["move"][rng.choice(["card", "spaces"])]
    return asked


def _name_ambushes(rng: Random, snapshot: Json) -> None:
    """Tell some of the ambushes that have come."""
    names = [name for name, card in CARDS_OF[snapshot["game"]].items() if card.kind == "ambush"]
    begun = 1 + SEASONS.index(snapshot["season"])
    snapshot["ambushes"] = rng.sample(names, rng.randint(0, begun))


def _leave_little(rng: Random, asked: Json) -> None:
    """Leave of the map drawn on only some spaces in a corner, perhaps beside dragons."""
    snapshot, player = asked["snapshot"], owner_of(asked)
    sheet = Sheet(snapshot["map"], player["drawn"], player.get("stars") or [])
    start, size = rng.choice(SPACES), rng.choice([1, 2, 4, 6])
    left = {start}
    while len(left) < size:
        left.add(rng.choice(sorted(around(left))))
    letters = "FVAW" if snapshot["game"] == "cartographers" else "FVWDd"
    filler = rng.choice(letters)
    drawn = {
        space: sheet.drawn.get(space, "d" if filler == "D" and space in sheet.stars else filler)
        for space in SPACES
        if space not in sheet.mountains | sheet.wasteland | left
    }
    player["drawn"] = rows(drawn)


def _spoil(rng: Random, asked: Json, draw: Json, shapes: Iterable[tuple[str, bool]]) -> None:
    lying = [sorted(spaces) for shape, _ in shapes for spaces in everywhere(shape)]
    match rng.randrange(10):
        case 0:
            names = (name for name in LETTERS if name != "hero")
            draw["terrain"] = rng.choice([*names, "mountain", None])
        case 1 if lying:
            draw["spaces"] = rng.choice(lying)
        case 2:
            draw["spaces"] = [rng.choice(SPACES)]
        case 3:
            draw["spaces"] = draw["spaces"][1:] or [rng.choice(SPACES)]
        case 4:
            asked["move"]["after_ruins"] = asked["snapshot"]["map"] != "C"
        case 5 if "stars" in draw:
            draw["stars"] = draw["stars"][1:] if chance(rng, 0.5) else [*draw["stars"], "F5"]
            draw["stars"] = list(dict.fromkeys(draw["stars"]))
        case 6 if asked["snapshot"]["game"] != "cartographers":
            draw["destroys"] = rng.choice(SPACES)
        case 7 if "destroys" in draw:
            draw["destroys"] = rng.choice(sorted(around(draw["spaces"])))
        case 8 | 9:
            _move_over_edge(rng, draw)


def _move_over_edge(rng: Random, draw: Json) -> None:
    """Move a draw down or to the side, so that some of it may be over the edge of the map."""
    down, right = rng.choice([(0, -1), (0, 11), (0, 3), (11, 0), (3, 0), (2, 2)])

    def moved(space: str) -> str:
        column = max(0, int(space[1:]) + right)
        return f"{chr(ord(space[0]) + down)}{column}"

    for name in ("spaces", "stars"):
        if name in draw and chance(rng, 0.8):
            draw[name] = list(dict.fromkeys(map(moved, draw[name])))
    if "destroys" in draw:
        draw["destroys"] = moved(draw["destroys"])


def _shuffled(rng: Random, spaces: Iterable[str]) -> list[str]:
    found = sorted(spaces)
    rng.shuffle(found)
    return found


def random_update(rng: Random) -> Json:
    """A draw whose legality is not asked, by the owner of the map or by another player."""
    asked = random_legality_check(rng)
    snapshot, move, owner = asked["snapshot"], asked["move"], owner_of(asked)
    terrain = move.get("terrain")
    play = play_of(asked, rulings_of(snapshot))
    if terrain == "hero" and snapshot["game"] == "cartographers":
        move["terrain"] = "forest"
    if terrain != "hero" or move["terrain"] != "hero":
        move.pop("stars", None)
    if letter_of(play, frozenset(move["spaces"]), terrain) != "G":
        move.pop("destroys", None)
    if chance(rng, 0.2) and "destroys" not in move:
        del move["card"]
    move["on"] = owner["name"]
    fields = ("name", "drawn", "stars", "coins", "dragon_paid")
    table: Json = {name: snapshot[name] for name in ("game", "map", "rulings")}
    table["players"] = [
        {name: player[name] for name in fields if name in player} for player in snapshot["players"]
    ]
    drawer = rng.choice([owner, owner, *snapshot["players"]])["name"]
    named = {} if drawer == table["players"][0]["name"] and chance(rng, 0.5) else {"player": drawer}
    return {"snapshot": table, **named, "move": move}


def random_ambush(rng: Random) -> Json:
    """A solo ambush that is to be placed."""
    game = rng.choice(["cartographers", "heroes", "combined"])
    printed = random_map(rng, game)
    drawn, stars = random_sheet(rng, game, printed)
    names = [name for name, card in CARDS_OF[game].items() if card.kind == "ambush"]
    card: str | Json = rng.choice(names)
    if card in EFFECTS or chance(rng, 0.3):
        card = {
            "card": card,
            "corner": rng.choice(CORNERS),
            "turns": rng.choice(["clockwise", "counterclockwise"]),
        }
    rulings = random_rulings(rng)
    if rulings.get("solo_ambush") == "slide_frame":
        # Of two ways to lie that fit at once, which is where is not settled.
        rulings.pop("solo_turning", None)
    players = [{"name": "Ann", "drawn": drawn, "stars": stars}]
    snapshot: Json = {"game": game, "map": printed, "season": "spring", "players": players}
    return {
        "snapshot": {**snapshot, "rulings": rulings},
        "player": "Ann",
        "given": {"card": card},
    }


def random_season_end(rng: Random) -> Json:
    """The end of a season, or a season that goes on."""
    snapshot = random_snapshot(rng)
    begun = 1 + SEASONS.index(snapshot["season"])
    game = snapshot["game"]
    if game != "cartographers":
        ambushes = _shuffled(rng, EFFECTS)[: rng.randint(0, begun)]
        standing = {letter for player in snapshot["players"] for letter in "".join(player["drawn"])}
        if {"Z", "T"} <= standing:
            needed = [name for name in EFFECTS[1:3] if name not in ambushes]
            ambushes = _shuffled(rng, EFFECTS[1:3]) if needed else ambushes
            if len(ambushes) > begun:
                snapshot["season"] = "summer"
                for player in snapshot["players"]:
                    player["seasons"] = player["seasons"][:1]
        snapshot["ambushes"] = ambushes
    snapshot["decrees"] = random_decrees(rng, game, snapshot["season"], snapshot["map"])
    for player in snapshot["players"]:
        player["seasons"] = _boxes(rng, snapshot["season"])
    given: Json = {}
    if chance(rng, 0.7):
        given["revealed"] = _random_cards(rng, snapshot)
    choices = {}
    for player in snapshot["players"]:
        sheet = Sheet(snapshot["map"], player["drawn"], player.get("stars") or [])
        may = sorted(around(sheet.letter("T")) & sheet.empty)
        if may and "giant_troll_ravage" in snapshot.get("ambushes", []) and chance(rng, 0.9):
            choices[player["name"]] = {"giant_troll_ravage": rng.choice(may)}
        elif chance(rng, 0.02) and "giant_troll_ravage" in snapshot.get("ambushes", []):
            space = rng.choice(["A0", rng.choice(SPACES)])
            choices[player["name"]] = {"giant_troll_ravage": space}
        elif game != "cartographers" and chance(rng, 0.02):
            choices[player["name"]] = {"zombie_plague": rng.choice(SPACES)}
    return {"snapshot": snapshot, "given": {**given, "choices": choices}}


def _random_cards(rng: Random, snapshot: Json) -> list[str | Json]:
    """The cards of a season, perhaps of one that goes on: explore cards, the last ambushes."""
    needed = threshold(snapshot, rulings_of(snapshot))
    names = [name for name, card in CARDS_OF[snapshot["game"]].items() if card.kind == "explore"]
    came = snapshot.get("ambushes") or []
    cards: list[str | Json] = []
    time = 0
    for name in rng.sample(names, rng.randint(3, 7)):
        if time < needed:
            cards.append(name)
            time += card_of(name)[1].time
    # The last of the ambushes that have come came this season, and no card after its end.
    places = sorted(rng.randrange(len(cards)) for _ in came[rng.randint(0, len(came)) :])
    for moved, place in enumerate(places):
        cards.insert(place + moved, came[len(came) - len(places) + moved])
    return cards


def random_record(rng: Random) -> Json:
    """A game or some seasons of it, every draw legal; or with one that is not."""
    game = rng.choice(["cartographers", "heroes", "combined"])
    printed = random_map(rng, game)
    blank: Json = {"drawn": ["." * 11] * 11, "stars": [], "coins": 0, "seasons": []}
    names = rng.sample(NAMES, rng.choice([1, 2, 2, 3]))
    start: Json = {
        "game": game,
        "map": printed,
        "season": "spring",
        "ambushes": [],
        "decrees": random_decrees(rng, game, "spring", printed, whole=True),
        "players": [{"name": name, **blank} for name in names],
        "rulings": random_rulings(rng),
    }
    rulings, table = rulings_of(start), start
    seasons: list[Json] = []
    cards = CARDS_OF[game]
    ambushes = _shuffled(rng, [name for name, card in cards.items() if card.kind == "ambush"])
    heroes = _shuffled(rng, HERO_CARDS)
    deck: list[str | Json] = [
        name
        for name, card in cards.items()
        if card.kind == "explore" or (card.kind == "ruins" and printed != "C")
    ]
    extra: list[str | Json] = []
    for _ in range(rng.choice([1, 2, 4])):
        extra.append(_with_face(rng, ambushes.pop(), solo=is_solo(start)))
        if game == "heroes":
            extra.append({"card": heroes.pop(), "pattern": rng.choice(PATTERNS)})
        turns, table = _random_season(rng, table, [*deck, *extra], rulings)
        seen = [turn["card"] for turn in turns]
        extra = [card for card in extra if card not in seen]
        choices = _choices(rng, table)
        seasons.append({"turns": turns, "choices": choices})
        after, _ = finish_season(table, choices, rulings)
        table = after or table
    if chance(rng, 0.5):
        _spoil_record(rng, seasons, names)
    record: list[Json] = []
    for season in seasons:
        record += [*season["turns"], {"season_end": {"choices": season["choices"]}}]
    if chance(rng, 0.3):
        record.pop()
    return {"record": {"snapshot": start, "turns": record}}


def _spoil_record(rng: Random, seasons: list[Json], names: list[str]) -> None:
    """Change a record so that a card or a draw of it is no longer legal, or may not be."""
    turns = rng.choice(seasons)["turns"]
    turn = rng.choice([turn for turn in turns if turn["moves"]])
    match rng.randrange(10):
        case 9:
            turns[-1]["moves"] = {name: {} for name in names}
        case 0:
            turn["moves"][rng.choice(names)] = {"spaces": ["F6", "G6", "H6"], "terrain": "forest"}
        case 8:
            draw = rng.choice([*turn["moves"].values()])
            if draw["spaces"] and chance(rng, 0.5):
                draw["terrain"] = "mountain"
            _move_over_edge(rng, draw)
        case 1:
            del turn["moves"][rng.choice(names)]
        case 2:
            turns.insert(rng.randrange(len(turns) + 1), turn)
        case 3:
            turns.append(rng.choice(rng.choice(seasons)["turns"]))
        case 4:
            turns.pop(rng.randrange(len(turns)))
        case 5:
            rng.shuffle(turns)
        case 6:
            seasons.append(seasons[0])
            del seasons[4:]
        case 7:
            choices = seasons[-1]["choices"]
            choices[rng.choice(names)] = {rng.choice(EFFECTS[1:3]): rng.choice([*SPACES, "K12"])}


def _with_face(rng: Random, name: str, *, solo: bool) -> str | Json:
    if not solo or name not in EFFECTS:
        return name
    turns = rng.choice(["clockwise", "counterclockwise"])
    return {"card": name, "corner": rng.choice(CORNERS), "turns": turns}


def _random_season(
    rng: Random, table: Json, deck: list[str | Json], rulings: dict[str, str]
) -> tuple[list[Json], Json]:
    """The turns of a season, and the table after them."""
    turns: list[Json] = []
    time, after_ruins = 0, False
    rng.shuffle(deck)
    while time < threshold(table, rulings):
        given = deck.pop()
        _, card, _ = card_of(given)
        if card.kind == "ambush":
            table = {**table, "ambushes": [*table["ambushes"], given]}
        draws = {}
        for player in table["players"] if card.kind != "ruins" else ():
            name = player["name"]
            move: Json = {"card": given, "on": drawn_on(table, name, card)}
            asked = {"snapshot": table, "player": name, "move": move | {"after_ruins": after_ruins}}
            draws[name] = _random_draw(rng, play_of(asked, rulings))
            asked["move"] |= draws[name]
            after = draw_in_turn(asked, rulings)
            assert after is not None
            table = after
        turns.append({"card": given, "moves": draws})
        time += card.time
        after_ruins = card.kind == "ruins" or (after_ruins and card.kind != "explore")
    return turns, table


def _random_draw(rng: Random, play: Play) -> Json:
    may = options(play)
    if not may:
        return {"spaces": []}
    option = rng.choice(may)
    terrain = rng.choice(option.terrains)
    draw: Json = {"spaces": sorted(option.spaces), "terrain": terrain}
    if option.stars is not None:
        draw["stars"] = sorted(option.stars)
    if aimed := sorted(targets(play, option.spaces, letter_of(play, option.spaces, terrain))):
        draw["destroys"] = rng.choice(aimed)
    return draw


def _choices(rng: Random, table: Json) -> Json:
    """The targets of trolls."""
    choices: Json = {}
    while waiting := end_season({"snapshot": table, "given": {"choices": choices}})["waiting"]:
        choices |= {one["player"]: {one["ambush"]: rng.choice(one["may"])} for one in waiting}
    return choices


def random_dispute(rng: Random) -> Json:
    """Two maps with one to three cards between, that led from the one to the other or did not."""
    asked = random_legal_actions(rng)
    snapshot = asked["snapshot"]
    game, solo = snapshot["game"], chance(rng, 0.3)
    names = [name for name, card in CARDS_OF[game].items() if card.kind != "ruins"]
    drawn, stars = random_sheet(rng, game, snapshot["map"], [0.5, 0.8, 0.92])
    before = Sheet(snapshot["map"], drawn, stars)
    after, came, ruins = before.copy(), list[str](), False
    cards: list[str | Json] = []
    rulings = rulings_of(snapshot)
    for _ in range(rng.choice([1, 1, 2, 3])):
        given: str | Json = rng.choice(["season_end", random_card(rng, game, solo=solo)])
        if game != "heroes" and snapshot["map"] != "C" and chance(rng, 0.2):
            given = "temple_ruins"
        if given in came or given in cards or (given == "season_end" and game == "cartographers"):
            given = rng.choice([name for name in names if CARDS_OF[game][name].kind == "explore"])
        cards.append(given)
        if given == "season_end":
            (_, after), ruins = rng.choice(ends_of(after, [*came, *EFFECTS[1:3]])), False
            continue
        name, card, pattern = card_of(given)
        ruins = ruins or card.kind == "ruins"
        if card.kind != "ruins":
            came += [name] if card.kind == "ambush" else []
            play = Play(name, card, pattern, after, game, ruins, solo, True, rulings)
            draw = _random_draw(rng, play)
            if draw["spaces"]:
                letter = letter_of(play, frozenset(draw["spaces"]), draw["terrain"])
                after = draw_on(play, draw, letter)
            ruins = ruins and card.kind != "explore"
    if chance(rng, 0.4):
        _alter(rng, after, game)
    table = {name: snapshot[name] for name in ("game", "map", "rulings")}
    table |= {"season": "winter", "solo": solo}
    return {
        "before": {**table, "players": [{"name": "Ann", "drawn": drawn, "stars": stars}]},
        "after": {**table, "players": [{"name": "Ann", **shown(after)}]},
        "player": "Ann",
        "given": {
            "cards": cards,
            **({} if game == "cartographers" else {"ambushes": EFFECTS[1:3]}),
        },
    }


def shown(sheet: Sheet) -> Json:
    """A drawing and its stars as a request has them."""
    return {"drawn": sheet.rows(), "stars": sorted(sheet.stars)}


def _alter(rng: Random, sheet: Sheet, game: str) -> None:
    """Change one space of a map."""
    space = rng.choice(SPACES)
    if space in sheet.mountains | sheet.wasteland:
        return
    letter = rng.choice("FVAWX" if game == "cartographers" else "FVAWXH")
    if chance(rng, 0.3):
        sheet.drawn.pop(space, None)
    else:
        sheet.drawn[space] = letter
