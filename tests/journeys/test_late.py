"""Late responses of the service do not overwrite newer input, and are not played."""

from playwright.sync_api import Page, Route, expect

from journeys import test_cartographers, test_referee, test_tiwanaku, test_treasure_hunt, test_turn
from journeys.conftest import DESK, PHONE, Visit
from journeys.sheet import TABLE


class Held:
    """Holds the responses of one operation until they are released.

    Args:
        page: The page that sends the requests.
        operation: A path below `/v3`.
    """

    def __init__(self, page: Page, operation: str) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(f"**/v3/{operation}", self._hold)

    def _hold(self, route: Route) -> None:
        self._routes.append(route)

    def wait(self, count: int = 1) -> None:
        """Wait for that many requests."""
        while len(self._routes) < count:
            self._page.wait_for_timeout(20)

    def release(self) -> None:
        """Release all responses in the order of their requests."""
        self.wait()
        for route in self._routes:
            route.continue_()
        self._routes.clear()


def a_response_keeps_what_is_being_typed(visit: Visit) -> None:
    desk = test_treasure_hunt.opened(visit)
    test_treasure_hunt.roll(desk, "path", 7)
    desk.tap(desk.space(test_treasure_hunt.board(desk), "N08/E10"))
    verdict = desk.page.locator(".discussed .verdict")
    expect(verdict).to_be_visible()
    held = Held(desk.page, "treasure-hunt/legality-checks")
    desk.page.get_by_role("button", name="These cards").click()
    desk.page.get_by_role("combobox", name="Action card").select_option("boat")
    coordinate = desk.page.get_by_label("Coordinate card", exact=True)
    coordinate.press_sequentially("n08/e")
    # Half a coordinate is not judged; a whole one is, before the field loses the focus.
    expect(verdict).to_be_visible()
    coordinate.press_sequentially("18")
    expect(verdict).to_have_count(0)
    held.release()
    expect(verdict).to_be_visible()
    expect(coordinate).to_have_value("n08/e18")
    coordinate.press("Tab")
    expect(coordinate).to_have_value("N08/E18")
    coordinate.fill("n08")
    coordinate.press("Tab")
    # A text that is no coordinate stays to be mended.
    expect(coordinate).to_have_value("n08")


def sends_a_position_before_the_legal_spaces_are_known(
    visit: Visit,
) -> None:
    phone = test_treasure_hunt.opened(visit, **PHONE)
    test_treasure_hunt.roll(phone, "path", 7)
    expect(phone.page.locator(".reach-words")).to_be_visible()
    test_treasure_hunt.draw_up(phone)
    held = Held(phone.page, "treasure-hunt/legal-actions")
    # The legal spaces of Cassandra's piece are known; those of Elliott's are requested now.
    phone.page.get_by_role("button", name="Elliott").first.tap()
    held.wait()
    test_treasure_hunt.press(phone, "The whole board")
    phone.tap(phone.space(test_treasure_hunt.board(phone), "N08/E23"))
    assert test_treasure_hunt.marked(phone, "aim") == {"N08/E23"}
    expect(phone.page.locator(".discussed")).to_have_count(0)
    held.release()
    expect(phone.page.locator(".discussed h3")).to_have_text("Explorer 1 to N08/E23")
    expect(phone.page.locator(".discussed .verdict")).to_have_text("Within the rules")


def a_switch_keeps_its_position_when_a_response_arrives(visit: Visit) -> None:
    phone = test_treasure_hunt.opened(visit, **PHONE)
    phone.go("Ways")
    held = Held(phone.page, "treasure-hunt/routes")
    test_treasure_hunt.press(phone, "N08/E10, triangle of Cassandra")
    home = phone.page.get_by_role("switch", name="Home afterwards")
    held.wait()
    before = home.bounding_box()
    held.release()
    expect(phone.page.locator(".expected")).to_be_visible()
    assert home.bounding_box() == before


def plays_a_half_day_only_as_it_was_judged(visit: Visit) -> None:
    desk = visit(DESK, TABLE)
    desk.page.get_by_role("tab", name="Referee").click()
    desk.tap(desk.space(desk.island, "D3"))
    test_referee.take_card(desk, test_referee.LAGOON_JUNGLE)
    for space in ("D3", "D4"):
        desk.tap(desk.space(desk.parchment("Cassandra"), space))
    play = desk.page.get_by_role("button", name="Play it in the game")
    expect(play).to_be_enabled()
    held = Held(desk.page, "misterra/legality-checks")
    # A card that is mapped on one space is not played, judged or not.
    desk.tap(desk.space(desk.parchment("Cassandra"), "D4"))
    expect(play).to_have_count(0)
    with desk.page.expect_response("**/legality-checks"):
        held.release()
    expect(play).to_have_count(0)
    desk.tap(desk.space(desk.parchment("Cassandra"), "D4"))
    expect(play).to_have_count(0)
    with desk.page.expect_response("**/legality-checks") as judged:
        held.release()
    desk.tap(play)
    assert desk.kept()["players"] == judged.value.json()["after"]["players"]


def plays_a_turn_only_as_it_was_judged(visit: Visit) -> None:
    phone = test_turn.at_the_turn(visit)
    phone.tap(phone.page.get_by_role("button", name="From the reserve (3)"))
    disc = test_tiwanaku.disc(phone)
    expect(phone.space(disc, "C4")).to_have_class("space is-reach")
    test_turn.touch(phone, "C4")
    phone.tap(phone.page.get_by_role("button", name="rock", exact=True))
    play = phone.page.get_by_role("button", name="Play it on the board")
    expect(play).to_be_enabled()
    held = Held(phone.page, "tiwanaku/legality-checks")
    phone.tap(phone.page.get_by_role("button", name="mud", exact=True))
    expect(play).to_be_disabled()
    held.release()
    expect(play).to_have_count(0)


def keeps_strokes_drawn_while_a_season_ends(visit: Visit) -> None:
    desk = test_cartographers.opened(visit, test_cartographers.table(), **DESK)
    held = Held(desk.page, "cartographers/end-checks")
    desk.page.get_by_role("button", name="Write down Spring, go on").click()
    held.wait()
    desk.page.get_by_role("button", name="One coin more").first.click()
    entered = desk.kept()
    with desk.page.expect_response("**/end-checks"):
        held.release()
    expect(desk.page.locator(".leader").first).to_be_visible()
    assert desk.kept() == entered
    desk.page.unroute_all()
    desk.page.get_by_role("button", name="Write down Spring, go on").click()
    expect(desk.page.locator(".notice")).to_contain_text("Spring is written")
    assert desk.kept()["players"][0]["coins"] == entered["players"][0]["coins"]


def does_not_end_a_season_offline_and_says_so(
    visit: Visit,
) -> None:
    phone = test_cartographers.opened(visit, test_cartographers.table(), **PHONE)
    phone.go("Score sheet")
    button = phone.page.get_by_role("button", name="Write down Spring, go on")
    expect(button).to_be_visible()
    phone.page.context.set_offline(True)
    phone.tap(button)
    expect(phone.page.locator(".notice")).to_contain_text("No connection.")


def test_late_responses_overwrite_nothing_and_are_not_played(visit: Visit) -> None:
    a_response_keeps_what_is_being_typed(visit)
    sends_a_position_before_the_legal_spaces_are_known(visit)
    a_switch_keeps_its_position_when_a_response_arrives(visit)
    keeps_strokes_drawn_while_a_season_ends(visit)
    does_not_end_a_season_offline_and_says_so(visit)
    plays_a_half_day_only_as_it_was_judged(visit)
    plays_a_turn_only_as_it_was_judged(visit)
