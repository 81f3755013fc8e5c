"""The files beside the pages have one address each."""

from tests.servers.ui.conftest import Browser

FILE = "/static/style.css"


def test_a_file_answers_at_its_one_address_alone(browser: Browser) -> None:
    assert browser.open(FILE).status == 200
    others = [f"{FILE}/", "/static//style.css", "/static/%2e/style.css", "/static/x/%2e%2e/style.css", "/static/"]
    assert {address: browser.open(address).status for address in others} == dict.fromkeys(others, 404)
