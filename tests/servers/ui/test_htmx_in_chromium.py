"""Pages that htmx puts in place, in a real browser: as right as those that the browser opens itself."""

from collections.abc import Iterator

import pytest

from tests.servers.ui.chromium import Chromium, Tab, chromium
from tests.servers.ui.rich import RichHome
from tests.servers.ui.served import ServedPage, served

pytestmark = pytest.mark.optin

FOCUS = "document.activeElement"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(rich: RichHome) -> Iterator[ServedPage]:
    with served(rich) as opened:
        yield opened


@pytest.fixture
def tab(page: ServedPage, browser: Chromium) -> Iterator[Tab]:
    with page.tab(browser) as opened:
        opened.open(page.at("settings"))
        opened.page.evaluate("window.same = true")
        yield opened


def follow(tab: Tab, words: str) -> None:
    link = tab.page.locator(f"text={words} >> nth=0")
    if not link.is_visible():
        tab.page.click(".views summary")
    tab.leave(link.click)


def is_same(tab: Tab) -> bool:
    """Whether htmx put this page in place: the browser has opened none since."""
    return bool(tab.page.evaluate("window.same === true"))


def lead(tab: Tab, address: str) -> None:
    """Press a link to an address, which htmx was told of."""
    tab.page.evaluate(
        "(to) => { const a = document.createElement('a'); a.href = to; a.textContent = 'Elsewhere';"
        " document.getElementById('main').append(a); htmx.process(document.body) }",
        address,
    )
    tab.page.click("text=Elsewhere")


def title(tab: Tab) -> str:
    return str(tab.page.title()).partition(" · ")[0]


def test_title_heading_address_and_focus_are_those_of_the_new_page(tab: Tab, page: ServedPage) -> None:
    tab.page.evaluate("scrollTo(0, 9999)")
    follow(tab, "Sessions")
    assert is_same(tab)
    assert tab.page.url == page.at("sessions")
    assert title(tab) == tab.page.inner_text("h1") == "Sessions"
    assert tab.page.evaluate(f"{FOCUS}.id") == "main"
    assert tab.page.evaluate("document.getElementById('page-title').isConnected && scrollY === 0")
    follow(tab, "Review")
    assert tab.page.evaluate(f"{FOCUS}.id") == "claim", "what asks for the focus has it"
    assert tab.found() == []


def test_scripts_and_styles_are_not_loaded_again(tab: Tab) -> None:
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    for words in ("Sessions", "Decisions", "Audit"):
        follow(tab, words)
    assert [one for one in asked if one.endswith((".js", ".css"))] == []
    assert len([one for one in asked if "/static/" not in one]) == 3


def test_back_and_forward_show_the_page_of_their_address(tab: Tab, page: ServedPage) -> None:
    follow(tab, "Sessions")
    follow(tab, "Decisions")
    tab.leave(tab.page.go_back)
    assert (tab.page.url, title(tab)) == (page.at("sessions"), "Sessions")
    tab.leave(tab.page.go_back)
    assert (tab.page.url, title(tab)) == (page.at("settings"), "Settings")
    tab.leave(tab.page.go_forward)
    assert (tab.page.url, title(tab)) == (page.at("sessions"), "Sessions")
    assert tab.found() == []


def test_two_pages_back_at_once_over_a_place_in_a_page(tab: Tab, page: ServedPage) -> None:
    tab.page.evaluate("location.hash = 'main'")
    follow(tab, "Sessions")
    tab.leave(lambda: tab.page.evaluate("history.go(-2)"))
    assert (tab.page.url, title(tab)) == (page.at("settings"), "Settings")


def test_a_refusal_is_a_page_too(tab: Tab, page: ServedPage) -> None:
    tab.leave(lambda: lead(tab, page.at("sessions/nonsense")))
    assert is_same(tab)
    assert title(tab) == "That didn't work"


def test_text_that_is_no_page_is_never_put_in_place(tab: Tab, page: ServedPage) -> None:
    lead(tab, f"{page.top}/static/keys.js")
    tab.page.wait_for_url("**/static/keys.js")
    assert tab.page.locator("main").count() == 0


def test_files_are_saved_and_the_page_stays(tab: Tab, page: ServedPage) -> None:
    follow(tab, "Audit")
    with tab.page.expect_download() as saved:
        tab.page.click("text=Download as JSON lines")
    assert saved.value.suggested_filename.endswith(".jsonl")
    assert title(tab) == "Audit"


def test_a_form_of_another_time_is_refused_in_words_and_keeps_what_was_typed(tab: Tab, page: ServedPage) -> None:
    tab.open(page.at("agents/hand-over"))
    tab.page.evaluate("document.querySelector('main [name=csrf]').value = 'old'")
    field = tab.page.locator("main textarea, main input:not([type=hidden])").first
    field.fill("Typed words")
    for required in tab.page.locator("main [required]").all():
        if not required.input_value():
            required.fill("More words")
    tab.problems.clear()
    tab.page.click("main form button >> nth=-1")
    tab.page.wait_for_selector("[data-said]")
    assert "nothing was changed" in tab.page.inner_text("[data-said]")
    assert field.input_value() == "Typed words"
    assert tab.page.url == page.at("agents/hand-over")


def test_a_browser_that_is_out_reads_what_to_do(tab: Tab) -> None:
    tab.page.context.clear_cookies()
    tab.page.click("text=Sessions >> nth=0")
    tab.page.wait_for_function("document.body.innerText.includes('scrubjay ui')")
    assert "gives an address" in tab.page.inner_text("body")


def test_a_page_whose_server_has_ended_says_so(rich: RichHome, browser: Chromium) -> None:
    with served(rich) as page, page.tab(browser) as tab:
        tab.open(page.at("settings"))
        tab.page.route("**/sessions", lambda route: route.abort())
        for _ in range(2):
            tab.page.click("text=Sessions >> nth=0")
            tab.page.wait_for_selector("[data-said]")
        assert tab.page.locator("[data-said]").count() == 1
        assert "scrubjay ui has ended" in tab.page.inner_text("[data-said]")


def test_of_two_links_the_later_one_counts(tab: Tab, page: ServedPage) -> None:
    waiting: list[object] = []
    tab.page.route("**/sessions", lambda route: waiting.append(route))
    tab.page.click("text=Sessions >> nth=0")
    follow(tab, "Decisions")
    for route in waiting:
        route.abort()  # type: ignore[attr-defined]
    tab.page.wait_for_timeout(200)
    assert title(tab) == "Decisions"


def test_a_key_pressed_twice_settles_one_claim(rich: RichHome, browser: Chromium) -> None:
    with served(rich) as page, page.tab(browser) as tab:
        tab.open(page.at("review"))
        tab.page.evaluate("for (let i = 0; i < 2; i++) document.querySelector('[data-key=n]').click()")
        tab.page.wait_for_timeout(300)
    with rich.open() as app:
        assert len(app.workspace(rich.repo.path).memories.waiting()) == 19


def test_fields_are_as_handy_after_a_swap(tab: Tab) -> None:
    tab.page.fill("#find", "retry policy")
    tab.leave(lambda: tab.page.press("#find", "Enter"))
    assert is_same(tab)
    tab.page.click("text=how to cite it >> nth=0")
    assert tab.page.locator("[data-copy]:visible").count() == 1
    handy = "[...document.querySelectorAll('main [hidden]')].length"
    after = tab.page.evaluate(handy)
    tab.page.reload()
    assert tab.page.evaluate(handy) == after
    assert tab.found() == []
