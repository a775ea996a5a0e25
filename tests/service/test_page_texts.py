"""Texts of the page: complete in every language, all used, and no raw key is shown."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

PAGE = Path(str(files("theodolite.web").joinpath("page")))
LANGUAGES = ("en", "nl", "fr", "de")
GAMES = ("misterra", "cartographers", "tiwanaku", "puzzle", "treasure_hunt")


def texts(language: str, *folders: str) -> dict[str, str]:
    loaded_texts: dict[str, str] = {}
    for folder in folders:
        loaded = json.loads((PAGE / folder / "texts" / f"{language}.json").read_text("utf-8"))
        assert not set(loaded_texts) & set(loaded)
        loaded_texts |= loaded
    return loaded_texts


def folders(page: str) -> tuple[str, ...]:
    """The folders whose texts a page shows: that of the puzzles shows Tiwanaku's too."""
    entry = json.loads((PAGE / page / "entry.json").read_text("utf-8"))
    return ("shell", *([entry["of"]] if "of" in entry else []), page)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(?:\w+ )?(\w+)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_language_has_every_text_and_placeholder(game: str, language: str) -> None:
    english, other = texts("en", *folders(game)), texts(language, *folders(game))
    assert set(other) == set(english)
    assert all(other.values())
    for key, text in other.items():
        # The singular may spell out the number: "1 point" beside "{n} points".
        optional = {"n"} if key.endswith(".one") else set()
        assert placeholders(text) - optional == placeholders(english[key]) - optional, key


@pytest.mark.parametrize("game", ["shell", *GAMES])
def test_french_texts_elide_before_names(game: str) -> None:
    """“de” and “que” stand in the blank of a name, as in `{de name}`: the page shortens them."""
    for key, text in texts("fr", game).items():
        assert not re.search(r"\b(de|que) \{(name|names|player|who|owner)\}", text), key


@pytest.mark.parametrize("game", GAMES)
def test_every_text_exists_and_is_used(game: str) -> None:
    scripts = [path for folder in folders(game) for path in (PAGE / folder).rglob("*.js")]
    source = "\n".join(path.read_text("utf-8") for path in scripts)
    known = set(texts("en", *folders(game)))
    stems = {re.sub(r"\.(one|other)$", "", key) for key in known}
    named = set(re.findall(r'\bt\(\s*"([\w.]+)"', source))
    assert named <= known | stems
    # Keys made of parts, such as t(`terrain.${name}`), begin with a literal.
    begun = ("dispute.take_", *re.findall(r'[`"]([a-z_]+\.(?:[a-z_]+\.)?)\$\{', source))
    quoted = set(re.findall(r'"([a-z_]+(?:\.[a-z_]+)*)"', source))
    left = {stem for stem in stems if stem not in quoted and not stem.startswith(begun)}
    assert left == set()


BANNED = {
    "en": (
        r"\bthrow|\bthrown\b|nothing of it|Forget it|Keep it so|Lay this board|as one likes"
        r"|yours to say|^How \{name\} stands|is asked of the board|by itself\.$|then it is there"
        r"|Only try how|\bknows no\b|being more faithful|cannot lie so|refuses to keep"
    ),
    "de": r"bezeichnet werden|\bkennt keine\b|Dieses Brett legen|^Dies$|behält nichts davon",
    "fr": r"connaît pas de|^Ce qu\u2019un toucher|^Ceci$|n\u2019en garde rien",
    "nl": r"\bkent geen\b|voordien|nadien|^Er$|^Juist$",
}
"""Phrases that nobody would say at a table."""
MEANT = {"ambush.Z"}
"""Texts of which a phrase is the plain meaning: a zombie spreads by itself."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_holds_a_banned_phrase(language: str) -> None:
    banned = re.compile(BANNED[language])
    found = {
        key: text
        for folder in ("shell", *GAMES)
        for key, text in texts(language, folder).items()
        if key not in MEANT and banned.search(text)
    }
    assert found == {}


FURNITURE = {"nl": r"\btafels?\b", "fr": r"\btables?\b", "de": r"\bTisch(e|es)?\b"}


@pytest.mark.parametrize("language", FURNITURE)
@pytest.mark.parametrize("game", GAMES)
def test_says_game_and_not_table(game: str, language: str) -> None:
    # "On the table" may describe where a game lies.
    loaded_texts = {
        key: text for key, text in texts(language, *folders(game)).items() if key != "home.which"
    }
    found = [key for key, text in loaded_texts.items() if re.search(FURNITURE[language], text)]
    assert found == []
