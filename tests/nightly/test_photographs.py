"""Photographs of whole games and of copies that are known: taps, and spaces read wrongly."""

from pathlib import Path

import pytest

from journeys import test_looks as looks
from journeys import test_photo as photo
from journeys import test_photo_games as photo_games
from journeys import test_several_boards as several_boards
from journeys import test_treasure_hunt_board as treasure_hunt_board
from journeys.conftest import PHONE, Visit
from journeys.sheet import TABLE
from journeys.test_several_boards import UNMAPPED
from photo import real_boards
from photo.evaluate import UNSEEN

COPIES = range(UNSEEN, UNSEEN + 12)
FEWEST_FOR_ONE_ERROR = 1_500


def test_hardly_a_space_of_painted_copies_is_wrong_and_not_marked(tmp_path: Path) -> None:
    real_boards.paint_copies(tmp_path, COPIES, "normal")
    boards = real_boards.boards_of(tmp_path)
    ways = ("one", "looks of 1 photograph", "looks of 3 photographs")
    tasks = [task for way in ways for task in real_boards.tasks_of(boards, way, "", quick=True)]
    outcomes = [real_boards.judge(task) for task in tasks]
    spaces = sum(outcome.spaces for outcome in outcomes)
    assert spaces == 7_200
    assert sum(outcome.unseen for outcome in outcomes) * FEWEST_FOR_ONE_ERROR <= spaces


def test_a_game_of_two_takes_at_most_thirty_five_taps(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo.a_game_of_two_takes_at_most_thirty_five_taps(visit, tmp_path, monkeypatch)


def test_a_parchment_is_read_and_turned_by_hand(visit: Visit, tmp_path: Path) -> None:
    photo.reads_a_board(visit(PHONE, TABLE), "parchment", 3, tmp_path)
    photo.turns_a_board(visit(PHONE, TABLE), tmp_path, "turned by hand")


def test_the_fourth_island_of_a_copy_takes_at_most_three_taps(visit: Visit, tmp_path: Path) -> None:
    looks.the_fourth_island_of_a_copy_takes_at_most_three_taps(visit, tmp_path)


def test_a_game_of_two_of_a_known_copy_takes_at_most_twenty_taps(
    visit: Visit, server: str, tmp_path: Path
) -> None:
    looks.a_game_of_two_of_a_known_copy_takes_at_most_twenty_taps(visit, server, tmp_path)


def test_a_copy_unlearns_what_was_wrong_and_nothing_from_another(
    visit: Visit, tmp_path: Path
) -> None:
    looks.another_copy_is_noticed_and_teaches_nothing(visit, tmp_path)
    looks.naming_a_space_read_wrongly_unlearns_it(visit, tmp_path)


def test_looks_of_an_older_form_are_kept_until_the_copy_is_learnt_anew(
    visit: Visit, server: str, tmp_path: Path
) -> None:
    looks.looks_of_an_older_form_are_kept_until_the_copy_is_learnt_anew(visit, server, tmp_path)


def test_a_player_whose_signs_are_known_is_asked_about_less(visit: Visit, tmp_path: Path) -> None:
    photo_games.a_player_whose_signs_are_known_is_asked_about_less(visit, tmp_path)


def test_disputes_are_judged_from_two_photographs(visit: Visit, tmp_path: Path) -> None:
    photo_games.a_dispute_is_judged_from_two_photographs(visit, tmp_path)
    several_boards.a_dispute_is_judged_from_two_photographs(visit(PHONE, UNMAPPED), tmp_path)


def test_other_sides_and_boards_are_detected(visit: Visit, tmp_path: Path) -> None:
    photo_games.offers_only_sides_with_a_known_print(visit, tmp_path)
    for board in ("short", "long"):
        photo_games.detects_the_other_board(visit, tmp_path, board)
    photo_games.accepts_a_part_of_a_board(visit, tmp_path)


def test_one_photograph_fills_the_maps_of_two_players(visit: Visit, tmp_path: Path) -> None:
    several_boards.one_photograph_fills_the_maps_of_two_players(visit, tmp_path)


def test_segments_are_read_off_photographs(visit: Visit, tmp_path: Path) -> None:
    treasure_hunt_board.reads_segments_off_photographs(visit, tmp_path)
