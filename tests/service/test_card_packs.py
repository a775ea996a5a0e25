"""Card packs: valid ones complete card faces, invalid ones are refused with the keys at fault."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from misterra.tables import EMPTY
from theodolite.misterra.board import Terrain
from theodolite.misterra.snapshot import Presumption
from theodolite.web.app import create_app
from theodolite.web.card_packs import CardPackError, load
from theodolite.web.games import GAMES

GOOD = """\
title = "Invented faces"

[presumptions.1]
terrain = "jungle"

[presumptions.13]
terrain = "steppe"
avoid = "lagoon"

[presumptions.24]
pattern = [
  "JJ",
  ".L",
]
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return tmp_path / "pack.toml"


def faces(pack: Path, text: str) -> Mapping[int, Presumption]:
    pack.write_text(text, "utf-8")
    read: Mapping[int, Presumption] = load([pack], GAMES)["misterra"]
    return read


def test_loads_a_valid_pack(pack: Path) -> None:
    assert faces(pack, GOOD) == {
        1: Presumption(1, Terrain.JUNGLE),
        13: Presumption(13, Terrain.STEPPE, Terrain.LAGOON),
        24: Presumption(24, pattern=("JJ", ".L")),
    }


@pytest.mark.parametrize("text", ["", "title = 'Nothing known'", "[presumptions]"])
def test_loads_an_empty_pack(pack: Path, text: str) -> None:
    assert faces(pack, text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "[presumptions]\n1 = { terrain = 'jungle' }",
        "presumptions.1.terrain = 'jungle'",
        "presumptions = { 1 = { terrain = 'jungle' } }",
        "[presumptions.'1']\nterrain = 'jungle'",
        "[ presumptions . 1 ]\n  terrain = 'jungle' # from the card",
    ],
)
def test_accepts_equivalent_toml(pack: Path, text: str) -> None:
    assert faces(pack, text) == {1: Presumption(1, Terrain.JUNGLE)}


def test_a_pack_completes_faces_that_requests_leave_out(pack: Path) -> None:
    client = create_app({"misterra": faces(pack, GOOD)}).test_client()

    def points(*cards: dict[str, object]) -> list[int]:
        players = [
            {
                "name": "Ada",
                "parchment": ["JJLSS", "JLLSS", "J....", ".....", "....."],
                "presumptions": list(cards),
            }
        ]
        table = {"beach": "right", "island": EMPTY, "players": players}
        response = client.post("/v3/misterra/scores", json={"snapshot": table})
        assert response.status_code == 200, response.get_json()
        items = response.get_json()["players"][0]["items"]
        return [item["points"] for item in items if item["category"] == "presumptions"]

    assert points({"card": 1}, {"card": 24}) == [5, 5]
    assert points({"card": 13}) == [0]
    # A face in the request takes precedence over the pack.
    assert points({"card": 1, "terrain": "lagoon"}, {"card": 13, "avoid": "mountain"}) == [2, 3]


@pytest.mark.parametrize(
    ("line", "pattern"),
    [("", "JL"), ('beach = "right"', "JL"), ('beach = "left"', "LJ"), ('beach = "top"', "L/J")],
)
def test_a_pattern_is_turned_with_the_beach(pack: Path, line: str, pattern: str) -> None:
    rows = ", ".join(f'"{row}"' for row in pattern.split("/"))
    text = f"{line}\n[presumptions.24]\npattern = [{rows}]\n"
    client = create_app({"misterra": faces(pack, text)}).test_client()
    # The same table, entered from each of its sides.
    parchments = {
        "right": ["JL...", *EMPTY[1:]],
        "bottom": ["....J", "....L", *EMPTY[2:]],
        "left": [*EMPTY[:4], "...LJ"],
        "top": [*EMPTY[:3], "L....", "J...."],
    }
    for beach, parchment in parchments.items():
        player = {"name": "Ada", "parchment": parchment, "presumptions": [{"card": 24}]}
        table = {"beach": beach, "island": EMPTY, "players": [player]}
        scores = client.post("/v3/misterra/scores", json={"snapshot": table})
        score = scores.get_json()["players"][0]
        assert score["subtotals"]["presumptions"] == 5, beach
        start = f"beach:{'A1' if beach in ('left', 'top') else 'E5'}"
        move = {"path": [start], "action": {"type": "discard"}}
        body = {"snapshot": table, "player": "Ada", "move": move}
        after = client.post("/v3/misterra/legality-checks", json=body).get_json()["after"]
        # The table after it scores the same without the pack.
        again = (
            create_app()
            .test_client()
            .post("/v3/misterra/scores", json={"snapshot": after})
            .get_json()
        )
        assert again["players"][0]["subtotals"]["presumptions"] == 5, beach


def test_the_list_of_cards_includes_the_faces(pack: Path) -> None:
    client = create_app({"misterra": faces(pack, GOOD)}).test_client()
    cards = client.get("/v3/misterra/cards").get_json()["cards"]
    shown = {card["card"]: card["face"] for card in cards if card["face"] is not None}
    assert shown == {
        1: {"terrain": "jungle"},
        13: {"terrain": "steppe", "avoid": "lagoon"},
        24: {"pattern": ["JJ", ".L"]},
    }
    needs = {card["card"]: card["needs"] for card in cards}
    assert needs[1] == ["terrain"]
    assert needs[9] == []
    assert needs[13] == ["terrain", "avoid"]
    assert needs[31] == ["pattern"]


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('title = "Invented faces"', "title = 5", "title", "string"),
        ('title = "Invented faces"', 'author = "Ada"', "author", "no field of this name"),
        (
            'title = "Invented faces"',
            'game = "chess"',
            "game",
            "Invalid value chess. Valid values: misterra",
        ),
        ('title = "Invented faces"', "game = 5", "game", "Invalid value 5. Valid values: misterra"),
        ('title = "Invented faces"', "presumptions = 5", None, "line 3"),
        ("[presumptions.1]", "[presumptions.32]", "presumptions.32", "32"),
        ("[presumptions.1]", "[presumptions.0]", "presumptions.0", "0"),
        ("[presumptions.1]", "[presumptions.01]", "presumptions.01", "01"),
        ("[presumptions.1]", "[presumptions.one]", "presumptions.one", "one"),
        (
            "[presumptions.1]",
            "[presumptions.9]",
            "presumptions.9.terrain",
            "nothing of the kind: terrain",
        ),
        ("[presumptions.1]", "[cards.1]", "cards", "no field of this name"),
        ('"jungle"', '"desert"', "presumptions.1.terrain", "no terrain desert"),
        ('"jungle"', "1", "presumptions.1.terrain", "string"),
        ('terrain = "jungle"', "", "presumptions.1.terrain", "is missing"),
        ('"jungle"', '"jungle"\ncard = 2', "presumptions.1.card", "no field of this name"),
        ('avoid = "lagoon"', 'avoid = "steppe"', "presumptions.13.avoid", "another than its own"),
        ('avoid = "l', 'avoids = "l', "presumptions.13.avoids", "no field of this name"),
        ('avoid = "lagoon"', "", "presumptions.13.avoid", "crossed-out terrain"),
        ('  ".L",', '  ".",', "presumptions.24.pattern", "of equal length"),
        ('  ".L",', '  ".x",', "presumptions.24.pattern", "its letters are"),
        ('  ".L",', "  5,", "presumptions.24.pattern", "array"),
        ("pattern = [", 'pattern = ["JJ"', None, "line 12"),
        ("[presumptions.13]", "[presumptions.1]", None, "line 6"),
        ("[presumptions.13]", "[presumptions.13", None, "line 6"),
    ],
)
def test_refuses_an_invalid_pack_and_names_the_key(
    pack: Path, old: str, new: str, key: str | None, words: str
) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(CardPackError) as refused:
        faces(pack, GOOD.replace(old, new))
    assert words in str(refused.value)
    if key:
        assert f"{pack}: {key}: " in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        # Faults within fields
        (
            {'"jungle"': '"desert"', 'avoid = "lagoon"': "", "24": "44"},
            ["presumptions.1.terrain", "presumptions.44"],
        ),
        # Faults between fields
        (
            {"[presumptions.1]": "[presumptions.9]", 'avoid = "lagoon"': ""},
            ["presumptions.9.terrain", "presumptions.13.avoid"],
        ),
    ],
)
def test_reports_all_faults_of_a_pack(
    pack: Path, changes: Mapping[str, str], keys: list[str]
) -> None:
    text = GOOD
    for old, new in changes.items():
        text = text.replace(old, new)
    with pytest.raises(CardPackError) as refused:
        faces(pack, text)
    assert [line.split(": ")[1] for line in str(refused.value).split("\n")] == keys


def test_refuses_two_packs_for_one_game(pack: Path) -> None:
    pack.write_text('game = "misterra"', "utf-8")
    assert load([pack], GAMES) == {"misterra": {}}
    with pytest.raises(CardPackError, match="another card pack for misterra"):
        load([pack, pack], GAMES)


def test_refuses_another_encoding_and_names_the_line(pack: Path) -> None:
    pack.write_bytes(b'title = "fine"\n# caf\xe9\n')
    with pytest.raises(CardPackError, match=r"pack\.toml:2: 'utf-8'"):
        load([pack], GAMES)


def test_reports_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        load([tmp_path / "nowhere.toml"], GAMES)
