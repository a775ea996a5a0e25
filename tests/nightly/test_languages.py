"""Every page in every language: it fits a phone and shows no raw key or other language."""

import pytest

from journeys import test_cartographers as cartographers
from journeys import test_every_game as every_game
from journeys import test_shell as shell
from journeys import test_tiwanaku as tiwanaku
from journeys import test_treasure_hunt as treasure_hunt
from journeys import test_treasure_hunt_round as treasure_hunt_round
from journeys import test_turn as turn
from journeys.conftest import Visit

each = pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])


@each
def test_misterra_is_in_the_language_of_the_browser(visit: Visit, language: str) -> None:
    shell.uses_the_language_of_the_browser(visit, language)


@each
def test_cartographers_fits_a_phone(visit: Visit, language: str) -> None:
    cartographers.uses_the_language_of_the_browser(visit, language)


@each
def test_tiwanaku_fits_a_phone(visit: Visit, language: str) -> None:
    for board in ("short", "long"):
        tiwanaku.fits_a_phone_in_every_language(visit, language, board)
    turn.fits_a_phone_in_every_language_without_axe_violations(visit, language)
    turn.shows_the_whole_board_beside_letters_twice_as_large(visit, language)


@each
def test_treasure_hunt_fits_a_phone(visit: Visit, language: str) -> None:
    treasure_hunt.fits_a_phone_in_every_language(visit, language)
    treasure_hunt.dice_have_room_for_text_of_twice_the_size(visit, language)
    treasure_hunt_round.cards_fit_a_phone_in_every_language(visit, language)


@each
def test_no_station_is_called_like_a_tab(visit: Visit, language: str) -> None:
    for played in every_game.GAMES:
        every_game.no_station_is_called_like_a_tab(visit, played, language)
