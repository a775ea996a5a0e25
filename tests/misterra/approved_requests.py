"""Requests whose answers use every sentence of the rules: those of `approved/misterra.toml`."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from misterra.tables import EMPTY, FULL, Json, player

# Scores

MIXED = ["JJJ..", "LLLL.", "J.J.M", "SSSSS", "JJLMS"]
FACES: dict[int, Json] = {
    2: {"terrain": "lagoon"},
    5: {"terrain": "steppe"},
    6: {"terrain": "jungle"},
    13: {"terrain": "steppe", "avoid": "jungle"},
    24: {"pattern": ["JJ"]},
}
CARDS = ((2, 5, 9, 10, 11, 12, 13, 17), (18, 19, 20, 21, 22, 23, 24))
FEW: Mapping[str, Mapping[str, tuple[int, list[str]]]] = {
    "one and several": {
        "Two lines": (9, ["JLMSJ", ".....", "JJLMS", ".....", "....."]),
        "One space": (22, [".JJSS", "....M", ".....", ".....", "....."]),
        "Two zones": (2, ["LLL..", ".....", "LLLLL", ".....", "....."]),
        "Once": (24, ["JJ...", ".....", ".....", ".....", "....."]),
    },
    "the first of what would do as well": {
        "Large zones": (17, ["J.SSS", "J....", "J....", ".....", "....."]),
        "Small zones": (18, ["J.SSS", "J....", "J....", ".....", "....."]),
        "Most common": (21, [".JJSS", ".....", ".....", ".....", "....."]),
        "Least common": (22, [".SSJJ", ".....", ".....", ".....", "....."]),
    },
    "lines along the beach": {
        "Of all": (10, ["J....", "L....", "M....", "S....", "J...."]),
        "Of one": (12, ["J....", "J....", "J....", "J....", "J...."]),
    },
    "the first of three, and too few": {
        "Three zones": (17, ["..SSS", ".J...", ".J...", ".J...", "....."]),
        "Two apart": (13, ["S...S", ".....", ".....", ".....", "JS..."]),
    },
    "too little of everything": {
        "A small zone": (2, ["LL...", ".....", "L....", ".....", "....."]),
        "None apart": (13, ["SJ...", ".....", ".....", ".....", "....."]),
        "Few of one": (19, ["J.L.M", ".....", "S....", ".....", "....."]),
        "No set": (23, ["JJLLM", ".....", ".....", ".....", "....."]),
    },
    "lines that fail for a space, or for a terrain": {
        "A space": (9, ["JLM..", ".....", ".....", ".....", "....."]),
        "Spaces": (10, ["J....", "L....", "M....", ".....", "....."]),
        "Terrains": (12, ["J...M", "J...S", "J....", "L....", "J...."]),
        "A row": (11, ["JJJJM", ".....", ".....", ".....", "....."]),
    },
    "several lines": {
        "All across": (9, ["JLMSJ", "JLMSJ", ".....", ".....", "....."]),
        "All along": (10, ["JL...", "LJ...", "MM...", "SS...", "JL..."]),
        "One across": (11, ["JJJJJ", "LLLLL", ".....", ".....", "....."]),
        "One along": (12, ["JL...", "JL...", "JL...", "JL...", "JL..."]),
    },
    "a full line that lacks a terrain, and ties that pay": {
        "Lacking": (9, ["JLMLJ", ".....", ".....", ".....", "....."]),
        "Largest": (17, ["JJJJJ", "SSSSS", ".....", ".....", "....."]),
        "Smallest": (18, ["JJ.SS", ".....", "LL...", ".....", "....."]),
        "Most": (21, ["JJJJJ", "JJJJ.", "SSSSS", "SSSS.", "....."]),
    },
    "steps of the tables": {
        "Seven at the edge": (5, ["SSSSS", "S....", "S....", ".....", "....."]),
        "Ten at the edge": (6, ["JJJJJ", "J....", "J....", "J....", "JJ..."]),
        "Four of two": (20, ["JJ.SS", ".....", "LL.MM", ".....", "....."]),
        "Thirteen of one": (21, ["JJJJJ", "JJJJJ", "JJJ..", ".....", "....."]),
    },
}
PARCHMENTS = {
    "as the island": FULL,
    "all but one": [*FULL[:1], "JMLS.", *FULL[2:]],
    "nothing like it": ["LLSJJ", "LJJJJ", "JJJJJ", "JJJJL", "JJLLL"],
    "one like it": ["LLSLL", "LLSLL", "LLSLL", "LLLLL", "LLLLJ"],
    "one like it and a row empty": [".....", "LLSLL", "LLSLL", "LLLLL", "LLLLJ"],
}
TURNED = player(
    parchment=["J.JJJ", "J....", "J....", ".....", "....."],
    presumptions=[{"card": 24, "pattern": ["JJJ"]}],
)
BO = player("Bo", claims=["B1"])
CY = player("Cy", claims=["A2"])
EVERYONE: Json = {"rulings": {"disputed_regions": "everyone_scores"}}
SOLO: Json = {"otoma": {"claims": []}}
MASTERS: Json = {"master_cartographers": True}
CARD = ["jungle", "steppe"]
JL, LL, MS = ["jungle", "lagoon"], ["lagoon", "lagoon"], ["mountain", "steppe"]


def table(*players: Json, **other: Any) -> Json:
    return {"beach": "right", "island": FULL, "players": [*players], **other}


def claiming(*others: Json, space: str = "A1", **other: Any) -> Json:
    return table(player(claims=[space]), *others, **other)


def face(card: int) -> Json:
    return {"card": card, **FACES.get(card, {})}


def scores() -> Iterator[tuple[str, Json]]:
    for name, parchment in (("empty", EMPTY), ("mixed", MIXED), ("full", FULL)):
        for cards in CARDS:
            players = [
                player(f"Cards {one}", parchment=parchment, presumptions=[face(c) for c in one])
                for one in (cards[i : i + 2] for i in range(0, len(cards), 2))
            ]
            about = f"cards {cards[0]} to {cards[-1]} on a parchment that is {name}"
            yield about, table(*players, island=EMPTY)
    for about, held in FEW.items():
        players = [
            player(name, parchment=parchment, presumptions=[face(card)])
            for name, (card, parchment) in held.items()
        ]
        yield about, table(*players, island=EMPTY)
    yield (
        "a pattern that may be turned",
        table(TURNED, island=EMPTY, rulings={"pattern_orientation": "any_rotation"}),
    )
    for name, parchment in PARCHMENTS.items():
        yield f"a parchment, {name}", table(player(parchment=parchment))
    yield (
        "master cartographers",
        table(
            player(parchment=[FULL[0], ".....", "J....", ".....", "SS..."]),
            variants=MASTERS,
        ),
    )
    hazy = ["jjLSS", *FULL[1:]]
    for name, parchment in (
        ("none", ["JJ...", *EMPTY[1:]]),
        ("one", ["JJL..", *EMPTY[1:]]),
        ("several", FULL),
    ):
        yield (
            f"hazy tiles, and {name} like the rest of the island",
            table(player(parchment=parchment), island=hazy, variants=MASTERS),
        )
    yield (
        "claims whose hazy tiles are taken off",
        table(
            player(claims=["A1"]),
            island=["Jjj..", "Ss...", *EMPTY[2:]],
            otoma={"claims": ["A2"]},
        ),
    )
    yield (
        "claims of Otoma's whose hazy tiles are taken off",
        table(
            player(claims=["A1"]),
            island=["JJj..", "SSs..", *EMPTY[2:]],
            otoma={"claims": ["A2"]},
        ),
    )
    bridge: Json = {"island": ["JjJ..", *EMPTY[1:]], "otoma": {"claims": ["C1"]}}
    for name, ruling in (
        ("nobody scores", {}),
        ("both score", {"disputed_regions": "everyone_scores"}),
    ):
        rulings = {"removal_order": "together", **ruling}
        ada = player(claims=["A1"])
        yield f"claims that hazy tiles join, and {name}", table(ada, **bridge, rulings=rulings)
        both = table(ada, player("Bo", claims=["C1"]), island=bridge["island"], rulings=rulings)
        yield f"claims of two that hazy tiles join, and {name}", both
    alone: Json = {"island": EMPTY, **SOLO, "display": [CARD], "deck": 5}
    yield "a solo game without its jungles, the display not refilled", table(player(), **alone)
    yield (
        "two players with one jungle",
        table(player(), player("Bo"), island=["J....", *EMPTY[1:]], display=[CARD], deck=5),
    )
    yield (
        "a meeple that is not placed",
        table(player(parchment=FULL, meeple=None), player("Bo", meeple="A1")),
    )
    yield (
        "two markers of Otoma's after two half days",
        table(player(), otoma={"claims": ["A1", "D1"], "half_days_played": 2}),
    )
    yield "a claim", claiming()
    yield "a claim of one tile", claiming(space="E5", island=[*EMPTY[:4], "....J"])
    yield "a claim shared with one", claiming(BO)
    yield "a claim shared with two", claiming(BO, CY)
    yield "a claim shared by a ruling that lets everyone score", claiming(BO, **EVERYONE)
    yield "a claim of Otoma's", claiming(space="E5", otoma={"claims": ["A1"]})
    yield (
        "a claim of one tile of Otoma's",
        table(player(), island=[*EMPTY[:4], "....J"], otoma={"claims": ["E5"]}),
    )
    yield "a claim shared with Otoma", claiming(otoma={"claims": ["B1"]})
    yield (
        "a claim shared with Otoma, and both score",
        claiming(otoma={"claims": ["B1"]}, **EVERYONE),
    )


# Tables that cannot be


def impossible() -> Iterator[tuple[str, Json]]:
    tables: Mapping[str, Json] = {
        "too many tiles": {"island": ["JJJJJ", "JJJJJ", "JJJSS", ".....", "....."]},
        "letters that no island has": {"island": ["XJYJ.", *EMPTY[1:]]},
        "letters that no parchment has": {"players": [player(parchment=["jlM.?", *EMPTY[1:]])]},
        "rows of other lengths": {"island": ["JJJJ", "JJJJJJ", *EMPTY[:4]]},
        "two of one name": {"players": [player(), player("Bo"), player()]},
        "a player called Otoma": {"players": [player("Otoma")], **SOLO},
        "two in a solo game": {"players": [player(), player("Bo")], **SOLO},
        "markers of players": {
            "island": ["JJs..", *EMPTY[1:]],
            "players": [
                player(claims=["A1", "A1", "B1"]),
                player("Bo", claims=["A1", "D1", "C1"]),
            ],
        },
        "markers of Otoma's": {
            "island": ["JS...", *EMPTY[1:]],
            "players": [player(claims=["A1"])],
            "otoma": {"claims": ["B1", "A1", "C1"]},
        },
        "meeples": {"players": [player(meeple="beach:A1"), player("Bo", meeple="B2")]},
        "one card held twice": {
            "players": [
                player(presumptions=[{"card": 9}, {"card": 11}]),
                player("Bo", presumptions=[{"card": 12}, {"card": 9}]),
            ]
        },
        "a card that there is not": {"players": [player(presumptions=[{"card": 32}])]},
        "faces": {
            "players": [player(presumptions=[{"card": 1}, {"card": 9, "terrain": "jungle"}])]
        },
        "a face that contradicts itself": {
            "players": [player(presumptions=[{"card": 13, "terrain": "jungle", "avoid": "jungle"}])]
        },
        "two cards that show one terrain": {
            "players": [
                player(presumptions=[{"card": 5, "terrain": "lagoon"}]),
                player("Bo", presumptions=[{"card": 8, "terrain": "lagoon"}]),
            ]
        },
        "more sketch cards than there are": {"display": [CARD] * 5, "deck": 104},
        "more sketch cards than a solo game has": {**SOLO, "display": [CARD] * 5, "deck": 98},
        "a pattern of one letter": {
            "players": [player(presumptions=[{"card": 24, "pattern": ["J"]}])]
        },
    }
    for name, changes in tables.items():
        yield name, {"beach": "right", "island": EMPTY, "players": [player()], **changes}


# Updates


def updates() -> Iterator[tuple[str, Json]]:
    for name, island, sketch in (
        ("placed", EMPTY, [("A1", "jungle"), ("B1", "steppe")]),
        ("confirmed and replaced", ["jl...", *EMPTY[1:]], [("A1", "jungle"), ("B1", "steppe")]),
        ("confirmed already", ["JL...", *EMPTY[1:]], [("A1", "jungle"), ("B1", "steppe")]),
        (
            "none in the supply",
            ["JJJJJ", "JJJJJ", "JJ...", ".....", "....."],
            [("C3", "jungle")],
        ),
        (
            "none in the supply to confirm a hazy tile",
            ["JJJJJ", "JJJJJ", "Jj...", ".....", "....."],
            [("B3", "jungle")],
        ),
    ):
        yield name, mapped(island, *sketch)
    yield "spaces apart", mapped(EMPTY, ("A1", "jungle"), ("C1", "jungle"))
    yield "a beach that is not told", {"snapshot": {"island": EMPTY}, "move": walk("beach:E3")}


def mapped(island: list[str], *halves: tuple[str, str]) -> Json:
    """An update of the island alone, with the spaces of a card and their terrains."""
    action = {"type": "map", "spaces": [space for space, _ in halves]}
    move = {"sketch": [terrain for _, terrain in halves], "action": action}
    return {"snapshot": {"island": island}, "move": move}


# Half days

#          A B C D E
ISLAND = ["JJLSS", "jMLSS", "..lMs", "S.mm.", "SS..J"]
DISPLAY = [["lagoon", "jungle"], ["steppe", "steppe"]]
SKETCH = ["lagoon", "jungle"]
SWAP = {"discard": ["jungle", "lagoon"], "reveal": ["mountain", "mountain"]}
OTHER_SWAP = {"discard": ["jungle", "jungle"], "reveal": ["mountain", "mountain"]}
CLAIM: Json = {"action": {"type": "claim"}}
SPACES_LEFT: Json = {"action": {"type": "discard", "spaces": ["D3", "D4"]}}
JOINED: Json = {"island": ["JJLsS", "jMLSS", "..lMs", "S.mm.", "SS..J"]}
BY_CONFIRMED: Json = {"rulings": {"claim_region": "confirmed_only"}}


def walk(*move: str, **other: Any) -> Json:
    return {"path": [*move], "action": {"type": "discard"}, **other}


def lay(*spaces: str) -> Json:
    return {"sketch": SKETCH, "action": {"type": "map", "spaces": [*spaces]}}


def half_days() -> Iterator[tuple[str, Json]]:
    """Of Ada's, from a place and with her claim markers; Bo stands on D3 and claims C1."""
    cases: list[tuple[str, str | None, Json, list[str], Json]] = [
        (
            "onto the beach, with a card as it is turned",
            None,
            walk("beach:E3", sketch=SKETCH[::-1]),
            [],
            {"display": DISPLAY},
        ),
        (
            "onto the beach and on, with a card that is not there",
            None,
            walk("beach:E3", "E3", sketch=["jungle", "jungle"]),
            [],
            {"display": DISPLAY},
        ),
        ("not onto the beach", None, walk("E3"), [], {}),
        ("not placed", None, walk(), [], {}),
        ("staying", "D2", walk(), [], {}),
        ("a step", "D2", walk("D3"), [], {}),
        ("over steppes", "D2", walk("E2", "E3", "beach:E3"), [], {}),
        ("too far and where no tile lies", "D2", walk("D3", "D4", "D5", "E5"), [], {}),
        ("diagonally", "D2", walk("C1"), [], {}),
        ("over the edge", "D2", walk("F1", "beach:E6"), [], {}),
        ("not whole", "D2", {}, [], {}),
        (
            "an exchange",
            "C3",
            walk(lagoon=SWAP, sketch=["mountain", "mountain"]),
            [],
            {"display": DISPLAY, "deck": 3},
        ),
        (
            "an exchange without lagoon, card or deck",
            "D3",
            walk(lagoon=OTHER_SWAP, sketch=SKETCH),
            [],
            {"display": DISPLAY, "deck": 0},
        ),
        ("an exchange on the beach", "beach:E3", walk(lagoon=OTHER_SWAP), [], {}),
        (
            "an exchange, not placed",
            None,
            walk(lagoon=SWAP),
            [],
            {"display": DISPLAY, "deck": 1},
        ),
        ("an empty display", "D3", walk(), [], {"display": [], "deck": 0}),
        (
            "a card of a display that is known in part",
            "C3",
            walk(lagoon=OTHER_SWAP, sketch=SKETCH),
            [],
            {"display": [["steppe", "steppe"], None], "deck": 3},
        ),
        ("a card of an empty display", "D3", walk(sketch=SKETCH), [], {"display": [], "deck": 0}),
        ("a second half day", "D3", walk(), [], {"display": [CARD] * 4, "deck": 9}),
        ("a third half day", "D3", walk(), [], {"display": [CARD] * 3, "deck": 9}),
        ("a first half day", "D3", walk(), [], {"display": [CARD] * 5, "deck": 9}),
        ("spaces of a card that is not laid", "D3", SPACES_LEFT, [], {}),
        ("mapping what is seen", "D3", lay("D4", "D5"), [], {}),
        ("mapping diagonally", "D3", lay("C2", "D3"), [], {}),
        ("mapping what is not seen", "C3", lay("A5", "A4"), [], {}),
        ("mapping from jungle", "A2", lay("A3", "B3"), [], {}),
        ("mapping from the beach", "beach:E3", lay("E2", "E3"), [], {}),
        ("mapping, not placed", None, lay("E2", "E3"), [], {}),
        ("claiming", "A1", CLAIM, [], {}),
        ("claiming a second of a terrain", "D1", CLAIM, ["B2", "A5"], {}),
        ("claiming what is claimed", "C2", CLAIM, ["A1"], {}),
        ("claiming what hazy tiles join to a claim", "D2", CLAIM, [], JOINED),
        ("claiming with no marker left", "E1", CLAIM, ["A1", "B2", "A5"], {}),
        ("claiming from a hazy tile", "D4", CLAIM, ["B2"], {}),
        ("claiming a hazy tile that is no region", "D4", CLAIM, [], BY_CONFIRMED),
        ("claiming on the beach", "beach:E3", CLAIM, [], {}),
        ("claiming, not placed", None, CLAIM, [], {}),
    ]
    bo = player("Bo", meeple="D3", claims=["C1"])
    for name, meeple, half_day, claims, cards in cases:
        ada = player(meeple=meeple, claims=claims)
        at_table = table(ada, bo, **{"island": ISLAND, **cards})
        yield name, {"snapshot": at_table, "player": "Ada", "move": half_day}
    without_zoe = table(player(meeple="D3"), island=ISLAND)
    yield "a stranger", {"snapshot": without_zoe, "player": "Zoe", "move": walk()}


# The end

HERE: Json = {"meeple": "beach:E3"}


def ends() -> Iterator[tuple[str, Json]]:
    walled = ["JMLSS", "JMLSS", "MMLSJ", "SMLJJ", "SSJJ."]
    tables: Mapping[str, Json] = {
        "all confirmed, no cards": {"island": FULL, "display": [], "deck": 0},
        "hazy tiles, cards left": {
            "island": ["jJLSS", *FULL[1:4], "SSjJJ"],
            "display": [CARD],
            "deck": 0,
        },
        "hazy tiles and empty spaces": {"island": ["jJ.SS", *FULL[1:4], "SSjJ."], "deck": 0},
        "empty spaces": {"island": [".JLSS", *FULL[1:4], "SSJ.."], "display": []},
        "a space that nobody can map": {"island": walled, "beach": "left"},
        "solo, a hazy tile": {"island": [*FULL[:4], "SSJJj"], **SOLO},
        "solo, all confirmed": {"island": FULL, **SOLO},
        "a turn that is not over": {"display": [CARD] * 4, "deck": 9},
        "solo, between Otoma's half days": {"otoma": {"claims": [], "half_days_played": 5}},
        "solo, Otoma's cards all played": {"otoma": {"claims": [], "half_days_played": 20}},
    }
    ada = player(meeple="B1", parchment=[*EMPTY[:4], "JJJJJ"])
    for name, changes in tables.items():
        yield name, {"snapshot": table(ada, **changes), "player": "Ada"}
    covered = player("Bo", parchment=FULL, **HERE)
    yield (
        "a covered parchment",
        {"snapshot": table(player(**HERE), covered, island=EMPTY), "player": "Bo"},
    )


# Turns

REST: Json = {"action": {"type": "discard"}}
TAKE: Json = {**REST, "sketch": CARD}
QUIET: Json = {"actions": [{"space": "B1", "do": "confirm", "otherwise": "jungle"}] * 2}


def turn(name: str, *half_days: Json, revealed: int | None = None) -> Json:
    cards = {} if revealed is None else {"revealed": [CARD] * revealed}
    return {"player": name, "moves": [*half_days], **cards}


def exchange(reveal: list[str]) -> Json:
    """A half day that tucks two lagoons at a lagoon."""
    return {**TAKE, "lagoon": {"discard": LL, "reveal": reveal}}


def replays() -> Iterator[tuple[str, Json]]:
    alone: Json = {"players": [player(**HERE)], **SOLO, "display": [CARD] * 5, "deck": 3}
    unplaced: Json = {"players": [player(**HERE), player("Bo", meeple=None)]}
    covered: Json = {"players": [player(**HERE), player("Bo", parchment=FULL, **HERE)]}
    lagoon: Json = {
        "island": ["L....", *EMPTY[1:]],
        "players": [player(meeple="A1"), player("Bo", **HERE)],
        "display": [CARD, CARD, LL, LL, LL],
        "deck": 1,
    }
    cases: list[tuple[str, Json, list[Json]]] = [
        ("nothing told", {}, [turn("Ada", REST, REST)]),
        ("twice in a row", {}, [turn("Ada", REST, REST), turn("Ada", REST, REST)]),
        ("three half days", {}, [turn("Ada", REST, REST, REST)]),
        ("one half day", {}, [turn("Ada", REST)]),
        ("one half day, and cards left", {"display": [CARD] * 5}, [turn("Ada", TAKE)]),
        (
            "cards taken that are not told",
            {"display": [CARD, *[["lagoon", "lagoon"]] * 4], "deck": 9},
            [turn("Ada", REST, REST, revealed=2), turn("Bo", TAKE, REST, revealed=2)],
        ),
        (
            "a card less than half days",
            {"display": [CARD], "deck": 0},
            [turn("Ada", REST, CLAIM)],
        ),
        ("the last card", {"display": [CARD], "deck": 0}, [turn("Ada", TAKE)]),
        ("more revealed than taken", {}, [turn("Ada", REST, REST, revealed=3)]),
        ("fewer revealed, from a deck not known", {}, [turn("Ada", REST, REST, revealed=1)]),
        (
            "fewer revealed, from a deck that has more",
            {"deck": 2},
            [turn("Ada", REST, REST, revealed=1)],
        ),
        ("the last of the deck", {"deck": 1}, [turn("Ada", REST, REST, revealed=1)]),
        (
            "a display that was not full",
            {"display": [CARD] * 4, "deck": 8},
            [turn("Ada", TAKE, TAKE, revealed=3)],
        ),
        (
            "cards revealed that are not told",
            {"display": [CARD] * 5, "deck": 9},
            [turn("Ada", TAKE, TAKE)],
        ),
        (
            "none revealed, from an empty deck",
            {"display": [CARD] * 5, "deck": 0},
            [turn("Ada", TAKE, TAKE)],
        ),
        ("a parchment that was covered", covered, [turn("Ada", REST, REST)]),
        ("an island confirmed, and the round over", {"island": FULL}, [turn("Ada", REST, REST)]),
        ("the last turn of the round", {"island": FULL}, [turn("Bo", REST, REST)]),
        (
            "a start with too few cards",
            {"players": [player(), player("Bo")], "display": [CARD] * 4, "deck": 9},
            [],
        ),
        ("a start with tiles", {"players": [player(), player("Bo")], "island": FULL}, []),
        ("a deck of a tucked card", lagoon, [turn("Ada", exchange(JL), TAKE, revealed=1)]),
        (
            "a deck of a tucked card, at the lagoon",
            lagoon,
            [turn("Ada", exchange(JL), exchange(MS), revealed=1)],
        ),
        (
            "whoever is not placed yet is next",
            unplaced,
            [turn("Bo", walk("beach:E1"), REST)],
        ),
        (
            "Otoma after the player",
            alone,
            [turn("Ada", TAKE, TAKE), turn("Otoma", QUIET, QUIET, revealed=3)],
        ),
        (
            "too many cards after Otoma",
            alone,
            [turn("Ada", TAKE, TAKE), turn("Otoma", QUIET, QUIET, revealed=5)],
        ),
        (
            "one half day of Otoma's",
            alone,
            [turn("Ada", TAKE, TAKE), turn("Otoma", QUIET)],
        ),
        (
            "a fourth card of Otoma's that claims",
            {**alone, "island": ["JJ.SS", *EMPTY[1:]], "otoma": {"claims": ["A1", "E1"]}},
            [
                turn("Ada", TAKE, TAKE),
                turn("Otoma", {**QUIET, "claim": True}, {**QUIET, "claim": True}, revealed=3),
            ],
        ),
        (
            "two claims of Otoma's in a turn",
            {**alone, "island": ["JJ.SS", *EMPTY[1:]], "display": None, "deck": None},
            [turn("Otoma", {**QUIET, "claim": True}, {**QUIET, "claim": True})],
        ),
        (
            "three claims of Otoma's too close together",
            {**alone, "display": None, "deck": None},
            [
                one
                for claims in ((True, False), (False, True), (False, True))
                for one in (
                    turn("Otoma", *({**QUIET, "claim": claim} for claim in claims)),
                    turn("Ada", REST, REST),
                )
            ],
        ),
        (
            "a whole solo game",
            {"players": [player(meeple=None)], **SOLO},
            [
                one
                for turns in range(10)
                for one in (
                    turn("Ada", *([walk("beach:E1"), REST] if turns == 0 else [REST, REST])),
                    turn("Otoma", QUIET, {**QUIET, "claim": turns == 4}),
                )
            ],
        ),
        ("cards before Otoma", alone, [turn("Ada", TAKE, TAKE, revealed=2)]),
        (
            "a claim that Otoma does not make",
            {**alone, "island": ["JJ.SS", *EMPTY[1:]]},
            [turn("Ada", REST, REST), turn("Otoma", QUIET, {**QUIET, "claim_at": "A1"})],
        ),
        (
            "a claim that Otoma cannot make",
            {**alone, "island": ["JJ.SS", *EMPTY[1:]]},
            [
                turn("Ada", REST, REST),
                turn("Otoma", QUIET, {**QUIET, "claim": True, "claim_at": "C3"}),
            ],
        ),
    ]
    two = [player(**HERE), player("Bo", **HERE)]
    for name, changes, turns in cases:
        snapshot = {"beach": "right", "island": [".J...", *EMPTY[1:]], "players": two, **changes}
        yield name, {"record": {"snapshot": snapshot, "turns": turns}}


def half_days_of_otoma() -> Iterator[tuple[str, Json]]:
    snapshot = table(player(**HERE), island=["JJ.SS", *EMPTY[1:]], **SOLO)
    confirming: Json = {
        "actions": [
            {"space": space, "do": "confirm", "otherwise": "lagoon"} for space in ("A2", "A1")
        ]
    }
    mapping: Json = {
        "actions": [{"space": space, "do": "map", "terrain": "lagoon"} for space in ("C3", "C3")]
    }
    quiet_claim, claiming = {**QUIET, "claim": True}, {**mapping, "claim": True}
    for name, island, claims, half_day in (
        ("confirming", ["JJ.SS", "j....", *EMPTY[2:]], [], confirming),
        ("mapping", ["JJ.SS", *EMPTY[1:]], [], mapping),
        ("the largest region", ["JJ.S.", *EMPTY[1:]], [], claiming),
        ("regions that tie", ["JJ.SS", *EMPTY[1:]], [], quiet_claim),
        ("no region to claim", ["J....", *EMPTY[1:]], ["A1"], quiet_claim),
        ("no marker to claim with", ["JLMS.", *EMPTY[1:]], ["A1", "B1", "C1"], claiming),
    ):
        alone = table(player(**HERE), island=island, otoma={"claims": claims})
        yield name, of_otoma(alone, half_day)
    for name, claims, played, half_day in (
        ("a claim of the first cards", [], 0, claiming),
        ("a second claim of the first cards", ["A1"], 1, claiming),
        ("a claim of the top card of a stack", [], 6, claiming),
    ):
        counted = {**snapshot, "otoma": {"claims": claims, "half_days_played": played}}
        yield name, of_otoma(counted, half_day)
    for name, count in (("discarded already", 0), ("not taken yet", 5)):
        shown = {**snapshot, "display": [CARD] * count, "deck": 50}
        yield f"cards {name}", of_otoma(shown, QUIET)
    hazy = [mapping["actions"][0], QUIET["actions"][0]]
    nowhere = {"actions": hazy, "claim": True, "claim_at": "C3"}
    yield "a claim where nothing is open", of_otoma({**snapshot, "island": EMPTY}, nowhere)
    for name, half_day in {
        "a claim that cannot be made": {**quiet_claim, "claim_at": "C3"},
        "a claim that is not made": {**QUIET, "claim_at": "A1"},
        "a card of another board": {"actions": [{**QUIET["actions"][0], "space": "F1"}] * 2},
    }.items():
        yield name, of_otoma(snapshot, half_day)


def of_otoma(snapshot: Json, half_day: Json) -> Json:
    return {"snapshot": snapshot, "player": "Otoma", "move": half_day}


# Disputes

BEFORE: Json = {
    "beach": "right",
    "island": [".....", ".J.s.", "..lSs", ".Mml.", "....."],
    "players": [
        player("Cassandra", meeple="C3", claims=["D3"]),
        player("Elliott", meeple="D4", parchment=[*EMPTY[:3], ".MML.", "....."]),
    ],
}
SHOWN: Json = {**BEFORE, "display": [["jungle", "jungle"], ["lagoon", "steppe"]], "deck": 9}


def changed(
    of: Json = BEFORE, cassandra: Json | None = None, elliott: Json | None = None, **other: Any
) -> Json:
    after = {**deepcopy(of), **other}
    after["players"][0] |= cassandra or {}
    after["players"][1] |= elliott or {}
    return after


def disputes() -> Iterator[tuple[str, Json]]:
    others = changed(
        cassandra={
            "parchment": ["J....", *EMPTY[1:]],
            "meeple": "D3",
            "claims": ["D3", "B2"],
            "presumptions": [{"card": 9}],
        },
        elliott={"presumptions": [{"card": 10}]},
        beach="top",
        variants={"master_cartographers": True},
        rulings={"empty_supply": "may_confirm", "otoma_region": "with_hazy"},
    )
    solo = {**BEFORE, "players": BEFORE["players"][1:], "otoma": {"claims": ["B2"]}}
    marked = changed(elliott={"claims": ["B2"]})
    covered = changed(elliott={"parchment": ["LLLLL"] * 5})
    unplaced = changed(elliott={"meeple": None})
    first_row = {"parchment": ["J....", *EMPTY[1:3], ".MML.", "....."]}
    crowded = changed(
        cassandra={"parchment": ["LLLLL"] * 5, "meeple": "D3", "claims": []},
        elliott={"claims": []},
        island=FULL,
    )
    whole = [row.replace("l", "S") for row in BEFORE["island"]]
    for name, before, after, who in (
        ("what is not Elliott's to change", BEFORE, others, "Elliott"),
        ("Otoma's markers", solo, {**solo, "otoma": {"claims": ["D3"]}}, "Elliott"),
        ("a marker moved", marked, changed(marked, elliott={"claims": ["B4"]}), "Elliott"),
        ("a marker gone", marked, changed(marked, elliott={"claims": []}), "Elliott"),
        ("a card out of sight", BEFORE, changed(elliott=first_row), "Elliott"),
        (
            "an island of another game",
            BEFORE,
            changed(island=["JJJJJ", *BEFORE["island"][1:4], "MMMMM"]),
            "Elliott",
        ),
        (
            "a parchment of another game",
            covered,
            changed(covered, elliott={"parchment": ["JJJJJ"] * 5}),
            "Elliott",
        ),
        (
            "an island of more tiles than a turn lays",
            covered,
            changed(covered, island=["lllll", *BEFORE["island"][1:]]),
            "Elliott",
        ),
        ("cards out of nothing", {**BEFORE, "display": []}, SHOWN, "Elliott"),
        ("a parchment uncovered", BEFORE, changed(elliott={"parchment": EMPTY}), "Elliott"),
        ("a meeple too far away", BEFORE, changed(elliott={"meeple": "B2"}), "Elliott"),
        ("a first placement inland", unplaced, changed(elliott={"meeple": "B2"}), "Elliott"),
        ("cards of the deck", SHOWN, {**SHOWN, "deck": 3}, "Elliott"),
        (
            # Elliott stands on a lagoon, but an empty deck reveals no card.
            "an exchange with an empty deck",
            {**SHOWN, "deck": 0},
            {**SHOWN, "display": [["mountain", "mountain"]], "deck": 0},
            "Elliott",
        ),
        (
            "more cards than there were",
            SHOWN,
            {**SHOWN, "display": [["jungle", "jungle"]] * 4},
            "Elliott",
        ),
        ("more than twenty accounts", crowded, crowded, "Cassandra"),
        ("a confirmed tile turned", BEFORE, changed(island=whole), "Elliott"),
        (
            "a confirmed tile changed",
            BEFORE,
            changed(island=[".....", ".S.s.", "..lSs", ".Mml.", "....."]),
            "Elliott",
        ),
        (
            "a tile gone",
            BEFORE,
            changed(island=[".....", ".J...", "..lSs", ".Mml.", "....."]),
            "Elliott",
        ),
    ):
        yield name, {"before": before, "after": after, "player": who}
    for name, (beach, *tables) in NEARLY.items():
        before, after = ({"beach": beach, **at_table} for at_table in tables)
        yield name, {"before": before, "after": after, "player": "Ada"}


def alone(island: list[str], meeple: str | None, *drawn: str, **other: Any) -> Json:
    """A table of Ada's alone: the first rows of her parchment, her claims, and cards."""
    claims = other.pop("claims", [])
    rows = [*drawn, *EMPTY[len(drawn) :]]
    ada = player(meeple=meeple, parchment=rows, claims=claims)
    return {"island": [*island, *EMPTY[len(island) :]], "players": [ada], **other}


FIVE: Json = {"display": [JL, LL, MS, LL, MS], "deck": 9}
FOUR: Json = {"display": [LL, MS, LL, MS], "deck": 9}
PATH = [".....", ".....", "JMMMJ"]
NEARLY: Mapping[str, tuple[str, Json, Json]] = {
    "the meeple gone": ("right", alone([], "beach:E3"), alone([], None)),
    "one half day, and inland": (
        "right",
        alone(PATH, None, **FIVE),
        alone(PATH, "E3", **FOUR),
    ),
    "too far for a turn": ("right", alone(PATH, "beach:E3"), alone(PATH, "A3")),
    "too far by the cards": (
        "right",
        alone(PATH, "beach:E3", **FIVE),
        alone(PATH, "D3", **FOUR),
    ),
    "a way that the last card opens": (
        "right",
        alone([], "beach:E1"),
        alone(["...js", "....s"], "D1", "...JS", "....S"),
    ),
    "a card whose other half is not there": (
        "right",
        alone([*EMPTY[:2], "....M"], "E3", *EMPTY[:2], "....M", **FIVE),
        alone([*EMPTY[:2], "....M", "....j"], "E3", *EMPTY[:2], "....M", "....J", **FOUR),
    ),
    "a card on the island alone": (
        "right",
        alone([*EMPTY[:2], "....M"], "E3", *EMPTY[:2], "....M", "....J", "....J", **FIVE),
        alone(
            [*EMPTY[:2], "....M", "....j", "....l"],
            "E3",
            *EMPTY[:2],
            "....M",
            "....J",
            "....J",
            **FOUR,
        ),
    ),
    "two half days that lie apart": (
        "left",
        alone(["J....", ".....", "J....", "J...."], "A4"),
        alone(
            ["J....", ".....", "J....", "Jl...", "s...."],
            "B4",
            *EMPTY[:3],
            "ML...",
            "S....",
        ),
    ),
    "a card that is not seen from where the meeple ends": (
        "right",
        alone(PATH, "C3", **FIVE),
        alone([*PATH, "jl..."], "D3", *EMPTY[:3], "JL...", **FOUR),
    ),
    "a card laid from jungle": (
        "right",
        alone(["..J.."], "C1"),
        alone(["jjJ.."], "C1", "JJ..."),
    ),
    "half a card laid from jungle": (
        "bottom",
        alone([".....", "..J.."], "C2"),
        alone([".....", "..J.."], "C2", ".M...", claims=["C2"]),
    ),
    "a claim where the meeple does not end": (
        "right",
        alone(
            [".JjSJ", "...Sj", "sjJJ.", "S..JS", "J.J.."],
            "D4",
            *[".JJSJ", "...SJ", "SJJJ.", "S.LJS", "J.J.."],
            claims=["C5"],
        ),
        alone(
            [".JjSJ", "...Sj", "sjJJj", "S..JS", "J.J.."],
            "E2",
            *[".JJSJ", "...SJ", "SJJJJ", "S.LJM", "J.J.."],
            claims=["C5", "E4"],
        ),
    ),
    "a claim where the meeple cannot have been": (
        "right",
        alone(PATH, "E3", **FIVE),
        alone(PATH, "E3", claims=["B3"], **FOUR),
    ),
    "a card far from the beach": (
        "right",
        alone([], "beach:E3"),
        alone(["jl..."], "beach:E3", "JL..."),
    ),
    "a claim on a region that hazy tiles join": (
        "right",
        alone(["JjJ.."], "C1", otoma={"claims": ["A1"]}),
        alone(["JjJ.."], "C1", claims=["C1"], otoma={"claims": ["A1"]}),
    ),
    "two cards on parts of the parchment that lie apart": (
        "top",
        alone([".s.s.", ".....", "M....", "Mm..l"], "A3"),
        alone([".s.s.", ".....", "M....", "Mm..l"], "A4", *EMPTY[:2], "J....", "M..L."),
    ),
    "a card that was exchanged without a lagoon": (
        "right",
        alone(PATH, "C3", **FIVE),
        alone([*PATH, "..jj."], "C3", *EMPTY[:3], "..JJ.", **FOUR),
    ),
    "a card that was exchanged, and the meeple elsewhere": (
        "bottom",
        alone(
            ["mMMMM", "MMMMM", "MMSSJ", "LJSJJ", "JLSLJ"],
            "beach:C5",
            *["MMMMM", "MMMMM", "MMS.J", "LJSJJ", "JLSLJ"],
            display=[JL, ["steppe", "steppe"], CARD, ["jungle", "mountain"], CARD],
            deck=1,
        ),
        alone(
            ["mMMMM", "MMMMM", "MMSSJ", "LJSJJ", "JLSLJ"],
            "D3",
            *["MMMMM", "MMMMM", "MMSJJ", "LJSSJ", "JLSLJ"],
            display=[CARD, ["steppe", "steppe"], ["jungle", "mountain"], CARD],
            deck=1,
        ),
    ),
    "a card that did not lie there": (
        "right",
        alone([], "beach:E3", display=[LL, MS], deck=0),
        alone(
            [".....", ".....", "....j", "....j"],
            "beach:E3",
            *EMPTY[:2],
            "....J",
            "....J",
            display=[MS],
            deck=0,
        ),
    ),
    "a card that was taken and lies there still": (
        "right",
        alone([], "beach:E3", display=[LL, MS], deck=0),
        alone(
            [".....", ".....", "....l", "....l"],
            "beach:E3",
            *EMPTY[:2],
            "....L",
            "....L",
            display=[LL],
            deck=0,
        ),
    ),
    "two cards of a display of one": (
        "right",
        alone([], "beach:E3", display=[LL], deck=0),
        alone(
            [".....", ".....", "..lll", "....l"],
            "beach:E3",
            *EMPTY[:2],
            "..LLL",
            "....L",
            display=[],
            deck=0,
        ),
    ),
    "a deck that gave too many": (
        "right",
        alone([], "beach:E3", **FIVE),
        alone([], "beach:E3", display=[MS, LL, MS, JL, JL], deck=5),
    ),
    "a deck that gave a card in the middle of a turn": (
        "right",
        alone([], "beach:E3", **FIVE),
        alone([], "beach:E3", display=FOUR["display"], deck=8),
    ),
    "what a card does not do": (
        "right",
        alone([], "beach:E3", **FIVE),
        alone(
            [".....", ".....", "....J", "....l"],
            "beach:E3",
            *EMPTY[:2],
            "....J",
            "....L",
            display=FOUR["display"],
            deck=9,
        ),
    ),
    "halves apart of which one shows what lay there": (
        "right",
        alone(["...l.", *PATH[1:]], "C3", "...L.", **FIVE),
        alone(
            ["...L.", "..l..", PATH[2]], "C3", "...L.", "..L..", display=[JL, MS, LL, MS], deck=9
        ),
    ),
    "a display that was refilled by one card too few": (
        "right",
        alone(PATH, "C3", **FIVE),
        alone(PATH, "C3", display=[MS, LL, MS, ["steppe", "steppe"]], deck=8),
    ),
    "one space of the island that was not updated": (
        "right",
        alone([*PATH, "..J.."], "C3", *EMPTY[:3], "..J..", **FIVE),
        alone([*PATH, "..J.."], "C3", *EMPTY[:3], ".LJ..", **FOUR),
    ),
    "two new cards of a deck of one": (
        "right",
        alone(["....L"], "E1", display=[JL, LL, MS, LL, MS], deck=1),
        alone(["....L"], "E1", display=[LL, MS, ["jungle"] * 2, ["steppe"] * 2], deck=0),
    ),
    "three spaces by one card": (
        "right",
        alone([], "beach:E3", **FIVE),
        alone(
            [".....", ".....", "...jj", "....l"], "beach:E3", *EMPTY[:2], "...JJ", "....L", **FOUR
        ),
    ),
}


UNTRIED = (
    ("misterra.map.adjacent", "not_updated"),
    ("misterra.move.one_step", "failed"),
    ("misterra.lagoon.standing", "elsewhere"),
    ("misterra.sketch.chosen", "one_card"),
    ("misterra.sketch.from_display", "tucked"),
    ("misterra.claim.confirmed_tile", "second_action"),
    # These sentences of all games are approved with Cartographers.
    ("misterra.turn.left", "passed"),
    ("misterra.turn.left", "failed"),
    ("misterra.turn.left", "twice"),
    ("misterra.turn.half_days", "island"),
    ("misterra.turn.half_days", "new_cards"),
    ("misterra.turn.half_days", "uncovered"),
)
"""Sentences of disputes, which `spoilt` draws, and of half days in `cases/play`."""

REQUESTS: Mapping[str, Mapping[str, Json]] = {
    "scores": {name: {"snapshot": snapshot} for name, snapshot in (*scores(), *impossible())},
    "updates": dict(updates()),
    "legality-checks": {
        **dict(half_days()),
        **{f"of Otoma, {name}": body for name, body in half_days_of_otoma()},
    },
    "end-checks": dict(ends()),
    "replays": dict(replays()),
    "disputes": dict(disputes()),
}
"""The requests by operation and title."""
