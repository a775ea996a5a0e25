"""Several boards on one photograph, and boards of oblong spaces."""

from functools import cache
from io import BytesIO

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from photo.tables import Found, Table, judge, misterra, sheets
from theodolite.grid import Grid
from theodolite.photo import Photograph, decode, read_board
from theodolite.photo.corners import Proposal, find_boards

SEED = 3_000_000
"""Tables that are no part of the published figures."""
ON_A_SMOOTH_TABLE = 9_300_003
"""One whose colour hardly changes from the edges of the picture to the maps."""


@cache
def table() -> Table:
    return misterra(SEED)


def test_finds_an_island_and_two_parchments() -> None:
    assert judge(table()) == Found(boards=3, found=3, amiss=0, first=True)


@pytest.mark.parametrize("seed", [SEED, ON_A_SMOOTH_TABLE])
def test_finds_two_maps_side_by_side(seed: int) -> None:
    assert judge(sheets(seed)) == Found(boards=2, found=2, amiss=0, first=True)


def test_corners_of_a_board_choose_it() -> None:
    photograph = decode(table().data)
    reading = read_board(photograph)
    assert reading.corners == reading.boards[0].corners
    confidences = [board.confidence for board in reading.boards]
    assert confidences == sorted(confidences, reverse=True)
    assert all(0 <= confidence <= 1 for confidence in confidences)
    other = read_board(photograph, corners=reading.boards[1].corners)
    assert (other.corners, other.boards) == (reading.boards[1].corners, ())


def test_offers_all_boards(client: FlaskClient) -> None:
    form = {"photo": (BytesIO(table().data), "table.jpg"), "board": "island"}
    answer = client.post("/v3/misterra/photos", data=form).get_json()
    assert len(answer["boards"]) == 3
    assert answer["boards"][0]["corners"] == answer["corners"]


def test_a_picture_without_a_board_has_none() -> None:
    plain = Photograph(np.full((900, 1200, 3), 128, np.uint8), 1200, 900)
    assert read_board(plain).boards == ()


@pytest.mark.parametrize("aspect", [0.82, 0.92, 1.0, 1.1, 1.2])
def test_finds_oblong_spaces(aspect: float) -> None:
    """Nine by nine spaces of thin lines, as a newspaper prints them, seen at an angle."""
    side, rim = 60, 100
    wide, high = round(9 * side * aspect), 9 * side
    paper = np.full((high + 2 * rim, wide + 2 * rim, 3), 225, np.uint8)
    for k in range(10):
        thick = 5 if k % 3 == 0 else 2
        x, y = rim + round(k * side * aspect), rim + k * side
        cv2.line(paper, (x, rim), (x, rim + high), (40, 40, 40), thick, cv2.LINE_AA)
        cv2.line(paper, (rim, y), (rim + wide, y), (40, 40, 40), thick, cv2.LINE_AA)
    tall, broad = paper.shape[:2]
    outline = np.array([(0, 0), (broad, 0), (broad, tall), (0, tall)], np.float32)
    seen = np.array([(170, 80), (880, 110), (840, 700), (130, 660)], np.float32)
    matrix = cv2.getPerspectiveTransform(outline, seen)
    pixels = cv2.warpPerspective(paper, matrix, (1000, 750), borderValue=(70, 60, 50))
    inner = np.array(((0, 0), (wide, 0), (wide, high), (0, high)), np.float64) + rim
    true = cv2.perspectiveTransform(inner[None], matrix)[0]
    found = find_boards(pixels, Grid(9, 9))[0]
    assert not found.doubtful
    assert np.linalg.norm(found.corners - true, axis=1).max() < 0.15 * side


@pytest.mark.parametrize(
    ("support", "rim", "astray", "doubtful"),
    [
        (0.5, 0.0, 0.02, False),
        (0.4, 0.5, 0.005, False),
        (0.4, 0.2, 0.005, True),
        (0.4, 0.5, 0.012, True),
        (0.3, 0.6, 0.0, True),
    ],
    ids=["plain", "thin lines", "no rim", "lines amiss", "hardly any lines"],
)
def test_thin_lines_do_if_they_are_straight_and_the_rim_is_plain(
    support: float, rim: float, astray: float, doubtful: bool
) -> None:
    proposal = Proposal(np.zeros((4, 2)), support, rim, astray, 0.0, 0.0, 1.0, elsewhere=False)
    assert proposal.doubtful is doubtful
    assert (proposal.confidence > 0.5) is not doubtful
    turned = Proposal(np.zeros((4, 2)), support, rim, astray, 0.0, 0.0, 0.1, elsewhere=False)
    assert turned.doubtful
    assert turned.confidence <= 0.5
