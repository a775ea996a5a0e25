"""Sharing: links, QR codes, pictures and print."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import expect

from journeys.conftest import DESK, PHONE, OpenContext, Visit
from journeys.sheet import TABLE, Sheet


def link_of(sheet: Sheet) -> str:
    sheet.menu("Share, print, save")
    link = sheet.page.get_by_label("Link to this game", exact=True)
    expect(link).to_have_value(re.compile("#table="))
    address = link.input_value()
    sheet.page.get_by_role("button", name="Close").click()
    return address


def tap_c3(sheet: Sheet) -> None:
    sheet.go("Island")
    sheet.choose("jungle")
    sheet.tap(sheet.space(sheet.island, "C3"))


def a_shared_game_is_read_only(desk: Sheet, visit: Visit) -> None:
    link = link_of(desk)
    friend = visit(PHONE, path=link)
    expect(friend.page.locator(".shared")).to_contain_text("The game of Cassandra and Elliott.")
    expect(friend.leader()).to_have_text("Cassandra wins by 37 points.")
    friend.go("Island")
    friend.tap(friend.space(friend.island, "B1"))
    expect(friend.page.get_by_role("dialog")).to_have_count(0)
    expect(friend.page.get_by_role("toolbar")).to_have_count(0)
    assert friend.rows(friend.island) == TABLE["island"]
    # Without a game of one's own there is no notice that it was kept, and no way back.
    expect(friend.page.locator(".notice")).to_be_empty()
    expect(friend.page.get_by_role("button", name="Back to my own game")).to_have_count(0)
    assert friend.page.evaluate("localStorage.getItem('theodolite.games')") is None
    friend.page.reload()
    friend.expect_total("Cassandra", 42)


def copies_a_shared_game_once(desk: Sheet, visit: Visit) -> None:
    link = link_of(desk)
    friend = visit(PHONE)
    tap_c3(friend)
    for _ in range(2):
        friend.page.goto(link)
        friend.tap(friend.page.get_by_role("button", name="Make my copy"))
        expect(friend.page.locator(".shared")).to_have_count(0)
        assert "#" not in friend.page.url
        friend.expect_total("Cassandra", 42)
    assert friend.kept() == TABLE
    friend.menu("Games on this device")
    expect(friend.page.locator(".game")).to_have_count(2)
    friend.page.locator(".game").filter(has_text="Player 1").tap()
    assert friend.rows(friend.island) == [".....", ".....", "..J..", ".....", "....."]


def returns_from_a_shared_game(desk: Sheet, visit: Visit) -> None:
    link = link_of(desk)
    friend = visit(PHONE)
    tap_c3(friend)
    friend.page.goto(link)
    friend.tap(friend.page.get_by_role("button", name="Back to my own game"))
    assert friend.rows(friend.island)[2] == "..J.."


def opens_a_link_on_the_open_page(desk: Sheet) -> None:
    link = link_of(desk)
    desk.menu("New game")
    desk.page.goto(link)
    desk.expect_total("Cassandra", 42)
    expect(desk.page.locator(".shared")).to_be_visible()


def refuses_an_edited_link(desk: Sheet) -> None:
    link = link_of(desk)
    # Cut short, and another thing than a table.
    for edited in (link[:-9], link.split("#")[0] + "#table=eJyrVkrKyS9OVbJSUkpKTVGqBQApWgUM"):
        opened = Sheet.open(desk.page.context.new_page(), path=edited)
        expect(opened.page.locator(".notice")).to_contain_text("This link is damaged")
        assert opened.kept() == TABLE
        opened.expect_total("Cassandra", 42)


def the_qr_code_holds_the_link(open_context: OpenContext, tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2", reason="reads the QR code back")
    context = open_context(**PHONE, service_workers="block", device_scale_factor=3)
    phone = Sheet.open(context.new_page(), TABLE)
    link = link_of(phone)
    phone.menu("Share, print, save")
    code = phone.page.get_by_role("img", name="The link as a QR code")
    code.screenshot(path=tmp_path / "code.png")
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(cv2.imread(str(tmp_path / "code.png")))
    assert text == link


def saves_the_sheet_as_a_picture(desk: Sheet) -> None:
    desk.expect_total("Cassandra", 42)
    desk.menu("Share, print, save")
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="SVG").click()
    root = ET.fromstring(Path(saved.value.path()).read_text())  # noqa: S314
    words = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Cassandra leads by 37 points." in words
    assert {"Island", "I  Cassandra", "II  Elliott", "42", "5"} <= set(words)

    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="PNG").click()
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20]) == 1680


def prints_cards_rulings_and_every_line(desk: Sheet) -> None:
    desk.expect_total("Cassandra", 42)
    desk.page.emulate_media(media="print")
    desk.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = " ".join(desk.page.locator("#print text").all_text_contents())
    for words in ("zone of a terrain", "lagoon", "JJ / .M", "Claim on D1", "Variants and rulings"):
        assert words in printed
    assert "A pattern counts only as printed." in printed
    assert "\N{HORIZONTAL ELLIPSIS}" not in printed


def prints_one_page(desk: Sheet) -> None:
    desk.expect_total("Cassandra", 42)
    pdf = desk.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    desk.page.emulate_media(media="print")
    expect(desk.page.locator("#app")).to_be_hidden()
    expect(desk.page.locator("#print > svg")).to_be_visible()


def test_a_link_opens_read_only_and_is_copied_once(visit: Visit) -> None:
    a_shared_game_is_read_only(visit(DESK, TABLE), visit)
    copies_a_shared_game_once(visit(DESK, TABLE), visit)
    returns_from_a_shared_game(visit(DESK, TABLE), visit)
    opens_a_link_on_the_open_page(visit(DESK, TABLE))
    refuses_an_edited_link(visit(DESK, TABLE))


def test_a_sheet_is_shared_as_code_picture_and_print(
    open_context: OpenContext, tmp_path: Path, visit: Visit
) -> None:
    saves_the_sheet_as_a_picture(visit(DESK, TABLE))
    prints_cards_rulings_and_every_line(visit(DESK, TABLE))
    prints_one_page(visit(DESK, TABLE))
    # Skips the rest where OpenCV is not installed.
    the_qr_code_holds_the_link(open_context, tmp_path)
