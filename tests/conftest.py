"""Fixtures for all tests (the application in process, a real server), markers, and `--game`."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from service.serving import COMMAND, reserved_port, running
from theodolite.web.app import create_app

# No deadline: the time of one example depends on the load of the machine.
settings.register_profile("theodolite", deadline=None, derandomize=True)
# With `pytest --hypothesis-profile=thorough`.
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("theodolite")

TESTS = Path(__file__).parent

# The nightly tests need the extra `nightly`.
collect_ignore = [] if find_spec("schemathesis") else ["nightly"]

SLOW = (
    "bulk/test_misterra_totals.py",
    "journeys/",
    "photo/test_photos.py",
    "photo/test_reading.py",
    "photo/test_segments.py",
    "photo/test_several_boards.py",
    "properties/test_properties.py",
    "reference/test_agreement.py",
    "service/test_welcome.py",
    "test_documents.py::test_a_terminal_prints_what_the_tutorial_shows",
    "test_wheel.py",
    "tiwanaku/test_deductions.py",
    "tiwanaku/test_law_texts.py",
    "tiwanaku/test_scenarios.py",
    "tiwanaku/test_whole_games.py",
    "treasure_hunt/test_every_ruling.py",
    "treasure_hunt/test_ways.py",
)
"""Folders, files and tests that take more than ten seconds together."""

NIGHTLY = (
    "nightly/",
    "attacks/",
    "bulk/test_folders.py",
    "bulk/test_operations.py::test_each_row_equals_the_response_of_the_service[treasure_hunt-reviews]",
    "bulk/test_operations.py::test_no_rows_and_one_row[treasure_hunt-reviews]",
    "bulk/test_running.py",
    "cartographers/test_reviews.py::test_reviews_agree_with_a_plain_enumeration",
    "journeys/test_accidents.py::test_what_was_removed",
    "journeys/test_cartographers.py::test_a_season_of_cards_is_drawn_and_ended",
    "journeys/test_cartographers.py::test_a_table_is_chosen_explained_and_printed",
    "journeys/test_cartographers.py::test_heroes_ambushes_and_monsters_act",
    "journeys/test_cartographers.py::test_players_draw_the_same_card_each_on_their_map",
    "journeys/test_cartographers.py::test_what_was_drawn_is_replayed_disputed_reviewed_and_accessible",
    "journeys/test_entry.py::test_a_game_is_entered_by_touch",
    "journeys/test_everyone.py::test_misterra_is_accessible",
    "journeys/test_keep.py::test_full_stores",
    "journeys/test_keyboard.py",
    "journeys/test_late.py",
    "journeys/test_looks.py",
    "journeys/test_photo.py",
    "journeys/test_photo_games.py",
    "journeys/test_referee.py::test_disputes",
    "journeys/test_referee.py::test_what_the_referee_says",
    "journeys/test_score.py::test_other_rulings",
    "journeys/test_several_boards.py",
    "journeys/test_share.py::test_a_sheet",
    "journeys/test_site.py",
    "journeys/test_tiwanaku.py::test_the_page_says_why_a_board_is_wrong",
    "journeys/test_tiwanaku.py::test_what_is_certain_is_shown_with_its_reasons",
    "journeys/test_treasure_hunt.py::test_a_board_is_loaded_painted_and_shared",
    "journeys/test_treasure_hunt.py::test_pieces_are_checked_and_placed",
    "journeys/test_treasure_hunt.py::test_the_board_is_enlarged_and_moved_without_painting",
    "journeys/test_treasure_hunt.py::test_treasure_hunt",
    "journeys/test_treasure_hunt.py::test_ways_and_missions_are_those_of_the_service",
    "journeys/test_treasure_hunt.py::test_what_a_roll_does_not_allow_is_explained",
    "journeys/test_treasure_hunt_board.py",
    "journeys/test_treasure_hunt_round.py",
    "journeys/test_turn.py::test_a_turn",
    "ops/test_balancer.py",
    "ops/test_deployment.py",
    "photo/test_boards.py",
    "photo/test_evaluate.py",
    "photo/test_reading.py::test_asks_about_every_unnamed_kind",
    "photo/test_reading.py::test_asks_more_under_mixed_light",
    "photo/test_reading.py::test_distinguishes_hazy_kinds_where_the_mist_is_thin",
    "photo/test_reading.py::test_does_not_mistake_a_beach_or_a_cloth_for_the_board",
    "photo/test_reading.py::test_marks_corners",
    "photo/test_reading.py::test_reads_a_board_when_every_prompt_is_answered[drawn_board]",
    "photo/test_segments.py::test_a_segment_is_read_into_a_board_pack",
    "reference/test_cartographers_tables.py",
    "reference/test_misterra_tables.py",
    "sdk/test_live.py::test_a_worker_killed_under_load_loses_no_request",
    "sdk/test_sender.py::test_three_hundred_tasks",
    "service/test_ask.py::test_every_operation_has_the_answer_of_the_service[treasure_hunt.reviews]",
    "service/test_cli.py::test_prints_the_review_of_a_record[treasure_hunt]",
    "service/test_faults.py",
    "service/test_portable.py",
    "service/test_streams.py::test_a_broken_pipe_ends_quietly",
    "service/test_streams.py::test_a_full_disk_is_reported_in_a_line",
    "shared/test_approved.py::test_answers_are_as_approved[tiwanaku-deductions",
    "shared/test_conformance.py::test_case[HATC-13.37",
    "shared/test_conformance.py::test_case[TATC-20.07",
    "shared/test_conformance.py::test_every_game_is_held_to_its_own_cases",
    "shared/test_conformance.py::test_the_command_prints_the_statement_case_by_case",
    "test_documents.py::test_a_terminal_prints_what_the_tutorial_shows[archive]",
    "test_documents.py::test_a_terminal_prints_what_the_tutorial_shows[assistant]",
    "test_documents.py::test_a_terminal_prints_what_the_tutorial_shows[disputed-move]",
    "tiwanaku/test_against_enumeration.py",
    "tiwanaku/test_deductions.py::test_every_step_follows_by_its_law",
    "tiwanaku/test_deductions.py::test_every_step_follows_on_a_long_board",
    "tiwanaku/test_every_kind_of_board.py",
    "tiwanaku/test_scenarios.py::test_a_puzzle_has_the_wanted",
    "tiwanaku/test_scenarios.py::test_a_puzzle_needs_its_tier",
    "tiwanaku/test_scenarios.py::test_says_why_no_disc",
    "tiwanaku/test_scenarios.py::test_the_difficulty_of_a_disc_is_that_of_its_start",
    "treasure_hunt/test_cases.py::test_accounts_lead_to_the_later_table[HATC-13.37",
    "treasure_hunt/test_quickest_way.py::test_ways_agree_with_the_definition",
    "treasure_hunt/test_reviews.py::test_random_records",
    "treasure_hunt/test_reviews.py::test_reviews_tell_what_routes_tell",
    "treasure_hunt/test_reviews.py::test_values_are_those_of_a_plain_enumeration",
)
"""Folders, files and tests, by the beginning of their names, that nobody waits for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--game",
        action="append",
        metavar="PACKAGE",
        help="leave out tests whose parameter `game` is another one; may be repeated",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(TESTS).as_posix()
        if f"{path}::{item.name}".startswith(SLOW):
            item.add_marker("slow")
        if f"{path}::{item.name}".startswith(NIGHTLY):
            item.add_marker("nightly")
        if "browser" in getattr(item, "fixturenames", ()) or path == "nightly/test_firefox.py":
            item.add_marker("browser")
    if games := config.getoption("--game"):
        others = [item for item in items if _game(item) not in (None, *games)]
        items[:] = [item for item in items if item not in others]
        config.hook.pytest_deselected(items=others)


def _game(item: pytest.Item) -> str | None:
    """The package of the game with which a test is parametrized."""
    callspec = getattr(item, "callspec", None)
    game = callspec.params.get("game") if callspec else None
    return getattr(game, "id", game)


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app()


@pytest.fixture(scope="session")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def ask(client: FlaskClient) -> Callable[[str, Any], Any]:
    """Send a valid request to an operation of Maps of Misterra, and return the response."""

    def ask(operation: str, body: Any) -> Any:
        response = client.post(f"/v1/misterra/{operation}", json=body)
        assert response.status_code == 200, response.get_json()
        return response.get_json()

    return ask


@pytest.fixture(scope="session")
def command() -> Path:
    """The installed command `theodolite`."""
    return COMMAND


@pytest.fixture
def port() -> Iterator[int]:
    """A port that is reserved for the test; nothing listens on it."""
    with reserved_port() as port:
        yield port


@pytest.fixture(scope="session")
def server_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of the server."""
    return tmp_path_factory.mktemp("server") / "log"


@pytest.fixture(scope="session")
def server(server_log: Path) -> Iterator[str]:
    """The address of a real `theodolite serve`."""
    with running(server_log) as server:
        yield server.url
