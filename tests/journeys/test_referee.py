"""Legality checks and disputes on Misterra's page."""

import copy
from typing import Any

import requests
from playwright.sync_api import Locator, expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import TABLE, Sheet

LAGOON_JUNGLE = ("lagoon", "jungle")


def at_the_referee(visit: Visit) -> Sheet:
    sheet = visit(PHONE, TABLE)
    sheet.page.get_by_role("tab", name="Referee").tap()
    return sheet


def take_card(sheet: Sheet, card: tuple[str, str]) -> None:
    for half, terrain in zip(("First half", "Second half"), card, strict=True):
        group = sheet.page.locator(".question").get_by_role("group", name=half).first
        group.get_by_role("button", name=terrain).click()


def marked(board: Locator, mark: str) -> set[str | None]:
    spaces = board.locator(f".is-{mark}")
    return {spaces.nth(at).get_attribute("data-space") for at in range(spaces.count())}


def judges_a_move_rule_by_rule_and_plays_it(phone: Sheet, server: str) -> None:
    move: dict[str, Any] = {
        "path": ["D3"],
        "sketch": list(LAGOON_JUNGLE),
        "action": {"type": "map", "spaces": ["D3", "D4"]},
    }
    body = {"snapshot": TABLE, "player": "Cassandra", "move": move}
    verdict = requests.post(f"{server}/v3/misterra/legality-checks", json=body, timeout=60).json()

    phone.tap(phone.space(phone.island, "D3"))
    take_card(phone, LAGOON_JUNGLE)
    for space in ("D3", "D4"):
        phone.tap(phone.space(phone.parchment("Cassandra"), space))
    expect(phone.page.locator(".check .line-title")).to_have_text(
        [check["explanation"] for check in verdict["checks"]]
    )
    expect(phone.page.locator(".check.passed")).to_have_count(
        sum(check["status"] == "passed" for check in verdict["checks"])
    )
    expect(phone.page.locator(".stamp-word")).to_have_text("Within the rules")
    assert marked(phone.island, "seen") == {"D1", "D2", "B3", "C3", "D3", "E3", "D4", "D5"}

    phone.page.get_by_role("button", name="Play it in the game").tap()
    played = phone.kept()
    after = verdict["after"]
    assert (played["island"], played["players"]) == (after["island"], after["players"])
    phone.page.get_by_role("button", name="Undo").tap()
    assert phone.kept() == TABLE


def marks_and_highlights_broken_rules(phone: Sheet) -> None:
    for space in ("C2", "C1"):
        phone.tap(phone.space(phone.island, space))
    failed = phone.page.locator(".check.failed")
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text("C2")
    expect(phone.page.locator(".stamp-word")).to_have_text("Not within the rules")
    expect(phone.page.get_by_role("button", name="Play it in the game")).to_have_count(0)
    failed.get_by_role("button").tap()
    expect(phone.island.locator(".is-lit").first).to_be_visible()
    expect(failed.locator(".law")).to_contain_text("A move is one step.")


def marks_legal_spaces_of_the_meeple(phone: Sheet, server: str) -> None:
    body = {"snapshot": TABLE, "player": "Cassandra"}
    reach = requests.post(f"{server}/v3/misterra/legal-actions", json=body, timeout=60).json()
    expect(phone.island.locator(".is-reach")).to_have_count(len(reach["moves"]))
    assert marked(phone.island, "reach") == {one["meeple"] for one in reach["moves"]}


def a_tap_on_a_dot_goes_there_by_a_shortest_path(phone: Sheet, server: str) -> None:
    body = {"snapshot": TABLE, "player": "Elliott"}
    reach = requests.post(f"{server}/v3/misterra/legal-actions", json=body, timeout=60).json()
    phone.tap(phone.page.get_by_role("group", name="Who?").get_by_role("button", name="Elliott"))
    verdict, again = (
        phone.page.locator(".verdict-word"),
        phone.page.get_by_role("button", name="Stay"),
    )
    steps = phone.island.locator(".steps")
    far = [one for one in reach["moves"] if len(one["move"]["path"]) != 1]
    assert {len(one["move"]["path"]) for one in far} > {0, 2}
    for entry in far:
        expect(phone.island.locator(".is-reach")).to_have_count(len(reach["moves"]))
        phone.tap(phone.space(phone.island, entry["meeple"]))
        expect(steps).to_have_count(len(entry["move"]["path"]))
        if entry["move"]["path"]:
            expect(verdict).to_contain_text("Within the rules")
            phone.tap(again)
    # From the end of a path each tap is one step, as it was taken at the table.
    for space in ("E3", "C1"):
        phone.tap(phone.space(phone.island, space))
    expect(verdict).to_contain_text("Not within the rules")


def checks_the_display(phone: Sheet) -> None:
    phone.page.get_by_text("Open sketch cards").tap()
    panel = phone.page.locator("details").filter(has_text="Open sketch cards")
    for half in ("First half", "Second half"):
        panel.get_by_role("group", name=half).get_by_role("button", name="steppe").tap()
    expect(panel.locator(".display button")).to_have_count(1)
    assert phone.kept()["display"] == [["steppe", "steppe"]]
    take_card(phone, LAGOON_JUNGLE)
    phone.page.get_by_role("button", name="Neither").tap()
    expect(phone.page.locator(".check.failed")).to_contain_text("lagoon-jungle")


def a_reload_keeps_the_entered_half_day(phone: Sheet) -> None:
    phone.tap(phone.space(phone.island, "D3"))
    expect(phone.page.locator(".verdict-word")).to_be_visible()
    phone.page.reload()
    expect(phone.island.locator(".steps")).to_have_text("1")
    expect(phone.page.locator(".verdict-word")).to_be_visible()


def explains_a_possible_dispute(desk: Sheet) -> None:
    desk.page.get_by_role("tab", name="Dispute").click()
    desk.page.get_by_role("button", name="After", exact=True).click()
    desk.choose("Meeple of Cassandra")
    desk.space(desk.island, "D3").click()
    desk.page.get_by_role("button", name="Could this have happened?").click()
    expect(desk.page.locator(".stamp-word")).to_have_text("Yes, it could")
    first = desk.page.locator(".accounts > li").first
    expect(first).to_contain_text("moves D3")
    first.get_by_role("button").click()
    expect(desk.island.locator(".is-lit")).to_have_count(1)
    assert marked(desk.island, "lit") == {"D3"}
    assert desk.kept() == TABLE


def explains_an_impossible_dispute(desk: Sheet) -> None:
    desk.page.get_by_role("tab", name="Dispute").click()
    desk.page.get_by_role("button", name="After", exact=True).click()
    desk.choose("steppe")
    desk.space(desk.island, "A1").click()
    expect(desk.island.locator(".is-different")).to_have_count(1)
    desk.page.get_by_role("button", name="Could this have happened?").click()
    expect(desk.page.locator(".stamp-word")).to_have_text("No, it could not")
    expect(desk.page.locator(".side .differences")).to_contain_text("A1")


def reports_an_impossible_table_in_a_dispute(desk: Sheet) -> None:
    broken = copy.deepcopy(TABLE)
    broken["players"][0]["claims"] = ["B1"]
    desk = Sheet.open(desk.page, broken)
    desk.page.get_by_role("tab", name="Dispute").click()
    desk.page.get_by_role("button", name="Could this have happened?").click()
    expect(desk.page.locator(".side .troubles li")).to_have_text(
        [
            f"B1 {when}: Cassandra\u2019s marker is on a space without a confirmed tile."
            for when in ("Before", "After")
        ]
    )


def in_sight(locator: Locator) -> bool:
    """Whether the centre of an element is not covered."""
    return bool(
        locator.evaluate("""element => {
            const {x, y, width, height} = element.getBoundingClientRect();
            const met = document.elementFromPoint(x + width / 2, y + height / 2);
            return met !== null && element.contains(met);
        }""")
    )


def inputs_follow_the_order_of_a_half_day(phone: Sheet) -> None:
    headings = phone.page.locator(".inquiry :is(h2, h3)").all_inner_texts()
    order = ["Who?", "From where?", "Which card?", "Where to?", "What then?", "Verdict"]
    assert [words for text in headings for words in order if text.endswith(words)] == order


def the_dock_does_not_cover_the_verdict(phone: Sheet) -> None:
    phone.tap(phone.space(phone.island, "D3"))
    brief = phone.page.locator(".verdict-word")
    expect(brief).to_contain_text("Within the rules")
    assert in_sight(brief)
    phone.tap(brief)
    expect(phone.page.locator(".stamp-word")).to_be_in_viewport()
    assert in_sight(phone.page.locator(".stamp-word"))

    phone.page.get_by_role("tab", name="Dispute").tap()
    phone.tap(phone.page.get_by_role("button", name="Could this have happened?"))
    word = phone.page.locator(".stamp-word")
    expect(word).to_be_in_viewport()
    assert in_sight(word)


def shows_a_broken_rule_and_its_spaces_together(visit: Visit, size: tuple[int, int]) -> None:
    viewport = dict(zip(("width", "height"), size, strict=True))
    phone = visit({**PHONE, "viewport": viewport}, TABLE)
    phone.page.get_by_role("tab", name="Referee").tap()
    brief = phone.page.locator(".brief")
    expect(brief).to_have_text(
        "Tap where the meeple goes, step by step or at once, or choose what it does."
    )
    for space in ("C2", "C1"):
        phone.tap(phone.space(phone.island, space))
    first = phone.page.locator(".check").first
    expect(first).to_have_class("check failed")
    phone.tap(first.get_by_role("button"))
    lit = phone.island.locator(".is-lit")
    expect(lit).to_have_attribute("data-space", "C1")
    expect(lit).to_be_in_viewport(ratio=1)
    assert in_sight(lit)
    assert in_sight(first.locator(".line-title"))
    assert in_sight(brief)


def a_card_that_is_mapped_nowhere_is_not_played(phone: Sheet) -> None:
    play = phone.page.get_by_role("button", name="Play it in the game")
    phone.tap(phone.space(phone.island, "D3"))
    expect(phone.page.locator(".brief")).to_contain_text("Then choose the card")
    expect(play).to_have_count(0)
    phone.page.get_by_role("button", name="Neither").tap()
    expect(play.last).to_be_visible()


def says_what_is_copied_into_a_dispute(phone: Sheet) -> None:
    phone.page.get_by_role("tab", name="Dispute").tap()
    label = "Use the score sheet as the game before"
    expect(phone.page.get_by_role("button", name=label)).to_be_visible()


def reviews_the_half_days_that_were_played(phone: Sheet, server: str) -> None:
    card = list(LAGOON_JUNGLE)
    moves: list[dict[str, Any]] = [
        {"path": ["E3"], "sketch": card, "action": {"type": "discard"}},
        {"sketch": card, "action": {"type": "discard"}},
    ]
    record = {"snapshot": TABLE, "turns": [{"player": "Elliott", "moves": moves}]}
    body = {"record": record}
    review = requests.post(f"{server}/v3/misterra/reviews", json=body, timeout=60).json()
    assert review["moments"] == [0, 1]

    whose = phone.page.get_by_role("group", name="Who?")
    play = phone.page.get_by_role("button", name="Play it in the game")
    phone.tap(whose.get_by_role("button", name="Elliott"))
    phone.tap(phone.space(phone.island, "E3"))
    for _ in moves:
        take_card(phone, LAGOON_JUNGLE)
        phone.page.get_by_role("button", name="Neither").tap()
        play.tap()
        expect(play).to_have_count(0)

    # The record outlives a reload.
    phone.page.reload()
    phone.page.get_by_role("tab", name="Score").tap()
    phone.go("Result")
    replayed = phone.page.get_by_role("region", name="Record of the game")
    replayed.get_by_role("button", name="Replay the record").tap()
    expect(replayed.locator(".verdict.legal")).to_contain_text("keeps to the rules")
    expect(replayed.locator("h3")).to_have_text(["1. Elliott"])
    expect(replayed.locator(".replay li")).to_have_count(2)
    phone.page.get_by_role("button", name="Review the game").tap()
    reviewed = phone.page.locator(".review")
    expect(reviewed.locator(".curve circle")).to_have_count(len(review["moments"]))
    # The sign distinguishes a gain from a total, and the words say that it is no score.
    gain = sum(turn["value"] for turn in review["turns"])
    signed = f"{gain:+}".replace("-", "\N{MINUS SIGN}") if gain else "0"
    expect(reviewed.locator(".curve-names b").last).to_have_text(signed)
    expect(reviewed).to_contain_text("This is not the score")
    expect(reviewed.locator(".moments .line-reason")).to_have_text(
        [review["turns"][at]["explanation"] for at in review["moments"]]
    )
    reviewed.locator(".moments button").first.tap()
    best = review["turns"][0]["best"]["move"]["action"]
    lit = reviewed.locator("figure").last.locator(".stamp .is-lit")
    expect(lit).to_have_count({"map": 2, "claim": 1}[best["type"]])


def brings_the_island_into_sight_to_place_the_meeple(phone: Sheet) -> None:
    corner = phone.space(phone.island, "A5")
    expect(corner).not_to_be_in_viewport()
    phone.tap(phone.page.get_by_role("button", name="It stands elsewhere"))
    expect(corner).to_be_in_viewport()
    assert in_sight(corner)


def test_a_half_day_is_judged_and_played_on_a_phone(visit: Visit, server: str) -> None:
    judges_a_move_rule_by_rule_and_plays_it(at_the_referee(visit), server)
    marks_and_highlights_broken_rules(at_the_referee(visit))
    marks_legal_spaces_of_the_meeple(at_the_referee(visit), server)
    a_tap_on_a_dot_goes_there_by_a_shortest_path(at_the_referee(visit), server)
    checks_the_display(at_the_referee(visit))
    a_reload_keeps_the_entered_half_day(at_the_referee(visit))
    a_card_that_is_mapped_nowhere_is_not_played(at_the_referee(visit))


def test_what_the_referee_says_is_in_sight(visit: Visit) -> None:
    inputs_follow_the_order_of_a_half_day(at_the_referee(visit))
    the_dock_does_not_cover_the_verdict(at_the_referee(visit))
    for size in ((360, 740), (740, 360)):
        shows_a_broken_rule_and_its_spaces_together(visit, size)
    brings_the_island_into_sight_to_place_the_meeple(at_the_referee(visit))
    says_what_is_copied_into_a_dispute(at_the_referee(visit))


def test_disputes_are_explained_and_half_days_reviewed(visit: Visit, server: str) -> None:
    explains_a_possible_dispute(visit(DESK, TABLE))
    explains_an_impossible_dispute(visit(DESK, TABLE))
    reports_an_impossible_table_in_a_dispute(visit(DESK, TABLE))
    reviews_the_half_days_that_were_played(at_the_referee(visit), server)
