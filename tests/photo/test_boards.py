"""Reading boards of Cartographers and Tiwanaku from generated photographs, also over HTTP."""

import json
from functools import cache, partial
from io import BytesIO
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageOps

from photo.evaluate import FOUND, judge, map_sheet, valley
from photo.maps import Sheet
from photo.maps import map_sheet as draw_sheet
from photo.valleys import Valley
from photo.valleys import valley as draw_valley
from theodolite.cartographers.board import GRID
from theodolite.grid import Grid, Space, each
from theodolite.photo import Looks, Reading, SpaceReading, decode, read_signs, reading
from theodolite.photo.clusters import find_clusters, spaces_to_ask
from theodolite.photo.corners import Proposal, find_boards
from theodolite.photo.fitting import find_bend
from theodolite.photo.hands import teach
from theodolite.photo.lens import distort, rectify_plane, undistort
from theodolite.photo.signs import UNIT, classify_signs, see_signs
from theodolite.tiwanaku.board import GRIDS, BoardName, Land
from theodolite.web.photos import PhotoRead
from theodolite.web.tiwanaku.photos import LandPhotoRead, mark_unlawful, unlawful_spaces

MAP_SEEDS = range(3_000_000, 3_000_002)
VALLEY_SEEDS = range(3_000_000, 3_000_003)
MAPS = "/v3/cartographers/photos"
VALLEYS = "/v3/tiwanaku/photos"


@cache
def sheet() -> Sheet:
    return draw_sheet(MAP_SEEDS[0])


@cache
def board() -> Valley:
    return draw_valley(VALLEY_SEEDS[0])


def form(data: bytes, **parts: Any) -> dict[str, Any]:
    texts = {
        name: part if isinstance(part, str) else json.dumps(part) for name, part in parts.items()
    }
    return {"photo": (BytesIO(data), "board.jpg"), **texts}


def test_reads_a_map_when_every_prompt_is_answered() -> None:
    outcomes = [judge(map_sheet(seed, "easy"), seed) for seed in MAP_SEEDS]
    assert [outcome.missed for outcome in outcomes] == [0] * len(MAP_SEEDS)
    assert sum(outcome.wrong for outcome in outcomes) <= 1
    assert all(outcome.named <= 40 for outcome in outcomes)


def test_distinguishes_hatchings_by_direction() -> None:
    outcome = judge(map_sheet(11_000, "normal"), 11_000)
    assert (outcome.wrong, outcome.missed) == (0, 0)
    assert outcome.named - outcome.kinds <= 8


@pytest.mark.parametrize("seed", [0, 5])
def test_ignores_a_frame_around_a_map(seed: int) -> None:
    shown = map_sheet(seed, "easy")
    assert shown.corners is not None
    read = shown.read(decode(shown.data), {}, None)
    true = np.array(shown.corners)
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean() / 11
    assert np.linalg.norm(np.array(read.corners) - true, axis=1).max() <= FOUND * side
    assert not read.review_corners


@pytest.mark.parametrize("bend", [-0.04, 0.03])
def test_follows_lines_bent_by_the_lens(bend: float) -> None:
    plane = np.full((880, 880, 3), 235, np.uint8)
    plane[::80] = plane[:, ::80] = plane[-1] = plane[:, -1] = 40
    true = np.array([(190.0, 60.0), (730.0, 40.0), (760.0, 580.0), (150.0, 570.0)])
    outline = np.array([(0, 0), (880, 0), (880, 880), (0, 880)], np.float32)
    onto = cv2.getPerspectiveTransform(outline, true.astype(np.float32))
    flat = cv2.warpPerspective(plane, onto, (960, 640), borderValue=(120, 90, 60))
    right, down = np.meshgrid(np.arange(960.0), np.arange(640.0))
    before = undistort(np.dstack((right, down)), bend, flat.shape).astype(np.float32)
    pixels = cv2.remap(flat, before[..., 0], before[..., 1], cv2.INTER_LINEAR)
    corners = distort(true, bend, flat.shape)
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean() / 11
    (found,) = find_boards(pixels, GRID)
    assert np.linalg.norm(found.corners - corners, axis=1).max() < 0.08 * side
    assert found.bend == pytest.approx(bend, rel=0.45)
    assert find_bend(pixels, corners, GRID) == pytest.approx(bend, rel=0.45)
    above, through, as_it_is = (
        rectify_plane(picture, np.linalg.inv(onto), (880, 880), lens).astype(float)
        for picture, lens in ((flat, 0.0), (pixels, bend), (pixels, 0.0))
    )
    off, off_without = (np.abs(seen - above).mean() for seen in (through, as_it_is))
    assert off < 0.4 * off_without


@pytest.mark.parametrize(
    ("down", "right", "turned", "doubtful"),
    [(0, 0, 0, False), (1, 0, 0, True), (0, -1, 0, True), (0, 0, 1, True)],
)
def test_marks_corners_that_contradict_the_print(
    monkeypatch: pytest.MonkeyPatch, down: int, right: int, turned: int, doubtful: bool
) -> None:
    shown = sheet()
    photograph = decode(shown.data)
    outline = np.array([(0, 0), (11, 0), (11, 11), (0, 11)], np.float32)
    onto = cv2.getPerspectiveTransform(outline, np.array(shown.corners, np.float32))
    moved = cv2.perspectiveTransform((outline + np.array((right, down), np.float32))[None], onto)
    placed = np.roll(moved[0].astype(np.float64), turned, axis=0) * photograph.scale
    found = Proposal(placed, 0.6, 0.6, 0.0, 0.0, 0.0, 1.0, elsewhere=False)
    monkeypatch.setattr(reading, "find_boards", lambda pixels, grid: [found])
    filled = shown.printed.mountains | shown.printed.wasteland
    printed = dict.fromkeys(each(filled), ".")
    read = read_signs(photograph, {}, None, GRID, printed=printed, ruins=())
    assert read.review_corners is doubtful
    assert "mirrored" not in {each.code for each in read.warnings}


@pytest.mark.parametrize("corners", [None, "given"])
def test_a_mirrored_map_is_noticed_and_turned_over(
    client: FlaskClient, corners: str | None
) -> None:
    shown, out = sheet(), BytesIO()
    with Image.open(BytesIO(shown.data)) as upright:
        ImageOps.mirror(upright).save(out, "PNG")
        tl, tr, br, bl = [[upright.width - x, y] for x, y in shown.corners]

    def read(**parts: Any) -> Any:
        return client.post(MAPS, data=form(out.getvalue(), map="B", **parts)).get_json()

    mirrored = read(**({"corners": [tr, tl, bl, br]} if corners else {}))
    assert [(each["code"], each["limit"]) for each in mirrored["warnings"]] == [("mirrored", 0.1)]
    assert mirrored["review_corners"] is (corners is None)
    turned = read(flip=True, **({"corners": shown.corners} if corners else {}))
    assert (turned["warnings"], turned["review_corners"]) == ([], False)
    assert np.abs(np.subtract(turned["corners"], shown.corners)).max() < 20


def test_fully_painted_spaces_are_not_empty() -> None:
    tones = {".": (232, 222, 200), "F": (120, 170, 90), "W": (100, 140, 205), "V": (205, 110, 90)}
    rows = [
        "FFF........",
        "FF....WWW..",
        "......WWW..",
        *["..........."] * 6,
        "VV.........",
        "V.VV.......",
    ]
    truth = "".join(rows)
    light = np.linspace(0.8, 1, 11 * 80)[:, None, None]
    side = np.ones((80, 80, 1))
    painted = np.vstack([np.hstack([side * tones[letter] for letter in row]) for row in rows])
    pixels = np.rint(painted * light).astype(np.uint8)
    small = cv2.resize(pixels, (11 * UNIT, 11 * UNIT), interpolation=cv2.INTER_AREA)
    spaces, names = list(GRID.spaces.values()), GRID.names
    seen = see_signs(small, GRID, ())
    unlike = teach("", seen, {}, free=spaces, names=names, looks=Looks("signs")).unlike
    classify = partial(classify_signs, GRID, unlike, (), printed={}, ruins=())
    shown: dict[Space, str] = {}
    while ask := (classified := classify(shown)).ask:
        shown |= {Space(at): truth[at] for at in ask}
    assert classified.symbols == list(truth)
    assert len(shown) <= 8


def test_reads_a_board_when_every_prompt_is_answered() -> None:
    outcomes = [judge(valley(seed, "normal"), seed) for seed in VALLEY_SEEDS]
    assert [outcome.wrong for outcome in outcomes] == [0] * len(VALLEY_SEEDS)
    assert [outcome.missed for outcome in outcomes] == [0] * len(VALLEY_SEEDS)


def test_asks_nothing_about_mountains_and_wasteland(client: FlaskClient) -> None:
    shown = sheet()
    parts = form(shown.data, map="B", corners=shown.corners)
    answer = client.post(MAPS, data=parts).get_json()
    assert msgspec.convert(answer, PhotoRead).rows is None
    filled = {"B9", "C4", "H6", "I10", "J3", "D6", "E5", "E6", "F5", "F6", "F7", "G6"}
    assert not filled & set(answer["ask"])
    assert {space["space"] for space in answer["spaces"] if space["symbol"] == "."} == filled
    assert set(answer["ask"]) <= {space["space"] for space in answer["spaces"] if space["review"]}


def test_accepts_a_print_as_rows(client: FlaskClient) -> None:
    shown = sheet()
    rows = ["^" + "." * 10] + ["." * 11] * 10
    said = [{"space": "A2", "symbol": "."}]
    parts = form(shown.data, map=rows, corners=shown.corners, samples=said)
    answer = client.post(MAPS, data=parts).get_json()
    assert len(answer["rows"]) == 11
    assert not {"A1", "A2"} & set(answer["ask"])


def test_reports_all_faults_of_a_map(client: FlaskClient) -> None:
    samples = [
        {"space": "A1", "symbol": "F"},
        {"space": "A1", "symbol": "^"},
        {"space": "L1", "symbol": "F"},
    ]
    answer = client.post(MAPS, data=form(b"x", map="Z", samples=samples)).get_json()
    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [
        ("/map", "unknown_map"),
        ("/samples/1/symbol", "unknown_value"),
        ("/samples/2/space", "unknown_space"),
    ]
    samples = [{"space": "A1", "symbol": "F"}] * 2
    answer = client.post(MAPS, data=form(b"x", map="A", samples=samples)).get_json()
    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [
        ("/samples/1/space", "sampled_twice")
    ]
    answer = client.post(MAPS, data=form(b"x", map="[")).get_json()
    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [
        ("/map", "bad_json")
    ]


def test_reads_terrain_and_crops(client: FlaskClient) -> None:
    shown = board()
    names = GRIDS[shown.board].names
    layers = zip(names, "".join(shown.terrain), "".join(shown.crops), strict=True)
    truth = {name: {"space": name, "terrain": t, "crop": k} for name, t, k in layers}
    samples: list[dict[str, str]] = []
    while True:
        parts = form(shown.data, board=shown.board.value, corners=shown.corners, samples=samples)
        answer = client.post(VALLEYS, data=parts).get_json()
        assert msgspec.convert(answer, LandPhotoRead)
        if not answer["ask"]:
            break
        samples += [truth[space] for space in answer["ask"]]
    assert answer["terrain"] == list(shown.terrain)
    assert answer["crops"] == list(shown.crops)
    assert answer["unlawful"] == []


def test_reports_faults_of_samples(client: FlaskClient) -> None:
    def refused(samples: list[dict[str, str]]) -> list[tuple[str, str]]:
        answer = client.post(VALLEYS, data=form(b"x", board="short", samples=samples)).get_json()
        return [(error["pointer"], error["code"]) for error in answer["errors"]]

    samples = [{"space": name, "terrain": "M", "crop": "."} for name in ("A1", "F1", "A1")]
    assert refused(samples) == [
        ("/samples/1/space", "unknown_space"),
        ("/samples/2/space", "sampled_twice"),
    ]
    assert refused([*samples, {**samples[0], "crop": "6"}]) == [
        ("/samples/3/crop", "unknown_value")
    ]


@pytest.mark.parametrize(
    ("terrain", "crops", "concerned"),
    [
        (["MMS..", "S....", ".....", ".....", "....."], None, set()),
        (["MMMMM", "M....", ".....", ".....", "....."], None, {"A1", "B1", "C1", "D1", "E1", "A2"}),
        (["MS...", ".....", ".....", ".....", "....."], ["44...", *["....."] * 4], {"A1", "B1"}),
        (["....."] * 5, ["..3..", *["....."] * 4], {"C1"}),
    ],
)
def test_asks_about_boards_that_break_a_law(
    terrain: list[str], crops: list[str] | None, concerned: set[str]
) -> None:
    laid = Land.from_rows(BoardName.SHORT, terrain, crops)
    assert set(laid.grid.name_all(unlawful_spaces(laid))) == concerned


def test_asks_about_more_tiles_than_the_box_has() -> None:
    rows = ["MS" * 4 + "M", "SG" * 4 + "S"] * 2 + ["MS" * 4 + "M"]
    laid = Land.from_rows(BoardName.LONG, rows)
    assert laid.terrain[1] & unlawful_spaces(laid) == laid.terrain[1]


def test_asks_about_unnamed_spaces_that_break_a_law() -> None:
    names = GRIDS[BoardName.SHORT].names
    read = tuple(SpaceReading(name, "..", None, 0.9, review=False) for name in names)
    rows = (("SS...", *["....."] * 4), ("33...", *["....."] * 4))
    corner = (0.0, 0.0)
    broken = Reading(rows, read, (), (), (corner,) * 4, proposed=True, review_corners=False)
    asked, unlawful = mark_unlawful(broken, BoardName.SHORT, {"A1": "S3"})
    assert (asked.ask, unlawful) == (("B1",), ["A1", "B1"])
    assert [space.space for space in asked.spaces if space.review] == ["B1"]
    named_reading, _ = mark_unlawful(broken, BoardName.SHORT, {"A1": "S3", "B1": "S3"})
    assert named_reading.ask == ()


def test_asks_about_every_cluster_without_a_name() -> None:
    place = np.array([0.0, 0.1, 0.2, 5.0, 5.1, 9.0])
    unlike = np.abs(place[:, None] - place)
    assert find_clusters(unlike, 1.0, {}) == [[0, 1, 2], [3, 4], [5]]
    named = {0: "a", 2: "b"}
    clusters = find_clusters(unlike, 1.0, named)
    assert clusters == [[0, 1], [3, 4], [2], [5]]
    asked, marked = spaces_to_ask(unlike, clusters, named, {1: 0.2})
    assert asked == [3, 5]
    assert marked == {1, 3, 4, 5}
    everything = {0: "a", 2: "b", 3: "c", 5: "d"}
    clusters = find_clusters(unlike, 1.0, everything)
    assert spaces_to_ask(unlike, clusters, everything, {1: 0.2, 4: 0.1}) == ([1, 4], {1, 4})
    assert spaces_to_ask(unlike, clusters, everything, {}) == ([], set())


@pytest.mark.parametrize(
    ("strays", "others", "asked"),
    [(1, 3.0, 0), (2, 3.0, 0), (5, 3.0, 1), (1, 0.4, 1)],
    ids=["one", "a few", "so many that they may be a kind", "another kind near"],
)
def test_does_not_ask_about_a_few_clear_signs(strays: int, others: float, asked: int) -> None:
    place = np.array([0.0] * 6 + [0.17] * strays + [others] * (10 - strays))
    unlike = np.abs(place[:, None] - place)
    classify = partial(classify_signs, Grid(4, 4), unlike, (), printed={}, ruins=())
    # First it asks about one sign of each of two clearly different kinds.
    assert len(classify({}).ask) == 2
    classified = classify({Space(0): "F", Space(15): "V"})
    assert len(classified.ask) == asked
    assert {classified.symbols[6 + stray] for stray in range(strays)} == {"F"}
    assert classified.marked == (set(range(6, 6 + strays)) if asked else set())


def test_generated_photographs_are_reproducible() -> None:
    again = draw_sheet(MAP_SEEDS[0])
    assert (again.data, again.rows) == (sheet().data, sheet().rows)
    assert len(again.corners) == 4
    assert len("".join(again.rows)) == len(GRID.names)
