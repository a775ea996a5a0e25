"""An answer that comes late takes nothing away that was entered since, and is not played."""

from playwright.sync_api import Page, Route, expect

from page import test_cartographers, test_referee, test_tiwanaku, test_treasure_hunt, test_turn
from page.conftest import DESK, PHONE, OpenContext
from page.sheet import TABLE, Sheet


class Held:
    """The answers to one question, which stay on their way until they are let go.

    Args:
        page: where it is asked.
        question: a path below `/v1`.
    """

    def __init__(self, page: Page, question: str) -> None:
        self._page = page
        self._asked: list[Route] = []
        page.route(f"**/v1/{question}", self._hold)

    def _hold(self, route: Route) -> None:
        self._asked.append(route)

    def wait(self, count: int = 1) -> None:
        """Waits until it has been asked so often."""
        while len(self._asked) < count:
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Lets every answer come, in the order in which they were asked for."""
        self.wait()
        for route in self._asked:
            route.continue_()
        self._asked.clear()


def test_what_is_being_typed_stays_when_an_answer_comes(open_context: OpenContext) -> None:
    desk = test_treasure_hunt.opened(open_context)
    test_treasure_hunt.roll(desk, "path", 7)
    desk.tap(desk.space(test_treasure_hunt.board(desk), "N08/E10"))
    verdict = desk.page.locator(".discussed .verdict")
    expect(verdict).to_be_visible()
    held = Held(desk.page, "treasure-hunt/legality-checks")
    desk.page.get_by_role("button", name="These", exact=True).click()
    coordinate = desk.page.get_by_label("Coordinate card", exact=True)
    coordinate.press_sequentially("n08/e")
    expect(verdict).to_have_count(0)
    held.let_go()
    expect(verdict).to_be_visible()
    expect(coordinate).to_have_value("n08/e")
    coordinate.press_sequentially("18")
    # It is asked about as soon as it names a space: nobody need leave the field first.
    held.let_go()
    coordinate.press("Tab")
    expect(coordinate).to_have_value("N08/E18")
    coordinate.fill("n08")
    coordinate.press("Tab")
    expect(coordinate).to_have_value("")


def test_a_place_is_asked_about_before_it_is_known_where_pieces_may_end(
    open_context: OpenContext,
) -> None:
    phone = test_treasure_hunt.opened(open_context, **PHONE)
    test_treasure_hunt.roll(phone, "path", 7)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    held = Held(phone.page, "treasure-hunt/legal-actions")
    # Where Cassandra's may end is known, where Elliott's may is asked for now.
    phone.page.get_by_role("button", name="Elliott").first.tap()
    held.wait()
    phone.tap(phone.space(test_treasure_hunt.board(phone), "N08/E23"))
    assert test_treasure_hunt.marked(phone, "aim") == {"N08/E23"}
    expect(phone.page.locator(".discussed")).to_have_count(0)
    held.let_go()
    expect(phone.page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E23")
    expect(phone.page.locator(".discussed .verdict")).to_have_text("Within the rules")


def test_a_switch_stays_under_the_finger_when_an_answer_comes(open_context: OpenContext) -> None:
    phone = test_treasure_hunt.opened(open_context, **PHONE)
    phone.go("Ways")
    held = Held(phone.page, "treasure-hunt/routes")
    test_treasure_hunt.press(phone, "N08/E10, triangle of Cassandra")
    home = phone.page.get_by_role("switch", name="Home afterwards")
    held.wait()
    before = home.bounding_box()
    held.let_go()
    expect(phone.page.locator(".expected")).to_be_visible()
    assert home.bounding_box() == before


def test_a_half_day_is_played_only_as_it_was_judged(open_context: OpenContext) -> None:
    desk = Sheet.open(open_context(**DESK, service_workers="block").new_page(), TABLE)
    desk.page.get_by_role("tab", name="Referee").click()
    desk.tap(desk.space(desk.island, "D3"))
    test_referee.take_card(desk, test_referee.LAGOON_JUNGLE)
    for space in ("D3", "D4"):
        desk.tap(desk.space(desk.parchment("Cassandra"), space))
    play = desk.page.get_by_role("button", name="Play it in the game")
    expect(play).to_be_enabled()
    held = Held(desk.page, "misterra/legality-checks")
    desk.tap(desk.space(desk.parchment("Cassandra"), "D4"))
    expect(play).to_be_disabled()
    with desk.page.expect_response("**/legality-checks") as judged:
        held.let_go()
    desk.tap(play)
    assert desk.kept()["players"] == judged.value.json()["after"]["players"]


def test_a_turn_is_played_only_as_it_was_judged(open_context: OpenContext) -> None:
    phone = test_turn.at_the_turn(open_context)
    phone.tap(phone.page.get_by_role("button", name="From the reserve (3)"))
    disc = test_tiwanaku.disc(phone)
    expect(phone.space(disc, "C4")).to_have_class("space is-reach")
    test_turn.touch(phone, "C4")
    phone.tap(phone.page.get_by_role("button", name="rock", exact=True))
    play = phone.page.get_by_role("button", name="Play it on the board")
    expect(play).to_be_enabled()
    held = Held(phone.page, "tiwanaku/turns")
    phone.tap(phone.page.get_by_role("button", name="mud", exact=True))
    expect(play).to_be_disabled()
    held.let_go()
    expect(play).to_have_count(0)


def test_what_is_drawn_while_a_season_ends_is_not_lost(open_context: OpenContext) -> None:
    desk = test_cartographers.opened(open_context, test_cartographers.table(), **DESK)
    held = Held(desk.page, "cartographers/season-ends")
    desk.page.get_by_role("button", name="Write down Spring, go on").click()
    held.wait()
    desk.page.get_by_role("button", name="One coin more").first.click()
    entered = desk.kept()
    with desk.page.expect_response("**/season-ends"):
        held.let_go()
    expect(desk.page.locator(".leader").first).to_be_visible()
    assert desk.kept() == entered
    desk.page.unroute_all()
    desk.page.get_by_role("button", name="Write down Spring, go on").click()
    expect(desk.page.locator(".notice")).to_contain_text("Spring is written")
    assert desk.kept()["players"][0]["coins"] == entered["players"][0]["coins"]


def test_without_a_connection_a_season_does_not_end_and_it_is_said(
    open_context: OpenContext,
) -> None:
    phone = test_cartographers.opened(open_context, test_cartographers.table(), **PHONE)
    phone.go("Score sheet")
    button = phone.page.get_by_role("button", name="Write down Spring, go on")
    expect(button).to_be_visible()
    phone.page.context.set_offline(True)
    phone.tap(button)
    expect(phone.page.locator(".notice")).to_contain_text("No connection.")
