"""Turns on Tiwanaku's page: input in the order of play, verdicts with rule and page."""

import json
import re
from typing import Any

import requests
from playwright.sync_api import expect

from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import Sheet
from journeys.test_everyone import serious
from journeys.test_referee import in_sight
from journeys.test_tiwanaku import ask, disc, lit, opened

TABLE: dict[str, Any] = {
    "board": "short",
    "terrain": ["MMS..", "SGRS.", ".GRS.", ".G..M", "..R.M"],
    "crops": ["1....", ".4...", "..5..", "....2", "....5"],
    "tiles": {"mud": 7, "sand": 9, "grass": 4, "rock": 5},
    "start": ["A1", "B2", "C3", "E4", "E5"],
    "players": [
        {
            "name": "Ana",
            "meeples": ["B1", "C2"],
            "score": 21,
            "offerings": [],
            "diversity": {"mud": 1, "sand": 2, "grass": 1, "rock": 1},
        },
        {
            "name": "Bo",
            "meeples": ["D3", "B4"],
            "score": 17,
            "offerings": [],
            "diversity": {"mud": 0, "sand": 2, "grass": 1, "rock": 1},
        },
    ],
    "final": None,
    "disc": None,
    "puzzle": None,
}
UNENTERED = {**TABLE, "players": [{**one, "meeples": []} for one in TABLE["players"]]}
COLOURS = ("blue", "brown")
NO_STEPS = dict.fromkeys(("mud", "sand", "grass", "rock"), 0)


def judged(server: str, move: dict[str, Any]) -> dict[str, Any]:
    """Return the API's response for a turn of Ana's."""
    players = [
        {**player, "colour": colour}
        for player, colour in zip(TABLE["players"], COLOURS, strict=True)
    ]
    table = {key: value for key, value in TABLE.items() if key not in ("disc", "puzzle")}
    snapshot = {**table, "mode": "competitive", "players": players}
    body = {"snapshot": snapshot, "player": "Ana", "move": {"offering": [], **move}}
    answer: dict[str, Any] = requests.post(
        f"{server}/v3/tiwanaku/legality-checks", json=body, timeout=60
    ).json()
    return answer


def at_the_turn(visit: Visit, kept: Any = TABLE, **options: Any) -> Sheet:
    sheet = opened(visit, kept, **(options or PHONE))
    sheet.tap(sheet.page.get_by_role("tab", name="A turn"))
    return sheet


def touch(sheet: Sheet, *spaces: str) -> None:
    for space in spaces:
        sheet.tap(sheet.space(disc(sheet), space))


def expect_checks(sheet: Sheet, answer: dict[str, Any]) -> None:
    """Check that the page lists every rule of the verdict with its page number."""
    checks = sheet.page.locator(".check")
    expect(checks).to_have_count(len(answer["checks"]))
    # Broken rules come first.
    ordered = sorted(answer["checks"], key=lambda check: check["status"] != "failed")
    for at, check in enumerate(ordered):
        expect(checks.nth(at)).to_contain_text(check["explanation"])
        expect(checks.nth(at).locator(".page")).to_have_text(check["reference"])


def inputs_follow_the_order_of_a_turn(visit: Visit) -> None:
    phone = at_the_turn(visit)
    headings = phone.page.locator(".inquiry :is(h2, h3)").all_inner_texts()
    assert headings == [
        "May I?",
        "Who?",
        "What?",
        "From where, where to?",
        "What then?",
        "Tokens offered",
        "Verdict",
    ]


def judges_and_plays_a_discovery(visit: Visit, server: str) -> None:
    phone = at_the_turn(visit)
    expect(phone.page.locator(".is-reach").first).to_be_visible()
    assert lit(phone, "reach") == {"B1", "C2"}
    phone.tap(phone.page.get_by_role("button", name="From the reserve (3)"))
    expect(phone.space(disc(phone), "C4")).to_have_class("space is-reach")
    # One tap takes a shortest path.
    touch(phone, "C4")
    way = phone.page.locator(".path-words")
    expect(way).to_have_text("the reserve → B1 → B2 → C2 → C3 → C4")
    phone.tap(phone.page.get_by_role("button", name="rock", exact=True))
    path = ["B1", "B2", "C2", "C3", "C4"]
    turn = {"action": {"type": "explore", "from": None, "path": path, "wheel": "rock"}}
    answer = judged(server, turn)
    assert answer["legal"]
    expect_checks(phone, answer)
    gain = answer["changes"][0]
    expect(phone.page.locator(".gains")).to_contain_text(f"+{gain['points']}")
    phone.tap(phone.page.get_by_role("button", name="Play it on the board"))
    after = answer["after"]
    table = phone.kept()
    assert table["terrain"] == after["terrain"]
    assert table["players"] == [
        {key: value for key, value in player.items() if key != "colour"}
        for player in after["players"]
    ]
    expect(phone.page.get_by_role("button", name="Bo", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(phone.page.locator(".verdict")).to_have_count(0)
    phone.tap(phone.page.get_by_role("button", name="Undo"))
    assert phone.kept() == TABLE


def keeps_replays_reviews_and_disputes_a_turn(visit: Visit, server: str) -> None:
    phone = at_the_turn(visit)
    phone.tap(phone.page.get_by_role("button", name="From the reserve (3)"))
    touch(phone, "C4")
    ask(phone, "rock")
    phone.tap(phone.page.get_by_role("button", name="Play it on the board"))
    phone.page.reload()
    phone.tap(phone.page.get_by_role("tab", name="Board"))
    phone.go("Result")
    panel = phone.page.get_by_role("region", name="Record of the game")
    with phone.page.expect_request("**/tiwanaku/replays") as asked:
        phone.tap(panel.get_by_role("button", name="Replay the record"))
    body: Any = asked.value.post_data_json
    (turn,) = body["record"]["turns"]
    assert turn["player"] == "Ana"
    assert turn["move"]["action"]["path"][-1] == "C4"
    expect(panel.locator(".verdict.legal")).to_contain_text("keeps to the rules")
    expect(panel.locator(".replay li")).to_have_text(
        re.compile("^Ana: Explore, the reserve .* C4, rock$")
    )
    review = phone.page.locator(".review")
    with phone.page.expect_request("**/tiwanaku/reviews") as asked:
        phone.tap(review.get_by_role("button", name="Review the game"))
    url, body = f"{server}/v3/tiwanaku/reviews", asked.value.post_data_json
    moments = requests.post(url, json=body, timeout=60).json()["moments"]
    expect(review.locator(".moments > li")).to_have_count(len(moments))
    # Nothing has changed since, and each turn changes something.
    resolve = panel.get_by_role("button", name="Could this have happened?")
    phone.tap(panel.get_by_role("group", name="Who?").get_by_role("button", name="Bo"))
    phone.tap(resolve)
    expect(panel.locator(".verdict.illegal")).to_contain_text("No, it could not")
    assert serious(phone) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def names_the_broken_rule_of_a_move(visit: Visit, server: str) -> None:
    desk = at_the_turn(visit, **DESK)
    touch(desk, "B1", "C1", "D1")
    answer = judged(server, {"action": {"type": "explore", "from": "B1", "path": ["C1", "D1"]}})
    assert not answer["legal"]
    expect_checks(desk, answer)
    expect(desk.page.locator(".verdict")).to_contain_text("Not within the rules")
    expect(desk.page.get_by_role("button", name="Play it on the board")).to_have_count(0)
    broken = next(check for check in answer["checks"] if check["status"] == "failed")
    ask_for = desk.page.locator(".check.failed > button").first
    ask_for.click()
    rules = requests.get(f"{server}/v3/tiwanaku/rules", timeout=60).json()["rules"]
    text = next(rule["text"] for rule in rules if rule["id"] == broken["rule"])
    expect(desk.page.locator(".law")).to_have_text(text)
    assert lit(desk) == set(broken["spaces"])
    # A second tap takes the last step back.
    touch(desk, "D1")
    expect(desk.page.locator(".path-words")).to_have_text("B1 → C1")
    expect(desk.page.locator(".verdict")).to_contain_text("Within the rules")


def judges_a_divination_and_an_offering(visit: Visit, server: str) -> None:
    phone = at_the_turn(visit)
    ask(phone, "Divine")
    expect(phone.page.locator(".is-reach").first).to_be_visible()
    assert lit(phone, "reach") == {"B1", "C2"}
    touch(phone, "B1")
    bar = phone.page.locator(".brief")
    for words in ("What did Ana predict for B1?", "What does the wheel show for B1?"):
        expect(bar).to_contain_text(words)
        phone.tap(bar.get_by_label("coca leaves (2)"))
    phone.tap(
        phone.page.get_by_role("group", name="Tokens offered").get_by_label("coca leaves (2)")
    )
    predictions = [{"space": "B1", "says": 2, "wheel": 2}]
    answer = judged(
        server, {"action": {"type": "divine", "predictions": predictions}, "offering": [2]}
    )
    assert answer["legal"]
    expect_checks(phone, answer)
    expect(phone.page.locator(".gains li")).to_have_count(len(answer["changes"]))


def judges_a_recall(visit: Visit, server: str) -> None:
    phone = at_the_turn(visit)
    ask(phone, "Recall")
    touch(phone, "C2")
    expect_checks(phone, judged(server, {"action": {"type": "recall", "from": "C2"}}))


def the_dock_does_not_cover_the_verdict(visit: Visit) -> None:
    phone = at_the_turn(visit)
    touch(phone, "B1", "A1")
    brief = phone.page.locator(".verdict-word")
    expect(brief).to_be_in_viewport()
    expect(brief).to_have_text("Within the rules")
    phone.tap(brief)
    expect(phone.page.locator("#verdict-title")).to_be_in_viewport()
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    shown = phone.page.locator(".verdict-panel").bounding_box()
    dock = phone.page.locator(".dock").bounding_box()
    assert shown is not None
    assert dock is not None
    assert shown["y"] + shown["height"] <= dock["y"] + 1


def a_round_of_three_is_placed_and_judged_in_forty_taps(visit: Visit) -> None:
    third = {**TABLE["players"][1], "name": "Cy", "meeples": [], "diversity": NO_STEPS}
    phone = at_the_turn(visit, {**UNENTERED, "players": [*UNENTERED["players"], third]})
    bar = phone.page.locator(".brief")
    phone.taps = 0
    ask(phone, "Place meeples")
    standing = {"Ana": ["B1", "C2"], "Bo": ["D3", "B4"], "Cy": ["E4", "E5"]}
    for name, spaces in standing.items():
        if name != "Ana":
            # Placing goes on with each player.
            phone.tap(phone.page.get_by_role("group", name="Who?").get_by_role("button", name=name))
        for space in spaces:
            phone.tap(phone.space(disc(phone), space))
    phone.tap(phone.page.get_by_role("button", name="Done", exact=True))
    assert {one["name"]: one["meeples"] for one in phone.kept()["players"]} == standing
    phone.tap(phone.page.get_by_role("group", name="Who?").get_by_role("button", name="Ana"))
    for kind in ("Divine", "Recall", "Recall"):
        ask(phone, kind)
        phone.tap(disc(phone).locator(".is-reach").first)
        asked = ("What did Ana predict for ", "What does the wheel show for ")
        for words in asked if kind == "Divine" else ():
            expect(bar).to_contain_text(words)
            phone.tap(bar.get_by_label("coca leaves (2)"))
        phone.tap(bar.get_by_role("button", name="Play it on the board"))
        phone.page.wait_for_timeout(600)
    assert len(phone.kept_state()["record"]["turns"]) == 3
    assert phone.taps <= 40, phone.taps


def the_bar_asks_one_thing_after_the_other(visit: Visit) -> None:
    phone = at_the_turn(visit, UNENTERED)
    bar = phone.page.locator(".brief")
    for player, space in (("Bo", "D1"), ("Ana", "A3")):
        expect(bar).to_have_text("Tap where a meeple comes in from the reserve.")
        assert in_sight(bar)
        expect(phone.space(disc(phone), space)).to_have_class("space is-reach")
        touch(phone, space)
        expect(bar).to_contain_text(f"What does the wheel show for {space}?")
        expect(phone.page.get_by_text("Within the rules")).to_have_count(0)
        sand = phone.page.get_by_role("button", name="sand", exact=True)
        assert in_sight(sand)
        phone.tap(sand)
        play = bar.get_by_role("button", name="Play it on the board")
        expect(play).to_be_enabled()
        assert in_sight(play)
        phone.tap(play)
        next_one = phone.page.get_by_role("button", name=player, exact=True)
        expect(next_one).to_have_attribute("aria-pressed", "true")
        assert in_sight(next_one)
    # Now a meeple can move on as well.
    expect(bar).to_contain_text("Tap the meeple that moves.")
    enter = bar.get_by_role("button", name="From the reserve (4)")
    assert in_sight(enter)
    phone.tap(enter)
    expect(bar).to_have_text("From the reserve: tap where the move goes, step by step or at once.")
    assert in_sight(phone.space(disc(phone), "A5"))


def says_what_is_missing_for_a_verdict(visit: Visit) -> None:
    phone = at_the_turn(visit)
    ask(phone, "Divine")
    touch(phone, "B1")
    expect(phone.page.locator(".brief")).to_contain_text("What did Ana predict for B1?")
    expect(phone.page.get_by_text("Within the rules")).to_have_count(0)


def enters_scores_and_meeples(visit: Visit) -> None:
    phone = at_the_turn(visit, UNENTERED)
    ask(phone, "Place meeples")
    # Meeples cannot stand on an empty space.
    touch(phone, "B1", "C2", "E1")
    ask(phone, "Done")
    phone.tap(phone.page.get_by_text("Ana: 21 points and tokens"))
    phone.page.get_by_label("Points").fill("30")
    phone.page.get_by_label("rock", exact=True).fill("3")
    phone.tap(phone.page.get_by_role("group", name="Tokens held").get_by_label("maize (4)"))
    ana = phone.kept()["players"][0]
    assert ana["meeples"] == ["B1", "C2"]
    assert (ana["score"], ana["offerings"], ana["diversity"]["rock"]) == (30, [4], 3)


def a_scenario_answers_for_the_wheel(visit: Visit) -> None:
    hidden = {
        "terrain": ["MMSSS", "SGRSS", "SGRSM", "SGRMM", "GRRMM"],
        "crops": ["12345"] * 5,
    }
    phone = at_the_turn(visit, {**TABLE, "disc": hidden})
    ask(phone, "From the reserve (3)")
    touch(phone, "A4")
    ask(phone, "Ask the wheel")
    expect(phone.page.get_by_role("button", name="sand", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


def a_full_board_asks_for_predictions(visit: Visit, server: str) -> None:
    body = {"draw": {"board": "short", "seed": 7, "unique": "from_start"}}
    response = requests.post(f"{server}/v3/tiwanaku/scenarios", json=body, timeout=60)
    dealt = response.json()["disc"]
    full = {**TABLE, **{key: dealt[key] for key in ("terrain", "tiles", "start")}}
    start = {(int(space[1]) - 1, "ABCDE".index(space[0])) for space in dealt["start"]}
    full["crops"] = [
        "".join(level if (y, x) in start else "." for x, level in enumerate(row))
        for y, row in enumerate(dealt["crops"])
    ]
    players = TABLE["players"]
    full["players"] = [{**one, "meeples": [], "diversity": NO_STEPS} for one in players]
    desk = at_the_turn(visit, full, **DESK)
    what = desk.page.get_by_role("group", name="What?").get_by_role("button")
    expect(what).to_have_text(["Predict", "Pass", "Last offering"])
    ask(desk, "Pass")
    expect(desk.page.locator(".verdict")).to_have_text("Within the rules")


def asks_for_players(visit: Visit) -> None:
    table = {key: value for key, value in TABLE.items() if key not in ("players", "final")}
    phone = at_the_turn(visit, table)
    for _ in range(2):
        ask(phone, "Add a player")
    expect(phone.page.locator(".inquiry")).to_be_visible()
    assert [player["name"] for player in phone.kept()["players"]] == ["Player 1", "Player 2"]


def fits_a_phone_in_every_language_without_axe_violations(visit: Visit, language: str) -> None:
    phone = opened(visit, TABLE, **{**PHONE, "locale": language})
    phone.tap(phone.page.get_by_role("tab").nth(1))
    touch(phone, "B1", "C1", "D1")
    expect(phone.page.locator(".brief")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    shown = json.dumps(phone.page.locator("body").inner_text())
    assert "turn." not in shown
    assert serious(phone) == []


COVERED = """board => {
    board.scrollIntoView({block: "center"});
    return [...board.querySelectorAll("[data-space]")].filter(space => {
        const {x, y, width, height} = space.getBoundingClientRect();
        return ![2, height - 2].every(down =>
            space.contains(document.elementFromPoint(x + width / 2, y + down)));
    }).map(space => space.dataset.space);
}"""
"""The spaces that something covers although the board is scrolled into the middle."""
OUTSIDE = """() => [...document.querySelectorAll("button")].filter(one => one.checkVisibility())
    .filter(one => {
        const outer = one.getBoundingClientRect();
        const words = [one, ...one.querySelectorAll(":not(.sr)")].flatMap(({childNodes}) =>
            [...childNodes].filter(({nodeType}) => nodeType === Node.TEXT_NODE));
        return words.some(text => {
            const range = document.createRange();
            range.selectNode(text);
            const {left, right} = range.getBoundingClientRect();
            return right > left && (left < outer.left - 1 || right > outer.right + 1);
        });
    }).map(one => one.textContent.trim())"""
"""Buttons whose words reach beyond them."""


def shows_the_whole_board_beside_letters_twice_as_large(visit: Visit, language: str) -> None:
    phone = opened(visit, TABLE, **{**PHONE, "locale": language})
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    tiles, known = (phone.page.locator(".stop").nth(at) for at in (1, 2))
    turn = phone.page.get_by_role("tab").last
    for place, seen in ((tiles, ".at-board"), (known, ".at-known"), (turn, ".inquiry")):
        phone.tap(place)
        expect(phone.page.locator(seen).first).to_be_visible()
        assert disc(phone).evaluate(COVERED) == []
        assert phone.page.evaluate(OUTSIDE) == []
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_turn_is_entered_judged_and_played(visit: Visit, server: str) -> None:
    inputs_follow_the_order_of_a_turn(visit)
    judges_and_plays_a_discovery(visit, server)
    names_the_broken_rule_of_a_move(visit, server)
    a_round_of_three_is_placed_and_judged_in_forty_taps(visit)
    judges_a_divination_and_an_offering(visit, server)
    judges_a_recall(visit, server)
    enters_scores_and_meeples(visit)
    a_scenario_answers_for_the_wheel(visit)
    a_full_board_asks_for_predictions(visit, server)
    asks_for_players(visit)


def test_the_bar_asks_in_order_and_turns_are_replayed(visit: Visit, server: str) -> None:
    the_bar_asks_one_thing_after_the_other(visit)
    the_dock_does_not_cover_the_verdict(visit)
    says_what_is_missing_for_a_verdict(visit)
    fits_a_phone_in_every_language_without_axe_violations(visit, "de")
    shows_the_whole_board_beside_letters_twice_as_large(visit, "de")
    keeps_replays_reviews_and_disputes_a_turn(visit, server)
