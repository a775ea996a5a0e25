"""Every language has every text, and the page shows no key, no code and no other language."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.conftest import DESK, PHONE, OpenContext
from page.sheet import TABLE, Sheet

PAGE = Path(str(files("theodolite.web").joinpath("page")))
LANGUAGES = ("en", "nl", "fr", "de")
GAMES = ("misterra", "cartographers", "tiwanaku", "treasure_hunt")


def texts(language: str, *rooms: str) -> dict[str, str]:
    said: dict[str, str] = {}
    for room in rooms:
        loaded = json.loads((PAGE / room / "texts" / f"{language}.json").read_text("utf-8"))
        assert not set(said) & set(loaded)
        said |= loaded
    return said


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(?:\w+ )?(\w+)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_every_text_with_the_same_blanks(game: str, language: str) -> None:
    english, other = texts("en", "shell", game), texts(language, "shell", game)
    assert set(other) == set(english)
    assert all(other.values())
    for key, text in other.items():
        # A single one may be written out: "1 point" beside "{n} points".
        optional = {"n"} if key.endswith(".one") else set()
        assert placeholders(text) - optional == placeholders(english[key]) - optional, key


@pytest.mark.parametrize("game", GAMES)
def test_every_text_a_script_names_exists_and_none_is_left_over(game: str) -> None:
    scripts = [path for room in ("shell", game) for path in (PAGE / room).rglob("*.js")]
    source = "\n".join(path.read_text("utf-8") for path in scripts)
    known = set(texts("en", "shell", game))
    stems = {re.sub(r"\.(one|other)$", "", key) for key in known}
    named = set(re.findall(r'\bt\(\s*"([\w.]+)"', source))
    assert named <= known | stems
    # Keys made of parts, such as t(`terrain.${name}`), begin with a literal.
    begun = ("dispute.take_", *re.findall(r'[`"]([a-z_]+\.(?:[a-z_]+\.)?)\$\{', source))
    quoted = set(re.findall(r'"([a-z_]+(?:\.[a-z_]+)*)"', source))
    left = {stem for stem in stems if stem not in quoted and not stem.startswith(begun)}
    assert left == set()


WORDS = {
    "en": "Cassandra wins by 37 points.",
    "nl": "Cassandra wint met 37 punten.",
    "fr": "Cassandra gagne de 37 points.",
    "de": "Cassandra gewinnt mit 37 Punkten Vorsprung.",
}
ENGLISH = re.compile(r"\b(spaces?|island|your|parchment|worth)\b")
KEY = re.compile(r"\b[a-z_]+\.[a-z_]+\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_browsers_language(open_context: OpenContext, language: str) -> None:
    context = open_context(**PHONE, service_workers="block", locale=language)
    phone = Sheet.open(context.new_page(), TABLE)
    page = phone.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator(".stop").last.tap()
    expect(page.locator(".leader")).to_have_text(WORDS[language])
    for at in range(page.locator(".score-line > button").count()):
        page.locator(".score-line > button").nth(at).tap()
        expect(page.locator(".law")).to_have_text(re.compile(r"\w{3}.* [pS]\. \d"))
    for place in (
        *(f".stop:nth-child({at})" for at in range(1, 8)),
        "#tab-referee",
        "#tab-dispute",
    ):
        page.locator(place).tap()
        shown = page.locator("body").inner_text()
        assert not KEY.search(shown), KEY.findall(shown)
        assert language == "en" or not ENGLISH.search(shown), ENGLISH.findall(shown)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_language_is_chosen_in_the_menu_and_remembered(desk: Sheet) -> None:
    desk.page.get_by_role("button", name="Menu").click()
    desk.page.get_by_role("dialog").get_by_label("Language").select_option("nl")
    expect(desk.page.get_by_role("dialog")).to_contain_text("Nieuw spel, zelfde spelers")
    desk.page.reload()
    expect(desk.page.locator("#tab-referee")).to_have_text("Arbiter")


FURNITURE = {"nl": r"\btafels?\b", "fr": r"\btables?\b", "de": r"\bTisch(e|es)?\b"}


@pytest.mark.parametrize("language", FURNITURE)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_no_piece_of_furniture(game: str, language: str) -> None:
    # "On the table" is where a game lies while somebody asks which one it is.
    said = {
        key: text for key, text in texts(language, "shell", game).items() if key != "home.which"
    }
    found = [key for key, text in said.items() if re.search(FURNITURE[language], text)]
    assert found == []


def test_french_elides_before_a_vowel(open_context: OpenContext) -> None:
    players = [{**TABLE["players"][0], "name": "Anna", "meeple": "C3"}, TABLE["players"][1]]
    context = open_context(**PHONE, service_workers="block", locale="fr-FR")
    phone = Sheet.open(context.new_page(), {**TABLE, "players": players})
    phone.page.locator("#tab-referee").tap()
    expect(phone.page.locator(".from")).to_have_text("Le meeple d\u2019Anna se tient en C3.")


@pytest.mark.parametrize(("locale", "date"), [("en-GB", "21 Nov 2026"), ("en-US", "Nov 21, 2026")])
def test_dates_are_written_as_people_do_where_they_live(
    open_context: OpenContext, locale: str, date: str
) -> None:
    context = open_context(**DESK, service_workers="block", locale=locale)
    desk = Sheet.open(context.new_page(), TABLE)
    desk.menu("Games on this device")
    expect(desk.page.locator(".game small").first).to_contain_text(date)
