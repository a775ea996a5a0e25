"""Sharing: links, QR codes, pictures and print."""

import re
import xml.etree.ElementTree as ET
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from playwright.sync_api import expect

from page.conftest import DESK, PHONE, OpenContext
from page.sheet import TABLE, Sheet


def link_of(sheet: Sheet) -> str:
    sheet.menu("Share, print, save")
    link = sheet.page.get_by_label("Link to this game", exact=True)
    expect(link).to_have_value(re.compile("#table="))
    address = link.input_value()
    sheet.page.get_by_role("button", name="Close").click()
    return address


@pytest.fixture
def desk(open_context: OpenContext) -> Sheet:
    return Sheet.open(open_context(**DESK, service_workers="block").new_page(), TABLE)


def tap_c3(sheet: Sheet) -> None:
    sheet.go("Island")
    sheet.choose("jungle")
    sheet.tap(sheet.space(sheet.island, "C3"))


def test_a_shared_game_is_read_only(desk: Sheet, open_context: OpenContext) -> None:
    link = link_of(desk)
    friend = Sheet.open(open_context(**PHONE, service_workers="block").new_page(), path=link)
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


def test_copies_a_shared_game_once(desk: Sheet, open_context: OpenContext) -> None:
    link = link_of(desk)
    friend = Sheet.open(open_context(**PHONE, service_workers="block").new_page())
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


def test_returns_from_a_shared_game(desk: Sheet, open_context: OpenContext) -> None:
    link = link_of(desk)
    friend = Sheet.open(open_context(**PHONE, service_workers="block").new_page())
    tap_c3(friend)
    friend.page.goto(link)
    friend.tap(friend.page.get_by_role("button", name="Back to my own game"))
    assert friend.rows(friend.island)[2] == "..J.."


def test_opens_a_link_on_the_open_page(desk: Sheet) -> None:
    link = link_of(desk)
    desk.menu("New game")
    desk.page.goto(link)
    desk.expect_total("Cassandra", 42)
    expect(desk.page.locator(".shared")).to_be_visible()


@pytest.mark.parametrize(
    "change",
    [
        lambda link: link[:-9],
        lambda link: link[:60] + ("A" if link[60] != "A" else "B") + link[61:],
        lambda link: link.split("#")[0] + "#table=",
        lambda link: link.split("#")[0] + "#table=%E2%82%AC<script>alert(1)</script>",
        lambda link: link.split("#")[0] + "#table=eJyrVkrKyS9OVbJSUkpKTVGqBQApWgUM",
    ],
    ids=["cut short", "a letter changed", "empty", "rubbish", "another thing"],
)
def test_refuses_an_edited_link(desk: Sheet, change: object) -> None:
    assert callable(change)
    link = change(link_of(desk))
    opened = Sheet.open(desk.page.context.new_page(), path=link)
    expect(opened.page.locator(".notice")).to_contain_text("This link is damaged")
    assert opened.kept() == TABLE
    opened.expect_total("Cassandra", 42)


def test_the_qr_code_holds_the_link(open_context: OpenContext, tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2", reason="reads the QR code back")
    context = open_context(**PHONE, service_workers="block", device_scale_factor=3)
    phone = Sheet.open(context.new_page(), TABLE)
    link = link_of(phone)
    phone.menu("Share, print, save")
    code = phone.page.get_by_role("img", name="The link as a QR code")
    code.screenshot(path=tmp_path / "code.png")
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.imread(str(tmp_path / "code.png")))
    assert text == link


def test_saves_the_sheet_as_a_picture(desk: Sheet) -> None:
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


def test_prints_cards_rulings_and_every_line(desk: Sheet) -> None:
    desk.expect_total("Cassandra", 42)
    desk.page.emulate_media(media="print")
    desk.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    printed = " ".join(desk.page.locator("#print text").all_text_contents())
    for words in ("zone of a terrain", "lagoon", "JJ / .M", "Claim on D1", "Variants and rulings"):
        assert words in printed
    assert "A pattern counts only as printed." in printed
    assert "\N{HORIZONTAL ELLIPSIS}" not in printed


def test_prints_one_page(desk: Sheet) -> None:
    desk.expect_total("Cassandra", 42)
    pdf = desk.page.pdf(format="A4", print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    desk.page.emulate_media(media="print")
    expect(desk.page.locator("#app")).to_be_hidden()
    expect(desk.page.locator("#print svg")).to_be_visible()


def fragment(json: bytes) -> str:
    """Return the fragment of a link that holds this document."""
    return "#table=" + urlsafe_b64encode(zlib.compress(json, 9)).decode().rstrip("=")


def test_stops_unpacking_a_link_longer_than_any_table(desk: Sheet) -> None:
    """A link of a few thousand letters could fill the memory of a phone."""
    read = "link => import('/page/shell/link.js').then(({readLink}) => readLink(link))"
    assert desk.page.evaluate(read, fragment(b'"table"')) == "table"
    assert desk.page.evaluate(read, fragment(b'"' + b"x" * (1 << 19) + b'"')) == "x" * (1 << 19)
    # A table before endless white space.
    assert desk.page.evaluate(read, fragment(b'"table"' + b" " * (1 << 26))) is None
