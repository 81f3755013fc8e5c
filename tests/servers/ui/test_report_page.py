"""The page of a report: it needs nothing else, and no text of it is markup."""

import base64
import hashlib
from collections.abc import Mapping
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from scrubjay.model.visible import FORBIDDEN
from scrubjay_ui.report import report_page
from tests.servers.ui.chromium import chromium
from tests.servers.ui.payloads import payloads
from tests.servers.ui.served import listening, running

PAYLOADS = (
    "<script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<svg/onload=alert(1)>",
    "<!--><script>alert(1)</script>",
    "javascript:alert(1)",
    "\u202e{{ 7 * 7 }}{% raw %}",
)


def values(text: str) -> dict[str, Any]:
    """A report in which every text is this one."""
    counts = [{"name": text, "count": 1}]
    return {
        "at": text, "version": text, "project": text, "worktree": text, "branch": text, "commit": text,
        "committed_at": text, "own": True, "moved_lately": 1, "in_force": 1, "ended": 1, "sessions": counts,
        "handoffs_waiting": 1, "handoffs_taken": 1,
        "index": {
            "documents": 1, "passages": 1, "files": 1, "behind": 1, "embedded": 0.5, "masked": 1, "skipped": 1,
            "last_at": text, "last_commit": text,
        },
        "memories": {
            "holding": 1, "grades": counts, "kinds": [{"kind": text, "total": 1, "grades": counts}],
            "statuses": counts, "sources": counts,
        },
        "moved": [dict.fromkeys(("id", "kind", "content", "grade", "what", "commit", "at"), text)],
        "review": {
            "held": 1, "proposed": 1, "contradicting": 1,
            "claims": [{"id": text, "kind": text, "at": text, "days": 1}],
        },
        "decisions": [
            dict.fromkeys(("name", "title", "status", "date", "dated_by", "path"), text) | {"in_force": True, "by": by}
            for by in ([], [text])
        ],
        "promotion": {"last": text, "outcomes": counts, "waiting": 1, "published": 1},
        "health": [{"name": text, "ok": False, "found": text, "do": text}],
    }  # fmt: skip


def elements(page: str) -> list[tuple[str | None, Mapping[str, str | None]]]:
    return [(node.tag, node.attributes) for node in LexborHTMLParser(page).css("*")]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_text_of_any_field_becomes_markup(payload: str) -> None:
    plain, hostile = elements(report_page(values("word"))), elements(report_page(values(payload)))
    assert [tag for tag, _ in hostile] == [tag for tag, _ in plain]
    assert [sorted(attributes) for _, attributes in hostile] == [sorted(attributes) for _, attributes in plain]
    assert "\u202e" not in report_page(values(payload))


def test_no_text_of_the_corpus_becomes_markup_or_steers() -> None:
    plain = elements(report_page(values("word")))
    for payload in payloads():
        page = report_page(values(payload))
        hostile = elements(page)
        assert [(tag, sorted(named)) for tag, named in hostile] == [(tag, sorted(named)) for tag, named in plain]
        assert FORBIDDEN.findall(page) == []


@pytest.mark.optin
def test_no_text_of_the_corpus_runs_in_a_browser() -> None:
    every = list(payloads())

    async def reports(scope, receive, send):  # type: ignore[no-untyped-def]
        path = scope["path"].strip("/")
        text = every[int(path)] if path.isdigit() else "word"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": report_page(values(text)).encode()})

    with chromium() as browser, listening() as own, running(reports, own) as address, browser.tab() as tab:
        for number in range(len(every)):
            tab.open(f"{address}/{number}")
            assert tab.page.evaluate("window.found.ran") == [], every[number]
        assert [one for one in tab.found() if "favicon" not in one] == []


def test_the_page_fetches_nothing_and_allows_only_its_own_style() -> None:
    page = LexborHTMLParser(report_page(values("word")))
    assert page.css("script, link, img, iframe, object, form, [src], [style]") == []
    (style,) = page.css("style")
    digest = base64.b64encode(hashlib.sha256(style.text().encode()).digest()).decode()
    (policy,) = page.css('meta[http-equiv="Content-Security-Policy"]')
    assert str(policy.attributes["content"]).startswith(f"default-src 'none'; style-src 'sha256-{digest}'")
    assert "url(" not in style.text()
    assert "@import" not in style.text()


def test_the_numbers_are_drawn_and_stand_in_tables_too() -> None:
    page = LexborHTMLParser(report_page(values("word")))
    assert len(page.css("figure svg rect.series1")) >= 2
    assert len(page.css("figure table")) == 2
