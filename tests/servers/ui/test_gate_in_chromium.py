"""The gate in a real browser: what another server on this machine, a page of it or an old address can do: nothing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from scrubjay_serving.http import PatientConnection, QuietServer
from scrubjay_ui.admission import MAX_HEAD, REPORTS
from scrubjay_ui.gate import NOTHING, Gate
from tests.patience import PATIENCE_S
from tests.servers.ui.chromium import Chromium, Tab, chromium

pytestmark = pytest.mark.optin


class Served:
    """The page behind its gate, and another server of this machine that hears what browsers send it."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.heard: list[str] = []
        self.evil = ""
        routes = [Route("/", self.show), Route("/start", self.start), Route("/write", self.write, methods=["POST"])]
        self.behind = Starlette(routes=routes)
        self.other = Starlette(routes=[Route("/{rest:path}", self.listen, methods=["GET", "POST"])])

    async def start(self, request: Request) -> Response:
        return RedirectResponse(f"{request.scope['root_path']}/", 303)

    async def show(self, request: Request) -> Response:
        csrf, root = request.scope["scrubjay.csrf"], request.scope["root_path"]
        form = f"<form method=post action={root}/write><input name=csrf value={csrf}><button>Write</button></form>"
        return HTMLResponse(f"<!doctype html><title>Page</title><h1>Memories</h1>{form}<a href='{self.evil}/'>away</a>")

    async def write(self, request: Request) -> Response:
        self.written.append((await request.body()).decode())
        return RedirectResponse(f"{request.scope['root_path']}/", 303)

    async def listen(self, request: Request) -> Response:
        self.heard += [request.headers.get("cookie", ""), request.headers.get("referer", "")]
        return HTMLResponse("<!doctype html><title>Other</title><h1>Other</h1>")


def quiet(application: Any) -> QuietServer:
    return QuietServer(application, PatientConnection, max_head=MAX_HEAD)


@contextmanager
def on_port(server: QuietServer, listening: Any) -> Iterator[None]:
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = server.force_exit = True
        thread.join(PATIENCE_S)


@pytest.fixture(scope="module")
def browser() -> "Iterator[Chromium]":
    with chromium() as opened:
        yield opened


@pytest.fixture
def served() -> Iterator[tuple[Gate, Served]]:
    import socket

    both = Served()
    with socket.create_server(("127.0.0.1", 0)) as page, socket.create_server(("127.0.0.1", 0)) as other:
        both.evil = f"http://127.0.0.1:{other.getsockname()[1]}"
        gate = Gate(both.behind, f"127.0.0.1:{page.getsockname()[1]}")
        with on_port(quiet(gate), page), on_port(quiet(both.other), other):
            yield gate, both


@pytest.fixture
def tab(browser: "Chromium") -> "Iterator[Tab]":
    with browser.tab() as opened:
        yield opened


def let_in(tab: "Tab", gate: Gate) -> str:
    """Open an address as a person does; returns where the page is."""
    assert tab.open(gate.address(writes=True)) == 200
    assert tab.page.title() == "Page"
    return f"{gate.page.origin}{gate.page.root}"


def test_a_person_comes_in_and_writes_and_the_address_is_gone(tab: "Tab", served: tuple[Gate, Served]) -> None:
    gate, both = served
    root = let_in(tab, gate)
    assert tab.page.url == f"{root}/"
    tab.page.click("text=Write")
    tab.page.wait_for_load_state()
    assert len(both.written) == 1
    assert tab.page.evaluate("document.cookie") == ""
    assert [one["sameSite"] for one in tab.page.context.cookies()] == ["Strict"]


def test_a_stolen_address_opens_nothing(browser: "Chromium", tab: "Tab", served: tuple[Gate, Served]) -> None:
    gate, _ = served
    address = gate.address(writes=True)
    tab.open(address)
    with browser.tab() as thief:
        assert thief.open(address) == 404
        assert thief.page.inner_text("body") == NOTHING
        assert thief.open(f"{gate.page.origin}{gate.page.root}/") == 404


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"], ids=["another port", "another site"])
def test_another_server_sees_no_cookie_and_gets_nothing(tab: "Tab", served: tuple[Gate, Served], name: str) -> None:
    """Its page even knows the path, which no other page can know, and the token of the forms."""
    gate, both = served
    root = let_in(tab, gate)
    csrf = tab.page.input_value("input[name=csrf]")
    evil = both.evil.replace("127.0.0.1", name)
    tab.page.click("text=away")
    tab.page.wait_for_load_state()
    assert tab.open(f"{evil}/s/guess") == 200
    assert [one for one in both.heard if one and not one.startswith((evil, both.evil))] == []

    fetched = (
        "async (to) => { try { return await (await fetch(to, {credentials: 'include'})).text() } catch { return '' } }"
    )
    assert tab.page.evaluate(fetched, f"{root}/") == ""
    opaque = "async (to) => (await fetch(to, {mode: 'no-cors', credentials: 'include'}).catch(() => null))?.status ?? 0"
    assert tab.page.evaluate(opaque, f"{root}/") == 0

    tab.page.evaluate(
        "(to) => { const f = document.createElement('iframe'); f.src = to; document.body.append(f) }", f"{root}/"
    )
    tab.page.wait_for_timeout(300)
    assert all("Memories" not in frame.content() for frame in tab.page.frames[1:])

    post = (
        "([to, csrf]) => { const f = document.createElement('form'); f.method = 'post'; f.action = to;"
        "const i = document.createElement('input'); i.name = 'csrf'; i.value = csrf; f.append(i);"
        "document.body.append(f); f.submit() }"
    )
    with tab.page.expect_navigation():
        tab.page.evaluate(post, [f"{root}/write", csrf])
    assert tab.page.inner_text("body") == NOTHING
    assert both.written == []

    tab.open(f"{evil}/")
    with tab.page.expect_navigation():
        tab.page.evaluate("(to) => { location = to }", f"{root}/")
    assert tab.page.inner_text("body") == NOTHING


def test_a_rebound_name_gets_nothing(tab: "Tab", served: tuple[Gate, Served]) -> None:
    """A name that leads here now, such as `localhost`, is another origin with the same server behind."""
    gate, _ = served
    root = let_in(tab, gate).replace("127.0.0.1", "localhost")
    assert tab.open(f"{root}/") == 404
    assert tab.page.inner_text("body") == NOTHING


def test_what_the_policy_stops_is_counted(browser: "Chromium", served: tuple[Gate, Served]) -> None:
    gate, _ = served
    with browser.tab() as breaching:
        root = let_in(breaching, gate)
        breaching.page.evaluate(
            "() => { const s = document.createElement('script'); s.textContent = 'document.title = String(1)';"
            " document.body.append(s) }"
        )
        breaching.page.wait_for_timeout(500)
        assert breaching.page.title() == "Page"
        assert gate.reports == 1
        assert breaching.open(f"{root}{REPORTS}") == 200
        assert breaching.page.inner_text("body") == "1\n"
