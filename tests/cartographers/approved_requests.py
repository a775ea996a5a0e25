"""The requests whose answers are approved texts: numbered cases, and sentences beyond them."""

import json
from typing import Any

from suites import suite
from theodolite.conformance import Case

Json = dict[str, Any]

_CARDS = ("CATC-01", "CATC-02", "CATC-03", "CATC-04")
_PLAY = ("CATC-05", "CATC-06", "CATC-07", "CATC-08", "CATC-09", "CATC-12", "CATC-13", "CATC-14")
_REFUSED = ("CATC-15",)


def _requests() -> dict[str, dict[str, Json]]:
    """Every case of play, and of each scoring card the first that pays and the first at 0."""
    requests: dict[str, dict[str, Json]] = {}
    seen: set[tuple[object, bool]] = set()
    for case in suite("cartographers").cases:
        if case.id.startswith(_CARDS):
            card, pays = _card(case)
            if (card, pays) in seen:
                continue
            seen.add((card, pays))
        elif not case.id.startswith(_PLAY + _REFUSED):
            continue
        operation = str(case.request["path"]).rpartition("/")[2]
        body: Json = json.loads(json.dumps(case.request["body"]))
        requests.setdefault(operation, {})[case.id] = body
    for name, (operation, body) in _BEYOND.items():
        requests.setdefault(operation, {})[name] = body
    return requests


def _card(case: Case) -> tuple[object, bool]:
    (points,) = [player["total"] for player in case.answer["body"]["players"]]
    return case.request["body"]["snapshot"]["decrees"]["A"], points > 0


_EMPTY = ["..........."] * 11
_TABLE: Json = {
    "game": "combined",
    "map": _EMPTY,
    "season": "spring",
    "decrees": {"A": "sentinel_wood", "B": "canal_lake"},
    "players": [{"name": "Ann", "drawn": _EMPTY}],
}


def _drawn(card: Any, draw: Json, drawn: list[str] | None = None) -> tuple[str, Json]:
    ann = {"name": "Ann", "drawn": drawn or _EMPTY}
    snapshot = {**_TABLE, "players": [ann]}
    move = {"card": card, **draw}
    return "legality-checks", {"snapshot": snapshot, "player": "Ann", "move": move}


def _skilled(skill: str, squares: str, coins: int = 1, *, judged: bool = True) -> tuple[str, Json]:
    """A draw for Hamlet with a skill card, by a player who has 2 coins."""
    move: Json = {"card": "hamlet", "spaces": squares.split(), "terrain": "village"}
    move |= {"skill": skill, "coins_spent": coins}
    table = {**_TABLE, "players": [{"name": "Ann", "drawn": _EMPTY, "coins": 2}]}
    body = {"snapshot": table, "player": "Ann", "move": move}
    return "legality-checks" if judged else "updates", body


def _recorded(*turns: Json) -> tuple[str, Json]:
    return "replays", {"record": {"snapshot": _TABLE, "turns": [*turns]}}


_RIVER: Json = {"card": "great_river", "moves": {}}
_SEASON: list[Json] = [
    {"card": card, "moves": {"Ann": {"spaces": spaces.split(), "terrain": terrain}}}
    for card, spaces, terrain in (
        ("fishing_village", "A1 A2 A3 A4", "water"),
        ("orchard", "B1 B2 B3 C3", "farm"),
        ("hillside_terrace", "D1 D2 E1 E2", "farm"),
        ("coastal_encampment", "F1 F2 F3 G1", "village"),
        ("lagoon", "K1 J2", "water"),
    )
]


def _scored(card: str, drawn: str, printed: str = "") -> tuple[str, Json]:
    """A request to score one card on a map, both as rows from the top left."""
    players = [{"name": "Ann", "drawn": _rows(drawn)}]
    shown = {**_TABLE, "map": _rows(printed), "decrees": {"A": card}, "players": players}
    return "scores", {"snapshot": shown, "only": ["A"]}


def _packed(drawn: str, *pays: Json, card: str = "other") -> tuple[str, Json]:
    """A request to score a card of a pack on a map."""
    operation, body = _scored(card, drawn)
    packed = {"name": "Other", "category": "forest", "solo": 20, "pays": [*pays]}
    body["snapshot"]["pack"] = {"scoring": {card: packed}}
    return operation, body


def _rows(lines: str) -> list[str]:
    given = lines.split("/")
    return [(given[i] if i < len(given) else "").ljust(11, ".") for i in range(11)]


def _disputed(
    before: str, after: str, *cards: Any, stars: str = "", printed: str = ""
) -> tuple[str, Json]:
    """Two maps, as rows from the top left, and the cards between."""
    table = {"game": "combined", "map": _rows(printed), "season": "winter", "solo": False}
    ann: Json = {"name": "Ann", "drawn": _rows(before)}
    later = {**ann, "drawn": _rows(after), "stars": stars.split()}
    return "disputes", {
        "before": {**table, "players": [ann]},
        "after": {**table, "players": [later]},
        "player": "Ann",
        "given": {"cards": list(cards)},
    }


def _starred(dispute: tuple[str, Json], stars: str) -> tuple[str, Json]:
    """A dispute with the same stars on both maps."""
    operation, body = dispute
    for side in ("before", "after"):
        body[side]["players"][0]["stars"] = stars.split()
    return operation, body


_FREYLA: Json = {"card": "freyla_the_true", "pattern": ["H***"]}
_FAR: Json = {"card": "freyla_the_true", "pattern": ["H.........*"]}
_BESIDE: Json = {"points": 2, "each": "space", "of": "forest", "beside": {"of": ["water"]}}
_ROW: Json = {"points": 3, "each": "row", "of": "forest", "least": 3}
_AREA: Json = {"points": 5, "each": "area", "of": "forest", "least": 3, "not_beside": ["water"]}

_BEYOND: dict[str, tuple[str, Json]] = {
    "a shape for a ruins card": _drawn("temple_ruins", {"spaces": ["A1"], "terrain": "farm"}),
    "stars without a hero": _drawn(
        "great_river", {"spaces": ["A1", "A2", "A3"], "terrain": "water", "stars": ["B1"]}
    ),
    "no terrain": _drawn("great_river", {"spaces": ["A1", "A2", "A3"]}),
    "an ambush that has no place": _drawn(
        "gnoll_raid",
        {"spaces": ["A1"], "terrain": "monster"},
        [".FFFFFFFFFF", *["F" * 11] * 10],
    ),
    "a fallback hero with stars": _drawn(
        "hamlet",
        {"spaces": ["A1"], "terrain": "hero", "stars": ["A2"]},
        [".FFFFFFFFFF", *["F" * 11] * 10],
    ),
    "a card of a pack that pays": _packed("FF/.W/FFFW", _BESIDE, _ROW),
    "a card of a pack at 0": _packed("FF/.W/.F", _AREA, _ROW),
    "a card of a pack with a printed id": _packed("", _ROW, card="silos"),
    "a free drawing": _skilled("free_drawing", "A1 C3"),
    "extra squares": _skilled("extra_squares", "A1 B1 B2 B3", 2),
    "a skill card of another effect": _skilled("other", "A1 B1 B2"),
    "a skill card that is not paid": _skilled("other", "A1 B1 B2", 3),
    "a skill card in an update": _skilled("free_drawing", "A1", 2, judged=False),
    "a skill card beyond the coins": _skilled("free_drawing", "A1", 3, judged=False),
    "one coin": (
        "scores",
        {"snapshot": {**_TABLE, "players": [{"name": "A", "coins": 1, "drawn": _EMPTY}]}},
    ),
    "an unnecessary choice": (
        "end-checks",
        {"snapshot": _TABLE, "given": {"choices": {"Ann": {"giant_troll_ravage": "A1"}}}},
    ),
    "a card after the season": _recorded(*_SEASON),
    "water alone beside a mountain": _scored("mages_valley", "W", ".^"),
    "farm alone beside a mountain": _scored("mages_valley", "A", ".^"),
    "water beside ruins and farm on them": _scored("the_golden_granary", "WA", ".R"),
    "farm alone on ruins": _scored("the_golden_granary", "A", "R"),
    "two villages tie for the largest": _scored("shieldgate", "VV.VV"),
    "two villages tie for second": _scored("shieldgate", "VV.V.V"),
    "one forest of two spoilt": _scored("deepwood", "FFFFFV/./FFFFF"),
    "a row with a mountain nearly filled": _scored("dwarvenholds", ".FFFFFFFFF", "^"),
    "a hero recognised by its stars": _disputed(
        "F/F/F/F/F/././././F", "F/F/F/F/F/././././F", _FREYLA, stars="G1 H1 I1"
    ),
    "a hero in one of two places": _disputed("", "", _FREYLA, stars="A2 A3 A4"),
    "an unexplained star": _disputed("", "H", _FREYLA, stars="A2 A3 A4 K1"),
    "a pattern outside the map": _drawn(
        _FAR, {"spaces": ["F6"], "terrain": "hero", "stars": ["A1"]}
    ),
    "a gorgon with one target": _disputed("", "G.G./.G", "gorgon_gaze", printed=".^.^/^.^"),
    "a troll with a wrong target": _disputed("T", "T.X", "season_end"),
    "another terrain than before": _disputed("F", "V"),
    "an unexplained space": _disputed("", "FV"),
    "a space destroyed by nothing": _disputed("", "X"),
    "a turn without draws": _recorded(_RIVER),
    "a zombie on a star": _starred(_disputed("Z", "Z/Z", "season_end"), "A2"),
    "a coin beyond the last place of the sheet": (
        "updates",
        {
            "snapshot": {
                **_TABLE,
                "players": [{"name": "Ann", "coins": 14, "drawn": _EMPTY}],
                "rulings": {"coin_limit": "fourteen"},
            },
            "player": "Ann",
            "move": {"card": "hamlet", "spaces": ["A1", "A2", "B1"], "terrain": "village"},
        },
    ),
    "a space that a zombie took before the troll": (
        "end-checks",
        {
            "snapshot": {
                **_TABLE,
                "game": "heroes",
                "season": "summer",
                "decrees": {"B": "jorekburg", "C": "caravansary"},
                "ambushes": ["zombie_plague", "giant_troll_ravage"],
                "players": [{"name": "Ann", "drawn": _rows("Z.TTT/...T")}],
            },
            "given": {"choices": {"Ann": {"giant_troll_ravage": "A2"}}},
        },
    ),
}

REQUESTS = _requests()
UNTRIED = (
    ("cartographers.draw.terrain", "letter"),
    ("cartographers.gorgon.target", "nothing"),
    ("cartographers.gorgon.target", "once"),
    ("cartographers.change.dragon_defeated", "limit"),
    ("cartographers.effect.troll", "once"),
)
"""Sentences that follow the name of a card, or that need a map filled on purpose."""
