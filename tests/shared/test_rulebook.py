"""Filling the templates of a rulebook with values."""

from collections.abc import Mapping
from enum import Enum

import pytest

from theodolite.rulebook import Portion, Rulebook
from theodolite.verdict import Word

TERMS: Mapping[str, Mapping[str, str]] = {
    "en": {"FOREST": "forest", "YES": "yes", "NO": "no", "AND": "and", "OR": "or"},
    "fr": {"FOREST": "forêt", "YES": "oui", "NO": "non", "AND": "et", "OR": "ou"},
}


class Terrain(Enum):
    FOREST = 1


@pytest.fixture
def rulebook(monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    def words(_: Rulebook, language: str, table: str) -> Mapping[str, str]:
        assert table == "terms"
        return TERMS[language]

    monkeypatch.setattr(Rulebook, "words", words)
    return Rulebook("theodolite.misterra")


@pytest.mark.parametrize(
    ("template", "value", "sentence"),
    [
        ("{it} wins.", "Ann", "Ann wins."),
        ("{it} points", 5, "5 points"),
        ("{it:+} points", -5, "-5 points"),
        ("{it:+} points", 5, "+5 points"),
        ("a {it} area", Terrain.FOREST, "a forest area"),
        ("ruins: {it}", True, "ruins: yes"),
        ("ruins: {it}", False, "ruins: no"),
        ("{it} {it:tile|tiles}", 0, "0 tiles"),
        ("{it} {it:tile|tiles}", 1, "1 tile"),
        ("{it} {it:tile|tiles}", 2, "2 tiles"),
        ("{it} {it:tile|tiles}", 1.5, "1.5 tiles"),
        ("{it} {it:tile|tiles}", -0.5, "-0.5 tiles"),
        ("{it:space|spaces} {it}", ["C3"], "space C3"),
        ("{it:space|spaces} {it}", ["C3", "C4"], "spaces C3, C4"),
        ("{it:and}", [], ""),
        ("{it:and}", ["C3"], "C3"),
        ("{it:and}", ["C3", "C4", "C5"], "C3, C4 and C5"),
        ("{it:or}", [Terrain.FOREST, 2], "forest or 2"),
        ("{it:→}", ["A1", "A2", "B2"], "A1 → A2 → B2"),
        ("{it:-}", ["A1", "A5"], "A1-A5"),
        ("{it:;}", ["A1", "A5"], "A1; A5"),
        ("{it}", [["A1", "A2"], ["C1"]], "A1, A2; C1"),
        ("{it:→}", [("A1", "A2"), ("A2", "A3")], "A1 → A2, A2 → A3"),
        ("{it:()}", [("Ann", "A2"), ("Ben", "A3")], "Ann (A2), Ben (A3)"),
        ("{it:;}", [Portion(4, ["A1", "B1"]), Portion(-2, ["C1"])], "A1, B1 → 4; C1 → -2"),
    ],
)
def test_formats_each_kind_of_value(
    rulebook: Rulebook, template: str, value: object, sentence: str
) -> None:
    assert rulebook.fill("en", template, {"it": value}) == sentence


def test_uses_words_and_singulars_of_the_language(rulebook: Rulebook) -> None:
    assert rulebook.fill("fr", "{n:case|cases}", {"n": 0}) == "case"
    assert rulebook.fill("fr", "{n} {n:case|cases}", {"n": 1.5}) == "1,5 case"
    assert rulebook.fill("fr", "{n:case|cases}", {"n": 2}) == "cases"
    assert rulebook.fill("fr", "{n:and}", {"n": [Terrain.FOREST, "A1"]}) == "forêt et A1"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ann", "La carte d'Ann, plus grande qu'Ann"),
        ("Élise", "La carte d'Élise, plus grande qu'Élise"),
        (["Otto", "Ann"], "La carte d'Otto et Ann, plus grande qu'Otto et Ann"),
        ("Bo", "La carte de Bo, plus grande que Bo"),
        ("A1", "La carte de A1, plus grande que A1"),
    ],
)
def test_elides_in_french(rulebook: Rulebook, name: object, sentence: str) -> None:
    template = "La carte de {name:and}, plus grande que {name:and}"
    template = template if isinstance(name, list) else template.replace(":and", "")
    assert rulebook.fill("fr", template, {"name": name}).replace("\u2019", "'") == sentence


def test_fills_and_joins_words_of_a_table() -> None:
    rulebook = Rulebook("theodolite.cartographers")
    row = Word("lines", "row", {"name": "C"})
    assert rulebook.fill("de", "{it}", {"it": row}) == "Zeile C"
    cards = [Word("cards", "treetower"), Word("cards", "greenbough")]
    assert rulebook.fill("de", "{it:and}", {"it": cards}) == "Düsterwald und Grünfläche"


def test_cites_a_rule_by_page_in_the_language() -> None:
    rulebook = Rulebook("theodolite.misterra")
    rule = "misterra.score.fidelity"
    assert rulebook.cite("en", rule) == {"rule": rule, "reference": "p. 6"}
    assert rulebook.cite("de", rule) == {"rule": rule, "reference": "S. 6"}


def test_cites_a_rule_by_section_without_pages() -> None:
    rule = "toy.score.hedge"
    assert Rulebook("toy").cite("en", rule) == {"rule": rule, "reference": "Who wins"}


def test_rules_may_be_grouped_in_areas() -> None:
    rules = Rulebook("theodolite.treasure_hunt").rules
    assert {"treasure_hunt.shoe", "treasure_hunt.turn.shoe"} <= rules.keys()
