"""A person allows a program in a real browser: it is led on within the page's policy, and shown in no frame."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.servers.team.oauth.conftest import OAuthTeam, query_of
from tests.servers.ui.axe import axe_source, serious
from tests.servers.ui.chromium import Chromium, Tab, chromium

pytestmark = pytest.mark.optin


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@contextmanager
def listening(page: str) -> Iterator[tuple[str, list[str]]]:
    """A program that listens on this machine: its address, and the paths that it was led to."""
    led: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            led.append(self.path)
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Done</title><main id=main>{page}</main>".encode())

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", led
        finally:
            server.shutdown()


def signed_in(web: OAuthTeam, tab: Tab) -> Tab:
    name, _, value = web.cookie.partition("=")
    tab.page.context.add_cookies([{"name": name, "value": value, "url": web.base}])
    return tab


@pytest.mark.parametrize("button", ["Allow", "Don't allow"])
def test_a_decision_leads_to_the_program(web: OAuthTeam, browser: Chromium, button: str, tmp_path: Path) -> None:
    with listening("done") as (program, led), browser.tab() as opened:
        tab = signed_in(web, opened)
        asked = web.program(redirect_uris=[f"{program}/callback"])
        assert tab.open(f"{web.base}{asked.asks()}") == 200
        assert [*tab.found(), *serious(tab, axe_source(tmp_path))] == []
        tab.leave(lambda: tab.page.get_by_role("button", name=button, exact=True).click())
        told = query_of(next(path for path in led if path.startswith("/callback")))
        assert (told["state"], told["iss"]) == ("its-state", web.base)
        if button == "Allow":
            assert asked.redeem(told["code"]).json["scope"] == "search remember"
        else:
            assert told["error"] == "access_denied"


def test_no_other_page_shows_a_consent_in_a_frame(web: OAuthTeam, browser: Chromium) -> None:
    path = web.served.visit("", "GET", web.program().asks()).headers["location"]
    with (
        listening(f"<iframe src='{web.base}{path}'></iframe>") as (evil, _),
        browser.tab() as opened,
    ):
        tab = signed_in(web, opened)
        tab.open(evil)
        tab.page.wait_for_function("window.frames.length === 1")
        assert not any("asks to act" in frame.content() for frame in tab.page.frames)
        assert web.opened(web.cookie, web.program().asks()).body.count("asks to act") == 1


def test_a_machine_is_let_in(web: OAuthTeam, browser: Chromium, tmp_path: Path) -> None:
    code = web.form("/oauth/device", client_id="scrubjay", machine="laptop").json["user_code"]
    with browser.tab() as opened:
        tab, axe = signed_in(web, opened), axe_source(tmp_path)
        tab.open(f"{web.base}/device")
        assert [*tab.found(), *serious(tab, axe)] == []
        tab.page.get_by_label("Code", exact=True).fill(code.lower())
        tab.leave(lambda: tab.page.get_by_role("button", name="Show the machine").click())
        assert "laptop" in tab.page.content()
        assert [*tab.found(), *serious(tab, axe)] == []
        tab.leave(lambda: tab.page.get_by_role("button", name="Let it in").click())
        assert "The machine is let in" in tab.page.content()
