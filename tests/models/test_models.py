"""The page's models: their tests in Node.js, and what Python says of the same boards."""

import json
import os
import shutil
import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from theodolite.treasure_hunt.board import GRID, Segment, lay_segments
from theodolite.web.treasure_hunt.packs import PackSchema

NODE = shutil.which("node")
HERE = Path(__file__).parent
PAGE = Path(str(files("theodolite.web").joinpath("page")))
PACK = HERE.parents[1] / "examples/treasure_hunt/board-pack.toml"
INVENTED = PAGE / "treasure_hunt/invented.toml"
QUARTERS = ("N01/E01", "N01/E16", "N16/E01", "N16/E16")
SPACES = [f"{column}{row}" for row in "12345" for column in "ABCDE"]


def node(*arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    if NODE is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Node.js is not installed: apt-get install nodejs")
        pytest.skip("Node.js is not installed")
    return subprocess.run(
        [NODE, *arguments], capture_output=True, text=True, check=False, input=given, timeout=600
    )


def call(module: str, expression: str, given: Any = None) -> Any:
    """Evaluate an expression about the exports `model` of a module of the page, and `given`."""
    script = f"""
        import {{ readFileSync }} from "node:fs";
        import * as model from {json.dumps((PAGE / module).as_uri())};
        const given = JSON.parse(readFileSync(0, "utf-8"));
        console.log(JSON.stringify({expression}));
    """
    done = node("--input-type=module", "--eval", script, given=json.dumps(given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_models_pass_their_tests_and_the_bar_of_their_coverage() -> None:
    done = node(str(HERE / "coverage.js"))
    assert done.returncode == 0, done.stdout


OF_THE_WHOLE_MAP = {"sentinel_wood", "borderlands", "the_broken_road", "dwarvenholds", "silos"}
"""Cards about the edge and whole lines of the map, which a small drawing only suggests."""
ROWS = "ABCDEFGHIJK"
PRINT_OF = {"^": "^", "n": "^", "R": "R", "r": "R"}
DRAWN_OF = {"^": ".", "n": ".", "R": ".", "r": "A", "o": ".", "X": "M", "x": "M"}


def test_drawings_of_scoring_cards_follow_the_rules(client: FlaskClient) -> None:
    """The rules score each drawing in the corner of an empty sheet."""
    sketches = call("cartographers/model/sketches.js", "model.SKETCHES")
    known = client.get("/v3/cartographers/cards").get_json()["cards"]
    cards = [card for card in known if card["kind"] == "scoring"]
    assert set(sketches) == {card["card"] for card in cards}
    for card, rows in sketches.items():
        if card in OF_THE_WHOLE_MAP:
            continue
        corner = [row.ljust(11, ".") for row in rows] + ["." * 11] * (11 - len(rows))
        drawn = ["".join(DRAWN_OF.get(sign, sign.upper()) for sign in row) for row in corner]
        snapshot = {
            "game": "combined",
            "map": ["".join(PRINT_OF.get(sign, ".") for sign in row) for row in corner],
            "season": "spring",
            "decrees": {"A": card},
            "ambushes": [],
            "players": [{"name": "Ann", "coins": 0, "drawn": drawn}],
        }
        body = {"snapshot": snapshot, "only": ["A"]}
        answer = client.post("/v3/cartographers/scores", json=body).get_json()
        (season,) = answer["players"][0]["seasons"]
        item = next(item for item in season["items"] if item.get("card") == card)
        paying = {
            f"{ROWS[y]}{x + 1}"
            for y, row in enumerate(rows)
            for x, sign in enumerate(row)
            if sign.islower()
        }
        assert item["points"] > 0, card
        assert paying <= set(item["spaces"]), (card, item["spaces"])


def laid_by_the_service(pack: dict[str, Any], turns: tuple[int, ...]) -> tuple[Any, Any]:
    segments = [
        (
            Segment(
                tuple(one["rows"]),
                tuple(
                    frozenset((int(space[1:3]) - 1, int(space[5:]) - 1) for space in bridge)
                    for bridge in one["bridges"]
                ),
            ),
            turn,
        )
        for one, turn in zip(pack["segments"].values(), turns, strict=True)
    ]
    made = lay_segments(segments, north_up=pack["north"] == "up")
    return made.rows(), sorted(sorted(GRID.name_all(bridge)) for bridge in made.bridges)


@pytest.mark.parametrize("path", [PACK, INVENTED], ids=["of an example", "invented"])
@pytest.mark.parametrize("turns", [(0, 0, 0, 0), (90, 0, 180, 270), (180, 270, 90, 90)])
def test_segments_lie_as_the_service_lays_them(path: Path, turns: tuple[int, ...]) -> None:
    pack = tomllib.loads(path.read_text("utf-8"))
    names = list(pack["segments"])
    laid = {
        quarter: {"segment": name, "turn": turn}
        for quarter, name, turn in zip(QUARTERS, names, turns, strict=True)
    }
    board = call("treasure_hunt/model/pack.js", "model.boardOf(...given)", [pack, laid])
    bridges = sorted(sorted(bridge) for bridge in board["bridges"])
    assert (board["rows"], bridges) == laid_by_the_service(pack, turns)


@pytest.mark.parametrize("path", [PACK, INVENTED], ids=["of an example", "invented"])
def test_a_pack_that_the_page_writes_is_the_one_that_it_read(path: Path) -> None:
    text = path.read_text("utf-8")
    written = call(
        "treasure_hunt/model/pack.js", "model.tomlOf(model.readPack(model.parsed(given)))", text
    )
    again, before = tomllib.loads(written), tomllib.loads(text)
    assert again == before
    PackSchema().load_fast({key: value for key, value in again.items() if key != "game"})


def alike(rows: list[str]) -> list[list[str]]:
    """Group the spaces of a board by their letter."""
    letters = dict(zip(SPACES, "".join(rows), strict=True))
    return [[space for space in SPACES if letters[space] == one] for one in {*letters.values()}]


def test_parchments_are_guessed_by_the_island_as_the_evaluation_does() -> None:
    pytest.importorskip("theodolite.photo", reason="needs the extra `photo`")
    import numpy as np  # noqa: PLC0415 - comes with OpenCV

    from photo.evaluate import likely  # noqa: PLC0415 - needs OpenCV
    from photo.played import finished  # noqa: PLC0415

    games = [finished(np.random.default_rng(seed)) for seed in range(100)]
    boards = [
        (alike(parchment.rows()), island.rows())
        for island, parchments in games
        for parchment in parchments
    ]
    guessed = call(
        "misterra/model/likely.js", "given.map((one) => model.likelySamples(...one))", boards
    )
    assert guessed == [
        likely(groups, dict(zip(SPACES, "".join(rows), strict=True))) for groups, rows in boards
    ]
    assert 0.3 < sum(map(bool, guessed)) / len(guessed) < 0.9
