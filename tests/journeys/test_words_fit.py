"""On the narrowest phone every button holds its words, in every language."""

from typing import Any

import pytest

from journeys.conftest import PHONE, Visit

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}
LANGUAGES = ("de", "fr", "nl", "en")
GAMES = ("misterra", "cartographers", "tiwanaku", "treasure-hunt", "puzzle")
OVERFULL = """() => [...document.querySelectorAll("button, select, label, summary")]
    .filter(one => one.checkVisibility() && one.closest(".way, .sr") === null)
    .filter(one => one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).display !== "inline"
        || one.getBoundingClientRect().right > innerWidth + 1)
    .map(one => one.innerText || one.getAttribute("aria-label"))"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_button_holds_its_words(visit: Visit, game: str, language: str) -> None:
    phone = visit({**NARROW, "locale": language}, path=f"/{game}/")
    for dialog in phone.page.locator("dialog[open] .main").all():
        dialog.click()
    example = phone.page.locator(".example")
    if example.count():
        phone.tap(example.first)
    stops = phone.page.locator(".stop")
    for at in range(stops.count()):
        stops.nth(at).evaluate("stop => stop.click()")
        assert phone.page.evaluate(OVERFULL) == [], (language, stops.nth(at).inner_text())
