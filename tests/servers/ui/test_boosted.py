"""What htmx may put in place: pages alone, never a file's text, and nothing of them runs."""

import json

from selectolax.lexbor import LexborHTMLParser

from scrubjay_ui.rendering import HERE
from tests.servers.ui.conftest import Browser


def test_the_page_lets_htmx_run_nothing_and_keep_nothing(browser: Browser) -> None:
    page = browser.open("/")
    (meta,) = page.all('meta[name="htmx-config"]')
    wanted = {"allowEval": False, "allowScriptTags": False, "selfRequestsOnly": True, "historyCacheSize": 0}
    assert json.loads(str(meta.attributes["content"])).items() >= wanted.items()
    assert "hx-headers" not in page.html, "what is swapped is within the body: a token on it would grow old"


def test_only_an_answer_that_says_it_is_a_page_is_put_in_place() -> None:
    script = (HERE / "static" / "swaps.js").read_text(encoding="utf-8")
    assert "event.detail.shouldSwap = false" in script
    assert "innerHTML" not in script, "other text is shown as text"


def test_a_page_is_named_by_its_heading(browser: Browser) -> None:
    tree = LexborHTMLParser(browser.open("/").html)
    (main,) = tree.css("main")
    (heading,) = tree.css("h1")
    assert main.attributes["aria-labelledby"] == heading.attributes["id"]
