"""The API reference at /docs works under the content security policy of the page."""

from playwright.sync_api import expect

from journeys.conftest import OpenContext


def test_the_reference_tries_an_operation(open_context: OpenContext) -> None:
    reference = open_context().new_page()
    reference.goto("/docs")
    operation = reference.locator("[id^=operations-misterra-][id$='.scores']")
    operation.locator(".opblock-summary").click()
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table .response").first
    expect(answer).to_contain_text("200")
    expect(answer).to_contain_text("winners")
