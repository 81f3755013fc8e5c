"""Who gets through the gate, with what headers, and what everybody else is told."""

from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from scrubjay_ui.admission import ENTER, MAX_BODY, REPORTS, VALID_S
from scrubjay_ui.gate import BROKEN, LARGE, NOT_YOURS, NOTHING, STALE, Gate

HOST = "127.0.0.1:4000"
OWN = {"Origin": f"http://{HOST}"}


async def show(request: Request) -> Response:
    body = (await request.body()).decode()
    scope = request.scope
    told = f"{scope['root_path']} {request.url.path} {scope['scrubjay.csrf']} {scope['scrubjay.writes']} {body}"
    return PlainTextResponse(told, headers={"Cache-Control": "public", "X-Own": "kept"})


async def fail(request: Request) -> Response:
    raise RuntimeError("out of order")


BEHIND = Starlette(routes=[Route("/", show), Route("/form", show, methods=["POST"]), Route("/broken", fail)])


class Clock:
    """Tells the time that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Guarded:
    """A gate, a browser at it, and what a test may set."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.known = True
        self.gate = Gate(BEHIND, HOST, known=lambda _: self.known, clock=self.clock)
        self.root = self.gate.page.root

    def browser(self) -> TestClient:
        return TestClient(self.gate, base_url=f"http://{HOST}", follow_redirects=False, raise_server_exceptions=False)

    def inside(self, *, writes: bool = True) -> TestClient:
        """A browser that was let in."""
        browser = self.browser()
        assert browser.get(self.gate.address(writes=writes)).status_code == 303
        return browser

    def csrf(self, browser: TestClient) -> str:
        return browser.get(f"{self.root}/").text.split()[2]


@pytest.fixture
def guarded() -> Guarded:
    return Guarded()


def test_an_address_lets_one_browser_in_by_a_cookie_for_the_page_alone(guarded: Guarded) -> None:
    browser, address = guarded.browser(), guarded.gate.address(writes=True)
    answer = browser.get(address)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{guarded.root}/start")
    name, _, rest = answer.headers["set-cookie"].partition("=")
    assert len(name) == 17
    assert rest.partition("; ")[2] == f"Path={guarded.root}/; HttpOnly; SameSite=Strict"
    assert browser.get(f"{guarded.root}/").status_code == 200
    assert guarded.browser().get(address).status_code == 404


def test_the_page_lies_under_128_random_bits(guarded: Guarded) -> None:
    assert len(guarded.root) == len("/s/") + 22
    assert Guarded().root != guarded.root


def test_who_has_no_cookie_gets_one_and_the_same_answer_everywhere(guarded: Guarded) -> None:
    browser = guarded.browser()
    paths = ["/", "/favicon.ico", guarded.root, f"{guarded.root}/", f"{guarded.root}/static/style.css"]
    paths += [f"{guarded.root}{REPORTS}", f"{guarded.root}{ENTER}", f"{guarded.root}{ENTER}?token=guessed"]
    answers = [browser.get(path) for path in paths] + [browser.post(f"{guarded.root}/form", headers=OWN)]
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, NOTHING)}
    assert not any(guarded.root in str(answer.headers) for answer in answers)


def test_an_address_is_void_after_a_minute(guarded: Guarded) -> None:
    address = guarded.gate.address(writes=True)
    guarded.clock.now = VALID_S + 0.1
    assert guarded.browser().get(address).status_code == 404


@pytest.mark.parametrize("header", [{"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}])
def test_a_preview_uses_no_address_up(guarded: Guarded, header: dict[str, str]) -> None:
    address = guarded.gate.address(writes=True)
    assert guarded.browser().get(address, headers=header).status_code == 404
    assert guarded.browser().get(address).status_code == 303


def test_a_program_that_may_not_write_uses_no_address_up(guarded: Guarded) -> None:
    address, guarded.known = guarded.gate.address(writes=True), False
    assert guarded.browser().get(address).status_code == 404
    guarded.known = True
    assert guarded.browser().get(address).status_code == 303


def test_a_browser_that_is_in_keeps_its_cookie_with_a_new_address(guarded: Guarded) -> None:
    browser = guarded.inside()
    before = guarded.csrf(browser)
    again = browser.get(guarded.gate.address(writes=True))
    assert (again.status_code, "set-cookie" in again.headers) == (303, False)
    assert guarded.csrf(browser) == before


def test_the_first_address_taken_from_the_history_leads_back_to_the_page(guarded: Guarded) -> None:
    browser, address = guarded.browser(), guarded.gate.address(writes=True)
    assert [browser.get(address).status_code for _ in range(2)] == [303, 303]


@pytest.mark.parametrize("writes", [True, False])
def test_what_an_address_gives_is_what_the_page_hears(guarded: Guarded, writes: bool) -> None:
    assert guarded.inside(writes=writes).get(f"{guarded.root}/").text.split()[3] == str(writes)


def test_a_form_is_taken_with_its_own_token_and_arrives_whole(guarded: Guarded) -> None:
    browser = guarded.inside()
    csrf = guarded.csrf(browser)
    sent = browser.post(f"{guarded.root}/form", data={"csrf": csrf, "q": "gulls & lamps"}, headers=OWN)
    assert sent.status_code == 200
    assert sent.text.endswith(f"csrf={csrf}&q=gulls+%26+lamps")
    assert browser.post(f"{guarded.root}/form", headers={**OWN, "X-CSRF-Token": csrf}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Long": "a" * 70_000}, 431),
        ({f"X-{number}": "a" * 700 for number in range(100)}, 431),
        ({"Transfer-Encoding": "chunked", "Content-Length": "4"}, 400),
        ({"X-Long": "a" * 60_000}, 200),
    ],
)
def test_a_head_that_is_too_large_or_has_two_lengths_is_refused(
    guarded: Guarded, headers: dict[str, str], status: int
) -> None:
    browser = guarded.inside()
    answer = browser.get(f"{guarded.root}/", headers=headers)
    assert answer.status_code == status
    assert (answer.headers.get("connection") == "close") is (status != 200)
    assert guarded.browser().get("/", headers=headers).status_code == 404, "a stranger learns nothing"


def test_a_form_without_its_token_changes_nothing(guarded: Guarded) -> None:
    browser, other = guarded.inside(), guarded.csrf(guarded.inside())
    own = guarded.csrf(browser)
    forms: list[Any] = [
        {},
        {"csrf": ""},
        {"csrf": other},
        {"csrf": own[:-1]},
        {"csrf": [own, own]},
        {"csrf": [own, other]},
    ]
    for form in forms:
        answer = browser.post(f"{guarded.root}/form", data=form, headers=OWN)
        assert (answer.status_code, answer.text) == (403, STALE)


def test_a_form_of_a_program_that_may_not_write_changes_nothing(guarded: Guarded) -> None:
    browser = guarded.inside()
    csrf, guarded.known = guarded.csrf(browser), False
    answer = browser.post(f"{guarded.root}/form", data={"csrf": csrf}, headers=OWN)
    assert (answer.status_code, answer.text) == (403, NOT_YOURS)


def test_a_form_that_is_too_large_is_not_read(guarded: Guarded) -> None:
    browser = guarded.inside()
    answer = browser.post(f"{guarded.root}/form", content=b"a" * (MAX_BODY + 1), headers=OWN)
    assert (answer.status_code, answer.text) == (413, LARGE)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example:4000"},
        {"Host": "localhost:4000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "iframe"},
        {"Origin": "http://127.0.0.1:4001"},
    ],
)
def test_a_cookie_does_not_help_another_site(guarded: Guarded, headers: dict[str, str]) -> None:
    browser = guarded.inside()
    csrf = guarded.csrf(browser)
    read = browser.get(f"{guarded.root}/", headers=headers)
    sent = browser.post(f"{guarded.root}/form", data={"csrf": csrf}, headers={**OWN, **headers})
    assert {(read.status_code, read.text), (sent.status_code, sent.text)} == {(404, NOTHING)}


def test_two_cookies_of_our_name_let_nobody_in(guarded: Guarded) -> None:
    browser = guarded.inside()
    (name, value), *_ = browser.cookies.items()
    sent = {"Cookie": f"{name}=planted; {name}={value}"}
    assert guarded.browser().get(f"{guarded.root}/", headers=sent).status_code == 404


@pytest.fixture(params=["/", "/nothing", "/broken", REPORTS, "/form"])
def answered(guarded: Guarded, request: pytest.FixtureRequest) -> Any:
    return guarded.inside().get(f"{guarded.root}{request.param}")


def test_every_answer_forbids_the_same(answered: Any) -> None:
    headers = answered.headers
    policy = dict(part.partition(" ")[::2] for part in headers["content-security-policy"].split("; "))
    assert {name: value for name, value in policy.items() if name != "report-uri"} == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers.get_list("cache-control") == ["no-store"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


def test_who_is_not_let_in_gets_the_same_headers(guarded: Guarded) -> None:
    inside, outside = guarded.inside().get(f"{guarded.root}/"), guarded.browser().get("/")
    own = {name for name in inside.headers if name != "x-own"}
    assert own <= set(outside.headers)
    assert inside.headers["x-own"] == "kept"


def test_reports_of_the_browser_are_counted(guarded: Guarded) -> None:
    browser, address = guarded.inside(), f"{guarded.root}{REPORTS}"
    assert browser.get(address).text == "0\n"
    report = {"Content-Type": "application/csp-report", "Sec-Fetch-Site": "same-origin"}
    assert browser.post(address, content=b"{}", headers=report).status_code == 204
    assert browser.get(address).text == "1\n"
    assert guarded.gate.reports == 1


def test_only_who_is_in_keeps_the_page_running(guarded: Guarded) -> None:
    browser = guarded.inside()
    guarded.clock.now = 100.0
    guarded.browser().get(f"{guarded.root}/")
    assert guarded.gate.last_used == 0.0
    browser.get(f"{guarded.root}/")
    assert guarded.gate.last_used == 100.0


def test_a_page_that_fails_says_so_and_nothing_of_why(guarded: Guarded, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", "scrubjay_ui.gate"):
        answer = guarded.inside().get(f"{guarded.root}/broken")
    assert (answer.status_code, answer.text) == (500, BROKEN)
    shown, kept = [record for record in caplog.records if record.name == "scrubjay_ui.gate"]
    assert "out of order" not in shown.getMessage()
    assert "out of order" in str(kept.exc_info)
    assert guarded.root not in shown.getMessage() + kept.getMessage()
