"""The site without a server: each game with the connection cut."""

from pathlib import Path

from flask.testing import FlaskClient

from journeys import test_site as site
from journeys.conftest import OpenContext


def test_the_table_of_the_readme_is_scored(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    site.the_table_of_the_readme_is_scored_without_a_connection(open_context, folder, client)


def test_a_season_of_cartographers_is_drawn_and_ended(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    site.a_season_of_cartographers_is_drawn_and_ended_offline(open_context, folder, client)


def test_what_is_certain_in_tiwanaku_is_proved(
    open_context: OpenContext, folder: Path, client: FlaskClient
) -> None:
    site.what_is_certain_in_tiwanaku_is_proved_offline(open_context, folder, client)


def test_a_roll_of_treasure_hunt_is_followed(
    open_context: OpenContext, folder: Path, server: str
) -> None:
    site.a_roll_of_treasure_hunt_is_followed_offline(open_context, folder, server)
